"""The content of an output: what the widget writes is read back, and everything else is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.game.marks import Marks
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.i18n.catalog import wording_of
from adaptoid_widget.core.page.stored_game import stored_game
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.teaching.lesson import LessonContent, make_lesson, make_step
from adaptoid_widget.export.output_content import (
    MAX_RECORD_LINES,
    ContentError,
    SavedGame,
    SavedLesson,
    SavedPuzzles,
    game_content,
    home_content,
    lesson_content,
    puzzles_content,
    read_content,
    settings_of,
)
from adaptoid_widget.lessons import load, names

HUNGRY = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
Change = Callable[[Any], Any]


def saved(content: Any) -> Any:
    """A content as a notebook keeps it."""
    return json.loads(json.dumps(content))


def read_game(content: Any) -> SavedGame:
    """The game in a content."""
    game = read_content(saved(content))
    assert isinstance(game, SavedGame)
    return game


def played() -> Game:
    """A game with a variation, a comment, marks and the board in the middle of a turn."""
    game = Game().play("+D3").play("D6+L").goto(1).play("+D5").goto(1)
    game.comment = "</script> Ünïcode"
    game.marks = Marks.of("ring(D4)")
    game.node.glyph = "??"
    return game


def test_a_game_is_read_back_with_its_tree_its_place_and_its_players() -> None:
    game = played()
    found = read_game(game_content(game, {"aids": "legal", "flipped": False, "language": "de"}, {"B": 3}))
    assert stored_game(found.game) == stored_game(game)
    assert found.game.comment == game.comment
    assert found.game.node.glyph == "??"
    assert found.settings == {"aids": "legal", "language": "de"}
    assert found.levels == {"B": 3}


@pytest.mark.parametrize(
    "game", [Game("open"), Game("open").place("D4"), Game("adaptoid w 0,0 W:D2L B:D6").move("D2-D3")]
)
def test_an_open_start_and_a_half_turn_are_read_back(game: Game) -> None:
    assert stored_game(read_game(game_content(game, {})).game) == stored_game(game)


def test_the_settings_are_those_that_a_board_has_besides_the_defaults() -> None:
    session = Session(Game(), "b", wording_of("ja"), size="projector", interactive=False)
    assert settings_of(session) == {"size": "projector", "interactive": False, "language": "ja"}


@pytest.mark.parametrize("name", names())
def test_each_lesson_of_the_course_is_read_back(name: str) -> None:
    lesson = load(name)
    found = read_content(saved(lesson_content(lesson, {"language": "de"})))
    assert isinstance(found, SavedLesson)
    assert found.settings == {"language": "de"}
    assert saved(found.lesson.pack()) == saved(lesson.pack())


def test_puzzles_and_a_home_are_read_back() -> None:
    daily = read_content(saved(puzzles_content(["fork", "tail"], 739_950, {"size": "projector"})))
    assert daily == SavedPuzzles(("fork", "tail"), 739_950, {"size": "projector"})
    assert read_content(saved(home_content({"language": "es"}))).settings == {"language": "es"}


def test_fields_of_later_versions_are_passed_over() -> None:
    content = game_content(Game(), {})
    content["graph"] = [1, 2]
    content["settings"]["colours"] = "bright"
    assert read_game(content).settings == {}


def lesson() -> LessonContent:
    """A lesson of one step."""
    step = make_step(
        "take",
        {"en": [["p", "Starve ", ["b", "it"], ["br"], ["c", "D5"]], ["ul", [["p", "once"]]]]},
        HUNGRY,
        Goal.from_text("starves D5"),
        wrong=(("+D4", {"en": [["p", "No."]]}),),
        hints=({"en": [["p", "Count."]]},),
    )
    return make_lesson("hunger", {"en": "Hunger"}, [step])


def change(*path: Any, to: Any) -> Change:
    """Set a part of a content."""

    def apply(content: Any) -> Any:
        at = content
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = to
        return content

    return apply


def nested(depth: int) -> Any:
    """A list in a list in a list …"""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


STEP = ("lesson", "steps", 0)


@pytest.mark.parametrize(
    ("tampered", "reason"),
    [
        (lambda _: None, "it is an object of JSON, not None"),
        (lambda _: [1], r"it is an object of JSON, not \[1\]"),
        (lambda _: nested(100_000), "an object of JSON|form"),
        (lambda _: {}, "it is of version None; this adaptoid-widget reads version 1"),
        (change("version", to=2), "it is of version 2"),
        (change("version", to=True), "it is of version True"),
        (change("version", to="1"), "it is of version '1'"),
        (change("kind", to="film"), "its kind is one of game, lesson, puzzles, home, not 'film'"),
        (change("kind", to=["game"]), "its kind is one of"),
        (change("kind", to="lesson"), "it has not the form that its kind has"),
        (change("settings", to=[]), "its settings are an object of JSON"),
        (change("settings", to={"aids": "all"}), "aids is one of full, legal, none, not 'all'"),
        (change("settings", to={"flipped": 1}), "flipped is one of False, True, not 1"),
        (change("settings", to={"language": "xx"}), "xx"),
        (change("settings", to={"language": ["de"]}), "de"),
        (change("game", to="adaptoid"), "it has not the form"),
        (change("game", to={}), "it has not the form"),
        (change("game", "record", to="adaptoid-record 1"), "its record is a list of lines"),
        (change("game", "record", to=["a\nb"]), "its record is a list of lines"),
        (change("game", "record", 3, to="1 +Z9"), "line 4"),
        (change("game", "record", 3, to="1 D2-D6+L"), "line 4"),
        (change("game", "record", to=["x"] * (MAX_RECORD_LINES + 1)), "its record has more than"),
        (change("game", "record", to=["x" * 600_000]), "its record has more than"),
        (change("game", "line", to=99), "it has not the form"),
        (change("game", "line", to="<b>"), "it has not the form"),
        (change("game", "at", to=99), "form|at most|turn"),
        (change("game", "at", to=None), "the line has turns 0 to 2, not None"),
        (change("game", "half", to="+Z9"), "Z9"),
        (change("game", "glyphs", to=[[1, "<img src=x onerror=alert(1)>"]]), r"a turn is marked \? or \?\?"),
        (change("game", "glyphs", to=[[1, {}]]), r"a turn is marked \? or \?\?"),
        (change("game", "glyphs", to=[1]), "pairs of a turn and a mark"),
        (change("game", "glyphs", to="!!"), "pairs of a turn and a mark"),
        (change("game", "glyphs", to=[["a", "b"]]), "it has not the form"),
        (change("levels", to={"B": 11}), "the level of B is a whole number from 1 to 10, not 11"),
        (change("levels", to={"B": "3"}), "the level of B is a whole number"),
        (change("levels", to={"R": 3}), "its levels are of W, B, not of 'R'"),
        (change("levels", to=3), "its levels are an object of JSON"),
    ],
)
def test_a_game_that_was_tampered_with_is_refused(tampered: Change, reason: str) -> None:
    with pytest.raises(ContentError, match=reason):
        read_content(tampered(saved(game_content(played(), {}))))


@pytest.mark.parametrize(
    ("tampered", "reason"),
    [
        (change("lesson", to=None), "it has not the form"),
        (change("lesson", "v", to=2), "later version"),
        (change("lesson", "name", to="../x"), "name"),
        (change("lesson", "title", to={"en": 3}), "a text of its lesson is 3"),
        (change("lesson", "title", to={"</script>": "x"}), "a text must exist|language|title"),
        (change("lesson", "title", to={}), "title"),
        (change("lesson", "languages", to=[{}]), "a text of its lesson is"),
        (change("lesson", "order", to="random"), "order"),
        (change("lesson", "steps", to=[]), "a lesson has 1 to 200 steps"),
        (change(*STEP, to=[]), "it has not the form"),
        (change(*STEP, "position", to="adaptoid w"), "step take"),
        (change(*STEP, "position", to=5), "a text of its lesson is 5"),
        (change(*STEP, "goal", to="flies"), "flies|goal"),
        (change(*STEP, "turns", to=2.5), "the number of turns"),
        (change(*STEP, "turns", to=70), "its turns are 1 to 6"),
        (change(*STEP, "flipped", to="no"), "flipped is true or false"),
        (change(*STEP, "kind", to="read"), "step take"),
        (change(*STEP, "retry", to="never"), "its retry"),
        (change(*STEP, "text", to="Starve it"), "a text of its lesson is 'Starve it'"),
        (change(*STEP, "text", to={"en": "Starve it"}), "in place of a list"),
        (change(*STEP, "text", to={"en": [["script", "alert(1)"]]}), "has a block 'script'"),
        (change(*STEP, "text", to={"en": [["p", ["img", "x"]]]}), "has a part 'img'"),
        (change(*STEP, "text", to={"en": [["p", ["c", ["b"]]]]}), "has a part 'c'"),
        (change(*STEP, "text", to={"en": [["p", ["br", "x"]]]}), "line break"),
        (change(*STEP, "text", to={"en": [["p", 7]]}), "in place of a list"),
        (change(*STEP, "text", to={"en": [[]]}), "it has not the form|not enough values"),
        (change(*STEP, "text", to={"en": [["p", "\x00"]]}), "control characters"),
        (change(*STEP, "text", to={"en": [["p", "x" * 7000]]}), "at most 6000 characters"),
        (change(*STEP, "text", to={"en": [["p", nested(900)]]}), "has a part"),
        (change(*STEP, "wrong", to=[["+D4", {"en": [["p", {}]]}]]), "in place of a list"),
        (change(*STEP, "wrong", to=[5]), "it has not the form"),
        (change(*STEP, "hints", to=["Count."]), "a text of its lesson is 'Count.'"),
        (change(*STEP, "plays", to=[3]), "a text of its lesson is 3"),
    ],
)
def test_a_lesson_that_was_tampered_with_is_refused(tampered: Change, reason: str) -> None:
    with pytest.raises(ContentError, match=reason):
        read_content(tampered(saved(lesson_content(lesson(), {}))))


@pytest.mark.parametrize(
    ("tampered", "reason"),
    [
        (change("tactics", to=["magic"]), "there is no tactic 'magic'"),
        (change("tactics", to="fork"), "it has 'fork' in place of a list"),
        (change("tactics", to=[3]), "a text of its"),
        (change("day", to=-1), "the day of puzzles"),
        (change("day", to="today"), "the day of puzzles"),
        (change("day", to=10**9), "the day of puzzles"),
    ],
)
def test_puzzles_that_were_tampered_with_are_refused(tampered: Change, reason: str) -> None:
    with pytest.raises(ContentError, match=reason):
        read_content(tampered(saved(puzzles_content(["fork"], 0, {}))))
