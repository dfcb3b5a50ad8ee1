"""The tutor: how it judges turns and answers, replies to them, moves between steps, and records results."""

from __future__ import annotations

import json

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.goals import turn_facts
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.search.deepening import Progress
from adaptoid_widget.core.search.levels import search_limits
from adaptoid_widget.core.search.runner import SearchNews, SearchRequest, level_request
from adaptoid_widget.core.session.hooks import HandlerTable
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.teaching import solver
from adaptoid_widget.core.teaching.lesson import LessonStep
from adaptoid_widget.core.teaching.results import Result
from adaptoid_widget.core.teaching.rich_text import plain
from adaptoid_widget.core.teaching.tutor import Tutor
from adaptoid_widget.engine.runner import KernelRunner
from tests.core.teaching.lessons_made import (
    ADAPT3,
    FEEDING,
    START,
    STARVE,
    Clock,
    LessonDriver,
    lesson,
    localized,
    step,
)

STEP = step("starve", STARVE, "starves D5")
WALK = step("walk", START, "occupies D4", turns=2)
CLICK = step("click", FEEDING, ask="liberties D5")
COUNT = step("count", FEEDING, ask="liberties D5", kind="count")
READ = step("read", FEEDING)


ENDING = "adapt3 w 4,6,9 W:D4LP,E3,F4 B:C4,C6L R:D5,E5LLP,F6L"


def test_an_enemy_that_loses_by_its_own_reply_solves_the_step() -> None:
    """Black's +D4 starves White's adaptoid, and Red's tenth: White wins."""
    win = step("win", ENDING, "wins", turns=2)
    driver = LessonDriver(win)
    driver.play("D4-E4 E4+P")
    assert (driver.phase, driver.part["reply"]) == ("reply", "+D4")
    driver.do("go")
    assert driver.phase == "right"
    assert (driver.step_result.solved, driver.step_result.turns) == (True, ("D4-E4 E4+P",))
    assert "D4-E4 E4+P" in solver.solutions(win)


def test_no_reply_that_wins_for_the_learner_is_shown_against_a_turn() -> None:
    driver = LessonDriver(step("take", ENDING, "captures 1"))
    driver.play("D4-E4 E4+P")
    assert (driver.phase, driver.part["reply"]) == ("wrong", "")
    assert driver.feedback == "That captures nobody."


# -- turns -----------------------------------------------------------------------------------------------------------


def test_turns_that_meet_the_goal_are_right_and_all_others_are_wrong() -> None:
    position = aw.Position.from_text(STARVE)
    right = []
    for turn in position.turns():
        driver = LessonDriver(STEP)
        driver.play(str(turn))
        assert driver.feedback
        while driver.phase == "reply":
            driver.do("go")
        assert driver.phase == ("right" if "D5" in position.effect(turn).starved else "wrong")
        right += [str(turn)] if driver.step_result.solved else []
        reason = "lesson-done" if driver.step_result.solved else "lesson-wrong"
        assert driver.refused("grow", at="D4", what="new") == reason
    assert right == ["+C4", "+D4"]


def test_the_tutor_refutes_a_wrong_turn_with_a_reply() -> None:
    driver = LessonDriver(STEP)
    part = driver.play("D3+L")
    assert (part["phase"], part["reply"], part["can"]) == ("reply", "D5xC5 +B4", ["go", "back"])
    assert driver.feedback == (
        "D5 does not starve: limbs 4, free discs 4. Black attacks C5 from D5 and grows on B4 (D5xC5 +B4)."
        " C5 was captured: D5 came with more pincers, 2 against 0."
    )
    assert driver.session.snapshot()["step"] == "wait"
    driver.do("go")
    assert str(driver.session.position) == "adaptoid w 1,0 W:D3L B:B4,C5LLPP,D6"
    assert driver.part["reply"] == "D5xC5 +B4"
    assert (driver.phase, driver.step_result.tries, driver.step_result.turns) == ("wrong", 1, ("D3+L",))
    driver.do("retry")
    assert str(driver.session.position) == STARVE
    driver.play("+D4")
    assert (driver.phase, driver.step_result.score, driver.step_result.how) == ("right", 3, "helped")


def test_the_feedback_names_a_fork() -> None:
    driver = LessonDriver(step("guard", "adaptoid w 0,0 W:D6,G7LP B:D2,F5L", "captures 1"))
    driver.play("+C6")
    assert driver.part["reply"] == "F5-F6 +F7"
    assert driver.feedback == (
        "That captures nobody. Black moves F5 to F6 and grows on F7 (F5-F6 +F7). That was a fork:"
        " G7 had one free disc to spare, and two arrivals took two."
    )


