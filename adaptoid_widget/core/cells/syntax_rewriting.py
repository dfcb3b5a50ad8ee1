"""Rewrites what MicroPython cannot compile, or understands differently, into calls of functions of `cell_values`.

These are unpacking in lists, tuples, sets and dicts, slices with a step, f-strings, displays of dicts (whose order is
kept), methods that its texts and lists lack, `/` in parameters, and the fields of data classes; lines such as
`%matplotlib inline` go. Lines stay where they are, so errors name those that people wrote. Source that cannot be
understood is left as it is, and compiling it says what is wrong.
"""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from .source_tokens import CLOSING, Token, field_end, mates_of, quotes_at, tokens_of

# the names that rewritten source calls; `cell_values` has the functions
HELPERS = (
    "joined", "each", "astuple", "asset", "pairs", "pairs_of", "items", "stepped", "method", "text", "field",
    "content", "fromkeys", "table",
)  # fmt: skip
PREFIX = "_cell_"
# methods of texts, lists and numbers that MicroPython lacks, or has in part
METHODS = (
    "bit_count", "bit_length", "capitalize", "casefold", "center", "expandtabs", "is_integer", "isalnum",
    "isdecimal", "isidentifier", "isnumeric", "istitle", "ljust", "lower", "removeprefix", "removesuffix",
    "rjust", "sort", "strip", "lstrip", "rstrip", "swapcase", "title", "translate", "upper", "zfill", "update",
)  # fmt: skip
# commands that only set up a notebook
SETTINGS = ("autoreload", "config", "load_ext", "matplotlib", "reload_ext")
# names after which an expression begins
_KEYWORDS = (
    "and", "as", "assert", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
    "pass", "raise", "return", "try", "while", "with", "yield",
)  # fmt: skip


def rewritten(source: str) -> str:
    """The source as MicroPython can compile it; it has the same lines.

    Lines that only set up a notebook are empty.

    >>> rewritten("[*a, 1]")
    '_cell_joined(_cell_each(a), [1])'
    >>> rewritten("word[::-1].ljust(5)")
    '_cell_method(_cell_stepped(word)[::-1], "ljust")(5)'
    """
    return _Rewriting(tokens_of(without_settings(source))).result()


def without_settings(source: str) -> str:
    """The source with empty lines for those that only set up a notebook, which change nothing in a page.

    >>> without_settings("%matplotlib inline\\nimport math")
    '\\nimport math'
    """
    tokens = tokens_of(source)
    out: List[str] = []
    is_setting, at_begin = False, True
    for number in range(len(tokens)):
        kind, text = tokens[number]
        if kind == "newline":
            is_setting, at_begin = False, True
        elif kind != "space" and at_begin:
            is_setting = text == "%" and number + 1 < len(tokens) and tokens[number + 1].text in SETTINGS
            at_begin = False
        out.append("\n" * text.count("\n") if is_setting else text)
    return "".join(out)


