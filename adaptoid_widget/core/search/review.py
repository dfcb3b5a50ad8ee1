"""Reviews a game: finds mistakes, their size, better turns and refutations. The host runs the searches."""

from __future__ import annotations

from typing import Any, Callable, Dict, Generator, List, NamedTuple, Optional, Sequence, Tuple

from ..game.comments import MAX_COMMENT
from ..game.game import Game
from ..game.tree import Node
from ..i18n.catalog import Saying, Wording
from ..i18n.slots import Slots
from ..rules.errors import plain_value
from ..rules.position import Position
from ..rules.turn import Turn
from ..tactics.losses import FORKED, cells_lost, hunger, losses
from .deepening import ALL_TURNS, Progress, turn_of
from .levels import REVIEW_MB
from .review_notes import keep_review
from .runner import SearchRequest
from .scores import earlier, shares, win_in
from .work_array import WIN_SCORE

NODES = 30_000
BLUNDER = 1.5
MISTAKE = 0.7
# a proven end counts as this many hundredths of an adaptoid, so that a later win is not a mistake
DECIDED = 1000
# the number of turns that a refutation shows
MAX_REFUTATION_TURNS = 4
FIND: Saying = ("note.find", None)
# the most turns that a comparison of all turns looks ahead
MAX_COMPARED_DEPTH = 3

ReviewLimits = NamedTuple(
    "ReviewLimits",
    [
        ("depth", Optional[int]),  # in turns
        ("nodes", Optional[int]),
        ("seconds", Optional[float]),
        ("megabytes", int),
    ],
)
"""The limits of the search of each turn, and the size of its transposition table."""

REVIEW = ReviewLimits(None, NODES, None, REVIEW_MB)

TurnVerdict = NamedTuple(
    "TurnVerdict",
    [
        ("depth", int),  # in turns
        ("line", Tuple[Turn, ...]),  # the best play
        ("best_hundredths", int),  # the score of the best turn, in hundredths of an adaptoid
        ("hundredths", int),  # that of the played turn
        ("win_in", Optional[int]),
        ("refutation", Tuple[Turn, ...]),
        ("lost_in", Optional[int]),
        ("after", Position),
    ],
)
"""The played turn compared with the best turn."""

Compared = NamedTuple("Compared", [("line", Tuple[Turn, ...]), ("loss", float), ("lost_in", Optional[int])])
"""A turn with the best play after it, how much worse it is than the best turn, and the proof that it loses."""

Searches = Generator[SearchRequest, Progress, TurnVerdict]


