"""Proofs of sieges and of wins: every defence with its answer, as a game with variations, a graph and an outline."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from ..attributes import suggest_keywords
from ..core.game.game import Game
from ..core.game.marks import Marks
from ..core.host.host import PublicNames, public_names
from ..core.i18n.catalog import ENGLISH
from ..core.rules.errors import GameError, whole_number
from ..core.rules.position import Position
from ..core.rules.turn import Turn, turn_from_discs
from ..core.rules.variants import VARIANTS
from ..core.search.analysis_content import Line, marks_of
from ..core.search.levels import PROOF_MB
from ..core.search.runner import SearchRequest
from ..core.tactics.finder import Sieged, siege
from ..core.tactics.one_ply import WIN_GAIN, best_turn
from ..core.tactics.siege import BUDGET, MAX_SIEGE_TURNS, PROVEN, REFUTED, UNKNOWN, SiegeSearch
from ..engine.runner import KernelRunner
from ..reports.frames import counted

if TYPE_CHECKING:
    from ..core.rules.position import AnyPosition
    from ..picture import Picture

GOALS = ("siege", "win")
MAX_WIN_TURNS = 5
# the most nodes of a proof
MAX_NODES = 20_000
# the most rows that a notebook or a text shows
SHOWN_ROWS = 400
TEXT_ROWS = 30
SHOWN_TURNS = 7


class ProofNode(NamedTuple):
    """A position of a proof and the turn that led there."""

    number: int
    """Its place in `Proof.tree`; 0 is the position that was asked about."""
    parent: int
    """The number of the node before it; −1 for the first."""
    color: str
    """Who played the turn; "" at the first."""
    turn: Turn | None
    """The turn that led here; None at the first."""
    position: Position
    """The position after the turn."""
    starved: tuple[str, ...]
    """Who starved in the turn."""
    is_defence: bool
    """Whether all turns follow, not just one that is enough; False at an end."""
    left: int
    """How many turns of the besieged, or of the winner, are still needed; 0 at an end."""
    same_as: int | None
    """The number of the node that has what follows, if the same position is there; else None."""

    def __dir__(self) -> list[str]:
        return public_names(self)

    def __repr__(self) -> str:
        return f"<ProofNode {self.number}: {self.turn or 'start'}>"


class Proof(PublicNames):
    """A proven siege of the player to move, or a proven win of that player. A notebook shows it as a foldable outline.

    >>> from adaptoid_widget.explore.proofs import prove
    >>> proof = prove("adaptoid b 0,0 W:E6,F5 B:A1,G7PP", within=4)
    >>> proof.goal, proof.within, proof.victims
    ('siege', 2, ('G7',))
    >>> [str(node.turn) for node in proof.game.mainline()][:2]
    ['+A2', '+F6']
    """

    def __init__(self, position: Position, goal: str, within: int, tree: list[ProofNode]) -> None:
        self.position = position
        """The position that was asked about."""
        self.goal = goal
        """ "siege" or "win"."""
        self.within = within
        """The least number of turns: of the besieged player until one of its adaptoids starves, or of the winner."""
        self.color = position.turn if goal == "win" else VARIANTS[position.variant].following[position.turn]
        """The winner; with a siege, the besieger who plays next."""
        self.tree: tuple[ProofNode, ...] = tuple(tree)
        """All nodes. Each is after its parent."""
        children: list[list[int]] = [[] for _ in tree]
        heights = [0] * len(tree)
        for node in reversed(tree[1:]):
            children[node.parent].append(node.number)
            heights[node.parent] = max(heights[node.parent], heights[node.number] + 1)
        # the longest defence first
        for row in children:
            row.sort(key=lambda number: (-heights[number], number))
        self._children = children

    @cached_property
    def victims(self) -> tuple[str, ...]:
        """The adaptoids of `position` that starve in a siege, by their discs; () for a win."""
        if self.goal == "win":
            return ()
        besieged, known = self.position.turn, dict[int, set[str]]()
        # what follows a node, also after the same position elsewhere, is known before the node itself
        waiting = [0]
        while waiting:
            node = self.tree[waiting[-1]]
            after = self._children[node.number] if node.same_as is None else [node.same_as]
            unknown = [number for number in after if number not in known]
            if unknown:
                waiting += unknown
                continue
            cells = set().union(*(known[number] for number in after))
            if node.turn is not None and not node.left:
                pieces = self.tree[node.parent].position.pieces
                cells = {cell for cell in node.starved if pieces[cell].color == besieged}
            known[node.number] = {
                _before(cell, node.turn) if node.color == besieged else cell for cell in cells
            }
            known[node.number].discard("")
            waiting.pop()
        pieces = self.position.pieces
        return tuple(cell for cell in pieces if cell in known[0])

    def children(self, number: int = 0) -> list[ProofNode]:
        """Return the nodes after a node, the longest defence first."""
        return [self.tree[child] for child in self._children[number]]

    @property
    def nodes(self) -> list[tuple[int, dict[str, Any]]]:
        """The nodes for `networkx.DiGraph.add_nodes_from`: each number, and what the node has.

        That is "position" (text), "to_move", "turn" (text), "starved", "is_defence", "left" and "same_as".
        """
        return [
            (
                node.number,
                {
                    "position": str(node.position),
                    "to_move": node.position.turn,
                    "turn": "" if node.turn is None else str(node.turn),
                    "starved": ", ".join(node.starved),
                    "is_defence": node.is_defence,
                    "left": node.left,
                    "same_as": node.same_as,
                },
            )
            for node in self.tree
        ]

    @property
    def edges(self) -> list[tuple[int, int, dict[str, Any]]]:
        """The edges for `networkx.DiGraph.add_edges_from`: two numbers, with the "turn" and the "color" that played it.

        >>> prove("adaptoid b 0,0 W:E6,F5 B:G7PP").edges[0]
        (0, 1, {'turn': '+F6', 'color': 'B'})
        """
        return [
            (node.parent, node.number, {"turn": str(node.turn), "color": node.color})
            for node in self.tree[1:]
        ]

    @cached_property
    def game(self) -> Game:
        """The proof as a Game: the longest defence is the main line, all others are variations.

        Where the position of another node comes up again, a comment names the node that goes on.
        """
        game = Game(self.position)
        numbers = {0: 0}
        # a node that is named is added before the comment is written
        stack = self._children[0][::-1]
        while stack:
            node = self.tree[stack.pop()]
            game.select(numbers[node.parent]).play(str(node.turn))
            numbers[node.number] = game.node.number
            stack.extend(self._children[node.number][::-1])
        for node in self.tree:
            if node.same_as is not None:
                game.nodes[
                    numbers[node.number]
                ].comment = f"It goes on as after node {numbers[node.same_as]}."
        game.nodes[0].comment = self.why
        game.select(0)
        return game

    @property
    def why(self) -> str:
        """What is proven, as an English sentence."""
        names = [ENGLISH.say("color." + color) for color in (self.position.turn, self.color)]
        if self.goal == "siege":
            code = "tactic.siege" if self.within > 1 else "tactic.siege-now"
            return ENGLISH.say(code, {"color": self.position.turn, "n": self.within})
        return f"{names[1]} wins in {self.within}, whatever the others play."

    @property
    def marks(self) -> Marks:
        """A drawing for `position`: the victims of a siege, or the first turn of a win."""
        if self.goal == "siege":
            return Marks(rings=dict.fromkeys(self.victims, "red"))
        first = self.children()[0]
        return marks_of([Line((str(first.turn),), 0.0, self.within, True, self.color)])

    def picture(self, **look: Any) -> Picture:
        """Draw the position with the `marks`; `look` as for `aw.picture`."""
        from ..picture import picture

        return picture(self.position, marks=self.marks, **look)

    def _outline(self, number: int, depth: int) -> Iterator[tuple[int, str, bool]]:
        """Yield rows below a node: how deep, the words, and whether rows below it follow.

        Defences with the same last answer share a row.
        """
        if not self.tree[number].is_defence:
            for node in self.children(number):
                yield depth, f"{node.turn}{self._outcome(node)}", bool(self._children[node.number])
                yield from self._outline(node.number, depth + 1)
            return
        shared: dict[str, list[str]] = {}
        for node in self.children(number):
            if node.is_defence:
                # the next of two enemies plays
                yield depth, str(node.turn), True
                yield from self._outline(node.number, depth + 1)
                continue
            answer = self.tree[self._children[node.number][0]] if self._children[node.number] else None
            if answer is None or not self._children[answer.number]:
                last = node if answer is None else answer
                then = "" if answer is None else f", then {answer.turn}"
                shared.setdefault(f"{then}{self._outcome(last)}", []).append(str(node.turn))
            else:
                yield depth, f"{node.turn}, then {answer.turn}{self._outcome(answer)}", True
                yield from self._outline(answer.number, depth + 1)
        for then, turns in shared.items():
            yield depth, self._together(turns) + then, False

    @staticmethod
    def _together(turns: list[str]) -> str:
        if len(turns) > SHOWN_TURNS:
            turns = [*turns[: SHOWN_TURNS - 1], f"{len(turns) - SHOWN_TURNS + 1} other turns"]
        return " or ".join([", ".join(turns[:-1]), turns[-1]] if turns[1:] else turns)

    def _outcome(self, node: ProofNode) -> str:
        """What a turn brings about, as words."""
        if node.same_as is not None:
            seen = self.tree[node.same_as]
            return f" (as after {seen.turn} in node {seen.number})"
        if node.position.winner is not None and self.goal == "win":
            return ", which wins"
        return f", which starves {', '.join(node.starved)}" if node.starved else ""

    def __repr__(self) -> str:
        lines = [f"{self.why} {len(self.tree)} nodes."]
        for depth, words, _ in self._outline(0, 1):
            if len(lines) > TEXT_ROWS:
                lines.append("  …")
                break
            lines.append("  " * depth + words)
        return "\n".join(lines)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Show the picture and a foldable outline in a notebook, and the text elsewhere."""
        html, deep = "", 0
        for shown, (depth, words, goes_on) in enumerate(self._outline(0, 0), 1):
            html += "</details>" * (deep - depth)
            deep = depth + goes_on
            row = escape(words)
            indent = "style='margin-left:1.2em'"
            if goes_on:
                is_open = " open" if depth == 0 and not self.tree[0].is_defence else ""
                html += f"<details {indent}{is_open}><summary>{row}</summary>"
            else:
                html += f"<div {indent}>{row}</div>"
            if shown == SHOWN_ROWS:
                html += (
                    f"<div {indent}>… (the game of this proof has all of its {len(self.tree)} nodes)</div>"
                )
                break
        html += "</details>" * deep
        return {
            "text/html": "<div style='display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start'>"
            f"{self.picture(size=320, starving=False).html}"
            f"<div style='flex:1 1 20em'><p>{escape(self.why)}</p>{html}</div></div>",
            "text/plain": repr(self),
        }


