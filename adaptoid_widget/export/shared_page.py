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
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote

from .. import locales
from .._version import __version__
from ..core.i18n.catalog import fill
from ..core.rules.variants import Variant, sides
from ..engine.backends import wasm_file
from . import page_modules
from .encoding import encode

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
# the parts that all pages share, in the order in which a page needs them
PARTS = ("front", "modules", "languages", "glue", "wasm", "search")
# messages about a page that does not work; the page needs them before anything is unpacked
TROUBLES = ("slow", "broken", "stopped")
# the style of pages of a kind, before the one of all pages
OWN_STYLES = {"class": ("page-class.css",), "tutorial": ("page-article.css",)}
# whose state the browser keeps: a game belongs to its tab, a lesson to the device
STORAGE = {"lesson": "device", "puzzles": "device", "tutorial": "device"}


class ShareError(ValueError):
    """Raised for something that cannot be shared, or a missing part of the page; the message says what to do."""


class SiteFrame(NamedTuple):
    """What a page of a site has around its board, and where the parts are that all pages share."""

    parts: Mapping[str, str]
    """The addresses of the shared parts, by id."""
    settings: Mapping[str, Any]
    """The settings for the scripts of a site; empty for a page that does not take part in its state."""
    words: Mapping[str, Mapping[str, str]]
    """Words that replace or join those around the board, by language."""
    head: str
    """Elements for the page's head."""
    navigation: str
    """The header of the site."""
    below: str = ""
    """Elements below the board, or below the heading of an article."""
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
    """The HTML of a page with a board; its kind is "game", "lesson" or, in a site only, "puzzles".

    `options` go to the page's Python; `words` are the words around the board, by language. `first` is the first message
    of that Python: the board is drawn from it while Python still starts. `image` is the SVG of the first position,
    `position` its text. For browsers without scripts, `steps` has the text and the position in words of each step.
    """
    language = options["language"]
    if site is not None:
        words = {tag: {**texts, **site.words[tag]} for tag, texts in words.items()}
        options["board"] = site.storage_key or options["board"]
    around, page_words = words[language], locales.page_words(language)
    rule_words = [
        (name, text) for name, text in around.items() if name.startswith("rule.") and not name[-1].isdigit()
    ]
    slots = {
        **{name: escape(around[name]) for name in ("title", "lead", "rules", "made", "still")},
        **_without_script(kind, page_words, steps),
        "rule_list": "\n".join(f'<li data-word="{name}">{escape(text)}</li>' for name, text in rule_words),
        "position_label": escape(around["position"]),
        "position": escape(position),
        "position_hidden": "" if position else " hidden",
        "image": image_element(image),
        "below": site.below if site else "",
    }
    return runtime_page(
        kind,
        options,
        {"around": words, "first": first},
        title=around["title"],
        body=render("board.html", slots),
        site=site,
    )


def tutorial_page(
    options: Mapping[str, Any],
    firsts: Sequence[str],
    article: str,
    *,
    title: str,
    words: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
    site: SiteFrame | None = None,
) -> str:
    """The HTML of a page with an article and several boards in it, which share one Python.

    `options` has the "language" and the "board" of the page, which is the key of its state, the list "contents", and
    what the contents share, such as "weights" and "boards". Each content has its "kind", "game", "lesson" or "puzzles",
    and the options of a page of that kind. `firsts` has the first message of each content, or "" where only the page
    knows it. In the `article`, `<adaptoid-board data-content="0">` is the place of the first content; what stands in it
    is shown until the board is there. `words` join those around the board, by language and name.
    """
    language = options["language"]
    around: dict[str, dict[str, str]] = {}
    for tag in locales.languages():
        own = page_texts(tag, "unkept", "site.apart", "more")
        made = fill(locales.page_words(tag)["page.made"], {"version": __version__})
        of_cells = cell_words(tag) if "cells" in options else {}
        of_site = site.words[tag] if site else {}
        around[tag] = {**own, "made": made, **learner_words(tag), **of_cells, **of_site, **words.get(tag, {})}
    slots = {
        "title": escape(title),
        "no_script": escape(locales.page_words(language)["page.no-script.tutorial"]),
        "article": article,
        "below": site.below if site else "",
        "made": escape(around[language]["made"]),
    }
    return runtime_page(
        "tutorial",
        options,
        {"around": around, **_shared_traits(firsts)},
        title=title,
        body=render("tutorial.html", slots),
        body_class="adaptoid-tutorial",
        site=site,
    )


def _shared_traits(firsts: Sequence[str]) -> dict[str, Any]:
    """The first messages as objects, without their large traits, which contents share: each is in the page once.

    >>> _shared_traits(['{"a": 1, "discs": [2]}', "", '{"a": 3, "discs": [2]}'])
    {'firsts': [{'a': 1, 'discs': 0}, None, {'a': 3, 'discs': 0}], 'shared': [[2]]}
    """
    shared: list[Any] = []
    out: list[Any] = []
    for text in firsts:
        first = json.loads(text) if text else None
        for name in ("wording", "discs"):
            if first and name in first:
                if first[name] not in shared:
                    shared.append(first[name])
                first[name] = shared.index(first[name])
        out.append(first)
    return {"firsts": out, "shared": shared}


