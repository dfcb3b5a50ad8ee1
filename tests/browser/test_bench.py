"""`adaptoid-widget bench --browser` measures what it says; sizes are held, times are not."""

from __future__ import annotations

from playwright.sync_api import Browser

from adaptoid_widget.bench.browser import bundle_gzip_bytes, measure_clicks
from adaptoid_widget.bench.jupyter import Lab


def test_the_figures(lab: Lab, browser: Browser) -> None:
    """Every click is measured, and every snapshot is seen."""
    figures = measure_clicks(lab, browser, 6, quiet=True)
    assert figures["clicks"] == 6
    assert 0 < figures["click_repaint_ms_median"] <= figures["click_repaint_ms_p95"]
    assert figures["click_bare_widget_ms_median"] > 0
    assert 500 < figures["snapshot_bytes_median"] <= figures["snapshot_bytes"] <= 12_000
    assert 1_000 < bundle_gzip_bytes() <= 25_000
