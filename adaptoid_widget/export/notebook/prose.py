"""Markdown of a notebook as HTML, which `sanitizing` still has to clean, with MathML and with colours in code."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping, Sequence
from functools import cache
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from .code_colors import colored
from .sanitizing import KINDS_OF_NOTES

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

# the time that Markdown takes may grow faster than its length
MAX_CHARACTERS = 300_000
MAX_FORMULA = 4_000
# notes within notes
MAX_NESTING = 4
# other names of the kinds of notes, from MyST and reStructuredText
_KIND_OF = {
    **{kind: kind for kind in KINDS_OF_NOTES},
    "seealso": "note",
    "admonition": "note",
    "hint": "tip",
    "attention": "warning",
    "danger": "caution",
    "error": "caution",
}
_DIRECTIVE = re.compile(r"\{([a-z]+)\}\s*(.*)")
_WORDS = ("text", "code_inline", "math_inline", "softbreak", "hardbreak")
_BOX = re.compile(r"\[([ xX])\] ")
_ALERT = re.compile(r"\[!([A-Za-z]+)\]\s*$")

_NUMBERED = re.compile(r"\\(begin|end)\{(align|gather|equation|multline|eqnarray)\}")

NoteTitle = Callable[[str], str]
"""Makes HTML of the title of a note that has none of its own, from its kind."""


def html_of(text: str, note_title: NoteTitle) -> str:
    """The HTML of Markdown, to be cleaned.

    >>> html_of("A **bold** $x$", str)
    '<p>A <strong>bold</strong> <span class="math inline"><math display="inline">...</math></span></p>\\n'
    """
    if len(text) > MAX_CHARACTERS:
        return f"<pre>{escape(text)}</pre>"
    try:
        return str(_parser().render(text, _env(note_title)))
    except RecursionError:
        return f"<pre>{escape(text)}</pre>"


def _env(note_title: NoteTitle) -> dict[str, Any]:
    """What the rules of the parser ask for."""
    return {"note_title": note_title, "nesting": 0}


def heading(text: str) -> tuple[str, str]:
    """The heading of the first level that Markdown begins with, without markup, and the text after it.

    >>> heading("# The *fork*\\n\\nLook."), heading("Look.\\n\\n# Fork")
    (('The fork', '\\n\\nLook.'), ('', 'Look.\\n\\n# Fork'))
    """
    tokens = _parser().parse(text, _env(str)) if len(text) <= MAX_CHARACTERS and "#" in text[:1000] else []
    if len(tokens) < 2 or tokens[0].tag != "h1" or tokens[0].map is None:
        return "", text
    title = " ".join(_words(tokens[1]).split())
    lines = text.split("\n")[tokens[0].map[1] :]
    return (title, "\n".join(["", *lines])) if title else ("", text)


def _words(inline: Token) -> str:
    """The text of a line without markup."""
    parts = [part.content or " " for part in inline.children or [] if part.type in _WORDS]
    return "".join(parts)


def mathematics(formula: str, is_block: bool) -> str:
    """The MathML of a formula in LaTeX, to be cleaned; the formula itself if it cannot be read."""
    from latex2mathml.converter import convert

    try:
        if len(formula) > MAX_FORMULA:
            raise ValueError(formula)
        # numbers of equations would begin anew in each cell
        formula_without_numbers = _NUMBERED.sub(r"\\\1{\2*}", formula.strip())
        text = str(convert(formula_without_numbers, display="block" if is_block else "inline"))
    except Exception:  # noqa: BLE001  its errors are of many kinds; a StopIteration is one of them
        return f'<code class="adaptoid-tex">{escape(formula)}</code>'
    return text.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "", 1)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.amsmath import amsmath_plugin
    from mdit_py_plugins.colon_fence import colon_fence_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    dollarmath_plugin(
        parser,
        # $5 and $10 are prices
        allow_space=False,
        allow_digits=False,
        allow_labels=False,
        allow_blank_lines=False,
        double_inline=True,
        renderer=lambda formula, options: mathematics(formula, options["display_mode"]),
    )
    amsmath_plugin(parser, renderer=lambda formula: mathematics(formula, is_block=True))
    colon_fence_plugin(parser)
    # the cleaning looks at all links
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005  its name there
    for rule, names in _RULES.items():
        for name in names:
            parser.add_render_rule(name, rule)
    parser.core.ruler.push("adaptoid_alerts", _mark_alerts)
    parser.core.ruler.push("adaptoid_tasks", _mark_tasks)
    return parser


def _fence(_renderer: Any, tokens: Sequence[Token], at: int, _: Any, env: dict[str, Any]) -> str:
    """Code with colours, or a note of MyST."""
    token = tokens[at]
    info = unescape(token.info).strip()
    directive = _DIRECTIVE.fullmatch(info)
    if directive and directive[1] in _KIND_OF and env["nesting"] < MAX_NESTING:
        inside = _parser().render(token.content, {**env, "nesting": env["nesting"] + 1})
        title = _parser().renderInline(directive[2], env) if directive[2] else ""
        return _note(_KIND_OF[directive[1]], title, inside, env)
    language = info.split(maxsplit=1)[0] if info else ""
    if directive and directive[1] == "math":
        return f'<div class="math block">{mathematics(token.content, is_block=True)}</div>\n'
    return f'<pre tabindex="0"><code>{colored(token.content, language)}</code></pre>\n'


def _note(kind: str, title: str, inside: str, env: MutableMapping[str, Any]) -> str:
    title = title or env["note_title"](kind)
    return (
        f'<div class="adaptoid-note adaptoid-note-{kind}">\n'
        f'<p class="adaptoid-note-title">{title}</p>\n{inside}</div>\n'
    )


def _heading(renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """A heading that links can name, as in JupyterLab: with hyphens in place of blanks."""
    tokens[at].attrSet("id", "-".join(_words(tokens[at + 1]).split()))
    return str(renderer.renderToken(tokens, at, options, env))


def _cell(renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """A cell of a table, with an attribute in place of a style, which the page does not allow."""
    style = tokens[at].attrGet("style")
    if isinstance(style, str):
        tokens[at].attrs.pop("style")
        tokens[at].attrSet("align", style.removeprefix("text-align:"))
    return str(renderer.renderToken(tokens, at, options, env))


def _link(renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """A link to a heading, whose address is as the author wrote it."""
    address = tokens[at].attrGet("href")
    if isinstance(address, str) and address.startswith("#"):
        from urllib.parse import unquote

        tokens[at].attrSet("href", unquote(address))
    return str(renderer.renderToken(tokens, at, options, env))


def _inline_block(_renderer: Any, tokens: Sequence[Token], at: int, _: Any, __: Any) -> str:
    """A formula on lines of its own that stands within a paragraph."""
    return f'<span class="math block">{mathematics(tokens[at].content, is_block=True)}</span>'


_RULES: dict[Callable[..., str], tuple[str, ...]] = {
    _fence: ("fence", "colon_fence"),
    _heading: ("heading_open",),
    _cell: ("td_open", "th_open"),
    _link: ("link_open",),
    _inline_block: ("math_inline_double",),
}


def _mark_tasks(state: StateCore) -> None:
    """Draw the boxes of items of a list that begin with [ ] or [x]."""
    for item, _, inline in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        first = inline.children[0] if item.type == "list_item_open" and inline.children else None
        box = _BOX.match(first.content) if first else None
        if first and box:
            first.content = ("☐ " if box[1] == " " else "☑ ") + first.content[box.end() :]


def _mark_alerts(state: StateCore) -> None:
    """Make notes of quotations that begin with [!NOTE] and the like, as GitHub does."""
    tokens, out = state.tokens, []
    ends: list[str] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.type == "blockquote_open":
            kind = _alert_kind(tokens, at)
            ends.append("</div>\n" if kind else "")
            if kind:
                out.append(_raw(_note(kind, "", "", state.env).removesuffix("</div>\n")))
                at += 1
                continue
        elif token.type == "blockquote_close" and ends.pop():
            out.append(_raw("</div>\n"))
            at += 1
            continue
        out.append(token)
        at += 1
    state.tokens = out


def _alert_kind(tokens: Sequence[Token], at: int) -> str:
    """The kind of note that a quotation is, whose mark is taken away; "" if it is none."""
    inline = tokens[at + 2] if len(tokens) > at + 2 else None
    if inline is None or inline.type != "inline" or not inline.children:
        return ""
    found = _ALERT.match(inline.children[0].content)
    kind = found[1].lower() if found else ""
    if kind not in KINDS_OF_NOTES:
        return ""
    # the line break after it, too
    inline.children = inline.children[2:]
    return kind


def _raw(html: str) -> Token:
    from markdown_it.token import Token

    return Token("html_block", "", 0, content=html)
