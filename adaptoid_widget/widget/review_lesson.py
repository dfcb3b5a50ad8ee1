"""`aw.review`: the mistakes of a game as a lesson."""

from __future__ import annotations

from collections.abc import Callable

from ..attributes import suggest_keywords
from ..core.game.game import Game
from ..core.goals.goal import Goal
from ..core.i18n.catalog import LANGUAGES, Saying, Wording, wording_of
from ..core.rules.errors import GameError, whole_number
from ..core.search.levels import HIGHEST, SEARCH_LIMITS
from ..core.search.review import BLUNDER, MISTAKE, Review
from ..core.session.reviewer import turn_marks
from ..core.teaching.lesson import LessonContent, LessonStep, make_lesson, make_step
from ..core.teaching.rich_text import LocalizedText, prose
from ..engine.annotate import played_game, run
from .board import Board
from .lesson import Lesson

# the wrong turns of a step that get a reply of the search; the tutor refutes the others, which are worse
MAX_WRONG = 20


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
        limits = SEARCH_LIMITS[whole_number(level, "level", min(SEARCH_LIMITS), HIGHEST)]
        depth, nodes = limits.depth, limits.nodes
    wording = wording_of(language)
    colors = source.position.colors
    if set(color) - set(colors):
        raise ValueError(f"color is one or more of the letters {', '.join(colors)}, not {color!r}")
    computers = game._players.colors if isinstance(game, Board) else ()
    people = [human for human in colors if human not in computers]
    reviewed = Review(source, blunder, mistake, tuple(color) or tuple(people) or colors)
    if not reviewed.turns:
        raise GameError("no turn has been played yet, so there is nothing to review")
    run(reviewed, nodes, depth, seconds, "reviewing", progress)
    return Lesson(_lesson(reviewed, wording), results=None, language=language)


def _lesson(review: Review, wording: Wording) -> LessonContent:
    """The lesson of a review, in all languages; the first is that of the wording."""
    languages = [wording.language, *(tag for tag in LANGUAGES.tags() if tag != wording.language)]
    wordings = [wording_of(tag) for tag in languages]

    def text(*sayings: Saying) -> LocalizedText:
        return {wording.language: prose(wording.say_all(list(sayings))) for wording in wordings}

    steps = [_step(review, at, text) for at in review.exercises]
    if not steps:
        last = review.turns[-1].position
        steps = [make_step("clean", text(("note.clean", None)), str(last), aids="full")]
    title = {wording.language: wording.ui["ui.review.learn"] for wording in wordings}
    return make_lesson("review", title, steps, order="free", languages=languages)


def _step(review: Review, at: int, text: Callable[..., LocalizedText]) -> LessonStep:
    turn, position = review.turns[at].turn, review.position(at)
    assert turn is not None, "a played node without a turn"
    foreseen = [wrong for wrong in review.bad(at) if wrong.line[1:]][:MAX_WRONG]
    return make_step(
        f"turn-{review.turns[at].ply}",
        text(*review.task(at)),
        str(position),
        Goal.from_text("plays " + "|".join(review.good(at))),
        replies="script" if foreseen else "best",
        script=[(str(wrong.line[0]), str(wrong.line[1])) for wrong in foreseen],
        wrong=[
            (str(wrong.line[0]), text(*review.refuted(at, wrong.line, wrong.lost_in))) for wrong in foreseen
        ],
        done=text(review.praise(at)),
        marks=str(turn_marks(turn, "red")),
        aids="full",
    )
