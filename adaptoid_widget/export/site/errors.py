"""What is raised where no site can be made."""

from __future__ import annotations


class SiteError(ValueError):
    """What keeps a folder from becoming a site; the text says where, and what to do."""
