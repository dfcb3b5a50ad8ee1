"""Notebooks as pages."""
