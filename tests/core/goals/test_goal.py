"""The meaning of each condition of a goal: cases that meet it, cases that do not, and edge cases."""

from __future__ import annotations

from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.goals.attempt import Attempt, same_color_again
from adaptoid_widget.core.goals.conditions import CONDITIONS, ConditionKind
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.goals.turn_facts import TurnJudge
from adaptoid_widget.core.i18n.catalog import Wording
from adaptoid_widget.core.i18n.en_lessons import LESSON
from adaptoid_widget.core.tactics.siege import BUDGET, SiegeSearch


def attempted(text: str, *turns: str, color: str = "", nobody: bool = False) -> Attempt:
    """Return the attempt after `turns`. Without `color`, the learner is the player who has the first turn."""
    position = aw.Position.from_text(text)
    attempt = Attempt(position, color or position.turn, nobody)
    for turn in turns:
        attempt = attempt.add(turn)
    return attempt


def met(goal: str, text: str, *turns: str, color: str = "") -> bool:
    return Goal.from_text(goal).met(attempted(text, *turns, color=color))


def turns_that_meet(goal: str, text: str) -> set[str]:
    """Return all turns that meet a goal by themselves."""
    attempt = attempted(text)
    return {str(turn) for turn in Goal.from_text(goal).among(attempt, attempt.position.turns())}


# white may capture, exchange, fork and starve here
HUNT = "adaptoid w 0,0 W:D3,D4LP B:D5,E5P,G7"
# the rulebook's figure: +D4 or +C4 starves D5
FEEDING = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
FORK = "adaptoid w 0,0 W:D2,F5L B:D6,G7LP"
DOUBLE = "adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LP,D6"


# -- captures, starves, takes, losses ---------------------------------------------------------------------------------


def test_captures_counts_enemies_taken_by_attack() -> None:
    assert met("captures 1", HUNT, "D4xD5 +C3")
    assert not met("captures 1", HUNT, "D4-C4 +C3")
    assert not met("captures 2", HUNT, "D4xD5 +C3")


def test_an_equal_exchange_captures_one_and_loses_one() -> None:
    assert met("captures 1 and losses 1 and not losses 0", HUNT, "D4xE5 +D2")


def test_starving_and_capturing_are_counted_apart() -> None:
    assert met("starves D5 and starves 1 and not captures 1", FEEDING, "+D4")
    start = "adaptoid w 0,0 W:C5,D3,E6LP B:D5LLPP,D6"
    assert met("captures 1", start, "E6xD6 +D4")
    assert met("takes 1", FEEDING, "+D4")
    assert not met("takes 2", FEEDING, "+D4")


def test_one_turn_captures_and_starves() -> None:
    text = "adaptoid w 0,0 W:C5,D3,F6LP B:D5LLPP,E6,F7"
    assert met("captures 1 and starves D5 and takes 2", text, "F6xF7 +D4")
    assert not met("takes 3", text, "F6xF7 +D4")


def test_a_hungry_adaptoid_that_is_captured_did_not_starve() -> None:
    text = "adaptoid w 0,0 W:C4,C5,D4LPP B:D5LLLP,D6"
    assert "D5" in aw.Position.from_text(text).starving()
    assert met("captures 1 and not starves D5 and not starves 1", text, "D4xD5 +C3")
    assert met("starves D5 and not captures 1", text, "+D3")


def test_conditions_count_all_turns_of_the_step() -> None:
    text = "adaptoid w 0,0 W:C5,D3,F3LP B:D5LLPP,D6,F4,G7"
    turns = ("+D4", "+F7", "F3xF4 +E3")
    assert met("starves D5 and starves 1 and captures 1 and takes 2", text, *turns)
    assert not met("starves 2", text, *turns)
    assert not met("captures 2", text, *turns)
    assert not met("takes 3", text, *turns)


def test_at_once_counts_the_last_turn_alone() -> None:
    text = "adaptoid w 0,0 W:C5,D3,F3LP B:D5LLPP,D6,F4,G7"
    turns = ("+D4", "+F7", "F3xF4 +E3")
    assert met("captures 1 at once and takes 1 at once", text, *turns)
    assert not met("starves D5 at once", text, *turns)
    assert not met("starves 1 at once", text, *turns)
    assert not met("takes 2 at once", text, *turns)
    assert met("not takes 2 at once", text, *turns)


TWO = "adaptoid w 0,0 W:F3,F5 B:A1,G4LL,G6LLL"