def runtime_page(
    kind: str,
    options: Mapping[str, Any],
    own: Mapping[str, Any],
    *,
    title: str,
    body: str,
    body_class: str = "",
    site: SiteFrame | None = None,
) -> str:
    """The HTML of a page with Python, of any kind.

    `options` go to the page's Python; with "weights" the page holds the search. `own` goes to the script of the front
    end. `body` is what stands in the page until that script runs. With a `site`, the large parts are not in the page,
    but in files that all pages of the site share.
    """
    language = options["language"]
    script = built_script("page-loader.js")
    sheets = [*OWN_STYLES.get(kind, ()), "page-style.css", *["page-frame.css"] * bool(site)]
    style = "".join(map(built_style, sheets))
    parts = own_parts(options, own)
    addresses = site.parts if site else {}
    names = needed_parts(options)
    if not addresses:
        shared = shared_parts()
        parts.update({name: shared[name] for name in names})
    settings = settings_of(kind, options)
    if site and site.storage_key:
        settings["storage"] = "device"
    if addresses:
        settings["words"]["disk"] = locales.page_words(language)["page.site.disk"]
    if site and site.settings:
        settings["site"] = site.settings
    files = "'self' " if addresses else ""
    rules = [
        f"script-src {source_hash(script)} 'wasm-unsafe-eval' blob:",
        f"worker-src {files}blob:",
        f"connect-src {files}blob:",
        *["manifest-src 'self'"] * bool(addresses),
    ]
    slots = {
        "language": language,
        "policy": policy(style, f"{files}data:", *rules),
        "icon": "data:image/svg+xml," + quote(icon().replace('"', "'"), safe=" '/:=.,-"),
        "title": escape(title),
        "style": style,
        "head": site.head if site else "",
        "body_class": f' class="{body_class}"' if body_class else "",
        "navigation": site.navigation if site else "",
        "body": body,
        "settings": as_json(settings),
        "parts": "\n".join(
            _part(name, parts.get(name), addresses) for name in dict.fromkeys([*parts, *names])
        ),
        "script": script,
    }
    return render_page("page.html", slots)


def settings_of(kind: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The settings for the scripts of a page of a kind with these options, outside of a site."""
    settings: dict[str, Any] = {
        "kind": kind,
        "board": options["board"],
        "storage": STORAGE.get(kind, "tab"),
        "links": kind == "game",
        "words": page_texts(options["language"], "old"),
    }
    if "cells" in options:
        settings["cells"] = True
    if "contents" in options:
        settings["contents"] = [[content["kind"], content["board"]] for content in options["contents"]]
    return settings


def own_parts(options: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, bytes]:
    """The gzipped parts that differ from page to page, with the worker, by id."""
    return {
        "worker": zipped(built("page-worker.js").decode()),
        "board": zipped(as_json(own)),
        "options": zipped(as_json(options)),
    }


def needed_parts(options: Mapping[str, Any]) -> list[str]:
    """The ids of the shared parts that a page with these options needs."""
    given = {*options}.union(*options.get("contents", ()))
    return [name for name in PARTS if name != "search" or "weights" in given]


def page_texts(language: str, *names: str) -> dict[str, str]:
    """Texts of pages in a language, by their names, with those about a page that does not work."""
    words = locales.page_words(language)
    return {name: words["page." + name] for name in (*names, *TROUBLES)}


@functools.lru_cache(16)
def zipped(text: str) -> bytes:
    """A text as gzipped UTF-8."""
    return gzip.compress(text.encode(), 9, mtime=0)


def _part(name: str, content: bytes | None, addresses: Mapping[str, str]) -> str:
    """The element with a gzipped part, or with its address in a site."""
    address, text = ("", encode(content)) if content is not None else (f' data-src="{addresses[name]}"', "")
    return f'<script type="application/octet-stream" id="adaptoid-{name}"{address}>{text}</script>'


def shared_parts() -> dict[str, bytes]:
    """The gzipped parts that are the same in all pages, by id. Raises ShareError for a missing one."""
    return {
        "front": built("page-front.json.gz"),
        "modules": _modules(),
        "languages": zipped(_languages()),
        "glue": built("micropython.mjs.gz"),
        "wasm": built("micropython.wasm.gz"),
        "search": gzip.compress(_search(), 9, mtime=0),
    }


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


def icon() -> str:
    """The icon of every page: an adaptoid, drawn as on the board, as SVG."""
    return (ROOT / "data" / "icon.svg").read_text("utf-8").strip()


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
    out = page_texts(language, "rules", "position", "unkept")
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
    return _words_with(language, "page.results", "page.learner.")


def cell_words(language: str) -> dict[str, str]:
    """The words of code cells, in a language, by their names in the page."""
    return _words_with(language, "page.cells.")


def _words_with(language: str, *prefixes: str) -> dict[str, str]:
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


def _languages() -> str:
    """All languages besides English, in the form that `core.page.runtime.add_languages` reads."""
    english, texts = locales.words("en"), []
    for tag, name in locales.languages().items():
        if tag == "en":
            continue
        words: dict[str, Any] = {"more": {}}
        for part in ("sentences", "ui"):
            messages = locales.words(tag)[part]
            words[part] = [messages.get(key) for key in sorted(english[part])]
            words["more"][part] = {key: text for key, text in messages.items() if key not in english[part]}
        texts.append(f"{tag}\n{name}\n{as_json(words)}")
    return "\0".join(texts)


# characters of an SVG that need no escape in a data URL within an attribute
_PLAIN = " <>/:;,=?!()*+-._'@$[]{}|^~"


def image_element(svg: str) -> str:
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


def _modules() -> bytes:
    """The gzipped Python modules of pages. Raises ShareError if they do not fit the sources."""
    content = page_modules.read()
    if content is None:
        raise ShareError(
            "the page's Python has not been compiled from these sources; run `python3 dev.py build` in a checkout, "
            "or install the package again"
        )
    return content