class _Rewriting:
    """The tokens of a source, with what is written before, after and in place of each."""

    def __init__(self, tokens: List[Token]) -> None:
        self._tokens = tokens
        self._mates = mates_of(tokens)
        self._before: Dict[int, str] = {}
        self._after: Dict[int, str] = {}
        self._instead: Dict[int, str] = {}
        # the tokens that are not space, and the place of each among them
        self._solid = [number for number in range(len(tokens)) if tokens[number].kind != "space"]
        self._place = {self._solid[place]: place for place in range(len(self._solid))}

    def result(self) -> str:
        self._rewrite_strings()
        for number in self._solid:
            kind, text = self._tokens[number]
            if kind == "op":
                if text == "[" and self._follows_value(number):
                    self._rewrite_slice(number)
                elif text == ".":
                    self._rewrite_method(number)
                elif text == "/":
                    self._rewrite_parameters(number)
            elif kind == "name" and text == "dict":
                self._rewrite_call_of_dict(number)
        # from the inner ones to the outer ones
        for number in reversed(self._solid):
            text = self._tokens[number].text
            is_opening = number in self._mates and text in ("[", "(", "{")
            if is_opening and (text == "{" or not self._follows_value(number)):
                self._rewrite_display(number)
        self._rewrite_bare_tuples()
        self._name_fields()
        out: List[str] = []
        for number in range(len(self._tokens)):
            out.append(self._before.get(number, ""))
            out.append(self._instead.get(number, self._tokens[number].text))
            out.append(self._after.get(number, ""))
        return "".join(out)

    # -- data classes ------------------------------------------------------------------------------------------------

    def _name_fields(self) -> None:
        """Write the names of the fields of data classes before the first one, since annotations are dropped."""
        lines = self._lines()
        is_data = False
        for at in range(len(lines)):
            texts = [self._tokens[number].text for number in lines[at]]
            if texts[0] == "@":
                is_data = is_data or "dataclass" in texts
                continue
            if is_data and texts[0] == "class":
                self._name_fields_in(lines[at + 1 :])
            is_data = False

    def _name_fields_in(self, lines: List[List[int]]) -> None:
        indentation = ""
        fields: List[int] = []
        for line in lines:
            own = self._indentation(line[0])
            indentation = indentation or own
            if not own or len(own) < len(indentation):
                break
            texts = [self._tokens[number].text for number in line]
            is_field = self._tokens[line[0]].kind == "name" and texts[1:2] == [":"]
            if own == indentation and is_field and texts[0] not in _KEYWORDS:
                fields.append(line[0])
        if fields:
            names = " ".join([self._tokens[number].text for number in fields])
            self._before[fields[0]] = '_cell_fields = "%s"; ' % names + self._before.get(fields[0], "")

    def _lines(self) -> List[List[int]]:
        """The tokens of each logical line that are not space."""
        out: List[List[int]] = [[]]
        for number in self._solid:
            if self._tokens[number].kind == "newline":
                out.append([])
            else:
                out[-1].append(number)
        return [line for line in out if line]

    def _indentation(self, number: int) -> str:
        """What stands before the first token of a line."""
        before = self._tokens[number - 1] if number else None
        return before.text if before is not None and before.kind == "space" else ""

    # -- looking around ----------------------------------------------------------------------------------------------

    def _neighbour(self, number: int, step: int) -> int:
        """The next or the previous token that is not space; -1 if there is none."""
        place = self._place[number] + step
        return self._solid[place] if 0 <= place < len(self._solid) else -1

    def _next(self, number: int) -> str:
        following = self._neighbour(number, 1)
        return self._tokens[following].text if following >= 0 else ""

    def _text_before(self, number: int) -> str:
        before = self._neighbour(number, -1)
        return self._tokens[before].text if before >= 0 else ""

    def _is_value(self, number: int) -> bool:
        """Whether a token can be the end of a value."""
        if number < 0:
            return False
        kind, text = self._tokens[number]
        if kind == "name":
            return text not in _KEYWORDS
        return kind in ("number", "string") or text in (")", "]", "}")

    def _follows_value(self, number: int) -> bool:
        """Whether a bracket calls or subscripts what stands before it."""
        return self._is_value(self._neighbour(number, -1))

    def _value_start(self, number: int) -> int:
        """The first token of the value that a token ends, such as the name in `a.b(c)[d]`; -1 if it is none."""
        while True:
            if not self._is_value(number):
                return -1
            if self._tokens[number].text in CLOSING:
                if number not in self._mates:
                    return -1
                number = self._mates[number]
                before = self._neighbour(number, -1)
                if self._tokens[number].text != "{" and self._is_value(before):
                    number = before
                    continue
            before = self._neighbour(number, -1)
            if self._tokens[number].kind == "string":
                while before >= 0 and self._tokens[before].kind == "string":
                    number, before = before, self._neighbour(before, -1)
            if before < 0 or self._tokens[before].text != ".":
                return number
            number = self._neighbour(before, -1)

    def _wrap(self, first: int, last: int, opening: str, closing: str) -> None:
        """Write something around some tokens, outside of what stands there already."""
        self._before[first] = opening + self._before.get(first, "")
        self._after[last] = self._after.get(last, "") + closing

    def _top(self, first: int, last: int) -> List[int]:
        """The tokens from one to another that stand in no brackets, besides the brackets, and in no parameters."""
        out: List[int] = []
        place, end = self._place[first], self._place[last]
        in_lambda = False
        while place <= end:
            number = self._solid[place]
            text = self._tokens[number].text
            if text == "lambda":
                in_lambda = True
            elif in_lambda and text == ":":
                in_lambda = False
            elif not in_lambda:
                out.append(number)
            mate = self._mates.get(number, -1)
            place = self._place[mate] if mate > number else place + 1
        return out

    def _rewrite_call_of_dict(self, number: int) -> None:
        """Rewrite `dict(…)` and `dict.fromkeys(…)`."""
        if self._text_before(number) in (".", "def", "class"):
            return
        following = self._neighbour(number, 1)
        if self._next(number) == "." and self._next(following) == "fromkeys":
            self._instead[number] = self._instead[following] = ""
            self._instead[self._neighbour(following, 1)] = PREFIX + "fromkeys"
        elif self._next(number) == "(" and following in self._mates:
            self._instead[number] = PREFIX + "table"
            end = self._neighbour(self._mates[following], -1)
            elements = self._elements(self._neighbour(following, 1), end)
            inner = [k for first, last in elements for k in self._top(first, last)]
            own = self._top(*elements[0]) if elements else []
            named = any(self._tokens[k].text in ("=", "*", "**") for k in own)
            if own and not named and not any(self._is_loop(k) for k in inner):
                self._wrap(elements[0][0], elements[0][1], PREFIX + "content(", ")")

    # -- strings -----------------------------------------------------------------------------------------------------

    def _rewrite_strings(self) -> None:
        """Rewrite f-strings, with the strings that stand beside them."""
        place = 0
        while place < len(self._solid):
            run: List[int] = []
            while place < len(self._solid) and self._tokens[self._solid[place]].kind == "string":
                run.append(self._solid[place])
                place += 1
            if any(_is_formatted(self._tokens[number].text) for number in run):
                for number in run:
                    text = self._tokens[number].text
                    comma = "" if number == run[-1] else ","
                    self._instead[number] = _parts(text) + comma if _is_formatted(text) else text + comma
                self._wrap(run[0], run[-1], PREFIX + "text(", ")")
            place += 1

    # -- slices, methods, parameters ---------------------------------------------------------------------------------

    def _rewrite_slice(self, number: int) -> None:
        end = self._mates.get(number, -1)
        if end < 0 or self._neighbour(number, 1) == end:
            return
        inner = self._top(self._neighbour(number, 1), self._neighbour(end, -1))
        if len([k for k in inner if self._tokens[k].text == ":"]) == 2:
            last = self._neighbour(number, -1)
            start = self._value_start(last)
            if start >= 0:
                self._wrap(start, last, PREFIX + "stepped(", ")")

    def _rewrite_method(self, number: int) -> None:
        name, last = self._neighbour(number, 1), self._neighbour(number, -1)
        if name < 0 or last < 0 or self._tokens[name].text not in METHODS:
            return
        is_of_class = self._tokens[last].text in ("str", "int", "list") and self._text_before(last) != "."
        start = self._value_start(last)
        if start >= 0 and (self._next(name) == "(" or is_of_class) and self._text_before(start) != "import":
            self._wrap(start, last, PREFIX + "method(", "")
            self._instead[number] = ", "
            self._instead[name] = '"%s")' % self._tokens[name].text

    def _rewrite_parameters(self, number: int) -> None:
        following = self._neighbour(number, 1)
        if self._text_before(number) in (",", "(") and following >= 0:
            if self._tokens[following].text == ",":
                self._instead[following] = ""
            elif self._tokens[following].text != ")":
                return
            self._instead[number] = ""

    # -- displays ----------------------------------------------------------------------------------------------------

    def _elements(self, first: int, last: int) -> List[Tuple[int, int]]:
        """The first and the last token of each element between commas."""
        out: List[Tuple[int, int]] = []
        if first < 0 or last < 0 or self._place[first] > self._place[last]:
            return out
        start = first
        for number in self._top(first, last):
            if self._tokens[number].text == ",":
                out.append((start, self._neighbour(number, -1)))
                start = self._neighbour(number, 1)
        if start >= 0 and self._place[start] <= self._place[last]:
            out.append((start, last))
        return out

    def _rewrite_display(self, number: int) -> None:
        end = self._mates[number]
        opening = self._tokens[number].text
        inside = self._neighbour(number, 1), self._neighbour(end, -1)
        elements = self._elements(inside[0], inside[1])
        if elements and any(self._is_loop(k) for k in self._top(inside[0], inside[1])):
            # a comprehension is one element
            elements = [inside]
        stars = [first for first, _ in elements if self._tokens[first].text == "*"]
        if opening == "{" and self._rewrite_dict(number, end, elements):
            return
        if not stars or self._is_target(number):
            return
        kind = {"[": "", "(": "astuple(", "{": "asset("}[opening]
        self._instead[number] = (PREFIX + kind if kind else "") + PREFIX + "joined("
        self._instead[end] = "))" if kind else ")"
        self._spread(elements)

    def _spread(self, elements: List[Tuple[int, int]]) -> None:
        """Make a list of each element, for `joined`."""
        for first, last in elements:
            if self._tokens[first].text == "*":
                self._instead[first] = PREFIX + "each("
                self._wrap(first, last, "", ")")
            else:
                self._wrap(first, last, "[", "]")

    def _rewrite_dict(self, number: int, end: int, elements: List[Tuple[int, int]]) -> bool:
        """Rewrite the display of a dict. Returns whether it is one."""
        colons = [self._colon(first, last) for first, last in elements]
        doubles = [self._tokens[first].text == "**" for first, _ in elements]
        if not all(colons[k] >= 0 or doubles[k] for k in range(len(elements))):
            return False
        loops = [k for first, last in elements for k in self._top(first, last) if self._is_loop(k)]
        if loops:
            first, colon = elements[0][0], colons[0]
            last = self._neighbour(loops[0], -1)
            if self._tokens[last].text == "async":
                return False
            self._instead[number], self._instead[end] = PREFIX + "pairs_of(", ")"
            self._wrap(first, last, "(", ")")
            self._instead[colon] = ","
            return True
        self._instead[number], self._instead[end] = PREFIX + "pairs(", ")"
        for k in range(len(elements)):
            first, last = elements[k]
            if doubles[k]:
                self._instead[first] = PREFIX + "items("
                self._wrap(first, last, "", ")")
            else:
                self._instead[colons[k]] = ","
                self._wrap(first, last, "(", ")")
        return True

    def _is_loop(self, number: int) -> bool:
        return self._tokens[number].kind == "name" and self._tokens[number].text == "for"

    def _colon(self, first: int, last: int) -> int:
        """The colon between a key and its value; -1 if there is none."""
        return next((k for k in self._top(first, last) if self._tokens[k].text == ":"), -1)

    def _surrounding(self, number: int) -> int:
        """The bracket around a token; -1 if there is none."""
        place = self._place[number] - 1
        while place >= 0:
            before = self._solid[place]
            mate = self._mates.get(before, before)
            if mate > before:
                return before
            if self._tokens[before].kind == "newline":
                return -1
            place = self._place[mate] - 1
        return -1

    def _is_target(self, number: int) -> bool:
        """Whether something is assigned to a display, as in `[a, *b] = c` or `for a, (b, *c) in d`."""
        around = self._surrounding(number)
        end = len(self._tokens) if around < 0 else self._mates[around]
        place = self._place[number]
        # after it: an equals sign
        while place < len(self._solid) and self._solid[place] < end:
            token = self._tokens[self._solid[place]]
            if token.kind == "newline" or token.text in (";", "lambda", ":"):
                break
            if token.text == "=" and around < 0:
                return True
            place = self._place[self._mates.get(self._solid[place], self._solid[place])] + 1
        # before it: a `for` whose `in` comes later
        before = self._neighbour(number, -1)
        while (
            before > around and self._tokens[before].kind != "newline" and self._tokens[before].text != "in"
        ):
            if self._is_loop(before):
                return True
            before = self._neighbour(min(before, self._mates.get(before, before)), -1)
        if around < 0 or (self._tokens[around].text != "{" and self._follows_value(around)):
            return False
        return self._is_target(around)

    def _rewrite_bare_tuples(self) -> None:
        """Rewrite unpacking in a tuple without brackets, as in `return *a, b`."""
        start = 0
        for place in range(len(self._solid) + 1):
            at_end = place == len(self._solid)
            number = -1 if at_end else self._solid[place]
            if not at_end and self._tokens[number].kind != "newline":
                continue
            if place > start:
                self._rewrite_line(self._solid[start], self._solid[place - 1])
            start = place + 1

    def _rewrite_line(self, first: int, last: int) -> None:
        """Rewrite such tuples in a logical line."""
        top = self._top(first, last)
        texts = [self._tokens[number].text for number in top]
        if "*" not in texts or "import" in texts:
            return
        begin = 0
        for k in range(len(top) + 1):
            ends = k == len(top) or texts[k] in (";", ":", "=", "in", "return", "yield")
            if not ends:
                continue
            part = top[begin:k]
            is_target = k < len(top) and texts[k] in ("=", "in")
            if part and not is_target:
                elements = self._elements(part[0], self._end_of(part[-1]))
                if any(self._tokens[start].text == "*" for start, _ in elements):
                    self._spread(elements)
                    self._wrap(
                        part[0], self._end_of(part[-1]), PREFIX + "astuple(" + PREFIX + "joined(", "))"
                    )
            begin = k + 1

    def _end_of(self, number: int) -> int:
        return max(number, self._mates.get(number, number))


