"""A notebook as a page: its prose, its code, its outputs, and its boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget import locales
from adaptoid_widget.cli import main
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.page.stored_game import read_stored
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.export.notebook.reading import NotebookError, load_json, read_notebook
from adaptoid_widget.export.notebook.tutorial import Tutorial, make
from adaptoid_widget.export.output_content import game_content, home_content, lesson_content, puzzles_content
from tests.export.notebook.sample import (
    HUNGRY,
    board_outputs,
    code,
    display,
    hunger,
    markdown,
    notebook,
    png,
    stream,
    three_steps,
)
from tests.export.notebook.test_hostile import Article
from tests.export.test_share import Reader


def made(*cells: dict[str, Any], language: str | None = None, **metadata: Any) -> Tutorial:
    """The page of a notebook, as JSON keeps it."""
    data = json.loads(json.dumps(notebook(*cells, **metadata)))
    return make(read_notebook(data, "x.ipynb"), None, "x", None, language)


def article(*cells: dict[str, Any], **options: Any) -> str:
    """The HTML of the article."""
    return Article(made(*cells, **options).page).text


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of the sample, written by `aw.share`."""
    folder = tmp_path_factory.mktemp("hunger")
    (folder / "hunger.ipynb").write_text(json.dumps(hunger()), encoding="utf-8")
    return aw.share(folder / "hunger.ipynb", folder / "hunger.html").read_text("utf-8-sig")


def test_the_sample_has_its_title_prose_mathematics_image_and_code(page: str) -> None:
    reader, text = Reader(page), Article(page).text
    assert (
        [words for _, words in reader.all("h1")] == [words for _, words in reader.all("title")] == ["Hunger"]
    )
    assert '<td align="right">starves</td>' in text
    assert '<math display="block">' in text
    assert '<p class="adaptoid-note-title">Count twice</p>' in text
    assert f'<img src="data:image/png;base64,{png()}" alt="dot">' in text
    assert '<span class="adaptoid-code-keyword">import</span> adaptoid_widget' in text
    assert "\n14\n</pre>" in text


def test_the_sample_has_its_boards_and_its_lesson(page: str) -> None:
    contents = Reader(page).options["contents"]
    assert [content["kind"] for content in contents] == ["game", "game", "lesson"]
    assert str(read_stored(contents[0]["game"]).position) == HUNGRY
    assert contents[1]["levels"] == {"B": 2}
    assert contents[1]["settings"] == {"flipped": True}
    assert LessonContent.unpack(contents[2]["lesson"]) == three_steps()
    own = json.loads(Reader(page).packed("adaptoid-board"))
    assert next(first["snapshot"]["position"] for first in own["firsts"]) == HUNGRY
    assert len(own["firsts"]) == 3


def test_the_saved_picture_of_a_lesson_has_its_title_and_task() -> None:
    text = article(code("lesson", *board_outputs(lesson_content(three_steps(), {}))))
    board = text[text.index("<adaptoid-board") : text.index("</adaptoid-board>")]
    assert "Three steps" in board
    assert "Starve it: D5 has four limbs." in board
    assert "<figcaption>" in board


def test_the_cells_are_in_their_order_with_what_they_show(page: str) -> None:
    cells = Reader(page).options["cells"]
    assert [bool(cell["stored"]) for cell in cells] == [False] * 5 + [True]
    assert "numpy" in cells[5]["stored"]
    assert '<section data-code="5" data-stored="This cell does not run here: a page has no numpy.' in page


