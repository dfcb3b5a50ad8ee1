# Lets `from __future__ import annotations` pass in MicroPython, which never evaluates annotations.
annotations = None
