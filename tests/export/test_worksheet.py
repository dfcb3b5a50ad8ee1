"""The printable sheet: its contents, in greys and without solutions beside the tasks, and errors."""

from __future__ import annotations

import base64
import hashlib
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.cli import main
from adaptoid_widget.picture import Picture
from tests.picture.drawings import ALL, FREE, MIDGAME, OVER, STARVING, THREE, Drawing, at
from tools.setup import languages

START = "adaptoid w 0,0 W:D2 B:D6"


class Paper(HTMLParser):
    """Parses a sheet."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.articles: list[dict[str, str]] = []
        self.images: list[Drawing] = []
        self.alts: list[str] = []
        self.widths: list[float] = []
        self.rows = self.lines = 0
        self.tags: set[str] = set()
        self.keys: set[str] = set()
        self.open: list[tuple[str, str]] = []
        self.solutions = ""
        self.texts: dict[str, str] = {}
        self.feed(source)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in attrs}
        self.tags.add(tag)
        self.keys |= attributes.keys()
        style = attributes.get("class", "")
        self.rows += style == "row"
        if tag == "article":
            self.articles.append({})
        if tag == "img":
            head, _, data = attributes["src"].partition(",")
            assert head == "data:image/svg+xml;base64"
            self.images.append(Drawing(base64.b64decode(data).decode()))
            self.alts.append(attributes["alt"])
        elif tag not in ("meta", "br", "wbr"):
            self.open.append((tag, style))

    def handle_endtag(self, tag: str) -> None:
        last, _ = self.open.pop()
        assert last == tag
        self.lines += tag == "i" and any(name == "lines" for _, name in self.open)

    def handle_data(self, data: str) -> None:
        inside = [style or tag for tag, style in self.open]
        part = next(
            (name for name in ("said", "lost", "code", "solutions", "h1", "who", "title") if name in inside),
            "",
        )
        if "article" in [tag for tag, _ in self.open]:
            self.articles[-1][part] = self.articles[-1].get(part, "") + data
        else:
            self.texts[part] = self.texts.get(part, "") + data


def paper(positions: Any, **choices: Any) -> Paper:
    return Paper(aw.sheet(positions, **choices).html)


def test_each_position_has_a_number_a_side_a_text_and_a_picture() -> None:
    sheet = paper(ALL, title="Warm up", captions="What now?")
    assert len(sheet.articles) == len(ALL)
    for number, (text, article, image) in enumerate(zip(ALL, sheet.articles, sheet.images, strict=True), 1):
        position = at(text)
        assert article["code"] == text
        assert article["said"].startswith(f"{number}What now? ")
        assert len(image.adaptoids()) == len(position.pieces)
        if position.winner is None:
            assert article["said"].endswith(
                {"W": "White", "B": "Black", "R": "Red"}[position.turn] + " to move."
            )
    assert sheet.texts["title"] == sheet.texts["h1"].strip() == "Warm up"
    assert sheet.texts["who"].split() == ["Name", "Date"]


def test_a_caption_says_which_step_of_the_turn_is_due_or_who_has_won() -> None:
    sheet = paper([at(MIDGAME).after_move("-"), OVER, aw.Game(MIDGAME).resign()])
    assert [article["said"] for article in sheet.articles] == [
        "1White to grow.",
        "2White has won: Black has lost 5 adaptoids.",
        "3Black has won: White has resigned.",
    ]


def test_losses_are_shown_if_there_are_any() -> None:
    sheet = paper([START, MIDGAME, THREE])
    assert [article.get("lost") for article in sheet.articles] == [
        None,
        "Lost: White 2, Black 1 (at 5 the game is lost).",
        "Lost: White 1, Black 3, Red 0 (at 10 the game is lost).",
    ]


def test_a_game_is_shown_with_its_marks_and_without_hints() -> None:
    game = aw.Game("adaptoid w 0,0 W:C5,D3,F6LLLLLL B:D5LLPP,D6").play("+D4")
    game.marks = "arrow(D3,D4) ring(D5,red)"
    sheet = paper([game, aw.Board(game), STARVING])
    for image, article in zip(sheet.images, sheet.articles, strict=True):
        shapes = {element.shape for element in image.drawn}
        assert ("ring-red" in shapes) == (article["code"] != STARVING)
        assert not {"grown-under", "lost-over", "starving-under", "hungry-over"} & shapes
    assert sheet.articles[0]["code"] == str(game.position)


def test_a_picture_keeps_its_options_but_is_grey() -> None:
    picture = aw.picture(STARVING, lens=True, flipped=True, theme="dark", marks="fill(A1,red)")
    (image,) = paper([picture]).images
    shapes = {element.shape for element in image.drawn}
    assert {"fill-red", "starving-under", "short"} <= shapes
    for colour in re.findall(r'"#(\w\w)(\w\w)(\w\w)"', image.source):
        assert len(set(colour)) == 1


@pytest.mark.parametrize(("columns", "rows"), [(1, 7), (2, 4), (3, 3), (4, 2)])
def test_the_number_of_columns_determines_the_rows(columns: int, rows: int) -> None:
    sheet = paper(ALL, columns=columns, answers=3)
    assert len(ALL) == 7
    assert sheet.rows == rows
    assert sheet.lines == 3 * 7
    assert f"repeat({columns}," in sheet.source
    assert paper(ALL, columns=columns, answers=0).lines == 0


@pytest.mark.parametrize("size", ["A4", "letter"])
@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_diagrams_fit_their_column_and_are_not_enlarged(size: str, columns: int) -> None:
    page = {"A4": 210, "letter": 215.9}[size] - 30
    column = (page - 8 * (columns - 1)) / columns
    positions = [*ALL, "adaptoid@hex2 w 0,0 W:A1 B:C3"]
    images = paper(positions, size=size, columns=columns).images
    assert len(images) == len(positions)
    for image in images:
        width = float(image.root.get("width", "")) / 96 * 25.4
        assert width <= column
        disc = width / float(image.root.get("viewBox", "").split()[2]) * 100
        assert 3 < disc <= 13


def test_who_is_to_move_stands_below_a_list() -> None:
    """On the line of the last item it would belong to that."""
    caption = "Look:\n- one\n- two"
    assert paper([FREE], captions=caption).articles[0]["said"].endswith("- two\nBlack to move.")
    assert "- two<br>Black to move." in aw.sheet([FREE], captions=caption)._repr_html_()


def test_captions_and_solutions_belong_to_their_positions() -> None:
    sheet = paper(
        [START, MIDGAME, THREE],
        captions=["Grow.", None, "Hunt."],
        solutions=["D2+L", None, aw.Turn.from_text("F3-G4 +F4")],
    )
    assert [article["said"] for article in sheet.articles] == [
        "1Grow. White to move.",
        "2White to move.",
        "3Hunt. Black to move.",
    ]
    assert "".join(sheet.texts["solutions"].split("\n")) == "Solutions1D2+L3F3-G4 +F4"
    assert "break-before:page" in sheet.source
    assert "solutions" not in paper([START], solutions=[None]).texts


def test_a_sheet_is_self_contained() -> None:
    """A sheet has no script and loads nothing. Its policy allows only its own style."""
    page = aw.sheet(
        [THREE, FREE], title="<script>alert('x')</script>", captions="<img src=x onerror=y> & more"
    )
    sheet = Paper(page.html)
    assert sheet.tags.isdisjoint({"script", "link", "iframe", "form", "object"})
    assert sheet.keys <= {"lang", "charset", "http-equiv", "content", "name", "class", "src", "alt"}
    assert sheet.articles[0]["said"].startswith("1<img src=x onerror=y> & more")
    assert not re.search(r"https?:(?!//www\.w3\.org)", re.sub(r'src="data:[^"]*"', "", page.html))
    style = re.search(r"<style>(.*?)</style>", page.html, re.DOTALL)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page.html)
    assert style
    assert policy
    hashed = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src &#x27;sha256-{hashed}&#x27;" in policy[1]
    assert "url(" not in style[1]
    assert "@import" not in style[1]


def test_pictures_have_a_text_alternative() -> None:
    sheet = paper([aw.picture(MIDGAME, marks="ring(D4)")])
    assert sheet.alts == [aw.picture(MIDGAME, marks="ring(D4)").words]


@pytest.mark.parametrize(
    ("language", "caption", "name"),
    [("de", "Weiß ist am Zug.", "Name"), ("ja", "白の手番。", "名前"), ("es", "Juega Blanco.", "Nombre")],
)
def test_a_sheet_can_be_in_another_language(language: str, caption: str, name: str) -> None:
    sheet = paper([MIDGAME], language=language, solutions=["+D3"])
    assert sheet.articles[0]["said"] == f"1{caption}"
    assert sheet.texts["who"].split()[0] == name
    assert f'<html lang="{language}">' in sheet.source
    assert "{" not in "".join([*sheet.texts.values(), *sheet.articles[0].values()]).replace(
        sheet.texts[""], ""
    )


def test_the_html_for_a_notebook_needs_no_trust() -> None:
    page = aw.sheet([MIDGAME, THREE, FREE], title="Warm <up>", columns=2)
    notebook_sheet = Paper(page._repr_html_())
    # no table, because notebooks style tables themselves
    assert notebook_sheet.tags == {"div", "h3", "p", "b", "br", "img", "code", "wbr"}
    assert notebook_sheet.keys == {"src", "alt", "style", "width"}
    assert len(notebook_sheet.images) == 3
    assert page._repr_html_().count("inline-block") == 3
    assert repr(page) == "<Sheet 'Warm <up>': 3 positions, A4>"


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({}, "The file also has: lines for answers."),
        ({"solutions": ["+D3"]}, "The file also has: lines for answers and a page of solutions."),
        (
            {"solutions": ["+D3"], "answers": 0, "language": "de"},
            "In der Datei außerdem: eine Seite mit Lösungen.",
        ),
    ],
)
def test_the_html_for_a_notebook_says_what_the_file_has_in_addition(
    choices: dict[str, Any], message: str
) -> None:
    assert f"<p>{message}</p>" in aw.sheet([MIDGAME], **choices)._repr_html_()
    assert "<p>" not in aw.sheet([MIDGAME], answers=0)._repr_html_()


def test_a_sheet_is_reproducible_and_can_be_saved(tmp_path: Path) -> None:
    page = aw.sheet(ALL, size="letter")
    target = page.save(tmp_path / "sheet.html")
    assert target.read_text("utf-8-sig") == page.html == aw.sheet(list(ALL), size="letter").html
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.html"]


def test_one_position_needs_no_list() -> None:
    game = aw.Game(MIDGAME)
    for content in (MIDGAME, at(MIDGAME), game, aw.Board(game), Picture(at(MIDGAME))):
        assert len(paper(content).articles) == 1
    assert len(paper(at(text) for text in ALL).articles) == len(ALL)


@pytest.mark.parametrize(
    ("positions", "choices", "error", "message"),
    [
        ([], {}, ValueError, "positions is empty"),
        (None, {}, TypeError, "not NoneType"),
        ([MIDGAME, "chess"], {}, aw.TextError, r"column 1: .*\(position 2 of the sheet\), found 'chess'"),
        ([MIDGAME, 3], {}, TypeError, "position 2 .* not int"),
        ([aw.Game("open")], {}, aw.GameError, "position 1 .* open start"),
        ([MIDGAME], {"columns": 0}, ValueError, "columns is a whole number from 1 to 4, not 0"),
        ([MIDGAME], {"columns": 5}, ValueError, "columns .* 5"),
        ([MIDGAME], {"columns": 2.0}, ValueError, "columns"),
        ([MIDGAME], {"columns": True}, ValueError, "columns"),
        ([MIDGAME], {"answers": -1}, ValueError, "answers is a whole number from 0 to 20, not -1"),
        ([MIDGAME], {"size": "a4"}, ValueError, "size is one of A4, letter, not 'a4'"),
        ([MIDGAME], {"size": ["A4"]}, ValueError, "size"),
        ([MIDGAME], {"title": 7}, TypeError, "title is a text, not int"),
        ([MIDGAME], {"captions": ["a", "b"]}, ValueError, "captions has 2 texts for 1 positions"),
        ([MIDGAME], {"captions": 3}, TypeError, "captions is a list of texts, not int"),
        ([MIDGAME] * 2, {"solutions": ["+D3"]}, ValueError, "solutions has 1 texts for 2 positions"),
        ([MIDGAME], {"solutions": "+D3"}, TypeError, "solutions is a list"),
        ([MIDGAME], {"solutions": True}, TypeError, "solutions is a list"),
        ([MIDGAME], {"language": "xx"}, aw.LanguageError, "xx"),
        ("fork", {"captions": "Now you."}, TypeError, "a lesson has texts and solutions of its own"),
        ("fork", {"solutions": ["+D3"]}, TypeError, "a lesson has texts and solutions of its own"),
        ("none.lesson", {}, aw.GameError, "there is no file 'none.lesson'"),
    ],
)
def test_invalid_arguments_of_a_sheet_are_refused(
    positions: Any, choices: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        aw.sheet(positions, **choices)


@pytest.mark.parametrize(
    ("name", "message"), [("", "is a folder"), ("sheet.pdf", "ends in .html"), ("sheet", "ends in .html")]
)
def test_an_unsuitable_file_for_a_sheet_is_refused(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        aw.sheet([MIDGAME]).save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("language", aw.languages())
def test_the_sheet_of_rules_has_all_rules_on_one_page(language: str, tmp_path: Path) -> None:
    """Each rule has a figure. There is no line for a name or an answer."""
    rules = aw.sheet("rules", language=language)
    paper = Paper(rules.html)
    assert len(rules.pictures) == len(paper.images) == len(set(rules.captions)) == 9
    assert (paper.lines, 'class="who"' in rules.html) == (0, False)
    # in English what the file of the language lacks
    own = languages.translations().get(language, {}).get("sentences", {}).values()
    assert set(rules.captions) - set(own) <= set(aw.sheet("rules").captions) - set(own)
    for picture, caption in zip(rules.pictures, rules.captions, strict=True):
        # discs named in a text are on the board
        assert all(cell in picture.position.layout for cell in re.findall(r"[A-G]\d", caption))
    starving = next(picture for picture in rules.pictures if picture.position.starving())
    assert "C3" in rules.captions[rules.pictures.index(starving)]
    assert main(["sheet", "rules", "-o", str(tmp_path / "rules.html"), "--language", language]) == 0
    assert (tmp_path / "rules.html").read_text("utf-8-sig") == rules.html


LESSON = """adaptoid-lesson 1
title: Hunger
title[de]: Hunger stillen

