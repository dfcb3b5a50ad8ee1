"""The editor of a board: a draft with its past, what is wrong with it, and what a screen needs to show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Tuple

from ..game.annotations import NO_MARKS
from ..game.game import Game
from ..game.headers import PLAYER_HEADERS, check_header, shuffled
from ..i18n.catalog import Saying, Wording
from ..i18n.slots import Slots
from ..rules.errors import TextError
from ..rules.layout import MAX_DISCS, Axial, Layout
from ..rules.named_layouts import BOARDS
from ..rules.position import Position
from ..rules.variants import VARIANTS
from . import layout_tools as shapes
from .draft import Draft, DraftError
from .protocol import Json
from .snapshot import prey_of, status, thousandth

if TYPE_CHECKING:
    from .snapshot_types import EditPart, ShapePart

TOOLS = ("position", "layout")
# how many changes can be taken back
MAX_STEPS = 500

Problem = NamedTuple(
    "Problem",
    [("code", str), ("wrong", bool), ("saying", Saying), ("cells", Tuple[str, ...]), ("fixable", bool)],
)
"""Something to know about a draft. `wrong`: it is no position because of it, and no game can begin from it."""


class Editor:
    """A draft under way on a board. Each change is one step, to be undone and redone.

    >>> editor = Editor(Draft.of(Position.start()))
    >>> editor.change(editor.draft.with_body("D4", "R"))
    >>> editor.text, [problem.code for problem in editor.problems()]
    ('adaptoid w 0,0 W:D2 B:D6 R:D4', ['red'])
    >>> editor.undo(), editor.text
    (True, 'adaptoid w 0,0 W:D2 B:D6')
    """

    def __init__(self, draft: Draft, players: Optional[Dict[str, str]] = None) -> None:
        self.draft = draft
        """What is being built."""
        self.since = 0
        """At which state of the board it was opened: whoever still types into one before has no text left."""
        self.players: Dict[str, str] = dict(players or {})
        """The players' names by colour, as far as they are given."""
        self.tool = "position"
        """ "position" or "layout": what a click on a disc is about."""
        self.typing = False
        """Whether the last change came from typing; the whole of it is one step."""
        self._key: Optional[str] = None
        self._past: List[Draft] = []
        self._future: List[Draft] = []
        self._room: List[Axial] = []

    @staticmethod
    def of(game: Game) -> Editor:
        """An editor of what stands on a board, an open start under way included."""
        opening = game.opening
        if game.started or opening is None:
            return Editor(Draft.of(game.position), game.players)
        draft = Draft.empty(opening.variant, opening.layout, opening.switches)
        placed = opening.placed
        for cell in placed:
            draft = draft.with_body(cell, placed[cell])
        return Editor(draft, game.players)

    # -- what it says ------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The draft as text: a position text where the draft makes a position."""
        return self.draft.text

    @property
    def layout(self) -> Layout:
        """The board under construction."""
        return self.draft.layout

    def problems(self) -> List[Problem]:
        """What is wrong with the draft, and what is allowed but worth saying."""
        draft = self.draft
        out: List[Problem] = []
        if draft.adrift:
            saying: Saying = ("edit.adrift", {"cells": list(draft.adrift)})
            out.append(Problem("adrift", True, saying, draft.adrift, True))
        if len(draft.colors) == 2 and draft.has_red:
            cells = tuple([cell for cell in draft.pieces if draft.pieces[cell].color == "R"])
            out.append(Problem("red", True, ("edit.red", None), cells, True))
        position, error = draft.read()
        if position is None:
            if not out and error is not None:
                out.append(Problem("text", True, text_error(error), (), False))
            return out
        return self._notes(position)

    def _notes(self, position: Position) -> List[Problem]:
        out: List[Problem] = []
        if position.winner is not None:
            return [Problem("finished", False, ("edit.finished", None), (), False)]
        starving = position.starving()
        if starving:
            slots: Slots = {"color": position.turn, "cells": list(starving)}
            out.append(Problem("starving", False, ("edit.starving", slots), starving, False))
        hungry = tuple([cell for cell in position.layout.cells if self._is_hungry(position, cell)])
        if hungry:
            slots = {"color": position.turn, "cells": list(hungry)}
            out.append(Problem("hungry", False, ("edit.hungry", slots), hungry, False))
        if not position.can_grow:
            out.append(Problem("stuck", False, ("edit.stuck", {"color": position.turn}), (), False))
        return out

    @staticmethod
    def _is_hungry(position: Position, cell: str) -> bool:
        piece = position.piece(cell)
        return piece is not None and piece.color == position.turn and piece.size > position.liberties(cell)

    # -- changing it -------------------------------------------------------------------------------------------------

    def change(self, draft: Draft, typing: bool = False) -> None:
        """Go on with another draft; letters typed one after the other are one step."""
        if not (typing and self.typing):
            self._past = self._past[-(MAX_STEPS - 1) :] + [self.draft]
        self._future = []
        self._show(draft, typing)

    def _show(self, draft: Draft, typing: bool = False) -> None:
        if draft.layout != self.draft.layout:
            self._room = []
        self.draft = draft
        self.typing = typing

    def read(self, text: str) -> None:
        """Take a position text over. Raises TextError, and nothing has changed, where it is none."""
        draft = Draft.of(Position.from_text(text))
        if draft.text != self.draft.text:
            self.change(draft, typing=True)

    @property
    def can_undo(self) -> bool:
        """Whether a change can be taken back."""
        return len(self._past) > 0

    @property
    def can_redo(self) -> bool:
        """Whether a change that was taken back can be made again."""
        return len(self._future) > 0

    def undo(self) -> bool:
        """Take the last change back; whether there was one."""
        if not self._past:
            return False
        self._future.append(self.draft)
        self._show(self._past.pop())
        return True

    def redo(self) -> bool:
        """Make the last change that was taken back again; whether there was one."""
        if not self._future:
            return False
        self._past.append(self.draft)
        self._show(self._future.pop())
        return True

    def name_player(self, color: str, name: str) -> None:
        """Say who plays a colour; an empty name says nothing. Raises GameError for a name that no record can hold."""
        if name:
            check_header(PLAYER_HEADERS[color], name)
            self.players[color] = name
        else:
            self.players.pop(color, None)

    def draw_seats(self, seed: int) -> None:
        """Draw by lot who of those named plays which colour."""
        colors = self.draft.colors
        names = [self.players[color] for color in colors if color in self.players]
        if len(set(names)) < len(colors):
            raise DraftError("edit-names", None, {"count": len(colors)})
        drawn = shuffled(names, seed)
        for i in range(len(colors)):
            self.players[colors[i]] = drawn[i]

    # -- building the board ------------------------------------------------------------------------------------------

    def _make_room(self) -> List[Axial]:
        """The lattice that is shown: around all discs that there are or were, so that the board keeps its place."""
        self._room = sorted(set(self._room + shapes.ring_around(shapes.shape_of(self.layout))))
        return self._room

    def toggle(self, key: str) -> List[Saying]:
        """Put a disc in or take one out, where a disc or a ghost of that key is; what happened, to be said."""
        if not shapes.is_lattice(self.layout):
            return self._toggle_free(key)
        room = self._make_room()
        q, r = shapes.lattice_place(key)
        draft, (dq, dr) = shapes.toggled(self.draft, (q, r))
        code = "edit.disc-out" if len(draft.layout) < len(self.layout) else "edit.disc-in"
        self.change(draft)
        self._room = [(row + dq, number + dr) for row, number in room]
        self._key = shapes.cell_of((q + dq, r + dr))
        count = len(self.layout)
        return [("edit.shifted", {"count": count}) if dq or dr else (code, {"cell": key, "count": count})]

    def _toggle_free(self, key: str) -> List[Saying]:
        place = shapes.parse_place(key)
        if place is not None:
            return self.add(place[0], place[1])
        self.check_disc(key)
        self.change(shapes.removed(self.draft, key))
        return [("edit.disc-out", {"cell": key, "count": len(self.layout)})]

    def add(self, x: int, y: int) -> List[Saying]:
        """Put a free disc at a place in thousandths, snapped; what happened, to be said."""
        self.check_free()
        draft, cell = shapes.added(self.draft, x, y)
        self.change(draft)
        self._key = cell
        return self._touches(cell)

    def drag(self, cell: str, x: int, y: int) -> List[Saying]:
        """Put a free disc elsewhere, snapped; what happened, to be said."""
        self.check_free(cell)
        self.change(shapes.dragged(self.draft, cell, x, y))
        return self._touches(cell)

    def hop(self, cell: str, dx: float, dy: float) -> List[Saying]:
        """Put a free disc to the next good place in a direction; what happened, to be said."""
        self.check_free(cell)
        self.change(shapes.hopped(self.draft, cell, dx, dy))
        return self._touches(cell)

    def take_key(self) -> Optional[str]:
        """What the disc or ghost that was put in or taken out is called now, once; None where no name can be new."""
        key, self._key = self._key, None
        return key

    def _touches(self, cell: str) -> List[Saying]:
        near = list(self.layout.near(cell))
        if not near:
            return [("edit.touches-none", {"cell": cell})]
        return [("edit.touches", {"cell": cell, "others": near})]

    def snap(self, cell: str, x: int, y: int) -> Json:
        """Where a disc that is being dragged would come to lie; nothing changes."""
        self.check_free(cell)
        centres = shapes.centres_of(self.layout)
        number = self.layout.index(cell)
        found = shapes.snap(centres[:number] + centres[number + 1 :], x, y)
        return {
            "x": found.spot[0] / 1000,
            "y": found.spot[1] / 1000,
            "touching": len(found.touching),
            "overlaps": len(found.overlapped) > 0,
        }

    def loosen(self) -> None:
        """Turn the lattice's discs into free ones."""
        if not shapes.is_lattice(self.layout):
            raise DraftError("edit-free-already")
        self.change(shapes.loosened(self.draft))

    def check_disc(self, cell: str) -> None:
        """Raise DraftError unless the board has that disc."""
        if cell not in self.layout:
            raise DraftError("unknown-disc", None, {"cell": cell[:20]})

    def check_free(self, cell: Optional[str] = None) -> None:
        """Raise DraftError unless discs lie freely, and unless there is the one that is named."""
        if shapes.is_lattice(self.layout):
            raise DraftError("edit-lattice")
        if cell is not None:
            self.check_disc(cell)

    # -- beginning ---------------------------------------------------------------------------------------------------

    def game(self) -> Game:
        """A new game from the draft. Raises DraftError where it makes no position."""
        position, _ = self.draft.read()
        if position is None:
            raise DraftError("edit-unsound")
        game = Game(position)
        for color in position.colors:
            if color in self.players:
                game.headers.note(PLAYER_HEADERS[color], self.players[color])
        return game

    def open_game(self) -> Game:
        """A new game with the open start on the draft's board (R5, R16). Whoever is named as White begins."""
        draft = self.draft
        if len(draft.colors) != 2:
            raise DraftError("edit-open-three")
        if len(draft.layout) < 2:
            raise DraftError("edit-open-small")
        game = Game("open", draft.variant, draft.layout, draft.switches)
        if game.opening is not None and "W" in self.players and "B" in self.players:
            game.opening.names = (self.players["W"], self.players["B"])
        return game

    # -- the screen --------------------------------------------------------------------------------------------------

    def part(self, wording: Wording) -> Json:
        """What a snapshot shows in place of the game while the editor is open."""
        draft = self.draft
        variant = VARIANTS[draft.variant]
        position, _ = draft.read()
        cells = [cell for cell in draft.layout.cells if cell in draft.pieces] + list(draft.adrift)
        return {
            "position": draft.text,
            "variant": draft.variant,
            "layout": str(draft.layout),
            "colors": list(variant.colors),
            "turn": draft.turn,
            "step": "edit",
            "pieces": [
                [
                    cell,
                    draft.pieces[cell].color,
                    draft.pieces[cell].legs,
                    draft.pieces[cell].pincers,
                    draft.liberties(cell),
                ]
                for cell in cells
            ],
            "sides": [self._side(color) for color in draft.shown_colors],
            "moves": {},
            "grow": {"new": [], "leg": [], "pincer": []},
            "starving": [] if position is None or position.winner else list(position.starving()),
            "pass": False,
            "last": None,
            "result": None,
            "marks": NO_MARKS.data(),
            "players": dict(self.players),
            "status": wording.say("status.edit" if self.tool == "position" else "status.edit-layout"),
            "edit": self._own_part(wording),
            "seat": None,
            "lesson": None,
        }

    def _side(self, color: str) -> List[Any]:
        draft = self.draft
        supply = draft.supply(color)
        return [
            color,
            supply.bodies,
            supply.legs,
            supply.pincers,
            draft.lost[color],
            VARIANTS[draft.variant].limit,
            prey_of(draft.colors, color),
        ]

    def _own_part(self, wording: Wording) -> EditPart:
        draft = self.draft
        problems = self.problems()
        wrong = [problem for problem in problems if problem.wrong]
        return {
            "since": self.since,
            "tool": self.tool,
            "step": draft.step,
            "switches": list(draft.switches),
            "board": BOARDS.name(str(draft.layout)) or "",
            "boards": [[name, BOARDS.size(name)] for name in BOARDS.names],
            "sound": len(wrong) == 0,
            "problems": [
                [problem.code, problem.wrong, self._said(problem, wording), problem.fixable]
                for problem in problems
            ],
            "adrift": list(draft.adrift),
            "undo": self.can_undo,
            "redo": self.can_redo,
            "shape": self._shape_part() if self.tool == "layout" else None,
        }

    def _said(self, problem: Problem, wording: Wording) -> str:
        code, slots = problem.saying
        if problem.code == "finished":
            position, _ = self.draft.read()
            return wording.say(code, {"status": status(Game(position), wording)})
        return wording.say(code, slots)

    def _shape_part(self) -> ShapePart:
        lattice = shapes.is_lattice(self.layout)
        ghosts = (
            shapes.lattice_ghosts(self.layout, self._make_room())
            if lattice
            else shapes.free_ghosts(self.layout)
        )
        return {
            "free": not lattice,
            "discs": len(self.layout),
            "most": MAX_DISCS,
            "parts": shapes.parts_of(self.layout),
            "ghosts": [[key, thousandth(x), thousandth(y)] for key, x, y in ghosts],
        }


def text_error(error: TextError) -> Saying:
    """Where a text is wrong, and what may stand there."""
    return (
        "edit.text-error",
        {"line": error.line, "column": error.column, "expected": error.expected, "found": error.found},
    )
