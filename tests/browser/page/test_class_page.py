"""The page that shows the results of a class, opened from disk, has the same tables as `aw.results`."""

from __future__ import annotations

import json
import random
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import adaptoid_widget as aw
from adaptoid_widget.cli import main
from adaptoid_widget.core.teaching.results import HOW, Result, StepResult
from adaptoid_widget.reports.class_results import MAX_SHOWN, LearnerResults
from tests.browser.board.test_accessibility import AXE, RULES
from tests.browser.boxes import FAULTS
from tests.repetitions import nightly
from tools.browser.jupyter import context

# with variations and a resignation; with three players; with an unfinished turn
GAMES = """adaptoid-record 1
White: Ann
Black: Ben
Start: adaptoid w 0,0 W:D2 B:D6

1 +D3
2 D6+L
; A quiet beginning.
  2 +D5
  3 D2+P
    3 D2+L
3 W resigns
= B

adaptoid-record 1
White: Ann
Black: Ben
Red: Cleo
Start: adapt3 w 0,0,0 W:D2 B:B4 R:F6

1 +D3
2 B4+L
3 F6+L
4 draw agreed
= draw

adaptoid-record 1
White: Cleo
Start: adaptoid w 0,0 W:D2 B:D6

1 D2+L
2 D6+L
3 D2-D3
= *
"""
PLAYED = [["Ann", "Ben", "", "Black", "2"], ["Ann", "Ben", "Cleo", "draw", "3"], ["Cleo", "", "", "*", "2"]]
ANSWERS = ["+D3", "D6+L", "D2-E4+P", "+E5", "E3"]
NAMES = [f"Pupil {letter}. {number}" for letter in "AB" for number in range(25)]
LESSONS = [f"lesson-{number}" for number in range(15)]


def step(name: str, dice: random.Random) -> StepResult:
    outcome = dice.choice(HOW)
    tries = dice.randrange(5) if outcome else dice.randrange(2)
    turns = tuple(dice.choices(ANSWERS, k=tries if dice.random() < 0.8 else tries + 1))
    solved = outcome in ("solved", "helped")
    return StepResult(
        name,
        solved,
        tries,
        dice.randrange(3),
        float(tries),
        turns,
        dice.randrange(4) if solved else 0,
        4,
        outcome,
    )


def write(path: Path, result: Result) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result.pack(), ensure_ascii=False), encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of two classes of 25 learners in 15 lessons on 25 shared devices, with other and broken files."""
    folder, dice = tmp_path_factory.mktemp("class") / "results", random.Random(7)
    for lesson in LESSONS:
        for number, name in enumerate(NAMES):
            steps = [step(f"step {index}", dice) for index in range(3)]
            place = folder / f"device {number % 25}" / ("morning" if number < 25 else "noon")
            write(place / f"{lesson}.results.json", Result(lesson, name, steps, 1))
    # results without a name, a second file of a learner in other letters, and a site's file of several lessons
    for number in range(2):
        write(
            folder / "device 3" / f"fork.results ({number}).json", Result("fork", "", [step("look", dice)], 0)
        )
    capital_name = Result("lesson-0", "PUPIL  a. 3", [step(f"step {index}", dice) for index in range(3)], 1)
    formula = Result("fork", '=1+1,"x"', [step("look", dice)], 0)
    site = {"v": 1, "learner": "Zoë", "results": [capital_name.pack(), formula.pack()]}
    (folder / "adaptoid.Zoe.results.json").write_text(json.dumps(site, indent=1), "utf-16", newline="\r\n")
    (folder / "device 0" / "adaptoid-Ann-Ben.txt").write_text(GAMES, encoding="utf-8")
    (folder / "notes.txt").write_text("Friday: the fork", encoding="utf-8")
    # a truncated file, files with other contents, hostile files, and one in a hidden folder
    one_file = (folder / "device 3" / "morning" / "lesson-1.results.json").read_text("utf-8")
    hostile = {**formula.pack(), "learner": "<img src=x onerror=alert(1)>"}
    for name, text in {
        "half.results.json": one_file[: len(one_file) // 2],
        "empty.results.json": "",
        "later.results.json": json.dumps({**formula.pack(), "v": 2}),
        "list.results.json": "[1, 2]",
        "deep.results.json": "[" * 5000,
        "wrong.results.json": json.dumps({**formula.pack(), "steps": [{"name": "look"}]}),
        "hostile.results.json": json.dumps(hostile),
        "points.results.json": json.dumps(
            {**formula.pack(), "steps": [{**step("look", dice).pack(), "score": 99, "most": 4}]}
        ),
        ".hidden/lesson-2.results.json": one_file,
        "other.json": one_file,
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "latin.results.json").write_bytes(json.dumps(site, ensure_ascii=False).encode("latin-1"))
    return folder


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page as the command writes it, opened from disk. It must request nothing, store nothing and log no errors."""
    main(["results", "--page", str(tmp_path / "class.html")])
    profile = context(browser)
    page = profile.new_page()
    requests, troubles = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text))
    page.goto((tmp_path / "class.html").as_uri())
    yield page
    assert page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
    profile.close()
    own = [(tmp_path / "class.html").as_uri(), "about:blank"]
    assert [url for url in requests if not url.startswith("blob:") and url.partition("#")[0] not in own] == []
    assert troubles == []


