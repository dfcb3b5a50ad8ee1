"""The coach: why an adaptoid was lost to a computer, what would have kept it, and which tactic was missed."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.i18n.catalog import ENGLISH
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.search.runner import SearchListener, SearchNews, SearchRequest, SearchRunner
from adaptoid_widget.core.session.analyst import PositionAnalyst
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.hooks import SessionHooks
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.tactics.finder import done
from adaptoid_widget.core.tactics.remarks import MAX_REASONS, advice, keeping, reasons
from adaptoid_widget.core.tactics.weak_players import choose
from adaptoid_widget.core.teaching.feedback import on_game_turn
from adaptoid_widget.core.teaching.lesson import make_step
from adaptoid_widget.core.teaching.rich_text import prose
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.engine.weights import weights_of
from tests.reference.text import parse
from tests.repetitions import nightly
from tests.tactics_labels import naive

# Black to play; whatever White answers by the computer, G7 can be forked
FORKED = "adaptoid b 0,0 W:D2,E4LP,F5L B:C4,D6,G7LP"


class AtOnce(SearchRunner):
    """A runner that answers each request at once."""

    def run(self, purpose: str, request: SearchRequest, listener: SearchListener) -> None:
        if purpose != "coach":
            return
        limits: dict[str, Any] = (
            {"nodes": request.nodes} if request.depth is None else {"depth": request.depth}
        )
        found = Searcher().search(request.position, lines=request.lines, whole=True, **limits)
        listener(SearchNews(request, found.progress, done=True))

    def asked(self, purpose: str) -> SearchRequest | None:  # noqa: ARG002
        return None

    def cancel(self, purpose: str) -> None:
        pass

    def weights(self, players: int) -> tuple[int, ...]:
        return tuple(weights_of(players))


class Later(AtOnce):
    """A runner that answers when a test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[str, SearchRequest, SearchListener]] = []

    def run(self, purpose: str, request: SearchRequest, listener: SearchListener) -> None:
        self.waiting = [(purpose, request, listener)]

    def cancel(self, purpose: str) -> None:
        self.waiting = [each for each in self.waiting if each[0] != purpose]

    def answer(self) -> None:
        while self.waiting:
            super().run(*self.waiting.pop())


class Computers(SessionHooks):
    """Says which colours computers play."""

    def __init__(self, *colors: str) -> None:
        self.colors = colors


class CoachedGame:
    """A game against a level, in which the test plays for both sides."""

    def __init__(
        self,
        position: str | Position,
        *computers: str,
        level: int = 3,
        aids: str = "full",
        runner: SearchRunner | None = None,
    ) -> None:
        self.game = Game(position if isinstance(position, Position) else Position.from_text(position))
        self.session = Session(self.game, aids=aids)
        self.analyst = PositionAnalyst(self.session, runner or AtOnce())
        self.session.add_hooks(Computers(*computers))
        for color in computers:
            self.game.headers.set_player(color, f"level {level}")

    @property
    def text(self) -> str:
        remark = self.remark()
        return "" if remark is None else str(remark["text"])

    def remark(self) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.analyst.shown.get("remark")
        return found

    def ask(self, **intent: Any) -> dict[str, Any]:
        return handle(self.session, {"id": 1, "rev": self.session.rev, **intent})


def coached(position: str, turns: str, level: int = 3) -> CoachedGame:
    """A game of Black, a person, against White, a computer, after some turns."""
    out = CoachedGame(position, "W", level=level)
    for turn in turns.split(", "):
        out.game.play(turn)
    return out


def test_a_fork_is_named_and_what_would_have_met_it() -> None:
    game = coached(FORKED, "D6+L, F5-F6 +F7")
    assert game.text == (
        "That was a fork: G7 had one free disc to spare, and two arrivals took two. "
        "G7-F6 +E7 would have kept all your adaptoids."
    )
    remark = game.remark() or {}
    assert (remark["before"], remark["turn"], remark["cells"]) == (1, "F5-F6 +F7", ["G7"])


