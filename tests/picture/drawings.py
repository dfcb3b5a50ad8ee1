"""Positions to draw, and parsers for pictures."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import NamedTuple
from xml.etree import ElementTree as ET

import adaptoid_widget as aw
from adaptoid_widget.core.wire import snapshot as view
from adaptoid_widget.picture.layers import Last

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
UNIT = 100

MIDGAME = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
THREE = "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"
CROWDED = (
    "adaptoid@hex5 w 0,0 "
    "W:A2LP,B1LP,B3LP,B5LP,B6LP,C2LP,C3LP,C4LP,C5LP,D8LP,E1LP,E3LP "
    "B:E4LP,E5LP,E6LP,E7LP,E8LP,F3LP,F5LP,F7LP,H6LP,H9LP,I5LP,I8LP"
)
LATTICE = "adaptoid@lattice:A1.A3.B2.B3.D4 w 0,0 W:A1PPPPPP B:D4LLL"
FREE = "adaptoid@discs:0,0/1,0/0.5,0.866/1.6,0.8/5,-2.5 b 0,1 W:N1LP,N3 B:N5LLP"
OVER = "adaptoid w+ 2,5 W:B4,C3LP,E3LLLPP B:D6LPP"
STARVING = "adaptoid w 0,0 W:C5,D3,D4,E6LLLLLL B:D5LLPP,D6,F7L"
ALL = (MIDGAME, THREE, CROWDED, LATTICE, FREE, OVER, STARVING)

at = aw.Position.from_text
Spot = tuple[float, float]


class Drawn(NamedTuple):
    """A use of a symbol in a picture: its name, place, rotation, opacity and parts."""

    shape: str
    place: Spot
    turn: float
    opacity: float
    parts: tuple[str, ...]  # the parts of the symbol, bottom first, as name@rotation


class Drawing:
    """Parses an SVG."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.root = ET.fromstring(source)
        self.defs = {node.get("id", ""): node for node in self.root.iterfind(f".//{SVG}defs/*")}
        self.drawn: list[Drawn] = []
        for child in self.root.iterfind(f"{SVG}g"):
            self._collect(child, 1.0)

    def _collect(self, node: ET.Element, opacity: float) -> None:
        opacity *= float(node.get("opacity", "1"))
        if node.tag == f"{SVG}use":
            self.drawn.append(self._use(node, opacity))
        for child in node:
            self._collect(child, opacity)

    def _use(self, node: ET.Element, opacity: float = 1.0) -> Drawn:
        name = node.get(HREF, "").removeprefix("#")
        inner = [self._use(part) for part in self.defs[name].iterfind(f"{SVG}use")]
        turned = re.fullmatch(r"rotate\((\S+)\)", node.get("transform", "rotate(0)"))
        assert turned
        return Drawn(
            name.partition("-")[2],
            (float(node.get("x", "0")), float(node.get("y", "0"))),
            float(turned[1]),
            opacity,
            tuple(f"{part.shape}@{part.turn:g}" for part in inner),
        )

    def adaptoids(self, opaque: bool = True) -> dict[Spot, Drawn]:
        drawn_pieces = [
            element
            for element in self.drawn
            if re.fullmatch("[WBR]\\d\\d", element.shape) and (element.opacity == 1) == opaque
        ]
        places = {element.place: element for element in drawn_pieces}
        assert len(places) == len(drawn_pieces)
        return places

    def marks(self, mark: str) -> set[Spot]:
        return {element.place for element in self.drawn if element.shape in (f"{mark}-under", f"{mark}-over")}

    @property
    def names(self) -> dict[str, Spot]:
        return {
            node.text or "": (float(node.get("x", "")), float(node.get("y", "")))
            for node in self.root.iter(f"{SVG}text")
        }

    def text_of(self, tag: str) -> str:
        return self.root.findtext(f"{SVG}{tag}") or ""


def spot(position: aw.Position, cell: str) -> Spot:
    x, y = position.layout.places[position.layout.index(cell)]
    return (round(x, 3), round(y, 3))


def played(start: str, *turns: str, move: str | None = None) -> tuple[aw.Position, Last | None]:
    """The position after some turns and the last turn, or the move of the current turn."""
    game = aw.Game(start)
    for turn in turns:
        game.play(turn)
    if move is not None:
        game.move(move)
    return game.position, view.last_part(game)


class Page(HTMLParser):
    """Parses HTML."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.alt = self.image = self.text = self.code = ""
        self.keys: set[str] = set()
        self.open: list[str] = []
        self.feed(source)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.keys |= {key for key, _ in attrs}
        if tag == "img":
            attributes = dict(attrs)
            self.alt, self.image = attributes["alt"] or "", attributes["src"] or ""
        elif tag not in ("br", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data.lstrip("\n")
        if "code" in self.open:
            self.code += data
