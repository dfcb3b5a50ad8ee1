"""Assembles a shared page from the front end, MicroPython, `core`, the words around the board and a template.

The page's policy allows no network access and no scripts but the page's own. All texts are escaped.
"""

from __future__ import annotations

import base64
import functools
import gzip
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from .. import locales
from .._version import __version__
from ..core.i18n.catalog import fill
from ..core.rules.variants import Variant, sides
from ..core.teaching.lesson import LessonContent
from ..engine.backends import wasm_file
from . import page_modules
from .encoding import encode
from .page_messages import shown_keys

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
# messages about a page that does not work; the page needs them before anything is unpacked
TROUBLES = ("slow", "broken", "stopped")
# where the browser keeps the state: a game until the tab is closed, a lesson permanently
STORAGE = {"game": "sessionStorage", "lesson": "localStorage", "puzzles": "localStorage"}
# only a page with films has their encoder
ENCODER_NOTICE = (
    "gifenc 1.0.3: Copyright (c) 2017 Matt DesLauriers.\ngif.js: Copyright (c) 2013 Johan Nordberg.\n"
)


class ShareError(ValueError):
    """Raised for something that cannot be shared, or a missing part of the page; the message says what to do."""


class SiteFrame(NamedTuple):
    """What a page of a site has around its board, and where the parts are that all pages share."""

    parts: Mapping[str, str]
    """The addresses of the shared parts, by id."""
    settings: Mapping[str, Any]
    """The settings for the scripts of a site."""
    words: Mapping[str, Mapping[str, str]]
    """Words that replace or join those around the board, by language."""
    head: str
    """Elements for the page's head."""
    navigation: str
    """The header of the site."""
    below: str = ""
    """Elements below the board."""
    storage_key: str = ""
    """The key under which the browser stores the board, if that does not depend on the content."""


def assemble(
    kind: str,
    options: dict[str, Any],
    words: dict[str, dict[str, str]],
    *,
    first: str,
    image: str = "",
    position: str = "",
    steps: Sequence[tuple[str, str]] = (),
    site: SiteFrame | None = None,
) -> str:
    """The HTML of a page of the kind "game", "lesson" or, in a site only, "puzzles".

    Options with "weights" need the search, which the page then holds.

    `options` go to the page's Python; `words` are the words around the board, by language. `first` is the first message
    of that Python: the board is drawn from it while Python still starts. `image` is the SVG of the first position,
    `position` its text. For browsers without scripts, `steps` has the text and the position in words of each step.
    With a `site`, the large parts are not in the page, but in files that all pages of the site share.
    """
    language = options["language"]
    if site is not None:
        words = {tag: {**texts, **site.words[tag]} for tag, texts in words.items()}
        options["board"] = site.storage_key or options["board"]
    around, page_words = words[language], locales.page_words(language)
    script = built_script(f"page-{'site' if site else kind}-loader.js")
    style = built_style("page-style.css")
    has_search = "weights" in options
    lesson = LessonContent.unpack(options["lesson"]) if kind == "lesson" and site is None else None
    message_keys = shown_keys("site" if site else kind, lesson)
    own: dict[str, Any] = {"around": words, "first": _first(first, message_keys)}
    parts = {"options": _zip(as_json(options))}
    settings: dict[str, Any] = {}
    if site is None:
        parts.update(shared_parts("search-lesson" if has_search and kind == "lesson" else kind, message_keys))
    else:
        style += built_style("page-frame.css")
        settings["site"] = site.settings
    parts["board"] = _zip(as_json(own))
    names = ["board", "front", "modules", "options", "languages", "glue", "wasm"] + ["search"] * has_search
    names += ["more"] * (site is not None and kind != "lesson")
    files = "'self' " if site else ""
    rules = [
        f"script-src {source_hash(script)} 'wasm-unsafe-eval' blob:",
        f"worker-src {files}blob:",
        f"connect-src {files}blob:",
        *["manifest-src 'self'"] * (site is not None),
    ]
    settings.update(
        {
            "kind": kind,
            "board": options["board"],
            "storage": "localStorage" if site and site.storage_key else STORAGE[kind],
            "links": kind == "game",
            "words": {name: page_words["page." + name] for name in ("old", *TROUBLES)},
        }
    )
    if site is not None:
        settings["words"]["disk"] = page_words["page.site.disk"]
    rule_words = [
        (name, text) for name, text in around.items() if name.startswith("rule.") and not name[-1].isdigit()
    ]
    slots = {
        "language": language,
        "policy": policy(style, f"{files}data:", *rules),
        **{name: escape(around[name]) for name in ("title", "lead", "rules", "made", "still")},
        **_without_script(kind, page_words, steps),
        "rule_list": "\n".join(f'<li data-word="{name}">{escape(text)}</li>' for name, text in rule_words),
        "position_label": escape(around["position"]),
        "position": escape(position),
        "position_hidden": "" if position else " hidden",
        "image": _image(image),
        "style": style,
        "settings": as_json(settings),
        "worker": built_script("page-site-worker.js" if site else "page-worker.js"),
        "parts": "\n".join(_part(name, parts.get(name), site) for name in names),
        "script": script,
        "head": site.head if site else "",
        "navigation": site.navigation if site else "",
        "below": site.below if site else "",
        "encoder": "" if kind == "lesson" and site is None else ENCODER_NOTICE,
    }
    return render_page("page.html", slots)


