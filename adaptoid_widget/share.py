"""A game as one HTML file that plays anywhere: the front end of the notebook, the same rules, no server, no network.

MicroPython runs `core` in a worker of the page. The page's policy lets nothing in it reach the network, and lets no
script run but the two that were put there; nothing from a text is ever markup.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import unicodedata
from html import escape
from pathlib import Path
from typing import Any

from ._version import __version__
from .core.game import Game
from .core.position import Position
from .core.variants import VARIANTS

ROOT = Path(__file__).parent
STATIC = ROOT / "static"
BUILT = (
    "board.css",
    "page-style.css",
    "page.js",
    "page-worker.js",
    "micropython.mjs",
    "micropython.wasm",
)
LANGUAGES = ("en",)
MOST_TITLE = 200
PICTURE_SIZE = 560


class ShareError(ValueError):
    """Something that cannot be shared, or a part of the page that is missing; the text says what to do."""


def share(
    what: Position | Game | str,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    aids: str = "full",
    language: str = "en",
) -> Path:
    """Write a game to one HTML file that plays in any newer browser, from disk too; return the file's path.

    `what` is a `Position`, its text, a `Game` or the `Board` it lies on: a game goes along with the turns of its
    current line and the place in it, without variations and comments.
    `Game("open")` shares an open start (R5). `aids` is as for a `Board`: "full", "legal" or "none". The file is
    written whole or not at all.

    Raises ShareError for anything else, TextError for a text that is no position, and OSError where the file cannot be
    written.
    """
    target = Path(path)
    if not target.name:
        raise ShareError(f"name a file for the page, such as game.html; {str(path)!r} is none")
    _write(target, page(what, title=title, aids=aids, language=language).encode("utf-8"))
    return target


def page(
    what: Position | Game | str, *, title: str | None = None, aids: str = "full", language: str = "en"
) -> str:
    """The page that `share` writes; the same call gives the same text."""
    from .core.page import pack
    from .core.session import AIDS
    from .core.wording import fill

    game = _game(what)
    if aids not in AIDS:
        raise ShareError(f"aids is one of {', '.join(AIDS)}, not {aids!r}")
    if language not in LANGUAGES:
        raise ShareError(
            f"there are no words for language {language!r} yet; there are for: {', '.join(LANGUAGES)}"
        )
    words = _words()
    colors = _colors(game)
    options: dict[str, Any] = {"game": pack(game), "aids": aids}
    options["board"] = "p" + hashlib.sha256(_json(options).encode()).hexdigest()[:8]
    told = {
        "options": options,
        "words": {name: words["page." + name] for name in ("slow", "old", "broken", "stopped")},
    }
    script, style = _script("page.js"), _style("board.css") + _style("page-style.css")
    position = str(game.position) if game.started else ""
    rules = ("move", "attack", "grow", "feed", f"end.{colors}")
    slots = {
        "language": language,
        "policy": escape(_policy(script, style)),
        "version": __version__,
        "title": escape(_title(title, words["page.title." + ("adaptoid" if colors == 2 else "adapt3")])),
        "lead": escape(words[f"page.lead.{colors}"]),
        "no_script": escape(words["page.no-script"]),
        "rules": escape(words["page.rules"]),
        "rule_list": "\n".join(f"<li>{escape(words['page.rule.' + rule])}</li>" for rule in rules),
        "position_label": escape(words["page.position"]),
        "position": escape(position),
        "position_hidden": "" if position else " hidden",
        "made": escape(fill(words["page.made"], {"version": __version__})),
        "still": _still(game),
        "style": style,
        "told": _json(told),
        "worker": _script("page-worker.js"),
        "files": _packed(_json(_sources()).encode()),
        "glue": _packed(_built("micropython.mjs")),
        "wasm": _packed(_built("micropython.wasm")),
        "script": script,
    }
    template = (ROOT / "data" / "page.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: slots[found[1]], template)


def _words() -> dict[str, str]:
    from .core.english_page import PAGE

    return PAGE


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


def _colors(game: Game) -> int:
    opening = game.opening
    variant = game.position.variant if opening is None else opening.variant
    return len(VARIANTS[variant].colors)


def _title(title: object, usual: str) -> str:
    if title is None:
        return usual
    if not isinstance(title, str):
        raise ShareError(f"a title is a text, not of type {type(title).__name__}")
    title = " ".join(title.split())
    if not 0 < len(title) <= MOST_TITLE:
        raise ShareError(f"a title has 1 to {MOST_TITLE} characters, not {len(title)}")
    for sign in title:
        if unicodedata.category(sign) in ("Cc", "Cs"):
            raise ShareError(f"a title has no control characters such as {sign!a}")
    return title


def _still(game: Game) -> str:
    """How the game stands as a picture and in words: for readers without JavaScript, and until the board is awake."""
    from .core import view
    from .core.wording import ENGLISH
    from .picture import Picture

    if not game.started:
        return f"<figcaption>{escape(_words()['page.open'])}</figcaption>"
    status = view.status(game, ENGLISH)
    last = view.last_part(game)
    shown = Picture(game.position, last, status=status, theme="auto", size=PICTURE_SIZE)
    # As an image, its ids and style stay its own.
    image = f'<img alt="" src="data:image/svg+xml;base64,{_base64(shown.svg.encode())}">'
    return f"{image}\n<figcaption>{escape(shown.words)}</figcaption>"


# -- what the page is made of ------------------------------------------------------------------------------------------


def _built(name: str) -> bytes:
    try:
        return (STATIC / name).read_bytes()
    except FileNotFoundError:
        raise ShareError(
            f"the page's part {name} has not been built; run `python3 dev.py build` in a checkout, "
            "or install the package again"
        ) from None


def _script(name: str) -> str:
    return _raw(name, r"<!--|</?script")


def _style(name: str) -> str:
    return _raw(name, r"</style")


def _raw(name: str, end: str) -> str:
    """A built file that stands in the page as it is, so it must not hold what would end it."""
    text = _built(name).decode("utf-8").replace("\r\n", "\n")
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


def _packed(data: bytes) -> str:
    import gzip

    return _base64(gzip.compress(data, 9, mtime=0))


def _sources() -> dict[str, str]:
    """The Python files that `core.page` needs, by their path in the page: those of core as they are, and stand-ins."""
    core = ROOT / "core"
    sources = {"adaptoid_widget/__init__.py": ""}
    for path in sorted((ROOT / "portable").glob("*.py")):
        sources[path.name] = path.read_text("utf-8")
    wanted = ["__init__", "page"]
    while wanted:
        name = wanted.pop()
        inside = f"adaptoid_widget/core/{name}.py"
        if inside not in sources:
            sources[inside] = (core / f"{name}.py").read_text("utf-8")
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


def _write(target: Path, content: bytes) -> None:
    from secrets import token_hex

    rough = target.with_name(f".{target.name}.{token_hex(4)}")
    try:
        with rough.open("xb") as file:
            file.write(content)
        rough.replace(target)
    except BaseException:
        rough.unlink(missing_ok=True)
        raise