class Review:
    """A review of the turns of a game's current line, or of the part of it that was reviewed so far."""

    def __init__(
        self,
        game: Game,
        blunder: float = BLUNDER,
        mistake: float = MISTAKE,
        learners: Sequence[str] = (),
        limits: ReviewLimits = REVIEW,
    ) -> None:
        """Of the mistakes of `learners`, which are colours, all turns are compared, for `good` and `bad`.

        Raises ValueError for wrong thresholds.
        """
        mistake, blunder = plain_value(mistake), plain_value(blunder)
        thresholds: Tuple[Any, Any] = (mistake, blunder)
        if (
            not all(isinstance(threshold, (int, float)) for threshold in thresholds)
            or not 0 < mistake <= blunder
        ):
            raise ValueError("mistake is more than 0 and at most blunder, not %r of %r" % (mistake, blunder))
        self.turns: List[Node] = [node for node in game.stretch(1, game.length + 1) if node.turn is not None]
        """The turns to review."""
        self.rows: List[Dict[str, Any]] = []
        """A row for each turn that was reviewed, as in `engine.annotate.Annotated.table`, without `why`."""
        self._verdicts: List[TurnVerdict] = []
        # of the mistakes of learners, the search of all turns
        self._comparisons: Dict[int, Progress] = {}
        self._learners = learners
        self._game = game
        self._thresholds = mistake, blunder
        self._limits = limits

    def run(self, reviewed: Callable[[], object] = lambda: None) -> Generator[SearchRequest, Progress, None]:
        """Review the turns, one after the other, and call `reviewed` after each. Yield what is to be searched."""
        mistake, blunder = self._thresholds
        for node in self.turns:
            before = self._game.nodes[node.parent].position
            assert node.turn is not None, "a played node without a turn"
            verdict = yield from judge(before, node.turn, node.position, self._limits)
            loss = loss_of(verdict)
            if loss >= mistake and node.color in self._learners:
                self._comparisons[len(self.rows)] = yield comparing(
                    before, min(MAX_COMPARED_DEPTH, verdict.depth), node.turn, self._limits
                )
            self._verdicts.append(verdict)
            self.rows.append(
                {
                    "ply": node.ply,
                    "color": node.color,
                    "turn": str(node.turn),
                    "best": str(verdict.line[0]),
                    "score": verdict.hundredths / 100,
                    "best_score": verdict.best_hundredths / 100,
                    "loss": loss,
                    "mark": "??" if loss >= blunder else "?" if loss >= mistake else "",
                }
            )
            reviewed()

    def why(self, at: int, wording: Wording) -> str:
        """Say what is wrong with a turn, by its index, and how it is refuted; "" if nothing is wrong."""
        row = self.rows[at]
        return wording.say_all(sayings(self._verdicts[at], row["mark"], row["color"])) if row["mark"] else ""

    def shares(self, weights: Sequence[int]) -> List[List[float]]:
        """Return each colour's share at the start and after each turn that was reviewed.

        `weights` are those of the evaluation for three players.
        """
        out: List[List[float]] = []
        for k in range(len(self._verdicts)):
            before, verdict = self.position(k), self._verdicts[k]
            out.append(_rounded(before, verdict.best_hundredths, verdict.line, weights))
        last, end = self.turns[-1], self.turns[-1].position
        if end.winner is not None:
            return out + [[1.0 if color == end.winner else 0.0 for color in end.colors]]
        # no later search has the worth of the last turn
        verdict, turn = self._verdicts[-1], last.turn
        assert turn is not None, "a played node without a turn"
        played = (turn,) + verdict.refutation
        return out + [_rounded(self.position(-1), verdict.hundredths, played, weights)]

    @property
    def exercises(self) -> List[int]:
        """The indices of the mistakes of learners."""
        return sorted(self._comparisons)

    def position(self, at: int) -> Position:
        """The position before a turn, by its index."""
        return self._game.nodes[self.turns[at].parent].position

    def task(self, at: int) -> List[Saying]:
        """Say what was played in one of `exercises` and how it is refuted, and ask for something better."""
        row, verdict = self.rows[at], self._verdicts[at]
        turn = self.turns[at].turn
        assert turn is not None, "a played node without a turn"
        refuted = self.refuted(at, self.bad(at)[0].line, verdict.lost_in)
        played: Saying = "note.played", {"n": row["ply"], "color": row["color"], "does": turn}
        return [played] + refuted + [FIND]

    def praise(self, at: int) -> Saying:
        """Say that a turn in one of `exercises` is good, and which one is best."""
        return "note.found", {"do": self._verdicts[at].line[0]}

    def good(self, at: int) -> List[str]:
        """The turns that are not mistakes in one of `exercises`, the best first."""
        best = self._verdicts[at].line[0]
        turns = [compared.line[0] for compared in self._compared(at) if compared.loss < self._thresholds[0]]
        return [str(best)] + [str(turn) for turn in turns if turn != best]

    def bad(self, at: int) -> List[Compared]:
        """The mistakes in one of `exercises`, the one that was played first, then by the loss, the least first."""
        verdict, turn = self._verdicts[at], self.turns[at].turn
        assert turn is not None, "a played node without a turn"
        best = verdict.line[0]
        played = Compared((turn,) + verdict.refutation, loss_of(verdict), verdict.lost_in)
        compared = self._compared(at)
        return [played] + [bad for bad in compared if bad.loss >= self._thresholds[0] and bad.line[0] != best]

    def refuted(self, at: int, line: Sequence[Turn], lost_in: Optional[int]) -> List[Saying]:
        """Say what the best play after a mistake in one of `exercises` does; nothing if it is not known.

        `line` begins with the mistake; `lost_in` is its proof for the enemy.
        """
        before = self.position(at)
        return refutation(before.play(line[0]), line[1:], before.turn, lost_in) if line[1:] else []

    def _compared(self, at: int) -> List[Compared]:
        """All turns but the one that was played, the best first."""
        progress, players = self._comparisons[at], len(self.position(at).colors)
        best = _clamped(progress.scores[0])
        return [
            Compared(
                progress.lines[k],
                (best - _clamped(progress.scores[k])) / 100,
                win_in(earlier(-progress.scores[k], -1), 2) if players == 2 else None,
            )
            for k in range(len(progress.lines))
            if progress.lines[k][0] != self.turns[at].turn
        ]

    def annotate(self, game: Game, wording: Wording) -> None:
        """Add comments and variations for the mistakes to `game`: the reviewed game or a copy. It stays at its turn.

        A comment that is already there is not added again.
        """
        node, last, half_turn = game.node.number, game.line[-1].number, game.half_turn
        try:
            for k in range(len(self.rows)):
                explanation = self.why(k, wording)
                if not explanation:
                    continue
                turn, verdict = self.turns[k], self._verdicts[k]
                game.nodes[turn.number].note(glyph=self.rows[k]["mark"])
                comment = game.nodes[turn.number].comment
                if explanation not in comment:
                    game.comment_on(
                        turn.number, "\n\n".join([part for part in (comment, explanation) if part])
                    )
                _add_variation(game, turn.parent, verdict.line)
                if game.nodes[turn.number].children:
                    _add_variation(game, turn.number, verdict.refutation)
        finally:
            game.select(last).goto(game.nodes[node].ply)
            if half_turn is not None:
                game.move(half_turn)

    def keep(self, game: Game, weights: Sequence[int]) -> None:
        """Write the review into the headers of `game`: the reviewed game or a copy (`review_notes`)."""
        if self.turns and len(self.rows) == len(self.turns):
            keep_review(game, self.turns, self.rows, self.shares(weights))

    def reword(self, game: Game, before: Wording, wording: Wording) -> None:
        """Put the comments that `annotate` has added into another language, without a notification."""
        for k in range(len(self.rows)):
            old = self.why(k, before)
            if old:
                node = game.nodes[self.turns[k].number]
                comment = node.comment.replace(old, self.why(k, wording))
                if len(comment) <= MAX_COMMENT:
                    node.note(comment=comment)


