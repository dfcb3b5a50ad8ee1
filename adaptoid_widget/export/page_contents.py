"""What a page's Python gets of a game or a lesson, and the picture of it that stands in the page until then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..core.game.game import Game
from ..core.game.marks import Marks
from ..core.i18n.catalog import wording_of
from ..core.page.stored_game import stored_game
from ..core.teaching.lesson import LessonContent, LessonStep
from ..core.wire.snapshot import last_part, status
from ..layouts import data as named_boards
from ..picture import Picture
from .shared_page import name_of

PICTURE_SIZE = 560


def game_options(game: Game, aids: str, language: str, levels: Mapping[str, int]) -> dict[str, Any]:
    """The options of a game, without the named boards and the weights."""
    options: dict[str, Any] = {"game": stored_game(game), "aids": aids}
    options["board"] = name_of(options)
    options.update({"language": language, "levels": dict(levels)})
    return options


def lesson_options(lesson: LessonContent, language: str) -> dict[str, Any]:
    """The options of a lesson, without the named boards and the weights."""
    return {"lesson": lesson.pack(), "board": lesson_key(lesson), "language": language}


def lesson_key(lesson: LessonContent) -> str:
    """The key under which a browser stores the results of a lesson."""
    # texts are not part of the key, so a learner's progress survives a change of wording
    steps = [
        [step.name, step.position, str(step.goal), step.ask, step.turns, len(step.hints)]
        for step in lesson.steps
        # a demonstration is nothing to do, so it may be added later
        if not step.plays
    ]
    return name_of([lesson.name, steps])


def lesson_boards(lesson: LessonContent) -> list[dict[str, Any]]:
    """The named boards of the steps of a lesson."""
    layouts = {str(step.start.layout) for step in lesson.steps}
    return [board for board in named_boards() if board["layout"] in layouts]


def searched_players(lesson: LessonContent) -> set[int]:
    """The numbers of players in the steps of a lesson whose replies are searched."""
    return {len(step.start.colors) for step in lesson.steps if step.search_level}


def weights(players: Iterable[int]) -> dict[str, Any]:
    """The weights of the evaluation by numbers of players, as `core.search.remote_search` reads them."""
    from ..core.search.evaluation import NAMES
    from ..engine.weights import weights_of

    return {"names": NAMES, **{str(number): weights_of(number) for number in players}}


def still_picture(content: Game | LessonContent, language: str) -> Picture:
    """The current position: for browsers without JavaScript, and until the board is ready."""
    if isinstance(content, LessonContent):
        return step_picture(content.steps[0], language)
    game, wording = content, wording_of(language)
    return Picture(
        game.position,
        last_part(game),
        status=status(game, wording),
        theme="auto",
        size=PICTURE_SIZE,
        wording=wording,
    )


def step_picture(step: LessonStep, language: str) -> Picture:
    """The position of a step, with what the learner is to do. Like the board, it gives no answer away."""
    wording = wording_of(language)
    return Picture(
        step.start,
        marks=Marks.of(step.marks),
        starving=step.aids == "full",
        status="" if step.input == "turn" else wording.say("lesson.tip." + step.kind),
        theme="auto",
        size=PICTURE_SIZE,
        flipped=step.flipped,
        wording=wording,
    )