def test_the_feedback_describes_the_reply_once() -> None:
    driver = LessonDriver(step("guard", "adaptoid w 0,0 W:B2,D4L B:D5LP,D7", "survives"))
    driver.play("+B3")
    assert driver.feedback.startswith("Black attacks D4 from D5")
    assert driver.feedback.count("captured") == 1


def test_the_feedback_of_the_author_comes_first() -> None:
    wrong = (("D3+L", localized("A leg starves nobody.")), ("*", localized("Something else.")))
    driver = LessonDriver(step("starve", STARVE, "starves D5", wrong=wrong))
    driver.play("D3+L")
    assert (driver.phase, driver.feedback, driver.part["reply"]) == ("wrong", "A leg starves nobody.", "")
    driver.do("retry")
    driver.play("D3+P")
    assert driver.feedback == "Something else."
    driver.do("retry")
    driver.play("+D4")
    assert driver.phase == "right"


LONG_SIEGE = "adaptoid w 0,0 W:C3LLP,D2,E3,E4 B:C4,C5L,D4P,D5,D6"
UNDECIDED = "This counts as right. Whether it is a siege stays open: 1000 positions were not enough."


@pytest.mark.parametrize("goal", ["besieges 2", "not besieges 2", "besieges 2 and survives B4 or wins"])
def test_a_turn_that_the_search_cannot_decide_counts_as_right(goal: str) -> None:
    """A siege that takes 3000 positions to prove. The author's text about right turns may be false."""
    driver = LessonDriver(step("siege", LONG_SIEGE, goal, done=localized("A siege.")))
    driver.play("C3-B4 D2+L")
    assert (driver.phase, driver.feedback, driver.step_result.score) == ("right", UNDECIDED, 4)


def test_a_turn_that_other_conditions_decide_is_not_undecided() -> None:
    for goal, phase in (("besieges 2 and grows new", "wrong"), ("besieges 2 or grows leg", "right")):
        driver = LessonDriver(step("siege", LONG_SIEGE, goal))
        driver.play("C3-B4 D2+L")
        assert driver.phase == phase
        assert UNDECIDED not in driver.feedback


def test_an_undecided_turn_that_the_author_foresees_is_wrong() -> None:
    wrong = (("C3-B4 D2+L", localized("Too slow.")),)
    driver = LessonDriver(step("siege", LONG_SIEGE, "besieges 2", wrong=wrong))
    driver.play("C3-B4 D2+L")
    assert (driver.phase, driver.feedback) == ("wrong", "Too slow.")


def test_a_step_goes_on_while_a_siege_in_the_next_turn_stays_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    task = step("siege", "adaptoid w 0,1 W:D1,D2P,D5LPP,E3 B:D6,D7,E6PP,E7", "besieges 1", turns=2)
    monkeypatch.setattr(turn_facts, "BUDGET", 1)
    driver = LessonDriver(task)
    # from here Black can attack, so this is no siege yet
    driver.play("D5-D4 D4+L")
    assert driver.phase == "reply"
    assert driver.feedback == "Turns left: 1."


def test_illegal_clicks_get_the_usual_reasons() -> None:
    driver = LessonDriver(STEP)
    assert driver.refused("grow", at="A1", what="new") == "not-touching"
    assert driver.refused("move", **{"from": "D3", "to": "D4"}) == "no-legs"
    assert driver.refused("why", at="D6") == "not-yours"
    assert driver.step_result.tries == 0


def test_several_turns_go_on_while_the_goal_can_be_reached() -> None:
    driver = LessonDriver(WALK)
    part = driver.play("+D3")
    assert (part["phase"], part["reply"], part["turns"]) == ("reply", "D6+L", [1, 2])
    part = driver.do("go")
    assert (part["phase"], part["turns"], driver.feedback) == ("ask", [1, 2], "Turns left: 1.")
    driver.play("+D4")
    assert (driver.phase, driver.step_result.tries, driver.step_result.turns, driver.step_result.score) == (
        "right",
        1,
        ("+D3", "+D4"),
        4,
    )


def test_a_turn_after_which_the_goal_is_out_of_reach_is_wrong_at_once() -> None:
    driver = LessonDriver(WALK)
    driver.play("+C2")
    assert driver.phase == "wrong"
    assert driver.feedback == "The goal is out of reach from here. Turns left: 1."


def test_a_step_without_replies() -> None:
    driver = LessonDriver(step("alone", START, "occupies D4", turns=2, replies="nobody"))
    part = driver.play("+D3")
    assert (part["phase"], part["reply"], part["tip"]) == (
        "reply",
        "",
        "Nobody answers: it is your turn again.",
    )
    driver.do("go")
    assert str(driver.session.position) == "adaptoid w 0,0 W:D2,D3 B:D6"
    driver.ask("undo")
    assert (str(driver.session.position), driver.phase) == (START, "ask")
    driver.play("+D3")
    driver.do("go")
    driver.play("+D4")
    assert driver.phase == "right"