def _add_variation(game: Game, number: int, line: Sequence[Turn]) -> None:
    """Add a line as a variation after a node."""
    game.select(number)
    for turn in line[:MAX_REFUTATION_TURNS]:
        if game.result is not None:
            return
        game.play(str(turn))


def comparing(
    position: Position, depth: int, turn: Turn, limits: ReviewLimits, lines: int = ALL_TURNS
) -> SearchRequest:
    """The search to a depth that compares all turns, or the best `lines`; that of `turn` has the best play after it."""
    return SearchRequest(position, depth, lines=lines, only=turn, whole=True, megabytes=limits.megabytes)


def judge(before: Position, turn: Turn, after: Position, limits: ReviewLimits = REVIEW) -> Searches:
    """Compare a turn with the best one, searched to the same depth."""
    players = len(before.colors)
    most_depth, nodes, seconds, megabytes = limits
    result = yield SearchRequest(
        before, most_depth, nodes, seconds, only=turn, whole=True, megabytes=megabytes
    )
    depth, score, number = result.depth, 0, 0
    if players == 3 or depth == 1:
        # no search of the enemy gives the score of the turn: with three players, it would take the enemy's view, and
        # depth 1 is the turn alone
        result = yield comparing(before, min(2, depth), turn, limits)
        number = [turn_of(before, move, growth) for move, growth in result.codes].index(turn)
        depth, score = result.depth, result.scores[number]
    line, best = result.lines[0], result.scores[0]
    proof = win_in(best, players)
    if players == 3:
        return TurnVerdict(depth, line, best, score, proof, result.lines[number][1:], None, after)
    if line[0] == turn:
        return TurnVerdict(depth, line, best, best, proof, (), None, after)
    if after.winner is not None:
        score = WIN_SCORE - 1 if after.winner == before.turn else 1 - WIN_SCORE
        return TurnVerdict(depth, line, best, score, proof, (), None, after)
    reply = yield comparing(after, max(1, depth - 1), turn, limits, 1)
    if depth > 1:
        score = -earlier(reply.scores[0])
    if score > best:
        # the search of all turns reduced this one
        line, best, proof = (turn,) + reply.lines[0], score, win_in(score, 2)
    return TurnVerdict(depth, line, best, score, proof, reply.lines[0], win_in(reply.scores[0], 2), after)


