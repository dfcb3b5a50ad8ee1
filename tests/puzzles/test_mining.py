"""Mining puzzles: reproducible, read strictly, and harder puzzles rated higher."""

from __future__ import annotations

from pathlib import Path

import pytest

from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.puzzles.puzzle import Puzzle
from adaptoid_widget.core.rules.errors import TextError
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.engine.search import Searcher
from tools.puzzle_mining.__main__ import main, named
from tools.puzzle_mining.games import QUICK, THOUGHTFUL, positions
from tools.puzzle_mining.grade import Difficulty, difficulty, grade
from tools.puzzle_mining.position_facts import gain, greedy_turns, max_gain, missed
from tools.puzzle_mining.puzzle_file import FILE, HEAD, HIGHEST, LOWEST, read, shape, text_of

LINE = "fork-1 | fork | 1200 | 1 | forks | adaptoid w 0,0 W:D2,F5L B:D6,G7LP | F5-F6 +G6 | quick 5 after 9"


@pytest.mark.nightly
def test_mining_gives_the_same_bytes_again(tmp_path: Path) -> None:
    options = ["--quiet", "--wanted", "1", "--quick", "60", "--thoughtful", "12", "--seed", "3"]
    files = [tmp_path / name for name in ("one.txt", "two.txt")]
    for file in files:
        assert main([*options, "--tactic", "siege", "--tactic", "kamikaze", "-o", str(file)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    puzzles = read(files[0].read_text("utf-8"))
    assert puzzles
    assert {puzzle.tactic for puzzle in puzzles} <= {"siege", "kamikaze"}


def test_a_folder_as_output_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quiet", "--quick", "0", "--thoughtful", "0", "-o", str(tmp_path)]) == 2
    assert "python -m tools.puzzle_mining:" in capsys.readouterr().err


@pytest.mark.slow
def test_puzzles_that_stand_stay_with_their_names(tmp_path: Path) -> None:
    """Mining finds nothing new where nothing is missing, and drops what is no fair question."""
    file = tmp_path / "puzzles.txt"
    file.write_bytes(FILE.read_bytes())
    assert main(["--quiet", "-o", str(file)]) == 0
    assert file.read_bytes() == FILE.read_bytes()
    puzzles = read(file.read_text("utf-8"))
    of_two_enemies = next(puzzle for puzzle in puzzles if puzzle.colors == 3)
    of_two_turns = next(puzzle for puzzle in puzzles if puzzle.colors == 2)._replace(turns=2)
    of_two_enemies = of_two_enemies._replace(goal=f"{of_two_enemies.goal} and survives")
    undecided = next(puzzle for puzzle in puzzles if puzzle.tactic == "siege")._replace(
        goal="besieges 2", position="adaptoid w 0,0 W:C3LLP,D2,E3,E4 B:C4,C5L,D4P,D5,D6", key="C3-B4 +D3"
    )
    file.write_text(text_of([of_two_turns, of_two_enemies, undecided, puzzles[-1]]), encoding="utf-8")
    assert main(["--quiet", "--quick", "0", "--thoughtful", "0", "-o", str(file)]) == 0
    assert read(file.read_text("utf-8")) == puzzles[-1:]


def test_a_new_puzzle_gets_a_name_that_no_puzzle_had() -> None:
    (puzzle,) = read(f"{HEAD}\n{LINE}\n")
    earlier = [puzzle._replace(name="fork-7"), puzzle._replace(name="siege-9", tactic="siege")]
    new = [puzzle._replace(name=""), puzzle._replace(name="", tactic="double fork"), puzzle._replace(name="")]
    assert [each.name for each in named(new, earlier)] == ["fork-8", "double-fork-1", "fork-9"]


@pytest.mark.nightly
@pytest.mark.parametrize("kind", [QUICK, THOUGHTFUL])
def test_games_are_the_same_for_the_same_seed(kind: str) -> None:
    first = [str(source.position) for source in positions(kind, 1, 5, Searcher(1))]
    second = [str(source.position) for source in positions(kind, 1, 5, Searcher(1))]
    other = [str(source.position) for source in positions(kind, 1, 6, Searcher(1))]
    assert first == second
    assert first != other


def test_games_are_played_on_several_boards() -> None:
    first = [next(positions(QUICK, number, 5, Searcher(1))).position for number in range(24)]
    boards = {(str(position.layout), len(position.colors)) for position in first}
    assert boards == {("hex4", 2), ("hex5", 2), ("hex3", 2), ("hex4", 3)}


def test_greedy_turns_have_the_largest_gain() -> None:
    position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    greedy = greedy_turns(position)
    assert {gain(position, turn) for turn in greedy} == {max_gain(position)} == {1}
    assert not missed(position, greedy)
    assert missed(position, [turn for turn in position.turns() if turn not in greedy])


def test_harder_puzzles_are_rated_higher() -> None:
    position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    goal = Goal.from_text("starves D5")
    right = [str(turn) for turn in goal.among(Attempt(position, "W"), position.turns())]
    plain = difficulty(position, goal, right)
    assert plain == (1, 14, 0)
    with_replies = difficulty(position, Goal.from_text("starves D5 and survives"), ["+C4"])
    assert with_replies == (2, 14, len(right) - 1)
    middling = Difficulty(2, 60, 4)
    harder = [middling._replace(depth=3), middling._replace(candidates=200), middling._replace(tempting=20)]
    assert all(LOWEST <= plain.rating < middling.rating < each.rating <= HIGHEST for each in harder)
    # how many turns are right says nothing about how hard one is to find
    assert plain.rating == grade(position, goal, right)


def test_the_shape_of_a_position_ignores_losses_only() -> None:
    position = Position.from_text("adaptoid w 0,0 W:D2,F5L B:D6,G7LP")
    assert shape(position) == shape(Position.from_text("adaptoid w 3,1 W:D2,F5L B:D6,G7LP"))
    for other in (
        "adaptoid b 0,0 W:D2,F5L B:D6,G7LP",
        "adaptoid w 0,0 W:D2,F5P B:D6,G7LP",
        "adaptoid w 0,0 W:D2,F6L B:D6,G7LP",
        "adaptoid+weaker-dies w 0,0 W:D2,F5L B:D6,G7LP",
    ):
        assert shape(position) != shape(Position.from_text(other))


def test_reading_and_writing_a_file_gives_the_same_text() -> None:
    text = f"{HEAD}\n# one\n# name | tactic | rating | turns | goal | position | key | game\n{LINE}\n"
    (puzzle,) = read(text)
    assert isinstance(puzzle, Puzzle)
    assert text_of([puzzle], ["one"]) == text


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("adaptoid-puzzles 2\n", 1, 1),
        (f"{HEAD}\nfork-1 | fork", 2, 1),
        (f"{HEAD}\n" + LINE.replace("| fork |", "| fort |"), 2, 10),
        (f"{HEAD}\n" + LINE.replace("1200", "2100"), 2, 17),
        (f"{HEAD}\n\n" + LINE.replace("| forks", "| forts"), 3, 28),
        (f"{HEAD}\n{LINE}\n{LINE}", 3, 1),
    ],
)
def test_an_error_has_its_line_and_column(text: str, line: int, column: int) -> None:
    with pytest.raises(TextError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (line, column)
