"""The colours of code, by Pygments: a `span` with a class for each word that has one."""

from __future__ import annotations

from html import escape

# Pygments takes seconds for more
MAX_CHARACTERS = 50_000

KEYWORD, TEXT, NUMBER, COMMENT, NAME = (
    f"adaptoid-code-{kind}" for kind in ("keyword", "text", "number", "comment", "name")
)
CLASSES = (KEYWORD, TEXT, NUMBER, COMMENT, NAME)


def colored(source: str, language: str) -> str:
    """HTML of a source in a programming language; without colours if the language is unknown or the source long.

    >>> print(colored("for x in 3:  # <b>", "python"))
    <span class="adaptoid-code-keyword">for</span> x <span class="adaptoid-code-keyword">in</span>
    <span class="adaptoid-code-number">3</span>:  <span class="adaptoid-code-comment"># &lt;b&gt;</span>
    """
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Comment, Keyword, Name, Number, Operator, String
    from pygments.util import ClassNotFound

    if not language or len(source) > MAX_CHARACTERS:
        return escape(source, quote=False)
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return escape(source, quote=False)
    kinds = (
        (Comment, COMMENT),
        (String, TEXT),
        (Number, NUMBER),
        (Keyword, KEYWORD),
        (Operator.Word, KEYWORD),
        (Name.Function, NAME),
        (Name.Class, NAME),
        (Name.Builtin, NAME),
        (Name.Decorator, NAME),
        (Name.Tag, KEYWORD),
        (Name.Attribute, NAME),
    )
    out: list[str] = []
    # consecutive parts with a colour are one
    before, text = "", ""
    for token, part in [*lexer.get_tokens(source), (None, "")]:
        kind = next((name for family, name in kinds if token is not None and token in family), "")
        if kind != before or token is None:
            shown = escape(text, quote=False)
            out.append(f'<span class="{before}">{shown}</span>' if before else shown)
            before, text = kind, ""
        text += part
    return "".join(out)
