"""Computer players without threads: their states, their turns, and the intents of people meanwhile."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from adaptoid_widget import threads
from adaptoid_widget.arena.players import Player
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.i18n.slots import Slots
from adaptoid_widget.core.page.game_page import GamePage
from adaptoid_widget.core.page.page_players import PagePlayers
from adaptoid_widget.core.page.page_runner import PageRunner
from adaptoid_widget.core.page.stored_game import stored_game
from adaptoid_widget.core.rules.named_layouts import BOARDS
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.variants import VARIANT_NAMES, VARIANTS, sides
from adaptoid_widget.core.search.deepening import ListTurns, Look, Looked, ReadEntry
from adaptoid_widget.core.search.evaluation import NAMES
from adaptoid_widget.core.search.levels import HIGHEST, SEARCH_LIMITS
from adaptoid_widget.core.search.work_array import TURN
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.hooks import SessionHooks
from adaptoid_widget.core.session.permissions import Mode
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.tactics.weak_players import choose
from adaptoid_widget.engine.backends.backend import backend
from adaptoid_widget.engine.search import Root
from adaptoid_widget.engine.weights import weights_of


def ask(session: Session, kind: str, **fields: Any) -> dict[str, Any]:
    """Send an intent and return the answer."""
    return handle(session, {"id": 1, "rev": session.rev, "kind": kind, **fields})


@pytest.fixture
def session() -> Session:
    """Return a session in which level 2 plays Black."""
    session = Session(Game())
    PagePlayers(session).set_level("B", 2)
    return session


def opponents_of(session: Session) -> PagePlayers:
    """Return the computer players of a session."""
    return next(hooks for hooks in session.hooks if isinstance(hooks, PagePlayers))


def state(session: Session) -> str | None:
    """Return the state of the computer, or None during a person's turn."""
    computer = opponents_of(session).computer
    return None if computer is None else computer.state


def test_the_computer_plays_the_turn_of_its_level(session: Session) -> None:
    assert state(session) is None
    session.game.play("+D3")
    assert session.snapshot()["status"] == "Black: level 2 is thinking …"
    expected = choose(session.game.position, 2)
    assert ask(session, "think")["ok"]
    assert session.game.node.turn == expected
    assert state(session) is None


def test_people_cannot_play_while_the_computer_thinks(session: Session) -> None:
    session.game.play("+D3")
    snapshot = session.snapshot()
    assert (snapshot["step"], snapshot["moves"], snapshot["grow"]["new"]) == ("wait", {}, [])
    assert ask(session, "grow", at="D5", what="new")["code"] == "thinking"


def chosen_discs(session: Session) -> list[str]:
    """The steps of the open start so far."""
    opening = session.game.opening
    assert opening is not None
    return opening.done


@pytest.mark.parametrize("chosen", ["W", "B"])
def test_a_computer_places_both_in_an_open_start(chosen: str) -> None:
    """R5: White's player places both, with equal numbers of discs around them. The person chooses a colour."""
    session = Session(Game("open"))
    opponents = PagePlayers(session)
    opponents.set_level("W", 2)
    assert (session.snapshot()["step"], ask(session, "place", at="C3")["code"]) == ("wait", "thinking")
    for count in (1, 2):
        assert ask(session, "think")["ok"]
        assert len(chosen_discs(session)) == count
    white, black = chosen_discs(session)
    assert len(session.layout.near(white)) == len(session.layout.near(black))
    status = "Open start: choose your colour; the computer plays the other one."
    assert (session.snapshot()["status"], session.status()) == (status, status)
    rev = session.rev
    assert ask(session, "choose", color=chosen)["ok"]
    assert session.rev == rev + 1
    assert session.snapshot()["news"] == ("You play White." if chosen == "W" else "You play Black.")
    other = "B" if chosen == "W" else "W"
    assert (opponents.level(chosen), opponents.level(other)) == (0, 2)
    assert state(session) == (None if chosen == "W" else "thinking")
    if chosen == "B":
        # the computer begins, and the person can still read it
        assert ask(session, "think")["ok"]
        assert session.snapshot()["news"].endswith(" You play Black.")