@pytest.mark.parametrize(
    ("position", "turn", "text"),
    [
        (
            "adaptoid w 0,0 W:E5LP B:D6,F6L",
            "E5xF6 F6+L",
            "F6 was captured: E5 came with more pincers, 1 against 0.",
        ),
        (
            "adaptoid w 0,0 W:D2,E5LP B:D6,F6P",
            "E5xF6 D2+L",
            "F6 was exchanged: E5 came with as many pincers as F6 had.",
        ),
        (
            "adaptoid w 0,0 W:D2,F6,G6 B:D6,G7LP",
            "D2+L",
            "G7 had 2 limbs and 1 free disc when your turn ended, so it starved.",
        ),
        (
            "adaptoid w 0,0 W:D2,F6 B:D6,G7LP",
            "+G6",
            "G7 had no free disc to spare, and an arrival took one, so it starved.",
        ),
        (
            "adaptoid w 0,0 W:D2,F5L,F7,G6 B:D6,G7L",
            "F5-F6 D2+L",
            "G7 had no free disc to spare, and an arrival took one, so it starved.",
        ),
        (
            "adaptoid w 0,0 W:D2,F5L,F7 B:D6,G7LP",
            "F5-F6 +G6",
            "G7 had 2 limbs and no free disc left, so it starved.",
        ),
        (
            "adaptoid w 0,0 W:D2,F5L B:D6,G7LP",
            "F5-F6 +G6",
            "That was a fork: G7 had one free disc to spare, and two arrivals took two.",
        ),
        (
            "adaptoid w 0,0 W:C3,D2,D4P B:C4P,D5P,E5P",
            "D2+L",
            "",
        ),
    ],
)
def test_each_loss_has_its_reason(position: str, turn: str, text: str) -> None:
    assert ENGLISH.say_all(reasons(Position.from_text(position), Turn.from_text(turn), "B")) == text


def test_see_why_shows_the_position_before_the_reply_and_the_remark_stays() -> None:
    game = coached(FORKED, "D6+L, F5-F6 +F7")
    text = game.text
    assert game.ask(kind="goto", at=1)["ok"]
    assert game.text == text
    assert game.ask(kind="goto", at=2)["ok"]
    assert game.text == text
    assert game.ask(kind="goto", at=0)["ok"]
    assert game.remark() is None


def test_a_turn_that_is_taken_back_takes_its_remark_along() -> None:
    game = coached(FORKED, "D6+L, F5-F6 +F7")
    assert game.ask(kind="undo")["ok"]
    assert (game.game.ply, game.remark()) == (0, None)


@pytest.mark.parametrize("turns", ["D6+L, F5-F6 +F7", "D6+L, D2+L"])
@pytest.mark.parametrize(
    "event", [{"kind": "undo"}, {"kind": "goto", "at": 0}, {"kind": "coach", "on": False}, {"kind": "new"}]
)
def test_nothing_is_said_of_a_position_that_was_left_while_the_reason_was_searched(
    turns: str, event: dict[str, Any]
) -> None:
    runner = Later()
    game = CoachedGame(FORKED, "W", runner=runner)
    for turn in turns.split(", "):
        game.game.play(turn)
    assert runner.waiting
    assert game.ask(**event)["ok"]
    assert not runner.waiting
    runner.answer()
    assert game.remark() is None


def test_the_reason_is_searched_on_after_the_end_of_a_game() -> None:
    runner = Later()
    game = CoachedGame("adaptoid b 0,4 W:D2,E4LP,F5L B:C4,D6,G7LP", "W", runner=runner)
    game.game.play("D6+L").play("F5-F6 +F7")
    assert (game.game.result, game.text.count(". ")) == ("W", 0)
    runner.answer()
    assert game.text.endswith("would have kept all your adaptoids.")


def test_the_next_turn_ends_a_remark() -> None:
    game = coached(FORKED, "D6+L, F5-F6 +F7")
    game.game.play("D6-D5 +D6")
    assert game.remark() is None


def test_the_coach_is_off_against_strong_levels_and_when_it_was_switched_off() -> None:
    assert coached(FORKED, "D6+L, F5-F6 +F7", level=6).remark() is None
    game = CoachedGame(FORKED, "W")
    assert game.ask(kind="coach")["coach"] is True
    assert game.ask(kind="coach", on=False)["coach"] is False
    game.game.play("D6+L").play("F5-F6 +F7")
    assert game.remark() is None
    strong = CoachedGame(FORKED, "W", level=9)
    assert strong.ask(kind="coach", on=True)["coach"] is True
    strong.game.play("D6+L").play("F5-F6 +F7")
    assert strong.text.startswith("That was a fork")


