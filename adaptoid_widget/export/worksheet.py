"""`aw.sheet`: a page to print, as one HTML file: positions or a lesson with lines for answers, or a whole game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from ..attributes import suggest_keywords
from ..core.game.game import Game
from ..core.game.headers import PLAYER_HEADERS
from ..core.game.record_writing import turn_line
from ..core.game.tree import Node
from ..core.host.host import game_on, public_names, type_name
from ..core.i18n.catalog import ENGLISH, Wording, wording_of
from ..core.i18n.slots import Slots
from ..core.rules.errors import GameError, TextError, plain_value, whole_number
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.rules.variants import VARIANTS, sides
from ..core.teaching.lesson import LessonContent, LessonStep
from ..core.teaching.rich_text import in_language, plain
from ..core.teaching.solver import solutions as right_turns
from ..core.teaching.step_kinds import QuestionKind
from ..core.wire.snapshot import status
from ..engine.runner import KernelRunner
from ..picture import Picture, breakable, picture
from ..source_hashes import check_unpacked
from ..storage.atomic import named, write
from .inputs import lesson_in
from .shared_page import ROOT, page_bytes, policy, render

if TYPE_CHECKING:
    from typing import Protocol, TypeAlias

    from ..core.rules.position import AnyPosition, HasPosition, ShowsGame

    class ShowsLesson(Protocol):
        """A lesson on a board."""

        @property
        def content(self) -> LessonContent:
            """What the lesson says and asks."""
            ...

    Drawn: TypeAlias = "AnyPosition | Picture"
    Printable: TypeAlias = "Drawn | Iterable[Drawn] | LessonContent | ShowsLesson | os.PathLike[str]"

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
_SMALLER = "body{font-size:9pt}.row{gap:6mm;margin-bottom:3mm}header{margin-bottom:4mm}"


@overload
def sheet(
    positions: Printable,
    *,
    title: str = "",
    columns: int = 2,
    answers: int = 2,
    captions: str | Sequence[str | None] = (),
    solutions: bool | Sequence[str | Turn | None] = (),
    every: None = None,
    size: str = "A4",
    language: str = "en",
) -> Sheet: ...


@overload
def sheet(
    positions: HasPosition | ShowsGame,
    *,
    every: int,
    title: str = "",
    columns: int = 2,
    size: str = "A4",
    language: str = "en",
) -> GameSheet: ...


@suggest_keywords
def sheet(
    positions: Printable,
    *,
    title: str = "",
    columns: int = 2,
    answers: int = 2,
    captions: str | Sequence[str | None] = (),
    solutions: bool | Sequence[str | Turn | None] = (),
    every: int | None = None,
    size: str = "A4",
    language: str = "en",
) -> Sheet | GameSheet:
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

    With `every`, `positions` is a Game or a Board, and the sheet is the whole game to play through on a real board: all
    turns with their numbers, comments and variations, and a diagram at the start, after every `every` turns, where a
    turn has a comment or marks, and at the end. `every=0` leaves out those after a number of turns.

    Raises TextError, with the number of the position, for an invalid text; TypeError for something that is not a
    position; GameError for an unknown or invalid lesson; ValueError for other invalid arguments; OSError.

    >>> sheet(["adaptoid w 0,0 W:D2 B:D6"], title="Warm up", captions="Grow a leg.", solutions=["D2+L"])
    <Sheet 'Warm up': 1 position, A4>
    >>> sheet("fork", language="de")
    <Sheet '10 · Die Gabel': 9 positions, A4>
    >>> sheet(Game().play("+D3").play("+D5"), every=10, title="Sunday")
    <GameSheet 'Sunday': 2 turns, A4>
    """
    check_unpacked()
    if every is not None:
        return _of_game(positions, every, title, columns, size, wording_of(language))
    if isinstance(positions, str) and positions == "rules":
        return _rules(title, size, wording_of(language))
    solutions = plain_value(solutions)
    lesson = lesson_in(positions)
    if lesson is not None:
        is_captioned = not isinstance(captions, (str, tuple, list)) or bool(captions)
        if is_captioned or not (
            isinstance(solutions, bool) or (isinstance(solutions, tuple) and not solutions)
        ):
            raise TypeError(
                "a lesson has texts and solutions of its own; leave captions out, and give solutions as a bool"
            )
        return _of_lesson(
            lesson, title, columns, answers, size, wording_of(language), solved=solutions is not False
        )
    given: Any = positions
    if isinstance(given, (str, Position, Game, Picture)) or hasattr(given, "game"):
        given = [given]
    if not isinstance(given, Iterable):
        raise TypeError(f"positions is a list of positions, not {type_name(given)}")
    pictures = [_picture(position, number, language) for number, position in enumerate(given, 1)]
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
        only_read=frozenset([index for index, step in enumerate(steps) if step.input == "read"]),
    )


