"""The catalogue: every code has a sentence, every sentence is used, and slot values are inserted as plain text."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.i18n.catalog import (
    ENGLISH,
    LANGUAGES,
    LanguageError,
    Languages,
    Saying,
    Wording,
    fill,
    unfill,
    wording_of,
)
from adaptoid_widget.core.i18n.en_messages import SENTENCES
from adaptoid_widget.core.i18n.en_ui import UI
from adaptoid_widget.core.i18n.slots import Slots
from adaptoid_widget.core.rules.errors import IllegalTurn, TextError
from adaptoid_widget.core.rules.layout import Layout
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.scanner import MAX_CHARACTERS
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import Session
from tests.portable.bad_texts import BAD_LAYOUTS, BAD_POSITIONS, unmark
from tests.portable.illegal_turns import ILLEGAL

PACKAGE = Path(__file__).resolve().parents[3] / "adaptoid_widget"
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in [*sorted(PACKAGE.rglob("*.py")), PACKAGE / "data" / "rules_sheet.json"]
    if path.name != "en_messages.py"
)


@pytest.mark.parametrize("code", sorted({row[2] for row in ILLEGAL}))
def test_every_reason_has_a_sentence(code: str) -> None:
    assert SENTENCES["why." + code].endswith((".", "}"))


# the build reads `language.plurals`
@pytest.mark.parametrize(
    "key", sorted(key for key in SENTENCES if not key.startswith(("expected.", "language.plurals")))
)
def test_every_sentence_is_used(key: str) -> None:
    """The sources contain the whole key, or its prefix and its last part as two strings."""
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
    assert wording.say("end.two", {"loser": ["B", "R"]}) == "Black and Red lost at the same time"
    assert (
        wording.say("describe.new", {"cells": ["C4", "D5", "E6"]})
        == "Room for a new adaptoid: C4, D5 and E6."
    )
    starved: Slots = {"color": "B", "hungry": [("C4", 1, 0), ("D5", 3, 1)]}
    said = "Black starved on C4 (1 limb, no free disc) and D5 (3 limbs, 1 free disc)."
    assert wording.say("news.starved", starved) == said
    assert Wording("xx", {"only": "this"}).say("only") == "this"


def test_say_all_joins_sentences_as_the_language_does() -> None:
    sayings: list[Saying] = [("news.undone", None), ("describe.new", {"cells": ["C4", "D5"]})]
    assert ENGLISH.say_all(sayings) == "Taken back. Room for a new adaptoid: C4 and D5."
    assert ENGLISH.say_all([]) == ""
    tight = Wording("xx", {**SENTENCES, "list.sentence": "", "list.and": "&"})
    assert tight.say_all(sayings) == "Taken back.Room for a new adaptoid: C4&D5."


def test_english_is_built_in() -> None:
    assert Languages().names() == [["en", "English"]]
    assert Languages().wording("en") is ENGLISH
    assert ENGLISH.ui is UI


def test_a_language_is_loaded_once_when_it_is_needed() -> None:
    """A language that is added again is loaded again."""
    loaded: list[str] = []

    def words() -> dict[str, dict[str, str]]:
        loaded.append("xx")
        return {"sentences": {"color.W": f"W{len(loaded)}"}, "ui": {"ui.undo": "u"}}

    languages = Languages()
    languages.add("xx", "Xish", words)
    assert languages.tags() == ["en", "xx"]
    assert loaded == []
    first = languages.wording("xx")
    assert languages.wording("xx") is first
    assert (first.language, first.say("color.W"), first.ui["ui.undo"]) == ("xx", "W1", "u")
    languages.add("xx", "Xish", words)
    assert languages.names() == [["en", "English"], ["xx", "Xish"]]
    assert languages.wording("xx").say("color.W") == "W2"


@pytest.mark.parametrize("language", ["tlh", "", "EN", "en ", None, 5, ["en"], {}])
def test_an_unknown_language_error_lists_the_known_languages(language: object) -> None:
    with pytest.raises(LanguageError, match=r"there are for: en, .*") as caught:
        wording_of(language)
    assert isinstance(caught.value, ValueError)
    assert repr(language) in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


# -- a session in another language -------------------------------------------------------------------------------------


@pytest.fixture
def xish(monkeypatch: pytest.MonkeyPatch) -> Wording:
    """Add a language for one test, in which every sentence begins with `x:`."""
    for name in ("_names", "_words", "_wordings"):
        monkeypatch.setattr(LANGUAGES, name, copy.copy(getattr(LANGUAGES, name)))
    marked = {
        key: text if key.startswith(("color.", "list.", "turn.")) else "x:" + text
        for key, text in SENTENCES.items()
    }
    LANGUAGES.add("xx", "Xish", lambda: {"sentences": marked, "ui": {key: "x:" + UI[key] for key in UI}})
    return LANGUAGES.wording("xx")


def set_language(session: Session, to: object, rev: int | None = None) -> dict[str, object]:
    """Send the intent `language` and return the answer."""
    intent = {"id": "l", "rev": session.rev if rev is None else rev, "kind": "language", "to": to}
    return handle(session, intent)


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
def test_the_whole_snapshot_follows_the_language(change: object) -> None:
    """After `language` the snapshot equals that of a session begun in this language.

    Changing back restores the English snapshot.
    """
    assert callable(change)
    start = "adaptoid w 0,0 W:D2L B:D6"
    before, after = Session(Game(start)), Session(Game(start), wording=LANGUAGES.wording("xx"))
    change(before)
    change(after)
    english = before.snapshot()
    assert set_language(before, "xx")["ok"]
    other, expected = before.snapshot(), after.snapshot()
    assert other["rev"] == english["rev"] + 1
    assert {**other, "rev": 0} == {**expected, "rev": 0}
    assert other["status"].startswith("x:")
    if english["news"]:
        assert other["news"].startswith("x:")
    assert set_language(before, "en")["ok"]
    assert {**before.snapshot(), "rev": 0} == {**english, "rev": 0}


@pytest.mark.usefixtures("xish")
def test_the_words_of_the_controls_follow_the_language() -> None:
    session = Session(Game())
    assert session.words()["languages"][0] == ["en", "English"]
    set_language(session, "xx")
    words = session.words()
    assert words["language"] == "xx"
    assert words["ui"]["ui.undo"] == "x:Undo"
    refused = handle(session, {"id": 1, "rev": session.rev, "kind": "undo"})
    assert refused["text"] == "x:There is nothing to take back."


@pytest.mark.usefixtures("xish")
def test_a_language_may_be_chosen_at_any_time() -> None:
    """A session that is not interactive, one in its open start, and a request with an old revision accept it."""
    read_only = Session(Game(), interactive=False)
    assert set_language(read_only, "xx")["ok"]
    opening = Session(Game("open"))
    opening.game.place("C3")
    assert set_language(opening, "xx", rev=0)["ok"]
    assert opening.snapshot()["status"].startswith("x:")


@pytest.mark.parametrize("to", ["tlh", "", None, 7, ["en"], {"en": 1}])
def test_an_unknown_language_is_refused(to: object) -> None:
    session = Session(Game())
    reply = set_language(session, to)
    assert (reply["ok"], reply["code"], session.rev) == (False, "bad-message", 0)
    assert session.wording is ENGLISH


@pytest.mark.usefixtures("xish")
def test_reasons_are_translated() -> None:
    reason = Position.start().why_not("D2-D3")
    assert reason is not None
    assert reason.say("xx") == "x:" + str(reason) == reason.say(LANGUAGES.wording("xx"))
    assert reason.say("en") == str(reason) == reason.text
    with pytest.raises(LanguageError):
        reason.say("tlh")


@pytest.mark.usefixtures("xish")
def test_errors_are_translated() -> None:
    with pytest.raises(IllegalTurn) as caught:
        Position.start().play("D2-D3 +C3")
    assert caught.value.say("xx") == "x:" + str(caught.value)


# -- errors in texts ---------------------------------------------------------------------------------------------------

PHRASES = {code: SENTENCES[code] for code in SENTENCES if code.startswith("expected.")}
# further bad positions; most are very long
LONG = [
    "x" * (MAX_CHARACTERS + 1),
    "adaptoid w " + "1" * 99,
    "adaptoid w 0,0 W:" + ",".join(f"{row}{n}" for row in "ABC" for n in range(1, 6)) + " B:-",
    "adaptoid w 0,0 W:" + ",".join(f"D{n}LLLLLL" for n in range(1, 8)) + " B:-",
    "adaptoid w 0,0 W:" + ",".join(f"D{n}PPPPPP" for n in range(1, 8)) + " B:-",
    "adaptoid@lattice:" + ".".join(f"A{n}" for n in range(1, 99)) + " w 0,0 W:- B:-",
    "adapt3 x 0,0,0 W:- B:- R:-",
]


def errors() -> list[TextError]:
    """Return the errors of all bad positions and layouts."""
    errors: list[TextError] = []
    for read, wrong in ((Position.from_text, BAD_POSITIONS), (Layout.from_text, BAD_LAYOUTS)):
        for text in [unmark(marked)[0] for marked, _ in wrong] + (LONG if wrong is BAD_POSITIONS else []):
            with pytest.raises(TextError) as caught:
                read(text)
            errors.append(caught.value)
    return errors


def phrases_in(text: str) -> set[str]:
    """Return the codes of the phrases in a text."""
    for code, template in PHRASES.items():
        slots = unfill(template, text)
        if slots is not None:
            return {code}.union(*[phrases_in(slot) for slot in slots.values()])
    return set()


def test_errors_use_exactly_the_phrases_of_the_catalogue() -> None:
    """Each part of an error is a phrase that can be translated, and every phrase is used."""
    used: set[str] = set()
    for error in errors():
        assert phrases_in(error.expected), error.expected
        assert phrases_in(error.found) or error.found.startswith("'"), error.found
        used |= phrases_in(error.expected) | phrases_in(error.found)
    assert used == set(PHRASES)


def test_a_phrase_is_translated_with_its_nested_phrases() -> None:
    other = {**SENTENCES, "expected.zeros": "ohne Nullen {what}", "expected.coordinate": "Koordinate"}
    wording = Wording("xx", {**other, "expected.end": "Ende", "why.text": "{expected}/{found}"})
    assert wording.phrase("a coordinate without leading zeros") == "ohne Nullen Koordinate"
    assert (
        wording.say("why.text", {"expected": "a coordinate", "found": "the end of the text"})
        == "Koordinate/Ende"
    )
    assert wording.phrase("E3xE5") == "E3xE5"
    assert ENGLISH.phrase("at most 61 discs") == "at most 61 discs"


@pytest.mark.parametrize(
    ("template", "text", "slots"),
    [
        ("no slot", "no slot", {}),
        ("no slot", "no slots", None),
        ("at most {n} discs", "at most  discs", None),
        (
            "{what} of at most {n} digits",
            "a coordinate of at most 9 digits",
            {"what": "a coordinate", "n": "9"},
        ),
        ("the side {side}:", "the side B:", {"side": "B"}),
        ("after {side}", "after B", {"side": "B"}),
        ("after {side}", "after ", None),
        ("after {side}", "before B", None),
    ],
)
def test_unfill_finds_the_slots_of_a_template(template: str, text: str, slots: dict[str, str] | None) -> None:
    assert unfill(template, text) == slots
    if slots:
        assert fill(template, slots) == text