@functools.lru_cache(16)
def _zip(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


def _part(name: str, content: bytes | None, site: SiteFrame | None) -> str:
    """The element with a gzipped part, or with its address in a site."""
    if content is None:
        address = f' data-src="{site.parts[name]}"' if site else ""
        return f'<script type="application/octet-stream" id="adaptoid-{name}"{address}></script>'
    return embedded_part(name, content)


def embedded_part(name: str, content: bytes) -> str:
    """The element with a gzipped part."""
    return f'<script type="application/octet-stream" id="adaptoid-{name}">{encode(content)}</script>'


def python_parts(kind: str) -> dict[str, bytes]:
    """MicroPython and the modules of a kind of page, gzipped, by id. Raises ShareError for a missing one."""
    return {
        "modules": _modules(kind),
        "glue": built("micropython.mjs.gz"),
        "wasm": built("micropython.wasm.gz"),
    }


def shared_parts(kind: str, message_keys: set[str]) -> dict[str, bytes]:
    """The gzipped parts that are the same in all pages of a kind, by id. Raises ShareError for a missing one.

    `message_keys` are the keys of the messages (`page_messages`), which depend on the lesson.
    """
    parts = {
        **python_parts("search-lesson" if kind == "site" else kind),
        "languages": _zip(_languages(message_keys)),
        "front": built(f"page-{kind}-front.json.gz"),
    }
    if kind == "site":
        parts["more"] = _modules(kind)
    if kind != "lesson":
        parts["search"] = gzip.compress(_search(), 9, mtime=0)
    return parts


def render(template: str, slots: Mapping[str, str]) -> str:
    """A file of the folder `data` with each `{{slot}}` filled in as it is; the caller escapes."""
    text = (ROOT / "data" / template).read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: slots[slot[1]], text)


def page_bytes(text: str) -> bytes:
    """A page as the bytes of a file. It begins with a byte order mark, which counts more than what a server says.

    >>> page_bytes("<!doctype html>")[:4]
    b'\\xef\\xbb\\xbf<'
    """
    return text.encode("utf-8-sig")


def render_page(template: str, slots: Mapping[str, str]) -> str:
    """A page whose head begins as that of every page: with its `language` and its `policy`."""
    return render("head.html", {"version": __version__, **slots}) + render(template, slots)


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
    """The texts that every page shows around a board of a variant, in a language, by their names in the page."""
    page, colors = locales.page_words(language), len(sides(variant))
    out = {name: page["page." + name] for name in ("rules", "position", "unkept", *TROUBLES)}
    for rule in ("move", "attack", "grow", "feed"):
        out["rule." + rule] = page["page.rule." + rule]
    out["rule.end"] = page[f"page.rule.end.{colors}"]
    # the board may go on with more or fewer players
    for other in (2, 3):
        out[f"rule.end.{other}"] = page[f"page.rule.end.{other}"]
    out["made"] = fill(page["page.made"], {"version": __version__})
    return out


