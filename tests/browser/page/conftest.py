"""A fixture that opens shared games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import adaptoid_widget as aw
from tests.browser.page.test_share import Shared


@pytest.fixture
def play_in_page(browser: Browser, tmp_path: Path) -> Any:
    """Open shared games, and check at the end what they requested."""
    opened: list[Shared] = []

    def open_page(content: Any, levels: dict[str, int], **options: Any) -> Shared:
        path = aw.share(content, tmp_path / f"page{len(opened)}.html", levels=levels)
        opened.append(Shared(browser, path, **options))
        return opened[-1]

    yield open_page
    for page in opened:
        page.close()
