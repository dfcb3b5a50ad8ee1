"""The conformance run: a script that must print the same lines in CPython and in MicroPython.

Each printed line is a JSON list: the name of the action and its results. `main` takes the names of the parts to run.
The script uses the classes of the core as the notebook and the shared page do.
"""

# ruff: noqa: UP031, UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, Callable

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.game.marks import Marks
from adaptoid_widget.core.rules import integer_rules, random_play
from adaptoid_widget.core.rules.errors import GameError, IllegalTurn, LayoutError, TextError
from adaptoid_widget.core.rules.layout import Layout
from adaptoid_widget.core.rules.pasting import linked_position, pasted_position
from adaptoid_widget.core.rules.perft import perft
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.rules.variants import VARIANTS
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.session.sharing import add_sharing
from adaptoid_widget.core.teaching.lesson_markdown import tree_of
from adaptoid_widget.core.teaching.lesson_problems import LessonError
from adaptoid_widget.core.teaching.lesson_reader import lesson_from_text
from tests.portable import (
    class_steps,
    editing_steps,
    lesson_steps,
    puzzle_steps,
    tactic_steps,
    tutor_steps,
    weak_player_steps,
)
from tests.portable.bad_texts import BAD_LAYOUTS, BAD_POSITIONS, BAD_TURNS, unmark
from tests.portable.illegal_turns import ILLEGAL
from tests.portable.lesson_text_cases import MARKDOWN, ODD, PROBLEMS, PROSE, SUGGESTED, TEXT, WHOLE
from tests.portable.record_cases import BAD, CUT, GOOD, HEAD, LARGE, PASTED, PASTED_LINKS, RESPELT
from tests.portable.rules_cases import CREATION, NEXT, NO_GROWTH, PERFT, REACH, STARVING

RANDOM_TURNS = 2_000
CAP = 400
# every so many turns of a random game, the text of the position is added to the digest, besides every turn
POSITION_EVERY = 4
# the largest perft count that MicroPython reaches in a few seconds
MAX_PERFT = 25_000

STARTS = {
    "adaptoid": "adaptoid w 0,0 W:D2 B:D6",
    "bare-exchange": "adaptoid+bare-exchange w 0,0 W:D2 B:D6",
    "weaker-dies": "adaptoid+weaker-dies w 0,0 W:D2 B:D6",
    "both": "adaptoid+bare-exchange+weaker-dies w 0,0 W:D2 B:D6",
    "hex2": "adaptoid@hex2 w 0,0 W:B1 B:B3",
    "hex3": "adaptoid+weaker-dies@hex3 w 0,0 W:C1 B:C5",
    "hex5": "adaptoid@hex5 w 0,0 W:E3 B:E7",
    "lattice": "adaptoid@lattice:A1.A2.A3.B1.B3.B4.C1.C2.C3.C4.C5.D2.D3.D5 w 0,0 W:A1 B:C3",
    "discs": "adaptoid@discs:0,0/1,0/2.03,0/0.5,0.866/1.5,0.866/1,1.732/2.03,1.732/3,1.732 w 0,0 W:N1 B:N8",
    "adapt3": "adapt3 w 0,0,0 W:D2 B:B4 R:F6",
    "adapt3-fierce": "adapt3-fierce w 0,0,0 W:D2 B:B4 R:F6",
}