AT_ONCE = (
    ("starves G4,G6 at once", ("+G5",), None),
    ("starves G4,G6", ("+F4", "+G5"), None),
    ("starves G4,G6 at once", ("+F4", "+G5"), ("lesson.not.starves-earlier", {"cell": "G4"})),
    (
        "starves G4,G6 at once",
        ("+F4",),
        ("lesson.not.starves-fed", {"cell": "G6", "liberties": 3, "size": 3}),
    ),
    ("starves 2 at once", ("+F4", "+G5"), ("lesson.not.starves-at-once", {"n": 1, "wanted": 2})),
    ("takes 2 at once", ("+F4", "+G5"), ("lesson.not.takes-at-once", {"n": 1, "wanted": 2})),
    ("takes 2 at once", ("+F4", "F3+L"), ("lesson.not.takes-none", None)),
    ("not starves 2 at once", ("+G5",), ("lesson.met.starves", {"n": 2, "max": 1})),
)


@pytest.mark.parametrize(("goal", "turns", "reason"), AT_ONCE)
def test_at_once_has_its_own_reasons(goal: str, turns: tuple[str, ...], reason: object) -> None:
    assert Goal.from_text(goal).why_not(attempted(TWO, *turns, nobody=True)) == reason


NEWBORN = (
    ("starves G4 by a newborn", ("+G5",), None),
    ("starves 2 by a newborn", ("+F4", "+G5"), ("lesson.not.starves-at-once", {"n": 1, "wanted": 2})),
    # somebody starves, but not by a newborn
    ("starves 2 by a newborn", ("F5-G5 F3+L",), ("lesson.not.by-newborn", None)),
    ("takes 3 by a newborn", ("F5-G5 F3+L",), ("lesson.not.by-newborn", None)),
    ("not starves 1 by a newborn", ("+G5",), ("lesson.met.by-newborn", None)),
    ("not starves G4 by a newborn", ("+G5",), ("lesson.met.by-newborn", None)),
    ("starves G4 by a newborn", ("F5-G5 F3+L",), ("lesson.not.by-newborn", None)),
    ("starves 1 by a newborn", ("F5-G5 F3+L",), ("lesson.not.by-newborn", None)),
    ("takes 1 by a newborn", ("F3+L",), ("lesson.not.takes-none", None)),
)


@pytest.mark.parametrize(("goal", "turns", "reason"), NEWBORN)
def test_by_a_newborn_has_its_own_reasons(goal: str, turns: tuple[str, ...], reason: object) -> None:
    start = TWO.replace("F5 ", "F5L ")
    assert Goal.from_text(goal).why_not(attempted(start, *turns, nobody=True)) == reason


def test_a_newborn_captures_after_it_grew() -> None:
    """A newborn still counts after it has moved. An older adaptoid does not count."""
    start = "adaptoid w 0,0 W:C3L,D2LP B:D5,G7"
    grown = ("+D3", "D3+L", "D3+P", "D3-D4 C3+P")
    goal = Goal.from_text("captures 1 by a newborn")
    assert goal.why_not(attempted(start, *grown, "D4xD5 +D4", nobody=True)) is None
    older = attempted(start.replace("LP", "LLLLP"), "+D3", "D2xD5 +C4", nobody=True)
    assert goal.why_not(older) == ("lesson.not.by-newborn", None)


def test_starves_names_discs_and_wants_all_of_them() -> None:
    assert met("starves A2,B3", DOUBLE, "B1-B2 +A3")
    assert met("starves 2", DOUBLE, "B1-B2 +A3")
    assert not met("starves 3", DOUBLE, "B1-B2 +A3")
    assert not met("starves A2,D6", DOUBLE, "B1-B2 +A3")
    assert not met("starves D4", DOUBLE, "B1-B2 +A3")


def test_what_one_enemy_does_to_another_does_not_count() -> None:
    """Adapt3: only the learner's own turns capture and starve."""
    text = "adapt3 w 0,0,0 W:A1 B:D4LP,G7 R:A4,D5"
    assert not met("takes 1", text, "+A2", "D4xD5 +E5", color="W")
    assert met("captures 1", text.replace(" w ", " b "), "D4xD5 +E5")
    assert met("losses 0", text, "+A2", "D4xD5 +E5", color="W")


def test_adapt3_counts_both_enemies() -> None:
    text = "adapt3 w 0,0,0 W:D4LP B:D5,G7 R:A1,D3"
    assert met("captures 1", text, "D4xD5 +E5")
    assert met("captures 1", text, "D4xD3 +D4")
    assert not met("captures 1", text, "+E5")


def test_losses_are_those_of_the_step_whoever_caused_them() -> None:
    assert met("losses 0", "adaptoid w 3,0 W:D3,D4LP B:D5PP,D6LP,G7", "+C3"), (
        "those before the step do not count"
    )
    weak = "adaptoid+weaker-dies w 0,0 W:D3,D4LP B:D5PP,G7"
    assert not met("losses 0", weak, "D4xD5 +C3")
    assert met("losses 1 and not captures 1", weak, "D4xD5 +C3")


