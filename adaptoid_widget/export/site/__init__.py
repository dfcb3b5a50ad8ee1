"""Builds a static site from a folder of notebooks, lessons and games (docs/how_to/make_a_site.md)."""

from __future__ import annotations

from .building import build
from .errors import SiteError

__all__ = ["SiteError", "build"]
