"""Cleans the HTML of a notebook, by nh3: what stays has no script, loads nothing and ends where it began.

Whatever comes from a notebook goes through here last, also what Markdown and mathematics were turned into.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from .code_colors import CLASSES

if TYPE_CHECKING:
    from nh3 import Cleaner

MAX_CHARACTERS = 3_000_000
# browsers stop at 512; cleaning takes time that grows with the square of the depth
MAX_DEPTH = 400
# begins every id of a notebook, so that none is one of the page
ID_PREFIX = "note-"

ImageFinder = Callable[[str], "str | None"]
"""Makes the data URL of an image from its address in the notebook; None if the page cannot have it."""

_TEXT = (
    "a abbr b bdi bdo blockquote br center cite code dd del details dfn div dl dt em figcaption figure "
    "h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub "
    "summary sup time tt u ul var wbr table caption colgroup col tbody td tfoot th thead tr"
)
_MATHEMATICS = (
    "math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt "
    "mstyle msub msubsup msup mtable mtd mtext mtr munder munderover"
)
# what is in these is nothing to read
_REMOVED = (
    "script style template iframe object noscript title textarea select svg canvas video audio annotation"
)
# where the author's own classes are known from Jupyter, Sphinx and pandas
KINDS_OF_NOTES = ("note", "tip", "important", "warning", "caution")
_CLASSES = {
    "div": {
        *("alert", "alert-info", "alert-success", "alert-warning", "alert-danger", "alert-block"),
        *("adaptoid-note", *(f"adaptoid-note-{kind}" for kind in KINDS_OF_NOTES)),
        *("math", "block"),
    },
    "p": {"adaptoid-note-title"},
    "span": {*CLASSES, "math", "inline", "block"},
    "code": {"adaptoid-tex"},
    "table": {"dataframe"},
}
_ATTRIBUTES = {
    "*": {"id", "title", "lang", "dir"},
    "a": {"href", "name"},
    "img": {"src", "alt", "width", "height"},
    "pre": {"tabindex"},
    "ol": {"start", "reversed", "type"},
    "li": {"value"},
    "details": {"open"},
    "time": {"datetime"},
    "td": {"colspan", "rowspan", "align"},
    "th": {"colspan", "rowspan", "align", "scope"},
    "col": {"span"},
    "colgroup": {"span"},
    "math": {"display"},
    "mo": {"stretchy", "fence", "form", "separator", "lspace", "rspace", "largeop", "minsize", "maxsize"},
    "mi": {"mathvariant"},
    "mspace": {"width"},
    "mfrac": {"linethickness"},
    "mstyle": {"displaystyle", "scriptlevel"},
    "mtable": {"displaystyle"},
    "mtd": {"columnalign"},
    "menclose": {"notation"},
    "mover": {"accent"},
    "munder": {"accentunder"},
}
# an end tag is often left out of these, and they nest only with others in between
_ENDED_BY_NEXT = frozenset(
    "p li td th tr tbody thead tfoot dt dd option optgroup colgroup caption".split()  # noqa: SIM905
)
_VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()  # noqa: SIM905
)
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
_SIZE = re.compile(r"[0-9]{1,4}(?:px|%)?")
_IMAGE = re.compile(r'<img(?: [a-z]+="[^"]*")*>')
_ATTRIBUTE = re.compile(r' (src|alt)="([^"]*)"')


class TooDeep(ValueError):
    """HTML that is too deeply nested, or too long, to be cleaned."""


def cleaned(html: str, find_image: ImageFinder, left_out: Callable[[str], str]) -> str:
    """HTML with nothing in it but text, tables, images and mathematics, and with all its elements ended.

    Images have the addresses that `find_image` gives; the others become what `left_out` makes of their words, which are
    escaped HTML. Raises TooDeep.

    >>> cleaned(
    ...     "<b onclick=x>Hi<script>alert(1)</script></article><a href='javascript:x'>x", lambda _: None, str
    ... )
    '<b>Hi<a rel="noopener noreferrer">x</a></b>'
    """
    if len(html) > MAX_CHARACTERS or _depth(html) > MAX_DEPTH:
        raise TooDeep("this HTML is too long or too deeply nested for a page")
    found: list[str] = []

    def change(tag: str, name: str, value: str) -> str | None:
        if tag == "img" and name == "src":
            # addresses of images are long, so they are put in after the cleaning
            address = find_image(value)
            if address is None:
                return None
            found.append(address)
            return str(len(found) - 1)
        return _changed(tag, name, value)

    text = _cleaner(change).clean(html)
    text = re.sub(r"<(/?)h1\b", r"<\1h2", text)

    def put_in(image: re.Match[str]) -> str:
        attributes = dict(_ATTRIBUTE.findall(image[0]))
        if "src" not in attributes:
            return left_out(attributes.get("alt", ""))
        address = found[int(attributes["src"])].replace("&", "&amp;").replace('"', "&quot;")
        return image[0].replace(f' src="{attributes["src"]}"', f' src="{address}"', 1)

    return _IMAGE.sub(put_in, text)


def _changed(tag: str, name: str, value: str) -> str | None:
    if name in ("id", "name"):
        return ID_PREFIX + value.lower() if re.fullmatch(r"\S{1,200}", value) else None
    if name == "href":
        if value.startswith("#"):
            return f"#{ID_PREFIX}{value[1:].lower()}"
        # another file is not beside the page, so a link to it would lead nowhere
        return value if re.match(r"(https?|mailto):", value, re.IGNORECASE) else None
    if name == "tabindex":
        # a text that keys scroll is in its place in the order of the page
        return value if value == "0" else None
    if name in ("width", "height") and tag == "img":
        return value if _SIZE.fullmatch(value) else None
    return value


def _cleaner(change: Callable[[str, str, str], str | None]) -> Cleaner:
    import nh3

    return nh3.Cleaner(
        tags={*_TEXT.split(), *_MATHEMATICS.split()},
        clean_content_tags=set(_REMOVED.split()),
        attributes=_ATTRIBUTES,
        attribute_filter=change,
        allowed_classes=_CLASSES,
        url_schemes={"http", "https", "mailto", "data", "attachment"},
    )


def _depth(html: str) -> int:
    """About how deeply the elements of HTML are nested; no less than they are."""
    # within SVG and mathematics, all elements can be nested in themselves
    counted = frozenset() if re.search(r"<(svg|math)\b", html, re.IGNORECASE) else _ENDED_BY_NEXT
    open_tags: dict[str, int] = {}
    depth = deepest = 0
    for is_end, name in _TAG.findall(html):
        name = name.lower()
        if name in _VOID or name in counted:
            continue
        if not is_end:
            open_tags[name] = open_tags.get(name, 0) + 1
            depth += 1
            deepest = max(deepest, depth)
        elif open_tags.get(name):
            open_tags[name] -= 1
            depth -= 1
    return deepest