def texts(page: Page, selector: str) -> list[list[str]]:
    cells: list[list[str]] = page.locator(selector).evaluate_all(
        "(rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))"
    )
    return cells


def whole_grid(page: Page) -> list[list[str]]:
    """The cells of all learners, as they are printed."""
    page.evaluate("window.print = () => { dispatchEvent(new Event('beforeprint')); window.printed = true; }")
    page.locator("#class-print").click()
    page.wait_for_function("() => window.printed")
    return texts(page, '[data-table="class.grid"] tbody tr')


def axe_findings(page: Page) -> list[str]:
    """The violations that axe finds on the page."""
    page.evaluate(AXE.read_text("utf-8"))
    violations: list[str] = page.evaluate(
        """async (tags) => (await axe.run(document, {runOnly: tags, resultTypes: ["violations"]})).violations
            .flatMap(({id, nodes}) => nodes.map(({target}) => `${id}: ${target}`))""",
        RULES,
    )
    return violations


def hardest(results: LearnerResults) -> list[list[str]]:
    """The most difficult steps as the page shows them."""
    return [
        [
            *(step.lesson, step.step, str(step.learners), f"{step.solved:.0%}", f"{step.alone:.0%}"),
            *(f"{step.tries:.1f}", f"{step.hints:.1f}", f"{step.seconds:.0f}"),
            f"{step.wrong_answer} ({step.wrong_learners})" if step.wrong_answer else "",
        ]
        for step in results.hardest[:MAX_SHOWN]
    ]


