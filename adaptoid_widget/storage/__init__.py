"""Atomic files, record files, lesson results."""
