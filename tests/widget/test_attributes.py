"""Public objects refuse attributes that they do not have."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any

import pytest

import adaptoid_widget as aw


def misspelt_attributes() -> list[tuple[Any, str, str]]:
    """Public objects, each with a misspelt attribute and the attribute that was meant."""
    lesson, puzzles = aw.Lesson("fork", results=None), aw.Puzzles(results=None)
    return [
        (aw.Board(), "postion", "position"),
        (lesson.board, "interactiv", "interactive"),
        (puzzles.board, "languge", "language"),
        (lesson, "conten", "content"),
        (puzzles, "modes", "mode"),
        (aw.Player(level=3), "sead", "seed"),
        (aw.Game(), "coment", "comment"),
        (aw.Game("open"), "watcher", "watchers"),
        (copy.copy(aw.Game()), "mark", "marks"),
        (aw.Program(["mine"]), "second", "seconds"),
        (aw.as_player("greedy"), "sed", "seed"),
        (aw.Step("take"), "nam", "name"),
    ]


def test_a_misspelt_attribute_is_refused_with_a_suggestion() -> None:
    for value, slip, suggestion in misspelt_attributes():
        with pytest.raises(AttributeError, match=f"has no attribute '{slip}'; did you mean '{suggestion}'"):
            setattr(value, slip, 4)
        assert not hasattr(value, slip)
        setattr(value, f"_{slip}", 4)


def test_an_unknown_attribute_of_a_board_is_refused() -> None:
    level = "level"
    with pytest.raises(AttributeError, match="Board has no attribute 'level'"):
        setattr(aw.Board(), level, 4)


@pytest.mark.parametrize(
    ("call", "slip", "message"),
    [
        (aw.Board, "langage", "Board has no keyword 'langage'; did you mean 'language'?"),
        (
            lambda **options: aw.Lesson("fork", **options),
            "learnr",
            "Lesson has no keyword 'learnr'; did you mean 'learner'?",
        ),
        (
            lambda **options: aw.Lesson("fork", results=None).preview(**options),
            "sise",
            "did you mean 'size'?",
        ),
        (aw.Puzzles, "tactics", "Puzzles has no keyword 'tactics'; did you mean 'tactic'?"),
        (aw.home, "langage", "home has no keyword 'langage'; did you mean 'language'?"),
        (aw.Step, "gaol", "Step has no keyword 'gaol'; did you mean 'goal'?"),
        (aw.Player, "nods", "Player has no keyword 'nods'; did you mean 'nodes'?"),
        (
            lambda **options: aw.picture(aw.Game(), **options),
            "teme",
            "picture has no keyword 'teme'; did you mean 'theme'?",
        ),
        (lambda **options: aw.save_picture(aw.Game(), "x.svg", **options), "teme", "did you mean 'theme'?"),
        (lambda **options: aw.film(aw.Game().play("+D3"), **options), "teme", "did you mean 'theme'?"),
        (
            lambda **options: aw.share("fork", "x.html", **options),
            "titel",
            "share has no keyword 'titel'; did you mean 'title'?",
        ),
        (lambda **options: aw.sheet("fork", **options), "colums", "did you mean 'columns'?"),
        (lambda **options: aw.analyse(aw.Game(), **options), "dept", "did you mean 'depth'?"),
        (lambda **options: aw.deepen(aw.Game(), **options), "dept", "did you mean 'depth'?"),
        (lambda **options: aw.annotate(aw.Game(), **options), "dept", "did you mean 'depth'?"),
        (lambda **options: aw.review(aw.Game(), **options), "levl", "did you mean 'level'?"),
        (lambda **options: aw.play_match("greedy", "random", **options), "gams", "did you mean 'games'?"),
        (aw.Board, "xyz", "Board has no keyword 'xyz'; there are: start, variant, "),
    ],
)
def test_a_misspelt_keyword_is_refused_with_a_suggestion(call: Any, slip: str, message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        call(**{slip: "x"})


def test_marks_cannot_be_changed() -> None:
    """Marks are keys of dictionaries and are shared by many positions of a game."""
    marks = aw.Marks(rings=["D5"])
    held = {marks: 1}
    with pytest.raises(AttributeError, match="Marks cannot be changed; make another one"):
        marks.rings = (("D4", "red"),)
    assert held[copy.copy(marks)] == held[pickle.loads(pickle.dumps(marks))] == 1


def test_existing_attributes_of_a_board_can_be_set() -> None:
    board = aw.Board()
    board.position = "adaptoid b 0,0 W:D2 B:D6"
    board.flipped, board.aids, board.comment, board.pace = True, "legal", "here", 0.1
    board.layout.width = "300px"
    board.tooltip = "from ipywidgets"
    assert str(board.position) == "adaptoid b 0,0 W:D2 B:D6"
    assert (board.flipped, board.aids, board.comment, board.pace) == (True, "legal", "here", 0.1)
    assert (board.layout.width, board.tooltip) == ("300px", "from ipywidgets")
    board.close()


def test_a_subclass_of_game_can_declare_attributes() -> None:
    class Rated(aw.Game):
        rating: int

    game: Any = Rated().play("+D3")
    game.rating, game._note = 1200, "private"  # noqa: SLF001  an attribute of the test's own class
    assert (game.rating, copy.deepcopy(game).ply) == (1200, 1)


def test_a_subclass_of_board_can_declare_attributes() -> None:
    class Scored(aw.Board):
        games: int
        score = 0

        def __init__(self) -> None:
            super().__init__()
            self.games = 1
            self.score = 2

    board, slip = Scored(), "gmaes"
    assert (board.games, board.score) == (1, 2)
    with pytest.raises(AttributeError, match="Scored has no attribute 'gmaes'; did you mean 'games'"):
        setattr(board, slip, 3)
    board.close()


def test_a_misspelt_name_of_the_module_is_suggested() -> None:
    slip = "Bord"
    with pytest.raises(AttributeError, match="has no attribute 'Bord'; did you mean 'Board'"):
        getattr(aw, slip)


def test_a_misspelt_attribute_that_is_read_is_suggested() -> None:
    """Jupyter shows no suggestions of Python."""
    values: list[tuple[Any, str, str]] = [
        (aw.Game(), "positon", "position"),
        (aw.Marks(), "arows", "arrows"),
        (aw.Board(), "postion", "position"),
        (aw.Lesson("fork", results=None), "reslt", "result"),
        (aw.Lesson("fork", results=None).result, "solvd", "solved"),
        (aw.Player(3), "levle", "level"),
        (aw.analyse(aw.Position.start(), depth=1, progress=False), "bst", "best"),
    ]
    for value, slip, name in values:
        with pytest.raises(AttributeError, match=f"has no attribute '{slip}'; did you mean '{name}'"):
            getattr(value, slip)
        assert not hasattr(value, "_repr_javascript_")


@pytest.mark.parametrize("kind", [aw.Position, aw.Layout, aw.Turn, aw.Piece])
def test_the_rules_have_no_getattr(kind: type) -> None:
    """With `__getattr__` in a class, Python looks up each of its attributes more slowly: turns took 9 % more time."""
    assert not hasattr(kind, "__getattr__")


def test_an_attribute_of_the_board_that_is_set_on_its_lesson_is_named() -> None:
    lesson, name = aw.Lesson("fork", results=None), "language"
    with pytest.raises(
        AttributeError, match=r"set language on the board of the lesson: lesson.board.language"
    ):
        setattr(lesson, name, "de")


def test_dir_of_public_namespaces_lists_public_names_only() -> None:
    assert dir(aw.tactics) == sorted(aw.tactics.__all__)
    assert dir(aw) == sorted(aw.__all__)


def test_dir_of_public_objects_lists_public_names_only() -> None:
    position = aw.Position.start()
    game = aw.Game().play("+D3")
    analysis = aw.analyse(position, depth=1, progress=False)
    lesson = aw.Lesson("fork", results=None)
    for value, expected, hidden in (
        (
            position,
            {"pieces", "play", "text", "diagram", "with_piece"},
            {"state", "context", "seat_of", "of"},
        ),
        (position.layout, {"cells", "near", "symmetries"}, {"links", "touching"}),
        (game, {"play", "save", "comment", "headers", "watchers"}, {"tree", "guard"}),
        (game.turns[0], {"origin", "growth"}, {"count", "index", "of"}),
        (aw.Marks(), {"arrows", "legend"}, {"from_data"}),
        (position.pieces["D2"], {"color", "size"}, {"count", "index"}),
        (position.why_not("D2-D3"), {"code", "say"}, {"count", "index"}),
        (aw.tactics.find(position)[0], {"why", "turns"}, {"count", "index"}),
        (aw.layouts, {"name", "start", "items"}, set[str]()),
        (aw.Board(), {"play", "position", "observe"}, {"snapshot", "notify_observers"}),
        (aw.Player(level=1), {"level", "choose"}, {"settings"}),
        (aw.Position.start().supply("W"), {"bodies"}, {"count", "index"}),
        (aw.Position.start().reach("D2"), {"free"}, {"count", "index"}),
        (game.nodes[1], {"turn", "comment"}, set[str]()),
        (game.rows[0], {"node", "depth"}, {"count", "index"}),
        (analysis, {"best", "to_frame"}, set[str]()),
        (analysis.lines[0], {"turns", "win_in"}, {"count", "index"}),
        (aw.engine_info(), {"backend"}, {"count", "index"}),
        (lesson, {"play", "result", "board"}, set[str]()),
        (lesson.content, {"steps", "title"}, {"count", "index"}),
        (lesson.step, {"goal", "hints"}, {"count", "index"}),
        (lesson.result, {"solved", "steps"}, set[str]()),
        (lesson.result.steps[0], {"tries"}, {"count", "index"}),
        (aw.Step("one"), set[str](), set[str]()),
        (aw.picture(position), {"svg", "save"}, set[str]()),
        (aw.film(game), {"save"}, set[str]()),
        (aw.sheet([position]), {"html", "save"}, set[str]()),
        (aw.Sprt(0, 5), {"bounds"}, {"count", "index"}),
        (aw.Home(), {"show", "content"}, {"add_traits", "comm"}),
    ):
        names = set(dir(value))
        assert expected <= names
        assert not hidden & names
        assert all(hasattr(value, name) for name in names)
        assert not [name for name in names if name.startswith("_")]


def test_functions_accept_a_position_as_text() -> None:
    text = "adaptoid b 0,0 W:E6,F5 B:G7PP"
    position = aw.Position.from_text(text)
    assert aw.tactics.find(text) == aw.tactics.find(position)
    assert aw.tactics.siege(text) == aw.tactics.siege(position)
    assert aw.tactics.done(text, "+F6") == aw.tactics.done(position, "+F6")
    assert aw.perft(text, 2) == aw.perft(position, 2)
    askers: list[Any] = [aw.tactics.find, aw.tactics.siege, lambda position: aw.perft(position, 1)]
    for function in askers:
        with pytest.raises(TypeError, match="a position is a Position or its text, not int"):
            function(7)
        with pytest.raises(aw.TextError):
            function("nowhere")


def test_functions_accept_a_game_or_a_board_as_a_position() -> None:
    game = aw.Game("adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LP,D6")
    board = aw.Board(game)
    positions: list[Any] = [game, board, game.position, game.position.text]
    for position in positions:
        assert aw.tactics.find(position, "double fork")[0].victims == ("A2", "B3")
        assert aw.perft(position, 1) == sum(1 for _ in game.position.turns())
        assert aw.Position(position) == aw.Position.of(position) == game.position
        assert aw.Player(level=1)(position) in game.position.turns()
        assert aw.analyse(position, depth=1).position == game.position
        assert aw.picture(position).position == game.position
        assert list(aw.openings(2, start=position)) == list(aw.openings(2, start=game.position))
        assert aw.Step("look", "Look.", position).values["position"] == game.position.text
    with pytest.raises(aw.GameError, match="open start"):
        aw.Position(aw.Game("open"))


def test_annotate_accepts_a_game_its_record_or_its_board() -> None:
    game = aw.Game("adaptoid w 0,0 W:D2,F5L B:D6,G7LP").play("F5-F6 +G6").play("D6+L")
    (played,) = aw.tactics.annotate(game, "fork")
    assert played.turn == "F5-F6 +G6"
    assert (
        aw.tactics.annotate(game.to_record(), "fork")
        == aw.tactics.annotate(aw.Board(game), "fork")
        == (played,)
    )
    with pytest.raises(TypeError, match="annotate a Game, its record, or a Board, not int"):
        aw.tactics.annotate(7)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("attribute", "offered", "other"),
    [
        ("aids", "startswith", "default_value"),
        ("size", "startswith", "default_value"),
        ("language", "startswith", "info_text"),
        ("flipped", "bit_length", "default_value"),
        ("white", "startswith", "fget"),
    ],
)
def test_completion_offers_what_a_value_has(attribute: str, offered: str, other: str) -> None:
    """An editor sees the text, or what a player can be, not the trait or the property."""
    jedi = pytest.importorskip("jedi")
    code = f"import adaptoid_widget as aw\nboard = aw.Board()\nboard.{attribute}."
    names = {completion.name for completion in jedi.Script(code).complete()}
    assert offered in names
    assert other not in names