@pytest.mark.parametrize(
    ("cells", "chosen"), [(("D2", "D6"), "W"), (("D4", "D7"), "W"), (("A1", "D4"), "B"), (("A1", "B2"), "W")]
)
def test_a_computer_chooses_the_better_colour(cells: tuple[str, str], chosen: str) -> None:
    """The second player chooses (R5): more discs around it, or White. Undo and redo exchange the players again."""
    session = Session(Game("open"))
    opponents = PagePlayers(session)
    opponents.set_level("B", 2)
    assert ask(session, "name", color="W", text="Ann")["ok"]
    for cell, color in zip(cells, ("White", "Black"), strict=True):
        assert session.snapshot()["status"] == f"Open start: put a bare {color} adaptoid on any disc."
        assert ask(session, "place", at=cell)["ok"]
    assert state(session) == "thinking"
    assert ask(session, "think")["ok"]
    person = "B" if chosen == "W" else "W"
    begun = ({chosen: 2}, {chosen: "level 2", person: "Ann"})
    assert (opponents.levels, session.game.players) == begun
    assert session.snapshot()["news"] == ("You play White." if person == "W" else "You play Black.")
    assert session.undo()
    assert chosen_discs(session) == [cells[0]]
    assert (opponents.levels, session.game.players) == ({"B": 2}, {"W": "Ann", "B": "level 2"})
    assert session.redo()
    assert (session.game.started, opponents.levels, session.game.players) == (True, *begun)


def test_computers_play_an_open_start_alone() -> None:
    """The start differs from game to game, and each seed has its own."""
    starts = []
    session = Session(Game("open"))
    opponents = PagePlayers(session)
    for color, level in (("W", 1), ("B", 3)):
        opponents.set_level(color, level)
    for _ in range(4):
        while not session.game.started:
            assert opponents.think()
        assert opponents.levels == {"W": 3, "B": 1}
        starts.append(str(session.game.position))
        opponents.exchange()
        session.begin(Game("open"))
    assert len(set(starts)) > 2


def test_the_open_start_says_who_acts() -> None:
    """With players drawn by lot, their names say it."""
    session = Session(Game("open").place("C3").place("E5"))
    PagePlayers(session)
    assert session.snapshot()["status"] == "Open start: the second player chooses."
    named = Session(Game("open").draw_seats(("Ann", "Ben"), seed=1))
    PagePlayers(named).set_level("B", 2)
    assert re.match("Open start: (Ann|Ben), put", named.snapshot()["status"])


def test_the_first_words_of_a_game_say_what_to_do(session: Session) -> None:
    first = "Your turn: grow a leg, a pincer or a new adaptoid."
    assert (session.snapshot()["status"], session.status()) == (first, first)
    # a picture shows it to everybody
    assert session.caption() == "White can’t move: grow."
    session.game.play("+C2")
    opponents_of(session).set_level("B", 0)
    assert session.status() == "Black can’t move: grow."
    opponents_of(session).set_level("W", 2)
    assert session.status() == first
    session.game.play("+E6")
    opponents_of(session).set_level("W", 0)
    assert session.status() == "White can’t move: grow."
    set_up = Session(Game("adaptoid w 1,0 W:D2LLLLLL B:D6"))
    PagePlayers(set_up)
    assert set_up.status() == "White: move, or grow at once."


@pytest.mark.parametrize(
    ("computers", "status"),
    [
        ("B", "You won in 1 turn: Black has lost 5 adaptoids."),
        ("W", "You lost after 1 turn: Black has lost 5 adaptoids."),
        ("", "White has won: Black has lost 5 adaptoids."),
        ("WB", "White has won: Black has lost 5 adaptoids."),
    ],
)
def test_who_plays_alone_against_computers_reads_in_how_many_turns_it_ended(
    computers: str, status: str
) -> None:
    session = Session(Game("adaptoid b 2,4 W:C5,D3 B:B1,D5LLPP,D6"))
    players = PagePlayers(session)
    session.game.play("+A1")
    session.game.play("+D4")
    for color in computers:
        players.set_level(color, 1)
    assert session.snapshot()["status"] == session.status() == status


def test_the_turns_of_a_game_that_ended_are_those_of_its_line() -> None:
    """Not those of a variation that was played before, nor a resignation."""
    session = Session(Game())
    players = PagePlayers(session)
    for turn in ("+D3", "+D5"):
        session.game.play(turn)
    session.game.goto(1)
    session.game.play("+E6").play("D2+L").resign("B")
    players.set_level("B", 1)
    assert session.status() == "You won in 2 turns: Black has resigned."
    session.game.goto(0)
    session.game.resign("W")
    assert session.status() == "Black has won: White has resigned."


