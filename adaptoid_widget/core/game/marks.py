"""Marks on a position: arrows, fills, rings, labels and a heat map, with a canonical text."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ..host.host import PublicNames, brief, type_name
from ..rules.errors import GameError, TextError, plain_value, quote
from ..rules.layout import Layout, short_name
from ..rules.scanner import DIGITS, MAX_CHARACTERS, Scanner, cell_key, control_at, rounded, thousandths_text

TONES = ("green", "red", "blue", "yellow")
MAX_LABEL = 12
MAX_LEGEND = 40
MAX_THOUSANDTHS = 10**9
# marks of discs in a tone: fills lie directly on the discs, all others under the adaptoids
TONED = ("fill", "ring")
KINDS = ("arrow",) + TONED + ("label", "heat")

Number = Union[int, float]
Discs = Union[Sequence[str], Mapping[str, str]]
"""Names of discs, or tones by disc."""
Heat = Union[Mapping[str, Number], Iterable[Number]]
"""Numbers by disc, or one for each disc of a board."""

# the sides of the hexagons, by their number of discs
_HEXAGONS = {7: 2, 19: 3, 37: 4, 61: 5}
_NUMBER_STARTS = ("-",) + tuple(DIGITS)


class Marks(PublicNames):
    """What is drawn on a position. Immutable and hashable; marks with equal texts are equal.

    `arrows` are pairs of discs, or triples with a tone; `fills` and `rings` are discs, or map discs to tones;
    `labels` map discs to 1–12 characters; `heat` maps discs to numbers, and `legend` says what they mean. Tones are
    "green" (the default), "red", "blue" and "yellow". Numbers are rounded to three decimals. `+` puts marks together.
    `heat` can be a dict, a Series of pandas, or an array with a number for each disc in the order of `layout.cells`; a
    `layout` that is not a hexagon must be named then. NaN in a Series or an array draws nothing. `scale` fixes the
    lowest and the highest number of the colours, so that several heat maps can be compared.
    Raises GameError for invalid marks; `check` tests whether the discs are on a board. Its attributes are tuples in the
    order of the discs, such as ("E3", "E5", "green") for an arrow and ("D4", 0.5) in the heat map.

    >>> marks = Marks(
    ...     arrows=[("E3", "E5")], rings=["D4"], labels={"C3": "fork"}, heat={"D4": 0.5}, legend="visits"
    ... )
    >>> str(marks)
    'arrow(E3,E5) ring(D4) label(C3,"fork") heat("visits",D4=0.5)'
    >>> Marks.from_text(str(marks)) == marks, bool(Marks())
    (True, False)
    """

    __slots__ = ("arrows", "fills", "heat", "labels", "legend", "rings", "scale")

    arrows: Tuple[Tuple[str, str, str], ...]
    fills: Tuple[Tuple[str, str], ...]
    rings: Tuple[Tuple[str, str], ...]
    labels: Tuple[Tuple[str, str], ...]
    heat: Tuple[Tuple[str, Number], ...]
    legend: str
    scale: Optional[Tuple[Number, Number]]

    _internal = ("check", "data", "from_data", "of", "toned")

    def __init__(
        self,
        arrows: Sequence[Sequence[str]] = (),
        fills: Discs = (),
        rings: Discs = (),
        labels: Optional[Mapping[str, str]] = None,
        heat: Optional[Heat] = None,
        legend: str = "",
        scale: Optional[Iterable[Number]] = None,
        layout: Optional[Layout] = None,
    ) -> None:
        pairs: Dict[Tuple[str, str], str] = {}
        # a table of pandas iterates over its columns
        table: Any = arrows
        rows = table.itertuples(False) if hasattr(table, "itertuples") else table
        for arrow in _iterable(rows, "arrows are pairs of discs, such as [('E3', 'E5')]"):
            if isinstance(arrow, str) or len(arrow) not in (2, 3):
                raise GameError("an arrow is two discs, perhaps with a tone, not %s" % brief(arrow))
            tail, head = _cell(arrow[0]), _cell(arrow[1])
            if tail == head:
                raise GameError("an arrow must lead to another disc, not from %s to itself" % tail)
            pairs[(tail, head)] = _tone(arrow[2] if len(arrow) == 3 else TONES[0])
        ordered = sorted(pairs, key=lambda pair: (cell_key(pair[0]), cell_key(pair[1])))
        keep = object.__setattr__
        keep(self, "arrows", tuple([pair + (pairs[pair],) for pair in ordered]))
        for kind, discs in (("fill", fills), ("ring", rings)):
            keep(self, kind + "s", _toned(discs))
        texts = _mapping(labels, "labels map discs to texts, such as {'D4': 'fork'}")
        words = {_cell(name): _words(texts[name], MAX_LABEL, "a label") for name in texts}
        keep(self, "labels", _in_order(words))
        numbers = _numbers(heat, layout)
        # in an array, NaN says that there is no number
        skips = hasattr(heat, "dtype")
        given = [name for name in numbers if not (skips and numbers[name] != numbers[name])]
        values = {_cell(name): _number(_thousandths(numbers[name])) for name in given}
        keep(self, "heat", _in_order(values))
        keep(self, "scale", None if scale is None else _scale(scale))
        keep(self, "legend", _words(legend, MAX_LEGEND, "a heat map's legend") if legend else "")
        for name, part in (("legend", self.legend), ("scale", self.scale)):
            if part and heat is None:
                raise GameError("a %s belongs to a heat map; give heat={disc: number} too" % name)
        if not self.heat:
            # there is nothing to draw in a heat map of no discs
            keep(self, "legend", "")
            keep(self, "scale", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Marks cannot be changed; make another one")

    def __reduce__(self) -> Tuple[Any, ...]:
        """Let `copy` and `pickle` make the marks anew, since they cannot set attributes."""
        return Marks.from_text, (str(self),)

    @staticmethod
    def of(marks: Union[Marks, str, None]) -> Marks:
        """Marks, also from a text or None. Raises TextError, and TypeError for anything else."""
        if marks is None:
            return Marks()
        if isinstance(marks, str):
            return Marks.from_text(marks)
        if not isinstance(marks, Marks):
            raise TypeError("marks are Marks, their text or None, not %s" % type_name(marks))
        return marks

    @staticmethod
    def from_text(text: str) -> Marks:
        """The marks of a canonical text; an empty text has none. Raises TextError."""
        scanner = Scanner(text)
        marks = read_marks(scanner) if text else Marks()
        scanner.end()
        return marks

    @staticmethod
    def from_data(data: Any) -> Marks:
        """The marks of JSON-able data in any order, as `data` returns or a front end sends. Raises GameError."""
        if data is None:
            return Marks()
        try:
            heat: Any = data.get("heat") or {"cells": [], "title": ""}
            toned: Dict[str, Any] = {kind + "s": dict(data.get(kind + "s", [])) for kind in TONED}
            labels, numbers = dict(data.get("labels", [])), dict(heat["cells"])
            ends = heat.get("low"), heat.get("high")
            fixed = None if not numbers or None in ends or ends == _range(list(numbers.values())) else ends
            return Marks(
                data.get("arrows", []),
                labels=labels,
                heat=numbers,
                legend=heat["title"],
                scale=fixed,
                **toned,
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise GameError(str(error) if isinstance(error, GameError) else "these are no marks")

    def __str__(self) -> str:
        parts: List[str] = []
        for kind in ("arrow",) + TONED:
            for row in getattr(self, kind + "s"):
                fields = row[:-1] if row[-1] == TONES[0] else row
                parts.append("%s(%s)" % (kind, ",".join(fields)))
        parts += ['label(%s,"%s")' % label for label in self.labels]
        if self.heat:
            numbers = ",".join(["%s=%s" % (cell, number_text(number)) for cell, number in self.heat])
            legend = '"%s",' % self.legend if self.legend else ""
            if self.scale:
                legend += "%s:%s," % (number_text(self.scale[0]), number_text(self.scale[1]))
            parts.append("heat(%s%s)" % (legend, numbers))
        return " ".join(parts)

    def __repr__(self) -> str:
        return "Marks.from_text(%r)" % str(self)

    def __add__(self, other: Union[Marks, str, None]) -> Marks:
        """Return these marks and others, also from a text. Where both mark the same disc in one way, the others win.

        >>> str(Marks(arrows=[("D2", "D3")], rings=["D6"]) + "ring(D6,red) label(D3,\\"1\\")")
        'arrow(D2,D3) ring(D6,red) label(D3,"1")'
        """
        if other is not None and not isinstance(other, (Marks, str)):
            return NotImplemented
        added = Marks.of(other)
        toned: Dict[str, Any] = {kind + "s": dict(self.toned(kind) + added.toned(kind)) for kind in TONED}
        labels, heat = dict(self.labels + added.labels), dict(self.heat + added.heat)
        legend, scale = added.legend or self.legend, added.scale or self.scale
        return Marks(
            self.arrows + added.arrows, labels=labels, heat=heat, legend=legend, scale=scale, **toned
        )

    def __radd__(self, other: Union[Marks, str, None]) -> Marks:
        return Marks.of(other) + self if other is None or isinstance(other, str) else NotImplemented

    def __bool__(self) -> bool:
        toned = [kind for kind in TONED if self.toned(kind)]
        return bool(self.arrows or toned or self.labels or self.heat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Marks) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def toned(self, kind: str) -> Tuple[Tuple[str, str], ...]:
        """The discs of one of the kinds `TONED`, each with its tone."""
        marked: Tuple[Tuple[str, str], ...] = getattr(self, kind + "s")
        return marked

    @property
    def cells(self) -> Tuple[str, ...]:
        """The discs of all marks, each once."""
        out = {cell for cell, _ in self.labels}
        out.update([cell for cell, _ in self.heat])
        for kind in TONED:
            out.update([cell for cell, _ in self.toned(kind)])
        for tail, head, _ in self.arrows:
            out.update((tail, head))
        return tuple(sorted(out, key=cell_key))

    def check(self, layout: Layout) -> Marks:
        """These marks. Raises LayoutError for a disc that is not on the board, and GameError for too long a text."""
        for cell in self.cells:
            layout.index(cell)
        if len(str(self)) > MAX_CHARACTERS:
            raise GameError(
                "these are too many marks: their text has more than %d characters" % MAX_CHARACTERS
            )
        return self

    def data(self) -> Optional[Dict[str, Any]]:
        """The marks as JSON-able data for the snapshot; None if there are none."""
        if not self:
            return None
        low, high = self.scale or _range([number for _, number in self.heat] or [0])
        heat = {
            "title": self.legend,
            "cells": [[cell, number] for cell, number in self.heat],
            "low": low,
            "high": high,
        }
        kinds = [kind + "s" for kind in KINDS if kind != "heat"]
        data: Dict[str, Any] = {kind: [list(row) for row in getattr(self, kind)] for kind in kinds}
        data["heat"] = heat if self.heat else None
        return data


def read_marks(scanner: Scanner) -> Marks:
    """Reads marks from a text. Raises TextError if they are not canonical."""
    arrows: List[Tuple[str, str, str]] = []
    toned: Dict[str, Any] = {kind + "s": {} for kind in TONED}
    labels: Dict[str, str] = {}
    heat: Dict[str, Number] = {}
    legend = ""
    scale: Optional[Tuple[Number, Number]] = None
    last: Tuple[Any, ...] = (-1,)
    while True:
        start = scanner.at
        kind = scanner.word()
        if kind not in KINDS:
            forms = [name + "(…)" for name in KINDS]
            expected = ", ".join(forms[:-1]) + " or " + forms[-1]
            raise scanner.error(start, expected, max(1, len(kind)))
        scanner.take("(", "an opening bracket")
        key: Tuple[Any, ...] = (KINDS.index(kind),)
        if kind == "heat":
            if scanner.peek() == '"':
                legend = _read_words(scanner, MAX_LEGEND)
                scanner.take(",", "a comma after the legend")
            if scanner.peek() in _NUMBER_STARTS:
                scale = _read_scale(scanner)
            heat = _read_heat(scanner)
        else:
            cell = scanner.cell("a disc")
            key += (cell_key(cell),)
            if kind == "arrow":
                scanner.take(",", "a comma and the disc that the arrow leads to")
                at = scanner.at
                head = scanner.cell("the disc that the arrow leads to")
                if head == cell:
                    raise scanner.error(at, "a disc other than the start of the arrow", len(head))
                key += (cell_key(head),)
                arrows.append((cell, head, _read_tone(scanner)))
            elif kind == "label":
                scanner.take(",", "a comma and the label")
                labels[cell] = _read_words(scanner, MAX_LABEL)
            else:
                toned[kind + "s"][cell] = _read_tone(scanner)
        scanner.take(")", "a closing bracket")
        if key <= last:
            names = ", ".join([name + "s" for name in KINDS if name != "heat"])
            expected = "marks in order (%s, heat; by disc), each once" % names
            raise scanner.error(start, expected, scanner.at - start)
        last = key
        if scanner.peek() != " ":
            return Marks(arrows, labels=labels, heat=heat, legend=legend, scale=scale, **toned)
        scanner.at += 1


def number_text(number: Number) -> str:
    """A number with at most three decimals, as in the text of marks.

    >>> number_text(2.50), number_text(-3), number_text(1 / 3)
    ('2.5', '-3', '0.333')
    """
    return thousandths_text(_thousandths(number))


def _cell(name: object) -> str:
    if not isinstance(name, str):
        raise GameError("a mark names a disc such as 'D4', not %s" % brief(name))
    try:
        scanner = Scanner(name)
        cell = scanner.cell("a disc")
        scanner.end()
    except TextError:
        raise GameError("a mark names a disc such as 'D4', not %s" % quote(name[:20]))
    return cell


def _tone(tone: object) -> str:
    if tone not in TONES:
        raise GameError("a tone is one of %s, not %s" % (", ".join(TONES), brief(tone)))
    return str(tone)


def _iterable(value: Any, description: str) -> Any:
    """A list, a mapping or another iterable as it is. Raises TypeError for a text and for anything else."""
    if isinstance(value, str):
        raise TypeError("%s; for a text, use Marks.from_text" % description)
    try:
        iter(value)
    except TypeError:
        raise TypeError("%s, not %s" % (description, type_name(value)))
    return value


def _toned(discs: Discs) -> Tuple[Tuple[str, str], ...]:
    if isinstance(discs, str):
        raise GameError("give the discs to mark as a list, such as ['D4'], not as one text")
    description = "marked discs are a list, such as ['D4'], or a dict such as {'D4': 'red'}"
    is_mapping = hasattr(discs, "keys") and not _is_column(discs)
    toned: Any = _mapping(discs, description) if is_mapping else {}
    tones: Dict[str, str] = {}
    for name in toned if is_mapping else _iterable(discs, description):
        tones[_cell(name)] = _tone(toned.get(name, TONES[0]))
    return _in_order(tones)


def _mapping(values: Any, description: str) -> Dict[Any, Any]:
    """A mapping as a dict, also a Series of pandas; an empty one for None. Raises TypeError for anything else."""
    if values is None:
        return {}
    if not hasattr(values, "keys"):
        _iterable(values, description)
        if list(values):
            raise TypeError("%s, not %s" % (description, type_name(values)))
        return {}
    return {name: values[name] for name in values.keys()}  # noqa: SIM118  a Series iterates over its values


def _numbers(heat: Any, layout: Optional[Layout]) -> Dict[Any, Any]:
    """The numbers of a heat map by disc: a mapping as it is, a list or an array by the discs of a board."""
    if isinstance(heat, range):
        heat = list(heat)
    if not hasattr(heat, "keys") or _is_column(heat):
        heat = heat.tolist() if hasattr(heat, "tolist") else plain_value(heat)
    if not isinstance(heat, (list, tuple)) or not heat:
        return _mapping(heat, "a heat map maps discs to numbers, such as {'D4': 0.5}")
    if layout is None and len(heat) in _HEXAGONS:
        layout = Layout.hexagon(_HEXAGONS[len(heat)])
    if layout is None:
        raise GameError(
            "%d numbers without discs: say on which board with layout=position.layout, or give {disc: number}"
            % len(heat)
        )
    if len(heat) != len(layout):
        raise GameError(
            "the board %s has %d discs, so a heat map without names has as many numbers, not %d"
            % (short_name(str(layout)), len(layout), len(heat))
        )
    return dict(zip(layout.cells, heat))


def _range(numbers: Sequence[Number]) -> Tuple[Number, Number]:
    """The ends of a scale that is not fixed: the least and the greatest number; 0 and the number if there is one."""
    low, high = min(numbers), max(numbers)
    return (low if low < high else min(low, 0), high)


def _scale(scale: Any) -> Tuple[Number, Number]:
    ends = plain_value(scale)
    if not isinstance(ends, (list, tuple)) or len(ends) != 2:
        raise GameError("a scale is its lowest and its highest number, such as (0, 1), not %s" % brief(scale))
    low, high = [_number(_thousandths(end)) for end in ends]
    if low >= high:
        raise GameError("a scale begins with its lower number, such as (0, 1), not %s" % brief(scale))
    return low, high


def _is_column(values: Any) -> bool:
    """Whether values are a column of a table of pandas, whose keys are the numbers of rows."""
    return hasattr(values, "iloc") and not [1 for key in list(values.keys()) if isinstance(key, str)]


def _words(words: object, max_length: int, name: str) -> str:
    if not isinstance(words, str) or not 1 <= len(words) <= max_length:
        raise GameError("%s is a text of 1 to %d characters, not %s" % (name, max_length, brief(words)))
    if '"' in words or control_at(words) >= 0:
        raise GameError("%s must not contain a quotation mark or a line break: %s" % (name, quote(words)))
    return words


def _in_order(values: Dict[str, Any]) -> Tuple[Tuple[str, Any], ...]:
    return tuple([(cell, values[cell]) for cell in sorted(values, key=cell_key)])


def _number(thousandths: int) -> Number:
    return thousandths // 1000 if thousandths % 1000 == 0 else thousandths / 1000


def _thousandths(number: object) -> int:
    # float() also takes the numbers of NumPy
    try:
        scaled = float(number) * 1000  # type: ignore[arg-type]
    except OverflowError:
        # a whole number too large for a float
        scaled = MAX_THOUSANDTHS
    except (TypeError, ValueError):
        raise GameError("a heat map has one number for each disc, not %s" % brief(number))
    if not -MAX_THOUSANDTHS < scaled < MAX_THOUSANDTHS:
        raise GameError("a heat map's numbers lie between -1000000 and 1000000; %s does not" % brief(number))
    return rounded(scaled)


def _read_tone(scanner: Scanner) -> str:
    if scanner.peek() != ",":
        return TONES[0]
    scanner.at += 1
    start = scanner.at
    tone = scanner.word()
    if tone not in TONES[1:]:
        expected = "red, blue or yellow (green is left out)"
        raise scanner.error(start, expected, max(1, len(tone)))
    return tone


def _read_words(scanner: Scanner, max_length: int) -> str:
    scanner.take('"', "a quotation mark")
    start = scanner.at
    end = scanner.text.find('"', start)
    words = scanner.text[start : end if end >= 0 else len(scanner.text)]
    scanner.at = start + len(words)
    scanner.take('"', "a closing quotation mark")
    try:
        return _words(words, max_length, "a text")
    except GameError:
        raise scanner.error(start, "1 to %d characters without a line break" % max_length, max(1, len(words)))


def _read_scale(scanner: Scanner) -> Tuple[Number, Number]:
    start = scanner.at
    low = scanner.thousandths("the lowest number of the scale")
    scanner.take(":", "a colon and the highest number of the scale")
    high = scanner.thousandths("the highest number of the scale")
    if not -MAX_THOUSANDTHS < low < high < MAX_THOUSANDTHS:
        expected = "a lower, then a higher number between -1000000 and 1000000"
        raise scanner.error(start, expected, scanner.at - start)
    scanner.take(",", "a comma after the scale")
    return _number(low), _number(high)


def _read_heat(scanner: Scanner) -> Dict[str, Number]:
    heat: Dict[str, Number] = {}
    last = ("", 0)
    while True:
        start = scanner.at
        cell = scanner.cell("a disc and its number, such as D4=0.5")
        if cell_key(cell) <= last:
            raise scanner.error(start, "discs in order, each once", len(cell))
        last = cell_key(cell)
        scanner.take("=", "an equals sign and a number")
        start = scanner.at
        value = scanner.thousandths("a number")
        if abs(value) >= MAX_THOUSANDTHS:
            raise scanner.error(start, "a number between -1000000 and 1000000", scanner.at - start)
        heat[cell] = _number(value)
        if scanner.peek() != ",":
            return heat
        scanner.at += 1


NO_MARKS = Marks()
