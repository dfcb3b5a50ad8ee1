"""Several browsers on one notebook, shared by jupyter-collaboration."""
