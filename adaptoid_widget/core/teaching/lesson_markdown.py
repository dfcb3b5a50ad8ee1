"""Converts Markdown to the trees of `rich_text`, the same in CPython and MicroPython.

CommonMark without HTML: paragraphs, lists, headings, bold, italic, code, line breaks. A link or an image becomes its
text; HTML, tables, quotations and everything else that a tree cannot hold stays as it was written.
`lessons.markdown_writer` writes a tree as Markdown.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from ..rules.errors import GameError
from ..rules.scanner import BLANKS, is_in, plain_line_ends, trimmed
from .lesson_keys import DIGITS
from .rich_text import LETTERS, MAX_CHARACTERS, MAX_NESTING, Prose

# the longest Markdown text, with its markup
MAX_SIGNS = 4 * MAX_CHARACTERS
TAB = 4
# in the address of a link; so the time grows with the length, not with its square
MAX_PARENTHESES = 8

_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
# of languages with blanks between words; by the first and the last of each range
_MORE_PUNCTUATION = (
    (0xA1, 0xA1), (0xA7, 0xA7), (0xAB, 0xAB), (0xB6, 0xB7), (0xBB, 0xBB), (0xBF, 0xBF), (0x2010, 0x205E),
)  # fmt: skip
# the characters that are as wide as two letters
_WIDE = (
    (0x1100, 0x115F), (0x2E80, 0xA4CF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE30, 0xFE6F), (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6), (0x1F300, 0x1FAFF), (0x20000, 0x3FFFD),
)  # fmt: skip
_ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\xa0", "ndash": "\u2013", "mdash": "\u2014",
    "hellip": "\u2026", "times": "\xd7", "minus": "\u2212", "larr": "\u2190", "rarr": "\u2192", "uarr": "\u2191",
    "darr": "\u2193", "le": "\u2264", "ge": "\u2265", "ne": "\u2260", "auml": "ä", "ouml": "ö", "uuml": "ü",
    "szlig": "ß", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "laquo": "«", "raquo": "»", "copy": "©", "deg": "°",
}  # fmt: skip
_MARKUP = "\\`*_[]!<&\n"


def tree_of(text: str) -> Prose:
    """The tree of a Markdown text. Raises GameError for a text that is too long or too deep.

    >>> tree_of(
    ...     "Black's `D5` has **one** to spare.\\n\\n- Look.\\n- <b>Count</b> [them](http://example.org)."
    ... )
    [['p', "Black's ", ['c', 'D5'], ' has ', ['b', 'one'], ' to spare.'],
     ['ul', [['p', 'Look.']], [['p', '<b>Count</b> them.']]]]
    """
    if len(text) > MAX_SIGNS:
        raise GameError("a text has at most %d characters" % MAX_CHARACTERS)
    blocks = _Blocks()
    for line in plain_line_ends(text).split("\n"):
        blocks.read(line)
    return blocks.close()


# -- blocks -----------------------------------------------------------------------------------------------------------


class _Container:
    """The text, or an item of a list: its blocks, and by how much its lines are indented."""

    def __init__(self, blocks: Prose, indent: int, in_list: Optional[List[Any]]) -> None:
        self.blocks = blocks
        self.indent = indent
        self.in_list = in_list
        """The list that it is in; None for the text."""
        self.inner_marker = ""
        """The bullet, or the sign after numbers, of the list that is its last block; "" for none."""


class _Blocks:
    """Reads the lines of a text. `close` returns its blocks."""

    def __init__(self) -> None:
        self._open = [_Container([], 0, None)]
        # the lines of the paragraph or of the code that goes on
        self._paragraph: List[str] = []
        self._code: Optional[List[str]] = None
        self._fence = ""
        self._fence_indent = 0

    def close(self) -> Prose:
        """Complete all blocks and return them."""
        self._close_to(1)
        return self._open[0].blocks

    def read(self, line: str) -> None:
        """Read a line."""
        indent, text = _indented(line)
        left = indent
        depth = 1
        while depth < len(self._open):
            container = self._open[depth]
            begun = (
                container.blocks or self._paragraph or self._code is not None or depth + 1 < len(self._open)
            )
            if text and left >= container.indent:
                left -= container.indent
            elif text or not begun:
                break
            depth += 1
        if self._code is not None and depth == len(self._open):
            self._read_code(left, text)
            return
        started = False
        # a paragraph goes on, however far it is indented
        while text and not (self._paragraph and left >= TAB):
            if self._starts_fence(left, text, depth):
                return
            heading = _heading(text)
            if heading is not None:
                self._close_to(depth)
                self._add(["h"] + inline(heading))
                return
            marker, width, kind = self._marker(text, depth)
            if not marker:
                break
            self._close_to(depth)
            offset, text = _indented(text[width:], width)
            self._begin_item(kind, marker, left + width + (offset if 1 <= offset <= TAB and text else 1))
            left = max(0, offset - 1) if offset > TAB else 0
            depth += 1
            started = True
        if not text:
            self._end_paragraph()
            if not started:
                self._close_to(max(depth, 1))
        elif self._paragraph and not started:
            # also where its indentation is missing
            self._paragraph.append(text)
        else:
            self._close_to(depth)
            self._paragraph = [text]

    def _marker(self, text: str, depth: int) -> Tuple[str, int, str]:
        """The marker of a list that a line begins with, its width, and the kind of list; "" if there is none."""
        end = 0
        while end < 9 and text[end : end + 1] and text[end] in DIGITS:
            end += 1
        sign = text[end : end + 1]
        kind = "ol" if end else "ul"
        if not sign or sign not in (".)" if end else "-+*") or text[end + 1 : end + 2] not in ("", " ", "\t"):
            return "", 0, ""
        interrupts = self._paragraph and depth == len(self._open)
        if interrupts and (not trimmed(text[end + 1 :]) or (end and text[:end] != "1")):
            return "", 0, ""
        return sign, end + 1, kind

    def _begin_item(self, kind: str, marker: str, indent: int) -> None:
        if len(self._open) > MAX_NESTING:
            raise GameError("a text has lists nested at most %d deep" % MAX_NESTING)
        container = self._open[-1]
        if container.inner_marker != marker:
            container.blocks.append([kind])
            container.inner_marker = marker
        of_list = container.blocks[-1]
        item: Prose = []
        of_list.append(item)
        self._open.append(_Container(item, indent, of_list))

    def _starts_fence(self, left: int, text: str, depth: int) -> bool:
        if text[0] not in "`~":
            return False
        size = len(text) - len(text.lstrip(text[0]))
        if size < 3 or (text[0] == "`" and "`" in text[size:]):
            return False
        self._close_to(depth)
        self._code, self._fence, self._fence_indent = [], text[:size], left
        return True

    def _read_code(self, left: int, text: str) -> None:
        ends = trimmed(text)
        if left < TAB and ends[: len(self._fence)] == self._fence and not ends.strip(self._fence[0]):
            self._end_paragraph()
        elif self._code is not None:
            self._code.append(" " * max(0, left - self._fence_indent) + text)

    def _end_paragraph(self) -> None:
        """Complete the paragraph or the code that goes on."""
        rows, code = self._paragraph, self._code
        self._paragraph, self._code = [], None
        parts = inline("\n".join(rows)) if rows else []
        while code and not trimmed(code[-1]):
            code.pop()
        for line in code or ():
            if parts or trimmed(line):
                parts += ([["br"]] if parts else []) + ([["c", line]] if trimmed(line) else [])
        if parts:
            self._add(["p"] + parts)

    def _add(self, block: List[Any]) -> None:
        if len(block) > 1:
            self._open[-1].blocks.append(block)
            self._open[-1].inner_marker = ""

    def _close_to(self, depth: int) -> None:
        """Complete what is open in containers beyond this depth. Items without content are left out."""
        self._end_paragraph()
        while len(self._open) > depth:
            container = self._open.pop()
            of_list = container.in_list
            if not container.blocks and of_list is not None:
                of_list.pop()
                if len(of_list) == 1:
                    self._open[-1].blocks.pop()
                    self._open[-1].inner_marker = ""


def _indented(line: str, column: int = 0) -> Tuple[int, str]:
    """The width of the blanks that begin a line, and the text after them."""
    text = line.lstrip(" \t")
    width = 0
    for sign in line[: len(line) - len(text)]:
        width += 1 if sign == " " else TAB - (column + width) % TAB
    return width, text


def _heading(text: str) -> Optional[str]:
    """The text of a heading; None if a line is none."""
    size = len(text) - len(text.lstrip("#"))
    if not 1 <= size <= 6 or text[size : size + 1] not in ("", " ", "\t"):
        return None
    words = trimmed(text[size:])
    cut = words.rstrip("#")
    return trimmed(cut) if cut == "" or (cut != words and cut[-1] in " \t") else words


# -- inline -----------------------------------------------------------------------------------------------------------


class _Run:
    """A run of stars or underscores that may begin or end bold or italic text, or a bracket."""

    def __init__(self, sign: str, size: int, opens: bool, closes: bool, number: int) -> None:
        self.sign = sign
        self.size = size
        self.left = size
        self.opens = opens
        self.closes = closes
        self.number = number

    def matches(self, closer: _Run) -> bool:
        """Whether a part of this run may begin what a part of the other ends."""
        if self.sign != closer.sign:
            return False
        both = (self.opens and self.closes) or (closer.opens and closer.closes)
        return not both or (self.size + closer.size) % 3 != 0 or (self.size % 3 == 0 and closer.size % 3 == 0)


def inline(text: str) -> List[Any]:
    """The parts of a paragraph.

    >>> inline("2 \\\\* 3 is *not* `5`"), inline("a * b"), inline("[see](x 'y')"), inline("**日本**語")
    (['2 * 3 is ', ['i', 'not'], ' ', ['c', '5']], ['a * b'], ['see'], [['b', '日本'], '語'])
    """
    return _joined(_emphasized(_Inline(text).parts))


class _Inline:
    """Reads the parts of a paragraph: texts, nodes, and runs that may be markup."""

    def __init__(self, text: str) -> None:
        # indexing a text is slow in MicroPython
        self._signs = list(trimmed(text))
        self.parts: List[Any] = []
        # the places of opening brackets in `parts`; −1 for one that opens nothing
        self._brackets: List[int] = []
        # the brackets before this number open no links any more
        self._settled = 0
        # lengths of runs of backticks, and ends of titles, that do not come again
        self._absent: List[Any] = []
        self._at = 0
        while self._at < len(self._signs):
            self._next()

    def _text(self, start: int, end: int) -> str:
        return "".join(self._signs[start:end])

    def _sign(self, at: int) -> str:
        return self._signs[at] if 0 <= at < len(self._signs) else ""

    def _take(self, part: Any, end: int) -> None:
        self.parts.append(part)
        self._at = end

    def _next(self) -> None:
        at, signs = self._at, self._signs
        sign = signs[at]
        if sign not in _MARKUP:
            end = at + 1
            while end < len(signs) and signs[end] not in _MARKUP:
                end += 1
            self._take(self._text(at, end), end)
        elif sign == "\\":
            self._escape(at)
        elif sign == "\n":
            self._line_end(at, "\n")
        elif sign == "`":
            self._code(at)
        elif sign in "*_":
            self._run(at)
        elif sign == "[" or (sign == "!" and self._sign(at + 1) == "["):
            self._brackets.append(len(self.parts))
            size = 1 if sign == "[" else 2
            self._take(self._text(at, at + size), at + size)
        elif sign == "]":
            self._close_bracket(at)
        elif sign == "<":
            self._address(at)
        elif sign == "&":
            self._entity(at)
        else:
            self._take(sign, at + 1)

    def _escape(self, at: int) -> None:
        escaped = self._sign(at + 1)
        if escaped == "\n":
            self._line_end(at + 1, ["br"])
        elif escaped and escaped in _PUNCTUATION:
            self._take(escaped, at + 2)
        else:
            self._take("\\", at + 1)

    def _line_end(self, at: int, part: Any) -> None:
        before = self.parts[-1] if self.parts else None
        if part == "\n" and isinstance(before, str):
            cut = before.rstrip(" ")
            self.parts[-1] = cut
            if len(before) - len(cut) > 1:
                part = ["br"]
        end = at + 1
        while self._sign(end) and self._sign(end) in " \t":
            end += 1
        self._take(part, end)

    def _end_of_run(self, at: int) -> int:
        end = at
        while self._sign(end) == self._sign(at):
            end += 1
        return end

    def _code(self, at: int) -> None:
        begin = self._end_of_run(at)
        size = begin - at
        end = begin if size not in self._absent else len(self._signs)
        while end < len(self._signs):
            if self._signs[end] != "`":
                end += 1
                continue
            close = self._end_of_run(end)
            if close - end == size:
                code = self._text(begin, end).replace("\n", " ")
                if code[0] == code[-1] == " " and code.strip(" "):
                    code = code[1:-1]
                self._take(["c", code], close)
                return
            end = close
        self._absent.append(size)
        self._take(self._text(at, begin), begin)

    def _run(self, at: int) -> None:
        end = self._end_of_run(at)
        before, after = self._sign(at - 1), self._sign(end)
        blank_before, blank_after = _is_blank(before), _is_blank(after)
        mark_before, mark_after = _is_mark(before), _is_mark(after)
        left = not blank_after and (not mark_after or blank_before or mark_before)
        right = not blank_before and (not mark_before or blank_after or mark_after)
        opens, closes = left, right
        if self._signs[at] == "_":
            opens, closes = left and (not right or mark_before), right and (not left or mark_after)
        self._take(_Run(self._signs[at], end - at, opens, closes, at), end)

    def _close_bracket(self, at: int) -> None:
        place = self._brackets.pop() if self._brackets else -1
        is_image = place >= 0 and self.parts[place] == "!["
        end = self._end_of_link(at + 1) if place >= 0 else 0
        if not end:
            self._take("]", at + 1)
            return
        words = _emphasized(self.parts[place + 1 :])
        self.parts[place:] = words
        if not is_image:
            # there are no links in links
            for n in range(min(self._settled, len(self._brackets)), len(self._brackets)):
                other = self._brackets[n]
                if other >= 0 and self.parts[other] != "![":
                    self._brackets[n] = -1
            self._settled = len(self._brackets)
        self._at = end

    def _end_of_link(self, at: int) -> int:
        """The end of the address and the title of a link, in brackets; 0 if there are none."""
        if self._sign(at) != "(":
            return 0
        at = self._blanks(at + 1)
        if self._sign(at) == "<":
            at = self._until(at + 1, ">")
        else:
            depth = 0
            while self._sign(at) and not _is_blank(self._sign(at)):
                sign = self._sign(at)
                if sign == "\\" and self._sign(at + 1) and self._sign(at + 1) in _PUNCTUATION:
                    at += 1
                elif sign == "(":
                    depth += 1
                    if depth > MAX_PARENTHESES:
                        return 0
                elif sign == ")":
                    if not depth:
                        break
                    depth -= 1
                at += 1
            if depth:
                return 0
        title = self._blanks(at) if at else 0
        quote = self._sign(title)
        if at and title > at and quote and quote in "\"'(":
            closing = ")" if quote == "(" else quote
            if closing in self._absent:
                return 0
            at = self._until(title + 1, closing, True)
            if not at:
                self._absent.append(closing)
        at = self._blanks(at) if at else 0
        return at + 1 if at and self._sign(at) == ")" else 0

    def _blanks(self, at: int) -> int:
        while self._sign(at) and self._sign(at) in " \t\n":
            at += 1
        return at

    def _until(self, at: int, closing: str, over_lines: bool = False) -> int:
        """The place after a closing character; 0 if it is missing."""
        while self._sign(at) and (over_lines or self._sign(at) not in "\n<"):
            if self._sign(at) == closing:
                return at + 1
            at += 2 if self._sign(at) == "\\" else 1
        return 0

    def _address(self, at: int) -> None:
        """An address in angle brackets becomes its text."""
        end = at + 1
        while self._sign(end) and self._sign(end) not in "<> \n":
            end += 1
        words = self._text(at + 1, end)
        scheme, colon, _ = words.partition(":")
        is_link = colon and 2 <= len(scheme) <= 32 and not scheme.lower().strip(LETTERS + DIGITS + "+.-")
        name, sign, host = words.partition("@")
        is_mail = sign and name and host and not (name + host).lower().strip(LETTERS + DIGITS + "+.-_")
        if self._sign(end) == ">" and (is_mail or (is_link and scheme[0] not in DIGITS + "+.-")):
            self._take(words, end + 1)
        else:
            self._take("<", at + 1)

    def _entity(self, at: int) -> None:
        end = at + 1
        while end < at + 10 and self._sign(end) not in ("", ";"):
            end += 1
        name = self._text(at + 1, end)
        sign = _entity(name) if self._sign(end) == ";" else ""
        self._take(sign or "&", end + 1 if sign else at + 1)


def _entity(name: str) -> str:
    """The character of an entity such as amp or #65; "" if it is unknown."""
    if name[:1] != "#":
        return _ENTITIES.get(name, "")
    base = 16 if name[1:2] in ("x", "X") else 10
    digits = name[2:] if base == 16 else name[1:]
    if not digits or digits.lower().strip("0123456789abcdef"[:base]):
        return ""
    code = int(digits, base)
    return chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd"


