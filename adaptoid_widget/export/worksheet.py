"""A printable sheet of positions: one HTML file, several diagrams a page, with lines for answers."""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from ..core.game.game import Game
from ..core.i18n.catalog import ENGLISH, Wording, wording_of
from ..core.i18n.slots import Slots
from ..core.rules.errors import GameError, TextError
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.rules.variants import VARIANTS, sides
from ..picture import Picture, breakable, picture
from ..storage.atomic import named, write

# the paper's width in millimetres; its height is the printer's affair
PAPER = {"A4": 210.0, "letter": 215.9}
MAX_COLUMNS = 4
MAX_ANSWERS = 20
# by columns, a diagram's width and height at most, in millimetres
_ROOM = {1: (66, 59), 2: (76, 68), 3: (48, 43), 4: (38, 34)}
# small boards are not blown up beyond this
_DISC_AT_MOST = 13
_PIXELS = 96 / 25.4
# the longer side of a diagram in a notebook, in pixels
_PREVIEW = 480

_STYLE = """
@page{size:%(size)s portrait;margin:13mm 15mm 14mm;
@bottom-right{content:counter(page)" / "counter(pages);font:8pt system-ui,sans-serif;color:#555}}
*{box-sizing:border-box}
html{background:#fff;color:#000;color-scheme:only light}
body{margin:0;font:10pt/1.35 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:2mm 8mm;margin-bottom:6mm}
h1{margin:0;font-size:15pt;line-height:1.2;overflow-wrap:anywhere}
h2{margin:0 0 4mm;font-size:13pt}
p{margin:0}
.who{display:flex;gap:6mm;margin-left:auto}
.who span{display:flex;align-items:flex-end;gap:2mm}
.who i{width:20mm;height:7mm;border-bottom:.25mm solid #000}
.who span:first-child i{width:44mm}
.row{display:grid;grid-template-columns:repeat(%(columns)d,minmax(0,1fr));gap:8mm;margin-bottom:6mm;break-inside:avoid}
.one{display:flex;flex-direction:column;break-inside:avoid}
.said{display:flex;gap:2mm;align-items:baseline}
.said b{font-size:12pt}
.shown{margin:1mm 0;text-align:center}
.shown img{vertical-align:top;max-width:100%%;height:auto}
.lost{font-size:8.5pt}
code{display:block;font:6.5pt/1.3 ui-monospace,monospace;color:#333;overflow-wrap:anywhere}
.lines{margin-top:auto}
.lines i{display:block;height:8mm;border-bottom:.2mm solid #555}
.beside{display:grid;grid-template-columns:%(wide)dmm minmax(0,1fr);column-gap:8mm}
.beside .lines{margin:0}
.solutions{break-before:page}
.solutions ol{margin:0;padding:0;list-style:none;columns:2;column-gap:8mm}
.solutions li{display:flex;gap:2mm;margin-bottom:2mm;break-inside:avoid}
.solutions b{min-width:6mm}
.solutions span{white-space:pre-line;overflow-wrap:anywhere}
@media screen{
html{background:#e9e6df}
body{width:%(paper)gmm;max-width:100%%;margin:8mm auto;padding:13mm 15mm;background:#fff;box-shadow:0 0 2mm #0004}
.solutions{margin-top:14mm}
}
"""