def _before(cell: str, turn: Turn | None) -> str:
    """Where an adaptoid stood before a turn of its own side; "" if it grew in this turn."""
    if turn is None:
        return cell
    if cell == turn.target and turn.origin is not None:
        return turn.origin
    return "" if turn.growth == "new" and cell == turn.at else cell


@suggest_keywords
def prove(
    position: AnyPosition,
    goal: str = "siege",
    *,
    within: int = MAX_SIEGE_TURNS,
    budget: int = 10 * BUDGET,
) -> Proof:
    """Prove that the player to move is besieged, or with the goal "win" that this player wins, as soon as possible.

    `position` is a `Position`, its text, a `Game` or a `Board`. `within` is the largest number of turns: of the
    besieged (at most 4), or of the winner (at most 5), who wins with the last of them at the latest: of three players,
    an enemy can be forced to end the game before it. `budget` is how many positions the search for a siege may visit.
    Raises GameError if nothing is proven, and says whether it is refuted or unknown; for a finished game, in the middle
    of a turn, for wrong limits, and for a proof of more than 20 000 nodes.

    >>> proof = prove("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6", "win")
    >>> proof
    White wins in 1, whatever the others play. 2 nodes.
      +D4, which wins
    """
    asked = ProofQuestion(goal, within, budget)
    checked = Position.of(position)
    verdict, within = asked.verdict(checked)
    if verdict != PROVEN:
        claim = claim_of(checked, goal, within)
        if verdict == UNKNOWN:
            raise GameError(f"it is unknown whether {claim}; search more positions with budget=…")
        raise GameError(f"there is no proof that {claim}: this is refuted")
    return Proof(checked, goal, within, _Grower(checked, asked, within).tree)


