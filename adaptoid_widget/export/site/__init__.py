"""A folder of notebooks and lessons as a static site, everything on it (docs/how_to/share.md)."""

from __future__ import annotations

from .building import build
from .errors import SiteError

__all__ = ["SiteError", "build"]
