"""Several browsers that share one notebook through jupyter-collaboration."""