def test_what_an_author_hid_is_folded_or_left_out() -> None:
    text = article(
        code("one = 1", stream("out one"), tags=("hide-input",)),
        code("two = 2", stream("out two"), tags=("remove-input",)),
        code("three = 3", stream("out three"), tags=("hide-cell",)),
        code("four = 4", stream("out four"), tags=("remove-cell",)),
        code("five = 5", stream("out five"), tags=("hide-output",)),
        code("six = 6", stream("out six"), tags=("remove-output",)),
        code("seven = 7", stream("out seven"), jupyter={"source_hidden": True}),
        code("", stream("")),
    )
    sections = dict(zip("0123456", [""] * 7, strict=True))
    for part in text.split("<section data-code=")[1:]:
        sections[part[1]] = part
    assert ["data-folded" in sections[n] for n in "0123456"] == [True, True, True, True, False, False, True]
    assert ["<details>" in sections[n] for n in "0123456"] == [True, False, True, False, True, False, True]
    # what is removed runs, since later cells need its names
    assert sections["1"].count("<div hidden><pre data-source") == 1
    assert [" hidden>" in sections[n].partition("\n")[0] for n in "0123456"] == [n == "3" for n in "0123456"]
    assert "<div hidden><pre data-source" in sections["3"]
    assert "out four" not in text
    assert "out six" not in text
    # a reader who runs a later cell needs these names
    cells = Reader(made(code("a = 1", tags=("remove-cell",)), code("a", stream("1"))).page).options["cells"]
    assert [cell["source"] for cell in cells] == ["a = 1", "a"]


@pytest.mark.parametrize(
    ("output", "shown"),
    [
        (stream("\x1b[31mred\x1b[0m\n 1%\r100%"), "<pre>\nred\n100%</pre>"),
        (stream(["a\n", "b"], "stderr"), '<pre class="adaptoid-output-error">\na\nb</pre>'),
        (
            {"output_type": "error", "ename": "E", "evalue": "bad", "traceback": ["\x1b[0;31mE\x1b[0m: bad"]},
            '<pre class="adaptoid-output-error" data-error>\nE: bad</pre>',
        ),
        ({"output_type": "error", "ename": "E", "evalue": "bad", "traceback": []}, "\nE: bad</pre>"),
        (display({"text/plain": "1 < 2"}), "<pre>\n1 &lt; 2</pre>"),
        (display({"text/latex": "$x^2$", "text/plain": "x**2"}), "<msup><mi>x</mi><mn>2</mn></msup>"),
        (display({"text/markdown": "**b**", "text/plain": "b"}), "<p><strong>b</strong></p>"),
        (
            display({"image/png": png() + "\n"}, **{"image/png": {"width": 9}}),
            '<img alt="" width="9" src="data:image/png',
        ),
        (display({"image/png": png(), "text/plain": "<Figure>"}), '<img alt="" src='),
        (
            display({"image/svg+xml": "<svg xmlns='x'/>", "text/plain": "A plot"}),
            '<img alt="A plot" src="data:image/svg',
        ),
        (
            display({"text/html": "<table class='dataframe x'><td>1"}),
            '<table class="dataframe"><tbody><tr><td>1',
        ),
        (display({"text/html": "<script>1</script>", "text/plain": "plot"}), "needs scripts"),
        (
            display({"application/json": {"a": [1]}, "text/plain": "<IPython.core.display.JSON object>"}),
            '"a": [',
        ),
        (display({"application/vnd.plotly.v1+json": {}, "text/plain": "Figure()"}), "needs scripts"),
        (display({"image/png": "no base 64!"}), "cannot be read"),
        (display({"image/png": "QUJD"}), "cannot be read"),
        (display({"text/plain": 3}), "cannot be read"),
        (display({}), "cannot be read"),
        ({"output_type": "display_data"}, "cannot be read"),
        (stream(None), "cannot be read"),
        (7, "cannot be read"),
    ],
)
def test_each_kind_of_output_is_shown_as_it_was_saved(output: Any, shown: str) -> None:
    assert shown in article(code("x", output))


def test_texts_of_a_program_are_joined_and_a_long_one_is_cut() -> None:
    assert "<pre>\none two</pre>" in article(code("x", stream("one "), stream("two")))
    told = "The output goes on. A page shows only its beginning."
    assert told in article(code("x", stream("x" * 100_200)))
    cut = made(code("x", *[stream("x" * 50_100)] * 2))
    assert cut.left_out == [f"cell 1: {told}"]