def test_the_computer_never_agrees_to_a_draw(session: Session) -> None:
    session.game.play("+D3").play("+D5")
    assert not session.snapshot()["draw"]
    refused = ask(session, "draw")
    assert (refused["code"], refused["text"]) == ("computer-draw", "A computer never agrees to a draw.")
    assert session.game.result is None
    opponents_of(session).set_level("B", 0)
    assert session.snapshot()["draw"]
    assert ask(session, "draw")["ok"]
    assert session.game.result == "draw"


def test_think_does_nothing_during_a_persons_turn(session: Session) -> None:
    ask(session, "think")
    assert session.game.ply == 0


def test_the_computer_stops_and_goes_on(session: Session) -> None:
    session.game.play("+D3")
    ask(session, "stop")
    assert state(session) == "stopped"
    ask(session, "think")
    assert session.game.ply == 1
    ask(session, "go")
    assert state(session) == "thinking"
    ask(session, "think")
    assert session.game.ply == 2


def test_undo_also_takes_back_the_turn_of_the_computer(session: Session) -> None:
    session.game.play("+D3")
    ask(session, "think")
    assert ask(session, "undo")["ok"]
    assert (session.game.ply, state(session)) == (0, None)


def test_after_goto_an_earlier_turn_the_computer_waits_for_go(session: Session) -> None:
    session.game.play("+D3")
    ask(session, "think")
    ask(session, "goto", at=1)
    assert state(session) == "held"
    ask(session, "go")
    assert state(session) == "thinking"


def test_back_at_the_latest_turn_the_computer_thinks_without_go(session: Session) -> None:
    session.game.play("+D3")
    ask(session, "goto", at=0)
    assert state(session) is None
    ask(session, "goto", at=1)
    assert state(session) == "thinking"


def test_a_new_game_keeps_the_computer_player() -> None:
    session = Session(Game())
    PagePlayers(session).set_level("W", 1)
    assert state(session) == "thinking"
    ask(session, "think")
    ask(session, "new")
    assert (session.game.ply, state(session)) == (0, "thinking")
    assert session.game.players == {"W": "level 1"}


def test_a_person_takes_a_colour(session: Session) -> None:
    session.game.play("+D3")
    assert ask(session, "level", color="B", to=0)["ok"]
    assert (state(session), opponents_of(session).colors, session.game.players) == (None, (), {})


def test_two_levels_play_a_game_to_its_end() -> None:
    session = Session(Game())
    opponents = PagePlayers(session)
    opponents.set_level("W", 3)
    opponents.set_level("B", 1)
    for _ in range(400):
        if session.game.result is not None:
            break
        assert opponents.think()
    assert session.game.result == "W"
    assert not opponents.think()


@pytest.mark.parametrize(
    ("color", "to"), [("R", 1), ("X", 1), ("B", 4), ("B", -1), ("B", "2"), (None, 1), ("B", None), ([], 1)]
)
def test_bad_levels_are_refused(session: Session, color: Any, to: Any) -> None:
    assert ask(session, "level", color=color, to=to)["code"] == "bad-message"
    assert opponents_of(session).colors == ("B",)


def test_a_page_saves_its_levels() -> None:
    options = {"game": stored_game(Game()), "aids": "full", "board": "b", "levels": {"B": 1}}
    page = GamePage(json.dumps(options))
    assert levels_in(page.first()) == [["W", 0], ["B", 1]]
    intent = {"id": 1, "rev": page.session.rev, "kind": "level", "color": "W", "to": 3}
    assert levels_in(page.handle(json.dumps(intent))) == [["W", 3], ["B", 1]]
    later = GamePage(json.dumps(options), page.keep())
    assert levels_in(later.first()) == [["W", 3], ["B", 1]]
    broken = GamePage(json.dumps(options), '{"levels": {"X": 9}}')
    assert levels_in(broken.first()) == [["W", 0], ["B", 1]]


def levels_in(answer: str) -> list[list[Any]]:
    """Return the levels in the answer of a page."""
    levels: list[list[Any]] = json.loads(answer)["snapshot"]["levels"]
    return levels