def test_the_page_shows_the_tables_of_python(
    page: Page, folder: Path, tmp_path: Path, artefacts: Path
) -> None:
    """With 750 files, results of different learners are never mixed, absent learners are named, and the CSV is the
    same."""
    roster = ["Nora Absent", *reversed(NAMES[25:]), *NAMES[:25]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = aw.results(folder, roster)
    page.locator("#class-roster").fill("\n".join(roster))
    page.locator("#class-folder").set_input_files(folder)
    expect(page.locator("#class-status")).to_have_text("Files used: 755. Left out: 8.", timeout=120_000)
    with page.expect_download() as download:
        page.locator("#class-csv").click()
    expected = results.save_csv(tmp_path / "class.csv").read_bytes()
    assert Path(download.value.path()).read_bytes() == expected
    assert len(results.learners) == 54
    assert whole_grid(page) == [[line[0], line[-1] or "absent", *line[1:-1]] for line in results.table[1:]]
    # the page has titles of lessons and numbers of steps in place of the names
    numbers = {"look": "1", **{f"step {number}": str(number + 1) for number in range(3)}}
    assert texts(page, '[data-table="class.hardest"] tbody tr') == [
        [{"fork": "7 · The fork"}.get(row[0], row[0]), numbers[row[1]], *row[2:7], row[8]]
        for row in hardest(results)
    ]
    file = f"results/device 0/{results.games[0].file.name}"
    assert texts(page, '[data-table="class.games"] tbody tr') == [[file, *played] for played in PLAYED]
    assert [row[-1] for row in (file.row for file in results.games)] == [played[-1] for played in PLAYED]
    notes = "\n".join(page.locator(".adaptoid-class-notes li").all_inner_texts())
    reasons = {
        "is damaged, or only a part of it arrived": ("half", "empty", "wrong", "points", "latin"),
        "is from a later version": ("later",),
        "holds no results of a lesson and no game": ("list", "deep"),
    }
    for reason, names in reasons.items():
        assert all(f"results/{name}.results.json {reason}" in notes for name in names), notes
    assert notes.count("Left out") == 8
    for words in (
        "No results: Nora Absent",
        "Not in your list of names: ",
        "Pupil A. 3: 2 different results",
    ):
        assert words in notes
    page.screenshot(path=artefacts / "class.png")


def hostile_files(good: dict[str, Any]) -> dict[str, str]:
    """Files that once blanked the page, froze it, or let Python run for hours."""
    record = "adaptoid-record 1\nWhite: Ann\nStart: adaptoid w 0,0 W:D2 B:D6\n\n1 +D3\n= *\n"

    def with_step(**changes: object) -> str:
        return json.dumps({**good, "steps": [{**good["steps"][0], **changes}]})

    return {
        "hints.results.json": with_step(hints=1_000_000_000),
        "more hints.results.json": with_step(hints=30_000_000),
        "digits.results.json": with_step().replace('"tries": ', '"tries": ' + "9" * 1_000_000),
        "nan.results.json": with_step(seconds=float("nan")),
        "infinity.results.json": with_step(seconds=float("inf")),
        "long.results.json": with_step(name="x" * 4_000_000),
        "keys.results.json": json.dumps({**good, **{f"k{number}": number for number in range(300_000)}}),
        "results.results.json": json.dumps({"v": 1, "results": [good] * 20_000}),
        "deep.results.json": '{"v": 1, "steps": ' + "[" * 1_000_000,
        "twice.results.json": with_step().replace(
            '"lesson"', '"lesson": "' + "y" * 2_000_000 + '", "lesson"', 1
        ),
        "result.txt": record.replace("= *", "= constructor"),
        "header.txt": record.replace("White: Ann", "White: a" + " " * 50_000 + "x"),
        "no start.txt": "adaptoid-record 1\n\n" * 20_000,
        "turns.txt": record.replace("1 +D3", "1 " + "+D3 " * 100_000),
    }


def test_a_hostile_file_is_named_and_the_others_stay(page: Page, tmp_path: Path) -> None:
    """Lessons, steps and learners may have the names of properties that every object has."""
    folder = tmp_path / "files"
    for lesson in ("constructor", "__proto__", "toString"):
        names = ("constructor", "__proto__")
        write(
            folder / f"{lesson}.results.json",
            Result(lesson, "hasOwnProperty", [step(name, random.Random(2)) for name in names]),
        )
    good = json.loads((folder / "constructor.results.json").read_text("utf-8"))
    hostile = hostile_files(good)
    for name, text in hostile.items():
        (folder / name).write_text(text, encoding="utf-8")
    page.locator("#class-roster").fill("valueOf\nhasOwnProperty")
    page.locator("#class-files").set_input_files(sorted(folder.iterdir()))
    # a duplicate key counts as a browser reads it, and games are read as boards open them
    expect(page.locator("#class-status")).to_have_text(
        f"Files used: 6. Left out: {len(hostile) - 3}.", timeout=60_000
    )
    grid = page.locator('[data-table="class.grid"]')
    expect(grid.locator("[scope=colgroup]")).to_have_text(["__proto__", "constructor", "toString"])
    expect(grid.locator("tbody th")).to_have_text(["hasOwnProperty", "valueOf"])
    notes = "\n".join(page.locator(".adaptoid-class-notes li").all_inner_texts())
    assert [name for name in hostile if name not in notes] == [
        "twice.results.json",
        "result.txt",
        "header.txt",
    ]
    assert "No results: valueOf" in notes


def test_nobody_is_absent_while_files_are_read(page: Page, tmp_path: Path) -> None:
    for name in ("Ann", "Ben"):
        write(
            tmp_path / f"fork.{name}.results.json", Result("fork", name, [step("look", random.Random(3))], 0)
        )
    # Ben's file comes when it is released
    page.evaluate(
        """() => {
            const released = new Promise((resolve) => { window.release = resolve; });
            const read = File.prototype.arrayBuffer;
            File.prototype.arrayBuffer = async function () {
                if (this.name.includes("Ben")) await released;
                return read.call(this);
            };
            // each file takes long
            let time = 0;
            performance.now = () => (time += 1000);
        }"""
    )
    bar = page.locator("#class-progress")
    expect(bar).to_be_hidden()
    page.locator("#class-files").set_input_files(sorted(tmp_path.glob("*.json")))
    page.locator("#class-roster").fill("Ann\nBen\nCleo")
    rows = page.locator('[data-table="class.grid"] tbody tr')
    expect(rows.locator("td.adaptoid-class-points").nth(2)).to_have_text("…")
    expect(rows.locator("th")).to_have_text(["Ann", "Ben", "Cleo"])
    expect(page.locator(".adaptoid-class-notes")).to_have_count(0)
    expect(page.locator("#class-csv")).to_be_disabled()
    expect(page.locator("#class-status")).to_have_text("Reading files: 1 of 2.")
    expect(bar).to_have_accessible_name("Reading files: 1 of 2.")
    assert bar.evaluate("(bar) => bar.position") == 0.5
    page.evaluate("release()")
    expect(page.locator(".adaptoid-class-notes li")).to_have_text(["No results: Cleo"])
    expect(rows.locator("td.adaptoid-class-points:nth-child(2)").last).to_have_text("absent")
    expect(page.locator("#class-csv")).to_be_enabled()


def test_a_big_class_is_drawn_where_one_looks_and_whole_on_paper(page: Page, tmp_path: Path) -> None:
    """Each name is in the table from the start; cells come when a row is near the screen, and all of them for print."""
    dice = random.Random(4)
    names = [f"Pupil {number:03}" for number in range(300)]
    results = [Result("fork", name, [step("look", dice), step("take", dice)]).pack() for name in names]
    for number in range(0, 300, 100):
        site = {"v": 1, "results": results[number : number + 100]}
        (tmp_path / f"{number}.results.json").write_text(json.dumps(site), encoding="utf-8")
    page.locator("#class-files").set_input_files(sorted(tmp_path.glob("*.json")))
    expect(page.locator("#class-status")).to_have_text("Files used: 3. Left out: 0.")
    grid = page.locator('[data-table="class.grid"]')
    rows = grid.locator("tbody tr")
    expect(rows.locator("th")).to_have_text(names)
    expect(rows.first.locator("td")).to_have_count(4)
    expect(rows.last.locator("td")).to_have_count(1)
    page.keyboard.press("End")
    expect(rows.last.locator("td")).to_have_count(4)
    found = whole_grid(page)
    assert [row[0] for row in found] == names
    assert {len(row) for row in found} == {5}
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    # the button is at the top
    expect(rows.last.locator("td")).to_have_count(1)
    expect(rows.first.locator("td")).to_have_count(4)


def test_the_tables_are_made_once_for_all_that_is_typed_meanwhile(page: Page, tmp_path: Path) -> None:
    write(tmp_path / "fork.results.json", Result("fork", "Ann", [step("look", random.Random(3))], 0))
    page.locator("#class-files").set_input_files(tmp_path / "fork.results.json")
    expect(page.locator("#class-status")).to_have_text("Files used: 1. Left out: 0.")
    # Python hears nothing until it is released
    page.evaluate(
        """() => {
            const post = Worker.prototype.postMessage;
            window.rosters = [];
            const held = [];
            Worker.prototype.postMessage = function (message) {
                if (message.call === "tables") window.rosters.push(message.args[0]);
                held.push([this, message]);
            };
            window.release = () => {
                Worker.prototype.postMessage = post;
                for (const [worker, message] of held) worker.postMessage(message);
            };
        }"""
    )
    page.locator("#class-roster").press_sequentially("Benjamin")
    assert page.evaluate("rosters") == ["B"]
    page.evaluate("release()")
    expect(page.locator(".adaptoid-class-notes li").first).to_have_text("No results: Benjamin")


@pytest.mark.parametrize("word", ["__proto__", *nightly("constructor", "toString", "xx", "%")])
def test_an_address_that_names_no_language_changes_nothing(page: Page, word: str) -> None:
    address = page.url
    page.goto("about:blank")
    page.goto(f"{address}#{word}")
    expect(page.locator("h1")).to_have_text("Results of a class")
    expect(page.locator("#class-language")).to_have_value("en")


@pytest.mark.nightly
def test_lessons_have_titles_and_steps_have_numbers(page: Page, tmp_path: Path) -> None:
    """Titles are in the language of the page. Unknown lessons and puzzles keep their names, and the CSV has names."""
    dice = random.Random(1)
    for lesson, names in (
        ("move", ("yours", "around")),
        ("own", ("look",)),
        ("puzzles", ("fork-7", "tail-1")),
    ):
        write(
            tmp_path / f"{lesson}.results.json",
            Result(lesson, "Ann", [step(name, dice) for name in names], 0),
        )
    page.locator("#class-files").set_input_files(sorted(tmp_path.glob("*.json")))
    page.locator("#class-language").select_option("de")
    grid = page.locator('[data-table="class.grid"]')
    expect(grid.locator("[scope=colgroup]")).to_have_text(["1 · Beine gehen", "Rätsel", "own"])
    expect(grid.locator("tr + tr th[scope=col]")).to_have_text(
        ["1", "2", "Punkte", "fork-7", "tail-1", "Punkte", "1", "Punkte"]
    )
    expect(grid.get_by_title("around")).to_have_text("2")
    with page.expect_download() as download:
        page.locator("#class-csv").click()
    heading = Path(download.value.path()).read_text("utf-8-sig").splitlines()[0]
    lessons = ("move: yours,move: around,move: points", "puzzles: fork-7,puzzles: tail-1,puzzles: points")
    assert heading == ",".join(["learner", *lessons, "own: look,own: points", "points"])


@pytest.mark.nightly
def test_the_cells_of_results_are_dark_in_the_dark_theme(page: Page, tmp_path: Path) -> None:
    """Each way of a result has a colour of its own, and its text has enough contrast."""
    steps = [
        StepResult(outcome or "begun", False, 1, 0, 1.0, ("D3",), 0, 4, outcome)
        for outcome in ("", "solved", "helped", "missed", "skipped")
    ]
    write(tmp_path / "own.results.json", Result("own", "Ann", steps, 0))
    page.emulate_media(color_scheme="dark")
    page.locator("#class-files").set_input_files(tmp_path / "own.results.json")
    cells = page.locator('[data-table="class.grid"] td[data-how]')
    expect(cells).to_have_count(5)
    assert axe_findings(page) == []
    colours: list[str] = cells.evaluate_all(
        "(cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor)"
    )
    assert len(set(colours)) == 5
    # the cell of a step that was only begun
    assert max(map(int, re.findall(r"\d+", colours[0])[:3])) < 80


def test_files_can_be_added_and_the_page_has_four_languages(
    page: Page, folder: Path, artefacts: Path
) -> None:
    """A file chosen again replaces the earlier one. The page is accessible, fits a phone, and can be cleared."""
    files = [folder / "device 0" / "morning" / f"{lesson}.results.json" for lesson in LESSONS[:4]]
    for _ in range(2):
        page.locator("#class-files").set_input_files(files)
        expect(page.locator("#class-status")).to_have_text("Files used: 4. Left out: 0.")
    learners = page.locator('[data-table="class.grid"] tbody tr')
    expect(learners).to_have_count(1)
    for tag, title, sentence in (
        ("de", "Ergebnisse einer Klasse", f"Diese Seite wurde mit adaptoid-widget {aw.__version__} gemacht."),
        ("ja", "クラスの結果", "で作られました"),
        ("es", "Resultados de una clase", "Esta página se hizo"),
    ):
        page.locator("#class-language").select_option(tag)
        expect(page).to_have_title(title)
        expect(page.locator("footer")).to_contain_text(sentence)
        expect(learners).to_have_count(1)
        assert axe_findings(page) == []
        assert page.evaluate(FAULTS, "body") == []
        assert "class." not in page.locator("body").inner_text()
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.screenshot(path=artefacts / "class-narrow.png", full_page=True)
    assert axe_findings(page) == []
    page.locator("#class-clear").click()
    expect(page.locator("#class-output")).to_be_empty()
