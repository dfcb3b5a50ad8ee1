"""The page that a server or the service worker shows at addresses without a page, such as that of a removed lesson.

Offline, the service worker marks it. It then says that the device has not stored the page at that address.
"""

from __future__ import annotations

from html import escape

from ..shared_page import as_json, built_script, built_style, policy, render_page, source_hash
from .frame import SiteFrames, SitePage, title_words

# the name that static servers look for, among them GitHub Pages
MISSING = "404.html"


def missing_page(frames: SiteFrames) -> str:
    """The HTML of the page. Its script finds the site and the language, since it is shown at any address."""
    page, language = SitePage("404"), frames.first
    frame = frames.frame("", page, language, title_words("missing"))
    style = built_style("page-style.css") + built_style("page-frame.css")
    script = built_script("page-missing.js")
    slots = {
        "language": language,
        "policy": policy(style, "'none'", f"script-src {source_hash(script)}"),
        "style": style,
        **{name: escape(frame.words[language][name]) for name in ("title", "lead")},
        "navigation": frame.navigation,
        "all": frames.link("site.all", frames.page("index"), page.root, language),
        "settings": as_json({"language": language, "words": frame.words, "offline": title_words("offline")}),
        "script": script,
    }
    return render_page("missing.html", slots)