def _is_formatted(text: str) -> bool:
    """Whether a string is an f-string."""
    return "f" in text[: min(k for k in (text.find("'"), text.find('"')) if k >= 0)].lower()


def _parts(text: str) -> str:
    """The arguments of `text`: the letters and the fields of an f-string."""
    at = min(k for k in (text.find("'"), text.find('"')) if k >= 0)
    quotes = quotes_at(text, at)
    closed = len(text) >= at + 2 * len(quotes) and text.endswith(quotes)
    if not closed:
        # compiling it says that it does not end
        return text
    prefix = text[:at].lower().replace("f", "")
    return ", ".join(_body_parts(text[at + len(quotes) : len(text) - len(quotes)], prefix, quotes)) or '""'


def _body_parts(body: str, prefix: str, quotes: str) -> List[str]:
    out: List[str] = []
    letters = ""
    at = 0
    while at <= len(body):
        sign = body[at : at + 1]
        pair = body[at : at + 2]
        if sign == "\\" and not prefix and len(pair) == 2:
            if pair == "\\N" and body[at + 2 : at + 3] == "{":
                end = body.find("}", at) + 1 or len(body)
                letters, at = letters + body[at:end], end
            else:
                letters, at = letters + pair, at + 2
        elif pair in ("{{", "}}"):
            letters, at = letters + sign, at + 2
        elif sign == "{" or not sign:
            if letters:
                out.append(_literal(letters, prefix, quotes))
                letters = ""
            if not sign:
                break
            end = field_end(body, at + 1, quotes)
            out.append(_field(body[at + 1 : end - 1], prefix, quotes))
            at = end
        else:
            letters, at = letters + sign, at + 1
    return out


