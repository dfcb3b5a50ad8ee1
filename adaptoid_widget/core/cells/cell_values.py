"""What rewritten cells call: unpacking, slices with a step, f-strings, methods that MicroPython lacks; and `repr`."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

from ..host.host import IS_MICROPYTHON
from .syntax_rewriting import PREFIX

# keeps the order of its keys in both
Table: Any = OrderedDict if IS_MICROPYTHON else dict


def joined(*parts: List[Any]) -> List[Any]:
    """All elements of some lists."""
    out: List[Any] = []
    for part in parts:
        out.extend(part)
    return out


def items(mapping: Any) -> List[Tuple[Any, Any]]:
    """The keys of a mapping with their values."""
    return [(key, mapping[key]) for key in mapping.keys()]  # noqa: SIM118  a mapping


def pairs(*parts: Any) -> Any:
    """A dict of pairs, and of lists of pairs, in this order."""
    out = Table()
    for part in parts:
        for key, value in part if isinstance(part, list) else [part]:
            out[key] = value
    return out


def pairs_of(parts: Iterable[Tuple[Any, Any]]) -> Any:
    """A dict of pairs."""
    out = Table()
    for key, value in parts:
        out[key] = value
    return out


def content(source: Any) -> Any:
    """What a dict is made of: pairs, also of a Counter."""
    return items(source) if hasattr(source, "keys") else source


def fromkeys(keys: Iterable[Any], value: Any = None) -> Any:
    """As `dict.fromkeys`."""
    return pairs_of([(key, value) for key in keys])


def update(table: Any, source: Any = (), **named: Any) -> None:
    """As `dict.update`; `source` may also be a Counter."""
    for key, value in content(source):
        table[key] = value
    for key, value in named.items():
        table[key] = value


class _Stepped:
    """A sequence whose slices can have a step, also if its own cannot."""

    def __init__(self, sequence: Any) -> None:
        self._sequence = sequence

    def _numbers(self, index: Any) -> List[int]:
        # ranges have such slices everywhere
        return list(range(len(self._sequence))[index])

    def __getitem__(self, index: Any) -> Any:
        sequence = self._sequence
        try:
            return sequence[index]
        except NotImplementedError:
            chosen = [sequence[number] for number in self._numbers(index)]
        # an object such as that of all turns gives slices of another type than its own
        empty = sequence[0:0]
        return "".join(chosen) if isinstance(empty, str) else type(empty)(chosen)

    def __setitem__(self, index: Any, values: Any) -> None:
        try:
            self._sequence[index] = values
            return
        except NotImplementedError:
            numbers, values = self._numbers(index), list(values)
        if len(numbers) != len(values):
            raise ValueError(
                "attempt to assign sequence of size %d to extended slice of size %d"
                % (len(values), len(numbers))
            )
        for k in range(len(numbers)):
            self._sequence[numbers[k]] = values[k]

    def __delitem__(self, index: Any) -> None:
        try:
            del self._sequence[index]
        except NotImplementedError:
            for number in sorted(self._numbers(index), reverse=True):
                del self._sequence[number]


def stepped(value: Any) -> Any:
    """A value whose slices can have a step."""
    return _Stepped(value)


# -- texts -----------------------------------------------------------------------------------------------------------

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def shown(value: Any) -> str:
    """A value as `repr` shows it in a notebook: letters of all languages, dicts in their order.

    >>> shown({"b": ["ü", 1.5], "a": (None,)})
    "{'b': ['ü', 1.5], 'a': (None,)}"
    """
    kind = type(value)
    if kind is str:
        quote = '"' if "'" in value and '"' not in value else "'"
        out: List[str] = []
        for sign in value:
            if sign == quote:
                out.append("\\" + sign)
            elif sign in _ESCAPES:
                out.append(_ESCAPES[sign])
            else:
                out.append(sign if sign >= " " and sign != "\x7f" else "\\x%02x" % ord(sign))
        return quote + "".join(out) + quote
    if kind is list:
        return "[" + ", ".join([shown(item) for item in value]) + "]"
    if kind is tuple:
        return "(" + ", ".join([shown(item) for item in value]) + (",)" if len(value) == 1 else ")")
    if kind is dict or kind is OrderedDict:
        return "{" + ", ".join([shown(key) + ": " + shown(value[key]) for key in value]) + "}"
    if kind is set or kind is frozenset:
        inner = "{" + ", ".join([shown(item) for item in value]) + "}" if value else ""
        return inner or "set()" if kind is set else "frozenset(%s)" % inner
    if _is_record(value) and not _has_own(value, "__repr__"):
        return _shown_record(value)
    return "dict_view(%s)" % shown(list(value)) if kind in _VIEWS else repr(value)


_VIEWS: Any = (type({}.keys()), type({}.values()), type({}.items()))


def _is_record(value: Any) -> bool:
    """Whether a value is a named tuple of MicroPython, which overlooks how a class in Python shows its values."""
    return IS_MICROPYTHON and isinstance(value, tuple) and type(value) is not tuple


def _shown_record(value: Any) -> str:
    """A named tuple. MicroPython tells the names of its fields in its own `repr` alone."""
    _, _, rest = repr(value).partition("(")
    parts: List[str] = []
    for part in value:
        name, _, rest = rest.partition("=")
        parts.append(name + "=" + shown(part))
        rest = rest[len(repr(part)) + len(", ") :]
    return type(value).__name__ + "(" + ", ".join(parts) + ")"


def _has_own(value: Any, name: str) -> bool:
    """Whether a class in Python says how such a value is shown."""
    waiting = [type(value)]
    while waiting:
        cls = waiting.pop()
        if name in getattr(cls, "__dict__", ()):
            return True
        waiting.extend(getattr(cls, "__bases__", ()))
    return False


def said(value: Any) -> str:
    """A value as `str` shows it."""
    if type(value) in (list, tuple, dict, set, frozenset, OrderedDict):
        return shown(value)
    if _is_record(value) and not _has_own(value, "__str__"):
        return shown(value)
    # a class over a dict or a list, such as Counter, is shown by its own method, which MicroPython overlooks here
    if IS_MICROPYTHON and isinstance(value, (dict, list)) and not _has_own(value, "__str__"):
        return repr(value)
    return str(value)


# -- f-strings -------------------------------------------------------------------------------------------------------


def text(*parts: str) -> str:
    """The parts of an f-string, joined."""
    return "".join(parts)


def field(value: Any, conversion: str = "", spec: str = "") -> str:
    """A field of an f-string."""
    if conversion == "r" or conversion == "a":
        value = shown(value)
    elif conversion == "s":
        value = said(value)
    if not spec:
        return said(value)
    if isinstance(value, str):
        return _padded(value, spec)
    if IS_MICROPYTHON and hasattr(value, "__format__"):
        return str(value.__format__(spec))
    if "," in spec and IS_MICROPYTHON:
        return _with_commas(value, spec)
    return ("{:" + spec + "}").format(value)


def _with_commas(value: Any, spec: str) -> str:
    """A number with a comma before each three digits; MicroPython writes none in numbers with decimals."""
    before, _, after = spec.partition(",")
    fill, align = " ", ">"
    if before[1:2] in ("<", ">", "^") and len(before) > 1:
        fill, align, before = before[0], before[1], before[2:]
    elif before[:1] in ("<", ">", "^"):
        align, before = before[0], before[1:]
    sign = before[:1] if before[:1] in ("+", "-", " ") else ""
    width = before[len(sign) :]
    digits = ("{:" + sign + after + "}").format(value)
    start = 1 if digits[:1] in ("+", "-", " ") else 0
    end = start
    while end < len(digits) and digits[end].isdigit():
        end += 1
    for place in range(end - 3, start, -3):
        digits = digits[:place] + "," + digits[place:]
    return _aligned(digits, int(width or 0), align, fill)


def _padded(value: str, spec: str) -> str:
    """A text in the format of a field: [[fill]align][width][.precision][s]."""
    fill, align, rest = " ", "<", spec
    if spec[1:2] in ("<", ">", "^") and len(spec) > 1:
        fill, align, rest = spec[0], spec[1], spec[2:]
    elif spec[0] in "<>^":
        align, rest = spec[0], spec[1:]
    if rest.endswith("s"):
        rest = rest[:-1]
    width, _, precision = rest.partition(".")
    if (width and not width.isdigit()) or (precision and not precision.isdigit()):
        raise ValueError("Invalid format specifier '%s' for object of type 'str'" % spec)
    if width.startswith("0") and fill == " ":
        fill = "0"
    if precision:
        value = value[: int(precision)]
    return _aligned(value, int(width or 0), align, fill)


def _aligned(value: str, width: int, align: str, fill: str = " ") -> str:
    missing = max(0, width - len(value))
    left = {"<": 0, ">": missing, "^": missing // 2}[align]
    return fill * left + value + fill * (missing - left)


def _center(value: str, width: int, fill: str = " ") -> str:
    # as CPython does, an odd blank stands on the left of an odd width
    missing = max(0, width - len(value))
    left = missing // 2 + (missing & width & 1)
    return fill * left + value + fill * (missing - left)


def _zfill(value: str, width: int) -> str:
    sign = value[:1] if value[:1] in ("+", "-") else ""
    return sign + _aligned(value[len(sign) :], width - len(sign), ">", "0")


def _title(value: str) -> str:
    out: List[str] = []
    begins = True
    for sign in value:
        letter = upper(sign) != lower(sign)
        out.append((upper(sign) if begins else lower(sign)) if letter else sign)
        begins = not letter
    return "".join(out)


def _translate(value: str, table: Any) -> str:
    out: List[str] = []
    for sign in value:
        new = table.get(ord(sign), sign)
        if new is not None:
            out.append(chr(new) if isinstance(new, int) else new)
    return "".join(out)


# the letters of Latin, Greek and Cyrillic alphabets whose small form lies a fixed number of places after the capital
_CASES = ((0xC0, 0xD6, 32), (0xD8, 0xDE, 32), (0x391, 0x3A9, 32), (0x410, 0x42F, 32), (0x400, 0x40F, 80))


def lower(value: str) -> str:
    """A text in small letters.

    >>> lower("ÄÑΩ")
    'äñω'
    """
    if not IS_MICROPYTHON:
        return value.lower()
    return "".join([sign.lower() if sign < "\x7f" else _recased(sign, False) for sign in value])


def upper(value: str) -> str:
    """A text in capital letters."""
    if not IS_MICROPYTHON:
        return value.upper()
    return "".join([sign.upper() if sign < "\x7f" else _recased(sign, True) for sign in value])


def _recased(sign: str, is_upper: bool) -> str:
    code = ord(sign)
    if sign == "ß":
        return "SS" if is_upper else sign
    for first, last, distance in _CASES:
        if is_upper and first + distance <= code <= last + distance:
            return chr(code - distance)
        if not is_upper and first <= code <= last:
            return chr(code + distance)
    return sign


def _stripped(value: str, signs: Optional[str], left: bool, right: bool) -> str:
    start, end = 0, len(value)
    while left and start < end and (value[start] in signs if signs is not None else value[start].isspace()):
        start += 1
    while (
        right and start < end and (value[end - 1] in signs if signs is not None else value[end - 1].isspace())
    ):
        end -= 1
    return value[start:end]


def _is_identifier(value: str) -> bool:
    return value != "" and not value[0].isdigit() and all(sign == "_" or _is_letter(sign) for sign in value)


def _is_letter(sign: str) -> bool:
    return sign.isalpha() or sign.isdigit() or sign > "\x7f"


def _all(test: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda value: value != "" and all(test(sign) for sign in value)


_OF_TEXTS: Dict[str, Callable[..., Any]] = {
    "capitalize": lambda value: upper(value[:1]) + lower(value[1:]),
    "casefold": lambda value: lower(value).replace("ß", "ss"),
    "center": _center,
    "isalnum": _all(_is_letter),
    "isdecimal": _all(lambda sign: sign.isdigit()),
    "isnumeric": _all(lambda sign: sign.isdigit()),
    "isidentifier": _is_identifier,
    "istitle": lambda value: value != "" and _title(value) == value and upper(value) != lower(value),
    "ljust": lambda value, width, fill=" ": _aligned(value, width, "<", fill),
    "lower": lower,
    "lstrip": lambda value, signs=None: _stripped(value, signs, True, False),
    "removeprefix": lambda value, prefix: (
        value[len(prefix) :] if prefix and value.startswith(prefix) else value
    ),
    "removesuffix": lambda value, suffix: (
        value[: -len(suffix)] if suffix and value.endswith(suffix) else value
    ),
    "rjust": lambda value, width, fill=" ": _aligned(value, width, ">", fill),
    "rstrip": lambda value, signs=None: _stripped(value, signs, False, True),
    "strip": lambda value, signs=None: _stripped(value, signs, True, True),
    "swapcase": lambda value: "".join(
        [lower(sign) if upper(sign) == sign else upper(sign) for sign in value]
    ),
    "title": _title,
    "translate": _translate,
    "upper": upper,
    "zfill": _zfill,
    "expandtabs": lambda value, size=8: "\n".join([_untabbed(line, size) for line in value.split("\n")]),
}


def _untabbed(line: str, size: int) -> str:
    first, *others = line.split("\t")
    for part in others:
        first += " " * (size - len(first) % size if size else 0) + part
    return first


def _bits(value: int) -> str:
    return bin(abs(value))[2:].lstrip("0")


_OF_NUMBERS: Dict[str, Callable[..., Any]] = {
    "bit_count": lambda value: _bits(value).count("1"),
    "bit_length": lambda value: len(_bits(value)),
    "is_integer": lambda value: value == int(value),
}


def ordered(
    values: Iterable[Any], key: Optional[Callable[[Any], Any]] = None, reverse: bool = False
) -> List[Any]:
    """The values in order; equal ones stay in theirs.

    >>> ordered(["bb", "a", "cc"], key=len, reverse=True)
    ['bb', 'cc', 'a']
    """
    found = list(values)
    keys = found if key is None else [key(value) for value in found]
    numbers = _merged(list(range(len(found))), keys, bool(reverse))
    return [found[number] for number in numbers]


def _merged(numbers: List[int], keys: List[Any], reverse: bool) -> List[int]:
    """The numbers in the order of their keys."""
    if len(numbers) < 2:
        return numbers
    middle = len(numbers) // 2
    left, right = _merged(numbers[:middle], keys, reverse), _merged(numbers[middle:], keys, reverse)
    out: List[int] = []
    i = j = 0
    while i < len(left) and j < len(right):
        a, b = keys[left[i]], keys[right[j]]
        if (a < b) if reverse else (b < a):
            out.append(right[j])
            j += 1
        else:
            out.append(left[i])
            i += 1
    return out + left[i:] + right[j:]


def _sort(values: List[Any], key: Optional[Callable[[Any], Any]] = None, reverse: bool = False) -> None:
    values[:] = ordered(values, key, reverse)


def method(value: Any, name: str) -> Any:
    """A method of a value, or of one of the classes `str`, `list` and `int`."""
    function: Any
    if value is str or isinstance(value, str):
        function = _OF_TEXTS.get(name)
    elif value is list or isinstance(value, list):
        function = _sort if name == "sort" else None
    elif value is int or isinstance(value, (int, float)):
        function = _OF_NUMBERS.get(name)
    elif type(value) in (dict, OrderedDict):
        function = update if name == "update" else None
    else:
        function = None
    if function is None:
        return getattr(value, name)
    if isinstance(value, type):
        return function
    return lambda *arguments, **keywords: function(value, *arguments, **keywords)


def strict_zip(*sequences: Iterable[Any], strict: bool = False) -> Any:
    """As `zip`, with `strict`."""
    if not strict:
        return zip(*sequences)
    lists = [list(sequence) for sequence in sequences]
    for number in range(1, len(lists)):
        if len(lists[number]) != len(lists[0]):
            kind = "shorter" if len(lists[number]) < len(lists[0]) else "longer"
            before = "argument 1" if number == 1 else "arguments 1-%d" % number
            raise ValueError("zip() argument %d is %s than %s" % (number + 1, kind, before))
    return zip(*lists)


def helpers() -> Dict[str, Any]:
    """The names that rewritten cells use, and the functions that stand in for those of MicroPython."""
    named: Dict[str, Any] = {
        "joined": joined,
        "each": list,
        "astuple": tuple,
        "asset": set,
        "pairs": pairs,
        "pairs_of": pairs_of,
        "items": items,
        "stepped": stepped,
        "method": method,
        "text": text,
        "field": field,
        "content": content,
        "fromkeys": fromkeys,
        "table": Table,
    }
    out = {PREFIX + name: named[name] for name in named}
    if IS_MICROPYTHON:
        out.update({"repr": shown, "sorted": ordered, "zip": strict_zip})
    return out
