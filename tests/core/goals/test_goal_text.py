"""Goal texts: strict parsing, errors with their place, and one canonical form."""

from __future__ import annotations

import pytest

from adaptoid_widget.core.goals.conditions import CONDITIONS
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.rules.errors import LayoutError, TextError
from adaptoid_widget.core.rules.layout import Layout
from tests.portable.lesson_steps import COMBINED_GOALS
from tests.portable.naive_conditions import NAIVE

CANONICAL = (
    *sorted(NAIVE),
    *COMBINED_GOALS,
    "starves D5",
    "starves D5,E6",
    "starves 2",
    "captures 2 at once",
    "starves D5,E6 at once and survives",
    "not takes 3 at once or wins",
    "takes 3",
    "forks D5",
    "forks D5,E6",
    "survives D5",
    "liberties D5 2",
    "spare 0",
    "spare D5 1",
    "reaches D5",
    "reaches D5 LLP",
    "occupies D5",
    "occupies D5 P",
    "tail 4",
    "besieges 3",
    "grows pincer",
    "grows new",
    "plays -",
    "plays E3-D2 +D2|+D4|D4+L|E3xE5 E5+P|A1-A2",
    "plays E3-D2 *|* +D4",
    "wins or unmoved and not forks",
    "(wins or unmoved) and not (forks or kamikaze)",
    "not (wins and unmoved)",
    "plays +D4 and wins or plays D4+L",
    "starves D5 or survives D5 and not reaches D5",
)


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_texts_round_trip(text: str) -> None:
    goal = Goal.from_text(text)
    assert str(goal) == text
    assert Goal.from_text(str(goal)) == goal
    assert hash(Goal.from_text(text)) == hash(goal)
    assert repr(goal) == f"Goal.from_text({text!r})"


def test_every_condition_has_a_naive_version() -> None:
    names = {condition.name for text in NAIVE for condition in Goal.from_text(text).conditions}
    assert names == set(CONDITIONS)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("(wins)", "wins"),
        ("((wins)) and (unmoved)", "wins and unmoved"),
        ("(wins and unmoved) or forks", "wins and unmoved or forks"),
        ("wins and (unmoved and forks)", "wins and unmoved and forks"),
        ("wins or (unmoved or forks)", "wins or unmoved or forks"),
        ("not (wins)", "not wins"),
        ("starves d5,e6", "starves D5,E6"),
        ("plays e3-d2 d2+L", "plays E3-D2 D2+L"),
    ],
)
def test_needless_brackets_and_lower_case_discs_are_accepted(text: str, canonical: str) -> None:
    assert str(Goal.from_text(text)) == canonical


# the error is at the bar; the second text is a part of what the error expects there
WRONG = (
    ("|", "a condition"),
    ("|win", "a condition"),
    ("| wins", "a condition"),
    ("wins| ", "the end"),
    ("wins|  and forks", "the end"),
    ("wins and | forks", "a condition"),
    ("wins and |", "a condition"),
    ("wins or |and forks", "a condition"),
    ("wins| AND forks", "the end"),
    ("captures|", "a space, then a number, 1 to 24"),
    ("captures |0", "1 to 24"),
    ("captures |01", "leading zeros"),
    ("captures |-1", "a number"),
    ("captures |D5", "a number"),
    ("captures |99", "1 to 24"),
    ("starves|", "discs such as"),
    ("starves D5,|", "a disc"),
    ("starves D5,| E6", "a disc"),
    ("starves E6,|D5", "in order"),
    ("starves D5,|D5", "each once"),
    ("starves |D", "discs such as"),
    ("tail |2", "3 to 12"),
    ("besieges |5", "1 to 4"),
    ("liberties D5|", "a space, then a number"),
    ("liberties |7", "1 to 6"),
    ("reaches|", "a disc"),
    ("reaches D5 |PL", "legs (L) before pincers"),
    ("reaches D5 |LLLLLLL", "one to six limbs"),
    ("grows |arm", "leg, pincer or new"),
    ("grows|", "leg, pincer or new"),
    ("plays|", "turns such as"),
    ("plays |", "a turn such as"),
    ("plays E3|", "- (move)"),
    ("not |not wins", "a condition or a bracket"),
    ("not |(not wins)", "a condition or a bracket"),
    ("(wins|", "a closing bracket"),
    ("wins|)", "the end"),
    ("((((((|(wins)))))))", "at most 6 nested brackets"),
    ("wins|\n", "the end"),
    ("|<b>wins</b>", "a condition"),
)


@pytest.mark.parametrize(("marked", "word"), WRONG)
def test_a_bad_goal_raises_an_error_with_its_place(marked: str, word: str) -> None:
    at = marked.index("|")
    with pytest.raises(TextError) as raised:
        Goal.from_text(marked[:at] + marked[at + 1 :])
    assert (raised.value.line, raised.value.column) == (1, at + 1)
    assert word in raised.value.expected


@pytest.mark.parametrize(
    ("text", "column"), [("plays +D4|", 11), ("plays +D4||+D5", 11), ("plays +D4|+D4", 11)]
)
def test_turns_are_separated_by_one_bar_and_listed_once(text: str, column: int) -> None:
    with pytest.raises(TextError) as raised:
        Goal.from_text(text)
    assert raised.value.column == column


def test_errors_give_the_place_in_the_lesson_file() -> None:
    """The goal begins at line 12, column 7 of a lesson file."""
    with pytest.raises(TextError) as raised:
        Goal.from_text("wins and plays E3-Q", 12, 7)
    assert (raised.value.line, raised.value.column) == (12, 26)


def test_too_large_goals_are_refused() -> None:
    with pytest.raises(TextError, match="at most 24 conditions"):
        Goal.from_text(" or ".join(["wins"] * 25))
    with pytest.raises(TextError, match="4096 characters at most"):
        Goal.from_text("wins or " * 2000)
    with pytest.raises(TextError):
        Goal.from_text("(" * 4000)
    with pytest.raises(TextError):
        Goal.from_text("not " * 1000 + "wins")
    with pytest.raises(TypeError):
        Goal.from_text(7)  # type: ignore[arg-type]


def test_check_refuses_discs_that_the_board_lacks() -> None:
    goal = Goal.from_text("plays A1-B1 +G7|* or occupies D4")
    assert goal.cells == ("A1", "B1", "D4", "G7")
    assert goal.check(Layout.from_text("hex4")) is goal
    with pytest.raises(LayoutError, match="G7"):
        goal.check(Layout.from_text("hex3"))