def _literal(letters: str, prefix: str, quotes: str) -> str:
    """A string with these letters, as they stand in the source."""
    if len(quotes) == 3 and letters.endswith(quotes[0]) and not letters.endswith("\\" + quotes[0]):
        rest = letters.rstrip(quotes[0])
        other = "'" if quotes[0] == '"' else '"'
        quoted = other + letters[len(rest) :] + other
        return quoted if not rest else _literal(rest, prefix, quotes) + " " + quoted
    return prefix + quotes + letters + quotes


def _field(field: str, prefix: str, quotes: str) -> str:
    """The value of a field: a call of `field` with the value, the conversion and the format."""
    tokens = tokens_of(field)
    depth = at = 0
    value, conversion, spec, shown = field, "", "", ""
    previous: Optional[Tuple[Token, int]] = None
    in_lambda = 0
    for token in tokens:
        if token.kind == "op" and token.text in "([{":
            depth += 1
        elif token.kind == "op" and token.text in CLOSING:
            depth -= 1
        elif token.text == "lambda" and depth:
            in_lambda += 1
        elif token.kind == "op" and not depth and token.text in ("!", ":", ":="):
            value = field[:at]
            rest = field[at:]
            if rest.startswith("!"):
                conversion, _, spec = rest[1:].partition(":")
                if conversion.strip() not in ("r", "s", "a"):
                    # no valid source, as before
                    value = field
            else:
                spec = rest[1:]
            break
        if token.kind != "space":
            previous = (token, at)
        at += len(token.text)
    if previous is not None and previous[0].text == "=" and not value.startswith("="):
        # `{x=}` shows the expression, too
        shown = repr(value[: previous[1]] + "=" + value[previous[1] + 1 :]) + ", "
        value = value[: previous[1]]
        if not conversion and not spec:
            conversion = "r"
    call = PREFIX + "field((" + rewritten(value) + ")"
    if conversion or spec:
        call += ', "%s"' % conversion.strip()
    if spec:
        call += ", " + PREFIX + "text(" + (", ".join(_body_parts(spec, prefix, quotes)) or '""') + ")"
    return shown + call + ")"