def test_people_have_names_and_computers_their_own(session: Session) -> None:
    assert ask(session, "name", color="W", text=" Ann ")["ok"]
    assert session.game.players == {"W": "Ann", "B": "level 2"}
    assert ask(session, "name", color="B", text="Bo")["code"] == "bad-message"
    assert ask(session, "name", color="W", text="")["ok"]
    assert session.game.players == {"B": "level 2"}


@pytest.mark.parametrize(
    ("text", "name"), [("A\nB", "A B"), ("Ann\u202e", "Ann"), (" \u200bAnn\u00ad", "Ann")]
)
def test_a_name_that_is_typed_is_cleaned(session: Session, text: str, name: str) -> None:
    assert ask(session, "name", color="W", text=text)["ok"]
    assert session.game.players == {"W": name, "B": "level 2"}


@pytest.mark.parametrize("text", [7, None, "x" * 61])
def test_a_name_that_a_record_cannot_have_is_refused(session: Session, text: Any) -> None:
    refused = ask(session, "name", color="W", text=text)
    assert refused["code"] in ("bad-name", "bad-message")
    assert session.game.players == {"B": "level 2"}


def test_two_players_exchange_their_colours_with_their_names(session: Session) -> None:
    ask(session, "name", color="W", text="Ann")
    rev = session.rev
    assert ask(session, "swap")["ok"]
    assert session.game.players == {"W": "level 2", "B": "Ann"}
    assert session.snapshot()["levels"] == [["W", 2], ["B", 0]]
    # White has the turn, so the computer begins
    assert (state(session), session.rev) == ("thinking", rev + 1)
    assert session.snapshot()["news"] == "You play Black."
    assert ask(session, "think")["ok"]
    assert session.snapshot()["news"].endswith(" You play Black.")
    session.game.play(next(session.game.position.turns()))
    assert "You play" not in session.snapshot()["news"]


def test_an_exchange_of_colours_says_who_plays_what() -> None:
    session = Session(Game())
    players = PagePlayers(session)
    assert ask(session, "name", color="W", text="Ann")["ok"]
    assert ask(session, "swap")["ok"]
    assert session.snapshot()["news"] == "Ann plays Black."
    players.set_level("W", 2)
    players.set_level("B", 3)
    assert ask(session, "swap")["ok"]
    assert session.snapshot()["news"] == "Level 3 plays White. Level 2 plays Black."


def test_three_players_cannot_exchange_their_colours() -> None:
    session = Session(Game(None, "adapt3"))
    PagePlayers(session).set_level("R", 1)
    assert ask(session, "swap")["code"] == "bad-message"
    assert session.snapshot()["levels"] == [["W", 0], ["B", 0], ["R", 1]]


def test_a_rematch_begins_where_this_game_began_with_the_colours_exchanged() -> None:
    session = Session(Game("adaptoid w 0,0 W:D2LP B:D6"))
    PagePlayers(session).set_level("B", 2)
    ask(session, "name", color="W", text="Ann")
    session.game.resign()
    rev = session.rev
    assert ask(session, "rematch")["ok"]
    assert (str(session.game.position), session.rev) == ("adaptoid w 0,0 W:D2LP B:D6", rev + 1)
    assert session.game.players == {"W": "level 2", "B": "Ann"}
    assert session.undo()
    assert session.game.result == "B"


def test_undo_brings_back_the_players_with_their_game() -> None:
    """After a rematch or a new game with other players, undo restores the old players and redo the new ones."""
    session = Session(Game())
    PagePlayers(session).set_level("B", 2)
    ask(session, "name", color="W", text="Ann")
    session.game.resign()
    played = [([["W", 0], ["B", 2]], {"W": "Ann", "B": "level 2"})]
    for kind, fields in (
        ("rematch", {}),
        ("begin", {"start": "same", "levels": {"W": 0, "B": 3}}),
        ("begin", {"start": "same", "levels": {"W": 1, "B": 0}}),
    ):
        assert ask(session, kind, **fields)["ok"]
        snapshot = session.snapshot()
        played.append((snapshot["levels"], snapshot["players"]))
    assert len({str(entry) for entry in played}) == 4
    for expected in played[-2::-1]:
        rev = session.rev
        assert ask(session, "undo")["ok"]
        snapshot = session.snapshot()
        assert (snapshot["levels"], snapshot["players"], snapshot["rev"]) == (*expected, rev + 1)
        assert session.computers == [color for color, level in expected[0] if level]
        assert session.game.players == expected[1]
    for expected in played[1:]:
        assert ask(session, "redo")["ok"]
        assert (session.snapshot()["levels"], session.snapshot()["players"]) == expected