def test_losses_by_a_reply_count() -> None:
    text = "adaptoid w 0,0 W:D3,D4 B:D5LP,G7"
    assert met("losses 0", text, "+C3")
    assert not met("losses 0", text, "+C3", "D5xD4 +D5")
    assert met("losses 1", text, "+C3", "D5xD4 +D5")


# -- tactics ----------------------------------------------------------------------------------------------------------


def test_forks_are_those_of_the_tactics_finder() -> None:
    assert met("forks and forks G7", FORK, "F5-F6 +G6")
    assert not met("forks", FORK, "+F6")
    assert not met("forks D6", FORK, "F5-F6 +G6")
    assert turns_that_meet("forks", FORK) == {
        turn for tactic in aw.tactics.find(aw.Position.from_text(FORK), "fork") for turn in tactic.turns
    }


def test_a_double_fork_is_a_fork_of_each() -> None:
    assert met("double-forks and forks and forks A2 and forks A2,B3", DOUBLE, "B1-B2 +A3")
    assert not met("double-forks", FORK, "F5-F6 +G6")


def test_only_the_last_turn_forks() -> None:
    assert not met("forks", FORK, "F5-F6 +G6", "+D5", "+D3")
    assert met("starves G7", FORK, "F5-F6 +G6", "+D5", "+D3")


def test_a_kamikaze_attacks_before_it_starves() -> None:
    text = "adaptoid w 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P"
    assert met("kamikaze", text, "D4xD5 +D3")
    assert not met("kamikaze", text, "D4-D3 +C2")
    assert not met("kamikaze", HUNT, "D4xD5 +C3")


def test_besieges_counts_turns_of_the_besieged_player() -> None:
    """The besieged player has the next turn."""
    text = "adaptoid w 0,0 W:E5,E6,F5 B:A1,G7PP"
    assert (
        turns_that_meet("besieges 1", text)
        == turns_that_meet("besieges", text)
        == {"+F6", "+F7", "+G6", "E5+L", "E6+L", "F5+L"}
    )
    assert (
        turns_that_meet("besieges", text)
        < turns_that_meet("besieges 2", text)
        <= turns_that_meet("besieges 4", text)
    )
    assert not met("besieges 4", FEEDING, "D3+P")


def test_tail_is_as_long_as_it_says() -> None:
    text = "adaptoid w 0,0 W:A1,A2,A3,D2 B:D6"
    assert met("tail and tail 3", text, "D2+L")
    assert not met("tail 4", text, "D2+L")
    assert met("tail 4", text, "+A4")
    assert not met("tail", "adaptoid w 0,0 W:A1,A2,D2 B:D6", "+C2")


def test_reserve_counts_own_adaptoids_only() -> None:
    assert met("reserve", "adaptoid w 0,0 W:D1,D4LP B:D6LP", "D4+L")
    assert not met("reserve", "adaptoid w 0,0 W:D1L,D4LP B:D6", "D4+L")


# -- what may come ----------------------------------------------------------------------------------------------------


def test_survives_looks_at_captures_and_at_hunger() -> None:
    attacked = "adaptoid w 0,0 W:D2,D4L B:D5LP,G7"
    assert not met("survives", attacked, "+C2")
    assert not met("survives D4", attacked, "+C2")
    assert met("survives D2", attacked, "+C2")
    assert met("survives", attacked, "D4-C3 +C2"), "out of reach"
    starved = "adaptoid w 0,0 W:A1LP,D1 B:B2,B4"
    assert not met("survives", starved, "+D2")
    assert not met("survives A1", starved, "+D2")
    assert met("survives D1", starved, "+D2")


def test_an_exchange_takes_and_a_hopeless_attack_does_not() -> None:
    assert not met("survives", "adaptoid w 0,0 W:D4P B:D5LP", "+D3")
    assert met("survives D4", "adaptoid w 0,0 W:D4PP B:D5LP", "+D3")
    assert met("survives D4", "adaptoid+weaker-dies w 0,0 W:D4PP B:D5LP", "+D3")
    assert met("survives D4", "adaptoid w 0,0 W:D4 B:D5L", "+D3")
    assert not met("survives D4", "adaptoid+bare-exchange w 0,0 W:D4 B:D5L", "+D3")


def test_survives_names_own_adaptoids_only() -> None:
    assert not met("survives D5", "adaptoid w 0,0 W:D2 B:D5,D6", "+D3")
    assert not met("survives A1", "adaptoid w 0,0 W:D2 B:D6", "+D3")