def _is_blank(sign: str) -> bool:
    return sign == "" or is_in(sign, BLANKS)


def _is_mark(sign: str) -> bool:
    return sign != "" and (sign in _PUNCTUATION or is_in(sign, _MORE_PUNCTUATION))


def _emphasized(parts: List[Any]) -> List[Any]:
    """The parts with bold and italic text in place of the runs around it."""
    out: List[Any] = []
    # the places of runs in `out` that may open
    openers: List[int] = []
    # below these runs, none opens what a run of this kind closes
    bottoms: Dict[Tuple[str, bool, int], int] = {}
    for part in parts:
        if not isinstance(part, _Run):
            out.append(part)
            continue
        kind = (part.sign, part.opens, part.size % 3)
        while part.closes and part.left:
            at = len(openers) - 1
            while (
                at >= 0
                and out[openers[at]].number >= bottoms.get(kind, 0)
                and not out[openers[at]].matches(part)
            ):
                at -= 1
            if at < 0 or out[openers[at]].number < bottoms.get(kind, 0):
                bottoms[kind] = part.number
                break
            place = openers[at]
            opener = out[place]
            size = min(2, opener.left, part.left)
            inner = _joined(out[place + 1 :])
            opener.left -= size
            part.left -= size
            out = out[: place + (opener.left > 0)]
            openers = openers[: at + (opener.left > 0)]
            out.append(_wrapped("b" if size == 2 else "i", inner))
        if part.left:
            if part.opens:
                openers.append(len(out))
            out.append(part)
    return [part.sign * part.left if isinstance(part, _Run) else part for part in out]