class Digest:
    """A hash of a sequence of texts."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()

    def add(self, text: str) -> None:
        self.hash.update((text + "\n").encode("utf-8"))

    def text(self) -> str:
        return "".join(["%02x" % byte for byte in self.hash.digest()])


def say(name: str, *values: object) -> None:
    print(json.dumps([name, list(values)]))


def check(name: str, right: bool, *values: object) -> None:
    """Print a result, marked WRONG if it differs from the tables."""
    say(name if right else "WRONG " + name, *values)


def error_of(function: Callable[..., object], *arguments: str) -> list[Any] | None:
    """The error that a call raises, as data; None if it raises no error of the core."""
    try:
        function(*arguments)
    except TextError as error:
        return ["TextError", str(error), error.line, error.column, error.found, error.expected]
    except IllegalTurn as error:
        return ["IllegalTurn", str(error), error.code, error.cell]
    except (GameError, LayoutError) as error:
        return ["GameError or LayoutError", str(error)]
    return None


def cases() -> None:
    """The worked examples: whether each has the result given in docs/reference/rules.md."""
    for text, cell, *goals in REACH:
        reach = Position.from_text(text).reach(cell)
        check("reach", [" ".join(sorted(cells)) for cells in reach] == goals, text)
    for text, cells in CREATION:
        growths = [turn for turn in Position.from_text(text).growths() if turn.growth == "new"]
        check("creation", " ".join(sorted([str(turn.at) for turn in growths])) == cells, text)
    for text, cells in STARVING:
        check("starving", " ".join(sorted(Position.from_text(text).starving())) == cells, text)
    for text, turn, after in NEXT:
        check("next", str(Position.from_text(text).play(turn)) == after, text, turn)


def texts() -> None:
    """Bad texts: the complete error of each, and whether its column is the mark."""
    for parse, table in (
        (Position.from_text, BAD_POSITIONS),
        (Layout.from_text, BAD_LAYOUTS),
        (Turn.from_text, BAD_TURNS),
    ):
        for marked, word in table:
            text, column = unmark(marked)
            error = error_of(parse, text)
            right = error is not None and error[2:4] == [1, column] and word in error[5]
            check("bad text", right, marked, error)
    for text, _ in PERFT:
        check("text", str(Position.from_text(text)) == text, text)
    long = "adaptoid w 0,0 W:D2 B:D6 " * 40_000
    for parse in (Position.from_text, Layout.from_text, Turn.from_text):
        error = error_of(parse, long)
        check("long text", error is not None, error)


def reasons() -> None:
    """Illegal turns: the code, the disc and the sentence of each reason."""
    for text, turn, code, cell, _ in ILLEGAL:
        reason = Position.from_text(text).why_not(turn)
        answer = None if reason is None else [reason.code, reason.cell, reason.text]
        check("illegal", answer is not None and answer[:2] == [code, cell], text, turn, answer)


def layouts() -> None:
    """Names, neighbours and places of discs. Places are integers in millionths, because floats are printed
    differently."""
    names = ["hex2", "hex3", "hex4", "hex5"]
    names += [text.split(" ")[0].split("@")[1] for text in STARTS.values() if "@l" in text or "@d" in text]
    for name in sorted(names):
        layout = Layout.from_text(name)
        near = [list(layout.near(cell)) for cell in layout.cells]
        places = [[int(x * 1000000 + 1000000.5), int(y * 1000000 + 1000000.5)] for x, y in layout.places]
        say("layout", str(layout), list(layout.cells), near, places)


def counts() -> None:
    """The rows of the perft table in docs/reference/rules.md that are fast to count."""
    for text, table in PERFT:
        position = Position.from_text(text)
        for depth in range(len(table)):
            if table[depth] <= MAX_PERFT:
                check("perft", perft(position, depth + 1) == table[depth], text, depth + 1)


def random_turns(start: str, turns: int) -> None:
    """Play many random turns with the core's own generator, and print the digest of their texts."""
    first = Position.from_text(start)
    layout = first.layout
    variant = VARIANTS[first.variant]
    colors = variant.colors
    players = len(colors)
    digest = Digest()
    seed = 20080101
    state = first.state
    seat = 0
    played = 0
    ended = 0
    for number in range(turns):
        foes = state[1] | state[2]
        state, seed, over, origin, goal, kind, at = random_play.random_turn(state, first.context, seed)
        move = ""
        if origin:
            move = layout.cell(origin) + ("x" if foes & goal else "-") + layout.cell(goal)
        growth = ""
        if kind:
            cell = layout.cell(at)
            growth = (
                (" +" + cell)
                if kind == integer_rules.NEW
                else cell + ("+L" if kind == integer_rules.LEG else "+P")
            )
        digest.add((move + " " + growth.strip()).strip() or "-")
        played += 1
        if not over:
            seat = (seat + 1) % players
        if over or number % POSITION_EVERY == 0:
            step = "grow" if over else "move"
            digest.add(str(Position(variant, layout, first.context, colors[seat], step, state)))
        if over or played == CAP:
            ended += 1
            state, seat, played = first.state, 0, 0
    say("random turns", start, turns, ended, seed, digest.text())