def test_a_person_never_has_the_name_of_a_level() -> None:
    """A record may name a level as a player. A person who plays on does not get this name."""
    game = Game().play("+D3")
    game.headers["White"], game.headers["Black"] = "Ann", "level 4"
    session = Session(game)
    PagePlayers(session)
    assert session.snapshot()["players"] == {"W": "Ann"}
    assert ask(session, "swap")["ok"]
    assert session.game.players == {"B": "Ann"}
    assert ask(session, "name", color="W", text="level 4")["ok"]
    assert session.game.players == {"B": "Ann"}


@pytest.mark.parametrize(
    ("names", "levels"),
    [
        ({"White": "Ann", "Black": "level 3"}, [["W", 0], ["B", 3]]),
        ({"White": "level 2", "Black": "level 3"}, [["W", 0], ["B", 0]]),
        ({}, [["W", 0], ["B", 0]]),
    ],
)
def test_a_game_that_was_shared_goes_on_against_the_same_level(names: dict[str, str], levels: Any) -> None:
    """In a shared game between two levels, or between people, people have both colours."""
    game = Game().play("+D3").play("+D5")
    for header, name in names.items():
        game.headers[header] = name
    options = {
        "game": stored_game(Game()),
        "aids": "full",
        "board": "b",
        "levels": {"B": 1},
        "link": game.to_record(),
    }
    assert levels_in(GamePage(json.dumps(options)).first()) == levels


def begin(session: Session, **changes: Any) -> dict[str, Any]:
    """Ask for a new game and return the answer."""
    request = {"start": "board", "variant": "adaptoid", "layout": "hex4", "levels": {}, **changes}
    return ask(session, "begin", **request)


def test_people_choose_variant_board_and_players_of_a_new_game(session: Session) -> None:
    ask(session, "name", color="W", text="Ann")
    rev = session.rev
    assert begin(session, variant="adapt3", layout="hex3", levels={"W": 0, "B": None, "R": 3})["ok"]
    assert session.snapshot()["levels"] == [["W", 0], ["B", 2], ["R", 3]]
    assert str(session.game.position) == "adapt3@hex3 w 0,0,0 W:C1 B:A3 R:E5"
    assert session.game.players == {"W": "Ann", "B": "level 2", "R": "level 3"}
    assert (session.rev, session.snapshot()["news"]) == (rev + 1, "A new game.")
    # a game for two drops the third player
    assert begin(session, levels={"W": 1, "B": 0})["ok"]
    assert opponents_of(session).levels == {"W": 1}
    assert session.game.players == {"W": "level 1"}


@pytest.mark.parametrize(
    ("start", "position"),
    [("same", "adaptoid w 0,0 W:D2LP B:D6"), ("board", "adaptoid w 0,0 W:D2 B:D6"), ("open", None)],
)
def test_a_new_game_from_another_start(start: str, position: str | None) -> None:
    session = Session(Game("adaptoid w 0,0 W:D2LP B:D6").play("+D3"))
    PagePlayers(session)
    assert begin(session, start=start)["ok"]
    assert (str(session.position) if session.position else None) == position


@pytest.mark.parametrize(
    "wrong",
    [
        {"variant": "chess"},
        {"layout": "hex9"},
        {"layout": 4},
        {"start": "middle"},
        {"levels": [0, 3]},
        {"levels": {"B": 4}},
        {"levels": {"W": "2"}},
    ],
    ids=str,
)
def test_a_refused_new_game_leaves_the_old_one(session: Session, wrong: dict[str, Any]) -> None:
    session.game.play("+D3")
    game, levels = session.game, session.snapshot()["levels"]
    assert begin(session, **wrong)["code"] == "bad-message"
    assert (session.game, session.snapshot()["levels"]) == (game, levels)


OWN_BOARDS = ["lattice:A1.A2", "lattice:A1.A2.B2", "lattice:A1.C1.E1", "discs:0,0/1,0/5,5/9,9"]