def _wrapped(kind: str, parts: List[Any]) -> List[Any]:
    """Bold or italic text. Italic in italic looks the same, and cannot always be written."""
    out: List[Any] = [kind]
    for part in parts:
        if isinstance(part, list) and part[0] == kind:
            out += part[1:]
        elif isinstance(part, list) and part[0] in ("b", "i"):
            out.append([part[0]] + _wrapped(kind, part[1:])[1:])
        else:
            out.append(part)
    return [kind] + _joined(out[1:])


def _joined(parts: List[Any]) -> List[Any]:
    """Joins consecutive texts, with blanks in place of line ends."""
    rows: List[Any] = []
    texts: List[str] = []
    for part in parts + [None]:
        if isinstance(part, _Run):
            part = part.sign * part.left
        if isinstance(part, str):
            texts.append(part)
            continue
        text = _on_one_line("".join(texts))
        rows += ([text] if text else []) + ([] if part is None else [part])
        texts = []
    return rows


def _on_one_line(text: str) -> str:
    lines = text.split("\n")
    out = [lines[0]]
    for n in range(1, len(lines)):
        before, after = lines[n - 1][-1:], lines[n][:1]
        # Japanese has no blanks between lines
        wide = before and after and is_in(before, _WIDE) and is_in(after, _WIDE)
        out += ["" if wide else " ", lines[n]]
    return "".join(out)