def games() -> None:
    """Navigate a game with every method."""
    game = Game("adaptoid w 0,0 W:D2LP B:D3,D6")
    out = []

    def note(label: str) -> None:
        out.append([label, str(game.position), game.ply, game.result, game.can_undo, game.can_redo])

    note("start")
    note(str(game.move("D2xD3").position.step))
    game.play("+D2")
    note("grown")
    game.play("D6+L").play("D3-D4 D4+L")
    note("played")
    while game.undo():
        note("undo")
    while game.redo():
        note("redo")
    game.goto(1).play("+D5")
    note("variation")
    game.comment = "Größe"
    game.select(2)
    note(str(error_of(game.play, "D9+L")))
    game.resign()
    note("resigned")
    game.undo()
    game.agree_draw()
    note("agreed")
    for step in out:
        say("game", *step)
    opened = Game("open", "adaptoid", "hex3")
    say("open", error_of(opened.play, "+A1"), error_of(opened.place, "A9"), error_of(opened.choose, "W"))
    opened.place("A1").place("e5").choose("B")
    say("open", str(opened.position))
    deep = Game(NO_GROWTH)
    seed = 500
    while deep.ply < 500:
        seed = random_play.advance(seed)
        deep.play(quiet_turn(deep.position, random_play.below(seed, 1000)))
    say("deep", str(deep.position), deep.result)
    while deep.undo():
        pass
    check("undone", str(deep.position) == NO_GROWTH)
    while deep.redo():
        pass
    say("deep again", str(deep.position), deep.ply, deep.select(333).ply)


def quiet_turn(position: Position, dice: int) -> str:
    """A move after which no adaptoid starves."""
    movers = sorted([cell for cell, piece in position.pieces.items() if piece.color == position.turn])
    dice %= len(movers)
    for cell in movers[dice:] + movers[:dice]:
        for goal in position.reach(cell).free:
            middle = position.after_move(cell + "-" + goal)
            hungry = [at for at, piece in middle.pieces.items() if piece.size > middle.liberties(at)]
            if not hungry:
                return cell + "-" + goal
    return "-"


def branching_game() -> None:
    """A game with many variations: comments, marks, previews and maps, and selecting, promoting and removing
    variations."""
    session = Session(Game("adapt3 w 0,0,0 W:D2LLP B:B4LP R:F6LP"))
    cells = session.layout.cells
    seed = 41
    for number in range(200):
        seed = random_play.advance(seed)
        dice = random_play.below(seed, 12)
        seed = random_play.advance(seed)
        cell = cells[random_play.below(seed, len(cells))]
        rows = session.game.rows
        node = rows[random_play.below(seed, len(rows))].node if rows else 0
        intent: Any = {"id": number, "rev": session.rev, "kind": "foresee", "at": cell, "node": node}
        if dice < 4:
            position = session.game.position
            legal = position.turns()
            turns = sorted([str(turn) for turn in legal])
            if legal and turns[0] in legal and len(legal) == len(turns):
                session.game.play(turns[random_play.below(seed, len(turns))])
            continue
        if dice == 4:
            intent["kind"] = "select"
        elif dice == 5:
            intent["kind"] = "promote"
        elif dice == 6 and number % 3 == 0:
            intent["kind"] = "remove"
        elif dice == 7:
            intent["kind"], intent["text"] = "comment", "<b>%s</b> – 足\n%d" % (cell, number)
        elif dice == 8:
            intent["kind"], intent["text"] = "mark", 'ring(%s) label(%s,"%d")' % (cell, cell, number)
        elif dice == 9:
            intent["kind"], intent["color"] = "map", "WBR"[number % 3]
        elif session.game.started and session.game.result is None:
            mine = [at for at in cells if at in session.game.position.pieces]
            intent["at"] = mine[number % len(mine)]
        say("reply", number, handle(session, intent))
        if number % 5 == 0:
            say("snapshot", number, session.snapshot())
            fed = {"id": number, "rev": session.rev, "kind": "feeding", "flipped": number % 2 == 0}
            say("feeding", number, handle(session, fed))
    marks = Marks(arrows=[("D4", "E5"), ("A1", "B1", "red")], heat={"D4": 1 / 3, "A1": -2.5}, legend="呼吸")
    say("marks", str(marks), marks.data(), str(Marks.from_text(str(marks))))
    for wrong in ("ring(D4,green)", "heat(D4=1.50)", "ring(D5) ring(D4)", 'label(D4,"")', "arrow(D4,D4)"):
        try:
            say("marks", wrong, str(Marks.from_text(wrong)))
        except ValueError as error:
            say("marks", wrong, str(error))