def test_survives_considers_both_enemies_in_adapt3() -> None:
    """An enemy who does not have the next turn also counts."""
    text = "adapt3 w 0,0,0 W:A1,D4 B:F7,G7 R:D5LP,G4"
    assert not met("survives", text, "+A2")
    assert met("survives", text.replace("LP", "L"), "+A2")
    hungry = "adapt3 w 0,0,0 W:A1LP,D1 B:G7 R:B2,B4"
    assert not met("survives", hungry, "+D2")
    assert not met("keeps 3", hungry, "+D2")
    assert met("keeps 2", hungry, "+D2")
    assert met("survives and keeps 3", hungry.replace("B2,B4", "B4,B5"), "+D2")


def test_the_winner_survives_and_the_loser_does_not() -> None:
    assert met("survives and wins", "adaptoid w 0,4 W:D4LP B:D5,D6LP", "D4xD5")
    lost = "adaptoid+weaker-dies w 4,0 W:D2,D4LP B:D5PP,G7"
    assert not met("survives", lost, "D4xD5")
    assert not met("survives D2", lost, "D4xD5")


def test_keeps_counts_what_the_worst_reply_leaves() -> None:
    text = "adaptoid w 0,0 W:D2,D4 B:D5LP,G7"
    assert met("keeps 2 and not keeps 3", text, "+C2")
    two_at_once = "adaptoid w 0,0 W:A2LP,B3LP,D6 B:B1L,B4,C3"
    assert met("keeps 2 and not keeps 3", two_at_once, "+D7")


# -- what stands there ------------------------------------------------------------------------------------------------


def test_liberties_are_those_of_one_or_of_all_adaptoids() -> None:
    text = "adaptoid w 0,0 W:A1,D4 B:G7"
    assert met("liberties A1 3 and not liberties A1 4", text, "D4+L")
    assert met("liberties 3 and not liberties 4", text, "D4+L")
    assert not met("liberties A1 3", text, "+A2")
    assert met("liberties G7 3", text, "D4+L"), "of any colour"
    assert not met("liberties B1 1", text, "D4+L"), "no adaptoid there"


def test_spare_is_liberties_less_size() -> None:
    text = "adaptoid w 0,0 W:A1LP,D4 B:G7"
    assert met("spare 1 and spare A1 1 and not spare 2", text, "D4+L")
    assert met("spare 0 and not spare 1", text, "A1+L")
    assert not met("spare 0", text.replace("A1LP", "A1LLPP"), "D4+L")


def test_liberties_are_counted_after_the_feeding() -> None:
    assert met("liberties C5 4 and not liberties C5 5", FEEDING, "D3+L")
    assert met("liberties C5 5", FEEDING, "+D4"), "D5 has starved"


def test_reaches_is_a_move_that_ends_there() -> None:
    assert met("reaches D5", HUNT, "D4xD5 +C3")
    assert met("reaches C4 LP and not reaches C4 LL", HUNT, "D4-C4 +C3")
    assert met("reaches C4 LL", HUNT, "D4-C4 C4+L"), "limbs are counted after the growth"
    assert not met("reaches C3", HUNT, "D4-C4 +C3"), "a new adaptoid did not move"
    assert not met("reaches D4", HUNT, "+C3"), "an adaptoid that stays reaches nothing"
    assert not met("reaches E5", HUNT, "D4xE5 +D2"), "after an exchange nobody is there"


def test_occupies_counts_own_adaptoids_moved_or_not() -> None:
    assert met("occupies C3", HUNT, "+C3")
    assert met("occupies D4 LP", HUNT, "+C3")
    assert not met("occupies D4 LPP", HUNT, "+C3")
    assert not met("occupies G7", HUNT, "+C3"), "an enemy"
    assert not met("occupies A1", HUNT, "+C3"), "nobody"


# -- the turn itself --------------------------------------------------------------------------------------------------


def test_grows_tells_what_grew_and_unmoved_that_nothing_moved() -> None:
    assert met("grows new and unmoved", HUNT, "+C3")
    assert met("grows leg and not unmoved", HUNT, "D4-C4 C4+L")
    assert met("grows pincer", HUNT, "D3+P")
    assert not met("grows leg or grows pincer", HUNT, "+C3")


def test_a_turn_that_ends_with_the_attack_grows_nothing() -> None:
    assert not met("grows new or grows leg or grows pincer", "adaptoid w 0,4 W:D4LP B:D5,D6LP", "D4xD5")


def test_wins_is_met_by_a_win_of_each_rule() -> None:
    assert met("wins", "adaptoid w 0,4 W:C5,D3 B:D5LLPP,D6", "+D4")
    assert met("wins", "adaptoid w 0,0 W:C5,D3 B:D5LLLPP", "+D4"), "nothing of the enemy's is left (R11)"
    assert met("wins", "adaptoid b 3,4 W:D5P B:D4LP", "D4xD5"), "both lose, so the player to move wins (R13)"
    assert not met("wins", FEEDING, "+D4")
    assert not met("wins", "adaptoid+weaker-dies w 4,0 W:D2,D4LP B:D5PP,G7", "D4xD5")