@pytest.mark.parametrize("language", LANGUAGES.tags())
@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_a_new_game_begins_on_every_board_or_the_board_says_why_not(variant: str, language: str) -> None:
    """On boards with names, and on people's own, with each start of the sheet."""
    players = len(sides(VARIANTS[variant]))
    for layout in [*BOARDS.names, *OWN_BOARDS]:
        for start in ("board", "open"):
            session = Session(Game(), wording=LANGUAGES.wording(language))
            PagePlayers(session)
            reply = begin(session, start=start, variant=variant, layout=layout)
            codes = {"edit-open-three"} if players == 3 and start == "open" else set()
            if players == 3 and layout == OWN_BOARDS[0]:
                codes = {"too-small"}
            if not codes:
                assert reply["ok"], (layout, start)
                assert session.snapshot()["variant"] == variant
                assert len(session.snapshot()["pieces"]) == (players if session.position else 0)
                continue
            assert reply["code"] in codes, (layout, start)
            slots: Slots = {"n": players} if reply["code"] == "too-small" else {}
            assert reply["text"] == session.wording.say("why." + reply["code"], slots)


def test_a_computer_begins_on_a_board_of_lone_discs() -> None:
    session = Session(Game())
    PagePlayers(session)
    assert begin(session, start="open", layout=OWN_BOARDS[2], levels={"W": 1, "B": 1})["ok"]
    for _ in range(3):
        assert opponents_of(session).think()
    assert session.game.started


@pytest.mark.parametrize("language", LANGUAGES.tags())
@pytest.mark.parametrize(
    "intent",
    [
        {"kind": "begin", "start": "board", "variant": "adaptoid", "layout": "discs:0,0/0,0", "levels": {}},
        {"kind": "name", "color": "W", "text": 7},
        {"kind": "comment", "text": "one\fpage"},
        {"kind": "mark", "text": "arrow(D2,Z9)"},
        {"kind": "mark", "marks": {"labels": [["D4", "a\tb"]]}},
        {"kind": "goto", "at": 1.5},
        {"kind": "select", "node": 99},
        {"kind": "somersault"},
    ],
    ids=str,
)
def test_no_refusal_says_what_python_raised(intent: dict[str, Any], language: str) -> None:
    """The sentence is in the language of the board; what Python raised is for developers."""
    session = Session(Game(), wording=LANGUAGES.wording(language))
    PagePlayers(session)
    reply = handle(session, {"id": 1, "rev": 0, **intent})
    assert reply["text"] == session.wording.sentences["why." + reply["code"]]
    assert reply["detail"] not in reply["text"]
    assert session.rev == 0


def test_the_named_boards_are_listed(session: Session) -> None:
    """With the centres of their discs, for a picture of each."""
    reply = ask(session, "boards")
    assert ["hex4", 37] in reply["boards"]
    assert [len(outline) for outline in reply["outlines"]] == [2 * n for _, n in reply["boards"]]


# -- levels 4 to 10 ----------------------------------------------------------------------------------------------------

WEIGHTS = {"names": list(NAMES), "2": list(weights_of(2)), "3": list(weights_of(3))}


class Host:
    """Answers the requests of levels 4 to 10 as the search worker of a page does, with numbers as texts."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._backend = backend("wasm")
        self._root: Any = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request that has travelled as JSON."""
        request = json.loads(json.dumps(request))
        position = self._position
        if request["do"] == "list":
            work, table = self._backend.cells(request["work"]), self._backend.cells(request["table"])
            for k, cell in enumerate(request["head"].split(" ")):
                work[k] = int(cell)
            near = [int(cell) for cell in request["near"].split(" ")]
            assert {1 << k: mask for k, mask in enumerate(near) if mask} == dict(position.context.near)
            context = position.context
            rules = [context.board, context.players, context.limit, context.switches, context.prey]
            assert request["context"] == " ".join(map(str, rules))
            assert request["state"] == " ".join(map(str, position.state))
            self._root = Root(self._backend, position, work, table)
            turns = threads.result_of(
                self._root.answer(ListTurns(position.state, request["grows"] == 1, context), None)
            )
            return {"codes": [code for pair in turns for code in pair]}
        if request["do"] == "search_root":
            look = Look(
                request["left"] // TURN,
                request["lines"],
                int(request["limit"]),
                request["nodes"],
                request["order"],
            )
            looked: Looked = threads.result_of(self._root.answer(look, self._backend.cells(1)))
            return looked._asdict()
        return {
            "cells": " ".join(
                map(str, threads.result_of(self._root.answer(ReadEntry(request["entry"]), None)))
            )
        }