def test_a_remark_is_switched_off_with_the_coach() -> None:
    game = coached(FORKED, "D6+L, F5-F6 +F7")
    assert game.ask(kind="coach", on=False)["ok"]
    assert game.remark() is None
    assert not game.ask(kind="coach", on="yes")["ok"]


@pytest.mark.parametrize("computers", [(), ("W", "B")])
def test_only_a_person_against_a_computer_is_coached(computers: tuple[str, ...]) -> None:
    game = CoachedGame(FORKED, *computers)
    game.game.play("D6+L").play("F5-F6 +F7")
    assert game.remark() is None


@pytest.mark.parametrize("aids", ["legal", "none"])
def test_a_board_without_help_has_no_coach(aids: str) -> None:
    game = CoachedGame(FORKED, "W", aids=aids)
    game.game.play("D6+L").play("F5-F6 +F7")
    assert game.analyst.shown == {}


def test_with_three_players_only_the_loss_is_explained() -> None:
    game = CoachedGame("adapt3 w 0,0,0 W:D3LP B:D6 R:D4,F6", "W", "B")
    game.game.play("D3xD4 D4+L")
    assert game.text == "D4 was captured: D3 came with more pincers, 1 against 0."


def test_the_last_loss_of_a_game_has_its_reason_too() -> None:
    game = coached("adaptoid b 0,4 W:D2,E4LP,F5L B:C4,D6,G7LP", "D6+L, F5-F6 +F7")
    assert game.game.result == "W"
    assert game.text.startswith("That was a fork: G7")


def test_the_remark_is_in_the_language_of_the_board() -> None:
    game = coached(FORKED, "D6+L, F5-F6 +F7")
    assert game.ask(kind="language", to="de")["ok"]
    assert game.text.startswith("Das war eine Gabel: G7")


def test_a_missed_fork_is_named_at_most_every_third_turn() -> None:
    """White, a person, could fork G7, and does something else."""
    start = "adaptoid w 0,0 W:D2,F5L B:C2,D6,G7LP"
    game = CoachedGame(start, "B")
    game.game.play("D2+L").play("C2+L")
    assert game.text.startswith("You missed a tactic. Fork: F5-")
    remark = game.remark() or {}
    assert (remark["before"], remark["cells"]) == (0, ["G7"])
    game.game.play("D2+L").play("C2+L")
    assert game.remark() is None


@pytest.mark.parametrize(
    ("position", "turns", "said"),
    [
        (FORKED, "D6+L, F5-F6 +F7", "would have kept all your adaptoids"),
        ("adaptoid b 0,0 W:D2,F5L B:D6,G7L", "G7+P, F5-F6 +F7", "G7 grew a limb and was lost."),
        ("adaptoid b 0,0 W:E6,F4L B:D1,G7P", "G7+P, F4-F5 E6+L", "Siege: whatever Black plays"),
    ],
)
def test_the_coach_of_a_lesson_says_the_same(position: str, turns: str, said: str) -> None:
    """After the reply, and with the turn that changes the least, since it searches nothing."""
    own, reply = turns.split(", ")
    start = {"en": prose("Win.")}
    step = make_step(
        "game",
        start,
        position,
        Goal.from_text("wins"),
        turns=0,
        replies="level 3",
        coach=(("grows new", start),),
    )
    attempt = Attempt(Position.from_text(position), "B").add(own)
    messages = on_game_turn(step, attempt, attempt.add(reply), [])
    words = ENGLISH.say_all([message.saying for message in messages if message.saying is not None])
    of_game = coached(position, turns).text
    assert of_game.split(". ")[0].rstrip(".") in words
    assert said in of_game
    assert said in words


