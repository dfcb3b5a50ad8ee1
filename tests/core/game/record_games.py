"""Random games with all that a record can hold, and random damage to their texts."""

from __future__ import annotations

import random

import adaptoid_widget as aw
from tests.portable.rules_cases import NO_GROWTH

STARTS = [
    None,
    "open",
    NO_GROWTH,
    "adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7",
    "adaptoid w+ 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7",
    "adaptoid@lattice:A1.A2.A3.B1.B3.C1.C2.C3 w 0,0 W:A1 B:C3",
    "adaptoid@hex5 b 4,4 W:E3LP B:E7LP",
    "adaptoid+bare-exchange+weaker-dies@hex3 w 3,4 W:C1LL,C2 B:C4P,C5L",
    "adaptoid@discs:0,0/1,0/2,0/0.5,0.866/1.5,0.866/1,1.732/2.03,1.732 w 0,0 W:N1 B:N7",
    "adapt3 w 0,0,0 W:D2L B:B4L R:F6L",
    "adapt3-fierce b 0,0,0 W:D2L B:B4L R:F6L",
]
WORDS = ["Ann", "Ben: x", "Größe", "日本 語", "a=b;c", "; x", "% y", "1 +D3", "= W"]
SIGNS = ' \t\r\n;%=*#+-xLPWBRA1B2C3D4E5.,:()"0aé\x00\u2028\ufeff\udcff日'


def random_game(seed: int) -> aw.Game:
    dice = random.Random(seed)
    start = dice.choice(STARTS)
    game = aw.Game(start)
    if start == "open":
        game = aw.Game(
            "open", layout=dice.choice(["hex3", "hex4"]), switches=dice.choice(["", "weaker-dies"]) or ()
        )
    for name in ("Event", "White", "Black"):
        if dice.random() < 0.4:
            game.headers[name] = dice.choice(WORDS)
    if game.opening is not None:
        play_open_start(game, game.opening.layout.cells, dice)
    for _ in range(dice.randint(0, 50) if game.started else 0):
        if game.result is not None or dice.random() < 0.12:
            game.select(dice.choice([node.number for node in game.nodes]))
        if game.result is None:
            random_action(game, dice)
    return game


def play_open_start(game: aw.Game, cells: tuple[str, ...], dice: random.Random) -> None:
    """Play an open start or a part of it."""
    if dice.random() < 0.3:
        game.draw_seats(("Ann", "Ben"), dice.randint(0, 9))
    if dice.random() < 0.3:
        game.marks = aw.Marks(rings=[cells[0]])
    for cell in dice.sample(cells, dice.randint(0, 2)):
        game.place(cell)
    if game.opening is not None and game.opening.step == "choose" and dice.random() < 0.7:
        game.choose(dice.choice("WB"))
        if dice.random() < 0.2:
            game.undo()


def random_action(game: aw.Game, dice: random.Random) -> None:
    """Add a turn, a move step, a result, a comment or marks."""
    moves = list(game.position.moves())
    cells = dice.sample(game.position.layout.cells, 3)
    chance = dice.random()
    if chance < 0.85:
        game.play(dice.choice(list(game.position.turns())))
    elif chance < 0.9 and moves:
        game.move(dice.choice(moves))
    elif chance < 0.92:
        game.resign(dice.choice(game.position.colors))
    elif chance < 0.94:
        game.agree_draw()
    elif chance < 0.97:
        game.comment = "\n".join(dice.choices([*WORDS, "", "  tab\tthere  "], k=dice.randint(1, 3)))
    else:
        heat = {cells[1]: dice.randint(-5000, 5000) / 1000}
        game.marks = aw.Marks([cells[:2]], [cells[2]], {cells[0]: "red"}, {cells[1]: "a b!"}, heat, "visits")


def record_contents(game: aw.Game) -> list[object]:
    """Return all that a record keeps of a game, in the order of its rows."""
    opening = game.opening
    known: list[object] = [list(game.headers.items()), opening and (str(opening.layout), opening.switches)]
    tree = game.tree
    if tree is None:
        return [*known, opening and (opening.done, opening.names), str(game.marks)]
    order = [0, *[row.node for row in tree.rows]]
    place = {number: i for i, number in enumerate(order)}
    for number in order:
        node = tree.nodes[number]
        known.append(
            (str(node.position), node.gone, node.turn, node.verdict, node.move, node.times, node.color)
        )
        known.append(
            (node.ply, node.result, node.starved, node.comment, str(node.marks), place.get(node.parent))
        )
    return known


def damaged(text: str, dice: random.Random) -> str:
    """Remove, add, move or change a few characters or lines of a text."""
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(text)) if text else 0
        lines = text.split("\n")
        i, k = dice.randrange(len(lines)), dice.randrange(len(lines))
        damage = dice.randrange(8)
        if damage < 2:
            text = text[:at] + text[at + 1 :]
        elif damage < 5:
            text = text[:at] + dice.choice(SIGNS) + text[at + damage // 4 :]
        else:
            if damage == 5:
                lines.insert(i, lines[k])
            elif damage == 6:
                lines[i], lines[k] = lines[k], lines[i]
            else:
                lines[i] = "  " * dice.randint(0, 3) + lines[i]
            text = "\n".join(lines)
    return text
