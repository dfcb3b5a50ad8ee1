"""Exports: one HTML file, a worksheet, a static site."""
