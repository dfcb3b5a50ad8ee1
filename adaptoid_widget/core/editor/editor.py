"""The editor: a draft with undo, its problems, and its part of the snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, NamedTuple, Optional

from ..game.game import Game
from ..game.headers import PLAYER_HEADERS, check_header, shuffled
from ..game.marks import NO_MARKS
from ..i18n.catalog import Saying, Wording
from ..i18n.slots import Slots
from ..rules.errors import TextError
from ..rules.layout import MAX_DISCS, Axial, Layout, cell_of
from ..rules.named_layouts import BOARDS
from ..rules.position import Position
from ..wire.intent_fields import Json, refused
from ..wire.snapshot import setup_part, status, thousandth
from . import layout_editing as shapes
from .draft import Draft

if TYPE_CHECKING:
    from ..wire.wire_types import EditPart, LayoutDraftPart

TOOLS = ("position", "layout")
# how many changes undo can take back
MAX_UNDO_STEPS = 500

DraftProblem = NamedTuple("DraftProblem", [("code", str), ("saying", Saying)])
"""A note about a draft."""
# the problems that the editor can fix, and all that keep a draft from being a position
FIXABLE = ("off-board", "red")
WRONG = FIXABLE + ("text",)


class Editor:
    """A draft on a board, with undo and redo.

    >>> editor = Editor(Draft.of(Position.start()))
    >>> editor.change(editor.draft.with_body("D4", "R"))
    >>> editor.text, [problem.code for problem in editor.problems()]
    ('adaptoid w 0,0 W:D2 B:D6 R:D4', ['red'])
    >>> editor.undo(), editor.text
    (True, 'adaptoid w 0,0 W:D2 B:D6')
    """

    def __init__(self, draft: Draft, players: Optional[Dict[str, str]] = None) -> None:
        self.draft = draft
        self.since = 0
        """The `rev` at which it was opened; text typed into an earlier editor is dropped."""
        self.players: Dict[str, str] = dict(players or {})
        """The known names of players, by colour."""
        self.tool = "position"
        """ "position" or "layout": what a click on a disc is about."""
        self.typing = False
        """Whether the last change was typed; consecutive typed changes are one step."""
        self._key: Optional[str] = None
        self._past: List[Draft] = []
        self._future: List[Draft] = []
        self._lattice: List[Axial] = []

    @staticmethod
    def of(game: Game) -> Editor:
        """An editor of a game's position, or of its open start."""
        opening = game.opening
        if game.started or opening is None:
            return Editor(Draft.of(game.position), game.players)
        draft = Draft.empty(opening.variant, opening.layout, opening.switches)
        for cell, color in opening.placed.items():
            draft = draft.with_body(cell, color)
        return Editor(draft, game.players)

    @property
    def text(self) -> str:
        """The text of the draft; it may not be a position."""
        return self.draft.text

    @property
    def layout(self) -> Layout:
        """The layout of the draft."""
        return self.draft.layout

    def problems(self) -> List[DraftProblem]:
        """The problems of the draft, or notes about a valid one."""
        draft = self.draft
        out: List[DraftProblem] = []
        if draft.off_board:
            out.append(DraftProblem("off-board", ("edit.off-board", {"cells": list(draft.off_board)})))
        if len(draft.colors) == 2 and draft.has_red:
            out.append(DraftProblem("red", ("edit.red", None)))
        position, error = draft.read()
        if position is None:
            if not out and error is not None:
                out.append(DraftProblem("text", text_error(error)))
            return out
        return self._notes(position)

    def _notes(self, position: Position) -> List[DraftProblem]:
        if not position.pieces:
            return [DraftProblem("empty", ("why.edit-empty", None))]
        if position.winner is not None:
            return [DraftProblem("finished", ("edit.finished", None))]
        out: List[DraftProblem] = []
        pieces = position.pieces
        own = [cell for cell in self.layout.cells if cell in pieces and pieces[cell].color == position.turn]
        hungry = [cell for cell in own if position.spare(cell) < 0]
        for code, cells in (("starving", list(position.starving())), ("hungry", hungry)):
            if cells:
                fed = [(cell, pieces[cell].size, pieces[cell].size + position.spare(cell)) for cell in cells]
                slots: Slots = {"color": position.turn, "hungry": fed}
                out.append(DraftProblem(code, ("edit." + code, slots)))
        if not position.can_grow:
            out.append(DraftProblem("stuck", ("edit.stuck", {"color": position.turn})))
        return out

    def change(self, draft: Draft, typing: bool = False) -> None:
        """Replace the draft; consecutive typed changes are one step."""
        if not (typing and self.typing):
            self._past = self._past[-(MAX_UNDO_STEPS - 1) :] + [self.draft]
        self._future = []
        self._show(draft, typing)

    def _show(self, draft: Draft, typing: bool = False) -> None:
        if draft.layout != self.draft.layout:
            self._lattice = []
        self.draft = draft
        self.typing = typing

    def read(self, text: str) -> None:
        """Replace the draft by a position text. Raises TextError and changes nothing if it is not one."""
        draft = Draft.of(Position.from_text(text))
        if draft.text != self.draft.text:
            self.change(draft, typing=True)

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would undo a change."""
        return len(self._past) > 0

    def undo(self) -> bool:
        """Undo the last change. Returns whether there was one."""
        return self._swap(self._past, self._future)

    def redo(self) -> bool:
        """Redo the last change that was undone. Returns whether there was one."""
        return self._swap(self._future, self._past)

    def _swap(self, source: List[Draft], target: List[Draft]) -> bool:
        """Show the last draft of `source` and append the current one to `target`. Returns whether there was one."""
        if not source:
            return False
        target.append(self.draft)
        self._show(source.pop())
        return True

    def name_player(self, color: str, name: str) -> None:
        """Name a player; an empty name removes it. Raises GameError for a name that no record can have."""
        if name:
            check_header(PLAYER_HEADERS[color], name)
            self.players[color] = name
        else:
            self.players.pop(color, None)

    def draw_seats(self, seed: int) -> None:
        """Assign the named players to colours by lot."""
        colors = self.draft.colors
        names = [self.players[color] for color in colors if color in self.players]
        if len(set(names)) < len(colors):
            raise refused("edit-names", None, {"count": len(colors)})
        self.players.update(zip(colors, shuffled(names, seed)))

    def _shown_lattice(self) -> List[Axial]:
        """The shown part of the lattice, around all discs that exist or existed, so that the drawing does not shift."""
        self._lattice = sorted(set(self._lattice + shapes.ring_around(shapes.shape_of(self.layout))))
        return self._lattice

    def toggle(self, key: str) -> List[Saying]:
        """Add or remove the disc with a key. Returns the announcements."""
        if not shapes.is_lattice(self.layout):
            return self._toggle_free(key)
        lattice = self._shown_lattice()
        q, r = shapes.lattice_place(key)
        draft, (dq, dr) = shapes.toggled(self.draft, (q, r))
        code = "edit.disc-out" if len(draft.layout) < len(self.layout) else "edit.disc-in"
        self.change(draft)
        self._lattice = [(row + dq, number + dr) for row, number in lattice]
        self._key = cell_of((q + dq, r + dr))
        count = len(self.layout)
        return [
            ("edit.shifted", {"disccount": count}) if dq or dr else (code, {"cell": key, "disccount": count})
        ]

    def _toggle_free(self, key: str) -> List[Saying]:
        place = shapes.parse_place(key)
        if place is not None:
            return self.add(place[0], place[1])
        self.check_disc(key)
        self.change(shapes.removed(self.draft, key))
        return [("edit.disc-out", {"cell": key, "disccount": len(self.layout)})]

    def add(self, x: int, y: int) -> List[Saying]:
        """Add a free disc at a place in thousandths, snapped. Returns the announcements."""
        self.check_free()
        draft, cell = shapes.added(self.draft, x, y)
        self.change(draft)
        self._key = cell
        return self._touches(cell)

    def drag(self, cell: str, x: int, y: int) -> List[Saying]:
        """Move a free disc, snapped. Returns the announcements."""
        self.check_free(cell)
        self.change(shapes.dragged(self.draft, cell, x, y))
        return self._touches(cell)

    def hop(self, cell: str, dx: float, dy: float) -> List[Saying]:
        """Move a free disc to the next good place in a direction. Returns the announcements."""
        self.check_free(cell)
        self.change(shapes.hopped(self.draft, cell, dx, dy))
        return self._touches(cell)

    def take_key(self) -> Optional[str]:
        """The new key of the disc that was added or removed; None from the second call on."""
        key, self._key = self._key, None
        return key

    def _touches(self, cell: str) -> List[Saying]:
        near = list(self.layout.near(cell))
        if not near:
            return [("edit.touches-none", {"cell": cell})]
        return [("edit.touches", {"cell": cell, "others": near})]

    def snap(self, cell: str, x: int, y: int) -> Json:
        """Where a dragged disc would snap to."""
        self.check_free(cell)
        centres = shapes.centres_of(self.layout)
        number = self.layout.index(cell)
        snapped = shapes.snap(centres[:number] + centres[number + 1 :], x, y)
        return {
            "x": snapped.spot[0] / 1000,
            "y": snapped.spot[1] / 1000,
            "touching": len(snapped.touching),
            "overlaps": len(snapped.overlapped) > 0,
        }

    def loosen(self) -> None:
        """Turn lattice discs into free ones."""
        if not shapes.is_lattice(self.layout):
            raise refused("edit-free-already")
        self.change(shapes.loosened(self.draft))

    def check_disc(self, cell: str) -> None:
        """Raise Refused unless the board has the disc."""
        if cell not in self.layout:
            raise refused("unknown-disc", None, {"cell": cell[:20]})

    def check_free(self, cell: Optional[str] = None) -> None:
        """Raise Refused for a lattice board, or one without the disc."""
        if shapes.is_lattice(self.layout):
            raise refused("edit-lattice")
        if cell is not None:
            self.check_disc(cell)

    def game(self, text: str = "") -> Game:
        """A new game from the draft, or from a position text instead.

        Raises Refused if the draft is not a position or has no adaptoids, and TextError.
        """
        position = Position.from_text(text) if text else self.draft.read()[0]
        if position is None:
            raise refused("edit-unsound")
        if not position.pieces:
            raise refused("edit-empty")
        game = Game(position)
        for color in position.colors:
            game.headers.set_player(color, self.players.get(color, ""))
        return game

    def open_game(self) -> Game:
        """A new game with an open start on the draft's board (R5, R16). The player named as White begins."""
        draft = self.draft
        if len(draft.colors) != 2:
            raise refused("edit-open-three")
        if len(draft.layout) < 2:
            raise refused("edit-open-small")
        game = Game("open", draft.variant, draft.layout, draft.switches)
        if game.opening is not None and "W" in self.players and "B" in self.players:
            game.opening.names = (self.players["W"], self.players["B"])
        return game

    def snapshot_part(self, wording: Wording) -> Json:
        """The snapshot fields that the editor replaces while it is open."""
        draft = self.draft
        position, _ = draft.read()
        lost = {color: draft.lost[color] for color in draft.shown_colors}
        out = setup_part(draft.text, draft.variant, draft.layout, draft.turn, draft.pieces, lost)
        if position is not None and not position.winner:
            out["starving"] = list(position.starving())
        out.update(
            step="edit",
            last=None,
            result=None,
            marks=NO_MARKS.data(),
            players=dict(self.players),
            status=wording.say("status.edit" if self.tool == "position" else "status.edit-layout"),
            edit=self._own_part(wording),
            computer=None,
            lesson=None,
        )
        return out

    def _own_part(self, wording: Wording) -> EditPart:
        draft = self.draft
        problems = self.problems()
        is_wrong = any(problem.code in WRONG for problem in problems)
        return {
            "since": self.since,
            "tool": self.tool,
            "step": draft.step,
            "switches": list(draft.switches),
            "board": BOARDS.name(str(draft.layout)) or "",
            "boards": [[name, BOARDS.size(name)] for name in BOARDS.names],
            "playable": not is_wrong and len(draft.pieces) > 0,
            "problems": [
                [code, code in WRONG, self._problem_text(code, saying, wording), code in FIXABLE]
                for code, saying in problems
            ],
            "off_board": list(draft.off_board),
            "undo": self.can_undo,
            "redo": len(self._future) > 0,
            "shape": self._shape_part() if self.tool == "layout" else None,
        }

    def _problem_text(self, code: str, saying: Saying, wording: Wording) -> str:
        if code == "finished":
            position, _ = self.draft.read()
            return wording.say(saying[0], {"status": status(Game(position), wording)})
        return wording.say(*saying)

    def _shape_part(self) -> LayoutDraftPart:
        lattice = shapes.is_lattice(self.layout)
        if lattice:
            ghosts = shapes.lattice_ghosts(self.layout, self._shown_lattice())
        else:
            ghosts = shapes.free_ghosts(self.layout)
        return {
            "free": not lattice,
            "discs": len(self.layout),
            "max": MAX_DISCS,
            "parts": shapes.parts_of(self.layout),
            "ghosts": [[key, thousandth(x), thousandth(y)] for key, x, y in ghosts],
        }


def text_error(error: TextError) -> Saying:
    """Where a text is wrong, and what is expected there."""
    names = ("line", "column", "expected", "found")
    return "why.edit-text", {name: getattr(error, name) for name in names}