def sheet(
    positions: Any,
    *,
    title: str = "",
    columns: int = 2,
    answers: int = 2,
    captions: str | Sequence[str | None] = (),
    solutions: Sequence[str | Turn | None] = (),
    size: str = "A4",
    language: str = "en",
) -> Sheet:
    """A sheet of positions to print: numbered diagrams, each with its side to move and its text, and lines to write on.

    `positions` are any of Position, its text, Game or Board (where it stands now, with its marks) and Picture. Only a
    Picture shows its last turn and who would starve, or the food lens: a sheet leaves that to be found.
    `captions` are one text for all diagrams or one for each; `solutions`, one for each, come on a page of their own.
    The `answers`, so many lines, stand below a diagram, or beside it where there is one column. `size` is "A4" or
    "letter". A notebook shows the sheet; `save` writes it to an HTML file that needs nothing else.

    Raises TextError, which says which position, for a text that is none, TypeError for what is no position at all,
    and ValueError for anything else that makes no sheet.

    >>> sheet(["adaptoid w 0,0 W:D2 B:D6"], title="Warm up", captions="Grow a leg.", solutions=["D2+L"])
    <Sheet 'Warm up': 1 position, A4>
    """
    if isinstance(positions, (str, Position, Game, Picture)) or hasattr(positions, "game"):
        positions = [positions]
    if not isinstance(positions, Iterable):
        raise TypeError(f"positions is a list of positions, not {type(positions).__name__}")
    given: list[Any] = list(positions)
    if not given:
        raise ValueError("positions is empty; a sheet shows at least one")
    pictures = [_drawn(one, number, language) for number, one in enumerate(given, 1)]
    if isinstance(captions, str):
        captions = [captions] * len(pictures)
    if isinstance(solutions, str):
        raise TypeError("solutions is a list with one for each position, not one text")
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


def _drawn(one: Any, number: int, language: str) -> Picture:
    if isinstance(one, Picture):
        return one
    try:
        return picture(one, last=False, starving=False, language=language)
    except TextError as error:
        raise error.of(f"position {number} of the sheet") from None
    except (GameError, TypeError) as error:
        raise type(error)(f"position {number} of the sheet: {error}") from None


def _one_each(name: str, texts: Iterable[str | Turn | None], count: int) -> tuple[str, ...]:
    out = tuple(["" if text is None else str(text) for text in texts])
    if out and len(out) != count:
        raise ValueError(
            f"{name} has {len(out)} texts for {count} positions; give one for each, None for no text"
        )
    return out or ("",) * count


