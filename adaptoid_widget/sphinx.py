"""A Sphinx extension: boards to play on, in reStructuredText, in MyST, and in notebooks of MyST-NB and nbsphinx.

Add "adaptoid_widget.sphinx" to the `extensions` of conf.py. Then a position, a record or a lesson becomes a board:

    .. adaptoid:: adaptoid w 0,0 W:D2 B:D6
       :levels: B:3

    .. adaptoid:: fork

A board or a lesson that is the output of a cell becomes live too, if its content was saved with its picture. MyST-NB
finds `NotebookOutput` by an entry point, nbsphinx is given `enliven`.

The script with the boards is written once for the site, and only pages with boards load it. Without JavaScript, and in
other formats than HTML, the picture and the words of the board are shown. Sphinx is needed for this module alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from ._version import __version__
from .core.game.game import Game
from .core.host.host import brief
from .core.i18n.catalog import LANGUAGES
from .core.rules.scanner import has_line_ends
from .core.session.session import AIDS
from .core.session.sharing import read_shared
from .core.teaching.lesson import LessonContent
from .core.wire.intent_fields import Refused
from .export.embed import attributes_of, element, script
from .export.inputs import in_file, lesson_in
from .export.output_content import MIME, ContentError, SavedGame, SavedLesson, read_content
from .export.page_contents import still_picture
from .export.shared_page import page_bytes

SCRIPT = "adaptoid-boards.js"
"""The file of the script, in the folder of static files."""
TAG = "<adaptoid-board"
WIDGET = "application/vnd.jupyter.widget-view+json"
BUILDERS = ("html", "dirhtml", "singlehtml")

logger = logging.getLogger(__name__)


def language_of(config: Any) -> str:
    """The language of a site, if boards speak it; otherwise English."""
    language = str(config.language or "en").split("_")[0]
    return language if language in LANGUAGES.tags() else "en"


class AdaptoidDirective(SphinxDirective):
    """A board: its argument is a position or a lesson's name, its content a record; `lesson` is a name or a file."""

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
        language = self.options.get("language") or language_of(self.config)
        attributes = {name: self.options[name] for name in ("levels", "aids") if name in self.options}
        if "compact" in self.options:
            attributes["compact"] = None
        try:
            content = self._content()
            html = element(content, attributes, language)
        except (ValueError, OSError) as error:
            raise self.error(f"adaptoid: {error}") from error
        words = nodes.paragraph("", still_picture(content, language).words)
        return [nodes.raw("", html, format="html"), addnodes.only("", words, expr="not html")]

    def _content(self) -> Game | LessonContent:
        """The game or the lesson. Raises ValueError and OSError with what is wrong."""
        text = "\n".join([*self.arguments, *self.content])
        given = [name for name in ("lesson", "file") if name in self.options]
        if len(given) + bool(text) != 1:
            raise ValueError("give one of: a position, a record, a lesson, the option file")
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
        lesson = None if has_line_ends(text) else lesson_in(text)
        if lesson is not None:
            return lesson
        try:
            return read_shared(text)[0]
        except Refused as refusal:
            raise ValueError(refusal.reason.text) from refusal


# -- outputs of notebooks ----------------------------------------------------------------------------------------------


def saved_element(data: object, place: str, document: str, language: str) -> str:
    """The element for the content of an output; "" if it has none. A content that cannot be read is a warning.

    Puzzles and homes have no element: their pictures stay.
    """
    try:
        content = read_content(data)
    except ContentError as error:
        logger.warning("%s: a saved board stays a picture: %s", place, error, location=document)
        return ""
    language = content.settings.get("language", language)
    if isinstance(content, SavedLesson):
        return element(content.lesson, {}, language)
    if not isinstance(content, SavedGame):
        return ""
    return element(content.game, attributes_of(content.levels, content.settings.get("aids")), language)


class NotebookOutput:
    """What MyST-NB calls for each output with a content (entry point `myst_nb.mime_renderers`)."""

    mime_priority_overrides: ClassVar[Sequence[tuple[str, str, int]]] = [(name, MIME, 1) for name in BUILDERS]

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[nodes.Element] | None:
        """The element of a content; nothing if it cannot be read, then MyST-NB shows the picture; None for others."""
        if data.mime_type != MIME:
            return None
        settings = renderer.renderer.document.settings
        # docutils alone has no environment, and no pages that a script can be added to
        env = getattr(settings, "env", None)
        if env is None or inline:
            return []
        place = f"cell {(data.cell_index or 0) + 1}"
        html = saved_element(data.content, place, env.docname, language_of(env.config))
        return [nodes.raw("", html, format="html")] if html else []


def enliven(app: Sphinx, config: Any) -> None:
    """Have nbsphinx show the contents of outputs, after it has executed a notebook."""
    if "nbsphinx" not in app.extensions:
        return
    exporter: Any = import_module("nbsphinx").Exporter
    base = exporter.__mro__[1]

    def with_elements(notebook: Any, resources: Any) -> tuple[Any, Any]:
        document = resources.get("nbsphinx_docname", "")
        for number, cell in enumerate(notebook.cells, 1):
            outputs = cell.get("outputs", [])
            for output in outputs:
                content = output.get("data", {}).pop(MIME, None)
                if content is None:
                    continue
                html = saved_element(content, f"cell {number}", document, language_of(config))
                if html:
                    output.data = {**output.data, "text/html": html}
                # its live board needs Python
                cell.outputs = [other for other in cell.outputs if not is_live(other.get("data", {}))]
        return notebook, resources

    def default_config(self: Any) -> Any:
        made = base.default_config.fget(self)
        made.Exporter.preprocessors = [with_elements]
        return made

    exporter.default_config = property(default_config)


def is_live(data: Mapping[str, Any]) -> bool:
    """Whether an output is a widget, which needs Python, and has no picture."""
    return WIDGET in data and "text/html" not in data


def find_boards(app: Sphinx, document: nodes.document) -> None:
    """Note that a page has boards, and drop the widgets of MyST-NB whose boards are beside them."""
    boards = [node for node in document.findall(nodes.raw) if TAG in node.astext()]
    if boards:
        app.env.metadata[app.env.docname]["adaptoid"] = "boards"
    for board in boards:
        bundle = board.parent.parent if board.parent is not None else None
        if bundle is None or not _kinds(bundle):
            continue
        for other in list(bundle.parent):
            kinds = _kinds(other)
            if WIDGET in kinds and MIME not in kinds:
                bundle.parent.remove(other)


def _kinds(bundle: nodes.Node) -> list[str]:
    """The MIME types in an output of MyST-NB; none for any other node."""
    if not isinstance(bundle, nodes.container) or bundle.get("nb_element") != "mime_bundle":
        return []
    return [node.get("mime_type", "") for node in bundle.children if isinstance(node, nodes.Element)]


# -- the script --------------------------------------------------------------------------------------------------------


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
    app.connect("config-inited", enliven)
    app.connect("doctree-read", find_boards)
    app.connect("html-page-context", add_script)
    app.connect("build-finished", write_script)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