def test_a_script_replies_with_the_first_turn_that_fits() -> None:
    script = (("+D3", "D6+P"), ("*", "+D5"))
    driver = LessonDriver(step("walk", START, "occupies D4", turns=2, replies="script", script=script))
    assert driver.play("+D3")["reply"] == "D6+P"
    driver.do("back")
    driver.play("+C2")
    # the script also replies to a wrong turn
    assert (driver.part["reply"], driver.phase) == ("+D5", "reply")
    driver.do("go")
    assert driver.phase == "wrong"


def test_in_adapt3_both_enemies_reply() -> None:
    driver = LessonDriver(step("three", ADAPT3, "captures 1", turns=2))
    driver.play("D2-D3 +D2")
    assert (driver.phase, driver.part["reply"]) == ("reply", "D4+P, F6+L")
    assert driver.part["tip"] == "Black answers."
    driver.do("go")
    assert (driver.phase, driver.part["tip"]) == ("reply", "Red answers.")
    driver.do("go")
    assert driver.phase == "ask"
    assert driver.session.position is not None
    assert driver.session.position.turn == "W"


def test_a_step_may_begin_in_the_middle_of_a_turn() -> None:
    driver = LessonDriver(step("grow", "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6", "starves D5"))
    assert driver.session.snapshot()["step"] == "grow"
    driver.play("+D4")
    assert driver.phase == "right"


# -- taking back -----------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_before_it_is_judged() -> None:
    driver = LessonDriver(step("walk", "adaptoid w 0,0 W:D2L B:D6", "occupies D4"))
    assert not driver.session.can_undo
    assert driver.ask("move", **{"from": "D2", "to": "D3"})["ok"]
    assert driver.session.snapshot()["undo"]
    assert driver.ask("undo")["ok"]
    assert (driver.phase, driver.step_result.tries) == ("ask", 0)
    driver.play("D2-D3 +D4")
    assert driver.phase == "right"


def test_undo_takes_back_a_judged_turn_with_its_reply() -> None:
    driver = LessonDriver(WALK)
    driver.play("+D3")
    driver.do("go")
    assert driver.ask("undo")["ok"]
    assert (str(driver.session.position), driver.phase) == (START, "ask")
    assert driver.refused("undo") == "nothing-to-undo"


def test_the_tutor_follows_undo_redo_and_goto_from_python() -> None:
    driver = LessonDriver(WALK)
    game = driver.session.game
    game.play("+D3")
    assert driver.phase == "reply"
    game.undo()
    assert (driver.phase, driver.part["turns"]) == ("ask", [0, 2])
    game.redo()
    assert driver.phase == "reply"
    game.play("D6+L")
    assert (driver.phase, driver.part["turns"]) == ("ask", [1, 2])
    game.goto(1)
    assert driver.part["can"] == ["retry"]
    driver.do("retry")
    assert (driver.phase, driver.session.game.ply) == ("ask", 2)
    driver.session.game.goto(0)
    assert (driver.phase, driver.part["turns"]) == ("ask", [0, 2])


def test_a_wrong_turn_brought_back_by_redo_costs_nothing_more() -> None:
    driver = LessonDriver(WALK)
    game = driver.session.game
    game.play("+C2")
    game.undo()
    game.redo()
    assert (driver.phase, driver.step_result.tries) == ("wrong", 1)
    game.undo()
    game.play("+C2")
    assert driver.step_result.tries == 2


def test_the_tutor_does_not_judge_a_game_begun_from_python() -> None:
    driver = LessonDriver(STEP)
    driver.session.begin(aw.Game())
    assert (driver.part["can"], driver.part["phase"]) == (["retry"], "ask")
    assert driver.ask("grow", at="D3", what="new")["ok"]
    assert driver.step_result.tries == 0
    driver.do("retry")
    assert str(driver.session.position) == STARVE
    driver.play("+D4")
    assert driver.phase == "right"


# -- clicks, numbers, reading ----------------------------------------------------------------------------------------


