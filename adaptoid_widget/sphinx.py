"""A Sphinx extension: the directive `adaptoid` shows a board to play on, in reStructuredText and in MyST.

Add "adaptoid_widget.sphinx" to the `extensions` of conf.py. Then a position, a record or a lesson becomes a board:

    .. adaptoid:: adaptoid w 0,0 W:D2 B:D6
       :levels: B:3

    .. adaptoid::
       :lesson: fork

The script with the boards is written once for the site, and only pages with boards load it. Without JavaScript, and in
other formats than HTML, the picture and the words of the board are shown. Sphinx is needed for this module alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ._version import __version__
from .core.game.game import Game
from .core.host.host import brief
from .core.i18n.catalog import LANGUAGES
from .core.session.session import AIDS
from .core.session.sharing import read_shared
from .core.teaching.lesson import LessonContent
from .core.wire.intent_fields import Refused
from .export.embed import element, script, start_of
from .export.inputs import in_file, lesson_in
from .export.page_contents import still_picture
from .export.shared_page import page_bytes

SCRIPT = "adaptoid-boards.js"
"""The file of the script, in the folder of static files."""


class AdaptoidDirective(SphinxDirective):
    """A board: its argument is a position, its content a record, and the option `lesson` names a lesson or its file."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[Any] = {
        "lesson": directives.unchanged_required,
        "file": directives.unchanged_required,
        "levels": directives.unchanged_required,
        "aids": lambda text: directives.choice(text, AIDS),
        "language": lambda text: directives.choice(text, LANGUAGES.tags()),
        "compact": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the element as HTML, and its picture's words for other formats."""
        language = self.options.get("language") or self._language()
        attributes = {name: self.options[name] for name in ("levels", "aids") if name in self.options}
        if "compact" in self.options:
            attributes["compact"] = None
        try:
            content = self._content()
            html = element(content, attributes, language)
        except (ValueError, OSError) as error:
            raise self.error(f"adaptoid: {error}") from error
        self.env.metadata[self.env.docname]["adaptoid"] = "boards"
        words = nodes.paragraph("", still_picture(start_of(content), language).words)
        return [nodes.raw("", html, format="html"), addnodes.only("", words, expr="not html")]

    def _language(self) -> str:
        language = str(self.config.language or "en").split("_")[0]
        return language if language in LANGUAGES.tags() else "en"

    def _content(self) -> Game | LessonContent:
        """The game or the lesson. Raises ValueError and OSError with what is wrong."""
        text = "\n".join([*self.arguments, *self.content])
        given = [name for name in ("lesson", "file") if name in self.options]
        if len(given) + bool(text) != 1:
            raise ValueError("give one of: a position, a record, the option lesson, the option file")
        if "file" in given:
            name, path = self.env.relfn2path(self.options["file"])
            self.env.note_dependency(name)
            found: Any = in_file(Path(path))
            if found is None:
                raise ValueError(f"{self.options['file']!r} has no lesson, no game and no position")
            return found if isinstance(found, (Game, LessonContent)) else Game(found)
        if given:
            lesson = lesson_in(self.options["lesson"])
            if lesson is None:
                raise ValueError(f"there is no lesson {brief(self.options['lesson'])}")
            return lesson
        try:
            return read_shared(text)[0]
        except Refused as refusal:
            raise ValueError(refusal.reason.text) from refusal


def write_script(app: Sphinx, error: Exception | None) -> None:
    """Write the script beside the other static files, if a page has a board."""
    if (
        error is None
        and app.builder.format == "html"
        and any("adaptoid" in data for data in app.env.metadata.values())
    ):
        target = Path(app.outdir) / "_static" / SCRIPT
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(page_bytes(script()))


def add_script(app: Sphinx, page: str, *_: Any) -> None:
    """Load the script on pages with boards."""
    if "adaptoid" in app.env.metadata.get(page, {}):
        app.add_js_file(SCRIPT, loading_method="defer")


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls at its start."""
    app.add_directive("adaptoid", AdaptoidDirective)
    app.connect("html-page-context", add_script)
    app.connect("build-finished", write_script)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
