"""The Sphinx extension: boards in reStructuredText and MyST."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

START = "adaptoid w 0,0 W:D2 B:D6"


def built(folder: Path, builder: str = "html", **pages: str) -> tuple[Path, str]:
    """Build a site from pages; its folder and the warnings."""
    source = folder / "source"
    source.mkdir()
    (source / "conf.py").write_text('extensions = ["myst_parser", "adaptoid_widget.sphinx"]\n', "utf-8")
    for name, text in pages.items():
        ending = "rst" if text.startswith("Title\n") else "md"
        (source / f"{name}.{ending}").write_text(text, "utf-8")
    warnings = io.StringIO()
    out, trees = folder / "out", folder / "trees"
    with docutils_namespace():
        Sphinx(source, source, out, trees, builder, status=None, warning=warnings, freshenv=True).build()
    # Sphinx has been set up before in this process
    told = [line for line in warnings.getvalue().splitlines() if "already registered" not in line]
    return out, "\n".join(told)


def test_a_position_in_rst_and_a_lesson_in_myst_become_elements(tmp_path: Path) -> None:
    out, warnings = built(
        tmp_path,
        index=f"Title\n=====\n\n.. adaptoid:: {START}\n   :levels: B:3\n   :compact:\n\n"
        ".. toctree::\n\n   lesson\n   plain\n",
        lesson="# A lesson\n\n```{adaptoid} fork\n:language: de\n```\n",
        plain="# Nothing\n",
    )
    assert warnings == ""
    index, lesson, plain = [
        (out / f"{name}.html").read_text("utf-8") for name in ("index", "lesson", "plain")
    ]
    assert f'<adaptoid-board position="{START}" language="en" levels="B:3" compact>' in index
    assert '<script type="application/json">' in lesson
    assert "adaptoid-boards.js" in index
    assert "adaptoid-boards.js" in lesson
    assert "adaptoid-boards.js" not in plain
    assert (out / "_static" / "adaptoid-boards.js").stat().st_size > 400_000


def test_a_record_in_the_content_keeps_its_turns(tmp_path: Path) -> None:
    record = f"adaptoid-record 1\n   Start: {START}\n\n   1 +D3\n   2 D6+L\n   = *"
    out, warnings = built(tmp_path, index=f"Title\n=====\n\n.. adaptoid::\n\n   {record}\n")
    assert warnings == ""
    assert "1 +D3\n2 D6+L" in (out / "index.html").read_text("utf-8")


def test_other_formats_have_the_words(tmp_path: Path) -> None:
    out, _ = built(tmp_path, "text", index=f"Title\n=====\n\n.. adaptoid:: {START}\n")
    assert "White has D2 bare" in (out / "index.txt").read_text("utf-8").replace("\n", " ")


@pytest.mark.parametrize(
    ("directive", "text"),
    [
        (".. adaptoid:: adaptoid w 0,0 W:Z2", "expected a disc of this board at character 18"),
        (".. adaptoid::\n   :lesson: forks", "there is no lesson"),
        (".. adaptoid::", "give one of: a position, a record, a lesson, the option file"),
        (f".. adaptoid:: {START}\n   :levels: B:77", "the level of B is a whole number from 1 to 10, not 77"),
    ],
)
def test_what_is_wrong_is_a_warning_with_its_line(tmp_path: Path, directive: str, text: str) -> None:
    _, warnings = built(tmp_path, index=f"Title\n=====\n\n{directive}\n")
    assert text in warnings
    assert "index.rst:4" in warnings
