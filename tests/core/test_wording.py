"""Codes become sentences: every code has one, none is left over, and what fills a slot stays text."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest

from adaptoid_widget.core.english import SENTENCES
from adaptoid_widget.core.english_ui import UI
from adaptoid_widget.core.errors import IllegalTurn, LanguageError
from adaptoid_widget.core.game import Game
from adaptoid_widget.core.position import Position
from adaptoid_widget.core.reasons import CODES
from adaptoid_widget.core.session import Session
from adaptoid_widget.core.wording import ENGLISH, LANGUAGES, Languages, Saying, Wording, fill, wording_of

PACKAGE = Path(__file__).resolve().parents[2] / "adaptoid_widget"
SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")) if path.name != "english.py"
)


@pytest.mark.parametrize("code", CODES)
def test_every_reason_has_a_sentence(code: str) -> None:
    assert SENTENCES["why." + code].endswith((".", "}"))


@pytest.mark.parametrize("key", sorted(SENTENCES))
def test_no_sentence_is_left_over(key: str) -> None:
    """A key is named whole, or its last part is: the first is put before it where sentences are composed."""
    room, _, name = key.partition(".")
    assert f'"{key}"' in SOURCES or (f'"{room}."' in SOURCES and re.search(rf'"{re.escape(name)}"', SOURCES))


@pytest.mark.parametrize(
    "code",
    sorted(
        {"why." + name for name in re.findall(r'\breason\(\s*"([a-z-]+)"', SOURCES)}
        | set(re.findall(r'\bsay\(\s*"([a-z]+\.[a-z.-]*[a-z])"', SOURCES))
        | set(re.findall(r'\(\s*"((?:news|status|end|turn)\.[a-z-]*[a-z])"', SOURCES))
    ),
)
def test_every_code_that_is_used_has_a_sentence(code: str) -> None:
    assert code in SENTENCES


@pytest.mark.parametrize("key", sorted(SENTENCES))
def test_slots_are_well_formed(key: str) -> None:
    text = SENTENCES[key]
    slots = re.findall(r"\{([a-z]+)\}", text)
    filled = fill(text, dict.fromkeys(slots, "X"))
    assert "{" not in filled
    assert "}" not in filled


def test_a_value_cannot_open_a_slot_of_its_own() -> None:
    assert fill("{a} and {b}", {"a": "{b}", "b": "<b>"}) == "{b} and <b>"


def test_colours_are_named_and_lists_joined() -> None:
    wording = Wording()
    assert wording.say("end.two", {"loser": ["B", "R"]}) == "Black and Red have lost at once"
    assert wording.say("news.starved", {"cells": ["C4", "D5", "E6"]}) == "Starved: C4, D5 and E6."
    assert Wording("xx", {"only": "this"}).say("only") == "this"


def test_sentences_stand_one_after_the_other_as_the_language_has_it() -> None:
    told: list[Saying] = [("news.undone", None), ("news.starved", {"cells": ["C4", "D5"]})]
    assert ENGLISH.tell(told) == "Taken back. Starved: C4 and D5."
    assert ENGLISH.tell([]) == ""
    tight = Wording("xx", {**SENTENCES, "list.sentence": "", "list.and": "&"})
    assert tight.tell(told) == "Taken back.Starved: C4&D5."


def test_english_needs_nobody() -> None:
    """It is what core knows alone."""
    assert Languages().names() == [["en", "English"]]
    assert Languages().wording("en") is ENGLISH
    assert ENGLISH.ui is UI


def test_a_language_is_asked_for_when_it_is_needed() -> None:
    """Once; and one that is added again is taken anew."""
    asked: list[str] = []

    def words() -> dict[str, dict[str, str]]:
        asked.append("xx")
        return {"sentences": {"color.W": f"W{len(asked)}"}, "ui": {"ui.undo": "u"}}

    languages = Languages()
    languages.add("xx", "Xish", words)
    assert languages.tags() == ["en", "xx"]
    assert asked == []
    first = languages.wording("xx")
    assert languages.wording("xx") is first
    assert (first.language, first.say("color.W"), first.ui["ui.undo"]) == ("xx", "W1", "u")
    languages.add("xx", "Xish", words)
    assert languages.names() == [["en", "English"], ["xx", "Xish"]]
    assert languages.wording("xx").say("color.W") == "W2"


@pytest.mark.parametrize("language", ["tlh", "", "EN", "en ", None, 5, ["en"], {}])
def test_an_unknown_language_is_named_with_those_that_are_known(language: object) -> None:
    with pytest.raises(LanguageError, match=r"there are for: en, .*") as caught:
        wording_of(language)
    assert isinstance(caught.value, ValueError)
    assert repr(language) in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


# -- a session in another language -------------------------------------------------------------------------------------


@pytest.fixture
def xish(monkeypatch: pytest.MonkeyPatch) -> Wording:
    """A language in which every sentence begins with x:, known during one test."""
    for name in ("_names", "_words", "_wordings"):
        monkeypatch.setattr(LANGUAGES, name, copy.copy(getattr(LANGUAGES, name)))
    marked = {
        key: text if key.startswith(("color.", "list.", "turn.")) else "x:" + text
        for key, text in SENTENCES.items()
    }
    LANGUAGES.add("xx", "Xish", lambda: {"sentences": marked, "ui": {key: "x:" + UI[key] for key in UI}})
    return LANGUAGES.wording("xx")


def language(session: Session, to: object, rev: int | None = None) -> dict[str, object]:
    """The answer to the intent."""
    asked = {"id": "l", "rev": session.rev if rev is None else rev, "kind": "language", "to": to}
    return session.handle(asked)


@pytest.mark.parametrize(
    "change",
    [
        lambda session: session.game.play("+D3"),
        lambda session: session.game.play("D2-D3 +C3"),
        lambda session: (session.game.play("+D3"), session.undo()),
        lambda session: (session.game.play("+D3"), session.game.goto(0)),
        lambda session: session.begin(Game()),
        lambda session: session.begin(Game("open")),
        lambda session: (session.begin(Game()), session.undo(), session.redo()),
        lambda session: session.game.resign(),
        lambda session: session.game.agree_draw(),
        lambda session: session.begin(Game("open").place("C3")),
    ],
)
@pytest.mark.usefixtures("xish")
def test_all_that_is_shown_follows_at_once(change: object) -> None:
    """Status, news, verdicts: as if it had been said in that language from the beginning, and back again."""
    assert callable(change)
    start = "adaptoid w 0,0 W:D2L B:D6"
    before, after = Session(Game(start)), Session(Game(start), wording=LANGUAGES.wording("xx"))
    change(before)
    change(after)
    english = before.snapshot()
    assert language(before, "xx")["ok"]
    other, expected = before.snapshot(), after.snapshot()
    assert other["rev"] == english["rev"] + 1
    assert {**other, "rev": 0} == {**expected, "rev": 0}
    assert other["status"].startswith("x:")
    if english["news"]:
        assert other["news"].startswith("x:")
    assert language(before, "en")["ok"]
    assert {**before.snapshot(), "rev": 0} == {**english, "rev": 0}


@pytest.mark.usefixtures("xish")
def test_the_words_of_the_controls_go_with_it() -> None:
    session = Session(Game())
    assert session.words()["languages"][0] == ["en", "English"]
    language(session, "xx")
    words = session.words()
    assert words["language"] == "xx"
    assert words["ui"]["ui.undo"] == "x:Undo"
    refused = session.handle({"id": 1, "rev": session.rev, "kind": "undo"})
    assert refused["text"] == "x:There is nothing to take back."


@pytest.mark.usefixtures("xish")
def test_a_language_may_be_chosen_at_any_time() -> None:
    """On a board that is shown only, while an open start is laid out, and by somebody who looks at an older rev."""
    shown = Session(Game(), interactive=False)
    assert language(shown, "xx")["ok"]
    opening = Session(Game("open"))
    opening.game.place("C3")
    assert language(opening, "xx", rev=0)["ok"]
    assert opening.snapshot()["status"].startswith("x:")


@pytest.mark.parametrize("to", ["tlh", "", None, 7, ["en"], {"en": 1}])
def test_an_unknown_language_is_refused(to: object) -> None:
    session = Session(Game())
    reply = language(session, to)
    assert (reply["ok"], reply["code"], session.rev) == (False, "bad-message", 0)
    assert session.wording is ENGLISH


@pytest.mark.usefixtures("xish")
def test_reasons_are_said_in_a_language() -> None:
    reason = Position.start().why_not("D2-D3")
    assert reason is not None
    assert reason.say("xx") == "x:" + str(reason) == reason.say(LANGUAGES.wording("xx"))
    assert reason.say("en") == str(reason) == reason.text
    with pytest.raises(LanguageError):
        reason.say("tlh")


@pytest.mark.usefixtures("xish")
def test_errors_are_said_in_a_language() -> None:
    with pytest.raises(IllegalTurn) as caught:
        Position.start().play("D2-D3 +C3")
    assert caught.value.say("xx") == "x:" + str(caught.value)