def test_discs_are_clicked_and_checked() -> None:
    driver = LessonDriver(CLICK)
    assert driver.session.snapshot()["moves"] == {}
    assert driver.refused("grow", at="A3", what="new") == "lesson-asks"
    for cell in ("C4", "A1", "D6"):
        driver.do("choose", at=cell)
    driver.do("choose", at="A1")
    assert driver.part["chosen"] == ["C4", "D6"]
    driver.do("check")
    assert (driver.phase, driver.feedback) == ("wrong", "All of these are right; still to find: 2.")
    driver.do("choose", at="E5")
    assert (driver.phase, driver.part["chosen"]) == ("ask", ["C4", "D6", "E5"])
    driver.do("choose", at="E6")
    assert driver.do("check")["phase"] == "right"
    assert driver.step_result.turns == ("C4,D6", "C4,D6,E5,E6")
    assert driver.refused("lesson", what="choose", at="A1") == "lesson-not-now"


def test_check_without_a_disc_is_refused_and_is_no_try() -> None:
    driver = LessonDriver(CLICK)
    assert driver.refused("lesson", what="check") == "lesson-nothing-clicked"
    assert (driver.phase, driver.step_result.tries) == ("ask", 0)


def test_wrong_discs_are_shown_and_then_dropped() -> None:
    driver = LessonDriver(CLICK)
    for cell in ("C4", "A1", "A2"):
        driver.do("choose", at=cell)
    assert driver.part["wrong"] == []
    part = driver.do("check")
    assert (part["chosen"], part["wrong"]) == (["C4", "A1", "A2"], ["A1", "A2"])
    part = driver.do("retry")
    assert (part["phase"], part["chosen"], part["wrong"]) == ("ask", ["C4"], [])


@pytest.mark.parametrize(("at", "chosen"), [("A1", ["C4"]), ("C4", []), ("E5", ["C4", "E5"])])
def test_a_click_after_a_wrong_answer_drops_the_wrong_discs(at: str, chosen: list[str]) -> None:
    driver = LessonDriver(CLICK)
    for cell in ("C4", "A1", "A2"):
        driver.do("choose", at=cell)
    driver.do("check")
    part = driver.do("choose", at=at)
    assert (part["phase"], part["chosen"]) == ("ask", chosen)


def test_a_number_is_checked() -> None:
    driver = LessonDriver(
        step("count", FEEDING, ask="liberties D5", kind="count", wrong=(("6", localized("Six touch it.")),))
    )
    assert driver.do("check", count=6)["phase"] == "wrong"
    assert driver.feedback == "Six touch it."
    assert driver.do("check", count=3)["phase"] == "wrong"
    assert driver.feedback == "It is more than that. Count the free discs that touch D5."
    assert driver.do("check", count=4)["phase"] == "right"
    assert (driver.step_result.score, driver.step_result.turns) == (2, ("6", "3", "4"))


@pytest.mark.parametrize("count", [None, True, "4", 4.0, 3.5, 10**9, -1])
def test_bad_numbers_are_refused(count: object) -> None:
    driver = LessonDriver(COUNT)
    assert driver.refused("lesson", what="check", count=count) == "lesson-number"
    assert driver.step_result.tries == 0


@pytest.mark.parametrize("question", [COUNT, CLICK])
def test_labels_tell_no_liberties_while_a_question_is_open(question: LessonStep) -> None:
    """They would answer it; a solved step tells them again."""
    driver = LessonDriver(question)

    def told() -> set[int | None]:
        return {row[4] for row in driver.session.snapshot()["pieces"]}

    assert told() == {None}
    driver.do("reveal")
    assert None not in told()


def test_a_picture_of_a_lesson_says_what_the_step_asks() -> None:
    """The status of the game would ask for a move."""
    driver = LessonDriver(COUNT)
    assert driver.session.caption() == "Tried – Do count."
    assert driver.session.status() == "Give the number, then check."


def test_next_solves_a_step_to_read() -> None:
    driver = LessonDriver(READ, STEP)
    assert driver.part["can"] == ["next"]
    driver.do("next")
    result = driver.tutor.result
    assert (result["read"].solved, result["read"].most, result.most) == (True, 0, 4)


# -- from step to step -----------------------------------------------------------------------------------------------


def test_a_forced_lesson_goes_step_by_step() -> None:
    driver = LessonDriver(STEP, WALK, CLICK, order="forced")
    assert "skip" not in driver.part["can"]
    assert driver.refused("lesson", what="step", at=1) == "lesson-in-order"
    driver.play("+D4")
    driver.do("step", at=1)
    assert driver.refused("lesson", what="step", at=2) == "lesson-in-order"
    driver.do("step", at=0)
    assert driver.phase == "ask"


def test_a_free_lesson_can_be_done_in_any_order() -> None:
    driver = LessonDriver(STEP, WALK, READ)
    driver.do("step", at=2)
    driver.do("next")
    assert driver.part["step"] == 0
    driver.do("skip")
    assert driver.part["steps"] == ["skipped", "", "solved"]
    part = driver.do("skip")
    assert (part["phase"], part["can"]) == ("over", ["again", "practise"])
    assert driver.feedback == "The lesson is done: 0 of 8 points."
    assert (part["made"], part["tip"]) == (False, "That was the last step.")