def learner_words(language: str) -> dict[str, str]:
    """The words about a learner and the results, in a language, by their names in the page."""
    prefixes = ("page.results", "page.learner.")
    words = locales.page_words(language)
    return {name.removeprefix("page."): text for name, text in words.items() if name.startswith(prefixes)}


def name_of(content: Any) -> str:
    """The key under which a browser stores the state of a page with this content."""
    return "p" + hashlib.sha256(as_json(content).encode()).hexdigest()[:8]


def _search() -> bytes:
    """The file `search.wasm`. Raises ShareError if there is none that fits the sources."""
    try:
        return wasm_file.read()
    except wasm_file.WasmError as error:
        raise ShareError(str(error)) from error


def _languages(message_keys: set[str]) -> str:
    """All languages, in the form that `core.page.endpoint.read_options` reads."""
    words = {
        tag: {part: _only(message_keys, locales.words(tag)[part]) for part in ("sentences", "ui")}
        for tag in locales.languages()
    }
    # a plural form may be missing in a language; the keys are written once, since that packs better
    keys = {
        part: list(dict.fromkeys(key for messages in words.values() for key in messages[part]))
        for part in ("sentences", "ui")
    }
    lines = [
        f"{tag}\n{locales.languages()[tag]}\n"
        + as_json({part: [messages[part].get(key) for key in keys[part]] for part in keys})
        for tag, messages in words.items()
    ]
    return "\0".join([as_json(keys), *lines])


def _first(message: str, message_keys: set[str]) -> str:
    """The first message of the page's Python, without the words that such a page never shows; "" for none."""
    if not message:
        return ""
    first: dict[str, Any] = json.loads(message)
    wording = first["wording"]
    wording["ui"] = _only(message_keys, wording["ui"])
    return as_json(first)


def _only(message_keys: set[str], messages: dict[str, str]) -> dict[str, str]:
    return {key: text for key, text in messages.items() if key in message_keys}


# characters of an SVG that need no escape in a data URL within an attribute
_PLAIN = " <>/:;,=?!()*+-._'@$[]{}|^~"


def _image(svg: str) -> str:
    """The picture as an `img` element, which keeps its ids and styles apart; the words below it describe it."""
    if not svg:
        return ""
    # single quotes need no escape within the attribute
    text = svg if "'" in svg else svg.replace('"', "'")
    # browsers need no xlink and no line breaks
    text = (
        text.replace("xlink:href", "href")
        .replace(" xmlns:xlink='http://www.w3.org/1999/xlink'", "")
        .replace("\n", "")
    )
    return f'<img alt="" src="data:image/svg+xml,{quote(text, safe=_PLAIN)}">\n'


def built(name: str) -> bytes:
    """A file of the built front end. Raises ShareError if there is none."""
    try:
        return (STATIC / name).read_bytes()
    except FileNotFoundError:
        raise ShareError(
            f"the front end's {name} has not been built; run `python3 dev.py build` in a checkout, "
            "or install the package again"
        ) from None


def built_script(name: str) -> str:
    """A built script for an element, unescaped. Raises ShareError if it contains what would end the element."""
    return _inline(name, r"<!--|</?script")


def built_style(name: str) -> str:
    """A built style sheet, as `built_script`."""
    return _inline(name, r"</style")


def _inline(name: str, end: str) -> str:
    text = built(name).decode("utf-8").replace("\r\n", "\n")
    if re.search(end, text, re.IGNORECASE):
        raise ShareError(
            f"{name} contains something like {end}, so it cannot be part of a page; build it again"
        )
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


def as_json(data: Any) -> str:
    """JSON without characters that could be read as markup."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _modules(kind: str) -> bytes:
    """The gzipped Python modules of a kind of page. Raises ShareError if they do not fit the sources."""
    content = page_modules.read(kind)
    if content is None:
        raise ShareError(
            "the page's Python has not been compiled from these sources; run `python3 dev.py build` in a checkout, "
            "or install the package again"
        )
    return content
