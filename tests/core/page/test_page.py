"""A session behind JSON texts, and games as data."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from adaptoid_widget import Game, Position
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.i18n.en_messages import SENTENCES
from adaptoid_widget.core.i18n.en_ui import UI
from adaptoid_widget.core.page.game_page import GamePage, pack, unpack
from adaptoid_widget.core.session.protocol import Json
from tests.core.game.test_variations import bushy


def options(game: Game, aids: str = "full") -> str:
    """What a page is opened with."""
    return json.dumps({"game": pack(game), "aids": aids, "board": "p1"})


def there_and_back(game: Game) -> Game:
    """A game as it comes out of a JSON text again."""
    return unpack(json.loads(json.dumps(pack(game))))


def state(game: Game) -> Json:
    """All of a game that travels."""
    return {
        "line": [(str(node.turn), str(node.position), node.gone, node.verdict) for node in game.line],
        "at": game.ply,
        "position": str(game.position) if game.started else "",
        "half": str(game.half_turn),
        "result": game.result,
        "opening": None if game.opening is None else (game.opening.done, str(game.opening.layout)),
    }


def played(seed: int, variant: str) -> Game:
    """A random game, left at a random place in it, perhaps in the middle of a turn."""
    dice = random.Random(seed)
    game = Game(variant=variant, switches=("weaker-dies",) if seed % 2 else ())
    for _ in range(dice.randrange(40)):
        turns = list(game.position.turns())
        if not turns:
            break
        game.play(dice.choice(turns))
    game.goto(dice.randint(0, game.length))
    moves = [] if game.result else list(game.position.moves())
    if moves and dice.random() < 0.6:
        game.move(str(dice.choice(moves)))
    return game


@pytest.mark.parametrize("variant", ["adaptoid", "adapt3", "adapt3-fierce"])
def test_a_game_travels_whole(variant: str) -> None:
    """Its line, the place in it, the move step of a turn under way."""
    halves = 0
    for seed in range(12):
        game = played(seed, variant)
        halves += game.half is not None
        assert state(there_and_back(game)) == state(game)
    assert halves > 1


@pytest.mark.parametrize("seed", range(8))
def test_variations_and_notes_travel(seed: int) -> None:
    """The whole tree in its order, what is written and drawn on it, who plays, and where it stands."""
    game = bushy(seed)
    dice = random.Random(seed)
    game.draw_seats(("Ann", "Ben"), seed)
    for row in dice.sample(game.rows, 5):
        game.select(row.node)
        game.comment = f"turn {row.node} <b>\n足"
        game.marks = 'ring(D4) label(D5,"!")'
    game.goto(dice.randint(0, game.length))
    back = there_and_back(game)
    assert tree(back) == tree(game)
    assert (list(back.headers.items()), back.ply) == (list(game.headers.items()), game.ply)
    assert [node.ply for node in back.line] == [node.ply for node in game.line]
    assert str(back.position) == str(game.position)


def tree(game: Game) -> list[tuple[object, ...]]:
    """Every row with what hangs on it, and whether the current line leads through it."""
    found: list[tuple[object, ...]] = []
    for row in game.rows:
        node = game.nodes[row.node]
        found.append((str(node.turn), row.depth, node.comment, str(node.marks), game.is_on_line(node)))
    return found


def test_results_that_were_settled_travel() -> None:
    """A resignation and an agreed draw, also where one has gone back since."""
    game = Game().play("+D3").play("+D5").resign("W")
    assert there_and_back(game).result == "B"
    assert state(there_and_back(game.goto(1))) == state(game)
    assert there_and_back(Game().agree_draw()).result == "draw"


@pytest.mark.parametrize("done", [[], ["C3"], ["C3", "E5"], ["C3", "E5", "B"]])
def test_an_open_start_travels(done: list[str]) -> None:
    """At each of its steps (R5)."""
    game = Game("open", layout="hex5")
    for i, what in enumerate(done):
        if i < 2:
            game.place(what)
        else:
            game.choose(what)
    assert state(there_and_back(game)) == state(game)


def test_a_game_after_an_open_start_travels() -> None:
    """With its seats."""
    game = Game("open").place("C3").place("E5").choose("B").play("+C4")
    back = there_and_back(game)
    assert state(back) == state(game)
    assert back.opening is not None
    assert back.opening.seats == {"W": "first", "B": "second"}


def test_the_first_answer_has_all_that_a_board_is_drawn_from() -> None:
    """The traits of the widget, and whether a level searches."""
    first = json.loads(GamePage(options(Game(), "legal")).first())
    assert set(first) == {"snapshot", "discs", "wording", "search", "lost"}
    assert first["snapshot"]["position"] == "adaptoid w 0,0 W:D2 B:D6"
    assert (first["snapshot"]["board"], first["snapshot"]["aids"]) == ("p1", "legal")
    assert len(first["discs"]["cells"]) == 37
    assert first["wording"]["language"] == "en"
    assert first["wording"]["ui"] == UI


def ask(page: GamePage, **intent: Any) -> Json:
    """One intent as a board sends it."""
    answer: Json = json.loads(page.handle(json.dumps({"id": "v-1", "rev": page.session.rev, **intent})))
    return answer


def test_a_turn_brings_a_snapshot_and_a_reply() -> None:
    """And nothing that has not changed."""
    answer = ask(GamePage(options(Game())), kind="grow", at="D3", what="new")
    assert set(answer) == {"snapshot", "reply"}
    assert answer["snapshot"]["position"] == "adaptoid b 0,0 W:D2,D3 B:D6"
    assert answer["reply"] == {"type": "reply", "id": "v-1", "rev": 1, "ok": True}


def test_a_refusal_brings_its_reason_alone() -> None:
    """The board stays as it is."""
    answer = ask(GamePage(options(Game())), kind="why", at="D6")
    assert set(answer) == {"reply"}
    assert answer["reply"]["ok"] is False
    assert answer["reply"]["text"] == "The adaptoid on D6 is Black’s; it is White’s turn."


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", '"x"', "{}", '{"id": 1}', '{"id": 1, "rev": 0, "kind": "fly"}']
)
def test_whatever_comes_is_answered(text: str) -> None:
    """A message that is no intent, or no JSON at all, is refused and harms nothing."""
    page = GamePage(options(Game()))
    reply = json.loads(page.handle(text))["reply"]
    assert reply["ok"] is False
    assert reply["text"]
    assert ask(page, kind="grow", at="D3", what="new")["reply"]["ok"] is True


def test_a_failure_of_our_own_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board would wait for ever otherwise."""
    page = GamePage(options(Game()))

    def fail(session: object, intent: object) -> Json:
        raise MemoryError("no room")

    monkeypatch.setattr("adaptoid_widget.core.page.endpoint.handle", fail)
    reply = ask(page, kind="undo")["reply"]
    assert (reply["id"], reply["ok"], reply["code"]) == ("v-1", False, "failed")
    assert "MemoryError: no room" in reply["text"]


