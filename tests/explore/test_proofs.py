"""Proofs, and changes that make or break them, checked with the reference of the rules, which tries all turns."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import adaptoid_widget as aw
from adaptoid_widget.explore.proofs import ProofNode
from tests.reference import Man, State, choices, finish, parse, play, show, starving, supply, winner
from tests.tactics_labels import naive
from tests.tactics_labels.compare import rows

ONE = "adaptoid b 0,0 W:E6,F5 B:G7PP"
TWO = "adaptoid b 0,0 W:E6,F5 B:A1,G7PP"
THREE = "adapt3@hex3 w 0,0,0 W:A1PP B:A3,E5 R:B1,C2"
QUIET = "adaptoid@hex2 w 0,0 W:A1,A2,B1,C2 B:C3LP"
WON = "adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6"
COLORS = {"adaptoid": "WB", "adapt3": "WBR"}


def check(proof: aw.Proof) -> None:
    """Follow every line of a proof by the reference: all defences are there, and all lead to the aim in time."""
    besieged = proof.position.turn
    depths: dict[int, int] = {}
    starved: set[str] = set()

    def follow(node: ProofNode, state: State, where: dict[str, str], turns: int) -> None:
        """`where` leads from the discs of adaptoids to where they stood at first."""
        assert show(state) == str(node.position)
        if node.same_as is not None:
            node = proof.tree[node.same_as]
            assert show(state) == str(node.position)
        after = proof.children(node.number)
        assert after, "a proof ends before its aim"
        legal = choices(state)
        mine = state.turn == proof.position.turn
        if mine == (proof.goal == "siege"):
            assert {str(child.turn) for child in after} == set(legal)
            assert proof.goal == "win" or not any("x" in text for text in legal)
        else:
            (_,) = after
        turns += mine
        assert turns <= proof.within
        for child in after:
            chosen, text = legal[str(child.turn)], str(child.turn)
            gone = starving(chosen) if winner(chosen) is None else set()
            hit = {cell for cell in gone if chosen.men[cell].color == besieged}
            ended = winner(play(state, text)) is not None
            if hit and proof.goal == "siege":
                starved.update(where[cell] for cell in hit)
                depths[turns] = depths.get(turns, 0) + 1
            elif ended:
                assert proof.goal == "win"
                assert winner(play(state, text)) == proof.position.turn
                depths[turns] = depths.get(turns, 0) + 1
            else:
                move, _, growth = text.rpartition(" +") if " +" in text else (text, "", "")
                origin, _, target = move.replace("x", "-").partition("-")
                moved = dict(where)
                if target and not target.startswith("+"):
                    moved[target.split(" ")[0]] = moved.pop(origin, "")
                created = growth or (text[1:] if text.startswith("+") else "")
                if created and "+" not in created:
                    moved[created] = ""
                follow(child, play(state, text), moved, turns)

    first = parse(str(proof.position))
    follow(proof.tree[0], first, {cell: cell for cell in first.men}, 0)
    assert max(depths) == proof.within
    if proof.goal == "siege":
        assert set(proof.victims) == starved - {""}


@pytest.mark.parametrize(("text", "within"), [(ONE, 1), (TWO, 2), (THREE, 1)])
def test_a_proof_answers_every_turn_of_the_besieged(text: str, within: int) -> None:
    proof = aw.prove(text)
    assert proof.within == within == aw.tactics.siege(text, 4, 10_000).within
    assert proof.victims == aw.tactics.siege(text, 4, 10_000).victims != ()
    check(proof)


def test_sieges_that_a_second_program_has_found_are_proven_with_the_least_turns() -> None:
    labelled = [row for row in rows() if row["siege"].get("1") or row["siege"].get("2")]
    assert len(labelled) > 20
    for row in labelled[::4]:
        proof = aw.prove(row["position"], within=2, budget=200_000)
        assert proof.within == (1 if row["siege"]["1"] else 2)
        check(proof)


def test_victims_are_known_when_nobody_starves_at_once() -> None:
    """Each answer of the enemy is quiet; C3 starves after its next turn."""
    sieged = aw.tactics.siege("adaptoid@hex2 b 0,0 W:A1,A2,B1,C2 B:C3", 2)
    assert (sieged.verdict, sieged.victims) == ("proven", ("C3",))
    check(aw.prove("adaptoid@hex2 b 0,0 W:A1,A2,B1,C2 B:C3"))


def wins(state: State, color: str, turns: int) -> bool:
    """Whether a colour wins within so many of its turns, by trying all turns."""
    results = [winner(chosen) or winner(finish(chosen)) or "" for chosen in choices(state).values()]
    if state.turn == color:
        if color in results:
            return True
        return turns > 1 and any(
            wins(finish(chosen), color, turns - 1)
            for chosen, result in zip(choices(state).values(), results, strict=True)
            if not result
        )
    return all(
        result == color or (not result and wins(finish(chosen), color, turns))
        for chosen, result in zip(choices(state).values(), results, strict=True)
    )


def small(seed: int) -> str:
    """A position on the smallest board in which both sides are near the end."""
    dice = random.Random(seed)
    cells = ["A1", "A2", "B1", "B2", "B3", "C2", "C3"]
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for cell in sorted(dice.sample(cells, 4)):
        limbs = dice.choice(["", "L", "LP", "P", "LLP", "PP"])
        sides["WB"[len(sides["W"]) > len(sides["B"])]].append(cell + limbs)
    return f"adaptoid@hex2 w 4,{dice.choice((3, 4))} W:{','.join(sides['W'])} B:{','.join(sides['B'])}"


def test_wins_are_proven_exactly_where_trying_all_turns_finds_them() -> None:
    found: dict[int, int] = dict.fromkeys((0, 1, 2), 0)
    for seed in range(40):
        text = small(seed)
        state = parse(text)
        least = next((turns for turns in (1, 2) if wins(state, "W", turns)), 0)
        found[least] += 1
        if least:
            proof = aw.prove(text, "win", within=2)
            assert proof.within == least, text
            check(proof)
        else:
            with pytest.raises(aw.GameError, match="refuted"):
                aw.prove(text, "win", within=2)
    assert min(found.values()) > 0, found


def test_a_win_in_the_turn_of_an_enemy_is_proven() -> None:
    # whatever Red plays, Black must starve the red adaptoid that grew when it feeds: Red loses, and White is its hunter
    start = "adapt3-fierce@lattice:A1.A2.A4.B5.C1.C2.C3.C4.D2.D4.E5 w 0,0,9 W:B5,C1 B:D2P,D4 R:A4,E5"
    proof = aw.prove(start, "win")
    assert proof.within == aw.analyse(start, depth=3, exact=True).win_in == 2
    with pytest.raises(aw.GameError, match="White wins within 1 turn: this is refuted"):
        aw.prove(start, "win", within=1)
    for node in proof.tree:
        after = proof.children(node.number)
        if node.is_defence:
            assert {str(child.turn) for child in after} == {str(turn) for turn in node.position.turns()}
        elif not after and node.same_as is None:
            assert node.position.winner == "W"


def test_a_proof_is_a_game_with_variations_a_tree_and_a_foldable_outline() -> None:
    proof = aw.prove(TWO)
    assert [number for number, _ in proof.nodes] == [number for _, number, _ in [(0, 0, 0), *proof.edges]]
    depth = {0: 0}
    for parent, number, data in proof.edges:
        depth[number] = depth[parent] + 1
        assert (
            aw.Position(proof.nodes[parent][1]["position"]).play(data["turn"]) == proof.tree[number].position
        )
    assert len(depth) == len(proof.tree) == len(proof.game.nodes)
    assert len(proof.game.mainline()) == max(depth.values())
    again = aw.Game.from_record(proof.game.to_record())
    assert again.nodes[0].comment == proof.why == aw.tactics.find(TWO, "siege")[0].why
    assert len(again.nodes) == len(proof.tree)
    html = proof._repr_mimebundle_()["text/html"]
    assert html.count("<details") == html.count("</details>") > 4
    assert html.count("<div") == html.count("</div>")
    assert "+A2, then +F6" in html
    assert repr(proof).startswith(proof.why)
    assert proof.marks == aw.Marks(rings={"G7": "red"})
    assert aw.prove(WON, "win").marks.rings == (("D4", "green"),)


def test_what_is_not_proven_is_said() -> None:
    with pytest.raises(aw.GameError, match="no proof that Black is besieged within 1 turn: this is refuted"):
        aw.prove(TWO, within=1)
    with pytest.raises(aw.GameError, match=r"it is unknown whether Black is besieged .* budget="):
        aw.prove(TWO, budget=20)
    with pytest.raises(aw.GameError, match="must be 1 to 5, not 6"):
        aw.prove(WON, "win", within=6)
    with pytest.raises(aw.GameError, match="a goal is 'siege' or 'win', not 'fork'"):
        aw.prove(WON, "fork")
    for text in (WON.replace("0,4", "5,4"), WON.replace(" w ", " w+ ")):
        with pytest.raises(aw.GameError, match=r"over|beginning"):
            aw.prove(text, "win")
    with pytest.raises(aw.GameError, match="without a change, the siege is unknown"):
        aw.what_if(TWO, 2, budget=20)


def changed(state: State) -> dict[tuple[str, str], State]:
    """Every adaptoid or limb more or less, as the rules allow (R2, R3)."""
    out: dict[tuple[str, str], State] = {}
    for cell in state.board.cells:
        man = state.men.get(cell)
        others = {other: one for other, one in state.men.items() if other != cell}
        if man is None:
            for color in COLORS[state.variant]:
                if supply(state, color)[0]:
                    out[cell, "+" + color] = replace(state, men={**others, cell: Man(color, 0, 0)})
            continue
        out[cell, "-"] = replace(state, men=others)
        for sign, by in (("+", 1), ("-", -1)):
            for limb, legs, pincers in (("L", by, 0), ("P", 0, by)):
                new = Man(man.color, man.legs + legs, man.pincers + pincers)
                left = supply(state, man.color)[1 if legs else 2]
                if min(new.legs, new.pincers) >= 0 and new.size <= 6 and (by < 0 or left):
                    out[cell, sign + limb] = replace(state, men={**others, cell: new})
    return {key: after for key, after in out.items() if winner(after) is None}


@pytest.mark.parametrize("text", [ONE, "adaptoid b 0,0 W:E6 B:G7PP", THREE])
def test_every_change_of_one_adaptoid_or_limb_is_tried_and_judged(text: str) -> None:
    found = aw.what_if(text, progress=False)
    expected = {
        key: "proven" if naive.siege(after, 1, naive.Trials(10**6)) else "refuted"
        for key, after in changed(parse(text)).items()
    }
    assert {(change.cell, change.change): change.verdict for change in found.tried} == expected
    flips = [key for key, verdict in expected.items() if verdict != found.verdict]
    assert {(change.cell, change.change) for change in found.changes} == set(flips)
    assert flips
    assert (
        dict(found.marks.heat)
        == found.heat
        == {cell: sum(key[0] == cell for key in flips) for cell, _ in flips}
    )
    assert list(found.to_frame()["verdict"]) == [change.verdict for change in found.tried]


def test_changes_that_break_a_win_are_found() -> None:
    found = aw.what_if(WON, goal="win", progress=False)
    broken = {key for key, after in changed(parse(WON)).items() if not wins(after, "W", 1)}
    assert {(change.cell, change.change) for change in found.changes} == broken != set()
    assert "7 of" in found.why
    assert "changes that break the win" in found._repr_mimebundle_()["text/html"]
