"""The error of site builds."""

from __future__ import annotations


class SiteError(ValueError):
    """Raised if a site cannot be built; the message says why, where, and what to do."""