def test_a_lesson_is_done_with_half_of_its_answers() -> None:
    """A revealed answer does not count, and neither does a step to read."""
    driver = LessonDriver(CLICK, STEP, READ)
    driver.do("reveal")
    driver.do("next")
    driver.play("+C4")
    driver.do("next")
    part = driver.do("next")
    assert part["phase"] == "over"
    assert (part["made"], part["tip"]) == (True, "The lesson is done.")


def test_next_goes_to_the_next_open_step() -> None:
    driver = LessonDriver(STEP, WALK, CLICK, COUNT)
    for number in (1, 3):
        driver.do("step", at=number)
        driver.do("reveal")
    part = driver.do("next")
    assert (part["step"], part["note"]) == (0, "Step 1 is still open.")
    driver.play("+D4")
    part = driver.do("next")
    assert (part["step"], part["note"]) == (2, "")
    driver.do("reveal")
    assert driver.do("next")["phase"] == "over"


def test_a_solved_step_says_that_it_no_longer_counts() -> None:
    driver = LessonDriver(STEP, WALK)
    driver.play("+D4")
    driver.do("next")
    part = driver.do("step", at=0)
    assert part["note"] == "Already solved: nothing here changes your points."
    assert (part["hint"]["of"], part["hint"]["costs"]) == (3, False)
    assert driver.do("step", at=1)["hint"]["costs"] is True


def test_the_result_says_how_each_step_was_solved() -> None:
    driver = LessonDriver(*[step(f"starve{n}", STARVE, "starves D5") for n in range(8)], READ)
    tried = [(0, 0, False), (2, 0, False), (0, 1, False), (1, 2, False), (0, 0, True), (4, 0, False)]
    for wrong, hints, is_revealed in tried:
        for _ in range(wrong):
            driver.play("D3+L")
            driver.do("go")
            driver.do("retry")
        for _ in range(hints):
            driver.do("hint")
        if is_revealed:
            driver.do("reveal")
            driver.do("retry")
        driver.play("+D4")
        driver.do("next")
    driver.do("reveal")
    driver.do("next")
    driver.do("skip")
    driver.do("next")
    assert driver.part["badges"] == [
        ["solved", "solved at once"],
        ["tries", "solved in 3 tries"],
        ["hints", "solved, hints: 1"],
        ["both", "solved in 2 tries, hints: 2"],
        ["found", "solved after the answer was shown"],
        ["tries", "solved in 5 tries"],
        ["missed", "shown"],
        ["skipped", "skipped"],
        ["read", "read"],
    ]


def test_a_step_that_was_tried_and_left_is_begun() -> None:
    driver = LessonDriver(STEP, WALK)
    driver.play("D3+L")
    assert driver.part["refuted"] is True
    driver.do("go")
    assert driver.do("step", at=1)["badges"] == [["begun", "begun"], ["", "not done"]]
    driver.play("+D3")
    assert (driver.phase, driver.part["refuted"]) == ("reply", False)


def test_practice_begins_with_the_worst_result() -> None:
    driver = LessonDriver(STEP, WALK, CLICK, COUNT, READ)
    driver.play("+D4")
    driver.do("next")
    driver.do("skip")
    driver.do("reveal")
    driver.do("next")
    driver.do("check", count=1)
    driver.do("check", count=4)
    driver.do("next")
    driver.do("next")
    assert driver.part["steps"] == ["solved", "skipped", "missed", "helped", "solved"]
    driver.do("practise")
    step_numbers = [driver.part["step"]]
    while driver.phase != "over" and len(step_numbers) < 9:
        driver.do("skip")
        step_numbers.append(driver.part["step"])
    # practice leaves out the step that was solved at once; the lesson ends after the last step
    assert step_numbers == [2, 1, 3, 3]
    assert driver.feedback.startswith("The lesson is done")
    assert driver.part["steps"] == ["solved", "skipped", "missed", "helped", "solved"]


def test_the_result_of_a_solved_step_stays() -> None:
    driver = LessonDriver(STEP)
    driver.play("+D4")
    before = driver.step_result
    driver.do("retry")
    driver.clock.now += 50
    driver.play("D3+L")
    driver.do("go")
    driver.do("reveal")
    assert driver.step_result == before


def test_the_language_changes_during_a_reply() -> None:
    driver = LessonDriver(STEP)
    driver.play("D3+L")
    driver.ask("language", to="de")
    assert driver.part["title"] == "Versucht"
    assert driver.part["text"] == [["p", "[de] Do starve."]]
    assert driver.feedback.endswith("(D5xC5 +B4). C5 wurde geschlagen: D5 kam mit mehr Scheren, 2 gegen 0.")
    driver.ask("language", to="ja")
    assert driver.part["title"] == "Tried"
    assert "捕獲" in driver.feedback


