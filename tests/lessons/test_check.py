"""`lesson check`: what is wrong with a lesson that can be read, and the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from adaptoid_widget import cli, lessons
from adaptoid_widget.lessons.check import StepReport, check_text

POSITION = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
HEAD = "adaptoid-lesson 1\ntitle: One\n\n[step one]\ntext: Take `D5`.\n"
STEP = f"{HEAD}position: {POSITION}\n"


def found(text: str) -> list[str]:
    lesson, findings = check_text(text)
    assert lesson is not None, findings
    return [str(finding) for finding in findings]


def test_a_step_is_reported() -> None:
    reports: list[StepReport] = []
    assert check_text(STEP + "goal: starves D5\n", "one", reports.append)[1] == []
    (report,) = reports
    assert (report.step.name, report.right, report.known) == ("one", 2, True)
    assert report.turns > 10
    assert str(report).startswith("2 of ")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("goal: starves D6", "line 7, column 7: no turn reaches this goal"),
        (
            "goal: starves D6\nturns: 2\nreplies: level 1",
            "line 7, column 7: no turn reaches this goal within 2 turns",
        ),
        (
            "goal: starves D5\nwrong +A1: No.",
            "line 8, column 7: no legal turn is +A1: No adaptoid of yours touches A1",
        ),
        ("goal: starves D5\nwrong * +A1: No.", "line 8, column 7: no legal turn is * +A1"),
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
def test_what_is_wrong_is_found_with_its_place(more: str, told: str | None) -> None:
    wrong = [finding for finding in found(f"{STEP}{more}\n") if "warning" not in finding]
    assert [finding.startswith(told) for finding in wrong] == [True] if told else wrong == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (STEP + "goal: losses 5", "line 7, column 7: warning: every turn reaches this goal"),
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
            "line 7, column 7: warning: whether there is a siege stays unknown within 800 positions after ",
        ),
        (STEP + "ask: click starving", "line 7, column 6: warning: the answer is no disc at all"),
        (STEP + "goal: starves D5\n" + "hint: Look.\n" * 5, "line 12, column 1: warning: 5 hints cost more"),
        (
            HEAD + "position: adaptoid w 0,0 W:A1LLLLL B:D6",
            "line 6, column 11: warning: A1 has 5 limbs and 3 free",
        ),
        (
            STEP.replace("One\n", "One\ntitle[xx]: Un\n", 1) + "text[xx]: `D4`.",
            "line 3, column 1: warning: the board does",
        ),
        (
            STEP.replace("One\n", "One\ntitle[de]: Un\n", 1) + "text[de]: `D4`.",
            "line 8, column 11: warning: of D4, D5 only",
        ),
    ],
)
def test_what_an_author_may_want_to_look_at_is_a_warning(text: str, told: str) -> None:
    assert any(finding.startswith(told) for finding in found(text + "\n")), found(text + "\n")


NEAR = "adaptoid w 0,0 W:F3,F5 B:A1,G4LL,G6LLL"
APART = "adaptoid w 0,0 W:B2,F3 B:A1LL,D7,G4LL"


@pytest.mark.parametrize(
    ("position", "goal", "told"),
    [
        (
            NEAR,
            "starves G4,G6",
            "warning: step one passes piecemeal, with +F4, then +G5; where one turn is to do it all, write 'at once'",
        ),
        (NEAR, "takes 2 and survives", "write 'at once': takes 2 at once and survives"),
        (APART, "takes 2", "; one turn that does it all (takes 2 at once) was not found"),
        (NEAR, "starves G4,G6 at once", ""),
        (NEAR, "starves G4", ""),
        (NEAR, "starves G4 or starves G6", ""),
        (NEAR, "occupies G5", ""),
    ],
)
@pytest.mark.parametrize("replies", ["replies: nobody", "reply *: D7+L"])
def test_a_goal_that_can_be_met_piecemeal_is_a_warning(
    position: str, goal: str, told: str, replies: str
) -> None:
    findings = found(
        f"{HEAD}position: {position.replace('A1,', 'A1,D7,')}\nturns: 2\n{replies}\ngoal: {goal}\n"
    )
    warned = [finding for finding in findings if "piecemeal" in finding]
    assert len(warned) == bool(told), findings
    assert all(told in finding and finding.startswith("line 9, column 7: warning: ") for finding in warned)


def test_a_step_that_cannot_be_read_hides_nothing_of_the_others() -> None:
    broken = "[step broken]\ntext: Walk.\nposition: adaptoid w 0,0 W:D3L B:D7\ngaol: reaches D4\n"
    good = STEP + "goal: starves D5\nwrong +A1: Too far.\n"
    lesson, findings = check_text(good + broken)
    told = [str(finding) for finding in findings]
    assert lesson is None
    assert [text.split(":")[0] for text in told] == ["line 8, column 7", "line 12, column 1"]
    assert found(good + broken.replace("gaol", "goal")) == told[:1]


def test_the_command_says_file_line_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
    assert f"{worse}:7:1: there is no key gaol here; did you mean goal?\n{worse}:8:8: expected within" in out


def test_the_command_wants_lessons_that_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lesson", "check"]) == 2
    assert cli.main(["lesson", "check", "mvoe"]) == 2
    assert "did you mean move?" in capsys.readouterr().err


def test_the_lessons_that_come_along_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lesson", "list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == list(lessons.names())