def claim_of(position: Position, goal: str, within: int) -> str:
    """What is to be proven, as the end of an English sentence.

    >>> claim_of(Position.start(), "win", 2)
    'White wins within 2 turns'
    """
    name = ENGLISH.say("color." + position.turn)
    return f"{name} {'is besieged' if goal == 'siege' else 'wins'} within {counted(within, 'turn')}"


class ProofQuestion:
    """What is asked about positions: a siege or a win, within how many turns."""

    def __init__(self, goal: str, within: int, budget: int) -> None:
        if goal not in GOALS:
            raise GameError(f"a goal is 'siege' or 'win', not {goal!r}")
        self.is_siege = goal == "siege"
        most = MAX_SIEGE_TURNS if self.is_siege else MAX_WIN_TURNS
        self.within = whole_number(within, "within", 1)
        if self.within > most:
            raise GameError(f"the turns of a {goal} must be 1 to {most}, not {within}")
        self.budget = whole_number(budget, "budget", 0)

    def verdict(self, position: Position) -> tuple[str, int]:
        """Return the verdict, and the least number of turns if it is proven. Raises GameError as `aw.tactics.siege`."""
        if self.is_siege:
            sieged: Sieged = siege(position, self.within, self.budget)
            return sieged.verdict, sieged.within
        if position.winner is not None:
            raise GameError("the game is over, so nothing is to be won")
        if position.step != "move":
            raise GameError("ask about a win at the beginning of a turn, not when the growth is due")
        won = self.winning_turn(position, self.within)
        return (REFUTED, self.within) if won is None else (PROVEN, won[0])

    def winning_turn(self, position: Position, within: int) -> tuple[int, Turn] | None:
        """Return in how many turns the player to move wins at the least, and the first of them."""
        context = position.context
        gain, *discs, _ = best_turn(position.state, False, context, context.board, 6, 2, False, 0)
        if gain > WIN_GAIN // 2:
            origin, target, kind, at = discs
            return 1, turn_from_discs((origin, target, kind, at), position.state, position.layout)
        players = len(position.colors)
        for turns in range(2, within + 1):
            # without reductions, a search of this depth sees every win
            depth = players * (turns - 1) + 1
            request = SearchRequest(position, depth, exact=True, megabytes=PROOF_MB)
            found = self._runner.search(request).lines[0]
            if found.win_in is not None and 0 < found.win_in <= turns:
                return turns, found.turns[0]
        return None

    @cached_property
    def _runner(self) -> KernelRunner:
        return KernelRunner()


