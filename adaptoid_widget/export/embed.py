"""`aw.embed`: one script that makes `<adaptoid-board>` a board in any web page, and the HTML of such an element."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import locales
from ..attributes import suggest_keywords
from ..core.game.game import Game
from ..core.game.record_writing import record_text
from ..core.page.embedded import content_of
from ..core.teaching.lesson import LessonContent
from ..core.teaching.rich_text import plain
from ..layouts import data as named_boards
from ..source_hashes import check_unpacked
from ..storage.atomic import named, write
from .encoding import encode
from .page_contents import lesson_key, still_picture, weights
from .share import content_of as shared_content
from .share import described, levels_of
from .shared_page import (
    ShareError,
    as_json,
    built_script,
    image_element,
    needed_parts,
    own_parts,
    page_bytes,
    page_texts,
    settings_of,
    shared_parts,
)

if TYPE_CHECKING:
    from .share import Shareable

_START = """\
/* adaptoid-widget %(version)s, MIT License; with MicroPython (MIT), re1.5 (BSD 3-Clause), uzlib (Zlib) and modules
of CPython (PSF-2.0, Copyright (c) 2001-2013 Python Software Foundation; All Rights Reserved) */
(() => {
if (globalThis.adaptoidParts) return;
globalThis.adaptoidParts = {%(parts)s};
const start = () => {
%(loader)s
};
if (document.body) start();
else addEventListener("DOMContentLoaded", start);
})();
"""


@suggest_keywords
def embed(
    what: Shareable,
    *,
    levels: Mapping[str, Any] | None = None,
    aids: str | None = None,
    language: str | None = None,
    compact: bool = False,
) -> str:
    """The HTML of an element `<adaptoid-board>`, with its picture and its words, for any web page.

    The page loads the script that `aw.embed_script` writes. `what`, `levels`, `aids` and `language` are as for
    `aw.share`; `compact` shows the board alone. Raises ShareError for anything that cannot be shared, and otherwise the
    errors of `aw.share`.

    >>> print(embed("adaptoid w 0,0 W:D2 B:D6", levels={"B": 3}).splitlines()[0])
    <adaptoid-board position="adaptoid w 0,0 W:D2 B:D6" language="en" levels="B:3">
    """
    source, content, tag = described(what, language, levels, aids)
    attributes: dict[str, str | None] = {}
    if isinstance(content, Game):
        attributes.update(attributes_of(levels_of(source, content, levels, stacklevel=5), aids))
    if compact:
        attributes["compact"] = None
    return element(content, attributes, tag)


def attributes_of(levels: Mapping[str, int], aids: str | None) -> dict[str, str]:
    """The attributes of an element for the levels of colours that the computer plays, and for how much is shown.

    >>> attributes_of({"W": 2, "B": 5}, None)
    {'levels': 'W:2 B:5'}
    """
    out = {"levels": " ".join(f"{color}:{level}" for color, level in levels.items())} if levels else {}
    return out if aids is None else {**out, "aids": aids}


@suggest_keywords
def embed_script(path: str | os.PathLike[str] = "adaptoid.js", *, lessons: Sequence[Shareable] = ()) -> Path:
    """Write the script that makes boards of the elements `<adaptoid-board>` of any web page. Returns its path.

    `lessons` are those that elements can name, such as `["fork", Path("mine.lesson")]`. Raises ShareError for something
    else than a lesson, and otherwise the errors of `aw.share`.

    >>> from tempfile import mkdtemp
    >>> embed_script(Path(mkdtemp()) / "adaptoid.js", lessons=["fork"]).name
    'adaptoid.js'
    """
    if isinstance(lessons, str):
        raise ShareError(f"lessons is a list of lessons, such as [{lessons!r}], not a text")
    contents: list[LessonContent] = []
    for what in lessons:
        content = shared_content(what)[1]
        if not isinstance(content, LessonContent):
            raise ShareError(f"{what!r} is no lesson")
        contents.append(content)
    target = named(path, "adaptoid.js")
    write(target, page_bytes(script(contents)))
    return target


def script(lessons: Sequence[LessonContent] = ()) -> str:
    """The text of the script, with lessons that elements can name. Save it with `page_bytes`, since it is UTF-8.

    Raises ShareError for a missing part.
    """
    from .._version import __version__

    check_unpacked()
    options = {
        "language": "en",
        "board": "adaptoid-embedded",
        "contents": [],
        "boards": named_boards(),
        "weights": weights((2, 3)),
        "lessons": {lesson.name: lesson.pack() for lesson in lessons},
    }
    around = {tag: words_of(tag) for tag in locales.languages()}
    own, shared = own_parts(options, {"around": around, "firsts": [], "shared": []}), shared_parts()
    held = {**own, **{name: shared[name] for name in needed_parts(options)}}
    texts = {
        "config": as_json(
            {
                **settings_of("tutorial", options),
                # the keys under which browsers store the results
                "embedded": {lesson.name: lesson_key(lesson) for lesson in lessons},
            }
        ),
        **{name: encode(part) for name, part in held.items()},
    }
    parts = ",\n".join(f'"adaptoid-{name}": {_literal(text)}' for name, text in texts.items())
    return _START % {"version": __version__, "parts": parts, "loader": built_script("page-loader.js")}


def words_of(language: str) -> dict[str, str]:
    """The words with which a foreign page says what is wrong with a board."""
    return page_texts(language, "unkept", "site.apart", "src", "src.disk", "missing-id")


def _literal(text: str) -> str:
    """A JavaScript string. Only three characters need an escape; the encoding writes no line ends.

    >>> _literal('a"b\\\\')
    '"a\\\\"b\\\\\\\\"'
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def element(
    content: Game | LessonContent, attributes: Mapping[str, str | None] | None = None, language: str = "en"
) -> str:
    """The HTML of an element with a game or a lesson, with its picture and words for pages without the script.

    `attributes` are further attributes of the element, such as {"levels": "B:3"} or {"compact": None}. Raises GameError
    for wrong ones.

    >>> print(element(Game(), {"levels": "B:3"}).splitlines()[0])
    <adaptoid-board position="adaptoid w 0,0 W:D2 B:D6" language="en" levels="B:3">
    """
    described: dict[str, str | None] = {}
    words: list[str] = []
    held = ""
    if isinstance(content, LessonContent):
        words.append(f"<p><strong>{escape(content.titled(language))}</strong></p>")
        task = plain(content.say(content.steps[0].text, language))
        if task:
            words.append(f"<p>{escape(task)}</p>")
        # in any page, whatever its characters are
        packed = json.dumps({"board": lesson_key(content), "lesson": content.pack()}, sort_keys=True).replace(
            "<", "\\u003c"
        )
        held = f'\n<script type="application/json">{packed}</script>'
    else:
        is_position = content.started and content.length == 0 and not content.headers
        described = {"position": str(content.position)} if is_position else {"game": record_text(content)}
        asked = {**described, **(attributes or {})}
        content_of({"attributes": {name: value or "" for name, value in asked.items()}})
    given = {**described, "language": language, **(attributes or {})}
    signs = "".join(
        f" {escape(name)}" + ("" if value is None else f'="{escape(value)}"') for name, value in given.items()
    )
    picture = still_picture(content, language)
    image = image_element(picture.svg).replace('alt=""', f'alt="{escape(picture.words)}"').strip()
    html = (
        "\n".join([f"<adaptoid-board{signs}>", *words, image]).encode("ascii", "xmlcharrefreplace").decode()
    )
    return html + held + "\n</adaptoid-board>\n"
