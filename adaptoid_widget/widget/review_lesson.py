"""`aw.review`: the mistakes of a game as a lesson."""

from __future__ import annotations

from ..attributes import suggest_keywords
from ..core.game.game import Game
from ..core.i18n.catalog import LANGUAGES, wording_of
from ..core.rules.errors import GameError, whole_number
from ..core.search.levels import HIGHEST, SEARCH_LIMITS, search_limits
from ..core.search.review import BLUNDER, MISTAKE, Review
from ..core.teaching.review_lesson import lesson_of
from ..engine.annotate import limits_of, played_game, run
from .board import Board
from .lesson import Lesson


@suggest_keywords
def review(
    game: Game | Board,
    *,
    color: str = "",
    level: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    blunder: float = BLUNDER,
    mistake: float = MISTAKE,
    language: str = "en",
    progress: bool = True,
) -> Lesson:
    """Make a lesson of the mistakes in the current line of a game or a `Board`: each step asks for a better turn.

    `color` is the colour whose mistakes are asked, or several, such as "WB"; by default, those that people play on the
    board, or all. Any turn that is not a mistake is right. A wrong one gets the reply that refutes it. The search of
    each turn has the limits of `annotate`, or those of a `level` from 4 to 10. No results are saved. Raises GameError
    if no turn was played, LanguageError, and ValueError for a wrong colour, level or threshold.

    >>> lesson = review(Game("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6").play("D3+L"), depth=1)
    >>> print(*lesson.text.split(". "), sep=".\\n")
    Turn 1: White grows a leg on D3 (D3+L).
    Then Black captures C5 from D5 and grows on D7 (D5xC5 +D7).
    Find a better turn than the marked one.
    >>> lesson.play("+D4").right
    True
    """
    source = played_game(game)
    if level is not None:
        number = whole_number(level, "level", min(SEARCH_LIMITS), HIGHEST)
        limits = search_limits(number, source.position.context.players)
        depth, nodes = limits.depth, limits.nodes
    # in all languages, the wanted one first
    wordings = [wording_of(language)]
    wordings += [wording_of(tag) for tag in LANGUAGES.tags() if tag != wordings[0].language]
    colors = source.position.colors
    if set(color) - set(colors):
        raise ValueError(f"color is one or more of the letters {', '.join(colors)}, not {color!r}")
    computers = game._players.colors if isinstance(game, Board) else ()
    people = [human for human in colors if human not in computers]
    learners = tuple(color) or tuple(people) or colors
    reviewed = Review(source, blunder, mistake, learners, limits_of(nodes, depth, seconds))
    if not reviewed.turns:
        raise GameError("no turn has been played yet, so there is nothing to review")
    run(reviewed, "reviewing", progress)
    return Lesson(lesson_of(reviewed, wordings), results=None, language=language)
