"""Compares turns with the best one: scores of the same depth, refutations, tactics, features, and a sentence why."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from ..attributes import suggest_keywords
from ..core.game.marks import Marks
from ..core.host.host import PublicNames, public_names
from ..core.i18n.catalog import ENGLISH, Saying, Wording, wording_of
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.search.analysis_content import MAX_SHOWN_TURNS, Line, marks_of, position_of
from ..core.search.comparison import LEAST_DEPTH, NODES, Scored, differences, judged, net_worths
from ..core.search.evaluation import FEATURES
from ..core.tactics.tactic import Tactic
from ..reports.frames import counted, frame_of
from .analysis import Analysis, analyse, checked_turns, worth_of
from .weights import weights_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from ..core.rules.position import AnyPosition
    from ..picture import Picture


class ComparedTurn(NamedTuple):
    """A turn with its score of the same depth as the others', from the view of the player who plays it."""

    turn: Turn
    """The turn."""
    mine: bool
    """Whether it was asked for; False for the best turn that the search found besides."""
    line: Line
    """The turn and the best play after it, with the score."""
    loss: float
    """How much worse it is than the best one, in adaptoids; a proven end counts as 10."""
    mark: str
    """ "??" blunder, "?" mistake, "" neither."""
    tactics: tuple[Tactic, ...]
    """What the turn carries out."""
    allows: tuple[Tactic, ...]
    """What the best reply carries out."""
    after: Position
    """The position after the turn."""
    reasons: tuple[Saying, ...]
    """The message codes of `why`."""

    @property
    def refutation(self) -> tuple[str, ...]:
        """The best play after the turn, as far as it is known."""
        return self.line.turns[1:]

    @property
    def why(self) -> str:
        """What the turn does and how it is answered, as English sentences."""
        return self.say(ENGLISH)

    def say(self, language: str | Wording) -> str:
        """Return `why` in a language, such as "de". Raises LanguageError."""
        return wording_of(language).say_all(list(self.reasons))

    def __dir__(self) -> list[str]:
        return public_names(self)

    def __repr__(self) -> str:
        return f"<{self.turn}: {self.line.told}>"