class _Grower:
    """Makes the tree of a proof, depth first."""

    def __init__(self, position: Position, asked: ProofQuestion, within: int) -> None:
        self._asked = asked
        self._players = len(position.colors)
        self._search = SiegeSearch(position.context, asked.budget)
        if asked.is_siege:
            self._search.search(position.state, within)
        self.tree: list[ProofNode] = []
        self._known: dict[tuple[Position, int], int] = {}
        # what is still to be added: parent, colour, turn, position, who starved, turns left, seats before the one whose
        # turns count
        self._waiting: list[tuple[int, str, Turn | None, Position, tuple[str, ...], int, int]] = []
        self._waiting.append((-1, "", None, position, (), within, 0))
        while self._waiting:
            self._add(*self._waiting.pop())

    def _add(
        self,
        parent: int,
        color: str,
        turn: Turn | None,
        position: Position,
        starved: tuple[str, ...],
        left: int,
        seats: int,
    ) -> None:
        number = len(self.tree)
        if number >= MAX_NODES:
            raise GameError(
                f"this proof has more than {MAX_NODES} nodes; ask about a position nearer to its end"
            )
        is_defence = left > 0 and (seats == 0) == self._asked.is_siege
        same_as = self._known.setdefault((position, left), number) if left else number
        self.tree.append(
            ProofNode(
                number, parent, color, turn, position, starved, is_defence and same_as == number, left,
                None if same_as == number else same_as,
            )
        )  # fmt: skip
        if left == 0 or same_as != number:
            return
        turns = list(position.turns()) if is_defence else [self._answer(position, left, seats)]
        before = (seats or self._players) - 1
        for played in reversed(turns):
            effect = position.effect(played)
            gone = effect.starved
            # the turns of the player whose turns count go down after the last enemy
            rest = left - 1 if before == 0 else left
            if self._is_end(position, effect.position, gone, is_defence):
                rest = 0
            self._waiting.append((number, position.turn, played, effect.position, gone, rest, before))

    def _is_end(
        self, position: Position, after: Position, starved: tuple[str, ...], is_defence: bool
    ) -> bool:
        if is_defence or not self._asked.is_siege:
            return after.winner is not None
        besieged = self.tree[0].position.turn
        pieces = position.pieces
        return any(cell in pieces and pieces[cell].color == besieged for cell in starved)

    def _answer(self, position: Position, left: int, seats: int) -> Turn:
        if self._asked.is_siege:
            discs, _, _, _ = self._search.answer(position.state, seats, left)
            return turn_from_discs(discs, position.state, position.layout)
        won = self._asked.winning_turn(position, left)
        if won is None:
            raise GameError(f"a win was found, but not proven against every turn: {position}")
        return won[1]
