"""`aw.results`: the results of many learners in one table."""

from __future__ import annotations

import builtins
import csv
import errno
import json
import os
import pickle
import queue
import re
import threading
import unicodedata
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget import lessons as aw_lessons
from adaptoid_widget.cli import main
from adaptoid_widget.core.page.class_page import ClassPage
from adaptoid_widget.core.teaching.results import HOW, Result, StepResult
from adaptoid_widget.reports.class_results import LearnerResults
from adaptoid_widget.storage.lesson_results import ResultsFile


def step(name: str, outcome: str, tries: int = 1, hints: int = 0, most: int = 4) -> StepResult:
    solved = outcome in ("solved", "helped")
    return StepResult(
        name,
        solved,
        tries,
        hints,
        10.0 * tries,
        ("D4",) * tries,
        min(3, most) if solved else 0,
        most,
        outcome,
    )


ANN = Result(
    "fork", "Ann", [step("look", "solved"), step("take", "missed", 4, 2), step("read", "solved", most=0)]
)
BEN = Result(
    "fork", "Ben", [step("look", "helped", 1, 1), step("take", "helped", 3), StepResult.new("read", 0)]
)
CLEO = Result("siege", "", [step("look", "skipped", 0)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a subfolder for each learner, as a teacher collects them."""
    for learner, result in (("a17", ANN), ("b18", BEN), ("c19", CLEO)):
        path = tmp_path / learner / "week 1" / f"{result.lesson}.results.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(result.pack()), encoding="utf-8")
    return tmp_path


def test_a_folder_of_learners_becomes_one_table(folder: Path) -> None:
    results = aw.results(folder)
    assert results.learners == ("Ann", "Ben", "c19")
    assert results.lessons == ("fork", "siege")
    assert len(results) == 7
    assert results.table == [
        [
            "learner",
            "fork: look",
            "fork: take",
            "fork: read",
            "fork: points",
            "siege: look",
            "siege: points",
            "points",
        ],
        ["Ann", "1", "×··", "✓", "3/8", "", "", "3/8"],
        ["Ben", "1·", "3", "", "6/8", "", "", "6/8"],
        ["c19", "", "", "", "", "–", "0/4", "0/4"],
    ]


def columns_of(line: str) -> int:
    """How many columns a terminal takes for a line."""
    return sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in line)


def test_lessons_are_in_the_order_of_the_course() -> None:
    lessons = ["kamikaze", "my own", "fork", "attack", "move"]
    results = aw.results([Result(lesson, "Ann", [step("look", "solved")]) for lesson in lessons])
    assert results.lessons == ("move", "attack", "fork", "kamikaze", "my own")
    assert results["Ann"].lessons == results.lessons


def test_a_class_fits_a_terminal_with_80_columns() -> None:
    names = ["Ann", "Maximilian Alexander von Hohenfels", "山田 健太"]
    steps = [
        step(f"a-step-with-a-name-{k}", "missed", 12, 3)._replace(turns=("E4xD5 D4+L",) * 12)
        for k in range(14)
    ]
    results = aw.results([Result(lesson, name, steps) for name in names for lesson in aw_lessons.COURSE])
    lines = [*results.grid().splitlines(), *repr(results).splitlines()]
    assert max(map(columns_of, lines)) <= 80
    points = lines[: lines.index("")]
    assert points[0].split()[:3] == ["learner", *aw_lessons.COURSE[:2]]
    assert "Maximilian Alexander vo…  0/56" in points[2]
    # who has done nothing in a lesson has no row in its block
    alone = (
        aw.results([Result("fork", "Ann", steps[:3]), Result("siege", "Ben", steps[:3])]).grid().splitlines()
    )
    assert [line.split()[0] for line in alone if line[:3] in ("Ann", "Ben")] == ["Ann", "Ben", "Ann", "Ben"]


def test_who_is_stuck_is_named(folder: Path) -> None:
    rows = [
        Result("fork", name, [step("take", how, n)])
        for name, how, n in (("A", "", 3), ("B", "", 7), ("C", "helped", 9))
    ]
    assert [(row.learner, row.tries) for row in aw.results(rows).stuck] == [("B", 7), ("A", 3)]
    assert "stuck: B (fork: take, 7 tries), A (fork: take, 3 tries)" in repr(aw.results(rows))
    assert aw.results(folder).stuck == ()


def test_a_class_of_whom_everybody_is_stuck_fits_a_terminal() -> None:
    names = [f"王小明 van Example {k}" for k in range(30)]
    lines = repr(aw.results([Result("fork", name, [step("take", "", 5)]) for name in names])).splitlines()
    width = {"W": 2, "F": 2}
    assert max(sum(width.get(unicodedata.east_asian_width(c), 1) for c in line) for line in lines) <= 80
    assert " ".join(line.strip() for line in lines).count("(fork: take, 5 tries)") == 30


def test_followed_results_are_read_again_when_a_file_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import IPython.display

    shown: queue.Queue[LearnerResults] = queue.Queue()
    for name in ("display", "update_display"):
        monkeypatch.setattr(IPython.display, name, lambda results, **_: shown.put(results))
    with pytest.raises(aw.GameError, match="only results from files"):
        aw.results(ANN).follow()
    with pytest.raises(ValueError, match=r"0\.1 or more, not 0"):
        aw.results(folder).follow(0)
    followed = aw.results(folder).follow(0.1)
    followed._ipython_display_()
    assert shown.get(timeout=60).learners == ("Ann", "Ben", "c19")
    (folder / "dora.results.json").write_text(
        json.dumps(Result("fork", "Dora", ANN.steps).pack()), encoding="utf-8"
    )
    while (now := shown.get(timeout=60)).learners != ("Ann", "Ben", "Dora", "c19"):
        pass
    assert followed.results is now
    followed.stop()


def test_results_can_be_pickled_and_read_again(folder: Path) -> None:
    results = pickle.loads(pickle.dumps(aw.results(folder)))
    assert results.table == aw.results(folder).table
    results.follow(1).stop()


def test_results_can_be_given_as_files_or_objects(folder: Path) -> None:
    files = sorted(folder.rglob("*.json"))
    assert aw.results(files).rows == aw.results(folder).rows[:6] + tuple(
        row._replace(learner="week 1") for row in aw.results(folder).rows[6:]
    )
    assert aw.results([ANN, BEN]).rows == aw.results(folder)["fork"].rows
    assert aw.results(ANN)["Ann"].rows[1].turns == ("D4",) * 4


def test_the_hardest_steps_come_first(folder: Path) -> None:
    hardest = aw.results(folder).hardest
    assert [(step.lesson, step.step) for step in hardest] == [
        ("siege", "look"),
        ("fork", "take"),
        ("fork", "look"),
    ]
    assert (hardest[1].learners, hardest[1].solved, hardest[1].alone, hardest[1].tries) == (2, 0.5, 0.0, 3.5)
    assert repr(aw.results(folder)).splitlines()[2].split()[:4] == ["siege", "look", "1", "0%"]


def test_a_roster_sets_order_and_spelling_and_shows_absent_learners(folder: Path) -> None:
    with pytest.warns(UserWarning, match="not in the roster: c19"):
        results = aw.results(folder, roster=["Dora", " ben ", "ANN", "Émile"])
    assert results.learners == ("ben", "ANN", "c19")
    assert results.absent == ("Dora", "Émile")
    assert [row[0] for row in results.table[1:]] == ["ben", "ANN", "c19", "Dora", "Émile"]
    assert results.table[-1] == ["Émile", *[""] * 7]
    assert "no results: Dora, Émile" in repr(results)
    html = results._repr_html_()
    assert html.index("<th>ben</th>") < html.index("<th>ANN</th>") < html.index("<th>Dora</th>")


def test_a_roster_can_be_a_file(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("Dora\n\nben\n", encoding="utf-8")
    for roster in (file, str(file)):
        with pytest.warns(UserWarning, match="not in the roster: "):
            results = aw.results(folder, roster=roster)
        assert (results.roster, results.absent) == (("Dora", "ben"), ("Dora",))
    with pytest.raises(
        FileNotFoundError, match=r"no file 'nobody\.txt'; roster is a file with one name per line"
    ):
        aw.results(folder, roster="nobody.txt")
    wrongs: tuple[Any, ...] = (5, ["Ann", 5])
    for wrong in wrongs:
        with pytest.raises(TypeError, match="a list of names, not"):
            aw.results(folder, roster=wrong)


def test_names_that_differ_only_in_unicode_normalization_are_one_learner() -> None:
    decomposed = Result("fork", "E\u0301mile", [step("look", "solved")])
    assert aw.results(decomposed, roster=["Émile"]).learners == ("Émile",)


def test_names_of_any_script_are_aligned_in_a_terminal() -> None:
    """A Japanese character takes two columns, and a combining accent none."""
    learners = ("Ann", "山田 健太", "E\u0301mile Ōta")
    results = aw.results([Result("fork", name, [step("look", "solved")]) for name in learners])
    assert results.grid().splitlines()[:4] == [
        "learner    look  points",
        "Ann           1     3/4",
        "E\u0301mile Ōta     1     3/4",
        "山田 健太     1     3/4",
    ]


def test_the_commonest_wrong_answer_of_a_step_is_shown() -> None:
    def result_of(learner: str, outcome: str, *answers: str) -> Result:
        return Result("fork", learner, [step("take", outcome, len(answers))._replace(turns=answers)])

    results = aw.results(
        [
            result_of("a", "helped", "+D3", "+D5"),
            result_of("b", "", "+D3", "+D3"),
            result_of("c", "missed", "+C4", "+D3"),
        ]
    )
    assert (results.hardest[0].wrong_answer, results.hardest[0].wrong_learners) == ("+D3", 3)
    assert "+D3 (3)" in repr(results)
    # in a step of several turns, the recorded turns belong to one try
    line = Result("fork", "a", [step("take", "helped", 1)._replace(turns=("+D3", "+D4"))])
    assert aw.results(line).hardest[0].wrong_answer == ""


def test_a_csv_file_contains_no_formulas(tmp_path: Path) -> None:
    evil = Result("fork", '=HYPERLINK("x")', [step("look", "solved")])
    path = aw.results([ANN, evil]).save_csv(tmp_path / "class.csv")
    text = path.read_bytes().decode("utf-8-sig")
    assert text.splitlines()[0] == "learner,look,take,read,points"
    assert '"\'=HYPERLINK(""x"")"' in text
    assert "Ann,1,×··,✓,3/8" in text


def test_the_command_prints_the_class(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster = folder / "class.txt"
    roster.write_text("Ann\nBen\n\nDora\n", encoding="utf-8")
    assert main(["results", str(folder), "--roster", str(roster), "--csv", str(folder / "class.csv")]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1].split() == ["Ann", "3/8", "3/8"]
    assert ["Ann", "1", "×··", "✓", "3/8"] in [line.split() for line in out.splitlines()]
    assert "no results: Dora" in out
    assert "not in the roster: c19" in out
    assert (folder / "class.csv").exists()
    assert main(["results", str(folder / "nowhere")]) == 2
    assert main(["results", str(folder), "--csv", str(folder / "class.xlsx")]) == 2
    assert "name a file that ends in .csv" in capsys.readouterr().err
    roster.write_bytes("Ann\nMüller\n".encode("latin-1"))
    assert main(["results", str(folder), "--roster", str(roster)]) == 2
    assert f"{roster}:2: this is not UTF-8" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["results", "--page", str(folder / "class.html"), "--csv", str(folder / "class.csv")])


def test_the_command_fails_if_every_file_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ann.results.json"
    path.write_text("{", encoding="utf-8")
    for argument in (path, tmp_path):
        assert main(["results", str(argument)]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"left out: {str(path)!r} holds no results")
        assert err.endswith(f"adaptoid-widget: there are no results and no games in {str(argument)!r}\n")


def test_an_unreadable_file_is_left_out_with_a_warning(folder: Path) -> None:
    (folder / "a17" / "broken.results.json").write_text("{", encoding="utf-8")
    with pytest.warns(UserWarning, match="left out: .*broken"):
        results = aw.results(folder)
    assert len(results) == 7


def write_result(path: Path, result: Result) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result.pack()), encoding="utf-8")


@pytest.mark.parametrize(
    "name",
    [
        "fork.results (1).json",
        "fork.Ben.results.json",
        "fork.results-2.json",
        "fork.results - Copy.json",
        "Results of Ben.JSON",
    ],
)
def test_renamed_files_are_read(tmp_path: Path, name: str) -> None:
    write_result(tmp_path / "fork.results.json", ANN)
    write_result(tmp_path / name, BEN)
    assert aw.results(tmp_path).learners == ("Ann", "Ben")


def test_hidden_folders_are_left_out(tmp_path: Path) -> None:
    write_result(tmp_path / "fork.results.json", ANN)
    write_result(tmp_path / ".ipynb_checkpoints" / "fork.results-checkpoint.json", BEN)
    assert aw.results(tmp_path).learners == ("Ann",)


def test_a_note_below_the_table_says_what_was_left_out_and_why(tmp_path: Path) -> None:
    write_result(tmp_path / "fork.results.json", ANN)
    (tmp_path / "exam results <b>.json").write_text('{"v": 99}', encoding="utf-8")
    with pytest.warns(UserWarning, match="left out: .*exam results") as warned:
        results = aw.results(tmp_path)
    assert warned[0].filename == __file__
    (note,) = results.notes
    assert "from a later version of adaptoid-widget" in note
    assert repr(results).endswith(note)
    assert "exam results &lt;b&gt;.json" in results._repr_html_()


@pytest.mark.parametrize("spelled", ["ZOE\u0308 Lee", "Zo\u00eb\u200d  Lee", "Zo\u00eb\ufe0f\u3000Lee"])
def test_spellings_of_a_name_are_one_learner_without_a_roster(spelled: str, tmp_path: Path) -> None:
    write_result(tmp_path / "a.results.json", Result("fork", "Zo\u00eb Lee", [step("look", "solved")]))
    write_result(tmp_path / "b.results.json", Result("siege", spelled, [step("look", "solved")]))
    assert aw.results(tmp_path).learners == ("Zo\u00eb Lee",)


def test_two_files_of_a_learner_are_merged_step_by_step(tmp_path: Path) -> None:
    """The better result of each step counts, whichever file is read first; for unsolved steps, the one with more
    tries."""
    early = Result(
        "fork",
        "Ann",
        [step("look", "solved"), step("take", "", 2), step("end", ""), step("last", "missed", 1)],
    )
    late = Result(
        *("fork", "Ann"),
        [
            step("look", "missed", 5),
            step("take", "", 3),
            step("new", "helped", 2),
            step("last", "skipped", 4),
        ],
    )
    for first, second in ((early, late), (late, early)):
        write_result(tmp_path / "fork.Ann.results.json", first)
        write_result(tmp_path / "fork.Ann.results (1).json", second)
        results = aw.results(tmp_path)
        assert {row.step: (row.how, row.tries) for row in results} == {
            "look": ("solved", 1),
            "take": ("", 3),
            "end": ("", 1),
            "new": ("helped", 2),
            "last": ("missed", 1),
        }
        assert results.notes == ("put together: 2 results of fork by Ann, the better result of each step",)
        assert all(step.learners == 1 for step in results.hardest)


def test_equal_files_count_once(tmp_path: Path) -> None:
    for name in ("fork.results.json", "fork.results (1).json"):
        write_result(tmp_path / name, CLEO)
    results = aw.results(tmp_path)
    assert results.learners == (tmp_path.name,)
    assert len(results) == 1
    assert results.notes == ()


def test_learners_without_a_name_are_kept_apart(tmp_path: Path) -> None:
    """Two files in one folder may be of two learners; files below a learner's own folder are of one learner."""
    other = Result("siege", "", [step("look", "solved")])
    write_result(tmp_path / "7b" / "siege.results.json", CLEO)
    write_result(tmp_path / "7b" / "siege.results (1).json", other)
    write_result(tmp_path / "c19" / "week 1" / "siege.results.json", CLEO)
    write_result(tmp_path / "c19" / "week 2" / "siege.results.json", other)
    results = aw.results(tmp_path)
    assert [(row.learner, row.how) for row in results] == [
        ("7b/siege.results (1)", "solved"),
        ("7b/siege.results", "skipped"),
        ("c19", "solved"),
    ]
    assert len(aw.results([CLEO, other])) == 2


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(aw.GameError, match="no results of lessons"):
        aw.results(tmp_path)
    with pytest.raises(FileNotFoundError, match="there is no file or folder"):
        aw.results(tmp_path / "nobody.results.json")
    with pytest.raises(KeyError, match="no learner and no lesson 'Zoe'"):
        aw.results(ANN)["Zoe"]


def test_names_are_escaped_in_html() -> None:
    page = aw.results(Result("<b>", "<script>", [step("look", "solved")]))._repr_html_()
    assert "<b>" not in page
    assert "&lt;b&gt;" in page


def test_a_frame_has_all_rows(folder: Path) -> None:
    frame = aw.results(folder).to_frame()
    assert frame.shape == (7, 11)
    assert frame[frame.learner == "Ann"].tries.sum() == 6


def test_a_plot_has_every_learner_and_step(folder: Path) -> None:
    results = aw.results(folder)
    figure: Any = results.plot()
    top, cells = figure.axes
    assert [label.get_text() for label in cells.get_yticklabels()] == ["Ann", "Ben", "c19"]
    assert [label.get_text() for label in cells.get_xticklabels()] == ["look", "take", "look"]
    assert [text.get_text() for text in cells.texts] == ["1", "×", "••", "1", "•", "3", "–"]
    assert {"fork", "siege"} <= {text.get_text() for text in top.texts}
    assert figure._repr_png_()[:4] == b"\x89PNG"


def test_a_plot_of_many_lessons_is_as_wide_as_a_page() -> None:
    """Its columns have the colour of the result; the names of the lessons stand for those of the steps."""
    names = [f"lesson-{number}" for number in range(1, 16)]
    steps = [step(f"step-{number}", HOW[number % len(HOW)], hints=number % 3) for number in range(7)]
    results = aw.results([Result(lesson, f"Learner {n}", steps) for lesson in names for n in range(10)])
    figure: Any = results.plot()
    assert figure.get_size_inches()[0] == 11
    _, cells = figure.axes
    assert [label.get_text() for label in cells.get_xticklabels()] == names
    assert len(cells.get_yticklabels()) == 10
    assert len(cells.patches) == 10 * len(results.steps)
    assert not cells.texts


def test_names_with_dollar_signs_are_plotted_as_they_are() -> None:
    """Between two dollar signs matplotlib would look for mathematics, and find none in these names."""
    name, look = r"$\frac$", r"$2_$"
    figure: Any = aw.results(Result("fork", name, [step(look, "solved")])).plot()
    assert figure._repr_png_()[:4] == b"\x89PNG"
    cells = figure.axes[1]
    labels = [label.get_text() for label in (*cells.get_yticklabels(), *cells.get_xticklabels())]
    assert [label.replace(r"\$", "$") for label in labels] == [name, look]


@pytest.mark.parametrize(("method", "library"), [("plot", "matplotlib"), ("to_frame", "pandas")])
def test_an_error_names_the_missing_package(
    method: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any) -> Any:
        if name == library or name.startswith(library + "."):
            raise ImportError(name)
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=f"pip install {library}"):
        getattr(aw.results(ANN), method)()


def test_a_file_saved_by_a_site_has_several_lessons(tmp_path: Path) -> None:
    """A site saves the results of one learner in all lessons in one file."""
    lessons = [
        Result(name, "Ann", [StepResult("look", True, 1, 0, 3.0, (), 4, 4, "solved")])
        for name in ("fork", "tail")
    ]
    content = {"v": 1, "learner": "Ann", "results": [lesson.pack() for lesson in lessons]}
    (tmp_path / "adaptoid.Ann.results.json").write_text(json.dumps(content), encoding="utf-8")
    table = aw.results(tmp_path)
    assert table.learners == ("Ann",)
    assert sorted(row.lesson for row in table.rows) == ["fork", "tail"]


GAME = "adaptoid-record 1\nWhite: Ann\nBlack: Ben\nStart: adaptoid w 0,0 W:D2 B:D6\n\n1 +D3\n2 D6+L\n3 W resigns\n= B\n"


def test_records_in_the_folder_are_listed_as_games(folder: Path) -> None:
    """A game is listed with its players and result. Other texts are ignored, and a broken record gives a warning."""
    (folder / "a17" / "adaptoid-Ann-Ben.txt").write_text(GAME, encoding="utf-8")
    (folder / "notes.txt").write_text("Friday: the fork", encoding="utf-8")
    (folder / "half.txt").write_text(GAME[:70], encoding="utf-8")
    with pytest.warns(UserWarning, match="half.txt"):
        results = aw.results(folder)
    (handed_in,) = results.games
    assert (handed_in.file.name, handed_in.game.players) == (
        "adaptoid-Ann-Ben.txt",
        {"W": "Ann", "B": "Ben"},
    )
    assert (handed_in.game.result, handed_in.game.length) == ("B", 3)
    assert "adaptoid-Ann-Ben.txt  W: Ann, B: Ben" in repr(results)
    assert "<td>W: Ann, B: Ben</td>" in results._repr_html_()
    assert aw.results(folder / "a17" / "adaptoid-Ann-Ben.txt").learners == ()


@pytest.mark.parametrize(
    "spelled",
    [
        "From: Ann <ann@example.org>\n\n" + GAME + "-- \nAnn\n",
        "\u200b\n" + GAME.replace("1 +D3", "1.\u00a0\uff0bd3").replace("\n", "\r\n"),
    ],
)
def test_a_game_is_handed_in_however_a_board_opens_it(spelled: str, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(spelled, encoding="utf-16", newline="")
    results = aw.results(tmp_path)
    assert ([game.game.to_record() for game in results.games], results.notes) == ([GAME], ())
    page = ClassPage(str, [])
    assert page.add("game.txt", spelled) == ""
    assert json.loads(page.tables(""))["games"] == [["game.txt", ["Ann", "Ben", ""], "B", 2]]


def test_a_folder_can_be_read_while_learners_write_to_it(tmp_path: Path) -> None:
    """Files are replaced atomically, so no partial file and no temporary file is read."""
    results_file = ResultsFile(tmp_path / "fork.results.json", "fork")
    is_over = threading.Event()

    def learn() -> None:
        for tries in range(1, 200):
            results_file.save(Result("fork", "Ann", [step("look", "helped", tries)]))
            if is_over.is_set():
                return

    results_file.save(Result("fork", "Ann", [step("look", "helped", 1)]))
    pupil = threading.Thread(target=learn)
    pupil.start()
    try:
        for _ in range(100):
            results = aw.results(tmp_path)
            assert (results.notes, results.learners) == ((), ("Ann",))
    finally:
        is_over.set()
        pupil.join()


def test_a_folder_that_vanishes_while_it_is_read_is_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deleted after its name was listed. The class stays; the folder that was given is an error."""
    scandir = os.scandir

    def vanishing(path: Any) -> Any:
        if str(path) in vanished:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", vanishing)
    vanished = [str(folder / "a17")]
    with pytest.warns(UserWarning, match="left out: .*a17"):
        assert aw.results(folder).learners
    vanished = [str(folder)]
    with pytest.raises(FileNotFoundError, match="folder"):
        aw.results(folder)


@pytest.mark.parametrize(
    ("method", "error"),
    [
        ("stat", PermissionError(errno.EACCES, "Permission denied", "a17")),
        ("stat", OSError(errno.ELOOP, "Too many levels of symbolic links", "a17")),
        ("read_bytes", PermissionError(errno.EACCES, "Permission denied", "a17")),
        # an error of the disk itself names no file
        ("read_bytes", OSError(errno.EIO, "Input/output error")),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, method: str, error: OSError
) -> None:
    """As in a folder whose names can be listed, but whose files cannot be opened. The class stays."""
    everybody = set(aw.results(folder).learners)
    usual = getattr(Path, method)

    def failing(path: Path, **options: Any) -> Any:
        if path.parts[-3] == "a17":
            raise error
        return usual(path, **options)

    monkeypatch.setattr(Path, method, failing)
    with pytest.warns(UserWarning, match="left out: .*a17"):
        results = aw.results(folder)
    assert len(everybody - set(results.learners)) == 1
    assert "a17" in results.notes[0]


@pytest.mark.parametrize("source", [3, None, [3]])
def test_results_of_a_wrong_type_are_refused(source: Any) -> None:
    with pytest.raises(TypeError, match=r"results are read from a folder|a path is a text"):
        aw.results(source)


def test_a_learner_without_a_name_is_no_blank_in_the_notes() -> None:
    result = aw.Lesson("fork", results=None).result
    with pytest.warns(UserWarning, match="not in the roster: a learner without a name") as warned:
        aw.results([result], roster=["Ann"])
    assert warned[0].filename == __file__


def test_a_file_with_absurd_numbers_is_named_and_left_out(folder: Path) -> None:
    """A cell has a dot for each hint, so a file could ask for a gigabyte of dots."""
    for hints in (1_000_000_000, 30_000_000, 1001):
        packed = Result("fork", "Bad", [step("look", "helped", 1)._replace(hints=hints)]).pack()
        path = folder / f"bad {hints}.results.json"
        path.write_text(json.dumps(packed), encoding="utf-8")
        with pytest.warns(
            UserWarning, match=f"left out: .*bad {hints}.*hints is a whole number from 0 to 1000"
        ):
            results = aw.results(folder)
        assert results.learners == ("Ann", "Ben", "c19")
        path.unlink()


def test_a_cell_has_at_most_ten_dots() -> None:
    results = aw.results(Result("fork", "Ann", [step("look", "helped", 1, 1000)]))
    assert results.table[1][1] == "1" + "·" * 10


@pytest.mark.parametrize("lesson", ["constructor", "__proto__", "toString"])
def test_a_lesson_may_have_any_name(lesson: str) -> None:
    results = aw.results([Result(lesson, "Ann", [step(lesson, "solved")]), BEN])
    assert results.lessons == ("fork", lesson)
    assert results[lesson].table == [["learner", lesson, "points"], ["Ann", "1", "3/4"]]


def test_a_site_with_too_many_results_is_left_out(folder: Path) -> None:
    """Each step is a column of the table for all learners."""
    steps = [step(f"step {number}", "solved").pack() for number in range(400)]
    many = [{**BEN.pack(), "lesson": f"lesson {number}", "steps": steps} for number in range(11)]
    for name, results in (("steps", many), ("lessons", [ANN.pack()] * 201)):
        (folder / f"{name}.results.json").write_text(json.dumps({"v": 1, "results": results}), "utf-8")
    with pytest.warns(UserWarning, match=r"left out: .*results of at most (200 lessons|4000 steps)"):
        assert aw.results(folder).learners == ("Ann", "Ben", "c19")


def test_a_class_may_have_a_thousand_learners() -> None:
    """If the time grew with the square of their number, this would take minutes."""
    roster = [f"Pupil {number}" for number in range(1000)]
    one = [step("look", "solved"), step("take", "missed", 4, 2)]
    class_results = aw.results(
        [Result(lesson, learner, one) for learner in roster[:-1] for lesson in ("feed", "fork")],
        roster=roster,
    )
    assert class_results.learners == tuple(roster[:-1])
    assert class_results.absent == ("Pupil 999",)
    assert re.findall(r"^Pupil \d+", class_results.grid().split("\n\n")[0], re.MULTILINE) == roster
    html = class_results._repr_html_()
    assert re.findall(r"<th>(Pupil \d+)</th>", html) == roster
    # the colours are named once, not in each cell
    assert html.count('<td class="solved"') == html.count('<td class="missed"') == 2 * 999
    assert html.count("background") == len(HOW)


CSV_NAMES = [
    *(
        "a;=1+1",
        "a;\uff1d1+1",
        "x; +1",
        "a\t=1",
        "=1+1",
        "+1",
        "-1",
        "@x",
        "\uff1d1",
        "\uff0b1",
        "\uff0d1",
        "\uff20x",
        "\ufe661",
        "a;\ufe621",
        "\u207c1",
        "\u208a1",
        "\u2a75",
        "a;\ufb291",
        "a\n=1",
    ),
    *(" =1", "\u3000\uff1d1", 'Ben "B."', "Ann, Lee", "a|=1"),
]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_no_reader_of_the_csv_finds_a_formula(tmp_path: Path, delimiter: str) -> None:
    """Spreadsheets of some countries separate cells by semicolons."""
    lessons = [Result(name, name, [step(name, "solved")]) for name in CSV_NAMES]
    path = aw.results(lessons).save_csv(tmp_path / "class.csv")
    with path.open(encoding="utf-8-sig", newline="") as file:
        cells = [cell for row in csv.reader(file, delimiter=delimiter) for cell in row]
    assert [cell for cell in cells if unicodedata.normalize("NFKC", cell).strip()[:1] in tuple("=+-@")] == []


def test_a_folder_whose_name_is_not_utf_8_can_be_printed_and_saved(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / os.fsdecode(b"M\xfcller")
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this file system has only names in UTF-8")
    write_result(folder / "week 1" / "siege.results.json", CLEO)
    (folder / "game.txt").write_text(GAME, encoding="utf-8")
    (folder / "half.results.json").write_text("{", encoding="utf-8")
    out = tmp_path / "class.csv"
    assert main(["results", str(tmp_path), "--csv", str(out)]) == 0
    assert out.read_bytes().decode("utf-8-sig").splitlines()[1] == "M\\xfcller,–,0/4"
    assert "M\\xfcller" in capfd.readouterr().out
    with pytest.warns(UserWarning, match="left out"):
        aw.results(folder)._repr_html_().encode()
    assert (
        main(
            ["results", str(folder), "--csv", str(folder / "class.csv"), "--roster", str(folder / "game.txt")]
        )
        == 0
    )