# -- what is kept ----------------------------------------------------------------------------------------------------


def test_seconds_count_only_while_the_learner_has_to_answer() -> None:
    driver = LessonDriver(STEP, WALK)
    driver.clock.now += 7
    assert driver.step_result.seconds == 7
    driver.play("D3+L")
    driver.clock.now += 2
    driver.do("go")
    driver.do("retry")
    driver.clock.now += 1
    driver.play("+D4")
    driver.clock.now += 1000
    driver.do("next")
    assert driver.tutor.result["starve"].seconds == 10
    assert driver.step_result.seconds == 0


def test_a_lesson_continues_from_its_results() -> None:
    driver = LessonDriver(STEP, WALK, CLICK)
    driver.clock.now += 5
    driver.play("+D4")
    driver.do("next")
    driver.play("+C2")
    stored = json.dumps(driver.tutor.result.pack())
    reopened = LessonDriver(STEP, WALK, CLICK, results=Result.unpack(json.loads(stored)))
    assert (reopened.part["step"], reopened.phase, reopened.part["steps"]) == (1, "ask", ["solved", "", ""])
    assert (reopened.step_result.tries, reopened.tutor.result["starve"].seconds) == (1, 5)
    reopened.do("reveal")
    later = LessonDriver(STEP, WALK, CLICK, results=reopened.tutor.result)
    assert later.part["step"] == 2
    later.do("reveal")
    later.do("next")
    assert later.phase == "over"
    assert LessonDriver(STEP, WALK, CLICK, results=later.tutor.result).phase == "over"


def test_steps_that_were_added_to_a_lesson_are_still_to_do() -> None:
    driver = LessonDriver(STEP, CLICK)
    driver.play("+D4")
    driver.do("next")
    reopened = LessonDriver(WALK, STEP, results=driver.tutor.result)
    assert reopened.part["steps"] == ["", "solved"]
    assert reopened.part["step"] == 0


def test_the_results_of_another_lesson_are_refused() -> None:
    with pytest.raises(GameError, match="not of tried"):
        Tutor(lesson(STEP), Session(aw.Game()), Result("other", "", []), Clock())


def test_a_board_can_leave_its_lesson() -> None:
    driver = LessonDriver(step("starve", STARVE, "starves D5", aids="none", flipped=True))
    assert (driver.session.aids, driver.session.setting("flipped")) == ("none", True)
    driver.presenter.leave()
    snapshot = driver.session.snapshot()
    assert snapshot["lesson"] is None
    assert (driver.session.aids, driver.session.setting("flipped")) == ("full", False)
    assert driver.refused("lesson", what="hint") == "bad-message"
    assert driver.ask("new")["ok"]


@pytest.mark.parametrize(
    "kind", ["new", "resign", "draw", "edit", "comment", "promote", "remove", "line", "hint", "analyse"]
)
def test_intents_outside_the_lesson_are_refused(kind: str) -> None:
    driver = LessonDriver(STEP)
    if kind in ("line", "hint", "analyse", "edit"):
        # hooks of the widget handle these
        driver.session.add_hooks(HandlerTable({kind: lambda _: None}))
    assert driver.refused(kind) == "lesson-on"


@pytest.mark.parametrize(
    "fields",
    [{}, {"what": 3}, {"what": "dance"}, {"what": "step"}, {"what": "step", "at": "1"}, {"what": "step", "at": 9},
     {"what": "step", "at": True}, {"what": "choose", "at": 5}, {"what": "choose", "at": "Z9"}],
)  # fmt: skip
def test_malformed_intents_are_refused(fields: dict[str, object]) -> None:
    driver = LessonDriver(CLICK)
    before = driver.part
    assert driver.refused("lesson", **fields) in ("bad-message", "unknown-disc")
    assert driver.part == before


# -- replies of a search -----------------------------------------------------------------------------------------------

FAR = step("far", START, "occupies D4", turns=2, replies="level 7")
LONG = step("long", START, "occupies D5", turns=3, replies="level 7")


def search_request(driver: LessonDriver) -> SearchRequest:
    """The search of the reply that is awaited."""
    request = driver.tutor.search_request
    assert request is not None
    return request


def found(request: SearchRequest, turn: str | aw.Turn) -> SearchNews:
    """The news that a search has found a turn."""
    return SearchNews(request, Progress(1, 1, "depth", [], [], [], [(aw.Turn.of(turn),)]), done=True)