def test_in_adapt3_the_hunter_wins() -> None:
    """White hunts Red (R17, R20)."""
    text = "adapt3 w 0,0,9 W:D4LP B:G7 R:A1,D5"
    assert met("wins", text, "D4xD5")
    black = "adapt3 w 0,9,0 W:D4LP B:D5,G7 R:A1"
    assert not met("wins", black, "D4xD5"), "Red hunts Black"


def test_an_enemy_that_loses_by_its_own_turn_meets_wins() -> None:
    text = "adaptoid+weaker-dies w 0,4 W:D4PP B:D5LP,G7"
    assert not met("wins", text, "+D3")
    assert met("wins", text, "+D3", "D5xD4")


def test_plays_is_one_of_these_turns() -> None:
    assert turns_that_meet("plays D4-C4 +C3|+C3", HUNT) == {"D4-C4 +C3", "+C3"}
    assert turns_that_meet("plays D4xD5 *", HUNT) == {
        turn for turn in turns_that_meet("losses 9", HUNT) if turn.startswith("D4xD5")
    }
    assert turns_that_meet("plays * +C3", HUNT) == {
        turn for turn in turns_that_meet("losses 9", HUNT) if turn.endswith("+C3")
    }
    assert turns_that_meet("plays +A1", HUNT) == set()


# -- together ---------------------------------------------------------------------------------------------------------


def test_and_or_and_not_combine_conditions() -> None:
    all_turns = turns_that_meet("losses 9", HUNT)
    captures, grows = turns_that_meet("captures 1", HUNT), turns_that_meet("grows leg", HUNT)
    assert turns_that_meet("captures 1 and grows leg", HUNT) == captures & grows
    assert turns_that_meet("captures 1 or grows leg", HUNT) == captures | grows
    assert turns_that_meet("not captures 1", HUNT) == all_turns - captures
    assert turns_that_meet("not (captures 1 or grows leg)", HUNT) == all_turns - captures - grows
    assert turns_that_meet("not captures 1 and grows leg or captures 1 and unmoved", HUNT) == grows - captures
    assert captures
    assert grows - captures


def test_in_the_middle_of_a_turn_the_growth_alone_is_judged() -> None:
    """The move step is done before the attempt, so that `unmoved` holds."""
    text = "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6"
    assert turns_that_meet("starves D5", text) == {"+C4", "+D4"}
    assert met("unmoved and grows new and not forks and not kamikaze", text, "+D4")
    assert turns_that_meet("survives or not survives", text) == {
        str(turn) for turn in aw.Position.from_text(text).turns()
    }


def test_nothing_is_met_before_the_first_turn() -> None:
    for goal in ("losses 0", "not wins", "occupies D2", "unmoved"):
        attempt = attempted("adaptoid w 0,0 W:D2 B:D6")
        assert not Goal.from_text(goal).met(attempt)
        assert Goal.from_text(goal).why_not(attempt) == ("lesson.not.played", None)


def test_the_learner_need_not_begin() -> None:
    text = "adaptoid w 0,0 W:D2 B:D6"
    assert not met("grows new", text, "+D3", color="B")
    assert met("grows new", text, "+D3", "+D5", color="B")
    assert Goal.from_text("grows new").among(attempted(text, color="B"), ["+D3"]) == []


def test_illegal_turns_meet_nothing() -> None:
    attempt = attempted("adaptoid w 0,0 W:D2 B:D6")
    assert Goal.from_text("losses 9").among(attempt, ["+G7", "D2-D3 +D4", "+D3", "-", "+Z9"]) == [
        aw.Turn.from_text("+D3")
    ]


def test_a_condition_on_a_disc_that_the_board_lacks_is_never_met() -> None:
    small = "adaptoid@hex2 w 0,0 W:B1 B:B3"
    for goal in ("starves D5", "occupies D5", "reaches D5", "survives D5", "liberties D5 1", "forks D5"):
        assert not met(goal, small, "B1+L")


def test_without_replies_the_same_colour_has_the_next_turn() -> None:
    attempt = attempted("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6,G7LP", "D3+L", nobody=True)
    assert str(attempt.position) == "adaptoid w 0,0 W:C5,D3L B:D5LLPP,D6,G7LP"
    assert attempt.is_learners_turn
    attempt = attempt.add("+D4")
    assert Goal.from_text("starves D5").met(attempt)
    assert [played.color for played in attempt.played] == ["W", "W"]


