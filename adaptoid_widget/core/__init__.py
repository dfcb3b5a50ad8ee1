"""The portable core: rules, positions, games and sessions, in Python that CPython, MicroPython and numba all run."""
