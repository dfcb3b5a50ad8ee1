"""A game as one HTML file that plays anywhere: the front end of the notebook, the same rules, no server, no network.

MicroPython runs `core` in a worker of the page. The page's policy lets nothing in it reach the network, and lets no
script run but those that travel in it; nothing from a text is ever markup.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import unicodedata
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from . import locales
from ._version import __version__
from .core.game import Game
from .core.position import Position
from .core.variants import VARIANTS, Variant, sides
from .layouts import data as named_boards
from .slim import slim
from .whole import write

if TYPE_CHECKING:
    from .picture import Picture

ROOT = Path(__file__).parent
STATIC = ROOT / "static"
BUILT = (
    "board.css",
    "page-style.css",
    "page-game.js",
    "page-game.css",
    "page-loader.js",
    "page-worker.js",
    "micropython.mjs",
    "micropython.wasm",
)
# what the page says where it cannot play; it must be at hand before anything is unpacked
TROUBLES = ("slow", "old", "broken", "stopped")
# files of core that a page never asks for: it writes and reads no game records
LEFT_OUT = ("record",)
MOST_TITLE = 200
# of the computer that plays in a page
MOST_LEVEL = 3
PICTURE_SIZE = 560


class Shown(Protocol):
    """A board, as far as this room knows one: it has a game on it."""

    @property
    def game(self) -> Game:
        """The game on the board."""
        ...


class ShareError(ValueError):
    """Something that cannot be shared, or a part of the page that is missing; the text says what to do."""


def share(
    what: Position | Game | Shown | str,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    aids: str = "full",
    language: str | None = None,
    levels: Mapping[str, int] | None = None,
) -> Path:
    """Write a game to one HTML file that plays in any newer browser, from disk too; return the file's path.

    `what` is a `Position`, its text, a `Game` or the `Board` it lies on: a game goes along with the turns of its
    current line and the place in it, without variations and comments.
    `Game("open")` shares an open start (R5). `aids` is as for a `Board`: "full", "legal" or "none". The file is
    written whole or not at all. The page begins in `language`, by default the board's or
    English, and its reader may choose another. `levels` says which colours the computer plays, such as {"B": 2}, at
    levels 1 to 3; by default those that a `Player` has on the board, at most at level 3. The reader may change that.

    Raises ShareError for anything else, TextError for a text that is no position, LanguageError for a language without
    words, and OSError where the file cannot be written.
    """
    target = Path(path)
    if not target.name:
        raise ShareError(f"name a file for the page, such as game.html; {str(path)!r} is none")
    write(target, page(what, title=title, aids=aids, language=language, levels=levels).encode("utf-8"))
    return target


def page(
    what: Position | Game | Shown | str,
    *,
    title: str | None = None,
    aids: str = "full",
    language: str | None = None,
    levels: Mapping[str, int] | None = None,
) -> str:
    """The page that `share` writes; the same call gives the same text."""
    from .core.page import pack
    from .core.session import AIDS
    from .core.wording import wording_of

    game = _game(what)
    if aids not in AIDS:
        raise ShareError(f"aids is one of {', '.join(AIDS)}, not {aids!r}")
    language = wording_of(getattr(what, "language", "en") if language is None else language).language
    options: dict[str, Any] = {"game": pack(game), "aids": aids}
    options["board"] = "p" + hashlib.sha256(_json(options).encode()).hexdigest()[:8]
    options["language"] = language
    options["levels"] = _levels(what, game, levels)
    options["boards"] = named_boards()
    title = _title(title)
    around = {tag: _around(game, title, tag) for tag in locales.languages()}
    words = around[language]
    script, style = _script("page-loader.js"), _style("page-style.css")
    board = {"script": _text("page-game.js"), "style": _text("board.css") + _text("page-game.css")}
    position = str(game.position) if game.started else ""
    rules = [(name, text) for name, text in words.items() if name.startswith("rule.")]
    slots = {
        "language": language,
        "policy": escape(_policy(script, style)),
        "version": __version__,
        "title": escape(words["title"]),
        "lead": escape(words["lead"]),
        "no_script": escape(locales.page_words(language)["page.no-script"]),
        "rules": escape(words["rules"]),
        "rule_list": "\n".join(f'<li data-word="{name}">{escape(text)}</li>' for name, text in rules),
        "position_label": escape(words["position"]),
        "position": escape(position),
        "position_hidden": "" if position else " hidden",
        "made": escape(words["made"]),
        "image": _image(game, language),
        "still": escape(words["still"]),
        "style": style,
        "told": _json({"options": options, "words": {name: words[name] for name in TROUBLES}}),
        "worker": _script("page-worker.js"),
        "board": _packed(_json(board).encode()),
        "files": _packed(_json(_sources()).encode()),
        "languages": _packed(_json(_languages(around)).encode()),
        "glue": _packed(_built("micropython.mjs")),
        "wasm": _packed(_built("micropython.wasm")),
        "script": script,
    }
    template = (ROOT / "data" / "page.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: slots[found[1]], template)


def _around(game: Game, title: str | None, language: str) -> dict[str, str]:
    """The words around the board in a language, by what they are in the page."""
    from .core.wording import fill

    page, colors = locales.page_words(language), _colors(game)
    out = {name: page["page." + name] for name in ("rules", "position", "seats", *TROUBLES)}
    out["title"] = title or page["page.title." + ("adaptoid" if colors == 2 else "adapt3")]
    out["lead"] = page[f"page.lead.{colors}"]
    for rule in ("move", "attack", "grow", "feed"):
        out["rule." + rule] = page["page.rule." + rule]
    out["rule.end"] = page[f"page.rule.end.{colors}"]
    for level in range(MOST_LEVEL + 1):
        out[f"seat.{level}"] = page[f"page.seat.{level}"]
    out["made"] = fill(page["page.made"], {"version": __version__})
    out["still"] = _picture(game, language).words if game.started else page["page.open"]
    return out


def _languages(around: dict[str, dict[str, str]]) -> list[dict[str, Any]]:
    """Every language as it travels in the page: for Python inside, which has English already, and for around it."""
    out: list[dict[str, Any]] = []
    for tag, name in locales.languages().items():
        own = {} if tag == "en" else {part: locales.words(tag)[part] for part in ("sentences", "ui")}
        out.append({"tag": tag, "name": name, "around": around[tag], **own})
    return out


def _game(what: object) -> Game:
    # a board shares its game; this room knows no boards
    what = getattr(what, "game", what)
    if isinstance(what, Game):
        return what
    if isinstance(what, (Position, str)):
        return Game(what)
    raise ShareError(
        f"share a Position, its text, a Game or a Board, not {what!r} of type {type(what).__name__}"
    )


def _variant(game: Game) -> Variant:
    opening = game.opening
    return VARIANTS[game.position.variant if opening is None else opening.variant]


def _levels(what: object, game: Game, levels: Mapping[str, int] | None) -> dict[str, int]:
    """The levels that have colours, as they are asked for or as they sit at a board."""
    if levels is None:
        return _seated(what)
    colors = sides(_variant(game))
    for color, level in levels.items():
        if color not in colors:
            raise ShareError(f"levels are given to {', '.join(colors)} here, not to {color!r}")
        if type(level) is not int or not 1 <= level <= MOST_LEVEL:
            raise ShareError(f"in a page the computer plays at levels 1 to {MOST_LEVEL}, not {level!r}")
    return dict(levels)


def _seated(what: object) -> dict[str, int]:
    from .engine.players import Player
    from .engine.specs import player_of

    out: dict[str, int] = {}
    for color, name in (("W", "white"), ("B", "black"), ("R", "red")):
        player = getattr(what, name, None)
        if isinstance(player, str):
            player = player_of(player)
        if isinstance(player, Player):
            out[color] = min(player.level or MOST_LEVEL, MOST_LEVEL)
    return out


def _colors(game: Game) -> int:
    return len(sides(_variant(game)))


def _title(title: object) -> str | None:
    if title is None:
        return None
    if not isinstance(title, str):
        raise ShareError(f"a title is a text, not of type {type(title).__name__}")
    title = " ".join(title.split())
    if not 0 < len(title) <= MOST_TITLE:
        raise ShareError(f"a title has 1 to {MOST_TITLE} characters, not {len(title)}")
    for sign in title:
        if unicodedata.category(sign) in ("Cc", "Cs"):
            raise ShareError(f"a title has no control characters such as {sign!a}")
    return title


def _picture(game: Game, language: str) -> Picture:
    """How the game stands: for readers without JavaScript, and until the board is awake."""
    from .core.view import last_part, status
    from .core.wording import wording_of
    from .picture import Picture

    wording = wording_of(language)
    said = status(game, wording)
    return Picture(
        game.position, last_part(game), status=said, theme="auto", size=PICTURE_SIZE, wording=wording
    )


def _image(game: Game, language: str) -> str:
    """The picture as an image, so that its ids and style stay its own; what it shows stands in words below it."""
    if not game.started:
        return ""
    svg = _base64(_picture(game, language).svg.encode())
    return f'<img alt="" src="data:image/svg+xml;base64,{svg}">\n'


# -- what the page is made of ------------------------------------------------------------------------------------------


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


# base 85, a sixteenth shorter than base 64, without the two signs that could look like markup
_SAFE = str.maketrans("<&", ".,")


def _packed(data: bytes) -> str:
    import gzip

    return base64.b85encode(gzip.compress(data, 9, mtime=0)).decode().translate(_SAFE)


def _sources() -> dict[str, str]:
    """The Python files that `core.page` needs, by their path in the page: those of core, made short, and stand-ins."""
    core = ROOT / "core"
    sources = {"adaptoid_widget/__init__.py": ""}
    for path in sorted((ROOT / "portable").glob("*.py")):
        sources[path.name] = slim(path.read_text("utf-8"))
    wanted = ["__init__", "page"]
    while wanted:
        name = wanted.pop()
        inside = f"adaptoid_widget/core/{name}.py"
        if inside not in sources and name not in LEFT_OUT:
            # what is imported for type checkers alone is gone then
            sources[inside] = slim((core / f"{name}.py").read_text("utf-8"))
            wanted += _imported(sources[inside])
    return sources


def _imported(source: str) -> list[str]:
    """The files of core that a file of core imports."""
    import ast

    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            names += [node.module] if node.module else [alias.name for alias in node.names]
    return names