@pytest.mark.parametrize(
    ("position", "turns", "said"),
    [
        (
            "adaptoid b 0,0 W:B3LLPP,D5L,D6LLPP B:B1L,C2,C3LLPP,E2P,E3,E4",
            "B1-C1 E4+P, D5-D4 D4+P",
            "You missed C3xB3 E2+L. Kamikaze: +B2 would starve C3, so C3 takes B3 along first.",
        ),
        (
            "adaptoid b 0,3 W:B4LLLPP,D3LLPP,E5LP,E6LLPP B:C1L,D1,E2P,F4LLPP",
            "F4-G6 +C2, D3xC2 E5+L",
            "could have lost an adaptoid. F4xD3 +E3 would have lost only one of yours, in an exchange.",
        ),
        (
            "adaptoid b 4,0 W:D2,E5LP,F5L B:C4,D5LP,D6,G7LP",
            "D6+L, F5-F6 +F7",
            "D5xE5 would have won the game.",
        ),
        ("adaptoid b 4,0 W:D2,D4LP B:D5LP,D6", "D6+L, D2+L", "D5xD4 would have won the game."),
    ],
)
def test_an_exchange_keeps_nobody_and_a_win_is_named(position: str, turns: str, said: str) -> None:
    assert coached(position, turns).text.endswith(said)


BESIEGED = "adaptoid b 0,0 W:E6,F5 B:G7PP"


def test_an_attacker_that_would_have_died_alone_is_no_exchange() -> None:
    """With `weaker-dies`, L45xL44 loses L45 and takes nobody (R7)."""
    discs = "K43.L44.L45.L46.M44.M45.M46.N46"
    pieces = "W:L44P,N46LLLPP B:L45L,L46,M45L,M46"
    asked = Position.from_text(f"adaptoid+bare-exchange+weaker-dies@lattice:{discs} b 0,0 {pieces}")
    own = Turn.from_text("M45-M44 M46+P")
    gone = asked.play(own).effect("+M45").gone
    attacks = [turn for turn in asked.turns() if str(turn).startswith("L45xL44")]
    assert attacks
    for turns in (attacks, list(asked.turns())):
        assert "exchange" not in ENGLISH.say_all(advice(asked, own, turns, gone))


def test_a_siege_is_named_when_it_is_laid() -> None:
    game = CoachedGame("adaptoid b 0,0 W:E6,F4L B:D1,G7P", "W")
    game.game.play("G7+P").play("F4-F5 E6+L")
    assert (
        game.text
        == "Siege: whatever Black plays, an adaptoid of Black starves next, and Black has no attack. "
        "G7+L would have met it."
    )
    remark = game.remark() or {}
    assert (remark["before"], remark["turn"], remark["cells"]) == (1, "F4-F5 E6+L", ["G7"])
    game.game.play("D1+L").play("E6-F6 +G6")
    assert game.text.endswith("could have been starved. 2 turns ago, G7+L would have met the siege.")


@pytest.mark.parametrize(
    ("position", "turns", "end"),
    [
        (BESIEGED, "+F7, +F6", "and after any turn of yours an adaptoid could have been starved."),
        (
            "adaptoid b 0,0 W:E6,F5,G6 B:A1,G7P",
            "G7+P, +F7",
            "and whatever you played, an adaptoid could have been starved within 2 turns.",
        ),
    ],
)
def test_a_loss_in_a_siege_says_that_nothing_would_have_helped(position: str, turns: str, end: str) -> None:
    assert coached(position, turns).text.endswith("You were besieged: you had no attack, " + end)


def test_a_missed_siege_is_named_with_its_turn() -> None:
    """White, a person, could lay a siege, and does something else."""
    game = CoachedGame("adaptoid w 0,0 W:E6,F5 B:G7LP", "B")
    game.game.play("F5+L").play("G7-F6 F6+L")
    assert game.text == (
        "You missed +E5. Siege: whatever Black plays, an adaptoid of Black starves next, and Black has no attack."
    )


def test_an_adaptoid_that_had_to_grow_is_lost_for_want_of_the_reserve() -> None:
    game = coached("adaptoid b 0,0 W:D2,F5L B:D6,G7L", "G7+P, F5-F6 +F7")
    assert "G7 grew a limb and was lost." in game.text
    assert (
        "grows in your reserve instead, and would have kept all your adaptoids. Reserve: no enemy"
        in game.text
    )


