"""A shared page: a session that is used by JSON messages, and games packed as JSON."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from adaptoid_widget import Game, Player, Position, puzzles
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.i18n.en_messages import SENTENCES
from adaptoid_widget.core.i18n.en_ui import UI
from adaptoid_widget.core.page.endpoint import PageEndpoint
from adaptoid_widget.core.page.game_page import GamePage
from adaptoid_widget.core.page.lesson_page import LessonPage
from adaptoid_widget.core.page.puzzle_page import PuzzlePage
from adaptoid_widget.core.page.runtime import Runtime
from adaptoid_widget.core.page.stored_game import read_stored, stored_game
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.search.deepening import Progress
from adaptoid_widget.core.search.remote_search import RemoteSearch
from adaptoid_widget.core.search.runner import SearchListener, SearchNews, SearchRequest, SearchRunner
from adaptoid_widget.core.session.analyst import PositionAnalyst
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import VIEW_COUNTS, VIEW_SENTENCES, Session
from adaptoid_widget.core.tactics.weak_players import choose
from adaptoid_widget.core.teaching.lesson import make_lesson, make_step
from adaptoid_widget.core.teaching.rich_text import plain, prose
from adaptoid_widget.core.wire.intent_fields import Json
from adaptoid_widget.engine.analysis import Analysis, threat
from adaptoid_widget.engine.annotate import annotate
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.engine.weights import weights_of
from adaptoid_widget.export.page_contents import lesson_options
from adaptoid_widget.layouts import data as named_boards
from adaptoid_widget.lessons import load
from tests.core.game.test_variations import random_tree
from tests.core.session.test_computer_players import WEIGHTS, Host
from tests.repetitions import nightly

# all words of the controls in a page
ENGLISH_UI = {
    **UI,
    **{code: SENTENCES[code] for code in VIEW_SENTENCES},
    **{code: text for code, text in SENTENCES.items() if code.startswith(VIEW_COUNTS)},
    "ui.silent": SENTENCES["page.silent"],
}


def options(game: Game, aids: str = "full") -> str:
    """Return the options that a page is opened with."""
    return json.dumps({"game": stored_game(game), "aids": aids, "board": "p1"})


def round_trip(game: Game) -> Game:
    """Pack a game as JSON text and unpack it."""
    return read_stored(json.loads(json.dumps(stored_game(game))))


def state(game: Game) -> Json:
    """Return the parts of a game that packing must keep."""
    return {
        "line": [(str(node.turn), str(node.position), node.gone, node.verdict) for node in game.line],
        "at": game.ply,
        "position": str(game.position) if game.started else "",
        "half": str(game.half_turn),
        "result": game.result,
        "opening": None if game.opening is None else (game.opening.done, str(game.opening.layout)),
    }


def random_game(seed: int, variant: str) -> Game:
    """Return a random game at a random place in it, perhaps in the middle of a turn."""
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
def test_a_game_round_trips(variant: str) -> None:
    """Packing keeps the line, the place in it and a half turn."""
    halves = 0
    for seed in range(12):
        game = random_game(seed, variant)
        halves += game.half is not None
        assert state(round_trip(game)) == state(game)
    assert halves > 1


@pytest.mark.parametrize("seed", range(8))
def test_variations_and_notes_round_trip(seed: int) -> None:
    """Packing keeps the tree in its order, comments, marks, headers and the place in the game."""
    game = random_tree(seed)
    dice = random.Random(seed)
    game.draw_seats(("Ann", "Ben"), seed)
    for row in dice.sample(game.rows, 5):
        game.select(row.node)
        game.comment = f"turn {row.node} <b>\n足"
        game.marks = 'ring(D4) label(D5,"!")'
    game.goto(dice.randint(0, game.length))
    back = round_trip(game)
    assert tree(back) == tree(game)
    assert (list(back.headers.items()), back.ply) == (list(game.headers.items()), game.ply)
    assert [node.ply for node in back.line] == [node.ply for node in game.line]
    assert str(back.position) == str(game.position)


def tree(game: Game) -> list[tuple[object, ...]]:
    """Return all rows with their comments and marks, and whether they are on the current line."""
    rows: list[tuple[object, ...]] = []
    for row in game.rows:
        node = game.nodes[row.node]
        rows.append((str(node.turn), row.depth, node.comment, str(node.marks), game.is_on_line(node)))
    return rows


# what a page stored before it stored records: the turns with the number of the turn before each, comments and marks
EARLIER_GAME: Json = {
    "headers": [["White", "Ann"], ["Black", "level 2"]],
    "start": "adaptoid w 0,0 W:D2 B:D6",
    "first": ["The start.", "ring(D4)"],
    "rows": [
        [0, "+D3", "", "", "?"],
        [1, "D6+L", "Mine:\n<b>", 'label(D5,"!")', ""],
        [2, ["resigned", "W", None], "", ""],
        [1, "+D5", "", "", ""],
    ],
    "line": 2,
    "at": 2,
    "half": None,
    "levels": {"B": 2},
    "level_1": [7, True],
    "spoken": {"en": "en"},
}
EARLIER_OPEN: Json = {
    "headers": [],
    "first": ["", "ring(C3)"],
    "rows": [],
    "half": None,
    "open": ["adaptoid", "hex5", ["weaker-dies"], ["C3"], ["Ann", "Ben"]],
    "levels": {},
    "level_1": [7, False],
    "spoken": {"en": "en"},
}


def test_a_game_stored_by_an_earlier_version_is_rewritten_as_a_record() -> None:
    """The tree, the notes, the place and the players stay."""
    page = GamePage(options(Game()), json.dumps(EARLIER_GAME))
    game = page.session.game
    assert (game.ply, game.nodes[0].comment, str(game.marks)) == (2, "The start.", 'label(D5,"!")')
    assert game.players == {"W": "Ann", "B": "level 2"}
    ask(page, kind="goto", at=1)
    stored = json.loads(page.keep())
    assert "\n".join(stored["record"]) == game.to_record()
    assert stored["record"][7:] == [
        *("1 +D3", "2 D6+L", "; Mine:", "; <b>", '% label(D5,"!")', "  2 +D5", "3 W resigns", "= B", "")
    ]
    assert set(stored) == {"record", "line", "at", "glyphs", "levels", "level_1", "spoken"}
    again = GamePage(options(Game()), json.dumps(stored)).session.game
    assert tree(again) == tree(game)
    assert (again.ply, again.nodes[1].glyph, again.line[-1].ply) == (1, "?", 3)


def test_an_earlier_half_turn_and_open_start_are_read() -> None:
    half = {**EARLIER_GAME, "start": "adaptoid w 0,0 W:D2L B:D6", "rows": [], "line": 0, "at": 0}
    page = GamePage(options(Game()), json.dumps({**half, "half": "D2-D3"}))
    assert str(page.session.position) == "adaptoid w+ 0,0 W:D3L B:D6"
    opened = GamePage(options(Game()), json.dumps(EARLIER_OPEN)).session.game
    assert opened.opening is not None
    assert (opened.opening.done, list(opened.opening.names)) == (["C3"], ["Ann", "Ben"])
    assert state(read_stored(json.loads(json.dumps(stored_game(opened))))) == state(opened)


@pytest.mark.parametrize("steps", ["-1", "-1e999", "NaN", "0.5", "1e999", "true"])
def test_an_open_start_goes_back_to_its_beginning_at_most(steps: str) -> None:
    stored = GamePage(options(Game("open"))).keep().replace('"open": 0', f'"open": {steps}')
    assert GamePage(options(Game()), stored).session.game.opening is not None


@pytest.mark.parametrize("damaged", ["[" * 100_000, '{"a":' * 100_000, '"level_1": [1e999, false]'])
def test_a_damaged_state_does_not_keep_a_page_from_opening(damaged: str) -> None:
    kept = GamePage(options(Game())).keep()
    stored = kept.replace('"level_1": [0, false]', damaged) if damaged[0] == '"' else damaged
    assert stored != kept
    assert GamePage(options(Game()), stored).keep() == kept


def test_the_open_start_of_a_game_can_be_redone() -> None:
    """The turns that were taken back stay, too."""
    game = Game("open").place("C3").place("E5").choose("B").play("+C4")
    while game.can_undo:
        game.undo()
    back = round_trip(game)
    assert state(back) == state(game)
    while back.redo():
        pass
    assert [str(turn) for turn in back.turns] == ["+C4"]


def test_settled_results_round_trip() -> None:
    """Packing keeps a resignation, also after going back, and an agreed draw."""
    game = Game().play("+D3").play("+D5").resign("W")
    assert round_trip(game).result == "B"
    assert state(round_trip(game.goto(1))) == state(game)
    assert round_trip(Game().agree_draw()).result == "draw"


@pytest.mark.parametrize("choices", [[], ["C3"], ["C3", "E5"], ["C3", "E5", "B"]])
def test_an_open_start_round_trips(choices: list[str]) -> None:
    """Packing keeps an open start (R5) at each of its steps."""
    game = Game("open", layout="hex5")
    for i, choice in enumerate(choices):
        if i < 2:
            game.place(choice)
        else:
            game.choose(choice)
    assert state(round_trip(game)) == state(game)


def test_a_game_after_an_open_start_round_trips() -> None:
    """Packing keeps the seats."""
    game = Game("open").place("C3").place("E5").choose("B").play("+C4")
    back = round_trip(game)
    assert state(back) == state(game)
    assert back.opening is not None
    assert back.opening.seats == {"W": "first", "B": "second"}


def test_the_first_answer_has_all_data_of_the_board() -> None:
    """The answer has the data of the widget and the search of a computer player."""
    first = json.loads(GamePage(options(Game(), "legal")).first())
    assert set(first) == {"snapshot", "discs", "wording", "bad_address", "notes"}
    assert first["snapshot"]["position"] == "adaptoid w 0,0 W:D2 B:D6"
    assert (first["snapshot"]["board"], first["snapshot"]["aids"]) == ("p1", "legal")
    assert len(first["discs"]["cells"]) == 37
    assert first["wording"]["language"] == "en"
    # the page has its own sentence for a Python that does not answer, since it has no notebook cell
    assert first["wording"]["ui"] == ENGLISH_UI


@pytest.mark.parametrize("link", [Game().play("+D3").to_record(), "adaptoid b 0,0 W:D2,D3 B:D6"])
def test_people_have_all_colours_in_a_linked_game(link: str) -> None:
    """A linked game ignores the levels of the page. A level chosen later is saved.

    A level that the game names as a player plays on.
    """
    content = {**json.loads(options(Game())), "levels": {"B": 3}}
    assert GamePage(json.dumps(content)).opponents.levels == {"B": 3}
    linked = json.dumps({**content, "link": link})
    page = GamePage(linked)
    assert page.opponents.levels == {}
    assert str(page.session.position).startswith("adaptoid b ")
    page.opponents.set_level("B", 2)
    ask(page, kind="go")
    assert GamePage(linked, page.keep()).opponents.levels == {"B": 2}
    named = Game().play("+D3")
    named.headers["Black"] = "level 2"
    page = GamePage(json.dumps({**content, "link": named.to_record()}))
    assert page.opponents.levels == {"B": 2}


def test_a_link_to_a_damaged_game_reports_the_problem_like_a_file() -> None:
    """The page opens the legal part. The message disappears when the game goes on."""
    record = "adaptoid-record 1\nStart: adaptoid w 0,0 W:D2 B:D6\n\n1 +D3\n2 +C6\n3 +A1\n= *\n"
    linked = json.dumps({**json.loads(options(Game())), "link": record})
    page = GamePage(linked)
    assert (page.session.game.length, json.loads(page.first())["bad_address"]) == (2, False)
    opened = ask(GamePage(options(Game())), kind="open", text=record)["reply"]["text"]
    assert json.loads(page.first())["notes"] == opened
    assert opened.endswith("Turn 3, +A1, is not legal: No adaptoid of yours touches A1.")
    ask(page, kind="undo")
    assert json.loads(GamePage(linked, page.keep()).first())["notes"] == ""
    assert json.loads(GamePage(options(Game())).first())["notes"] == ""


def test_a_link_to_a_game_without_a_start_leaves_the_page_as_it_was() -> None:
    """The page says why, and goes on with its own game, also with a stored one."""
    record = "adaptoid-record 1\nStart: adaptoid w 0,0 W:D2 B:D2\n\n1 +D3\n= *\n"
    linked = json.dumps({**json.loads(options(Game())), "link": record})
    page = GamePage(linked)
    for opened in (page, GamePage(linked, page.keep())):
        first = json.loads(opened.first())
        assert first["bad_address"] is True
        assert first["notes"] == "The start of this game cannot be read. The board stays as it was."
        assert first["snapshot"]["position"] == "adaptoid w 0,0 W:D2 B:D6"
    damaged = GamePage(json.dumps({**json.loads(options(Game())), "link": "adaptoid w 0,0 W:Z9 B:D2"}))
    assert (damaged.bad_address, damaged.notes) == (True, "")


def ask(page: PageEndpoint, **intent: Any) -> Json:
    """Send an intent as a board does and return the answer."""
    answer: Json = json.loads(page.handle(json.dumps({"id": "v-1", "rev": page.session.rev, **intent})))
    return answer


def test_a_turn_brings_a_snapshot_and_a_reply() -> None:
    """The answer leaves out what has not changed."""
    answer = ask(GamePage(options(Game())), kind="grow", at="D3", what="new")
    assert set(answer) == {"snapshot", "reply"}
    assert answer["snapshot"]["position"] == "adaptoid b 0,0 W:D2,D3 B:D6"
    assert answer["reply"] == {"type": "reply", "id": "v-1", "rev": 1, "ok": True}


def test_a_long_text_comes_in_pieces() -> None:
    page = GamePage(options(Game()))
    answer = ask(page, kind="open", text=["adaptoid w 0,0 ", "W:D2,D3", " B:D6"])
    assert answer["snapshot"]["position"] == "adaptoid w 0,0 W:D2,D3 B:D6"
    damaged: list[list[object]] = [["adaptoid", 5], [[]], [None]]
    for pieces in damaged:
        assert ask(page, kind="open", text=pieces)["reply"]["code"] == "bad-message"


@pytest.mark.parametrize("clock", ["1e999", "-1e999", "NaN", "-5", "1" + "0" * 400, "true", '"7"', "[]"])
def test_only_a_number_of_seconds_is_a_time(clock: str) -> None:
    page = LessonPage(json.dumps(lesson_options(load("fork"), "en")))
    ask(page, kind="lesson", what="go", clock=7)
    intent = json.dumps({"id": "v-1", "rev": page.session.rev, "kind": "language", "to": "en"})
    answer = json.loads(page.handle(f'{intent[:-1]}, "clock": {clock}}}'))
    assert answer["reply"]["ok"]
    assert page.seconds == (1 if clock == "true" else 7)


@pytest.mark.parametrize("field", ["mode", "tactic", "name"])
def test_puzzles_are_chosen_by_texts(field: str) -> None:
    bundled = [list(puzzle[:-1]) for puzzle in puzzles.load()]
    content = {"puzzles": bundled, "sentences": puzzles.sentences(), "boards": named_boards(), "board": "p1"}
    page = PuzzlePage(json.dumps(content))
    kept = page.keep()
    for value in (None, 0, [], {}, [1], {"a": 1}):
        answer = ask(page, kind="puzzles", **{"mode": "endless", field: value})
        assert answer["reply"]["code"] == "bad-message"
    assert (page.keep() or kept) == kept


def test_a_refusal_brings_only_a_reply() -> None:
    """The reply has the reason, and there is no snapshot."""
    answer = ask(GamePage(options(Game())), kind="why", at="D6")
    assert set(answer) == {"reply"}
    assert answer["reply"]["ok"] is False
    assert answer["reply"]["text"] == "The adaptoid on D6 is Black’s; it is White’s turn."


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", '"x"', "{}", '{"id": 1}', '{"id": 1, "rev": 0, "kind": "fly"}']
)
def test_malformed_messages_are_refused(text: str) -> None:
    """The page refuses a message that is no intent or no JSON, and answers the next one."""
    page = GamePage(options(Game()))
    reply = json.loads(page.handle(text))["reply"]
    assert reply["ok"] is False
    assert reply["text"]
    assert ask(page, kind="grow", at="D3", what="new")["reply"]["ok"] is True


def test_an_internal_error_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an answer, the board would wait for ever."""
    page = GamePage(options(Game()))

    def fail(session: object, intent: object) -> Json:
        raise MemoryError("no room")

    monkeypatch.setattr("adaptoid_widget.core.page.endpoint.handle", fail)
    reply = ask(page, kind="undo")["reply"]
    assert (reply["id"], reply["ok"], reply["code"]) == ("v-1", False, "failed")
    assert "MemoryError: no room" in reply["detail"]