@dataclass(frozen=True, repr=False)
class Sheet:
    """What `sheet` makes: pictures with their texts, on paper of a size."""

    pictures: tuple[Picture, ...]
    title: str
    columns: int
    answers: int
    captions: tuple[str, ...]
    solutions: tuple[str, ...]
    size: str
    wording: Wording = ENGLISH

    def __post_init__(self) -> None:
        if not isinstance(self.title, str):
            raise TypeError(f"a title is a text, not {type(self.title).__name__}")
        _check_number("columns", self.columns, 1, MAX_COLUMNS)
        _check_number("answers", self.answers, 0, MAX_ANSWERS)
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
        write(target, self.html.encode("utf-8"))
        return target

    @property
    def html(self) -> str:
        """The sheet as a page that stands alone: no script, no network."""
        style = self._style()
        allowed = f"'sha256-{_base64(hashlib.sha256(style.encode()).digest())}'"
        policy = (
            f"default-src 'none'; img-src data:; style-src {allowed}; base-uri 'none'; form-action 'none'"
        )
        ones = [self._one(number) for number in range(len(self.pictures))]
        rows = [ones[first : first + self.columns] for first in range(0, len(ones), self.columns)]
        head = [
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{escape(self.title or 'Adaptoid')}</title>",
            f"<style>{style}</style>",
        ]
        body = [self._header(), *[_block("div", "row", *row) for row in rows], self._solved()]
        return "\n".join(
            [
                "<!doctype html>",
                f'<html lang="{escape(self.wording.language)}">',
                "<head>",
                *head,
                "</head>",
                "<body>",
                *filter(None, body),
                "</body>",
                "</html>",
                "",
            ]
        )

    def _style(self) -> str:
        slots = {"size": self.size, "columns": self.columns, "wide": _ROOM[1][0], "paper": PAPER[self.size]}
        return _STYLE % slots

    def _header(self) -> str:
        title = f"<h1>{escape(self.title)}</h1>" if self.title else ""
        fields = [
            f"<span>{escape(self.wording.say(key))}<i></i></span>" for key in ("sheet.name", "sheet.date")
        ]
        return _block("header", "", title, _block("div", "who", *fields))

    def _one(self, index: int) -> str:
        """A diagram with its texts and its lines."""
        shown = self.pictures[index]
        lost = _lost(shown.position, self.wording)
        parts = [
            f'<p class="said"><b>{index + 1}</b><span>{escape(self._said(index))}</span></p>',
            f'<p class="shown">{_image(self._printed(shown))}</p>',
            f'<p class="lost">{escape(lost)}</p>' if lost else "",
            f"<code>{breakable(shown.position)}</code>",
        ]
        ruled = _block("div", "lines", *["<i></i>"] * self.answers) if self.answers else ""
        if self.columns > 1:
            return _block("article", "one", *parts, ruled)
        return _block("article", "beside", _block("div", "one", *parts), ruled)

    def _said(self, index: int) -> str:
        """The caption, and whose turn it is."""
        shown = self.pictures[index]
        said = [self.captions[index], _to_move(shown, self.wording)]
        return self.wording.sentences["list.sentence"].join(filter(None, said))

    def _printed(self, shown: Picture) -> Picture:
        """A picture in greys, as large as its column lets it be."""
        _, _, width, height = shown.frame
        max_width, max_height = _ROOM[self.columns]
        disc = min(max_width / width, max_height / height, _DISC_AT_MOST)
        return replace(shown, theme="print", size=disc * max(width, height) * _PIXELS)

    def _solved(self) -> str:
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
        """The diagrams side by side, and what the file has besides; notebooks show it untrusted too."""
        cells: list[str] = []
        # no table: a notebook gives its own tables stripes, and lets them be as narrow as may be
        looks = f"display:inline-block;width:{96 // self.columns}%;margin:0 1% 1em 0;vertical-align:top"
        for index, shown in enumerate(self.pictures):
            parts = [
                f"<b>{index + 1}</b> {escape(self._said(index))}",
                _image(replace(shown, size=_PREVIEW), wide=self.columns > 1),
            ]
            parts += filter(None, [escape(_lost(shown.position, self.wording))])
            parts.append(f"<code>{breakable(shown.position)}</code>")
            cells.append(f'<div style="{looks}">{"<br>".join(parts)}</div>')
        rows = ["".join(cells[first : first + self.columns]) for first in range(0, len(cells), self.columns)]
        shown_rows = "\n".join([f"<div>{row}</div>" for row in rows])
        title = f"<h3>{escape(self.title)}</h3>\n" if self.title else ""
        return f"<div>{title}{shown_rows}{self._besides()}</div>"

    def _besides(self) -> str:
        """What only the file has."""
        say = self.wording.say
        parts = [say("sheet.lines")] if self.answers else []
        if any(self.solutions):
            parts.append(say("sheet.page"))
        told = say("sheet.besides", {"parts": parts})
        return f"\n<p>{escape(told)}</p>" if parts else ""


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most}, not {value!r}")


def _to_move(shown: Picture, wording: Wording) -> str:
    position = shown.position
    if shown.status or position.winner is not None:
        return shown.said
    return wording.say("sheet." + position.step, {"color": position.turn})


def _lost(position: Position, wording: Wording) -> str:
    """Who has lost how many, once anybody has lost any: it is not to be seen in the diagram."""
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
    shown = f' class="{style}"' if style else ""
    return f"<{name}{shown}>\n" + "\n".join(filter(None, content)) + f"\n</{name}>"


def _image(shown: Picture, *, wide: bool = False) -> str:
    source = f"data:image/svg+xml;base64,{_base64(shown.svg.encode())}"
    width = ' width="100%"' if wide else ""
    return f'<img src="{source}" alt="{escape(shown.words)}"{width}>'


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
