"""Lessons as a path in chapters, with one of them to go on with: on the first page of a site, and in `aw.home()`.

Here the path is without progress. `js/src/course/path.ts` adds it: a site has it in the browser, a notebook in Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from ..core.i18n.catalog import fill
from ..core.teaching.lesson import LessonContent
from ..core.teaching.rich_text import plain
from ..lessons import CHAPTERS
from ..picture import Picture

# of the picture beside the lesson to go on with, in disc diameters
_WIDE, _HIGH = 4.6, 2.5
# the words of the script
_WORDS = ("begin", "continue", "progress", "done", "place")
WORDS = tuple(f"page.site.{name}" for name in _WORDS)


class PathLesson(NamedTuple):
    """A lesson on the path."""

    key: str
    """Under which its progress is found."""
    link: str
    """The path of its page, not escaped, or a fragment."""
    number: str
    """Its number in the course, or ""."""
    name: str
    about: str
    length: str
    """Such as "5 steps" or "10 min"."""
    picture: str = ""
    """The path of its picture, not escaped, or "" for one that is asked for."""
    language: str = ""
    """The language of its texts, if it is not that of the page."""


def path_lesson(
    lesson: LessonContent,
    key: str,
    link: str,
    language: str,
    words: Mapping[str, str],
    picture: str = "",
    other_language: str = "",
) -> PathLesson:
    """A lesson as it stands on a path, in a language; `words` are those of the page."""
    number, name = lesson.number_and_name(language)
    about = " ".join(plain(lesson.say(lesson.about, language)).split())
    step, count = lesson.steps[0], len(lesson.steps)
    if count == 1 and step.is_game:
        # both players need about a turn for each disc, half a minute each
        length = fill(words["page.site.minutes"], {"n": str(5 * round(len(step.start.layout) / 10))})
    else:
        length = fill(words["page.site.step" if count == 1 else "page.site.steps"], {"n": str(count)})
    return PathLesson(key, link, number, name, about, length, picture, other_language)


def chapters_of(names: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """The keys of lessons by chapter: those of the course if it is complete, then all others, whose chapter is "".

    `names` are the names of the lessons by key.

    >>> chapters_of({"mine": "mine", "01-move": "move"})
    [('', ['mine', '01-move'])]
    """
    keys = {name: key for key, name in names.items()}
    course = [name for chapter in CHAPTERS.values() for name in chapter]
    if not keys.keys() >= set(course):
        return [("", list(names))]
    chapters = [(chapter, [keys[name] for name in lessons]) for chapter, lessons in CHAPTERS.items()]
    others = [key for key in names if key not in {keys[name] for name in course}]
    return [*chapters, *([("", others)] if others else [])]


def action_picture(lesson: LessonContent, *, theme: str = "auto") -> Picture:
    """The picture of a position of a lesson in which something happens."""
    steps = [step for step in lesson.steps if step.goal is not None or step.plays] or list(lesson.steps)
    return Picture(steps[0].start, theme=theme, size=460, coordinates=False, starving=False)


def cropped(picture: Picture) -> str:
    """The SVG of the part of a picture around the adaptoid with the most limbs that is nearest to the others."""
    position = picture.position
    at = dict(zip(position.layout.cells, position.layout.places, strict=True))
    middle = _middle([at[cell] for cell in position.pieces] or list(at.values()))

    def weight(cell: str) -> tuple[int, float]:
        piece = position.pieces[cell]
        return -(piece.legs + piece.pincers), abs(complex(*at[cell]) - middle)

    center = complex(*at[min(position.pieces, key=weight)]) if position.pieces else middle
    left, top, width, height = picture.frame
    wide, high = min(_WIDE, width), min(_HIGH, height)
    x = min(max(center.real - wide / 2, left), left + width - wide)
    y = min(max(center.imag - high / 2, top), top + height - high)
    return picture.svg_in((x, y, wide, high))


def _middle(points: Sequence[tuple[float, float]]) -> complex:
    return sum(complex(*point) for point in points) / len(points)


def path_html(
    chapters: Sequence[tuple[str, Sequence[PathLesson]]], words: Mapping[str, str], heading: str = "h2"
) -> str:
    """The path as HTML: the lesson to go on with, and the chapters."""

    def say(name: str) -> str:
        return escape(words["page.site." + name])

    lists: list[str] = []
    for number, (chapter, lessons) in enumerate(chapters, 1):
        title = say("chapter." + chapter) if chapter else say("lessons")
        # what comes after the chapters has no number
        counts = chapter not in ("", "beyond")
        label = f"<b>{number}</b> {title}" if counts else title
        rows = "\n".join(map(_row, lessons))
        lists.append(
            f'<section class="adaptoid-path-chapter" data-chapter="{number if counts else ""}">\n'
            f'<div class="adaptoid-path-head"><span class="adaptoid-path-medal"></span><{heading}>{label}</{heading}>'
            f'<p class="adaptoid-path-count"></p></div>\n<ol>\n{rows}\n</ol>\n</section>'
        )
    card = (
        '<section class="adaptoid-path-next" hidden><div><p class="adaptoid-path-place"></p>'
        f'<{heading}></{heading}><p class="adaptoid-path-about"></p>'
        '<p class="adaptoid-path-go"><a></a>'
        '<span class="adaptoid-path-ring"></span><span class="adaptoid-path-note"></span></p></div>'
        '<span class="adaptoid-path-picture"></span></section>'
    )
    chapters_html = f'<div class="adaptoid-path-chapters">\n{"".join(lists)}\n</div>'
    return f'<div class="adaptoid-path">\n{card}\n{chapters_html}\n</div>'


def _row(lesson: PathLesson) -> str:
    language = f' lang="{escape(lesson.language)}"' if lesson.language else ""
    link = lesson.link if lesson.link.startswith("#") else quote(lesson.link)
    picture = f' data-picture="{escape(quote(lesson.picture))}"' if lesson.picture else ""
    return (
        f'<li data-board="{escape(lesson.key)}"{picture} data-about="{escape(lesson.about)}"{language}>'
        f'<span class="adaptoid-path-dot" aria-hidden="true">{escape(lesson.number)}</span>'
        f'<a href="{escape(link)}">{escape(lesson.name)}</a>'
        f'<span class="adaptoid-path-length">{escape(lesson.length)}</span></li>'
    )