def test_an_author_is_told_of_each_image_that_the_page_cannot_have() -> None:
    told = "An image is left out, since this page loads nothing from elsewhere"
    far = made(
        markdown("![A & B](https://example.org/x.png)"),
        code("x", display({"text/html": '<b>1</b><img src="y.png">'})),
    )
    assert far.left_out == [f"cell 1: {told} (A & B)", f"cell 2: {told}"]


def test_a_control_that_needs_a_kernel_is_named() -> None:
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}, "text/plain": "IntSlider(value=0)"}
    tutorial = made(
        code("slider", display(view)), widgets={"application/vnd.jupyter.widget-state+json": "broken"}
    )
    assert "IntSlider" not in tutorial.page
    assert tutorial.left_out == [
        "cell 1: An output is left out, since it needs scripts or the notebook’s Python."
    ]


def test_boards_in_tabs_have_their_titles() -> None:
    """One title for several boards of a tab; titles that were tampered with are left out."""
    board = board_outputs(game_content(Game(), {}))[1]
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}, "text/plain": "Tab()"}
    titles = ["First <b>", "First <b>", "", "Last"]
    text = article(code("tab", display(view, adaptoid_titles=titles), *[board] * 5))
    name = '<p class="adaptoid-board-name">'
    assert [part.partition("</p>")[0] for part in text.split(name)[1:]] == ["First &lt;b&gt;", "Last"]
    before = [part.count("<adaptoid-board ") for part in text.split(name)]
    assert before == [0, 3, 2]
    for bad in ("First", [1], {"a": "b"}, ["\ud800" * 300]):
        assert "b>First" not in article(code("tab", display(view, adaptoid_titles=bad), board))


def test_a_board_of_an_earlier_version_and_a_home_stay_pictures() -> None:
    saved = '<div class="adaptoid-last-x"><img src="data:image/svg+xml,<svg>"><p>White to move.</p></div>'
    live = display({"application/vnd.jupyter.widget-view+json": {}, "text/plain": "Board()"})
    text = article(code("board", live, display({"text/html": saved, "text/plain": "White to move."})))
    assert text.count("White to move.") == 1
    assert "<adaptoid-board" not in text
    assert "needs scripts" not in text
    assert "<adaptoid-board" not in article(code("home", *board_outputs(home_content({}))))


def test_puzzles_and_an_open_start_are_boards() -> None:
    cells = (
        code("aw.Puzzles()", *board_outputs(puzzles_content(["fork"], 0, {"language": "de"}))),
        code("aw.Board('open')", *board_outputs(game_content(Game("open"), {}))),
    )
    options = Reader(made(*cells).page).options
    assert [content["kind"] for content in options["contents"]] == ["puzzles", "game"]
    assert {row[1] for row in options["contents"][0]["puzzles"]} or options["contents"][0]["puzzles"]


def test_the_page_has_the_language_of_its_first_board_unless_one_is_named() -> None:
    cells = (markdown("Hallo"), code("board", *board_outputs(game_content(Game(), {"language": "de"}))))
    assert '<html lang="de">' in made(*cells).page
    assert '<html lang="es">' in made(*cells, language="es").page


def test_what_the_page_says_in_an_article_changes_with_its_language() -> None:
    tutorial = made(markdown("![x](https://example.org/x.png)"))
    words = json.loads(Reader(tutorial.page).packed("adaptoid-board"))["around"]
    name = next(
        attributes["data-word"]
        for _, attributes in Article(tutorial.page).elements
        if "data-word" in attributes
    )
    for tag in locales.languages():
        assert words[tag][name] == locales.page_words(tag)["page.left.image"]


