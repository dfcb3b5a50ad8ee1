"""Splits Python source into tokens without losing a character, also source that is not finished or not valid."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional

Token = NamedTuple(
    "Token",
    [
        # "name", "number", "string", "op", "newline" (the end of a logical line), or "space": blanks, comments, and
        # line ends within brackets or after a backslash
        ("kind", str),
        ("text", str),
    ],
)

OPENING = "([{"
CLOSING = ")]}"
_THREE = ("**=", "//=", ">>=", "<<=", "...")
_TWO = ("**", "//", ">>", "<<", "<=", ">=", "==", "!=", "->", ":=")
_TWO_ASSIGNING = "+-*/%@&|^"
_PREFIXES = ("r", "b", "u", "f", "br", "rb", "fr", "rf")
_SPACES = " \t\f"


def tokens_of(source: str) -> List[Token]:
    """The tokens of a source; their texts joined are the source.

    >>> [token.text for token in tokens_of("x = f'{y[0]}' # why")]
    ['x', ' ', '=', ' ', "f'{y[0]}'", ' # why']
    """
    out: List[Token] = []
    depth = at = 0
    while at < len(source):
        sign = source[at]
        if sign == "\n":
            out.append(Token("space" if depth else "newline", sign))
            at += 1
            continue
        end = _space_end(source, at)
        kind = "space"
        if end == at:
            end = _name_end(source, at)
            kind = "name"
            if end > at and source[end : end + 1] in ("'", '"') and source[at:end].lower() in _PREFIXES:
                end = string_end(source, end, source[at:end])
                kind = "string"
        if end == at and sign in "'\"":
            end, kind = string_end(source, at, ""), "string"
        if end == at:
            end, kind = _number_end(source, at), "number"
        if end == at:
            end, kind = at + _operator_length(source, at), "op"
            if sign in OPENING:
                depth += 1
            elif sign in CLOSING:
                depth = max(0, depth - 1)
        out.append(Token(kind, source[at:end]))
        at = end
    return out


def _space_end(source: str, at: int) -> int:
    while at < len(source):
        if source[at] in _SPACES:
            at += 1
        elif source[at : at + 2] == "\\\n":
            at += 2
        elif source[at] == "#":
            end = source.find("\n", at)
            return len(source) if end < 0 else end
        else:
            break
    return at


def _is_name_sign(sign: str) -> bool:
    return sign == "_" or sign > "\x7f" or sign.isalpha() or sign.isdigit()


def _name_end(source: str, at: int) -> int:
    if source[at].isdigit():
        return at
    while at < len(source) and _is_name_sign(source[at]):
        at += 1
    return at


def _number_end(source: str, at: int) -> int:
    if not (source[at].isdigit() or (source[at] == "." and source[at + 1 : at + 2].isdigit())):
        return at
    is_hexadecimal = source[at : at + 2].lower() == "0x"
    while at < len(source):
        sign = source[at]
        if (
            _is_name_sign(sign)
            or sign == "."
            or (sign in "+-" and source[at - 1] in "eE" and not is_hexadecimal)
        ):
            at += 1
        else:
            break
    return at


def _operator_length(source: str, at: int) -> int:
    if source[at : at + 3] in _THREE:
        return 3
    two = source[at : at + 2]
    return 2 if two in _TWO or (two[1:] == "=" and two[0] in _TWO_ASSIGNING) else 1


def quotes_at(source: str, at: int) -> str:
    """The quotes that a string begins with: one, or three."""
    return source[at : at + 3] if source[at : at + 3] in ("'''", '"""') else source[at]


def string_end(source: str, at: int, prefix: str) -> int:
    """Where the string ends whose quotes begin at a place; for one that is not finished, the end of its line or text.

    The fields of an f-string may hold its own quotes.
    """
    quotes = quotes_at(source, at)
    is_formatted = "f" in prefix.lower()
    at += len(quotes)
    while at < len(source):
        if source[at] == "\\":
            at += 2
        elif source[at : at + len(quotes)] == quotes:
            return at + len(quotes)
        elif source[at] == "\n" and len(quotes) == 1:
            return at
        elif is_formatted and source[at] == "{" and source[at : at + 2] != "{{":
            at = field_end(source, at + 1, quotes)
        elif is_formatted and source[at : at + 2] == "{{":
            at += 2
        else:
            at += 1
    return len(source)


def field_end(source: str, at: int, quotes: str) -> int:
    """Behind the brace that closes a field of an f-string; at the end of the string, if none does."""
    depth = 0
    is_spec = False
    while at < len(source):
        sign = source[at]
        if sign == "}" and not depth:
            return at + 1
        if sign == "\n" and len(quotes) == 1:
            return at
        if is_spec and source[at : at + len(quotes)] == quotes:
            return at
        if is_spec and sign == "{":
            at = field_end(source, at + 1, quotes)
        elif not is_spec and sign in "'\"":
            end = string_end(source, at, "")
            if source[at : at + len(quotes)] == quotes and source[end - 1 : end] != sign:
                # the quotes of an f-string whose field is not closed
                return at
            at = end
        else:
            if sign in OPENING and not is_spec:
                depth += 1
            elif sign in CLOSING and not is_spec:
                depth = max(0, depth - 1)
            elif sign == ":" and not depth:
                is_spec = True
            at += 1
    return len(source)


def mates_of(tokens: List[Token]) -> Dict[int, int]:
    """The numbers of the tokens that are brackets, each with that of its mate. Brackets without a mate are left out."""
    mates: Dict[int, int] = {}
    open_brackets: List[int] = []
    for number in range(len(tokens)):
        kind, text = tokens[number]
        if kind != "op":
            continue
        if text in OPENING:
            open_brackets.append(number)
        elif text in CLOSING and open_brackets:
            opening = open_brackets.pop()
            if OPENING.index(tokens[opening].text) == CLOSING.index(text):
                mates[opening], mates[number] = number, opening
    return mates


# what a statement begins with that holds others: what follows a semicolon in its line belongs to it
_COMPOUND = (
    "async",
    "class",
    "def",
    "for",
    "if",
    "try",
    "while",
    "with",
    "else",
    "elif",
    "except",
    "finally",
    "@",
)


def last_statement(tokens: List[Token]) -> Optional[int]:
    """The number of the token with which the last simple statement of a source begins that stands alone.

    None if the source ends with an indented line, with a semicolon, or with nothing.

    >>> tokens = tokens_of("x = 1; x + 1  # two")
    >>> tokens[last_statement(tokens)].text
    'x'
    """
    start = last = -1
    semicolon = -1
    depth = 0
    after_newline = True
    for number in range(len(tokens)):
        kind, text = tokens[number]
        if kind == "newline":
            after_newline = True
        elif kind != "space":
            if after_newline and not depth:
                start, semicolon = number, -1
                after_newline = False
            if kind == "op":
                if text in OPENING:
                    depth += 1
                elif text in CLOSING:
                    depth -= 1
                elif text == ";" and not depth:
                    semicolon = number
            last = number
    if last < 0 or semicolon == last:
        return None
    before = tokens[start - 1] if start else Token("newline", "\n")
    if before.kind == "space" and before.text[0] in _SPACES:
        return None
    if semicolon < 0:
        return start
    if tokens[start].text in _COMPOUND:
        return None
    return next(number for number in range(semicolon + 1, len(tokens)) if tokens[number].kind != "space")
