"""Assembles a shared page from the front end, MicroPython, `core`, the words around the board and a template.

The page's policy allows no network access and no scripts but the page's own. All texts are escaped.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .. import locales
from .._version import __version__
from ..core.i18n.catalog import fill
from ..core.rules.variants import Variant, sides
from ..engine.backends import wasm_file
from . import page_modules
from .encoding import pack, spell
from .page_modules import UNUSED_MESSAGES

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
# messages about a page that does not work; the page needs them before anything is unpacked
TROUBLES = ("slow", "broken", "stopped")
# where the browser keeps the state: a game until the tab is closed, a lesson permanently
STORAGE = {"game": "sessionStorage", "lesson": "localStorage"}


class ShareError(ValueError):
    """Raised for something that cannot be shared, or a missing part of the page; the message says what to do."""


def assemble(
    kind: str,
    options: dict[str, Any],
    words: dict[str, dict[str, str]],
    *,
    first: str,
    image: str = "",
    position: str = "",
    steps: Sequence[tuple[str, str]] = (),
) -> str:
    """The HTML of a page of the kind "game" or "lesson".

    `options` go to the page's Python; `words` are the words around the board, by language. `first` is the first message
    of that Python: the board is drawn from it while Python still starts. `image` is the SVG of the first position,
    `position` its text. For browsers without scripts, `steps` has the text and the position in words of each step.
    """
    language = options["language"]
    around, page_words = words[language], locales.page_words(language)
    script, style = _inline("page-loader.js"), _inline("page-style.css")
    board = {
        "script": _text(f"page-{kind}.js"),
        "style": _text("board.css") + _text(f"page-{kind}.css"),
        "around": words,
        "first": _first(kind, first),
        "search": _text("page-search.js") if kind == "game" else "",
    }
    scripts = f"script-src {source_hash(script)} 'wasm-unsafe-eval' blob:"
    settings = {
        "board": options["board"],
        "storage": STORAGE[kind],
        "links": kind == "game",
        "words": {name: page_words["page." + name] for name in ("old", *TROUBLES)},
    }
    rules = [(name, text) for name, text in around.items() if name.startswith("rule.")]
    slots = {
        "language": language,
        "policy": policy(style, "data:", scripts, "worker-src blob:", "connect-src blob:"),
        "version": __version__,
        **{name: escape(around[name]) for name in ("title", "lead", "rules", "made", "still")},
        **_without_script(kind, page_words, steps),
        "rule_list": "\n".join(f'<li data-word="{name}">{escape(text)}</li>' for name, text in rules),
        "position_label": escape(around["position"]),
        "position": escape(position),
        "position_hidden": "" if position else " hidden",
        "image": _image(image),
        "style": style,
        "settings": _json(settings),
        "worker": _inline("page-worker.js"),
        "board": pack(_json(board).encode()),
        "modules": _modules(kind),
        "options": pack(_json(options).encode()),
        "languages": pack(_languages(kind).encode()),
        "glue": pack(_built("micropython.mjs")),
        "wasm": spell(_built("micropython.wasm.gz")),
        "search": _search() if kind == "game" else "",
        "script": script,
    }
    return render("page.html", slots)


def render(template: str, slots: Mapping[str, str]) -> str:
    """A file of the folder `data` with each `{{slot}}` filled in as it is; the caller escapes."""
    text = (ROOT / "data" / template).read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: slots[slot[1]], text)


def _without_script(kind: str, words: dict[str, str], steps: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The slots for browsers without scripts: the first step stands above the picture of its position, others below."""
    items = "\n".join(
        f"<li>{escape(text)}"
        + (f"<br><small>{escape(position)}</small>" if position != before else "")
        + "</li>"
        for (_, before), (text, position) in pairwise(steps)
    )
    heading = escape(words["page.reading"])
    return {
        "no_script": escape(words["page.no-script" + (".lesson" if kind == "lesson" else "")]),
        "first_step": "".join(f"\n<p>{escape(text)}</p>" for text, _ in steps[:1]),
        "more_steps": f'<noscript><h2>{heading}</h2>\n<ol start="2">\n{items}\n</ol></noscript>\n'
        if items
        else "",
    }