def reply(driver: LessonDriver, turn: str) -> None:
    """Give the tutor a turn as the reply that the host has found."""
    driver.tutor.searched(found(search_request(driver), turn))


def fail(driver: LessonDriver, reason: str, unable: bool = False) -> None:
    """Tell the tutor that the search of the reply has failed."""
    driver.tutor.searched(SearchNews(search_request(driver), done=True, error=reason, unable=unable))


def test_the_tutor_waits_for_a_level_that_searches() -> None:
    """The tutor accepts no turn until the host has replied. The last turn decides."""
    driver = LessonDriver(LONG)
    part = driver.play("+D3")
    assert (part["phase"], part["can"], part["tip"]) == ("reply", ["back"], "Black: level 7 is thinking …")
    assert (part["undecided"], part["refuted"], driver.feedback) == (True, False, part["tip"])
    assert driver.refused("grow", at="D4", what="new") == "lesson-answered"
    assert driver.refused("lesson", what="go") == "lesson-not-now"
    request = search_request(driver)
    expected = level_request(aw.Position.from_text("adaptoid b 0,0 W:D2,D3 B:D6"), 7)
    assert (request.position, request.nodes) == (expected.position, expected.nodes)
    reply(driver, "D6+L")
    assert (driver.part["reply"], driver.part["can"], driver.feedback) == (
        "D6+L",
        ["go", "back"],
        "Turns left: 2.",
    )
    assert driver.do("go")["undecided"]
    assert driver.tutor.search_request is None
    driver.play("+D4")
    reply(driver, "D6+P")
    # with one turn left nothing depends on a reply any more
    assert not driver.do("go")["undecided"]
    driver.play("+D5")
    assert (driver.phase, driver.step_result.turns, driver.step_result.score) == (
        "right",
        ("+D3", "+D4", "+D5"),
        4,
    )


def test_a_goal_that_the_reply_puts_out_of_reach_is_missed() -> None:
    """The turn is undecided until the reply. The tutor then shows the reply, and the turn can be taken back."""
    driver = LessonDriver(FAR)
    driver.play("+C2")
    assert (driver.phase, driver.step_result.tries) == ("reply", 0)
    reply(driver, "D6+L")
    assert (driver.part["refuted"], driver.part["reply"], driver.step_result.tries) == (True, "D6+L", 1)
    assert driver.feedback.startswith("The goal is out of reach from here. Turns left: 1. Black grows")
    assert driver.do("go")["phase"] == "wrong"
    assert driver.do("retry")["phase"] == "ask"
    driver.play("+D3")
    reply(driver, "D6+L")
    driver.do("go")
    driver.play("D3+L")
    assert (driver.phase, driver.step_result.tries) == ("wrong", 2)


@pytest.mark.parametrize("control", ["back", "step", "retry", "leave"])
def test_a_late_reply_is_dropped(control: str) -> None:
    driver = LessonDriver(FAR, READ)
    driver.play("+D3")
    late = search_request(driver)
    if control == "leave":
        driver.presenter.leave()
    elif control == "retry":
        driver.session.begin(aw.Game())
        driver.do("retry")
    else:
        driver.do(control, **({"at": 1} if control == "step" else {}))
    assert driver.tutor.search_request is None
    rev, position_text = driver.session.rev, str(driver.session.position)
    driver.tutor.searched(found(late, "D6+L"))
    driver.tutor.searched(SearchNews(late, done=True, error="it died"))
    assert (driver.session.rev, str(driver.session.position)) == (rev, position_text)
    if control in ("back", "retry"):
        # the late reply does not answer the new turn either
        driver.play("+C2")
        driver.tutor.searched(found(late, "D6+L"))
        assert driver.part["reply"] == ""
        reply(driver, "D6+P")


def test_a_reply_waits_while_python_shows_another_position() -> None:
    driver = LessonDriver(FAR)
    driver.play("+D3")
    driver.session.game.goto(0)
    assert driver.tutor.search_request is None
    driver.session.game.goto(1)
    reply(driver, "D6+L")
    assert driver.part["can"] == ["go", "back"]


def test_level_3_replies_where_no_search_runs() -> None:
    """The feedback says so at each turn. After a single failure, the next turn is searched again."""
    driver = LessonDriver(LONG)
    driver.play("+D3")
    fail(driver, "it died")
    note = "Level 7 cannot search here (it died), so level 3 answers."
    assert (driver.part["reply"], driver.feedback) == ("D6+L", "Turns left: 2. " + note)
    driver.do("go")
    driver.play("+D4")
    fail(driver, "no room", unable=True)
    driver.do("go")
    assert driver.feedback == "Turns left: 1. " + note.replace("it died", "no room")
    driver.do("retry")
    driver.play("+D3")
    assert (driver.tutor.search_request, driver.part["can"]) == (None, ["go", "back"])
    assert driver.feedback.endswith("(no room), so level 3 answers.")


