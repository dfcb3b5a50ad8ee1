"""Measures the snapshots among the messages from the kernel to a JupyterLab page."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocket


class SnapshotSizes:
    """Listens to a page's connections. Stores the size of each message that updates the snapshot."""

    def __init__(self, page: Page) -> None:
        self.sizes: list[int] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._receive)

    def _receive(self, frame: str | bytes) -> None:
        content = _content(frame)
        if content is None or b'"snapshot"' not in content:
            return
        data = json.loads(content).get("data", {})
        if data.get("method") == "update" and "snapshot" in data["state"]:
            self.sizes.append(len(content))


def _content(frame: str | bytes) -> bytes | None:
    """Return the content, the fifth part of a message in Jupyter's protocol v1: a count, as many offsets, the parts."""
    if isinstance(frame, str):
        return None
    count = int.from_bytes(frame[:8], "little")
    offsets = [int.from_bytes(frame[8 * i : 8 * i + 8], "little") for i in range(1, count + 1)]
    return frame[offsets[4] : offsets[5]] if count > 5 else None