def _solution(step: LessonStep, wording: Wording) -> str:
    """The discs, the number or the right first turns of a step; "" if there are none, or if it is a whole game."""
    if step.input == "read" or step.is_game:
        return ""
    kind = step.behavior
    if isinstance(kind, QuestionKind):
        return wording.sentences["list.comma"].join(kind.solution(step.question, step.start))
    turns = right_turns(step, MAX_SOLUTIONS + 1, reply=KernelRunner().reply)
    if not turns:
        return ""
    sentences = [wording.say("lesson.shown.line", {"do": Turn.from_text(turns[0])})]
    if len(turns) > 1:
        also = "sheet.also-some" if len(turns) > MAX_SOLUTIONS else "sheet.also"
        sentences.append(wording.say(also, {"turns": list(turns[1:MAX_SOLUTIONS])}))
    return wording.sentences["list.sentence"].join(sentences)


def _of_game(source: object, every: int, title: str, columns: int, size: str, wording: Wording) -> GameSheet:
    game = game_on(source)
    if not isinstance(game, Game):
        raise TypeError(f"with every, a sheet prints a Game or a Board, not {type_name(source)}")
    if not game.started:
        raise GameError("an unfinished open start has no turns to print")
    # a board plays on, a sheet stays
    return GameSheet(copy(game), title, columns, size, wording, every)


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


def _picture(position: Drawn, number: int, language: str) -> Picture:
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


class Printed:
    """A page to print: its title, its columns and the size of the paper."""

    __dir__ = public_names

    title: str
    columns: int
    size: str
    wording: Wording
    """The words of its language."""

    def _check_paper(self) -> None:
        if not isinstance(self.title, str):
            raise TypeError(f"a title is a text, not {type_name(self.title)}")
        object.__setattr__(self, "columns", whole_number(self.columns, "columns", 1, MAX_COLUMNS))
        if self.size not in list(PAPER):
            raise ValueError(f"size is one of {', '.join(PAPER)}, not {self.size!r}")

    def _described(self, count: int, what: str) -> str:
        name = f" {self.title!r}" if self.title else ""
        return f"<{type(self).__name__}{name}: {count} {what}{'' if count == 1 else 's'}, {self.size}>"

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
        raise NotImplementedError

    def _page(self, title: str, *body: str, more_style: str = "") -> str:
        style = more_style + render(
            "sheet.css",
            {
                "size": self.size,
                "columns": str(self.columns),
                "diagram_width": str(_MAX_DIAGRAM[1][0]),
                "paper_width": f"{PAPER[self.size]:g}",
            },
        )
        slots = {
            "language": escape(self.wording.language),
            "policy": policy(style, "data:"),
            "title": escape(title or "Adaptoid"),
            "style": style,
            "body": "\n".join(filter(None, body)),
        }
        return render("sheet.html", slots)

    def _printed(self, diagram: Picture) -> Picture:
        """The picture in greys, as large as its column allows."""
        _, _, width, height = diagram.frame
        max_width, max_height = _MAX_DIAGRAM[self.columns]
        disc = min(max_width / width, max_height / height, _MAX_DISC)
        return replace(diagram, theme="print", size=disc * max(width, height) * _PIXELS_PER_MM)

    def _preview_cell(self, html: str) -> str:
        """A diagram with its texts in a notebook; no cell of a table, since notebooks style tables."""
        style = f"display:inline-block;width:{96 // self.columns}%;margin:0 1% 1em 0;vertical-align:top"
        return f'<div style="{style}">{html}</div>'

    def _preview(self, title: str, html: str) -> str:
        """What a notebook shows."""
        heading = f"<h3>{escape(title)}</h3>\n" if title else ""
        return f"<div>{heading}{html}</div>"


@dataclass(frozen=True, repr=False)
class Sheet(Printed):
    """The result of `sheet`: pictures with their texts, and the size of the paper. `save` writes the file to print.

    >>> sheet(["adaptoid w 0,0 W:D2 B:D6"], title="Warm up").html[:15]
    '<!doctype html>'
    """

    pictures: tuple[Picture, ...]
    title: str
    columns: int
    answers: int
    captions: tuple[str, ...]
    solutions: tuple[str, ...]
    size: str
    wording: Wording = ENGLISH
    """The words of its language."""
    is_exercise: bool = True
    """Whether it asks for a name, and says of each position who is to move and its text."""
    only_read: frozenset[int] = frozenset()
    """The numbers, from 0, of the diagrams that ask for nothing."""

    def __post_init__(self) -> None:
        self._check_paper()
        object.__setattr__(self, "answers", whole_number(self.answers, "answers", 0, MAX_ANSWERS))

    def __repr__(self) -> str:
        return self._described(len(self.pictures), "position")

    @property
    def html(self) -> str:
        """The sheet as an HTML page without scripts that needs no network."""
        # the texts of the rules are longer, and all stand on one page
        smaller = "" if self.is_exercise else _SMALLER
        diagrams = [self._diagram(index) for index in range(len(self.pictures))]
        rows = [_block("div", "row", *row) for row in self._rows(diagrams)]
        return self._page(self.title, self._header(), *rows, self._solution_page(), more_style=smaller)

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
        for index, diagram in enumerate(self.pictures):
            parts = [
                f"<b>{index + 1}</b> " + escape(self._caption(index)).replace("\n", "<br>"),
                _image(replace(diagram, size=_PREVIEW_SIZE), full_width=self.columns > 1),
                escape(_losses(diagram.position, self.wording)),
                f"<code>{breakable(diagram.position)}</code>",
            ]
            cells.append(self._preview_cell("<br>".join(filter(None, parts))))
        rows = "\n".join([f"<div>{''.join(row)}</div>" for row in self._rows(cells)])
        return self._preview(self.title, rows + self._file_note())

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


