"""Games searched for tactics, pieces, material, results and lengths, against loops over all positions."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.tactics.finder import MISSABLE

FORK = "adaptoid w 0,0 W:D2,F5L B:D6,G7LP"


def random_games(n: int, turns: int = 50) -> list[aw.Game]:
    games = []
    for seed in range(n):
        dice, game = random.Random(seed), aw.Game()
        while game.result is None and game.ply < turns:
            # growing limbs makes tactics likely
            game.play(dice.choice(list(game.position.turns())))
        games.append(game)
    return games


GAMES = random_games(12)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    aw.write_games(GAMES, tmp_path / "games.txt")
    return tmp_path / "games.txt"


def before(game: aw.Game, ply: int) -> aw.Position:
    return game.line[ply].position


# -- tactics -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", ["fork", ["fork", "double fork"], ["kamikaze", "fork"]])
def test_missed_tactics_are_those_that_the_mover_could_have_played(names: str | list[str]) -> None:
    """Against a loop that plays every legal turn."""
    wanted = [names] if isinstance(names, str) else names
    for game in GAMES[:4]:
        chances = {chance.ply: chance for chance in aw.tactics.annotate(game, names, missed=True)}
        for node in game.line[1:]:
            position = before(game, node.ply - 1)
            turn = str(node.turn)
            played = {tactic.name for tactic in aw.tactics.done(position, turn, names)}
            possible = {
                tactic.name
                for other in position.turns()
                for tactic in aw.tactics.done(position, other, names)
            }
            chance = chances.get(node.ply)
            assert {tactic.name for tactic in chance.tactics} == played if chance else not played
            missed = {tactic.name for tactic in chance.missed} if chance else set()
            covered = played | ({"fork"} if "double fork" in played else set())
            assert missed == {name for name in possible - covered if name in wanted}
    assert [tuple(p) for p in aw.tactics.annotate(GAMES[0], names)] == [
        tuple(c)[:4] for c in aw.tactics.annotate(GAMES[0], names, missed=True) if c.tactics
    ]


def test_tails_and_reserves_are_formations_that_nobody_misses() -> None:
    assert MISSABLE == ("fork", "double fork", "siege", "kamikaze")
    game = aw.Game().play("D2+L").play("D6+L")
    assert not any(chance.missed for chance in aw.tactics.annotate(game, ["tail", "reserve"], missed=True))


def test_a_file_is_searched_as_its_games_are_annotated(path: Path) -> None:
    expected = [
        (number, chance.ply - 1, chance.turn, chance.tactics, chance.missed)
        for number, game in enumerate(GAMES)
        for chance in aw.tactics.annotate(game, "fork", missed=True)
    ]
    assert expected
    search = aw.search_games(path, tactic="fork", missed=None, progress=False)
    places = list(search)
    assert [(p.number, p.ply, p.turn, p.tactics, p.missed) for p in places] == expected
    assert search.games == len(GAMES)
    assert list(aw.search_games(path, tactic="fork", missed=True, progress=False)) == [
        place._replace(tactics=()) for place in places if place.missed
    ]
    for place in places:
        assert place.game.position == before(GAMES[place.number], place.ply) == place.position
        assert aw.Board(place.game).position == place.position
        assert path.read_text("utf-8").splitlines()[place.line - 1] == "adaptoid-record 1"


def test_several_processes_find_the_same_in_the_same_order(path: Path) -> None:
    one = list(aw.search_games([path] * 3, tactic="fork", missed=None, workers=1, progress=False))
    games = [game for _ in range(3) for game in GAMES]
    two = list(aw.search_games(iter(games), tactic="fork", missed=None, workers=2, progress=False))
    assert [(p.number, p.ply, p.turn) for p in one] == [(p.number, p.ply, p.turn) for p in two]


# -- other conditions --------------------------------------------------------------------------------------------------


def test_pieces_also_up_to_symmetry(path: Path) -> None:
    pattern = {"D2": "W*", "D3": "-"}

    def has(position: aw.Position) -> bool:
        piece = position.piece("D2")
        return piece is not None and piece.color == "W" and position.piece("D3") is None

    places = {(p.number, p.ply) for p in aw.search_games(path, pieces=pattern, workers=1, progress=False)}
    assert places == {
        (number, ply)
        for number, game in enumerate(GAMES)
        for ply in range(game.length + 1)
        if has(before(game, ply))
    }
    images = {
        (p.number, p.ply)
        for p in aw.search_games(path, pieces=pattern, symmetry=True, workers=1, progress=False)
    }
    assert images == {
        (number, ply)
        for number, game in enumerate(GAMES)
        for ply in range(game.length + 1)
        if any(has(image) for image in before(game, ply).symmetries())
    }
    exact = aw.search_games([aw.Game(FORK)], pieces={"G7": aw.Piece("B", 1, 1), "F5": "WL"}, workers=1)
    assert [place.ply for place in exact] == [0]
    # on another board there is nothing
    assert not list(aw.search_games(path, pieces={"D2": "W*"}, layout="hex5", workers=1, progress=False))


def test_material_result_length_and_once(path: Path) -> None:
    places = list(aw.search_games(path, material={"W": 3, "B": (0, 2)}, workers=1, progress=False))
    assert {(p.number, p.ply) for p in places} == {
        (number, ply)
        for number, game in enumerate(GAMES)
        for ply in range(game.length + 1)
        if (colors := [piece.color for piece in before(game, ply).pieces.values()]).count("W") == 3
        and colors.count("B") <= 2
    }
    once = list(aw.search_games(path, material={"W": 3, "B": (0, 2)}, once=True, workers=1, progress=False))
    assert [p.number for p in once] == sorted({p.number for p in places})
    going_on = [number for number, game in enumerate(GAMES) if game.result is None]
    ends = list(aw.search_games(path, result="*", workers=1, progress=False))
    assert [(p.number, p.ply) for p in ends] == [(number, GAMES[number].length) for number in going_on]
    short = aw.search_games(path, length=(0, 40), result=["W", "B", "draw"], workers=1, progress=False)
    assert [p.number for p in short] == [
        number for number, game in enumerate(GAMES) if game.length <= 40 and game.result is not None
    ]


def few_white(position: aw.Position) -> bool:
    return position.lost["W"] >= 2


def test_a_function_of_the_position_here_or_in_other_processes(path: Path) -> None:
    sent = [(p.number, p.ply) for p in aw.search_games(path, where=few_white, workers=1, progress=False)]
    here = aw.search_games(path, where=lambda position: position.lost["W"] >= 2, workers=1, progress=False)
    assert [(p.number, p.ply) for p in here] == sent
    assert sent == [
        (number, ply)
        for number, game in enumerate(GAMES)
        for ply in range(game.length + 1)
        if few_white(before(game, ply))
    ]


# -- damage, stopping, mistakes ----------------------------------------------------------------------------------------


def test_damaged_games_are_named_and_the_rest_is_read(path: Path) -> None:
    text = path.read_text("utf-8")
    records = ["adaptoid-record 1" + part for part in text.split("adaptoid-record 1")[1:]]
    lines = records[3].splitlines(keepends=True)
    lines[-5] = lines[-5].split(" ")[0] + " A1-G7 +A1\n"
    records[3] = "".join(lines)
    records[5] = "adaptoid-record 1\nStart: nonsense\n\n1 D2+L\n= *\n\n"
    path.write_text("".join(records), "utf-8")
    search = aw.search_games(path, length=(0, 10_000), workers=1, progress=False)
    with pytest.warns(UserWarning, match=r"2 of 12 games could be read only up to a mistake.*games\.txt:"):
        places = list(search)
    assert [p.number for p in places if p.number not in (3, 5)] == [n for n in range(12) if n not in (3, 5)]
    assert [damaged.number for damaged in search.damaged] == [3, 5]
    assert all(damaged.path == path for damaged in search.damaged)
    # an editor opens the place
    line = int(search.damaged[0].why.removeprefix(f"{path}:").split(":")[0])
    assert "A1-G7 +A1" in path.read_text("utf-8").splitlines()[line - 1]
    assert path.read_text("utf-8").splitlines()[search.damaged[0].line - 1] == "adaptoid-record 1"


def test_a_table_says_which_player_missed_a_tactic() -> None:
    game = aw.Game(FORK).play("D2+L").play("D6+L")
    game.headers = {"White": "level 2", "Comment": "White: nobody"}
    frame = aw.search_games(game, tactic="fork", missed=True, workers=1).to_frame()
    assert list(frame["player"]) == ["level 2"]
    (place,) = aw.search_games(game, length=2, workers=1)
    assert (place.color, place.player) == ("W", "level 2")
    (place,) = aw.search_games(game.goto(1), pieces={"D2": "WL", "D6": "B"}, workers=1)
    assert (place.color, place.player) == ("B", "")


def test_a_search_without_places_has_the_columns_of_its_table() -> None:
    nothing = aw.search_games(aw.Game(FORK).play("D2+L"), tactic="fork", workers=1).to_frame()
    some = aw.search_games(aw.Game(FORK).play("D2+L"), workers=1).to_frame()
    assert list(nothing.columns) == list(some.columns)
    assert dict(nothing["player"].value_counts()) == {}


def test_one_is_singular_in_words() -> None:
    game = aw.Game(FORK).play("D2+L")
    search = aw.search_games(game, workers=1)
    assert "after 1 turn:" in repr(list(search))
    assert "1 game searched" in repr(search)
    assert "1 game," in repr(aw.playouts(FORK, n=1))


def test_a_search_can_be_left_and_continued(path: Path) -> None:
    whole = list(aw.search_games(path, material={"W": (0, 12)}, workers=1, progress=False))
    search = aw.search_games([path] * 2, material={"W": (0, 12)}, workers=1, progress=False)
    first = []
    for place in search:
        first.append(place)
        if len(first) == 7:
            break
    search.stop()
    assert [(p.number, p.ply) for p in first + list(search)][: len(whole)] == [
        (p.number, p.ply) for p in whole
    ]
    rest = aw.search_games(path, material={"W": (0, 12)}, skip=9, workers=1, progress=False)
    assert [(p.number, p.ply) for p in rest] == [(p.number, p.ply) for p in whole if p.number >= 9]


def test_an_interrupted_search_searches_every_game_once(path: Path) -> None:
    calls = 0

    def interrupted(position: aw.Position) -> bool:
        nonlocal calls
        calls += 1
        if calls == 100:
            raise KeyboardInterrupt
        return True

    search = aw.search_games(path, where=interrupted, workers=1, progress=False)
    found: list[Any] = []
    with pytest.raises(KeyboardInterrupt):
        found.extend(search)
    found.extend(search)
    assert len({(p.number, p.ply) for p in found}) == len(found) == sum(game.length + 1 for game in GAMES)


def test_wrong_conditions_are_refused(tmp_path: Path) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"tactic": "frok"}, "there is no tactic 'frok'"),
        ({"missed": True}, "name the tactic that was missed"),
        ({"pieces": {"D2": "X"}}, r"D2 holds 'W', 'WLP', 'W\*' for any limbs or '-'"),
        ({"pieces": {"D2": None}}, "D2 holds a Piece or a text such as 'WLP', not NoneType"),
        (
            {"missed": True, "tactic": ["tail", "reserve"]},
            "nobody misses tail or reserve: these are formations",
        ),
        ({"material": {"G": 1}}, "by colour, W, B or R, not 'G'"),
        ({"material": {"W": (3, 1)}}, "material begins with the lower number"),
        ({"length": -1}, "length is a whole number"),
        ({"result": "white"}, "a result is one of W, B, R, draw, "),
        ({"symmetry": "yes"}, "symmetry is True or False"),
        ({"symmetry": True, "length": 5}, "symmetry is about pieces; say which"),
    ]
    for arguments, why in wrong:
        with pytest.raises(aw.GameError, match=why):
            aw.search_games(GAMES, **arguments)
    with pytest.raises(aw.LayoutError, match="there is no disc Z9"):
        aw.search_games(GAMES, pieces={"Z9": "W"})
    with pytest.raises(FileNotFoundError):
        aw.search_games(tmp_path / "none.txt", tactic="fork")
    with pytest.raises(TypeError, match="material is a dict such as"):
        aw.search_games(GAMES, material=["W"])  # type: ignore[arg-type]
    for content, why in ((b"", "the file is empty"), (b"\x1f\x8b\x08" + bytes(99), "compressed: unpack it")):
        (tmp_path / "games.txt").write_bytes(content)
        with pytest.raises(aw.TextError, match=why):
            aw.search_games(tmp_path / "games.txt", tactic="fork")
    with pytest.raises(TypeError, match="games are files, Games or records, not int"):
        list(aw.search_games([1], tactic="fork", workers=1))  # type: ignore[list-item]
    with pytest.raises(TypeError, match="has no keyword 'tactics'; did you mean 'tactic'"):
        aw.search_games(GAMES, tactics="fork")  # type: ignore[call-arg]


def test_a_script_without_a_main_guard_is_told_to_have_one(tmp_path: Path, path: Path) -> None:
    """Each worker reads the script, which would search again."""
    script = tmp_path / "search.py"
    script.write_text(
        "import adaptoid_widget as aw\n"
        f"list(aw.search_games([{str(path)!r}] * 99, length=(0, 99), workers=2, progress=False))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert "RuntimeError: a process that searched has ended. In a script, call this under" in done.stderr


def test_a_search_that_is_left_goes_on_with_its_games(tmp_path: Path) -> None:
    """Places that were found and not read are found again, wherever the search was left."""
    fork = aw.Game("adaptoid w 0,0 W:D2,F5L B:D6,G7LP").play("F5-F6 +G6")
    path = tmp_path / "forks.txt"
    aw.write_games([fork, aw.Game().play("D2+L"), fork, fork], path)
    for read, games in ((0, 0), (1, 2), (2, 3), (3, 4)):
        search = aw.search_games(path, tactic="fork", progress=False)
        places = [next(search) for _ in range(read)]
        if places:
            assert search.games == games
        rest = aw.search_games(path, tactic="fork", progress=False, skip=search.games)
        assert [place.number for place in [*places, *rest]] == [0, 2, 3]