[step look]
text: One limb, one **free** disc.

    Look at `D5`.
text[de]: Ein Glied, ein freies Feld.
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6

[step count]
text: How many discs are free?
text[de]: Wie viele Felder sind frei?
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
ask: count liberties D5

[step click]
text: Which?
text[de]: Welche?
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
ask: click liberties D5

[step starve]
text: Starve it.
text[de]: Lass es verhungern.
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
goal: starves D5

[step grow]
text: Grow a leg.
text[de]: Lass ein Bein wachsen.
position: adaptoid b 0,0 W:D2 B:B1,B2,B3,B4,C6,D6,F6
goal: grows leg
"""


def test_a_lesson_sheet_has_texts_lines_and_solutions(tmp_path: Path) -> None:
    """Steps to read have no lines. Each other step has its solution on a page of its own."""
    (tmp_path / "hunger.lesson").write_text(LESSON, encoding="utf-8")
    sheet = aw.sheet(str(tmp_path / "hunger.lesson"))
    paper_sheet = Paper(sheet.html)
    assert paper_sheet.texts["title"] == "Hunger"
    assert [article["said"] for article in paper_sheet.articles] == [
        "1One limb, one free disc.\nLook at D5.",
        "2How many discs are free? White to move.",
        "3Which? White to move.",
        "4Starve it. White to move.",
        "5Grow a leg. Black to move.",
    ]
    assert paper_sheet.lines == 4 * 2
    assert sheet.solutions == (
        "",
        "4",
        "C4, D4, E5, E6",
        "One way: grow on C4 (+C4). Also right: +D4.",
        "One way: grow a leg on B1 (B1+L). Also right, for example: B2+L, B3+L, B4+L, C6+L and D6+L.",
    )


def test_a_lesson_sheet_can_be_in_another_language_and_without_solutions(tmp_path: Path) -> None:
    lesson = tmp_path / "hunger.lesson"
    lesson.write_text(LESSON, encoding="utf-8")
    german = aw.sheet(aw.Lesson(str(lesson), results=None), language="de", solutions=False)
    assert (german.title, german.captions[3], any(german.solutions)) == (
        "Hunger stillen",
        "Lass es verhungern.",
        False,
    )
    page = tmp_path / "page.html"
    assert main(["sheet", str(lesson), "--language", "de", "--no-solutions", "-o", str(page)]) == 0
    assert page.read_text("utf-8-sig") == german.html
    assert main(["sheet", "fork", "-o", str(page)]) == 0
    assert page.read_text("utf-8-sig") == aw.sheet("fork").html
    # the lesson has no Spanish texts
    assert aw.sheet(str(lesson), language="es").captions[3] == "Starve it."


def played() -> aw.Game:
    """A game of four turns with a comment on two lines, a variation, a mistake, and a resignation."""
    game = aw.Game().play("+D3").play("D6+L").play("+C2")
    game.headers.update({"White": "Ann <A>", "Black": "Ben", "Event": "Club"})
    game.comment = "Bold.\n<b>Too bold?</b>"
    game.goto(1).play("+E6")
    game.comment = "Safer."
    game.select(game.rows[0].node)
    game.nodes[game.rows[1].node].glyph = "??"
    game.select(game.rows[-1].node).play("D6+P").resign("W")
    return game


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", html))).strip()


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, ""),
        ({"Event": "Club", "Date": "2026-11-28"}, "Event Club Date 2026-11-28"),
        ({"Black": "Ben", "Event": "Club"}, "Ben Black Ben Event Club"),
    ],
)
def test_a_game_on_paper_says_what_its_record_knows(headers: dict[str, str], expected: str) -> None:
    """Also of a game without a title and without players."""
    game = aw.Game().play("+D3")
    game.headers.update(headers)
    header = re.search("<header>(.*)</header>", aw.sheet(game, every=0).html, re.DOTALL)
    assert text_of(header[1] if header else "") == expected


def test_a_game_on_paper_has_all_its_turns_with_notes_and_variations() -> None:
    game = played()
    before = game.to_record(), game.ply
    sheet = aw.sheet(game, every=0)
    body = sheet.html.partition("<body>")[2]
    assert text_of(body) == (
        "Ann <A> – Ben White Ann <A> Black Ben Event Club White to move. "
        "1 +D3 2 D6+L?? 2 +E6 Safer. After turn 2. White to move. "
        "3 +C2 Bold. <b>Too bold?</b> After turn 3. Black to move. "
        "4 D6+P 5 W resigns Black has won: White has resigned."
    )
    assert (game.to_record(), game.ply) == before
    assert repr(sheet) == "<GameSheet: 5 turns, A4>"
    assert text_of(sheet._repr_html_()).startswith("Ann <A> – Ben White to move. 1 +D3 2 D6+L?? 2 +E6 Safer.")


def test_a_game_on_paper_has_a_diagram_after_every_few_turns() -> None:
    game = aw.Game()
    for turn in ("+D3", "D6+L", "+C2", "D6+P", "+C3"):
        game.play(turn)
    positions = [str(node.position) for node in game.line]
    for every, shown in ((2, (0, 2, 4, 5)), (5, (0, 5)), (1, range(6)), (0, (0, 5))):
        pictures = aw.sheet(game.goto(3), every=every, title="G").pictures
        assert [str(each.position) for each in pictures] == [positions[ply] for ply in shown]
        assert [each.last is not None for each in pictures] == [ply > 0 for ply in shown]
    images = Paper(aw.sheet(game, every=5, title="G", columns=3).html).images
    assert len(images) == 2


@pytest.mark.parametrize(
    ("what", "every", "error"),
    [
        (START, 5, "with every, a sheet prints a Game or a Board, not str"),
        (aw.Game("open"), 5, "an unfinished open start has no turns to print"),
        (aw.Game(), -1, "every is a whole number, 0 or more, not -1"),
        (aw.Game(), 1.5, "every is a whole number, 0 or more, not 1.5"),
    ],
)
def test_what_cannot_be_printed_as_a_game_says_so(what: Any, every: Any, error: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        aw.sheet(what, every=every)
    assert error in str(caught.value)


def test_the_command_prints_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, page = tmp_path / "game.rec", tmp_path / "game.html"
    record.write_text(played().to_record(), "utf-8")
    assert main(["sheet", str(record), "-o", str(page), "--every", "2", "--language", "de"]) == 0
    assert capsys.readouterr().out.strip() == str(page)
    assert "Nach Zug 2." in page.read_text("utf-8")