def searching(text: str = "adaptoid w 1,0 W:C2LP,D2P,E3P,G4 B:C4LP,D6LP,F5", level: int = 8) -> Session:
    """Return a session in which `level` has begun to search for White."""
    session = Session(Game(text))
    let_play(session, "W", level)
    ask(session, "think")
    return session


def runner_of(session: Session) -> PageRunner:
    """Return what runs the searches of a session."""
    return next(hooks for hooks in session.hooks if isinstance(hooks, PageRunner))


def let_play(session: Session, color: str, level: int) -> None:
    """Let a level play that may search."""
    runner = PageRunner(WEIGHTS)
    session.add_hooks(runner)
    PagePlayers(session, runner).set_level(color, level)


def request_of(session: Session) -> dict[str, Any]:
    """Return the request of the current search."""
    return runner_of(session).requests["turn"]


@pytest.mark.parametrize("level", sorted(SEARCH_LIMITS))
@pytest.mark.parametrize(
    "text",
    [
        "adaptoid w 0,0 W:D2 B:D6",
        "adaptoid w+ 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP",
        "adaptoid+bare-exchange+weaker-dies@hex5 w 0,0 W:C4L,E3,F4LLP B:E7P,F6PP",
        "adapt3 w 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP",
    ],
)
def test_a_level_that_searches_plays_as_in_a_notebook(text: str, level: int) -> None:
    session = searching(text, level)
    position = session.game.position
    host = Host(position)
    for _ in range(60):
        assert state(session) == "thinking"
        request = request_of(session)
        assert ask(session, "searched", number=request["number"], answer=host.answer(request["request"]))[
            "ok"
        ]
        if not runner_of(session).requests:
            break
    assert session.game.node.turn == Player(level)(position)
    assert state(session) is None


def test_a_turn_found_during_the_pause_is_played_at_its_end() -> None:
    """The search begins during the pause in which people see the last turn."""
    session = Session(Game("adaptoid w 1,0 W:C2LP,D2P,E3P,G4 B:C4LP,D6LP,F5"))
    let_play(session, "W", 4)
    position = session.game.position
    host = Host(position)
    ask(session, "think", early=True)
    while runner_of(session).requests:
        request = request_of(session)
        ask(session, "searched", number=request["number"], answer=host.answer(request["request"]))
    assert (session.game.ply, state(session)) == (0, "thinking")
    ask(session, "think")
    assert (session.game.node.turn, state(session)) == (Player(4)(position), None)


def test_a_turn_found_during_the_pause_is_not_played_after_stop() -> None:
    session = Session(Game("adaptoid w 1,0 W:C2LP,D2P,E3P,G4 B:C4LP,D6LP,F5"))
    let_play(session, "W", 4)
    host = Host(session.game.position)
    ask(session, "think", early=True)
    while runner_of(session).requests:
        request = request_of(session)
        ask(session, "searched", number=request["number"], answer=host.answer(request["request"]))
    ask(session, "stop")
    assert not opponents_of(session).think()
    assert session.game.ply == 0


def test_a_level_without_search_does_not_begin_early() -> None:
    session = Session(Game())
    let_play(session, "W", 2)
    ask(session, "think", early=True)
    assert (runner_of(session).requests, session.game.ply) == ({}, 0)
    ask(session, "think")
    assert session.game.ply == 1


def test_stop_or_another_level_ends_a_search() -> None:
    """A late answer changes nothing. The next search has a new request number."""
    for kind, fields, then in (
        ("stop", {}, "stopped"),
        ("level", {"color": "W", "to": 9}, "thinking"),
        ("level", {"color": "W", "to": 0}, None),
    ):
        session = searching()
        request = request_of(session)
        answer = Host(session.game.position).answer(request["request"])
        assert ask(session, kind, **fields)["ok"]
        assert (runner_of(session).requests, state(session)) == ({}, then)
        assert ask(session, "searched", number=request["number"], answer=answer)["ok"]
        assert (runner_of(session).requests, session.game.ply) == ({}, 0)
        if then == "thinking":
            ask(session, "think")
            assert request_of(session)["number"] == request["number"] + 1


