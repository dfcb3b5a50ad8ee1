"""All scenes at three widths, in both themes and all languages: nothing overlaps, is cut or breaks within a word."""

from __future__ import annotations

from itertools import cycle, product

import pytest
from playwright.sync_api import Browser, expect

import adaptoid_widget as aw
from tests.browser.boxes import BROKEN_WORDS, FAULTS
from tests.browser.harness import scene_page
from tests.repetitions import EVERYTHING, in_languages
from tools.browser.scenes import SCENES

WINDOWS = ((1280, 800), (820, 1180), (390, 844))
# a scene in the languages with the longest words, the widest letters and English, in turn
BY_DAY = cycle([("de", (390, 844), "dark"), ("ja", (820, 1180), "light"), ("es", (390, 844), "light"),
                ("de", (1280, 800), "light"), ("en", (390, 844), "dark"), ("es", (820, 1180), "dark"),
                ("ja", (390, 844), "light")])  # fmt: skip
CASES = (
    list(product(SCENES, aw.languages(), WINDOWS, ("light", "dark")))
    if EVERYTHING
    else [
        *((scene, *case) for scene, case in zip(SCENES, BY_DAY, strict=False)),
        # boards with long names
        *product(["new"], ("de", "en"), WINDOWS, ["light"]),
    ]
)


def test_nothing_overlaps_and_nothing_is_cut(browser: Browser) -> None:
    """By day each scene is checked once, and languages, widths and themes take turns; nightly in all of them."""
    wrong: list[str] = []
    with scene_page(browser, reduced_motion="reduce") as scenes:
        for scene, language, (width, height), theme in CASES:
            scenes.open(scene, width, height, lang=language, theme=theme)
            expect(scenes.page.locator("body[data-ready]")).to_be_attached()
            scenes.settle()
            case = f"{scene}, {language}, {width}, {theme}"
            faults = scenes.page.evaluate(FAULTS) + scenes.page.evaluate(BROKEN_WORDS)
            wrong += [f"{case}: {fault}" for fault in faults]
    assert not wrong, "\n".join(wrong)


# what is shown in the smallest window, and in one of a usual size
LARGE = ["pills", "keys", "share", "new", "lesson-wrong", "lesson-over", "editor", "over"]
LARGE_AND_WIDE = ["keys", "lesson", "lesson-count", "analysis", "choose", "midgame"]


@pytest.mark.parametrize("language", in_languages("de"))
@pytest.mark.parametrize(("width", "height", "shown"), [(320, 640, LARGE), (1280, 900, LARGE_AND_WIDE)])
def test_letters_of_twice_the_size_fit(
    browser: Browser, width: int, height: int, shown: list[str], language: str
) -> None:
    """A window of 320 px with letters of 32 px needs no scrolling to the side, also with a menu or a sheet open."""
    wrong: list[str] = []
    with scene_page(browser, reduced_motion="reduce") as scenes:
        for scene in shown:
            scenes.open(scene, width, height, lang=language)
            expect(scenes.page.locator("body[data-ready]")).to_be_attached()
            # the style for large letters comes with that of the menu
            expect(scenes.root.locator(".adaptoid-more-menu")).to_have_css("position", "absolute")
            scenes.page.add_style_tag(content=":root { font-size: 32px }")
            scenes.settle()
            wrong += [f"{scene}: {fault}" for fault in scenes.page.evaluate(FAULTS)]
    assert not wrong, "\n".join(wrong)


def test_faults_are_found(browser: Browser) -> None:
    changes = {
        "wide in": "label.textContent = 'Donaudampfschifffahrtsgesellschaft'",
        "overlaps": "label.textContent = was; label.closest('button').style.marginInlineStart = '-60px'",
        "cut": "label.closest('button').parentElement.style = 'overflow: clip; height: 20px'",
    }
    with scene_page(browser, reduced_motion="reduce") as scenes:
        scenes.open("start")
        assert scenes.page.evaluate(FAULTS) == []
        label = scenes.root.locator("[data-do=redo] .adaptoid-tool-label")
        was = label.inner_text()
        for fault, change in changes.items():
            label.evaluate(f"(label, was) => {{ {change} }}", was)
            assert any(fault in found for found in scenes.page.evaluate(FAULTS))
        assert scenes.page.evaluate(BROKEN_WORDS) == []
        label.evaluate(
            "(label) => { label.style = 'width: 20px; overflow-wrap: anywhere; white-space: normal' }"
        )
        assert scenes.page.evaluate(BROKEN_WORDS) == [f'"{was}" is broken']
