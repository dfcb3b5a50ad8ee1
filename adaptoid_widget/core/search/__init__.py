"""Iterative deepening, without the functions that search: hosts compile these, or run them as WebAssembly."""
