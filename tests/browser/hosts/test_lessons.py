"""A lesson in each host of notebooks: its Markdown is rendered, its language is the board's, an answer is judged, and
the result is saved."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.harness import choose_language, expect_ready
from tests.browser.hosts.conftest import Visit
from tools.browser.clicks import disc

LESSON = '''lesson = aw.Lesson("""adaptoid-lesson 1
title: Hunger
title[de]: Hunger

[step take]
text: Starve the one on **D5**.
text[de]: Lass das auf **D5** verhungern.
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
goal: starves D5
done: *Gone*, it is.
done[de]: *Weg* ist es.
""", language="en")
lesson'''
SHOW_BOARD = """board = lesson.board
def say(change):
    from pathlib import Path
    kept = Path('hunger.results.json').read_text(encoding='utf-8').split()
    return f'Python has kept {" ".join(kept[-12:])}'"""


def test_a_step_of_a_lesson_can_be_solved(visit: Visit) -> None:
    document = visit.open("lesson", LESSON, SHOW_BOARD, *visit.host.echo)
    page = document.page
    root = page.locator(".adaptoid-widget").first
    expect(root.locator(".adaptoid-lesson-text strong, .adaptoid-lesson-text b")).to_have_text("D5")
    expect_ready(root.locator(".adaptoid-board"))
    choose_language(root, "de")
    expect(root.locator(".adaptoid-lesson-text")).to_have_text("Lass das auf D5 verhungern.")
    expect_ready(root.locator(".adaptoid-board"))
    root.locator(disc("D4")).click()
    expect(root).to_have_attribute("data-phase", "right")
    expect(root.locator(".adaptoid-lesson-acts")).to_contain_text("Weg ist es.")
    choose_language(root, "en")
    expect(root.locator(".adaptoid-lesson-acts")).to_contain_text("Gone, it is.")
    expect(page.get_by_text('"how": "solved"').first).to_be_visible()
    visit.expect_nothing_wrong()