@dataclass(frozen=True, repr=False)
class GameSheet(Printed):
    """A whole game to print: its turns with their numbers, its notes, and diagrams. `save` writes the file to print.

    >>> game = Game().play("+D3").play("D6+L")
    >>> len(sheet(game, every=1).pictures)
    3
    """

    game: Game
    title: str
    columns: int
    size: str
    wording: Wording = ENGLISH
    """The words of its language."""
    every: int = 10
    """After how many turns there is a diagram; 0 for diagrams only where a turn has a comment or marks."""

    def __post_init__(self) -> None:
        self._check_paper()
        object.__setattr__(self, "every", whole_number(self.every, "every", 0))

    def __repr__(self) -> str:
        return self._described(self.game.length, "turn")

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The diagrams, from the start of the game to its end."""
        return tuple([diagram for _, diagram in self._parts if diagram is not None])

    @property
    def html(self) -> str:
        """The sheet as an HTML page without scripts that needs no network."""
        flow: list[str] = []
        for text, diagram in self._parts:
            if text:
                flow.append(text)
            if diagram is not None:
                caption = f"<figcaption>{escape(diagram.status)}</figcaption>" if diagram.status else ""
                flow.append(f"<figure>{_image(self._printed(diagram))}{caption}</figure>")
        return self._page(self._name, self._header(), _block("div", "game", *flow))

    @property
    def _name(self) -> str:
        """The title, or who played whom."""
        headers = self.game.headers
        players = [headers[name] for name in PLAYER_HEADERS.values() if name in headers]
        return self.title or " – ".join(players)

    def _header(self) -> str:
        """The title, then what the record says of the game."""
        title = f"<h1>{escape(self._name)}</h1>" if self._name else ""
        lines = [
            f"<p><b>{escape(name)}</b> {escape(text)}</p>" for name, text in self.game.headers.items() if text
        ]
        facts = _block("div", "facts", *lines) if lines else ""
        return _block("header", "", title, facts) if title or facts else ""

    @property
    def _parts(self) -> list[tuple[str, Picture | None]]:
        """Texts as HTML, in the order in which they are read, each with the diagram after it."""
        game = copy(self.game)
        parts: list[tuple[str, Picture | None]] = []
        rows = game.rows
        game.select(0)
        parts.append((_paragraphs("note", game.node.comment), self._diagram(game)))
        turns: list[str] = []
        depth = 0

        def end_turns() -> None:
            if turns:
                style = "turns" if not depth else "turns aside"
                parts.append((f'<p class="{style}">{" ".join(turns)}</p>', None))
                turns.clear()

        for row in rows:
            if row.depth != depth:
                end_turns()
                depth = row.depth
            node = game.nodes[row.node]
            turns.append(f"<span><b>{node.ply}</b>&#160;{escape(turn_words(game, node))}</span>")
            is_noted = bool(node.comment or node.marks)
            is_last = not node.children and not depth
            if is_noted or is_last or (self.every and not depth and node.ply % self.every == 0):
                end_turns()
                game.select(node.number)
                parts.append((_paragraphs("note", node.comment), self._diagram(game)))
        end_turns()
        return parts

    def _diagram(self, game: Game) -> Picture:
        """The current position with its last turn and its marks; the words below it say who is to move, or who won."""
        said = status(game, self.wording, asking=False)
        if game.ply and game.result is None:
            said = self.wording.say("sheet.after", {"n": game.ply, "text": said})
        shown = picture(game, starving=False, language=self.wording.language)
        return replace(shown, status=said)

    def _repr_html_(self) -> str:
        """The game as untrusted notebooks show it too: its turns, and the diagrams side by side."""
        cells: list[str] = []
        text = ""
        for paragraph, diagram in self._parts:
            text += paragraph
            if diagram is not None:
                shown = _image(replace(diagram, size=_PREVIEW_SIZE), full_width=True)
                cells.append(self._preview_cell(f"{text}{shown}<br>{escape(diagram.status)}"))
                text = ""
        return self._preview(self._name, "".join(cells) + text)


def turn_words(game: Game, node: Node) -> str:
    """A turn or a verdict as a record has it, with the glyph of a mistake."""
    line = turn_line(game.tree, node) if game.tree is not None else ""
    _, _, text = line.partition(" ")
    return text if not node.glyph else str(node.turn) + node.glyph + text[len(str(node.turn)) :]


def _paragraphs(style: str, text: str) -> str:
    return "".join([f'<p class="{style}">{escape(line)}</p>' for line in text.split("\n")]) if text else ""


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