# White can fork C4 by B2-B3 +B4
FORK = "adaptoid w 0,0 W:B2L,C3 B:C4LLP,D4,D6"


def test_level_1_varies_its_play_from_game_to_game() -> None:
    session = Session(Game())
    PagePlayers(session).set_level("W", 1)
    openings = []
    for _ in range(6):
        for _ in range(3):
            ask(session, "think")
            session.game.play(next(session.game.position.turns()))
        openings.append(str(session.game.position))
        ask(session, "new")
    assert len(set(openings)) > 3


def test_level_1_remembers_a_fork_in_later_games_and_after_a_reload() -> None:
    options = {"game": stored_game(Game(FORK)), "levels": {"B": 1}, "aids": "full", "board": "p1"}
    page = GamePage(json.dumps(options))
    page.session.game.play("B2+L")
    assert page.state()["level_1"] == [0, False]
    page.session.game.undo()
    page.session.game.play("B2-B3 +B4")
    ask(page.session, "new")
    page.session.game.play("B2+L")
    assert ask(page.session, "think")["ok"]
    assert page.state()["level_1"] == [1, True]
    later = GamePage(json.dumps(options), page.keep())
    memory = later.opponents.memory
    assert (memory.seed, memory.was_forked) == (1, True)


def test_level_1_learns_nothing_from_a_fork_against_another_player() -> None:
    session = Session(Game(FORK))
    PagePlayers(session).set_level("W", 1)
    session.game.play("B2-B3 +B4")
    assert not opponents_of(session).memory.was_forked


def test_level_1_learns_nothing_from_a_fork_in_an_exercise() -> None:
    class Exercise(SessionHooks):
        @property
        def modes(self) -> list[Mode]:
            return [("learning", {})]

    session = Session(Game(FORK))
    session.add_hooks(Exercise())
    PagePlayers(session).set_level("B", 1)
    session.game.play("B2-B3 +B4")
    assert not opponents_of(session).memory.was_forked


def test_a_turn_taken_back_ends_the_search() -> None:
    session = Session(Game())
    let_play(session, "B", 9)
    session.game.play("+D3")
    ask(session, "think")
    assert request_of(session)["request"]["do"] == "list"
    assert ask(session, "undo")["ok"]
    assert (runner_of(session).requests, state(session), session.game.ply) == ({}, None, 0)


def test_a_second_think_does_not_start_a_second_search() -> None:
    session = searching()
    before = request_of(session)["number"]
    ask(session, "think")
    assert request_of(session)["number"] == before


def test_a_search_that_fails_leaves_the_game_unchanged() -> None:
    """The status gives the reason, `go` tries again, and another level may take over."""
    session = searching()
    before = session.game.position
    ask(session, "searched", number=request_of(session)["number"], failed="no memory")
    snapshot = session.snapshot()
    assert snapshot["computer"] == {"state": "unable", "does": "go"}
    assert snapshot["status"].startswith("White: level 8 cannot search here (no memory).")
    assert (runner_of(session).requests, session.game.position) == ({}, before)
    ask(session, "go")
    ask(session, "think")
    assert request_of(session)["request"]["do"] == "list"
    ask(session, "searched", number=request_of(session)["number"], failed="no memory")
    assert ask(session, "level", color="W", to=2)["ok"]
    ask(session, "think")
    assert session.game.node.turn == choose(before, 2, 0)


@pytest.mark.parametrize("answer", [None, {}, {"codes": [1]}, {"codes": []}, {"cells": "x"}, {"scores": []}])
def test_a_malformed_answer_ends_the_search(answer: Any) -> None:
    session = searching()
    number = request_of(session)["number"]
    assert ask(session, "searched", number=number, answer=answer)["ok"]
    if answer == {"codes": []}:
        ask(
            session,
            "searched",
            number=number + 1,
            answer={"finished": 0, "nodes": 0, "scores": [], "bounds": []},
        )
    assert (runner_of(session).requests, state(session)) == ({}, "unable")


def test_without_weights_there_are_three_levels(session: Session) -> None:
    assert ask(session, "level", color="B", to=4)["code"] == "bad-message"
    let_play(session, "B", HIGHEST)
    assert session.game.players["B"] == "level 10"
