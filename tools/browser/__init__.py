"""Measures the board, shared pages and sites in a real browser.

The tests use `clicks`, `jupyter`, `scenes` and `server` too, and repeat some measurements.
"""