class Comparison(PublicNames):
    """Turns of a position, compared with the best one. A notebook shows it as pictures and a table.

    >>> from adaptoid_widget.engine.compare import compare
    >>> comparison = compare("adaptoid w 0,0 W:D2,F5L B:D6,G7LP", "D2+L", depth=3)
    >>> [tactic.name for tactic in comparison.best.tactics], comparison.mine[0].mark
    (['fork'], '??')
    """

    def __init__(self, analysis: Analysis, mine: list[Turn]) -> None:
        self.position = analysis.position
        """The position before the turns."""
        self.analysis = analysis
        """The search that compared them."""
        best = analysis.lines[0]
        self.turns: tuple[ComparedTurn, ...] = tuple(
            _compared(self.position, analysis.depth, best, line, mine) for line in analysis.lines
        )
        """The turns, best first."""

    @property
    def best(self) -> ComparedTurn:
        """The best of all legal turns."""
        return self.turns[0]

    @property
    def mine(self) -> tuple[ComparedTurn, ...]:
        """The turns that were asked for, best first."""
        return tuple(compared for compared in self.turns if compared.mine)

    @cached_property
    def features(self) -> list[dict[str, Any]]:
        """One row for each feature of the evaluation that differs between the positions after the turns.

        "feature" is its name, "meaning" what it counts. For each turn, its text has the worth in adaptoids for the
        player who plays it, summed over all sides. A turn that ends the game has None.
        """
        rows: list[dict[str, Any]] = []
        for k, (name, meaning) in enumerate(FEATURES):
            row: dict[str, Any] = {"feature": name, "meaning": meaning}
            for compared in self.turns:
                worths = self._net_worths(compared)
                row[str(compared.turn)] = worth_of(worths[k]) if worths else None
            if len({row[str(compared.turn)] for compared in self.turns}) > 1:
                rows.append(row)
        return rows

    def _net_worths(self, compared: ComparedTurn) -> list[float]:
        return net_worths(compared.after, self.position.turn, weights_of(len(self.position.colors)))

    @property
    def table(self) -> list[dict[str, Any]]:
        """One row for each turn, best first; `to_frame` makes a pandas DataFrame of it.

        A row has "turn", "mine", "score", "told" (the score or a proof, as text), "win_in", "loss", "mark",
        "refutation", "tactics" and "allows" (names) and "why".
        """
        return [
            {
                "turn": str(compared.turn),
                "mine": compared.mine,
                "score": compared.line.score,
                "told": compared.line.told,
                "win_in": compared.line.win_in,
                "loss": compared.loss,
                "mark": compared.mark,
                "refutation": ", ".join(compared.refutation[:MAX_SHOWN_TURNS]),
                "tactics": ", ".join(tactic.name for tactic in compared.tactics),
                "allows": ", ".join(tactic.name for tactic in compared.allows),
                "why": compared.why,
            }
            for compared in self.turns
        ]

    def to_frame(self) -> DataFrame:
        """Return the `table` as a pandas DataFrame. Raises ImportError without pandas."""
        return frame_of(self.table)

    def say(self, language: str | Wording) -> str:
        """Return why the turns differ, one line for each, in a language, such as "de". Raises LanguageError."""
        return "\n".join(f"{compared.turn}: {compared.say(language)}" for compared in self.turns)

    @property
    def why(self) -> str:
        """Why the turns differ, one line for each, in English."""
        return self.say(ENGLISH)

    def picture(self, **look: Any) -> Picture:
        """Draw the position with all turns marked, numbered from the best; `look` as for `aw.picture`."""
        return self.analysis.picture(lines=len(self.turns), **look)

    def _differences(self) -> str:
        """The features in which the worst of the turns differs most from the best."""
        best, worst = self.turns[0], self.turns[-1]
        rows = differences(self._net_worths(worst), self._net_worths(best))
        parts = ", ".join(f"{feature} {worth:+.2f}" for feature, worth in rows)
        return f"What {worst.turn} changes beside {best.turn}: {parts}." if parts else ""

    def __repr__(self) -> str:
        name = ENGLISH.say("color." + self.position.turn)
        width = max(len(str(compared.turn)) for compared in self.turns)
        lines = [
            f"{name} to play, {counted(self.analysis.depth, 'turn')} deep. Scores in adaptoids, for {name}."
        ]
        for compared in self.turns:
            then = ", ".join(compared.refutation[:MAX_SHOWN_TURNS])
            lines.append(
                f"{compared.mark:2} {compared.turn!s:{width}}  {compared.line.told}"
                + (f"  then {then}" if then else "")
            )
        return "\n".join([*lines, self.why, *filter(None, [self._differences()])])

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Show each turn with the best reply to it as a picture, and the table; the text elsewhere."""
        from ..picture import picture

        figures, rows = "", ""
        for compared in self.turns:
            reply = Line(compared.refutation[:1], 0.0, None, True, "")
            marks = marks_of([reply], ("red",)) if compared.refutation else Marks()
            words = f"{compared.mark} {compared.turn} ({compared.line.told})".strip()
            drawn = picture(compared.after, marks=marks, size=260).html
            figures += f"<figure style='margin:0'>{drawn}<figcaption>{escape(words)}</figcaption></figure>"
            cells = (words, ", ".join(compared.refutation[:MAX_SHOWN_TURNS]), compared.why)
            rows += (
                "<tr>"
                + "".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in cells)
                + "</tr>"
            )
        head = "".join(f"<th style='text-align:left'>{name}</th>" for name in ("turn", "then", "why"))
        return {
            "text/html": f"<div><div style='display:flex;flex-wrap:wrap;gap:1em'>{figures}</div>"
            f"<table><tr>{head}</tr>{rows}</table><p>{escape(self._differences())}</p></div>",
            "text/plain": repr(self),
        }


def _compared(position: Position, depth: int, best: Line, line: Line, mine: list[Turn]) -> ComparedTurn:
    """Compare the first turn of a line with that of the best one."""
    scored = _scored(line)
    turn = scored.turns[0]
    loss, mark, tactics, allows, after, reasons = judged(position, depth, _scored(best), scored)
    return ComparedTurn(turn, turn in mine, line, loss, mark, tactics, allows, after, reasons)


def _scored(line: Line) -> Scored:
    turns = tuple(Turn.from_text(text) for text in line.turns)
    return Scored(turns, round(100 * line.score), line.win_in)


@suggest_keywords
def compare(
    position: AnyPosition,
    mine: Turn | str | Iterable[Turn | str],
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: bool = True,
) -> Comparison:
    """Compare a turn, or several, with the best turn of a `Position`, its text, a `Game` or a `Board`.

    First all turns are searched to find the best one, by default for 200 000 positions, then only this one and `mine`,
    to the same depth. So each has a score and a refutation of its own. The limits are as for `aw.analyse`. Raises
    IllegalTurn for an illegal turn, GameError for a finished game or no turn, TextError for a wrong text.

    >>> comparison = compare("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6", "D3+L", depth=2)
    >>> comparison
    White to play, 2 turns deep. Scores in adaptoids, for White.
       +D4   wins in 1
    ?? D3+L  ...
    +D4: That is the best turn.
    D3+L: Blunder: +D4 would have won in 1. ...
    """
    checked = position_of(position)
    turns = checked_turns(mine, checked, "mine")
    if depth is None and nodes is None and seconds is None:
        nodes = NODES
    found = analyse(checked, depth=depth, nodes=nodes, seconds=seconds, seed=seed, lines=1, progress=progress)
    together = [Turn.from_text(found.best), *turns]
    deep = max(LEAST_DEPTH, found.depth)
    return Comparison(analyse(checked, depth=deep, only=together, seed=seed, progress=progress), turns)
