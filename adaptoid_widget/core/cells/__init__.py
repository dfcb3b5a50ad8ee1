"""Cells of a notebook that run in a page, in MicroPython: their syntax, their output, and the names that they use."""
