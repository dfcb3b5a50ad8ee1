"""Modules for `dev.py` and the build. They need only the standard library, since nothing is installed yet."""