def words_around(variant: Variant, language: str) -> dict[str, str]:
    """The words around every board of a variant, in a language, by their names in the page."""
    page, colors = locales.page_words(language), len(sides(variant))
    out = {name: page["page." + name] for name in ("rules", "position", "unkept", *TROUBLES)}
    for rule in ("move", "attack", "grow", "feed"):
        out["rule." + rule] = page["page.rule." + rule]
    out["rule.end"] = page[f"page.rule.end.{colors}"]
    out["made"] = fill(page["page.made"], {"version": __version__})
    return out


def name_of(content: Any) -> str:
    """The key under which a browser stores the state of a page with this content."""
    return "p" + hashlib.sha256(_json(content).encode()).hexdigest()[:8]


def _search() -> str:
    """The element with `search.wasm`. Raises ShareError if there is none that fits the sources."""
    try:
        module = wasm_file.read()
    except wasm_file.WasmError as error:
        raise ShareError(str(error)) from error
    return f'<script type="application/octet-stream" id="adaptoid-search">{pack(module)}</script>\n'


def _languages(kind: str) -> str:
    """All languages besides English, in the form that `core.page.endpoint.prepared` reads."""
    return "\0".join(
        f"{tag}\n{name}\n"
        + _json({part: _used(kind, locales.words(tag)[part]) for part in ("sentences", "ui")})
        for tag, name in locales.languages().items()
        if tag != "en"
    )


def _first(kind: str, message: str) -> str:
    """The first message of the page's Python, without the words that such a page never shows."""
    first: dict[str, Any] = json.loads(message)
    first["wording"]["ui"] = _used(kind, first["wording"]["ui"])
    return _json(first)


def _used(kind: str, messages: dict[str, str]) -> dict[str, str]:
    return {key: text for key, text in messages.items() if not key.startswith(UNUSED_MESSAGES[kind])}


# characters of an SVG that need no escape in a data URL within an attribute
_PLAIN = " /:;,=?!()*+-._'@$[]{}|^~"


def _image(svg: str) -> str:
    """The picture as an `img` element, which keeps its ids and styles apart; the words below it describe it."""
    if not svg:
        return ""
    # single quotes need no escape within the attribute
    text = svg if "'" in svg else svg.replace('"', "'")
    return f'<img alt="" src="data:image/svg+xml,{quote(text, safe=_PLAIN)}">\n'


def _built(name: str) -> bytes:
    try:
        return (STATIC / name).read_bytes()
    except FileNotFoundError:
        raise ShareError(
            f"the page's part {name} has not been built; run `python3 dev.py build` in a checkout, "
            "or install the package again"
        ) from None


def _text(name: str) -> str:
    return _built(name).decode("utf-8").replace("\r\n", "\n")


def _inline(name: str) -> str:
    """A built script or style, put into an element unescaped. Raises ShareError if it contains what would end it."""
    text, end = _text(name), r"</style" if name.endswith(".css") else r"<!--|</?script"
    if re.search(end, text, re.IGNORECASE):
        raise ShareError(f"{name} holds something like {end} and cannot stand in a page; build it again")
    return text


def policy(style: str, images: str, *rules: str) -> str:
    """An escaped content security policy: one style and pictures from `images`, besides them only what rules allow."""
    own = ["default-src 'none'", f"img-src {images}", f"style-src {source_hash(style)}"]
    return escape("; ".join([*own, *rules, "base-uri 'none'", "form-action 'none'"]))


def source_hash(text: str) -> str:
    """The hash by which a content security policy allows a script or a style.

    >>> source_hash("p{margin:0}")
    "'sha256-QRQPRLGyxt3RJiKpYNjpkgHcmHU2PywsfL2e8oI0LQA='"
    """
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _json(data: Any) -> str:
    """JSON without characters that could be read as markup."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _modules(kind: str) -> str:
    """The encoded Python modules of a kind of page. Raises ShareError if they do not fit the sources."""
    content = page_modules.read(kind)
    if content is None:
        raise ShareError(
            "the page's Python has not been compiled from these sources; run `python3 dev.py build` in a checkout, "
            "or install the package again"
        )
    return spell(content)