def test_a_note_may_stand_below_the_title() -> None:
    """A page of such a notebook was refused with a KeyError."""
    tutorial = made(markdown("# Air\n\n> [!TIP]\n> Count first.\n\n:::{warning}\nTwice.\n:::"))
    assert tutorial.title == "Air"
    text = Article(tutorial.page).text
    assert [text.count(kind) for kind in ("note-tip", "note-warning", "Count first.", "Twice.")] == [
        1,
        1,
        1,
        1,
    ]


def test_the_tasks_of_a_list_have_boxes() -> None:
    page = made(markdown("- [x] learn to **move**\n- [ ] fork somebody\n- an [x] within")).page
    for item in ("☑ learn to <strong>move</strong>", "☐ fork somebody", "an [x] within"):
        assert f"<li>{item}</li>" in page


def test_a_notebook_of_another_language_shows_what_was_saved() -> None:
    tutorial = made(code("x <- 1", stream("1")), kernelspec={"name": "ir", "language": "R"})
    assert tutorial.not_run == [
        "cell 1: This cell does not run here: a page runs Python only. What you see was saved."
    ]
    assert "cells" not in Reader(tutorial.page).options
    # nothing can appear later
    never = made(code("x <- 1"), kernelspec={"name": "ir", "language": "R"})
    assert never.left_out == ["no cell has a saved output; run the notebook and save it first"]


def test_equal_notebooks_make_equal_pages(page: str, tmp_path: Path) -> None:
    (tmp_path / "hunger.ipynb").write_text(json.dumps(hunger(), indent=1), encoding="utf-8")
    assert aw.share(tmp_path / "hunger.ipynb", tmp_path / "a.html").read_text("utf-8-sig") == page


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.ipynb:1:1: this is not a notebook, since it is not JSON"),
        ("{", "x.ipynb:1:2: this is not a notebook, since it is not JSON"),
        ("[" * 100_000, "x.ipynb: this is not a notebook, since its lists are nested too deeply"),
        ("[]", "x.ipynb: this is not a notebook of nbformat 4: it has no list of cells"),
        (
            '{"nbformat": 3, "worksheets": []}',
            "x.ipynb: this notebook is of nbformat 3, and this reads nbformat 4; save",
        ),
        (
            '{"nbformat": 5, "cells": []}',
            "x.ipynb: this notebook is of nbformat 5, .* install a newer adaptoid-widget",
        ),
        ('{"cells": [], "metadata": 3}', "its metadata are not an object"),
        ('{"cells": [3]}', "it has no list of cells"),
        ('{"cells": [{}]}', "x.ipynb: cell 1: its type is one of markdown, code, raw, not None"),
        (
            '{"cells": [{"cell_type": "raw"}, {"cell_type": "code", "source": 3}]}',
            "x.ipynb: cell 2: its source is a text",
        ),
        ('{"cells": [{"cell_type": "code", "outputs": {}}]}', "x.ipynb: cell 1: its outputs are a list"),
    ],
)
def test_what_is_no_notebook_is_refused_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.ipynb").write_text(text, encoding="utf-8")
    with pytest.raises(NotebookError, match=message):
        read_notebook(load_json(Path("x.ipynb")), "x.ipynb")


def test_the_command_names_the_cells_that_do_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hunger.ipynb").write_text(json.dumps(hunger()), encoding="utf-8")
    assert (
        main(["share", "hunger.ipynb", "-o", "hunger.html", "--title", "My <title>", "--language", "de"]) == 0
    )
    printed = capsys.readouterr()
    assert printed.out.startswith("hunger.html (")
    assert printed.err.splitlines() == [
        (
            "hunger.ipynb: cell 8: Diese Codezelle läuft hier nicht: Eine Seite hat kein numpy. Was du siehst, wurde "
            "gespeichert."
        )
    ]
    page = Reader(Path("hunger.html").read_text("utf-8-sig"))
    assert [text for _, text in page.all("h1")] == ["My <title>"]