def test_a_missed_reserve_is_named_where_growing_at_the_front_was_not_punished() -> None:
    game = coached("adaptoid b 0,0 W:D2,F5L B:D6,G7L", "G7+P, D2+L")
    assert game.text == (
        "After you grew on G7, White could have taken it. +C5 grows in your reserve instead, and would have kept all "
        "your adaptoids. Reserve: no enemy can attack D6 next turn or reach C5, so Black can grow there."
    )
    remark = game.remark() or {}
    assert (remark["before"], remark["turn"], remark["color"]) == (0, "+C5", "B")


@pytest.mark.parametrize(
    ("position", "turns", "said"),
    [
        (
            "adaptoid b 0,0 W:D2,F6 B:D6,F7,G7L",
            "G7+P, D2+L",
            "when your turn ended, so it starved. The limb that G7 grew was one too many.",
        ),
        (
            "adaptoid b 0,0 W:D2,F6 B:D6,F7,G7L",
            "+G6, D2+L",
            "Your new adaptoid on G6 took a free disc that G7 needed.",
        ),
        ("adaptoid b 0,0 W:D2,F7 B:D6,E6L,G7LP", "E6-F6 D6+L, D2+L", "Your move to F6 took a free disc"),
        ("adaptoid b 0,0 W:D2,F7 B:D6,F6LPP,G6", "F6-G7 D6+L, D2+L", "You moved G7 there yourself."),
        (
            "adaptoid b 0,1 W:A2,B2L,C2,C4,D2,D3P,D4,E3,F3LP B:E5LPP,E6,F6,G6",
            "+F5, A2+L",
            "Kamikaze: +D5 would starve E5, so E5 takes D4 along first.",
        ),
    ],
)
def test_an_own_fault_and_a_missed_kamikaze_are_named(position: str, turns: str, said: str) -> None:
    assert said in coached(position, turns).text


def brute_losses(position: Position, person: str) -> bool:
    """Whether a turn of the player to move takes an adaptoid of a person."""
    return any(gone.piece.color == person for turn in position.turns() for gone in position.effect(turn).gone)


def is_besieged(position: Position, within: int) -> bool:
    """Whether trying all turns finds a siege; True where this takes too long."""
    try:
        return naive.siege(parse(str(position)), within, naive.Trials(300_000))
    except naive.TooManyTurns:
        return within > 1


def sieges_met(text: str, past: list[Position]) -> list[tuple[Position, int]]:
    """The positions after turns that are said to have met a siege, with the length of the siege."""
    met = re.search(r"(?:^|\. |, )(\S+|\S+ \S+) would have met", text)
    if not met:
        return []
    ago = re.search(r"(\d) turns ago", text)
    length = re.search(r"within (\d) turns", text)
    return [(past[-int(ago[1]) if ago else -1].play(met[1]), int(length[1]) if length else 1)]


