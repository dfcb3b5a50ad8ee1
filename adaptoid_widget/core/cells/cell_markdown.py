"""Reads the Markdown of lessons in a page: paragraphs, lists, headings, bold, italic, code and line breaks.

`lessons.markdown` reads all of CommonMark. Here, nested lists are paragraphs of their item.
"""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

from ..teaching.rich_text import Prose

ESCAPABLE = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
DIGITS = "0123456789"


def tree_of(text: str) -> Prose:
    """The tree of a Markdown text (see `core.teaching.rich_text`).

    >>> tree_of("Black's `D5` has **one** to spare.\\n\\n- Look.\\n- Count.")
    [['p', "Black's ", ['c', 'D5'], ' has ', ['b', 'one'], ' to spare.'], ['ul', [['p', 'Look.']], [['p', 'Count.']]]]
    """
    blocks: Prose = []
    rows: List[str] = []
    listed: Optional[Tuple[str, List[List[str]]]] = None
    for line in text.split("\n") + [""]:
        kind, rest = _bullet(line)
        if kind:
            _close(blocks, rows)
            rows = []
            if listed is None or listed[0] != kind:
                _close_list(blocks, listed)
                listed = (kind, [])
            listed[1].append([rest])
        elif listed is not None and line[:1] == " " and line.strip():
            listed[1][-1].append(line.strip())
        elif not line.strip():
            _close(blocks, rows)
            rows = []
            if listed is not None:
                listed[1][-1].append("")
        elif listed is not None and listed[1][-1][-1]:
            # a paragraph goes on without its indentation
            listed[1][-1].append(line.strip())
        else:
            _close_list(blocks, listed)
            listed = None
            signs = line.split(" ")[0]
            if 1 <= len(signs) <= 6 and not signs.strip("#") and line.strip("# "):
                _close(blocks, rows)
                rows = []
                blocks.append(["h"] + inline(line.strip("# ")))
            else:
                rows.append(line)
    _close(blocks, rows)
    _close_list(blocks, listed)
    return blocks


def _bullet(line: str) -> Tuple[str, str]:
    """The kind of list that a line is an item of, and its text; "" for none."""
    sign, _, rest = line.partition(" ")
    if sign in ("-", "*", "+") and rest.strip():
        return "ul", rest.strip()
    if sign[-1:] in (".", ")") and sign[:-1] and not sign[:-1].strip(DIGITS) and rest.strip():
        return "ol", rest.strip()
    return "", ""


def _close(blocks: Prose, rows: List[str]) -> None:
    if rows:
        blocks.append(["p"] + inline("\n".join(rows)))


def _close_list(blocks: Prose, listed: Optional[Tuple[str, List[List[str]]]]) -> None:
    if listed is None:
        return
    items: List[Any] = []
    for rows in listed[1]:
        item: Prose = []
        for paragraph in "\n".join(rows).strip("\n").split("\n\n"):
            _close(item, [paragraph])
        items.append(item)
    blocks.append([listed[0]] + items)


def inline(text: str) -> List[Any]:
    """The parts of a paragraph.

    >>> inline("2 \\\\* 3 is *not* `5`"), inline("a * b")
    (['2 * 3 is ', ['i', 'not'], ' ', ['c', '5']], ['a * b'])
    """
    parts: List[Any] = []
    plain, at = "", 0
    while at < len(text):
        sign = text[at]
        part: Any = None
        end = at + 1
        if sign == "\\" and text[at + 1 : at + 2] == "\n":
            part, end = ["br"], at + 2
        elif sign == "\\" and at + 1 < len(text) and text[at + 1] in ESCAPABLE:
            sign, end = text[at + 1], at + 2
        elif sign == "`":
            close = text.find("`", at + 1)
            if close > at + 1:
                part, end = ["c", text[at + 1 : close].replace("\n", " ")], close + 1
        elif sign in "*_":
            part, end = _emphasis(text, at)
        elif sign == "\n":
            hard = plain[-2:] == "  "
            plain = plain.rstrip(" ")
            if hard:
                part = ["br"]
            else:
                sign = " "
        if part is None:
            plain += sign
        else:
            parts += ([plain] if plain else []) + [part]
            plain = ""
        at = end
    return parts + ([plain] if plain else [])


def _emphasis(text: str, at: int) -> Tuple[Any, int]:
    """The bold or italic part that begins here, and where it ends; None if there is none."""
    sign = text[at]
    mark = sign * 2 if text[at + 1 : at + 2] == sign else sign
    begin = at + len(mark)
    inside_word = sign == "_" and at > 0 and (text[at - 1].isalpha() or text[at - 1] in DIGITS)
    if inside_word or text[begin : begin + 1] in ("", " ", "\n"):
        return None, at + 1
    end = text.find(mark, begin)
    while end > 0 and (text[end - 1] in " \n\\" or (len(mark) == 1 and text[end + 1 : end + 2] == sign)):
        end = text.find(mark, end + (2 if text[end + 1 : end + 2] == sign else 1))
    if end <= begin:
        return None, at + 1
    return ["b" if len(mark) == 2 else "i"] + inline(text[begin:end]), end + len(mark)
