"""Measures the board, shared pages and sites in a real browser. `jupyter` drives JupyterLab for the tests too."""