def test_saved_data_opens_the_same_game_again() -> None:
    """A page is reloaded in the middle of a turn."""
    page = GamePage(options(Game("adaptoid w 0,0 W:D2LP B:D6")))
    ask(page, kind="move", **{"from": "D2", "to": "D3"})
    reloaded = GamePage(options(Game("adaptoid w 0,0 W:D2LP B:D6")), page.keep())
    assert str(reloaded.session.position) == "adaptoid w+ 0,0 W:D3LP B:D6"
    assert reloaded.session.undo()
    assert str(reloaded.session.position) == "adaptoid w 0,0 W:D2LP B:D6"


@pytest.mark.parametrize(
    "stored",
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
def test_bad_saved_data_is_ignored(stored: str) -> None:
    """The page shows its own game."""
    page = GamePage(options(Game("adaptoid w 0,0 W:D2LP B:D6")), stored)
    assert page.session.position == Position.from_text("adaptoid w 0,0 W:D2LP B:D6")


WORDS = {
    "sentences": {**SENTENCES, "color.W": "Weiß", "news.new": "{color}: {cell}."},
    "ui": {**UI, "ui.undo": "Zurück"},
}
VALUES: Json = {part: [words[key] for key in sorted(words)] for part, words in WORDS.items()}
# one form of a plural is missing, and one is there that English lacks
VALUES["sentences"][sorted(SENTENCES).index("count.blunders.one")] = None
VALUES["more"] = {"sentences": {"count.blunders.few": "{n} wenige"}, "ui": {}}
MORE_LANGUAGES = "xx\nXish\n" + json.dumps(VALUES) + "\0yy\nYish\nnobody reads what nobody speaks"


def speaking(page_options: str, stored: str) -> GamePage:
    """A page with more languages."""
    page = Runtime(MORE_LANGUAGES).open("game", page_options, stored)
    assert isinstance(page, GamePage)
    return page


@pytest.fixture
def languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the languages that a page added, after the test."""
    for name in ("_names", "_words", "_wordings"):
        monkeypatch.setattr(LANGUAGES, name, copy.copy(getattr(LANGUAGES, name)))


@pytest.mark.usefixtures("languages")
def test_a_page_uses_the_languages_that_it_is_given() -> None:
    """The page uses its language from the first answer. A language chosen later is used at once and after a reload."""
    xish_options = json.dumps({**json.loads(options(Game())), "language": "xx"})
    page = speaking(xish_options, "")
    first = json.loads(page.first())
    assert first["wording"]["language"] == "xx"
    assert first["wording"]["ui"]["ui.undo"] == "Zurück"
    assert ["xx", "Xish"] in first["wording"]["languages"]
    sentences = LANGUAGES.wording("xx").sentences
    assert "count.blunders.one" not in sentences
    assert sentences["count.blunders.few"] == "{n} wenige"
    grown = json.loads(
        page.handle(json.dumps({"id": 1, "rev": 0, "kind": "grow", "what": "new", "at": "D3"}))
    )
    assert grown["snapshot"]["news"] == "Weiß: D3."
    assert "wording" not in grown
    answer = json.loads(page.handle(json.dumps({"id": 2, "rev": 1, "kind": "language", "to": "en"})))
    assert answer["reply"]["ok"]
    assert answer["wording"]["ui"] == ENGLISH_UI
    assert answer["snapshot"]["news"] == "White grew a new adaptoid on D3."
    reloaded = speaking(xish_options, page.keep())
    assert json.loads(reloaded.first())["wording"]["language"] == "en"


@pytest.mark.usefixtures("languages")
def test_a_language_chosen_on_a_page_does_not_change_pages_in_other_languages() -> None:
    """Pages with the same content share saved data. Each uses its own language or the one chosen on it."""
    english = options(Game())
    other = json.dumps({**json.loads(english), "language": "xx"})

    def spoken(page: GamePage) -> str:
        return str(json.loads(page.first())["wording"]["language"])

    page = speaking(english, "")
    ask(page, kind="grow", at="D3", what="new")
    page = speaking(other, page.keep())
    assert spoken(page) == "xx"
    assert str(page.session.position) == "adaptoid b 0,0 W:D2,D3 B:D6"
    ask(page, kind="language", to="en")
    ask(page, kind="undo")
    stored = page.keep()
    assert [spoken(speaking(page_options, stored)) for page_options in (english, other)] == [
        "en",
        "en",
    ]
    page = speaking(english, stored)
    ask(page, kind="language", to="xx")
    page = speaking(other, page.keep())
    assert spoken(page) == "en"
    ask(page, kind="language", to="xx")
    assert spoken(speaking(english, page.keep())) == "xx"


@pytest.mark.parametrize("spoken", [{"en": "tlh"}, {"en": 7}, {"en": ["de"]}, "en", 7, None])
def test_a_saved_language_that_is_unknown_is_ignored(spoken: object) -> None:
    """The page keeps the game and uses its own language."""
    page = GamePage(options(Game()))
    page.handle(json.dumps({"id": 1, "rev": 0, "kind": "grow", "what": "new", "at": "D3"}))
    stored = json.dumps({**json.loads(page.keep()), "spoken": spoken})
    reloaded = json.loads(GamePage(options(Game()), stored).first())
    assert reloaded["wording"]["language"] == "en"
    assert reloaded["snapshot"]["position"] == "adaptoid b 0,0 W:D2,D3 B:D6"


# -- analysis and review -----------------------------------------------------------------------------------------------

BUSY = "adaptoid w+ 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
RED = "adapt3 w 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"
WINS = "adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6"


def searching(start: Game | str, **options: Any) -> GamePage:
    """Return a page whose host can search."""
    game = Game(start) if isinstance(start, str) else start
    return GamePage(
        json.dumps({"game": stored_game(game), "aids": "full", "board": "p1", "weights": WEIGHTS, **options})
    )


class Worker:
    """Stands for the worker of a search in a page: answers its requests."""

    def __init__(self, purpose: str) -> None:
        self._purpose = purpose
        self._asked: SearchRequest | None = None
        self._host: Host | None = None

    def answer(self, page: GamePage | LessonPage) -> Json:
        """Answer the request of the search under way. Return what the page answers."""
        assert page.runner is not None
        request, asked = page.runner.requests[self._purpose], page.runner.asked(self._purpose)
        assert asked is not None
        if self._host is None or asked is not self._asked:
            self._asked, self._host = asked, Host(asked.position)
        answer = self._host.answer(request["request"])
        return send(page, kind="searched", number=request["number"], answer=answer)


def is_searching(page: GamePage | LessonPage, purpose: str) -> bool:
    assert page.runner is not None
    return page.runner.asked(purpose) is not None


def analysed(page: GamePage, depth: int) -> Json:
    """Answer requests until the search has reached `depth`, and return what the page shows."""
    analyst = page.analyst
    assert analyst is not None
    worker = Worker("analysis")
    while (analyst.shown.get("found") or {}).get("depth", 0) < depth:
        worker.answer(page)
    return analyst.shown


def run(search: RemoteSearch) -> RemoteSearch:
    """Answer all requests of a search and return it."""
    host = Host(search.asked.position)
    while not search.done:
        search.answer(host.answer(search.request))
    return search


@pytest.mark.parametrize("text", [BUSY, RED, WINS])
def test_a_page_searches_like_the_engine(text: str) -> None:
    """With equal limits, the page and the engine find the same turns, scores and lines."""
    position = Position.from_text(text)
    cases: list[tuple[int, dict[str, Any]]] = [
        (1, {"depth": 3}),
        (3, {"nodes": 20_000}),
        (3, {"depth": 2, "seed": 5}),
    ]
    for lines, limits in cases:
        on_page = run(
            RemoteSearch(SearchRequest(position, lines=lines, megabytes=32, **limits), WEIGHTS)
        ).progress
        in_engine = Searcher(32).search(position, lines=lines, **limits)
        assert on_page == in_engine.progress


@pytest.mark.parametrize("text", [BUSY, RED])
def test_a_page_shows_the_analysis_of_the_engine(text: str) -> None:
    """The analysis has the same form and values, so that the same front end can show it."""
    position = Position.from_text(text)
    page = searching(text)
    assert ask(page, kind="threats")["reply"]["ok"]
    assert ask(page, kind="analyse")["analyst"]["searching"]
    result = analysed(page, 2)["found"]
    analysis = Analysis(Searcher(32).search(position, depth=2, lines=3))
    assert [line["turns"] for line in result["lines"]] == [list(line.turns) for line in analysis.lines]
    assert [line["score"] for line in result["lines"]] == [line.score for line in analysis.lines]
    assert dict(result["shares"]) == pytest.approx(analysis.shares)
    known = threat(position)
    assert known is not None
    assert (result["threat"]["turns"], result["threat"]["color"]) == (list(known.turns), known.color)
    assert (result["compiled"], result["turn"], result["depth"]) == (True, position.turn, 2)


def test_an_analysis_in_a_page_follows_the_board() -> None:
    """A new position starts a new search. A page that is hidden, in the editor or switched off does not search."""
    page = searching(BUSY)
    analyst = page.analyst
    assert analyst is not None
    assert ask(page, kind="analyse")["searches"]["analysis"]["request"]["do"] == "list"
    number = analysed(page, 1)["found"]["depth"]
    assert number == 1
    assert page.runner is not None
    old = page.runner.requests["analysis"]
    answer = ask(page, kind="grow", at="B4", what="leg")
    assert (answer["searches"]["analysis"]["request"]["do"], answer["analyst"]["found"]) == ("list", None)
    assert ask(page, kind="searched", number=old["number"], answer={"cells": "0 0"})["reply"]["ok"]
    assert analyst.shown["found"] is None
    assert ask(page, kind="analyse", view="v", visible=False)["searches"] == {}
    assert (
        ask(page, kind="analyse", view="v", visible=True)["searches"]["analysis"]["request"]["do"] == "list"
    )
    assert ask(page, kind="edit", what="open")["searches"] == {}
    ask(page, kind="edit", what="close")
    assert is_searching(page, "analysis")
    off = ask(page, kind="analyse")
    assert (off["searches"], off["analyst"]) == ({}, {})


def test_a_hint_in_a_page_has_two_steps() -> None:
    page = searching(WINS)
    assert ask(page, kind="hint")["analyst"]["searching"]
    analyst = page.analyst
    assert analyst is not None
    worker = Worker("analysis")
    while is_searching(page, "analysis"):
        worker.answer(page)
    assert analyst.shown["hint"] == {"taken": 1, "turn": "+D4", "words": "grow on D4 (+D4)"}
    assert ask(page, kind="hint")["analyst"]["hint"] == {
        "taken": 2,
        "turn": "+D4",
        "words": "grow on D4 (+D4)",
    }


class Listened(SearchRunner):
    """A runner for which the test says what a search finds."""

    def run(self, purpose: str, request: SearchRequest, listener: SearchListener) -> None:  # noqa: ARG002
        self._asked: tuple[SearchRequest, SearchListener] | None = (request, listener)

    def cancel(self, purpose: str) -> None:  # noqa: ARG002
        self._asked = None

    def weights(self, players: int) -> tuple[int, ...]:
        return tuple(weights_of(players))

    def report(self, depth: int, best: dict[str, int], done: bool = False) -> None:
        """Report the best turns of a depth, with their scores in hundredths of an adaptoid."""
        assert self._asked is not None
        request, listener = self._asked
        turns: list[tuple[Turn, ...]] = [(Turn.from_text(text),) for text in best]
        scores = list(best.values())
        progress = Progress(depth, 100, "depth", [(0, 0)] * len(best), scores, ["="] * len(best), turns)
        news = SearchNews(request, progress, done)
        assert request.prepare is not None
        news.prepared = request.prepare(news)
        listener(news)


def hinting(*kinds: str) -> tuple[Session, PositionAnalyst, Listened]:
    """A session with an analyst that was asked with intents."""
    session, runner = Session(Game(Position.from_text(BUSY))), Listened()
    analyst = PositionAnalyst(session, runner)
    for kind in kinds:
        assert handle(session, {"id": 1, "rev": session.rev, "kind": kind})["ok"]
    return session, analyst, runner


def test_a_hint_is_shown_when_its_search_has_ended() -> None:
    """Until then it would change with each depth. The second step waits for the first."""
    session, analyst, runner = hinting("hint", "hint")
    for depth, turn in enumerate(("+B3", "E3+L", "+B3"), 1):
        runner.report(depth, {turn: 20 * depth})
        assert (analyst.shown["hint"], analyst.shown["searching"]) == (None, True)
    runner.report(4, {"E3+L": 90}, done=True)
    assert (analyst.shown["hint"]["turn"], analyst.shown["hint"]["taken"]) == ("E3+L", 1)
    assert handle(session, {"id": 1, "rev": session.rev, "kind": "hint"})["ok"]
    assert (analyst.shown["hint"]["turn"], analyst.shown["hint"]["taken"]) == ("E3+L", 2)


def test_a_hint_beside_an_analysis_stays_unless_it_is_refuted() -> None:
    """It is shown once its turn led at three depths, and replaced if it is an adaptoid worse than the best turn."""
    session, analyst, runner = hinting("analyse", "hint")

    def hinted() -> str | None:
        hint = analyst.shown["hint"]
        return None if hint is None else str(hint["turn"])

    runner.report(1, {"+B3": 20, "E3+L": 10})
    runner.report(2, {"E3+L": 30, "+B3": 20})
    runner.report(3, {"E3+L": 30, "+B3": 20})
    assert hinted() is None
    runner.report(4, {"E3+L": 30, "+B3": 20})
    assert hinted() == "E3+L"
    for depth in (5, 6, 7):
        runner.report(depth, {"+B3": 110, "E3+L": 30, "C1+L": 25} if depth % 2 else {"+B3": 40, "C1+L": 35})
        assert hinted() == "E3+L"
        assert analyst.shown["found"]["lines"][0]["turns"] == ["+B3"]
    runner.report(8, {"+B3": 130, "E3+L": 30})
    assert hinted() == "+B3"
    session.game.play(next(session.game.position.turns()))
    assert hinted() is None


def test_a_hint_beside_a_deep_analysis_comes_at_once() -> None:
    session, analyst, runner = hinting("analyse")
    runner.report(5, {"+B3": 20, "E3+L": 10})
    runner.report(6, {"E3+L": 20, "+B3": 10})
    assert handle(session, {"id": 1, "rev": session.rev, "kind": "hint"})["ok"]
    assert analyst.shown["hint"]["turn"] == "E3+L"


@pytest.mark.parametrize("unable", [False, True])
@pytest.mark.parametrize("kind", ["analyse", "hint"])
def test_an_analysis_that_fails_reports_its_error(kind: str, unable: bool) -> None:
    """The game does not change. If no search can run on the page, the snapshot offers no analysis any more."""
    page = searching(BUSY)
    number = ask(page, kind=kind)["searches"]["analysis"]["number"]
    before = page.session.game.position
    answer = ask(page, kind="searched", number=number, failed="it died", unable=unable)
    assert (answer["analyst"]["error"], answer["analyst"]["on"], answer["searches"]) == (
        "it died",
        False,
        {},
    )
    assert answer["analyst"].get("unable", False) is unable
    assert page.session.snapshot()["analyst"] is not unable
    assert page.session.game.position == before
    if not unable:
        assert ask(page, kind=kind)["analyst"]["error"] == ""


def test_the_page_saves_nothing_during_a_search() -> None:
    """Otherwise the page would save the game many times a second."""
    page = searching(BUSY)
    ask(page, kind="grow", at="B4", what="leg")
    assert page.keep()
    number = ask(page, kind="analyse")["searches"]["analysis"]["number"]
    assert page.keep() == ""
    ask(page, kind="searched", number=number, failed="it died", unable=True)
    assert page.keep()


def reviewed(page: GamePage, max_answers: int = 100_000) -> Json:
    """Answer at most `max_answers` requests of a review and return its part of the snapshot."""
    review = page.review
    assert review is not None
    worker = Worker("review")
    while is_searching(page, "review") and max_answers:
        max_answers -= 1
        worker.answer(page)
    return review.trait()


@pytest.mark.slow
@pytest.mark.parametrize("start", ["adaptoid w 0,0 W:D2 B:D6", *nightly(RED)])
def test_a_page_reviews_like_the_engine(start: str) -> None:
    """The page and the engine give the same marks, better turns, comments and variations.

    The game stays at its place, even in the middle of a turn.
    """
    game = Game(start)
    dice = random.Random(2)
    for _ in range(6 if start == RED else 12):
        game.play(dice.choice(list(game.position.turns())))
    game.goto(3)
    move = next(iter(game.position.moves()), None)
    if move is not None:
        game.move(str(move))
    page = searching(game)
    assert ask(page, kind="review")["review"]["running"]
    review = reviewed(page)
    annotated = annotate(game, progress=False)
    assert [row[1:] for row in review["mistakes"]] == [
        [row[name] for name in ("ply", "color", "turn", "mark", "best")]
        for row in annotated.table
        if row["mark"]
    ]
    assert review["mistakes"]
    on_page, in_engine = page.session.game, annotated.game
    assert [node.comment for node in on_page.line] == [node.comment for node in in_engine.line]
    assert [(str(on_page.nodes[row.node].turn), row.depth) for row in on_page.rows] == [
        (str(in_engine.nodes[row.node].turn), row.depth) for row in in_engine.rows
    ]
    assert (on_page.ply, str(on_page.half_turn)) == (3, str(game.half_turn))
    # a page with the record of the game shows the same review without a search
    again = searching(Game.from_record(on_page.to_record()))
    assert again.review is not None
    kept = again.review.trait()
    assert not kept["running"]
    # read from a record, the same positions have other numbers
    assert [row[1:] for row in kept["mistakes"]] == [row[1:] for row in review["mistakes"]]
    nodes = again.session.game.nodes
    assert [str(nodes[node].turn) for node, *_ in kept["mistakes"]] == [row[3] for row in review["mistakes"]]
    assert [nodes[node].comment for node in kept["nodes"]] == [
        on_page.nodes[n].comment for n in review["nodes"]
    ]
    assert not is_searching(again, "review")
    rows = len(on_page.rows)
    ask(page, kind="review")
    assert reviewed(page)["mistakes"] == review["mistakes"]
    assert (len(on_page.rows), [node.comment for node in on_page.line]) == (
        rows,
        [node.comment for node in in_engine.line],
    )


def test_a_stopped_or_failed_review_ends() -> None:
    """The review leaves nothing in the game and can start again."""
    game = Game().play("+D3").play("+D5")
    for end in ("review", "failed", "new", "edit"):
        page = searching(game)
        assert ask(page, kind="review")["searches"]["review"]["request"]["do"] == "list"
        part = reviewed(page, 6)
        assert (part["running"], part["of"]) == (True, 2)
        review = page.review
        assert review is not None
        assert page.runner is not None
        if end == "failed":
            number = page.runner.requests["review"]["number"]
            answer = ask(page, kind="searched", number=number, failed="it died")
            assert answer["review"] == {"running": False, "error": "it died"}
        else:
            answer = ask(page, kind=end, what="open")
            assert answer["review"] == {"running": False, "error": ""}
        assert answer["searches"] == {}
        if end in ("review", "failed"):
            assert stored_game(page.session.game) == stored_game(game)
            assert ask(page, kind="review")["review"]["running"]


@pytest.mark.parametrize("game", [Game(), Game("open"), Game().resign(), Game().agree_draw()])
def test_a_game_without_turns_has_nothing_to_review(game: Game) -> None:
    """A game can also end before its first turn."""
    page = searching(game)
    answer = ask(page, kind="review")
    assert answer["reply"]["code"] == "no-turns"
    assert page.traits()["review"] == {"running": False, "error": ""}


# -- lessons in which a search replies ---------------------------------------------------------------------------------

SEARCH_STEPS = [("adaptoid w 0,0 W:D2 B:D6", 7), (BUSY.replace("w+", "w"), 5), (RED, 8)]


def lesson_page(start: str, level: int, stored: str = "") -> LessonPage:
    """Return a page with a lesson of one step, in which a level replies."""
    goal = Goal.from_text("wins")
    far_step = make_step("far", {"en": prose("Win.")}, start, goal=goal, turns=3, replies=f"level {level}")
    content = make_lesson("far", {"en": "Far"}, [far_step])
    return LessonPage(json.dumps({"lesson": content.pack(), "board": "p1", "weights": WEIGHTS}), stored)


def send(page: PageEndpoint, **intent: Any) -> Json:
    answer: Json = json.loads(page.handle(json.dumps({"id": 1, "rev": page.session.rev, **intent})))
    return answer


def search_replies(page: LessonPage) -> Json:
    """Answer all requests of the searches and return the last answer of the page."""
    answer: Json = {}
    worker = Worker("reply")
    while is_searching(page, "reply"):
        answer = worker.answer(page)
    return answer


@pytest.mark.parametrize(("start", "level"), SEARCH_STEPS)
def test_a_lesson_in_a_page_replies_as_the_computer_player_of_the_level(start: str, level: int) -> None:
    page = lesson_page(start, level)
    turn = str(choose(Position.from_text(start), 1))
    page.session.game.play(turn)
    expected, position = [], page.session.game.position
    while position.turn != start.split(" ")[1].upper():
        expected.append(str(Player(level)(position)))
        position = position.play(expected[-1])
    answer = search_replies(page)
    part = answer["snapshot"]["lesson"]
    assert (part["reply"], part["can"]) == (", ".join(expected), ["go", "back"])
    assert answer["searches"] == {}


def test_a_lesson_in_a_page_drops_a_search_with_its_turn() -> None:
    """Undo ends the search, a late answer changes nothing, and the saved result is read again."""
    page = lesson_page(SEARCH_STEPS[0][0], 7)
    first = send(page, kind="grow", at="D3", what="new")
    assert (first["searches"]["reply"]["request"]["do"], first["snapshot"]["status"]) == (
        "list",
        "Black: level 7 is thinking …",
    )
    assert page.keep()
    undone = send(page, kind="undo")
    assert (undone["searches"], undone["snapshot"]["lesson"]["phase"]) == ({}, "ask")
    late = send(page, kind="searched", number=first["searches"]["reply"]["number"], answer={"codes": [1, 2]})
    assert (late["reply"]["ok"], "snapshot" in late) == (True, False)
    reloaded = send(page, kind="grow", at="C2", what="new")
    assert reloaded["searches"]["reply"]["number"] != first["searches"]["reply"]["number"]
    stored = page.keep()
    opened = lesson_page(SEARCH_STEPS[0][0], 7, stored)
    assert opened.tutor.result == page.tutor.result
    assert (opened.tutor.phase, is_searching(opened, "reply")) == ("ask", False)


@pytest.mark.parametrize("unable", [False, True])
def test_a_lesson_in_a_page_goes_on_without_its_search(unable: bool) -> None:
    page = lesson_page(SEARCH_STEPS[0][0], 7)
    number = send(page, kind="grow", at="D3", what="new")["searches"]["reply"]["number"]
    failed = send(page, kind="searched", number=number, failed="it died", unable=unable)
    part = failed["snapshot"]["lesson"]
    assert (part["reply"], part["can"], failed["searches"]) == ("D6+L", ["go", "back"], {})
    assert "Level 7 cannot search here (it died), so level 3 answers." in str(part["said"])
    send(page, kind="undo")
    reloaded = send(page, kind="grow", at="D3", what="new")
    assert ("searches" not in reloaded) is unable


def test_a_lesson_is_made_of_the_mistakes_of_people() -> None:
    """It asks about mistakes of people only. Computer players wait. The page saves the game, not the lesson."""
    game = Game("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6").play("D3+L").play("C4+L")
    page = searching(game)
    page.opponents.set_level("B", 1)
    assert ask(page, kind="learn", what="start")["reply"]["code"] == "no-mistakes"
    ask(page, kind="review")
    part = reviewed(page)
    assert (part["exercises"], len(part["graph"]), part["nodes"]) == (1, 3, [0, 1, 2])
    assert part["graph"][0] == [1, 0]
    comment = page.session.game.nodes[1].comment
    assert comment.startswith("Blunder: ")
    ask(page, kind="comment", node=1, text="Mine.\n\n" + comment)
    ask(page, kind="language", to="de")
    assert page.session.game.nodes[1].comment.startswith("Mine.\n\nGrober Fehler: ")
    ask(page, kind="language", to="en")
    assert page.session.game.nodes[1].comment == "Mine.\n\n" + comment
    stored = stored_game(page.session.game)
    assert ask(page, kind="analyse")["analyst"]["on"]
    answer: Any = ask(page, kind="learn", what="start")
    # an analysis would show the solution
    assert answer["analyst"] == {}
    assert not is_searching(page, "analysis")
    lesson = lesson_of(page)
    assert (lesson["name"], lesson["count"], lesson["phase"]) == ("review", 1, "ask")
    assert lesson["text"].startswith("Turn 1: White grows a leg on D3 (D3+L). Then Black captures C5 from D5")
    assert lesson["text"].endswith("Find a better turn than the marked one.")
    assert ["D3", "red"] in answer["snapshot"]["marks"]["rings"]
    assert page.session.position == game.turn_at(0).position
    assert page.state()["record"] == stored["record"]
    ask(page, kind="language", to="de")
    assert lesson_of(page)["text"].startswith("Zug 1: Weiß")
    ask(page, kind="language", to="en")
    for kind in ("new", "review", "edit", "redo"):
        assert ask(page, kind=kind)["reply"]["code"] == "learning"
    for _ in range(2):
        answer = ask(page, kind="lesson", what="hint")
    assert ["D4", "green"] in answer["snapshot"]["marks"]["rings"]


def lesson_of(page: GamePage) -> dict[str, Any]:
    """The lesson on the board of a page, with its texts as plain text."""
    part: Any = page.session.snapshot()["lesson"]
    return {**part, "text": plain(part["text"]), "said": plain(part["said"])}


def learning() -> GamePage:
    """A page whose game was reviewed, with the first mistake on the board."""
    page = searching(Game("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6").play("D3+L").play("C4+L"))
    page.opponents.set_level("B", 1)
    ask(page, kind="review")
    reviewed(page)
    assert ask(page, kind="learn", what="start")["reply"]["ok"]
    return page


def replied(page: GamePage) -> dict[str, Any]:
    """The lesson after the reply to a turn was searched, if it had to be, and played."""
    worker = Worker("reply")
    while is_searching(page, "reply"):
        worker.answer(page)
    while lesson_of(page)["phase"] == "reply":
        ask(page, kind="lesson", what="go")
    return lesson_of(page)


def test_a_wrong_turn_gets_the_reply_that_refutes_it() -> None:
    """The review knows the reply to the mistake; a search finds those to other turns. No computer plays meanwhile."""
    page = learning()
    ask(page, kind="grow", at="D3", what="leg")
    assert not is_searching(page, "reply")
    lesson = replied(page)
    assert (lesson["phase"], len(page.session.game.turns)) == ("wrong", 2)
    assert lesson["said"].startswith("Then Black captures C5 from D5")
    ask(page, kind="lesson", what="retry")
    answer = ask(page, kind="grow", at="D3", what="pincer")
    assert answer["snapshot"]["status"] == "Looking for the answer to your turn …"
    assert (lesson_of(page)["phase"], answer["snapshot"]["computer"]) == ("reply", None)
    lesson = replied(page)
    assert lesson["phase"] == "wrong"
    assert lesson["said"]
    assert len(page.session.game.turns) == 2
    ask(page, kind="undo")
    assert lesson_of(page)["phase"] == "ask"


def test_a_search_of_a_reply_ends_when_the_turn_is_taken_back() -> None:
    page = learning()
    ask(page, kind="grow", at="D3", what="pincer")
    assert is_searching(page, "reply")
    ask(page, kind="undo")
    assert not is_searching(page, "reply")
    ask(page, kind="grow", at="D3", what="pincer")
    ask(page, kind="lesson", what="leave")
    assert not is_searching(page, "reply")


def test_the_best_turn_is_praised_and_the_board_goes_back_to_the_game() -> None:
    page = learning()
    stored = stored_game(page.review.game) if page.review else None
    ask(page, kind="lesson", what="reveal")
    assert (lesson_of(page)["phase"], lesson_of(page)["said"]) == ("shown", "One way: grow on D4 (+D4).")
    assert str(page.session.game.turns[-1]) == "+D4"
    ask(page, kind="lesson", what="retry")
    ask(page, kind="grow", at="D4", what="new")
    lesson = lesson_of(page)
    assert (lesson["phase"], lesson["said"]) == ("right", "That is the best turn.")
    ask(page, kind="lesson", what="next")
    assert lesson_of(page)["phase"] == "over"
    assert "leave" in lesson_of(page)["can"]
    ask(page, kind="lesson", what="leave")
    snapshot = page.session.snapshot()
    assert (snapshot["lesson"], snapshot["analyst"]) == (None, True)
    assert stored_game(page.session.game) == stored
    assert ask(page, kind="new")["reply"]["ok"]


# -- a whole game in a lesson ------------------------------------------------------------------------------------------


def game_lesson_page(stored: str = "") -> LessonPage:
    """A lesson of a whole game, and a step after it."""
    lesson = load("second-game").pack()
    lesson["steps"] = [*lesson["steps"], *load("feed").pack()["steps"][:1]]
    return LessonPage(json.dumps({"lesson": lesson, "board": "p1"}), stored)


def test_a_game_in_a_lesson_goes_on_when_the_page_is_opened_again() -> None:
    """The page opens after the last turn and its reply, with the results so far."""
    page = game_lesson_page()
    send(page, kind="grow", at="D3", what="new", clock=1)
    reloaded = game_lesson_page(page.keep())
    while page.tutor.phase == "reply":
        send(page, kind="lesson", what="go", clock=1)
    assert str(reloaded.session.game.position) == str(page.session.game.position)
    assert (reloaded.tutor.phase, reloaded.session.game.ply) == ("ask", 2)
    turn = next(reloaded.session.game.position.turns())
    send(reloaded, kind="grow", at=turn.at, what=turn.growth, clock=2)
    assert reloaded.session.game.ply > 2
    send(reloaded, kind="lesson", what="step", at=1)
    assert game_lesson_page(reloaded.keep()).session.game.ply == 0


def merged(page: LessonPage, stored: str) -> str:
    """Merge what another tab has stored and return what the page stores: "" if the tab had stored everything."""
    send(page, kind="merge", stored=stored, clock=9)
    return page.keep()


def feed_page(stored: str = "") -> LessonPage:
    return LessonPage(json.dumps({"lesson": load("feed").pack(), "board": "p1"}), stored)


def test_the_turns_of_a_solution_are_played_again_in_a_page() -> None:
    """The page of a lesson has no menu that shares, but it plays turns as a game does."""
    page = LessonPage(json.dumps({"lesson": load("siege").pack(), "board": "p1"}))
    steps = page.tutor.lesson.steps
    at = next(number for number, step in enumerate(steps) if step.turns == 2)
    send(page, kind="lesson", what="step", at=at)
    send(page, kind="lesson", what="reveal")
    while "go" in page.tutor.can:
        send(page, kind="lesson", what="go")
    game = page.session.game
    assert (page.tutor.phase, game.ply) == ("shown", 3)
    film = send(page, kind="film", **{"from": 0, "to": 4, "node": game.node.number})["reply"]
    positions = [str(game.turn_at(ply).position) for ply in range(4)]
    assert [frame["position"] for frame in film["frames"]] == positions
    assert send(page, kind="record")["reply"]["code"] == "bad-message"


def test_results_of_two_tabs_are_merged() -> None:
    """The order does not matter. A tab stores nothing if the stored results already contain its own."""
    first, second = feed_page(), feed_page()
    for at, page in enumerate((first, second)):
        send(page, kind="lesson", what="step", at=at, clock=1)
        send(page, kind="lesson", what="reveal", clock=2 + at)
    merged_text = merged(first, second.keep())
    assert [step.how for step in feed_page(merged_text).tutor.result.steps[:3]] == ["missed", "missed", ""]
    assert json.loads(merged(second, merged_text))["result"]["steps"][0]["how"] == "missed"
    assert merged(first, second.keep()) == merged(second, merged_text) == ""
    # a different time spent on a step is no reason to store the results
    for page in (first, second):
        send(page, kind="lesson", what="step", at=2, clock=4)
    send(second, kind="why", at="D2", clock=30)
    assert merged(first, second.keep()) == ""


@pytest.mark.parametrize("stored", [None, 7, "", "{", "[]", "{}", '{"result": {"v": 9}}'])
def test_bad_stored_results_are_ignored(stored: Any) -> None:
    page = feed_page()
    assert merged(page, stored) == ""
    assert {step.how for step in page.tutor.result.steps} == {""}


def test_a_game_in_a_lesson_is_stored_again_where_another_tab_has_none() -> None:
    page = game_lesson_page()
    send(page, kind="grow", at="D3", what="new", clock=1)
    game = json.loads(page.keep())["game"]
    assert len(Game.from_record("\n".join(game)).turns) == 2
    assert json.loads(merged(page, game_lesson_page().keep()))["game"] == game
    assert merged(page, page.keep()) == ""


def test_a_game_of_a_closed_tab_is_stored_with_the_steps_of_another() -> None:
    playing, other = game_lesson_page(), game_lesson_page()
    send(other, kind="lesson", what="step", at=1, clock=1)
    send(playing, kind="grow", at="D3", what="new", clock=1)
    under_way = playing.keep()
    merged(other, under_way)
    send(other, kind="lesson", what="skip", clock=2)
    stored_both = json.loads(other.keep())
    assert stored_both["game"] == json.loads(under_way)["game"]
    reloaded = game_lesson_page(json.dumps(stored_both))
    assert (reloaded.tutor.at, reloaded.session.game.ply) == (0, 2)
    assert reloaded.tutor.result.steps[1].how == "skipped"
    # a game that the other tab has ended is dropped
    merged(other, json.dumps({**stored_both, "game": []}))
    send(other, kind="lesson", what="step", at=1, clock=3)
    assert json.loads(other.keep())["game"] == []


def test_a_game_of_another_tab_is_dropped_with_its_step() -> None:
    """The next step does not continue with the turns of the skipped step."""
    playing, other = game_lesson_page(), game_lesson_page()
    send(playing, kind="grow", at="D3", what="new", clock=1)
    merged(other, playing.keep())
    send(other, kind="lesson", what="skip", clock=2)
    stored = json.loads(other.keep())
    assert (stored["game"], stored["result"]["step"]) == ([], 1)


def test_a_game_that_an_earlier_version_stored_as_turns_is_read_and_stored_as_a_record() -> None:
    page = game_lesson_page()
    send(page, kind="grow", at="D3", what="new", clock=1)
    stored = json.loads(page.keep())
    turns = [str(turn) for turn in Game.from_record("\n".join(stored["game"])).turns]
    reloaded = game_lesson_page(json.dumps({**stored, "game": turns}))
    assert (reloaded.tutor.phase, reloaded.session.game.ply) == ("ask", 2)
    assert json.loads(reloaded.keep())["game"] == stored["game"]


@pytest.mark.parametrize(
    "game", ["adaptoid-record 1\n", Game("adaptoid w 0,0 W:D2 B:F7").play("+D3").play("F7+L").to_record()]
)
def test_a_stored_record_that_does_not_fit_is_left_out(game: str) -> None:
    stored = {**json.loads(game_lesson_page().keep()), "game": game.split("\n")}
    page = game_lesson_page(json.dumps(stored))
    assert (page.tutor.phase, page.session.game.ply) == ("ask", 0)


@pytest.mark.parametrize("turns", [["D2-D3"], ["+D3"], 7, [7], {"a": 1}, "+D3", None])
def test_a_stored_game_that_does_not_fit_is_left_out(turns: object) -> None:
    stored = {**json.loads(game_lesson_page().keep()), "game": turns}
    page = game_lesson_page(json.dumps(stored))
    assert (page.tutor.phase, page.session.game.ply) == ("ask", 0)


def test_a_change_without_an_intent_is_told_once_with_the_state_to_store() -> None:
    """Something in another content of the page may play on a board."""
    told: list[tuple[str, str, str]] = []
    runtime = Runtime("", str, lambda *news: told.append(news))
    first, second = [runtime.open("game", options(Game()), "", name) for name in ("0", "1")]
    assert (runtime.contents["0"], runtime.contents["1"]) == (first, second)
    runtime.publish()
    assert told == []
    second.session.game.play("+D3")
    runtime.publish()
    runtime.publish()
    [(name, news, state)] = told
    assert (name, json.loads(news)["snapshot"]["position"]) == ("1", str(second.session.game.position))
    assert runtime.open("game", options(Game()), state).session.game.position == second.session.game.position


def test_a_page_opened_again_counts_its_changes_on() -> None:
    """The board on the screen knows the earlier session, so an old number would mean a known state."""
    page = GamePage(options(Game()))
    page.continue_from(7)
    rev = json.loads(page.first())["snapshot"]["rev"]
    assert rev > 7
    assert ask(page, kind="grow", at="D3", what="new", rev=rev)["reply"]["ok"]
