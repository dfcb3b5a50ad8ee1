"""`aw.results`: many learners' results together."""

from __future__ import annotations

import builtins
import json
import threading
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.cli import main
from adaptoid_widget.core.teaching.results import Result, StepResult
from adaptoid_widget.storage.lesson_results import ResultsFile


def step(name: str, how: str, tries: int = 1, hints: int = 0, most: int = 4) -> StepResult:
    solved = how in ("solved", "helped")
    return StepResult(
        name, solved, tries, hints, 10.0 * tries, ("D4",) * tries, min(3, most) if solved else 0, most, how
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
    """As a teacher collects them: a folder for each learner."""
    for learner, result in (("a17", ANN), ("b18", BEN), ("c19", CLEO)):
        path = tmp_path / learner / "week 1" / f"{result.lesson}.results.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(result.pack()), encoding="utf-8")
    return tmp_path


def test_a_folder_of_learners_becomes_one_table(folder: Path) -> None:
    found = aw.results(folder)
    assert found.learners == ("Ann", "Ben", "c19")
    assert found.lessons == ("fork", "siege")
    assert len(found) == 7
    assert found.table == [
        ["learner", "fork: look", "fork: take", "fork: read", "siege: look", "points"],
        ["Ann", "1", "×··", "✓", "", "3/8"],
        ["Ben", "1·", "3", "", "", "6/8"],
        ["c19", "", "", "", "–", "0/4"],
    ]


def test_files_and_results_go_as_well(folder: Path) -> None:
    files = sorted(folder.rglob("*.json"))
    assert aw.results(files).rows == aw.results(folder).rows[:6] + tuple(
        row._replace(learner="week 1") for row in aw.results(folder).rows[6:]
    )
    assert aw.results([ANN, BEN]).rows == aw.results(folder)["fork"].rows
    assert aw.results(ANN)["Ann"].rows[1].turns == ("D4",) * 4


def test_the_hardest_steps_come_first(folder: Path) -> None:
    hardest = aw.results(folder).hardest
    assert [(one.lesson, one.step) for one in hardest] == [
        ("siege", "look"),
        ("fork", "take"),
        ("fork", "look"),
    ]
    assert (hardest[1].learners, hardest[1].solved, hardest[1].alone, hardest[1].tries) == (2, 0.5, 0.0, 3.5)
    assert repr(aw.results(folder)).splitlines()[2].split()[:4] == ["siege", "look", "1", "0%"]


def test_a_roster_gives_order_and_spelling_and_shows_who_is_absent(folder: Path) -> None:
    with pytest.warns(UserWarning, match="not in the roster: c19"):
        found = aw.results(folder, roster=["Dora", " ben ", "ANN", "Émile"])
    assert found.learners == ("ben", "ANN", "c19")
    assert found.absent == ("Dora", "Émile")
    assert [row[0] for row in found.table[1:]] == ["ben", "ANN", "c19", "Dora", "Émile"]
    assert found.table[-1] == ["Émile", "", "", "", "", ""]
    assert "no results: Dora, Émile" in repr(found)
    html = found._repr_html_()
    assert html.index("<th>ben</th>") < html.index("<th>ANN</th>") < html.index("<th>Dora</th>")


def test_two_codes_of_an_accent_are_one_name() -> None:
    decomposed = Result("fork", "E\u0301mile", [step("look", "solved")])
    assert aw.results(decomposed, roster=["Émile"]).learners == ("Émile",)


def test_the_commonest_wrong_answer_of_a_step_is_shown() -> None:
    def took(learner: str, how: str, *answers: str) -> Result:
        return Result("fork", learner, [step("take", how, len(answers))._replace(turns=answers)])

    found = aw.results(
        [took("a", "helped", "+D3", "+D5"), took("b", "", "+D3", "+D3"), took("c", "missed", "+C4", "+D3")]
    )
    assert (found.hardest[0].wrong_answer, found.hardest[0].wrong_learners) == ("+D3", 3)
    assert "+D3 (3)" in repr(found)
    # in a step of several turns, a line is one try
    line = Result("fork", "a", [step("take", "helped", 1)._replace(turns=("+D3", "+D4"))])
    assert aw.results(line).hardest[0].wrong_answer == ""


def test_a_csv_opens_in_a_spreadsheet_and_runs_nothing(tmp_path: Path) -> None:
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
    assert out.splitlines()[1].split() == ["Ann", "1", "×··", "✓", "3/8"]
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


def test_what_is_no_result_is_left_out_and_said(folder: Path) -> None:
    (folder / "a17" / "broken.results.json").write_text("{", encoding="utf-8")
    with pytest.warns(UserWarning, match="left out: .*broken"):
        found = aw.results(folder)
    assert len(found) == 7


def put(path: Path, result: Result) -> None:
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
def test_files_count_whatever_a_browser_or_a_hand_called_them(tmp_path: Path, name: str) -> None:
    put(tmp_path / "fork.results.json", ANN)
    put(tmp_path / name, BEN)
    assert aw.results(tmp_path).learners == ("Ann", "Ben")


def test_what_a_folder_hides_does_not_count(tmp_path: Path) -> None:
    put(tmp_path / "fork.results.json", ANN)
    put(tmp_path / ".ipynb_checkpoints" / "fork.results-checkpoint.json", BEN)
    assert aw.results(tmp_path).learners == ("Ann",)


def test_below_the_table_it_says_what_was_left_out_and_why(tmp_path: Path) -> None:
    put(tmp_path / "fork.results.json", ANN)
    (tmp_path / "exam results <b>.json").write_text('{"v": 99}', encoding="utf-8")
    with pytest.warns(UserWarning, match="left out: .*exam results") as told:
        found = aw.results(tmp_path)
    assert told[0].filename == __file__
    (note,) = found.notes
    assert "from a later version of adaptoid-widget" in note
    assert repr(found).endswith(note)
    assert "exam results &lt;b&gt;.json" in found._repr_html_()


def test_of_two_files_of_a_learner_the_better_result_of_each_step_counts(tmp_path: Path) -> None:
    """Whichever comes first: once it was solved, and the other time as many as could be were tried."""
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
    for one, other in ((early, late), (late, early)):
        put(tmp_path / "fork.Ann.results.json", one)
        put(tmp_path / "fork.Ann.results (1).json", other)
        found = aw.results(tmp_path)
        assert {row.step: (row.how, row.tries) for row in found} == {
            "look": ("solved", 1),
            "take": ("", 3),
            "end": ("", 1),
            "new": ("helped", 2),
            "last": ("missed", 1),
        }
        assert found.notes == ("put together: 2 results of fork by Ann, the better result of each step",)
        assert all(one.learners == 1 for one in found.hardest)


def test_the_same_file_twice_is_one(tmp_path: Path) -> None:
    for name in ("fork.results.json", "fork.results (1).json"):
        put(tmp_path / name, CLEO)
    found = aw.results(tmp_path)
    assert found.learners == (tmp_path.name,)
    assert len(found) == 1
    assert found.notes == ()


def test_nobody_without_a_name_is_lost(tmp_path: Path) -> None:
    """Files of one folder may be many learners'; files of a learner's own folder are not."""
    other = Result("siege", "", [step("look", "solved")])
    put(tmp_path / "7b" / "siege.results.json", CLEO)
    put(tmp_path / "7b" / "siege.results (1).json", other)
    put(tmp_path / "c19" / "week 1" / "siege.results.json", CLEO)
    put(tmp_path / "c19" / "week 2" / "siege.results.json", other)
    found = aw.results(tmp_path)
    assert [(row.learner, row.how) for row in found] == [
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


def test_a_name_is_no_html() -> None:
    shown = aw.results(Result("<b>", "<script>", [step("look", "solved")]))._repr_html_()
    assert "<b>" not in shown
    assert "&lt;b&gt;" in shown


def test_a_frame_has_all_rows(folder: Path) -> None:
    frame = aw.results(folder).to_frame()
    assert frame.shape == (7, 11)
    assert frame[frame.learner == "Ann"].tries.sum() == 6


def test_a_picture_has_every_learner_and_step(folder: Path) -> None:
    found = aw.results(folder)
    figure: Any = found.plot()
    top, cells = figure.axes
    assert [label.get_text() for label in cells.get_yticklabels()] == ["Ann", "Ben", "c19"]
    assert [label.get_text() for label in cells.get_xticklabels()] == ["look", "take", "look"]
    assert [text.get_text() for text in cells.texts] == ["1", "×", "••", "1", "•", "3", "–"]
    assert {"fork", "siege"} <= {text.get_text() for text in top.texts}
    assert figure._repr_png_()[:4] == b"\x89PNG"


def test_names_with_dollars_are_drawn_as_they_are() -> None:
    figure: Any = aw.results(Result("fork", "$x_1", [step("look", "solved")])).plot()
    assert figure._repr_png_()


@pytest.mark.parametrize(("what", "library"), [("plot", "matplotlib"), ("to_frame", "pandas")])
def test_what_is_not_installed_is_said(what: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name == library or name.startswith(library + "."):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=f"pip install {library}"):
        getattr(aw.results(ANN), what)()


def test_a_file_of_a_whole_site_has_several_lessons(tmp_path: Path) -> None:
    """One file with the results of one learner in all lessons, as a site saves it."""
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


def test_games_are_handed_in_as_records(folder: Path) -> None:
    """With who played and how it ended; other texts are none of it, and a broken record is named."""
    (folder / "a17" / "adaptoid-Ann-Ben.txt").write_text(GAME, encoding="utf-8")
    (folder / "notes.txt").write_text("Friday: the fork", encoding="utf-8")
    (folder / "half.txt").write_text(GAME[:70], encoding="utf-8")
    with pytest.warns(UserWarning, match="half.txt"):
        found = aw.results(folder)
    (handed_in,) = found.games
    assert (handed_in.file.name, handed_in.game.players) == (
        "adaptoid-Ann-Ben.txt",
        {"W": "Ann", "B": "Ben"},
    )
    assert (handed_in.game.result, handed_in.game.length) == ("B", 3)
    assert "adaptoid-Ann-Ben.txt  W: Ann, B: Ben" in repr(found)
    assert "<td>W: Ann, B: Ben</td>" in found._repr_html_()
    assert aw.results(folder / "a17" / "adaptoid-Ann-Ben.txt").learners == ()


def test_a_folder_that_pupils_write_meanwhile_is_read(tmp_path: Path) -> None:
    """Each file is replaced as a whole, so the teacher never meets half of one, and no hidden file beside it."""
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
            found = aw.results(tmp_path)
            assert (found.notes, found.learners) == ((), ("Ann",))
    finally:
        is_over.set()
        pupil.join()