def test_what_is_kept_opens_the_same_game_again() -> None:
    """As after a reload, in the middle of a turn."""
    page = GamePage(options(Game("adaptoid w 0,0 W:D2LP B:D6")))
    ask(page, kind="move", **{"from": "D2", "to": "D3"})
    again = GamePage(options(Game("adaptoid w 0,0 W:D2LP B:D6")), page.keep())
    assert str(again.session.position) == "adaptoid w+ 0,0 W:D3LP B:D6"
    assert again.session.undo()
    assert str(again.session.position) == "adaptoid w 0,0 W:D2LP B:D6"


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "[]",
        "7",
        "{}",
        '{"start": "adaptoid w"}',
        '{"start": "adaptoid w 0,0 W:D2 B:D6", "first": ["", ""], "headers": [], "rows": [[0, "+G7", "", ""]]}',
        '{"start": "adaptoid w 0,0 W:D2 B:D6", "first": ["", ""], "headers": [], "rows": [[7, "+D3", "", ""]]}',
        '{"start": "adaptoid w 0,0 W:D2 B:D6", "turns": ["+D3"]}',
    ],
)
def test_what_was_kept_badly_is_left_alone(kept: str) -> None:
    """The page's own game is always there."""
    page = GamePage(options(Game("adaptoid w 0,0 W:D2LP B:D6")), kept)
    assert page.session.position == Position.from_text("adaptoid w 0,0 W:D2LP B:D6")


