"""Makes a site work offline and installable: its service worker, its manifest and its icons."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from urllib.parse import quote

from ..shared_page import ROOT, built_script

WORKER = "service-worker.js"
ICONS = ("icon.svg", "icon-192.png", "icon-512.png")
# what the service worker leaves to the browser: notebooks, which have a service worker of their own
NOTEBOOKS = "lite/"


def write(place: Path, title: str) -> None:
    """Write the icons, the manifest and, last, the service worker, which lists all files with their hashes."""
    for name in ICONS:
        (place / name).write_bytes((ROOT / "data" / name).read_bytes())
    sizes = {"icon-192.png": "192x192", "icon-512.png": "512x512"}
    manifest = {
        "name": title,
        "short_name": title[:30],
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f7f1e5",
        "theme_color": "#f7f1e5",
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
            *({"src": name, "sizes": size, "type": "image/png"} for name, size in sizes.items()),
            {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=1)
    (place / "manifest.webmanifest").write_text(text + "\n", encoding="utf-8")
    files = {
        quote(path.relative_to(place).as_posix()): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(place.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }
    files = {name: digest for name, digest in files.items() if not name.startswith(NOTEBOOKS)}
    script = f"self.adaptoidFiles={json.dumps(files, separators=(',', ':'))};\n"
    (place / WORKER).write_text(
        script + built_script("page-service-worker.js"), encoding="utf-8", newline="\n"
    )
