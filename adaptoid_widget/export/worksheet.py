"""`aw.sheet`: a printable sheet of positions or of a lesson as one HTML file, with lines for answers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from ..arena.players import level_reply
from ..attributes import suggest_keywords
from ..core.game.game import Game
from ..core.host.host import public_names, type_name
from ..core.i18n.catalog import ENGLISH, Wording, wording_of
from ..core.i18n.slots import Slots
from ..core.rules.errors import GameError, TextError, plain_value, whole_number
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.rules.variants import VARIANTS, sides
from ..core.teaching.lesson import LessonContent, LessonStep
from ..core.teaching.rich_text import in_language, plain
from ..core.teaching.solver import solutions as right_turns
from ..picture import Picture, breakable, picture
from ..source_hashes import check_unpacked
from ..storage.atomic import named, write
from .inputs import lesson_in
from .shared_page import ROOT, page_bytes, policy, render

# the paper's width in millimetres
PAPER = {"A4": 210.0, "letter": 215.9}
MAX_COLUMNS = 4
MAX_ANSWERS = 20
# the most right turns that are printed for a step
MAX_SOLUTIONS = 6
# by the number of columns: the largest width and height of a diagram in millimetres
_MAX_DIAGRAM = {1: (66, 59), 2: (76, 68), 3: (48, 43), 4: (38, 34)}
# the largest diameter of a disc in millimetres
_MAX_DISC = 13
_PIXELS_PER_MM = 96 / 25.4
# the longer side of a diagram in a notebook, in pixels
_PREVIEW_SIZE = 480


@suggest_keywords
def sheet(
    positions: Any,
    *,
    title: str = "",
    columns: int = 2,
    answers: int = 2,
    captions: str | Sequence[str | None] = (),
    solutions: bool | Sequence[str | Turn | None] = (),
    size: str = "A4",
    language: str = "en",
) -> Sheet:
    """A printable sheet: numbered diagrams, each with the side to move, the position's text and lines for answers.

    `sheet("rules")` is one page with all the rules; only `title`, `size` and `language` apply to it.

    `positions` may also be a lesson: an `aw.Lesson`, its name or its file. All its steps are printed with their texts,
    in `language` or else the lesson's first. A step that is only read has no lines. The solutions are the right turns,
    discs and numbers; `solutions=False` leaves them out. Of more than 6 right turns, 6 are printed.

    `positions` are any of Position, its text, Game, Board (the current position with its marks) and Picture. Only a
    Picture shows the last turn, starving adaptoids or the food display. `captions` is one text for all diagrams or one
    for each. `solutions`, one for each, are printed on a page of their own. `answers` is the number of lines for each
    diagram: below it, or beside it if `columns` is 1. `size` is "A4" or "letter". A notebook shows the sheet; `save`
    writes it to an HTML file that needs no network.

    Raises TextError, with the number of the position, for an invalid text; TypeError for something that is not a
    position; GameError for an unknown or invalid lesson; ValueError for other invalid arguments; OSError.

    >>> sheet(["adaptoid w 0,0 W:D2 B:D6"], title="Warm up", captions="Grow a leg.", solutions=["D2+L"])
    <Sheet 'Warm up': 1 position, A4>
    >>> sheet("fork", language="de")
    <Sheet '7 · Die Gabel': 9 positions, A4>
    """
    check_unpacked()
    if isinstance(positions, str) and positions == "rules":
        return _rules(title, size, wording_of(language))
    lesson = lesson_in(positions)
    if lesson is not None:
        is_captioned = not isinstance(captions, (str, tuple, list)) or bool(captions)
        solutions = plain_value(solutions)
        if is_captioned or not (
            isinstance(solutions, bool) or (isinstance(solutions, tuple) and not solutions)
        ):
            raise TypeError(
                "a lesson has texts and solutions of its own; leave captions out, and give solutions as a bool"
            )
        return _of_lesson(
            lesson, title, columns, answers, size, wording_of(language), solved=solutions is not False
        )
    if isinstance(positions, (str, Position, Game, Picture)) or hasattr(positions, "game"):
        positions = [positions]
    if not isinstance(positions, Iterable):
        raise TypeError(f"positions is a list of positions, not {type_name(positions)}")
    pictures = [_picture(position, number, language) for number, position in enumerate(positions, 1)]
    if not pictures:
        raise ValueError("positions is empty; a sheet needs at least one")
    if isinstance(captions, str):
        captions = [captions] * len(pictures)
    if isinstance(solutions, (str, bool)):
        raise TypeError(f"solutions is a list with one for each position, not {solutions!r}")
    return Sheet(
        tuple(pictures),
        title,
        columns,
        answers,
        _one_each("captions", captions, len(pictures)),
        _one_each("solutions", solutions, len(pictures)),
        size,
        wording_of(language),
    )


def _of_lesson(
    lesson: LessonContent,
    title: str,
    columns: int,
    answers: int,
    size: str,
    wording: Wording,
    *,
    solved: bool,
) -> Sheet:
    language, first, steps = wording.language, lesson.languages[0], lesson.steps
    return Sheet(
        tuple(
            [
                picture(
                    step.start,
                    marks=step.marks,
                    last=False,
                    starving=False,
                    flipped=step.flipped,
                    language=language,
                )
                for step in steps
            ]
        ),
        title or in_language(lesson.title, language, first),
        columns,
        answers,
        tuple([plain(in_language(step.text, language, first)) for step in steps]),
        tuple([_solution(step, wording) if solved else "" for step in steps]),
        size,
        wording,
        only_read=frozenset([index for index, step in enumerate(steps) if step.kind == "read"]),
    )


def _solution(step: LessonStep, wording: Wording) -> str:
    """The discs, the number or the right first turns of a step; "" if there are none, or if it is a whole game."""
    if step.kind == "read" or step.is_game:
        return ""
    if step.kind == "count":
        return str(step.question.number(step.start))
    if step.kind == "click":
        return wording.sentences["list.comma"].join(step.question.discs(step.start))
    turns = right_turns(step, MAX_SOLUTIONS + 1, reply=level_reply)
    if not turns:
        return ""
    sentences = [wording.say("lesson.shown.line", {"do": Turn.from_text(turns[0])})]
    if len(turns) > 1:
        also = "sheet.also-some" if len(turns) > MAX_SOLUTIONS else "sheet.also"
        sentences.append(wording.say(also, {"turns": list(turns[1:MAX_SOLUTIONS])}))
    return wording.sentences["list.sentence"].join(sentences)


def _rules(title: str, size: str, wording: Wording) -> Sheet:
    language = wording.language
    rules = json.loads((ROOT / "data" / "rules_sheet.json").read_text("utf-8"))
    pictures = [
        picture(
            rule["position"], marks=rule["marks"], starving=rule["starving"], last=False, language=language
        )
        for rule in rules
    ]
    captions = tuple(wording.sentences[rule["text"]] for rule in rules)
    title = title or wording.sentences["sheet.rules"]
    return Sheet(tuple(pictures), title, 3, 0, captions, ("",) * len(rules), size, wording, is_exercise=False)


def _picture(position: Any, number: int, language: str) -> Picture:
    if isinstance(position, Picture):
        return position
    try:
        return picture(position, last=False, starving=False, language=language)
    except TextError as error:
        raise error.of(f"position {number} of the sheet") from None
    except (GameError, TypeError) as error:
        raise type(error)(f"position {number} of the sheet: {error}") from None


def _one_each(name: str, texts: Iterable[str | Turn | None], count: int) -> tuple[str, ...]:
    if not isinstance(texts, Iterable):
        raise TypeError(f"{name} is a list of texts, not {type_name(texts)}")
    filled = tuple(["" if text is None else str(text) for text in texts])
    if filled and len(filled) != count:
        raise ValueError(
            f"{name} has {len(filled)} texts for {count} positions; give one for each, None for no text"
        )
    return filled or ("",) * count


@dataclass(frozen=True, repr=False)
class Sheet:
    """The result of `sheet`: pictures with their texts, and the size of the paper. `save` writes the file to print.

    >>> sheet(["adaptoid w 0,0 W:D2 B:D6"], title="Warm up").html[:15]
    '<!doctype html>'
    """

    __dir__ = public_names

    pictures: tuple[Picture, ...]
    title: str
    columns: int
    answers: int
    captions: tuple[str, ...]
    solutions: tuple[str, ...]
    size: str
    wording: Wording = ENGLISH
    is_exercise: bool = True
    """Whether it asks for a name, and says of each position who is to move and its text."""
    only_read: frozenset[int] = frozenset()
    """The numbers, from 0, of the diagrams that ask for nothing."""

    def __post_init__(self) -> None:
        if not isinstance(self.title, str):
            raise TypeError(f"a title is a text, not {type_name(self.title)}")
        keep = object.__setattr__
        keep(self, "columns", whole_number(self.columns, "columns", 1, MAX_COLUMNS))
        keep(self, "answers", whole_number(self.answers, "answers", 0, MAX_ANSWERS))
        if self.size not in list(PAPER):
            raise ValueError(f"size is one of {', '.join(PAPER)}, not {self.size!r}")

    def __repr__(self) -> str:
        count = len(self.pictures)
        name = f" {self.title!r}" if self.title else ""
        return f"<Sheet{name}: {count} position{'s' if count > 1 else ''}, {self.size}>"

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the sheet to an HTML file; return its path. Raises ValueError for another kind of file, OSError.

        Open it in a browser and print it, on paper or as PDF.
        """
        target = named(path, "sheet.html")
        write(target, page_bytes(self.html))
        return target

    @property
    def html(self) -> str:
        """The sheet as an HTML page without scripts that needs no network."""
        style = render(
            "sheet.css",
            {
                "size": self.size,
                "columns": str(self.columns),
                "diagram_width": str(_MAX_DIAGRAM[1][0]),
                "paper_width": f"{PAPER[self.size]:g}",
            },
        )
        if not self.is_exercise:
            # the texts are longer, and all stand on one page
            style += "body{font-size:9pt}.row{gap:6mm;margin-bottom:3mm}header{margin-bottom:4mm}"
        diagrams = [self._diagram(index) for index in range(len(self.pictures))]
        rows = [_block("div", "row", *row) for row in self._rows(diagrams)]
        slots = {
            "language": escape(self.wording.language),
            "policy": policy(style, "data:"),
            "title": escape(self.title or "Adaptoid"),
            "style": style,
            "body": "\n".join(filter(None, [self._header(), *rows, self._solution_page()])),
        }
        return render("sheet.html", slots)

    def _rows(self, diagrams: Sequence[str]) -> list[Sequence[str]]:
        return [diagrams[first : first + self.columns] for first in range(0, len(diagrams), self.columns)]

    def _header(self) -> str:
        title = f"<h1>{escape(self.title)}</h1>" if self.title else ""
        if not self.is_exercise:
            return _block("header", "", title)
        fields = [
            f"<span>{escape(self.wording.say(key))}<i></i></span>" for key in ("sheet.name", "sheet.date")
        ]
        return _block("header", "", title, _block("div", "who", *fields))

    def _diagram(self, index: int) -> str:
        """A diagram with its texts and its lines."""
        diagram = self.pictures[index]
        losses = _losses(diagram.position, self.wording) if self.is_exercise else ""
        parts = [
            f'<p class="said"><b>{index + 1}</b><span>{escape(self._caption(index))}</span></p>',
            f'<p class="shown">{_image(self._printed(diagram))}</p>',
            f'<p class="lost">{escape(losses)}</p>' if losses else "",
            f"<code>{breakable(diagram.position)}</code>" if self.is_exercise else "",
        ]
        answers = 0 if index in self.only_read else self.answers
        ruled = _block("div", "lines", *["<i></i>"] * answers) if answers else ""
        if self.columns > 1:
            return _block("article", "one", *parts, ruled)
        return _block("article", "beside", _block("div", "one", *parts), ruled)

    def _caption(self, index: int) -> str:
        """The caption, and who is to move."""
        if not self.is_exercise or index in self.only_read:
            return self.captions[index]
        caption = self.captions[index]
        # below a list, the line would belong to its last item
        between = "\n" if "\n" in caption else self.wording.sentences["list.sentence"]
        return between.join(filter(None, [caption, _to_move(self.pictures[index], self.wording)]))

    def _printed(self, diagram: Picture) -> Picture:
        """The picture in greys, as large as its column allows."""
        _, _, width, height = diagram.frame
        max_width, max_height = _MAX_DIAGRAM[self.columns]
        disc = min(max_width / width, max_height / height, _MAX_DISC)
        return replace(diagram, theme="print", size=disc * max(width, height) * _PIXELS_PER_MM)

    def _solution_page(self) -> str:
        if not any(self.solutions):
            return ""
        items = [
            f"<li><b>{number}</b><span>{escape(text)}</span></li>"
            for number, text in enumerate(self.solutions, 1)
            if text
        ]
        heading = f"<h2>{escape(self.wording.say('sheet.solutions'))}</h2>"
        return _block("section", "solutions", heading, _block("ol", "", *items))

    def _repr_html_(self) -> str:
        """The diagrams as untrusted notebooks show them too, and a note on what only the file has."""
        cells: list[str] = []
        # not a table, since notebooks style tables
        style = f"display:inline-block;width:{96 // self.columns}%;margin:0 1% 1em 0;vertical-align:top"
        for index, diagram in enumerate(self.pictures):
            parts = [
                f"<b>{index + 1}</b> " + escape(self._caption(index)).replace("\n", "<br>"),
                _image(replace(diagram, size=_PREVIEW_SIZE), full_width=self.columns > 1),
                escape(_losses(diagram.position, self.wording)),
                f"<code>{breakable(diagram.position)}</code>",
            ]
            cells.append(f'<div style="{style}">{"<br>".join(filter(None, parts))}</div>')
        rows = "\n".join([f"<div>{''.join(row)}</div>" for row in self._rows(cells)])
        title = f"<h3>{escape(self.title)}</h3>\n" if self.title else ""
        return f"<div>{title}{rows}{self._file_note()}</div>"

    def _file_note(self) -> str:
        """Says what only the file has."""
        say = self.wording.say
        parts = [say("sheet.lines")] if self.answers else []
        if any(self.solutions):
            parts.append(say("sheet.page"))
        if not parts:
            return ""
        note = say("sheet.besides", {"parts": parts})
        return f"\n<p>{escape(note)}</p>"


def _to_move(diagram: Picture, wording: Wording) -> str:
    position = diagram.position
    if diagram.status or position.winner is not None:
        return diagram.said
    return wording.say("sheet." + position.step, {"color": position.turn})


def _losses(position: Position, wording: Wording) -> str:
    """How many adaptoids each side has lost; "" if nobody has lost any."""
    lost = position.lost
    if not any(lost.values()):
        return ""
    losses = [
        wording.say("sheet.loss", {"color": color, "n": lost[color]})
        for color in sides(VARIANTS[position.variant])
    ]
    slots: Slots = {"losses": wording.sentences["list.comma"].join(losses), "limit": position.limit}
    return wording.say("sheet.lost", slots)


def _block(name: str, style: str, *content: str) -> str:
    attribute = f' class="{style}"' if style else ""
    return f"<{name}{attribute}>\n" + "\n".join(filter(None, content)) + f"\n</{name}>"


def _image(diagram: Picture, *, full_width: bool = False) -> str:
    width = ' width="100%"' if full_width else ""
    return f'<img src="{diagram.data_url}" alt="{escape(diagram.words)}"{width}>'