def weak_players(turns: int) -> None:
    """The turns of the weak players."""
    weak_player_steps.steps(say, STARTS, min(weak_player_steps.POSITIONS, turns // 20))


def tactics(turns: int) -> None:
    """The results of the tactic finder."""
    tactic_steps.steps(say, STARTS, min(tactic_steps.POSITIONS, turns // 50))


def lessons() -> None:
    """Goals, questions, lessons, results and practice."""
    lesson_steps.steps(say, STARTS)
    puzzle_steps.steps(say)


def tutor() -> None:
    """A lesson done with the tutor."""
    tutor_steps.steps(say)


def editing(turns: int) -> None:
    """Positions and layouts in the editor."""
    editing_steps.steps(say, min(editing_steps.STEPS, turns // 2))


def sessions(turns: int) -> None:
    """A board driven by random valid and invalid intents: every reply, and every tenth snapshot."""
    for start in ("adaptoid w 0,0 W:D2 B:D6", "adapt3-fierce w 0,0,0 W:D2 B:B4 R:F6"):
        session = Session(Game(start))
        cells = session.layout.cells
        seed = 37
        for number in range(min(300, turns // 2)):
            seed = random_play.advance(seed)
            cell = cells[random_play.below(seed, len(cells))]
            snapshot: Any = session.snapshot()
            movers = sorted(snapshot["moves"])
            seed = random_play.advance(seed)
            dice = random_play.below(seed, 16)
            intent = {"id": "c%d" % number, "rev": session.rev, "kind": "undo"}
            grow = snapshot["grow"]
            if dice < 4 and movers:
                seed = random_play.advance(seed)
                origin = movers[random_play.below(seed, len(movers))]
                seed = random_play.advance(seed)
                goals = snapshot["moves"][origin]
                goal = goals[random_play.below(seed, len(goals))][0]
                intent["kind"], intent["from"], intent["to"] = "move", origin, goal
            elif dice < 10 and (grow["new"] or grow["leg"]):
                new = [entry[0] for entry in grow["new"]]
                seed = random_play.advance(seed)
                growth = ("new", "leg", "pincer")[random_play.below(seed, 3)]
                places = new if growth == "new" else sorted(grow[growth])
                intent["kind"], intent["what"], intent["at"] = "grow", growth, cell
                if places:
                    intent["at"] = places[random_play.below(seed // 8, len(places))]
            elif dice == 10:
                intent["kind"], intent["at"] = "why", cell
            elif dice == 11:
                intent["kind"], intent["what"], intent["at"] = "grow", "leg", cell
            elif dice == 12:
                intent["kind"] = "redo"
            elif dice == 13:
                intent["rev"] = session.rev - 1
            elif dice == 14:
                intent["kind"] = "nonsense"
            say("reply", start, number, handle(session, intent))
            if number % 10 == 0:
                say("snapshot", start, number, session.snapshot())
        say("discs", start, session.discs())


def records() -> None:
    """Game records, read strictly and leniently and written again, also with nested variations."""
    for text in GOOD:
        check("record", Game.from_record(text).to_record() == text, text)
    for marked, _ in BAD:
        text = unmark(marked)[0]
        say("bad record", marked, error_of(Game.from_record, text))
    for text, record in RESPELT:
        game = Game.from_record(text, True)
        check("respelt", game.to_record() == record, text, [list(drop) for drop in game.dropped])
    for text, line, record in CUT:
        game = Game.from_record(text, True)
        check("cut", game.to_record() == record, text, line, [list(drop) for drop in game.dropped])
    for text, mended in LARGE:
        game = Game.from_record(text, True)
        check("large", game.to_record() == mended, text[:80], [list(drop)[:2] for drop in game.dropped][-50:])
    for text in PASTED + PASTED_LINKS:
        pasted = pasted_position(linked_position(text.replace("@", "adaptoid b 0,1 W:D2,E3LP B:D6P")))
        check("pasted", pasted == "adaptoid b 0,1 W:D2,E3LP B:D6P", text, pasted)
    # capitals that only CPython makes small
    for letter in "\u0130\u212a":
        say("pasted", letter, pasted_position("adaptoid@discs:0,0/1%s0/2,0 w 0,0 W:N1 B:N3" % letter))
    session = Session(Game())
    add_sharing(session)
    for text in ("\ufffdPNG\r\n", "\ufeff\r\nhello\ufffd", "\ufeffadaptoid b", HEAD + "1 +D3\n2 +A1\n"):
        say("opened", text, handle(session, {"id": "o", "rev": session.rev, "kind": "open", "text": text}))
    deep = Game(NO_GROWTH)
    seed = 900
    while deep.ply < 150:
        before = deep.ply
        for _ in range(2):
            deep.goto(before)
            seed = random_play.advance(seed)
            deep.play(quiet_turn(deep.position, random_play.below(seed, 1000)))
    text = deep.to_record()
    check("deep record", Game.from_record(text).to_record() == text, text)
    say("deep record", max([len(line) - len(line.lstrip(" ")) for line in text.split("\n")]))


def lesson_texts(turns: int) -> None:
    """Good and bad texts of lessons, and more of the course in a longer run: what is read, or all problems."""
    course = __file__.replace("\\", "/").rsplit("/", 3)[0] + "/adaptoid_widget/lessons/course"
    names = sorted([name for name in os.listdir(course) if name.endswith(".lesson")])  # noqa: PTH208
    check("course", len(names) > 20, names)
    for name in [names[n] for n in range(0, len(names), 5 if turns < RANDOM_TURNS else 1)]:
        with open(course + "/" + name, encoding="utf-8") as file:  # noqa: PTH123  MicroPython
            say(name, *read_lesson(file.read()))
    texts = [TEXT] + [TEXT.replace(old, new, 1) for old, new, _ in PROBLEMS + SUGGESTED] + list(WHOLE)
    for old, new in ODD:
        check("odd", old in TEXT, old)
        texts.append(TEXT.replace(old, new, 1))
    for text in texts:
        say("lesson text", *read_lesson(text))
    for text in [text for text, _ in MARKDOWN] + list(PROSE):
        try:
            say("markdown", tree_of(text))
        except GameError as error:
            say("bad markdown", text[:80], str(error))


def read_lesson(text: str) -> list[Any]:
    """What a lesson holds, or its problems."""
    try:
        return [lesson_from_text(text).pack()]
    except LessonError as error:
        return [list(problem) for problem in error.problems]


def a_class() -> None:
    """The files of a class and its tables."""
    class_steps.steps(say)


PART_FUNCTIONS = {
    "cases": cases,
    "texts": texts,
    "reasons": reasons,
    "layouts": layouts,
    "perft": counts,
    "games": games,
    "branching game": branching_game,
    "tutor": tutor,
    "lessons": lessons,
    "class": a_class,
    "records": records,
}


def random_games(turns: int) -> None:
    """Random turns from each start."""
    for name in sorted(STARTS):
        random_turns(STARTS[name], turns)


# parts whose length depends on the number of turns
RANDOM_PARTS = {
    "random games": random_games,
    "editing": editing,
    "sessions": sessions,
    "short sight": weak_players,
    "tactics": tactics,
    "lesson texts": lesson_texts,
}


def main(parts: list[str], turns: int = RANDOM_TURNS) -> None:
    for part in parts:
        if part in RANDOM_PARTS:
            RANDOM_PARTS[part](turns)
        else:
            PART_FUNCTIONS[part]()


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