@pytest.mark.parametrize(
    ("text", "turn", "given_back"),
    [
        ("adapt3 b 0,0,0 W:D2 B:B4 R:F6", "+C4", "adapt3 b 0,0,0 W:D2 B:B4,C4 R:F6"),
        ("adapt3-fierce b 0,0,0 W:D2 B:B4 R:F6", "+C4", "adapt3-fierce b 0,0,0 W:D2 B:B4,C4 R:F6"),
        ("adaptoid b 0,0 W:D2 B:D6", "+D5", "adaptoid b 0,0 W:D2 B:D5,D6"),
    ],
)
def test_same_color_again_gives_the_turn_back(text: str, turn: str, given_back: str) -> None:
    position = aw.Position.from_text(text)
    assert str(same_color_again(position.play(turn), position.turn)) == given_back


def test_a_game_that_is_over_stays_over() -> None:
    over = aw.Position.from_text("adaptoid w 0,4 W:D4LP B:D5,D6LP").play("D4xD5")
    assert same_color_again(over, "W") is over


# -- why it is not met ------------------------------------------------------------------------------------------------

UNMET_GOALS = (
    ("captures 1", HUNT, "+C3", "lesson.not.captures-none"),
    ("captures 2", HUNT, "D4xD5 +C3", "lesson.not.captures"),
    ("starves 1", FEEDING, "D3+L", "lesson.not.starves-none"),
    ("starves 2", FEEDING, "+D4", "lesson.not.starves"),
    ("starves D5", FEEDING, "D3+L", "lesson.not.starves-fed"),
    ("starves D5,D6", FEEDING, "+D4", "lesson.not.starves-fed"),
    ("starves A1", FEEDING, "+D4", "lesson.not.starves-gone"),
    ("takes 1", FEEDING, "D3+L", "lesson.not.takes-none"),
    ("takes 2", FEEDING, "+D4", "lesson.not.takes"),
    ("forks", FORK, "+D3", "lesson.not.forks"),
    ("forks D6", FORK, "+D3", "lesson.not.forks"),
    ("forks D6", FORK, "F5-F6 +G6", "lesson.not.forks-here"),
    ("double-forks", FORK, "F5-F6 +G6", "lesson.not.double-forks"),
    ("kamikaze", HUNT, "+C3", "lesson.not.kamikaze"),
    ("survives", "adaptoid w 0,0 W:D2,D4L B:D5LP,G7", "+C2", "lesson.not.survives-attack"),
    ("survives", "adaptoid w 0,0 W:D2,D4P B:D5LP,G7", "+C2", "lesson.not.survives-exchange"),
    ("survives", "adaptoid w 0,0 W:C4P,D2,D4L B:D5LP,G7", "+C2", "lesson.not.survives-attack"),
    ("survives", "adaptoid w 0,0 W:A1LP,D1 B:B2,B4", "+D2", "lesson.not.survives-hunger"),
    ("survives A1", "adaptoid w 0,0 W:D1 B:B2,B4", "+D2", "lesson.not.yours"),
    ("survives", "adaptoid+weaker-dies w 4,0 W:D2,D4LP B:D5PP,G7", "D4xD5", "lesson.not.survives-over"),
    ("keeps 3", "adaptoid w 0,0 W:D2,D4 B:D5LP,G7", "+C2", "lesson.not.keeps"),
    ("keeps 3", "adaptoid w 0,0 W:D2,D4 B:D5LP,G7", "D2+L", "lesson.not.keeps-now"),
    ("liberties 4", "adaptoid w 0,0 W:A1,D4 B:G7", "D4+L", "lesson.not.liberties"),
    ("liberties B1 1", "adaptoid w 0,0 W:A1,D4 B:G7", "D4+L", "lesson.not.nobody"),
    ("spare 2", "adaptoid w 0,0 W:A1LP,D4 B:G7", "D4+L", "lesson.not.spare"),
    ("liberties 1", "adaptoid b 3,4 W:D5P B:D4LP", "D4xD5", "lesson.not.none-left"),
    ("reaches C3", HUNT, "+C3", "lesson.not.reaches"),
    ("reaches E5", HUNT, "D4xE5 +D2", "lesson.not.yours"),
    ("reaches C4 LL", HUNT, "D4-C4 +C3", "lesson.not.limbs"),
    ("occupies A1", HUNT, "+C3", "lesson.not.yours"),
    ("occupies D4 PP", HUNT, "+C3", "lesson.not.limbs"),
    ("tail", HUNT, "+C3", "lesson.not.tail"),
    ("tail 4", "adaptoid w 0,0 W:A1,A2,A3,D2 B:D6", "D2+L", "lesson.not.tail-short"),
    ("reserve", "adaptoid w 0,0 W:D1L,D4LP B:D6", "D4+L", "lesson.not.reserve"),
    ("besieges", FEEDING, "D3+L", "lesson.not.besieges"),
    # a game that is over has no tail, reserve or siege
    ("tail", "adaptoid w 0,4 W:A1,A2,A3,D4LP B:D5,D6LP", "D4xD5", "lesson.not.over"),
    ("reserve", "adaptoid w 0,4 W:A1,D4LP B:D5,D6LP", "D4xD5", "lesson.not.over"),
    ("besieges", "adaptoid w 0,4 W:D4LP B:D5,D6LP", "D4xD5", "lesson.not.over"),
    ("not survives", "adaptoid w 0,4 W:D4LP B:D5,D6LP", "D4xD5", "lesson.not.over"),
    ("not keeps 1", "adaptoid w 0,4 W:D4LP B:D5,D6LP", "D4xD5", "lesson.not.over"),
    ("besieges", "adaptoid@hex3 b 1,1 W:A1,B1,C1,C2P B:B3LLP", "B3xC2", "lesson.not.survives-over"),
    ("grows leg", HUNT, "+C3", "lesson.not.grows-leg"),
    ("grows pincer", HUNT, "+C3", "lesson.not.grows-pincer"),
    ("grows new", HUNT, "D3+L", "lesson.not.grows-new"),
    ("unmoved", HUNT, "D4-C4 +C3", "lesson.not.unmoved"),
    ("wins", HUNT, "+C3", "lesson.not.wins"),
    ("plays +D2", HUNT, "+C3", "lesson.not.plays"),
    ("losses 0", HUNT, "D4xE5 +D2", "lesson.not.losses"),
    ("not captures 1", HUNT, "D4xD5 +C3", "lesson.met.captures"),
    ("not starves 1", FEEDING, "+D4", "lesson.met.starves"),
    ("not starves D5", FEEDING, "+D4", "lesson.met.starves-here"),
    ("not takes 1", FEEDING, "+D4", "lesson.met.takes"),
    ("not forks", FORK, "F5-F6 +G6", "lesson.met.forks"),
    ("not double-forks", DOUBLE, "B1-B2 +A3", "lesson.met.double-forks"),
    ("not kamikaze", "adaptoid w 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P", "D4xD5 +D3", "lesson.met.kamikaze"),
    ("not survives", "adaptoid w 0,0 W:D2 B:D6", "+C2", "lesson.met.survives"),
    ("not survives D2", "adaptoid w 0,0 W:D2 B:D6", "+C2", "lesson.met.survives-here"),
    ("not keeps 2", "adaptoid w 0,0 W:D2 B:D6", "+C2", "lesson.met.keeps"),
    ("not liberties 2", "adaptoid w 0,0 W:D2 B:D6", "+C2", "lesson.met.liberties"),
    ("not spare 2", "adaptoid w 0,0 W:D2 B:D6", "+C2", "lesson.met.spare"),
    ("not reaches C4", HUNT, "D4-C4 +C3", "lesson.met.reaches"),
    ("not occupies C3", HUNT, "+C3", "lesson.met.occupies"),
    ("not occupies D4 LP", HUNT, "+C3", "lesson.met.limbs"),
    ("not reaches C4 L", HUNT, "D4-C4 +C3", "lesson.met.limbs"),
    ("not tail", "adaptoid w 0,0 W:A1,A2,A3,D2 B:D6", "D2+L", "lesson.met.tail"),
    ("not reserve", "adaptoid w 0,0 W:D1,D4LP B:D6LP", "D4+L", "lesson.met.reserve"),
    ("not besieges", "adaptoid w 0,0 W:E6 B:G7PP", "+F6", "lesson.met.besieges"),
    ("not grows leg", HUNT, "D3+L", "lesson.met.grows"),
    ("not unmoved", HUNT, "+C3", "lesson.met.unmoved"),
    ("not wins", "adaptoid w 0,4 W:D4LP B:D5,D6LP", "D4xD5", "lesson.met.wins"),
    ("not plays +C3", HUNT, "+C3", "lesson.met.plays"),
    ("not losses 0", HUNT, "+C3", "lesson.met.losses"),
    # the reason is that of the first condition that fails, in the order of the text
    ("grows leg and captures 1", HUNT, "+C3", "lesson.not.grows-leg"),
    ("wins or grows leg", HUNT, "+C3", "lesson.not.wins"),
    ("unmoved and (wins or grows leg)", HUNT, "+C3", "lesson.not.wins"),
    # each part alone may hold
    ("not (unmoved and grows new)", HUNT, "+C3", "lesson.met.unnamed"),
    ("not (wins or unmoved)", HUNT, "+C3", "lesson.met.unmoved"),
    ("not (not grows leg or wins)", HUNT, "+C3", "lesson.not.grows-leg"),
)