def loss_of(verdict: TurnVerdict) -> float:
    """Return how much worse the turn was, in adaptoids."""
    return max(0, _clamped(verdict.best_hundredths) - _clamped(verdict.hundredths)) / 100


def _rounded(before: Position, score: int, line: Sequence[Turn], weights: Sequence[int]) -> List[float]:
    by_color = shares(before, score, line, weights)
    return [int(by_color[color] * 1000 + 0.5) / 1000 for color in before.colors]


def _clamped(score: int) -> int:
    return max(-DECIDED, min(DECIDED, score))


def sayings(verdict: TurnVerdict, mark: str, color: str) -> List[Saying]:
    """Return what is wrong with a turn of a colour, and its refutation, as message codes with slots."""
    best = str(verdict.line[0])
    out: List[Saying] = []
    if mark == "??" and verdict.win_in is not None and verdict.win_in > 0:
        out.append(("note.missed", {"n": verdict.win_in, "best": best}))
    elif mark == "??" and verdict.hundredths <= -DECIDED:
        out.append(("note.better", {"best": best}))
    else:
        code = "note.blunder" if mark == "??" else "note.mistake"
        loss = loss_of(verdict)
        # with a small threshold of one's own, a loss is not 0.0
        out.append((code, {"loss": ("%.1f" if loss >= 0.05 else "%.2f") % loss, "best": best}))
    if verdict.refutation:
        out += refutation(verdict.after, verdict.refutation, color, verdict.lost_in)
    return out


def refutation(position: Position, line: Sequence[Turn], loser: str, win_in: Optional[int]) -> List[Saying]:
    """Return what the best reply to a bad turn does to the colour that played it, and why: codes with slots.

    `position` is the position after the bad turn, `line` the best play from there, `win_in` its proof for the enemy.
    """
    text = ", ".join([str(turn) for turn in line[:MAX_REFUTATION_TURNS]])
    slots: Slots = {"line": text, "color": position.turn}
    if win_in is not None and win_in > 0:
        lost = losses(position, line[0], loser) if win_in == 1 and line else []
        return [_saying("lets-win", slots, n=win_in)] + hunger(lost, "note.starved")
    at = position
    for number in range(len(line)):
        turn = line[number]
        lost = losses(at, turn, loser) if at.turn != loser else []
        if lost:
            if number > 0:
                later = _saying("later", slots, cells=_cells([loss.cell for loss in lost]))
                return [later] + hunger(lost, "note.starved")
            for code, how in (
                ("fork", FORKED),
                ("starves", "starved"),
                ("captured", "captured"),
                ("exchange", "exchanged"),
            ):
                cells = cells_lost(lost, how)
                if cells:
                    slots["line"] = str(turn)
                    reply = _saying(code, slots, does=turn, takes=turn, cells=_cells(cells))
                    return [reply] + hunger(lost, "note.starved")
        at = at.play(turn)
    if len(position.colors) > 2:
        # who gains by it is another question
        slots["color"] = loser
        return [("note.worse-for", slots)]
    return [("note.quiet", slots)]


def _saying(code: str, slots: Any, **added: Any) -> Saying:
    slots.update(added)
    return "note." + code, slots


def _cells(cells: Sequence[str]) -> List[str]:
    return sorted(set(cells))
