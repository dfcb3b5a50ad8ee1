"""The portable heart: rules, positions, games and sessions, in Python that CPython, MicroPython and numba all run."""
