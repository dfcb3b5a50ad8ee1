"""Annotates games: finds mistakes, their size, the reason, and the better turn."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from ..attributes import suggest_keywords
from ..core.game.game import Game
from ..core.host.host import current_host, game_on, public_names, type_name
from ..core.i18n.catalog import wording_of
from ..core.rules.errors import GameError
from ..core.search.levels import REVIEW_MB
from ..core.search.review import BLUNDER, MISTAKE, NODES, Review, ReviewLimits
from ..core.search.runner import SearchSeries
from ..reports.frames import frame_of
from .cancel import checked_limits
from .runner import KernelRunner
from .weights import weights_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from ..core.game.game import AnyGame


COLUMNS = ("ply", "color", "turn", "best", "score", "best_score", "loss", "mark", "why")


class Annotated(NamedTuple):
    """A game with marked mistakes, and a row for each turn."""

    game: Game
    """A copy of the game with comments and variations, at the same turn."""
    table: list[dict[str, Any]]
    """One row for each turn; `to_frame` makes a pandas DataFrame of it.

    A row has "ply", "color", "turn", "best", "score" and "best_score" (in adaptoids, from the player's view), "loss",
    "mark" ("??" blunder, "?" mistake, "") and "why"."""

    def to_frame(self) -> DataFrame:
        """Return the `table` as a pandas DataFrame. Raises ImportError without pandas."""
        return frame_of(self.table, COLUMNS)

    def __dir__(self) -> list[str]:
        return public_names(self)

    def __repr__(self) -> str:
        """List the marked turns, one per line."""
        marked = [
            f"{row['ply']}. {row['turn']} {row['mark']}  {row['why']}" for row in self.table if row["mark"]
        ]
        return "\n".join([f"{self.game!r}: {len(marked)} marked", *marked])


@suggest_keywords
def annotate(
    game: AnyGame,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    blunder: float = BLUNDER,
    mistake: float = MISTAKE,
    language: str = "en",
    progress: bool = True,
) -> Annotated:
    """Mark the mistakes in the current line of a game or a `Board`.

    A turn that is `mistake` or `blunder` adaptoids worse than the best turn gets a comment with its refutation, and
    variations with the refutation and with the better line. Each turn is searched for `nodes` positions (30 000), to a
    `depth` in turns or for `seconds`. The game itself does not change. Raises GameError if the open start is not
    finished, LanguageError, and ValueError for wrong limits or thresholds.

    >>> bad = Game("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6").play("D3+L")
    >>> annotated = annotate(bad, depth=1)
    >>> annotated.table[0]["mark"], annotated.table[0]["best"], bad.comment
    ('??', '+D4', '')
    >>> print(annotated.game.comment)
    Blunder: +D4 would have won in 1...
    """
    source = played_game(game)
    wording = wording_of(language)
    out = copy.deepcopy(source)
    review = Review(out, blunder, mistake, limits=limits_of(nodes, depth, seconds))
    run(review, "annotating", progress)
    review.keep(out, weights_of(len(out.position.colors)))
    review.annotate(out, wording)
    return Annotated(out, [{**row, "why": review.why(k, wording)} for k, row in enumerate(review.rows)])


def played_game(game: Any) -> Game:
    """The game, or that on a board. Raises TypeError, or GameError if the open start is not finished."""
    source = game_on(game)
    if not isinstance(source, Game):
        hint = current_host().hint_about(game) if isinstance(game, str) else ""
        raise TypeError(f"give a Game or a Board, not {type_name(game)}{'; ' + hint if hint else ''}")
    if not source.started:
        raise GameError("the open start is not finished yet, so there are no turns yet")
    return source


def limits_of(nodes: int | None, depth: int | None, seconds: float | None) -> ReviewLimits:
    """The limits of a review, by default `NODES`. Raises ValueError for wrong ones."""
    limits = checked_limits(seconds, nodes=nodes, depth=depth)
    if nodes is None and depth is None and seconds is None:
        limits["nodes"] = NODES
    return ReviewLimits(**limits, megabytes=REVIEW_MB)


def run(review: Review, label: str, progress: bool) -> None:
    """Run the searches of a review, with a progress bar."""
    from ..progress_bar import progress_bar

    runner = KernelRunner()
    with progress_bar("turn", label, len(review.turns), shown=progress) as bar:
        series = SearchSeries(review.run(lambda: bar.update(1)))
        series.begin()
        while series.request is not None:
            series.take(runner.find(series.request))
