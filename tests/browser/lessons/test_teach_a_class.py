"""The guide for teachers: its commands, buttons and files, in an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import adaptoid_widget as aw
from tests.browser.harness import expect_ready
from tests.browser.page.test_share import Shared

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "how_to" / "teach_a_class.md"
TEXT = GUIDE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|text)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def named_in_guide(name: str) -> str:
    """Return a label or a file name, which the guide must name."""
    text = " ".join(TEXT.split())
    assert f"*{name}*" in text or f"`{name}`" in text, f"the guide does not name {name}"
    return name


def run(command: str, folder: Path) -> str:
    """Run a command of the guide and return its output; the package is installed already."""
    words = shlex.split(command)
    if words == ["python3", "-m", "pip", "install", "path/to/adaptoid-widget"]:
        return ""
    assert words[0] == "adaptoid-widget"
    command_line = [sys.executable, "-m", "adaptoid_widget", *words[1:]]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    completed = subprocess.run(
        command_line, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout


def save(page: Page, folder: Path, press: str, name: str) -> None:
    """Press a button that downloads a file, and save the file to a folder."""
    with page.expect_download() as download:
        page.locator(press).click()
    assert download.value.suggested_filename == name
    download.value.save_as(folder / name)


def learn(page: Page, name: str) -> None:
    """Enter a name and skip the first step."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name=named_in_guide("Begin")).click()
    expect(page.locator(".adaptoid-learners b")).to_have_text(name)
    root = page.locator(".adaptoid-widget")
    expect(root).to_have_attribute("data-phase", "ask")
    step = page.locator(".adaptoid-lesson-step").first
    expect(step).to_have_attribute("aria-current", "step")
    page.locator('.adaptoid-lesson-acts button[data-lesson="skip"]:visible').click()
    expect(step).to_have_attribute("data-state", "skipped")


def test_the_guide_can_be_followed(browser: Browser, tmp_path: Path) -> None:
    """The test runs three commands, does two lessons on one device, plays a game, and checks the tables."""
    (_, prepare), (_, names), (_, look) = BLOCKS
    for command in prepare.strip().splitlines():
        run(command, tmp_path)
    results = tmp_path / named_in_guide("results")
    results.mkdir()
    ann, ben, absent = names.split("\n")[:3]

    lesson = Shared(browser, tmp_path / named_in_guide("move.html"))
    page = lesson.page
    expect(page.get_by_text(named_in_guide("Who are you?"))).to_be_visible()
    for name in (ann, ben):
        learn(page, name)
        expect(page.get_by_role("button", name=named_in_guide("Save my results"))).to_be_visible()
        file = f"move.{name.replace(' ', '-')}.results.json"
        save(page, results, '[data-word="results.save"]', file)
        page.get_by_role("button", name=named_in_guide("Somebody else")).click()
    named_in_guide("move.Ann-Lee.results.json")
    lesson.close()

    game = Shared(browser, tmp_path / named_in_guide("game.html"))
    page = game.page
    for color, name in (("W", ann), ("B", ben)):
        page.locator(f"[data-do=player-{color}]").click()
        page.locator(".adaptoid-player-name input").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator(f"[data-do=player-{color}]")).to_contain_text(name)
    game.play(aw.Position.start(), aw.Turn.of("+D3"), shows=False)
    expect_ready(page.locator(".adaptoid-board"))
    page.locator("[data-do=share]").click()
    save(page, results, "[data-share=text]", named_in_guide("adaptoid-Ann-Lee-Ben-Oz.txt"))
    game.close()

    board = Shared(browser, tmp_path / named_in_guide("class.html"))
    page = board.page
    page.locator("#class-roster").fill(names)
    page.locator("#class-folder").set_input_files(results)
    rows = page.locator('[data-table="class.grid"] tbody tr')
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text(ann)
    expect(rows.nth(0).locator("[data-how=skipped]")).to_have_count(1)
    expect(rows.nth(1).locator("[data-how=skipped]")).to_have_count(1)
    expect(rows.nth(2)).to_contain_text(f"{absent}absent")
    expect(page.locator('[data-table="class.games"] tbody tr')).to_contain_text([f"{ann}{ben}"])
    board.close()

    (tmp_path / named_in_guide("names.txt")).write_text(names, encoding="utf-8")
    printed = "".join(run(command, tmp_path) for command in look.strip().splitlines())
    assert f"no results: {absent}" in printed
    assert "adaptoid-Ann-Lee-Ben-Oz.txt" in printed
    assert (
        (tmp_path / named_in_guide("class.csv")).read_text("utf-8-sig").splitlines()[1].startswith(f"{ann},")
    )


@pytest.mark.parametrize("words", ["Share", "Hint", "How to play", "Remove this name"])
def test_labels_in_the_guide_are_labels_of_the_pages(words: str) -> None:
    """These are the labels that the test above does not press."""
    from adaptoid_widget.core.i18n.en_ui import UI
    from adaptoid_widget.locales.en_pages import PAGE

    assert words in {*PAGE.values(), *UI.values()}
    named_in_guide(words)