@pytest.mark.parametrize(("goal", "text", "turn", "code"), UNMET_GOALS)
def test_each_unmet_condition_has_its_reason(goal: str, text: str, turn: str, code: str) -> None:
    """Each case has its reason and a sentence for it."""
    saying = Goal.from_text(goal).why_not(attempted(text, turn))
    assert saying is not None
    assert saying[0] == code
    assert Wording().say(*saying)


def test_reasons_give_numbers() -> None:
    def reason_text(goal: str, text: str, turn: str) -> str:
        saying = Goal.from_text(goal).why_not(attempted(text, turn))
        assert saying is not None
        return Wording().say(*saying)

    assert reason_text("starves D5", FEEDING, "D3+L") == "D5 does not starve: limbs 4, free discs 4."
    assert (
        reason_text("survives", "adaptoid w 0,0 W:D2,D4L B:D5LP,G7", "+C2")
        == "Your adaptoid on D4 can be captured next."
    )
    assert reason_text("spare 2", "adaptoid w 0,0 W:A1LP,D4 B:G7", "D4+L") == (
        "Around A1: free discs 3, limbs 2; it needs at least 2 to spare."
    )
    assert reason_text("captures 2", HUNT, "D4xD5 +C3") == "Captured or exchanged: 1; needed: 2."