def test_two_enemies_are_searched_one_after_the_other() -> None:
    driver = LessonDriver(step("three", ADAPT3, "captures 1", turns=2, replies="level 4"))
    driver.play("D2-D3 +D2")
    assert search_request(driver).without == search_limits(4, 3).without
    assert driver.part["tip"] == "Black: level 4 is thinking …"
    reply(driver, "D4+P")
    assert driver.part["tip"] == "Red: level 4 is thinking …"
    reply(driver, "F6+L")
    assert driver.part["reply"] == "D4+P, F6+L"


def test_a_foreseen_turn_needs_no_search() -> None:
    driver = LessonDriver(
        step(
            "far", START, "occupies D4", turns=2, replies="level 7", wrong=(("+C2", localized("Not there.")),)
        )
    )
    driver.play("+C2")
    assert (driver.phase, driver.feedback, driver.tutor.search_request) == ("wrong", "Not there.", None)


def play_replies(driver: LessonDriver) -> int:
    """Answer all search requests with the turns of their levels and return the number of requests."""
    count = 0
    runner = KernelRunner()
    while (request := driver.tutor.search_request) is not None:
        assert driver.part["tip"].endswith("is thinking …")
        driver.tutor.searched(SearchNews(request, runner.find(request), done=True))
        count += 1
    return count


# level 3 in place of level 7 would hint at B3+L, which level 7 refutes
CROWD = step(
    "crowd",
    "adaptoid b 3,1 W:B1P,C3PP,D4PP,D5P,F4P B:A3,B2L,B3P,B4PP,C1,C2,C5,C6,E4,E6L,F5L,G6",
    "starves C3",
    turns=2,
    replies="level 7",
)


@pytest.mark.parametrize("control", ["hint", "reveal"])
def test_help_leads_to_the_goal_against_the_level_that_replies(control: str) -> None:
    driver = LessonDriver(CROWD)
    assert solver.best_line(CROWD)[0] == "B3+L"
    assert driver.do(control)["phase"] == "ask"
    assert play_replies(driver) == 2
    if control == "reveal":
        part = driver.part
        assert (part["phase"], part["reply"], str(driver.session.game.turns[-1])) == ("shown", "", "B4+L")
        return
    assert (driver.part["hint"]["taken"], driver.tutor.result["crowd"].hints) == (1, 1)
    driver.do("hint")
    assert "B4+L" in plain(driver.do("hint")["hint"]["text"])
    driver.play("B4+L")
    play_replies(driver)
    driver.do("go")
    driver.do("hint")
    driver.play(solver.best_line(CROWD, driver.tutor.attempt)[0])
    assert driver.phase == "right"


def test_a_turn_or_another_step_ends_a_search_for_help() -> None:
    driver = LessonDriver(CROWD, FAR)
    for action in ("play", "step"):
        driver.do("step", at=0)
        driver.do("hint")
        search = search_request(driver)
        driver.do("hint")
        assert search_request(driver) is search
        if action == "play":
            driver.play("C5+L")
        else:
            driver.do("step", at=1)
        assert driver.tutor.search_request is not search
        driver.tutor.searched(found(search, aw.Player(7)(search.position)))
    assert driver.part["hint"]["taken"] == 0


def test_a_hint_without_a_solution_says_so_and_costs_nothing() -> None:
    driver = LessonDriver(step("alone", START, "starves D6", turns=2))
    assert "hint" in driver.part["can"]
    driver.do("hint")
    assert plain(driver.part["hint"]["text"]) == "A short search found no hint here. Try it yourself."
    assert "hint" not in driver.part["can"]
    assert (driver.part["hint"]["left"], driver.step_result.hints) == (0, 0)


def test_help_without_a_solution_says_so() -> None:
    """Level 3 replies if the search cannot run."""
    only_step = step("alone", START, "starves D6", turns=2, replies="level 7")
    driver = LessonDriver(only_step)
    driver.do("hint")
    assert play_replies(driver) > 0
    assert plain(driver.part["hint"]["text"]) == "A short search found no hint here. Try it yourself."
    assert (driver.feedback, "hint" in driver.part["can"]) == ("", False)
    driver.do("reveal")
    play_replies(driver)
    assert (driver.phase, driver.feedback[:21]) == ("shown", "A short search found ")
    driver = LessonDriver(CROWD)
    driver.do("hint")
    fail(driver, "no room", unable=True)
    assert (driver.tutor.search_request, driver.part["hint"]["taken"]) == (None, 1)