WORDS = {
    "sentences": {**SENTENCES, "color.W": "Weiß", "news.new": "{color}: {cell}."},
    "ui": {**UI, "ui.undo": "Zurück"},
}
OTHERS = "xx\nXish\n" + json.dumps(WORDS) + "\0yy\nYish\nnobody reads what nobody speaks"


@pytest.fixture
def languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page adds to the languages is forgotten after the test."""
    for name in ("_names", "_words", "_wordings"):
        monkeypatch.setattr(LANGUAGES, name, copy.copy(getattr(LANGUAGES, name)))


@pytest.mark.usefixtures("languages")
def test_a_page_speaks_the_languages_that_it_is_given() -> None:
    """From the first answer, live, and again when the page is loaded again."""
    told = json.dumps({**json.loads(options(Game())), "language": "xx"})
    page = GamePage(told, "", OTHERS)
    first = json.loads(page.first())
    assert first["wording"]["language"] == "xx"
    assert first["wording"]["ui"]["ui.undo"] == "Zurück"
    assert ["xx", "Xish"] in first["wording"]["languages"]
    grown = json.loads(
        page.handle(json.dumps({"id": 1, "rev": 0, "kind": "grow", "what": "new", "at": "D3"}))
    )
    assert grown["snapshot"]["news"] == "Weiß: D3."
    assert "wording" not in grown
    said = json.loads(page.handle(json.dumps({"id": 2, "rev": 1, "kind": "language", "to": "en"})))
    assert said["reply"]["ok"]
    assert said["wording"]["ui"] == UI
    assert said["snapshot"]["news"] == "White grew a new adaptoid on D3."
    again = GamePage(told, page.keep(), OTHERS)
    assert json.loads(again.first())["wording"]["language"] == "en"


@pytest.mark.usefixtures("languages")
def test_what_was_spoken_on_a_page_in_another_language_does_not_count() -> None:
    """Pages of one content share what is kept; each speaks its own language, or what was chosen on it."""
    english = options(Game())
    other = json.dumps({**json.loads(english), "language": "xx"})

    def spoken(page: GamePage) -> str:
        return str(json.loads(page.first())["wording"]["language"])

    page = GamePage(english, "", OTHERS)
    ask(page, kind="grow", at="D3", what="new")
    page = GamePage(other, page.keep(), OTHERS)
    assert spoken(page) == "xx"
    assert str(page.session.position) == "adaptoid b 0,0 W:D2,D3 B:D6"
    ask(page, kind="language", to="en")
    ask(page, kind="undo")
    kept = page.keep()
    assert [spoken(GamePage(made, kept, OTHERS)) for made in (english, other)] == ["en", "en"]
    page = GamePage(english, kept, OTHERS)
    ask(page, kind="language", to="xx")
    page = GamePage(other, page.keep(), OTHERS)
    assert spoken(page) == "en"
    ask(page, kind="language", to="xx")
    assert spoken(GamePage(english, page.keep(), OTHERS)) == "xx"


@pytest.mark.parametrize("spoken", [{"en": "tlh"}, {"en": 7}, {"en": ["de"]}, "en", 7, None])
def test_a_language_that_was_kept_and_is_gone(spoken: object) -> None:
    """The game stays, in the page's own language."""
    page = GamePage(options(Game()))
    page.handle(json.dumps({"id": 1, "rev": 0, "kind": "grow", "what": "new", "at": "D3"}))
    kept = json.dumps({**json.loads(page.keep()), "spoken": spoken})
    again = json.loads(GamePage(options(Game()), kept).first())
    assert again["wording"]["language"] == "en"
    assert again["snapshot"]["position"] == "adaptoid b 0,0 W:D2,D3 B:D6"
