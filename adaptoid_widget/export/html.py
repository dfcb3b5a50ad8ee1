"""What a shared page is made of: the front end, MicroPython, core, words and a frame, packed into one text.

The page's policy lets nothing in it reach the network, and lets no script run but those that travel in it; nothing
from a text is ever markup.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .. import locales
from .._version import __version__
from ..core.rules.variants import Variant, sides
from .encoding import pack, spell
from .minify import slim

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
BUILT = (
    "board.css",
    "page-style.css",
    "page-game.js",
    "page-game.css",
    "page-lesson.js",
    "page-lesson.css",
    "page-loader.js",
    "page-worker.js",
    "micropython.mjs",
    "micropython.wasm.gz",
)
# what the page says where it cannot play; it must be at hand before anything is unpacked
TROUBLES = ("slow", "broken", "stopped")
# the module of core that answers in each kind of page, and those that such a page never asks for
ANSWERS = {"game": "core.page.game_page", "lesson": "core.page.lesson_page"}
LEFT_OUT = {
    "game": ("core.game.record_format", "core.game.records"),
    "lesson": (
        *(
            "core.game.record_format",
            "core.game.records",
            "core.session.editor_handlers",
            "core.session.editor",
            "core.session.layout_editing",
            "core.session.draft",
        ),
        "core.session.opponents",
    ),
}
# sentences and words that no page says, and those that a kind of page never says
_NOWHERE = ("picture.", "saved.", "note.", "ui.analyst.", "ui.threats.")
UNSAID = {
    "game": (
        *(*_NOWHERE, "ui.lesson.", "lesson.ask", "lesson.but", "lesson.hint", "lesson.how", "lesson.not"),
        *("lesson.reply", "lesson.shown", "lesson.tip"),
    ),
    "lesson": (
        *(*_NOWHERE, "edit.", "why.edit-", "ui.edit.", "ui.layout.", "ui.variant.", "ui.switch."),
        *("ui.pen.", "ui.brush", "ui.picture."),
    ),
}
# where a browser keeps how things stand: a game for as long as the tab is open, a lesson for good
KEPT = {"game": "sessionStorage", "lesson": "localStorage"}


class ShareError(ValueError):
    """Something that cannot be shared, or a part of the page that is missing; the text says what to do."""


def assemble(
    kind: str,
    options: dict[str, Any],
    around: dict[str, dict[str, str]],
    *,
    first: str,
    image: str = "",
    position: str = "",
    reading: Sequence[tuple[str, str]] = (),
) -> str:
    """A page: of a "game" or a "lesson", with what its Python is told and the words around its board by language.

    `options` say the "language" that it begins in. `first` is what that Python will say first: the board is drawn from
    it while Python still starts. `image` is the SVG of how things stand at first, `position` its
    text; `reading` is for those whose browser runs no script: paragraphs, and in words the position of each.
    """
    language = options["language"]
    words = around[language]
    script, style = _script("page-loader.js"), _style("page-style.css")
    board = {
        "script": _text(f"page-{kind}.js"),
        "style": _text("board.css") + _text(f"page-{kind}.css"),
        "around": around,
        "first": _first(kind, first),
    }
    told = {
        "board": options["board"],
        "storage": KEPT[kind],
        "links": kind == "game",
        "words": {name: locales.page_words(language)["page." + name] for name in ("old", *TROUBLES)},
    }
    rules = [(name, text) for name, text in words.items() if name.startswith("rule.")]
    slots = {
        "language": language,
        "policy": escape(_policy(script, style)),
        "version": __version__,
        "title": escape(words["title"]),
        "lead": escape(words["lead"]),
        **_without_script(kind, locales.page_words(language), reading),
        "rules": escape(words["rules"]),
        "rule_list": "\n".join(f'<li data-word="{name}">{escape(text)}</li>' for name, text in rules),
        "position_label": escape(words["position"]),
        "position": escape(position),
        "position_hidden": "" if position else " hidden",
        "made": escape(words["made"]),
        "image": _image(image),
        "still": escape(words["still"]),
        "style": style,
        "told": _json(told),
        "worker": _script("page-worker.js"),
        "board": pack(_json(board).encode()),
        "files": _files(kind),
        "options": pack(_json(options).encode()),
        "languages": pack(_languages(kind).encode()),
        "glue": pack(_built("micropython.mjs")),
        "wasm": spell(_built("micropython.wasm.gz")),
        "script": script,
    }
    template = (ROOT / "data" / "page.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: slots[found[1]], template)


def _without_script(kind: str, page: dict[str, str], reading: Sequence[tuple[str, str]]) -> dict[str, str]:
    """What is read where no script runs: the first paragraph above the picture that it is about, the others below."""
    listed = "\n".join(
        f"<li>{escape(text)}" + (f"<br><small>{escape(where)}</small>" if where != before else "") + "</li>"
        for (_, before), (text, where) in pairwise(reading)
    )
    heading = escape(page["page.reading"])
    return {
        "no_script": escape(page["page.no-script" + (".lesson" if kind == "lesson" else "")]),
        "reading": "".join(f"\n<p>{escape(text)}</p>" for text, _ in reading[:1]),
        "reading_on": f'<noscript><h2>{heading}</h2>\n<ol start="2">\n{listed}\n</ol></noscript>\n'
        if listed
        else "",
    }


def words_around(variant: Variant, language: str) -> dict[str, str]:
    """The words that stand around every board of a variant, in a language, by what they are in the page."""
    from ..core.i18n.catalog import fill

    page, colors = locales.page_words(language), len(sides(variant))
    out = {name: page["page." + name] for name in ("rules", "position", "unkept", *TROUBLES)}
    for rule in ("move", "attack", "grow", "feed"):
        out["rule." + rule] = page["page.rule." + rule]
    out["rule.end"] = page[f"page.rule.end.{colors}"]
    out["made"] = fill(page["page.made"], {"version": __version__})
    return out


def name_of(content: Any) -> str:
    """A board's name, another for every content: what a browser keeps of a page goes by it."""
    return "p" + hashlib.sha256(_json(content).encode()).hexdigest()[:8]