def check_sentences(text: str, past: list[Position], own: Turn, reply: Turn, shown: str, person: str) -> None:
    """Check each sentence about sieges, reserves and turns that keep everything by trying all turns.

    The person was asked in the positions `past`, played `own` in the last, and the computer `reply`. See why shows
    the turn `shown`.
    """
    asked = past[-1]
    effect = asked.play(own).effect(reply)
    after = effect.position
    lost = any(gone.piece.color == person for gone in effect.gone)
    siege = re.search(
        r"Siege: whatever (White|Black) plays, an adaptoid of \1 starves (next|within (\d) turns)", text
    )
    if siege:
        laid = asked.play(shown) if text.startswith("You missed") else after
        assert laid.turn == siege[1][0]
        assert is_besieged(laid, int(siege[3] or 1)), (str(laid), text)
    if "You were besieged" in text:
        within = re.search(r"within (\d) turns", text)
        assert is_besieged(asked, int(within[1]) if within else 1), (str(asked), text)
    reserve = re.search(r"\. (\S+|\S+ \S+) grows in your reserve", text)
    if reserve:
        line = Turn.from_text(reserve[1])
        middle = parse(str(asked.after_move(line.move) if line.move else asked))
        assert any(color == person and line.at in room for color, _, room in naive.reserves(middle))
    kept = re.search(r"(?:^|\. )([^.]+?) (?:would have kept|grows in your reserve)", text)
    if kept:
        safe = asked.play(kept[1])
        assert safe.lost[person] == asked.lost[person], (str(asked), kept[1])
        assert safe.winner is None
        assert not brute_losses(safe, person), (str(asked), kept[1])
    won = re.search(r"(?:^|\. )([^.]+?) would have won the game", text)
    assert bool(won) == any(asked.play(turn).winner == person for turn in asked.turns()) or not lost, text
    if won:
        assert asked.play(won[1]).winner == person, (str(asked), text)
    exchange = re.search(r"\. ([^.]+?) would have lost only one of yours, in an exchange", text)
    if exchange:
        traded = asked.play(exchange[1])
        assert traded.lost[person] == asked.lost[person] + 1, (str(asked), text)
        assert traded.winner is None
        assert not brute_losses(traded, person), (str(asked), text)
    taken = re.search(r"After you grew on (\w+), \w+ could have taken it", text)
    if taken:
        hoped = asked.play(own)
        assert any(taken[1] in [gone.cell for gone in hoped.effect(turn).gone] for turn in hoped.turns()), (
            text
        )
    for met, length in sieges_met(text, past):
        for reply in met.turns():
            assert not any(gone.piece.color == person for gone in met.effect(reply).gone), (str(met), text)
            assert length > 1 or not naive.siege(parse(str(met.play(reply))), 1, naive.Trials(300_000)), text
    for cell in re.findall(
        r"The limb that (\w+) grew was one|disc that (\w+) needed|You moved (\w+) there", text
    ):
        hungry = next(filter(None, cell))
        assert asked.play(own).food()[hungry] < 0, text
        assert hungry in (own.at, own.target) or asked.food()[hungry] >= 0, text
    if "Whatever you played, you could have lost" in text:
        for turn in asked.turns():
            hoped = asked.play(turn)
            assert hoped.winner != person
            if hoped.lost[person] == asked.lost[person]:
                assert brute_losses(hoped, person), (str(asked), str(turn))


TACTICAL = [
    row["position"]
    for row in map(json.loads, (Path(naive.__file__).parent / "positions.jsonl").read_text().splitlines())
    if any(row["siege"].values()) and not row["position"].startswith("adapt3")
]
"""Positions with a siege, of two players, on several boards and with the switches."""


@pytest.mark.parametrize(("seed", "positions"), [(1, 24), *nightly((2, 500))])
def test_no_remark_says_anything_false(seed: int, positions: int) -> None:
    """A person who plays anything against level 3: each sentence is checked by trying all turns."""
    rng = random.Random(seed)
    checked = 0
    while checked < positions:
        start = Position.start() if checked % 2 else Position.from_text(rng.choice(TACTICAL))
        person = start.turn
        game = CoachedGame(start, "B" if person == "W" else "W")
        past: list[Position] = []
        while game.game.result is None and checked < positions and game.game.ply < (60 if checked % 2 else 8):
            asked = game.game.position
            past.append(asked)
            own = rng.choice(asked.turns())
            game.game.play(str(own))
            before = game.game.position
            if before.winner is not None:
                break
            reply = choose(before, 3)
            game.game.play(str(reply))
            remark = game.remark()
            lost = [gone for gone in before.effect(reply).gone if gone.piece.color == person]
            assert bool(remark) or not lost
            if remark is None:
                continue
            checked += 1
            text = str(remark["text"])
            check_sentences(text, past, own, reply, remark["turn"], person)
            assert all(gone.cell in text for gone in lost[:MAX_REASONS])
            if text.startswith("You missed"):
                best = Turn.from_text(remark["turn"])
                said = [name for name in ("siege", "kamikaze", "fork") if f"{name}: " in text.lower()]
                names = (*said, "double fork") if "fork" in said else tuple(said)
                assert done(asked, best, names)
                assert not done(asked, own, names)


def test_keeping_finds_a_turn_after_which_nothing_is_lost() -> None:
    position = Position.from_text(FORKED)
    kept = keeping(position, list(position.turns()))
    assert kept is not None
    assert not brute_losses(position.play(kept), "B")
