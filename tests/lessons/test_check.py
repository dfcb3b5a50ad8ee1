"""`lesson check`: the findings in a lesson that can be read, and the command."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import adaptoid_widget as aw
from adaptoid_widget import cli, lessons, locales
from adaptoid_widget.lessons.check import StepReport, check_text
from adaptoid_widget.lessons.drafting import suggested_goals
from adaptoid_widget.lessons.writing import text_of

POSITION = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
HEAD = "adaptoid-lesson 1\ntitle: One\n\n[step one]\ntext: Take `D5`.\n"
STEP = f"{HEAD}position: {POSITION}\n"


def findings_of(text: str) -> list[str]:
    lesson, findings = check_text(text)
    assert lesson is not None, findings
    return [str(finding) for finding in findings]


def test_check_reports_each_step() -> None:
    reports: list[StepReport] = []
    assert check_text(STEP + "goal: starves D5\n", "one", reports.append)[1] == []
    (report,) = reports
    assert (report.step.name, report.right, report.known) == ("one", 2, True)
    assert report.turns > 10
    assert str(report).startswith("2 of ")


@pytest.mark.parametrize(
    ("addition", "message"),
    [
        ("goal: starves D6", "line 7, column 7: no turn reaches this goal"),
        (
            "goal: starves D6\nturns: 2\nreplies: level 1",
            "line 7, column 7: no turn reaches this goal within 2 turns",
        ),
        (
            "goal: starves D5\nwrong +A1: No.",
            "line 8, column 7: +A1 is not a legal turn: No adaptoid of yours touches A1",
        ),
        ("goal: starves D5\nwrong * +A1: No.", "line 8, column 7: * +A1 is not a legal turn"),
        ("goal: starves D5\nwrong +D4: No.", "line 8, column 7: this is not wrong: +D4 leads to the goal"),
        (
            "goal: starves D5\nturns: 2\nreply *: A1-A2 +A3",
            "line 9, column 10: this reply cannot be played; after ",
        ),
        ("ask: count liberties D5\nwrong 4: No.", "line 8, column 7: 4 is not wrong: it is the answer"),
        ("ask: click starving\nwrong D5: No.", None),
        ("ask: click D5\nwrong D5: No.", "line 8, column 7: D5 is not wrong: it is the answer"),
    ],
)
def test_an_error_has_its_line_and_column(addition: str, message: str | None) -> None:
    wrong = [finding for finding in findings_of(f"{STEP}{addition}\n") if "warning" not in finding]
    assert [finding.startswith(message) for finding in wrong] == [True] if message else wrong == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (STEP + "goal: losses 5", "line 7, column 7: warning: every turn reaches this goal"),
        (
            STEP + "goal: losses 5\nturns: 2",
            "line 7, column 7: warning: every first turn leads to this goal, so the learner cannot do anything wrong",
        ),
        (
            STEP + "goal: grows new",
            "line 7, column 7: warning: 10 of 14 turns lead to this goal: chance finds one in more than 30 %",
        ),
        (
            STEP + "goal: grows new\nturns: 2",
            "line 7, column 7: warning: every first turn leads to this goal",
        ),
        (
            STEP.replace("Take", "Any turn takes") + "goal: plays +D4",
            "line 5, column 7: warning: the text leaves a choi",
        ),
        (
            STEP.replace("`D5`", "`D9`") + "goal: starves D5",
            "line 5, column 7: warning: the text names D9, which",
        ),
        (
            STEP.replace("`D5`", "** D5**") + "goal: starves D5",
            "line 5, column 7: warning: '**' is not read as",
        ),
        (
            STEP + "goal: starves D5\nwrong *: No.\nwrong D3+L: No.",
            "line 9, column 7: warning: nobody will read this",
        ),
        (STEP + "goal: losses 5\nwrong *: No.", "line 8, column 7: warning: nobody will read this"),
        (
            HEAD.replace(" `D5`", "")
            + "position: adaptoid w 2,1 W:B4,C1 B:D6,E5,E6LL\ngoal: unmoved and not besieges 4",
            "line 7, column 7: warning: 1000 positions do not decide whether there is a siege after ",
        ),
        (
            HEAD + "position: adaptoid w 4,2 W:B1,B2,E2LLPP B:D3LPP,D6\ngoal: takes 1",
            "line 7, column 7: warning: E2xD3 reaches this goal, but loses the game",
        ),
        (
            HEAD.replace(" `D5`", "")
            + "position: adaptoid w 0,0 W:D2,D4LP B:D6,E6L\ngoal: takes 1 and losses 0\nturns: 2",
            "line 7, column 7: warning: a search of 2500 positions finds no way to this goal",
        ),
        (STEP + "ask: click starving", "line 7, column 6: warning: the answer has no disc at all"),
        (STEP + "goal: starves D5\n" + "hint: Look.\n" * 5, "line 12, column 1: warning: 5 hints cost more"),
        (
            HEAD + "position: adaptoid w 0,0 W:A1LLLLL B:D6",
            "line 6, column 11: warning: A1 has 5 limbs and 3 free",
        ),
        (
            STEP.replace("One\n", "One\ntitle[xx]: Un\n", 1) + "text[xx]: `D4`.",
            "line 3, column 1: warning: the board has",
        ),
        (
            STEP.replace("One\n", "One\ntitle[de]: Un\n", 1) + "text[de]: `D4`.",
            "line 8, column 11: warning: only one language mentions D4, D5",
        ),
    ],
)
def test_doubtful_lines_are_warnings(text: str, message: str) -> None:
    assert any(finding.startswith(message) for finding in findings_of(text + "\n")), findings_of(text + "\n")


HUNGRY = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
NEAR = "adaptoid w 0,0 W:F3,F5 B:A1,G4LL,G6LLL"
SEPARATE_ADAPTOIDS = "adaptoid w 0,0 W:B2,F3 B:A1LL,D7,G4LL"


@pytest.mark.parametrize(
    ("position", "goal", "message"),
    [
        (
            NEAR,
            "starves G4,G6",
            "solved piece by piece, with +F4, then +G5; if one turn must do it all, write 'at once'",
        ),
        (NEAR, "takes 2 and survives", "write 'at once': takes 2 at once and survives"),
        (SEPARATE_ADAPTOIDS, "takes 2", "; no single turn that does it all (takes 2 at once) was found"),
        (NEAR, "starves G4,G6 at once", ""),
        (NEAR, "starves G4", ""),
        (NEAR, "starves G4 or starves G6", ""),
        (NEAR, "occupies G5", ""),
    ],
)
@pytest.mark.parametrize("replies", ["replies: nobody", "reply *: D7+L"])
def test_a_goal_that_can_be_reached_in_parts_is_a_warning(
    position: str, goal: str, message: str, replies: str
) -> None:
    findings = findings_of(
        f"{HEAD}position: {position.replace('A1,', 'A1,D7,')}\nturns: 2\n{replies}\ngoal: {goal}\n"
    )
    warned = [finding for finding in findings if "piece by piece" in finding]
    assert len(warned) == bool(message), findings
    assert all(message in finding and finding.startswith("line 9, column 7: warning: ") for finding in warned)


def test_the_other_steps_are_checked_if_one_cannot_be_read() -> None:
    broken = "[step broken]\ntext: Walk.\nposition: adaptoid w 0,0 W:D3L B:D7\ngaol: reaches D4\n"
    good = STEP + "goal: starves D5\nwrong +A1: Too far.\n"
    lesson, findings = check_text(good + broken)
    texts = [str(finding) for finding in findings]
    assert lesson is None
    assert [text.split(":")[0] for text in texts] == ["line 8, column 7", "line 12, column 1"]
    assert findings_of(good + broken.replace("gaol", "goal")) == texts[:1]


def test_the_command_prints_file_line_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, worse = (tmp_path / f"{name}.lesson" for name in ("good", "bad", "worse"))
    good.write_text(STEP + "goal: starves D5\n", encoding="utf-8")
    bad.write_text(STEP + "goal: starves D6\n", encoding="utf-8")
    worse.write_text(STEP + "gaol: starves D6\nturns: 0\n", encoding="utf-8")
    assert cli.main(["lesson", "check", str(good)]) == 0
    out = capsys.readouterr().out
    assert "1 step in en: all is well" in out
    assert "  one  2 of " in out
    assert cli.main(["lesson", "check", str(good), str(bad), str(worse)]) == 1
    out = capsys.readouterr().out
    assert "  one  2 of " not in out
    assert f"{bad}:7:7: no turn reaches this goal\n" in out
    assert (
        f"{worse}:7:1: there is no key gaol here; did you mean goal?\n{worse}:8:8: expected the number of"
        in out
    )


def test_the_command_refuses_missing_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lesson", "check"]) == 2
    assert cli.main(["lesson", "check", "mvoe"]) == 2
    assert "did you mean move?" in capsys.readouterr().err


def test_the_built_in_lessons_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lesson", "list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == list(lessons.names())


def test_show_prints_the_right_turns_or_the_nearest_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.lesson"
    path.write_text(STEP + "goal: starves D5\n", encoding="utf-8")
    assert cli.main(["lesson", "check", "--show", str(path)]) == 0
    assert [line.strip() for line in capsys.readouterr().out.splitlines()[-2:]] == ["+C4", "+D4"]
    path.write_text(STEP + "goal: starves D5 and captures 1\n", encoding="utf-8")
    assert cli.main(["lesson", "check", "--show", str(path)]) == 1
    assert "nearest: +C4: That captures nobody." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("position", "turns", "goal"),
    [
        ("adaptoid w 0,0 W:C3,E3LL B:C5,D5LLP,D6", ["E3-D4 +E5"], "forks D5"),
        ("adaptoid w 0,0 W:B2,D4LPP B:C4PPP,D5P,E5PP", ["D4xD5 +C3"], "captures 1"),
        ("adaptoid w 0,0 W:D3LP,F6 B:D4,D6,E5LLPP", ["D3xD4 +D5", "D3xD4 +E6"], "captures 1 and starves E5"),
        ("adaptoid w 2,4 W:C4LP,D2,E4 B:C5,D5LLP,E6L", ["C4xC5"], "wins"),
        ("adaptoid w 0,0 W:A1,A2,C2L B:D5LP,D6", ["+A3"], "tail"),
        ("adaptoid w 0,0 W:D3LL B:D7", ["D3-F4 +E3", "D3-F4 +E4"], "reaches F4"),
    ],
)
def test_a_goal_is_suggested_from_the_right_turns(position: str, turns: list[str], goal: str) -> None:
    suggestions = suggested_goals(position, *turns)
    assert str(suggestions[0].goal) == goal
    assert str(suggestions[-1].goal) == "plays " + "|".join(turns)
    for suggestion in suggestions:
        _, findings = check_text(f"{HEAD}position: {position}\ngoal: {suggestion.goal}\n")
        assert not [finding for finding in findings if not finding.warning]


def test_a_draft_can_be_made_from_a_position_a_game_or_a_puzzle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = aw.Game(POSITION).play("D3+L").play("D6+L").play("+C4")
    record = game.save(tmp_path / "game.txt")
    options = ["--title", "Hunger", "--text", "Starve `D5`."]
    origins = (
        [POSITION, "--right", "+D4|+C4"],
        [POSITION, "--goal", "starves D5"],
        [str(record), "--turn", "3"],
        ["fork-7"],
    )
    for number, origin in enumerate(origins):
        out = tmp_path / f"draft-{number}.lesson"
        # a copy has the texts of the original
        assert (
            cli.main(
                ["lesson", "new", str(out), "--from", *origin, *options[: 2 if origin == ["fork-7"] else 4]]
            )
            == 0
        )
        assert cli.main(["lesson", "check", str(out)]) == 0
    capsys.readouterr()
    assert cli.main(["lesson", "check", str(tmp_path / "draft-0.lesson")]) == 0
    # the texts of "about", "hint" and "done"
    assert capsys.readouterr().out.count("warning: this is still the text of the draft: write your own") == 3
    third = lessons.load(tmp_path / "draft-2.lesson").steps[0]
    assert str(third.start) == "adaptoid w 0,0 W:C5,D3L B:D5LLPP,D6L"
    assert "starves D5" in str(third.goal)
    capsys.readouterr()


def test_a_copy_has_a_name_and_a_title_of_its_own(tmp_path: Path) -> None:
    """Results are stored under the name, so a copy never has the name of the puzzles or of a lesson of the course."""
    for origin, name, title in (("fork-7", "my-forks", "fork-7"), ("fork", "feet", "10 · The fork")):
        out = tmp_path / f"{name}.lesson"
        assert cli.main(["lesson", "new", str(out), "--from", origin]) == 0
        lesson = lessons.load(out)
        assert (lesson.name, lesson.titled("en")) == (name, title)
        assert {"en", "de"} <= set(lesson.languages) <= set(locales.languages())
        assert bool(lesson.about) is (origin == "fork")
    out = tmp_path / "named.lesson"
    assert cli.main(["lesson", "new", str(out), "--from", "fork-7", "--title", "Two feet"]) == 0
    assert set(lessons.load(out).title.values()) == {"Two feet"}


NAMED = ("--title", "Two feet", "--text", "Starve D5.")


def test_a_turn_number_outside_the_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    record = aw.Game(POSITION).play("D3+L").save(tmp_path / "game.txt")
    for number in ("0", "2"):
        arguments = ["new", str(tmp_path / "draft.lesson"), "--from", str(record), "--turn", number]
        assert cli.main(["lesson", *arguments, *NAMED]) == 2
        assert f"--turn: the number of a turn of this game is 1 to 1, not {number}" in capsys.readouterr().err


def test_a_terminal_asks_again_after_an_answer_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["hello", POSITION, "+X5", "", "+D4", "99", "", "Hunger", "Starve D5."])
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    out = tmp_path / "mine own.lesson"
    assert cli.main(["lesson", "new", str(out)]) == 0
    step = lessons.load(out).steps[0]
    assert (step.right, str(step.goal)) == ("+D4", "starves D5")
    printed = capsys.readouterr().out
    for message in (
        "there is no file, lesson or board 'hello'",
        "There is no disc X5",
        "an answer is needed",
        f"--show '{out}'",
    ):
        assert message in printed
    assert next(answers, None) is None


def test_a_draft_from_a_game_without_turns_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = aw.Game(POSITION).save(tmp_path / "game.txt")
    out = tmp_path / "draft.lesson"
    assert cli.main(["lesson", "new", str(out), "--from", str(record), "--turn", "7", *NAMED]) == 2
    assert "the game has no turns" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mine.txt"], "ends with .lesson"),
        (["mine.lesson"], "missing: --from, --right or --goal, --title, --text; "),
        (["mine.lesson", "--from", POSITION], "missing: --right or --goal, --title, --text; "),
        (
            ["mine.lesson", "--from", POSITION, "--right", "+A1", "--title", "x", "--text", "x"],
            "No adaptoid of yours touches A1",
        ),
        (["mine.lesson", "--from", POSITION, "--right", "+D4"], "missing: --title, --text; "),
        (["mine.lesson", "--from", "fork-777"], "there is no puzzle 'fork-777'"),
        (["mine.lesson", "--from", POSITION, "--right", "+X5", *NAMED], "--right: There is no disc X5"),
        (["mine.lesson", "--from", POSITION, "--goal", "hungry D5", *NAMED], "--goal: line 1, column 1: "),
        (["mine.lesson", "--from", POSITION, "--right", "+D4", "--turn", "2", *NAMED], "--turn: not for a p"),
        (["mine.lesson", "--from", "fork-7", "--text", "x"], "--text: not for a copy"),
        (["none/mine.lesson", "--from", "fork-7"], "the folder of this file does not exist"),
    ],
)
def test_a_draft_that_cannot_be_made_is_not_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert cli.main(["lesson", "new", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


WALK = "adaptoid w 0,0 W:D2 B:D6"


def checked(start: str, goal: str, turns: int, replies: str) -> tuple[StepReport, list[str]]:
    """Check one step of a lesson, with the computer players that a host provides."""
    reports: list[StepReport] = []
    text = f"{HEAD}position: {start}\ngoal: {goal}\nturns: {turns}\nreplies: {replies}\n"
    text = text.replace("`D5`", "it")
    lesson, findings = check_text(text, "one", reports.append, lambda at, level: aw.Player(level)(at))
    assert lesson is not None, findings
    assert text_of(lesson).count(f"replies: {replies}") == (replies != "best")
    return reports[0], [str(finding) for finding in findings]


@pytest.mark.parametrize("level", [7, 10])
def test_a_step_against_a_level_is_solved_against_its_own_replies(level: int) -> None:
    """The check counts the first turns that lead to the goal when the level replies as on a board."""
    report, findings = checked(WALK, "occupies D4", 2, f"level {level}")
    assert (findings, report.known) == ([], True)
    right = 0
    start = aw.Position.from_text(WALK)
    for turn in start.turns():
        after = start.play(turn)
        last = after.play(aw.Player(level)(after))
        ends = [last.play(turn).pieces.get("D4") for turn in last.turns()]
        right += any(piece is not None and piece.color == "W" for piece in ends)
    assert 0 < report.right == right < report.turns


@pytest.mark.parametrize(
    ("goal", "turns", "message"),
    [
        ("captures 1", 2, "line 7, column 7: no turn reaches this goal within 2 turns"),
        (
            "occupies D3",
            1,
            "line 9, column 10: warning: nobody replies in a step of one turn, so level 7 never plays; leave this out",
        ),
    ],
)
def test_an_unreachable_goal_or_an_unused_level_is_reported(goal: str, turns: int, message: str) -> None:
    assert checked(WALK, goal, turns, "level 7")[1] == [message]


def test_a_warning_says_that_a_level_cannot_search() -> None:
    text = f"{HEAD}position: {WALK}\ngoal: occupies D4\nturns: 2\nreplies: level 7\n".replace("`D5`", "it")
    assert findings_of(text) == [
        "line 9, column 10: warning: level 7 does not search here; the step was checked against level 3"
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("replies: level 11", "levels go from 1 to 10, not 11; write replies: level 10"),
        ("replies: level:0", "levels go from 1 to 10, not 0; write replies: level 1"),
        ("reply: level 7", "to say who answers, write replies: level 7; reply is for one turn"),
    ],
)
def test_an_invalid_level_is_refused_with_a_suggestion(line: str, message: str) -> None:
    _, findings = check_text(f"{STEP}goal: starves D5\nturns: 2\n{line}\n")
    assert [finding.problem.text for finding in findings] == [message]


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [
        ("goal: capture two", "goal: captures 2"),
        ("goal: captures", "goal: captures 1"),
        ("goal: Starves D6, d5 & survive", "goal: starves D5,D6 and survives"),
        ("goal: (captures 1 and starves D5) in one turn", "goal: captures 1 at once and starves D5 at once"),
        ("goal: takes 1 by newborn", "goal: takes 1 by a newborn"),
        ("position: adaptoid w 0,0 W:D3,C5 B:D5PPLL,D6", f"position: {HUNGRY}"),
    ],
)
def test_an_error_names_the_corrected_line(line: str, suggestion: str) -> None:
    other = "goal: starves D5" if line.startswith("position") else f"position: {HUNGRY}"
    _, findings = check_text(f"adaptoid-lesson 1\ntitle: T\n\n[step one]\ntext: T\n{other}\n{line}\n")
    assert [finding.problem.text.partition("; ")[2] for finding in findings] == [
        f"did you mean '{suggestion}'?"
    ]


@pytest.mark.parametrize(
    ("right", "expected_texts"),
    [
        ("+D4|+C4", []),
        ("* +D4|* +C4", []),
        ("+D4", ["1 more first turn leads to the goal: +C4; only the right turns meet 'occupies D4'"]),
        ("+A1", ["+A1 is not a legal turn: No adaptoid of yours touches A1.", "2 more first turns lead to"]),
        ("D3+L|+D4|+C4", ["D3+L does not lead to the goal; D3+L: D5 does not starve"]),
    ],
)
def test_right_turns_are_compared_with_the_goal(right: str, expected_texts: list[str]) -> None:
    """Further right turns, illegal turns and turns that do not reach the goal are reported."""
    text = f"adaptoid-lesson 1\ntitle: T\n\n[step one]\ntext: T\nposition: {HUNGRY}\ngoal: starves D5\nright: {right}\n"
    lesson, findings = check_text(text)
    assert lesson is not None
    assert lessons.load(text_of(lesson)).steps[0].right == right
    assert len(findings) == len(expected_texts)
    assert all(
        expected in finding.problem.text for finding, expected in zip(findings, expected_texts, strict=True)
    )


CHASE = "adaptoid w 0,0 W:B2,C3LPP B:D5LLPP,D7"


@pytest.mark.parametrize(
    ("texts", "warning"),
    [
        # an exchange and a capture both meet this goal
        ("done: Both are gone.", "'Both are gone' is not true after C3-"),
        ("done: Captured.", "'Captured' is not true after "),
        ("done[de]: Beide sind weg.", "'Beide sind weg' is not true after "),
        ("done[es]: Se fueron los dos.", "'Se fueron los dos' is not true after "),
        ("done[ja]: 捕獲しました。", "'捕獲しました' is not true after "),
        ("done: That is a fork!", "'That is a fork' is not true after "),
        ("done: `D5` has four limbs.", None),
        ("done: You took it off the board.", None),
        ("hint: `C3` has two legs.", "'two legs' is not true of C3"),
        ("hint[ja]: `C3`の足は2本です。", "'足は2本' is not true of C3"),
        ("hint[de]: `C3` hat genau zwei Beine.", "'genau zwei Beine' is not true of C3"),
        ("hint[es]: `C3` tiene una pata y tres pinzas.", "'tres pinzas' is not true of C3"),
        ("hint: `C3` has one leg and two pincers.", None),
        ("hint: `B2` is bare.", None),
        ("hint: `C3` is bare.", "'`C3` is bare' is not true of C3"),
        ("hint: `C3` cannot escape.", "'`C3` cannot escape' is not true of C3"),
        ("hint[de]: `C3` ist nicht zu retten.", "'`C3` ist nicht zu retten' is not true of C3"),
        ("hint[es]: `C3` no tiene escapatoria.", "'`C3` no tiene escapatoria' is not true of C3"),
        ("hint[ja]: `C3`は助かりません。", "'`C3`は助かりません' is not true of C3"),
        ("wrong +B3: Captured!", "'Captured' is not true after +B3"),
        ("wrong C3-D4 *: `D5` has as many pincers and strikes back.", None),
        ("wrong C3-B3 *: `D7` strikes back.", "'`D7` strikes back' is not true after C3-B3 "),
        ("wrong C3+L: `C3` has three limbs; now it has four.", None),
        (
            "wrong +B3: `C3` has one free disc.",
            "'one free disc' is not true of C3, neither before +B3 nor after it",
        ),
    ],
)
def test_a_warning_tells_what_a_text_claims_wrongly(texts: str, warning: str | None) -> None:
    """Numbers in a task or a hint are those of the position, and what was done was done by every right turn."""
    tag = texts.partition("[")[2][:2] if "[" in texts.partition(":")[0] else ""
    language = f"\nlanguage: {tag}" if tag else ""
    text = f"adaptoid-lesson 1\ntitle: Claims{language}\n\n[step one]\ntext: Take it.\nposition: {CHASE}\n"
    text += (
        f"goal: captures 1\nturns: 2\nreplies: nobody\n{texts.replace(f'[{tag}]', '') if tag else texts}\n"
    )
    found = [finding for finding in findings_of(text) if "is not true" in finding]
    assert [warning is not None and warning in finding for finding in found] == ([True] if warning else [])


def test_a_table_is_reported_because_it_becomes_one_line() -> None:
    text = "\n    A table:\n\n    | disc | limbs |\n    |------|-------|\n    | D5   | four  |"
    found = findings_of(f"adaptoid-lesson 1\ntitle: Tables\n\n[step one]\ntext:{text}\nposition: {CHASE}\n")
    assert [finding for finding in found if "'|---' is not read as Markdown" in finding]
    plain = "adaptoid-lesson 1\ntitle: Bars\n\n[step one]\ntext: This | that --- and more.\n"
    assert not findings_of(f"{plain}position: {CHASE}\n")
