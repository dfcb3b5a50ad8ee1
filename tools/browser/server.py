"""Serves a folder to browsers as most servers do, and counts the bytes that a page receives."""

from __future__ import annotations

import functools
import gzip
import io
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

# every page of a site asks for the same files
_gzipped = functools.lru_cache(512)(functools.partial(gzip.compress, mtime=0))


class Files(SimpleHTTPRequestHandler):
    """Serves files with the content types that browsers need, whatever the system's table of types."""

    extensions_map = {  # noqa: RUF012  the base class has it as this
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def send_head(self) -> io.BytesIO | Any:
        """Send files of text gzipped, as most servers do."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() and self.path.endswith("/") else path
        kind = self.guess_type(str(path))
        if not path.is_file() or not re.match(r"text/|application/json|image/svg", kind):
            return super().send_head()
        content = _gzipped(path.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the site's page for missing addresses, as GitHub Pages does."""
        pages = (folder / "404.html" for folder in Path(self.translate_path(self.path)).parents)
        page = next(filter(Path.is_file, pages), None)
        if code != HTTPStatus.NOT_FOUND or page is None:
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base class names it so
        """Log nothing."""


def wire_bytes(page: Page) -> Callable[[], int]:
    """Return a function that returns the number of bytes that a page has received over the network since this call."""
    counts: list[float] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: counts.append(event["encodedDataLength"]))
    return lambda: int(sum(counts))


class OldFiles(Files):
    """Serves texts as some old servers do, which name the encoding of Western Europe for all of them."""

    def guess_type(self, path: Any) -> str:
        """The type of a file with that encoding."""
        kind = super().guess_type(path)
        return f"{kind}; charset=ISO-8859-1" if re.match(r"text/|application/json|image/svg", kind) else kind


@contextmanager
def served(folder: Path, files_class: type[Files] = Files) -> Iterator[str]:
    """Serve a folder on this machine. Yield its address."""
    handler = functools.partial(files_class, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        thread = threading.Thread(target=files.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{files.server_port}/"
        finally:
            files.shutdown()
            thread.join()