def test_a_condition_without_sentences_of_its_own_is_named_as_in_the_goal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(CONDITIONS, "crowds", _crowds())
    turn = attempted(HUNT, "+C3")
    for goal, said in (
        ("crowds D4,D5", "That does not meet this part of the goal: crowds D4 D5."),
        ("not crowds", "That meets what should not happen here: crowds."),
    ):
        saying = Goal.from_text(goal).why_not(turn)
        assert saying is not None
        assert Wording().say(*saying) == said


def _crowds() -> ConditionKind:
    """A condition that holds for no discs alone, with the sentences of conditions that have none."""
    plain = CONDITIONS["unmoved"]
    return plain._replace(holds=lambda _, __, condition: not condition.cells, arguments=("discs?",))


def test_every_reason_has_a_case() -> None:
    codes = {code for *_, code in UNMET_GOALS} | {
        *("lesson.not.played", "lesson.not.unnamed", "lesson.met.unnamed"),
        *(reason[0] for *_, reason in AT_ONCE + NEWBORN if reason),
    }
    assert {code for code in LESSON if code.startswith(("lesson.not.", "lesson.met."))} <= codes


def test_a_goal_that_is_met_has_no_reason() -> None:
    assert Goal.from_text("starves D5").why_not(attempted(FEEDING, "+D4")) is None


def test_all_sieges_of_a_goal_share_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of positions searched for a turn does not grow with the number of siege conditions."""
    text = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4,D6,E5,E6LL,F5,F7LL"
    of_many_sieges = Goal.from_text(
        " or ".join(["besieges 4", "besieges 2", "not besieges 4 and besieges 3"] * 6)
    )
    attempt = attempted(text)
    turns = list(attempt.position.turns())[::60]
    # for each turn ahead, the search may count one more position before it notices that the budget is used up
    max_nodes = BUDGET + 8
    looked: dict[int, int] = {}
    search = SiegeSearch.search

    def counted(self: SiegeSearch, *arguments: Any) -> str:
        before = self.nodes
        verdict = search(self, *arguments)
        looked[id(self)] = looked.get(id(self), 0) + self.nodes - before
        return verdict

    monkeypatch.setattr(SiegeSearch, "search", counted)
    for turn in turns:
        looked.clear()
        of_many_sieges.met(attempt.add(turn))
        assert sum(looked.values()) <= max_nodes
    looked.clear()
    judge = TurnJudge(attempt, 0)
    verdicts = [of_many_sieges.verdict(judge, facts) for facts in map(judge.facts, turns) if facts]
    met = [turn for turn, verdict in zip(turns, verdicts, strict=True) if verdict]
    assert judge.siege_nodes == sum(looked.values()) <= max_nodes * len(turns)
    assert met == of_many_sieges.among(attempt, turns)
    assert None in verdicts


def test_the_order_of_the_conditions_changes_nothing() -> None:
    text = "adaptoid w 0,0 W:E5,E6,F5 B:A1,G7PP"
    for first, second in (("besieges 4", "besieges 1"), ("besieges 2", "besieges 3")):
        assert turns_that_meet(f"{first} and {second}", text) == turns_that_meet(
            f"{second} and {first}", text
        )
        assert turns_that_meet(f"{first} and not {second}", text) == turns_that_meet(
            f"not {second} and {first}", text
        )