def _languages(kind: str) -> str:
    """Every language besides English as `core.page.endpoint.prepared` is told of it."""
    return "\0".join(
        f"{tag}\n{name}\n"
        + _json({part: _said(kind, locales.words(tag)[part]) for part in ("sentences", "ui")})
        for tag, name in locales.languages().items()
        if tag != "en"
    )


def _first(kind: str, text: str) -> str:
    """What Python says first, with the words alone that such a page says."""
    first: dict[str, Any] = json.loads(text)
    first["wording"]["ui"] = _said(kind, first["wording"]["ui"])
    return _json(first)


def _said(kind: str, words: dict[str, str]) -> dict[str, str]:
    return {key: text for key, text in words.items() if not key.startswith(UNSAID[kind])}


# of the signs in an SVG, those that may stand in an address and in an attribute as they are
_PLAIN = " /:;,=?!()*+-._'@$[]{}|^~"


def _image(svg: str) -> str:
    """The picture as an image, so that its ids and style stay its own; what it shows stands in words below it."""
    if not svg:
        return ""
    # the shorter quotes there: they need no escape in the other ones
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


def _script(name: str) -> str:
    return _raw(name, r"<!--|</?script")


def _style(name: str) -> str:
    return _raw(name, r"</style")


def _raw(name: str, end: str) -> str:
    """A built file that stands in the page as it is, so it must not hold what would end it."""
    text = _text(name)
    if re.search(end, text, re.IGNORECASE):
        raise ShareError(f"{name} holds something like {end} and cannot stand in a page; build it again")
    return text


def _policy(script: str, style: str) -> str:
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {_hash(script)} 'wasm-unsafe-eval' blob:",
            "worker-src blob:",
            "connect-src blob:",
            f"style-src {_hash(style)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _hash(text: str) -> str:
    return f"'sha256-{_base64(hashlib.sha256(text.encode()).digest())}'"


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _json(data: Any) -> str:
    """JSON in which nothing looks like markup."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


@cache
def _files(kind: str) -> str:
    """The Python of a kind of page, packed: the same in every page, and most of the work of making one."""
    return pack("\0".join(f"{name}\n{text}" for name, text in sources(kind).items()).encode())


def sources(kind: str) -> dict[str, str]:
    """The Python files that a kind of page needs, by their path in it: those of core, made short, and stand-ins.

    In a page the modules of core lie in one package, each under the last part of its name: paths are not short. Those
    of one package of core follow one another: they are alike, and so take less room when packed.
    """
    sources = {"adaptoid_widget/__init__.py": ""}
    for path in sorted((ROOT / "portable").glob("*.py")):
        sources[path.name] = slim(path.read_text("utf-8"))
    placed: dict[str, str] = {}
    texts: dict[str, str] = {}
    wanted = [ANSWERS[kind]]
    while wanted:
        name = wanted.pop(0)
        last = name.rpartition(".")[2]
        if name in LEFT_OUT[kind] or placed.get(last) == name:
            continue
        if last in placed:
            raise ShareError(f"{name} and {placed[last]} cannot both stand in a page; give one another name")
        placed[last] = name
        # what is imported for type checkers alone is gone then
        short = slim((ROOT / Path(*name.split(".")).with_suffix(".py")).read_text("utf-8"), UNSAID[kind])
        texts[name], imported = _flat(short, name)
        wanted += imported
    for name in sorted(texts, key=lambda name: name.rpartition(".")[0]):
        sources["adaptoid_widget/" + name.rpartition(".")[2] + ".py"] = texts[name]
    return sources


_IMPORT = re.compile(r"^( *from) ?(\.+)([\w.]*) ?import (.+)$", re.MULTILINE)


def _flat(source: str, importer: str) -> tuple[str, list[str]]:
    """A module of core, made short, with its imports as in one package; and the modules that they import."""
    modules: list[str] = []

    def flat(found: re.Match[str]) -> str:
        begin, dots, path, names = found.groups()
        base = ".".join([*importer.split(".")[: -len(dots)], *path.split(".")]).strip(".")
        if (ROOT / Path(*base.split("."))).is_dir():
            modules.extend(f"{base}.{each.split(' ')[0]}" for each in names.split(","))
            return f"{begin}.import {names}"
        modules.append(base)
        return f"{begin}.{base.rpartition('.')[2]} import {names}"

    return _IMPORT.sub(flat, source), modules