def test_the_command_makes_a_page_of_each_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of a folder, or those that are named, go into a new folder. A notebook that never ran is named."""
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    Path("mine/one.ipynb").write_text(json.dumps(hunger()), encoding="utf-8")
    Path("mine/two.ipynb").write_text(json.dumps(notebook(code("1 + 1"))), encoding="utf-8")
    Path("mine/notes.txt").write_text("Hello.", encoding="utf-8")
    assert main(["share", "mine", "-o", "made/pages"]) == 0
    printed = capsys.readouterr()
    assert sorted(path.name for path in Path("made/pages").iterdir()) == ["one.html", "two.html"]
    assert [line.partition(" (")[0] for line in printed.out.splitlines()] == [
        str(Path("made/pages/one.html")),
        str(Path("made/pages/two.html")),
    ]
    assert "two.ipynb: no cell has a saved output, so its boards appear only when" in printed.err
    assert main(["share", "mine/two.ipynb", "mine/one.ipynb", "-o", "others"]) == 0
    assert Path("others/one.html").read_bytes() == Path("made/pages/one.html").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["mine", "mine/one.ipynb", "-o", "out"], "two notebooks would become one.html"),
        (["mine", "-o", "out", "--title", "All"], "--title is for one page"),
        (["mine", "-o", "out.html"], "several pages go into a folder, such as out"),
        (["empty", "-o", "out"], "'empty' is a folder without notebooks"),
        (["mine", "game.txt", "-o", "out"], "'game.txt' is none"),
        (["mine", "-o", "out", "--preview"], "--preview is for lessons"),
    ],
)
def test_several_things_that_cannot_be_pages_are_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "empty"):
        Path(name).mkdir()
    Path("mine/one.ipynb").write_text(json.dumps(hunger()), encoding="utf-8")
    assert main(["share", *words]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.html"))


def test_the_command_runs_a_notebook_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    cells = (code("import adaptoid_widget as aw\nboard = aw.Board()\nboard"), code(["print(6 *\n", "  7)"]))
    before = json.dumps(
        notebook(*cells, kernelspec={"name": "python3", "display_name": "", "language": "python"})
    )
    Path("new.ipynb").write_text(before, encoding="utf-8")
    assert main(["share", "new.ipynb", "-o", "new.html", "--execute"]) == 0
    page = Path("new.html").read_text("utf-8-sig")
    assert "\n42\n</pre>" in page
    assert [content["kind"] for content in Reader(page).options["contents"]] == ["game"]
    assert Path("new.ipynb").read_text("utf-8") == before
    capsys.readouterr()
    Path("new.ipynb").write_text(json.dumps(notebook(code("1 / 0"))), encoding="utf-8")
    assert main(["share", "new.ipynb", "-o", "bad.html", "--execute"]) == 2
    assert "new.ipynb: cell 1: ZeroDivisionError: division by zero" in capsys.readouterr().err


def test_aids_and_levels_are_not_for_notebooks(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the boards of a notebook have their own aids and levels"):
        aw.share("x.ipynb", tmp_path / "x.html", aids="none")


def test_nbconvert_lists_the_format_and_writes_the_page(tmp_path: Path) -> None:
    from nbconvert.exporters import get_export_names, get_exporter

    assert "adaptoid" in get_export_names()  # type: ignore[no-untyped-call]
    exporter = get_exporter("adaptoid")()  # type: ignore[no-untyped-call]
    assert (exporter.export_from_notebook, exporter.output_mimetype) == ("Adaptoid (live HTML)", "text/html")
    path = tmp_path / "hunger.ipynb"
    path.write_text(json.dumps(hunger()), encoding="utf-8")
    text, resources = exporter.from_filename(str(path))
    assert resources["output_extension"] == ".html"
    assert [words for _, words in Reader(text.removeprefix("\ufeff")).all("h1")] == ["Hunger"]
