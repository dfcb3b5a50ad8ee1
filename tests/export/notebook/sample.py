"""A notebook as an author has one: prose, a table, an image, mathematics, two boards, a lesson, code, a heat map."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import Any

import adaptoid_widget as aw
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.teaching.authored_steps import lesson_of
from adaptoid_widget.export.output_content import MIME, game_content, lesson_content
from adaptoid_widget.lessons.authoring import Step

HUNGRY = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
START = "adaptoid w 0,0 W:D2 B:D6"
WIDGET = "application/vnd.jupyter.widget-view+json"


def png() -> str:
    """A picture of one dot, in base64."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(b"\0\xff\0\0"))
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + head + data + chunk(b"IEND", b"")).decode()


def markdown(source: str, **fields: Any) -> dict[str, Any]:
    """A cell of Markdown."""
    return {"cell_type": "markdown", "metadata": {}, "source": source, **fields}


def code(
    source: str | list[str], *outputs: Any, tags: tuple[str, ...] = (), **metadata: Any
) -> dict[str, Any]:
    """A code cell with its outputs."""
    described = {"tags": list(tags), **metadata} if tags else metadata
    return {
        "cell_type": "code",
        "execution_count": 1,
        "metadata": described,
        "source": source,
        "outputs": list(outputs),
    }


def display(data: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    """An output that was displayed."""
    return {"output_type": "display_data", "data": data, "metadata": metadata}


def stream(text: Any, name: str = "stdout") -> dict[str, Any]:
    """An output that was printed."""
    return {"output_type": "stream", "name": name, "text": text}


def board_outputs(content: Any, html: str = "") -> list[dict[str, Any]]:
    """The two outputs of a board: the live one, and its saved picture with its content."""
    saved = html or f'<div class="adaptoid-last-x" data-rev="0">{aw.picture(START).html}</div>'
    data = {"text/html": saved, "text/plain": "White can’t move: grow.", MIME: content}
    return [
        display({WIDGET: {"model_id": "1", "version_major": 2}, "text/plain": "Board()"}),
        display(data),
    ]


def notebook(*cells: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    """A notebook of these cells."""
    return {"nbformat": 4, "nbformat_minor": 4, "metadata": metadata, "cells": list(cells)}


def three_steps() -> Any:
    """A lesson of three steps."""
    return lesson_of(
        "Three steps",
        [
            Step("take", "Starve it: **D5** has four limbs.", HUNGRY, goal="starves D5"),
            Step("grow", "Grow something new.", START, goal="grows new"),
            Step("read", "Well done.", START),
        ],
    )


def hunger() -> dict[str, Any]:
    """The notebook."""
    heat = aw.picture(HUNGRY, marks="heat(D4=0.5,D5=1)")
    return notebook(
        markdown(
            "# Hunger\n\nHow an adaptoid **starves**, with $n$ limbs.\n\n| limbs | fate |\n|:--|--:|\n| 2 | starves |"
        ),
        markdown(
            "## The rule\n\n$$n > \\sum_{d} f(d)$$\n\n```{tip} Count twice\nFirst the *limbs*.\n```\n\n"
            "![dot](attachment:dot.png)",
            attachments={"dot.png": {"image/png": png()}},
        ),
        code(
            "import adaptoid_widget as aw\nboard = aw.Board()\nboard",
            *board_outputs(game_content(Game(HUNGRY), {})),
        ),
        code("print(len(board.position.turns()))", stream("14\n")),
        code(
            "aw.Board(black=aw.Player(2), flipped=True)",
            *board_outputs(game_content(Game().play("+D3"), {"flipped": True}, {"B": 2})),
        ),
        code("lesson", *board_outputs(lesson_content(three_steps(), {}))),
        code("heat = aw.picture(board)\nheat", display(dict(heat._repr_mimebundle_()))),
        code("import numpy\nnumpy.zeros(2)", display({"text/plain": "array([0., 0.])"})),
    )


def every_word() -> list[dict[str, Any]]:
    """Notebooks whose pages say all that a page says in an article."""
    kinds = ("note", "tip", "important", "warning", "caution")
    cells = [
        markdown("\n".join(f"```{{{kind}}}\ntext\n```" for kind in kinds)),
        markdown("![x](https://example.org/x.png)"),
        code(
            "import numpy",
            display({"text/html": "<script>1</script>"}),
            display({"text/html": "<b>" * 1000}),
            display({"image/png": "no image"}),
            stream("x" * 100_001),
        ),
        code("numpy.e", *board_outputs({"version": 2}), tags=("hide-cell",)),
        code("%matplotlib inline"),
    ]
    return [notebook(*cells), notebook(code("1"), kernelspec={"language": "R"})]
