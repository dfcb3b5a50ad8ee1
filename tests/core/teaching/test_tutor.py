"""One way through a lesson: judged at once, answered when wrong, helped on, recorded."""

from __future__ import annotations

import json

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.session.hooks import HandlerTable
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.teaching.results import Result
from adaptoid_widget.core.teaching.tutor import Tutor
from tests.core.teaching.lessons_made import ADAPT3, FEEDING, START, STARVE, Clock, Desk, lesson, said, step

STEP = step("starve", STARVE, "starves D5")
WALK = step("walk", START, "occupies D4", turns=2)
CLICK = step("click", FEEDING, ask="liberties D5")
COUNT = step("count", FEEDING, ask="liberties D5", kind="count")
READ = step("read", FEEDING)


# -- turns -----------------------------------------------------------------------------------------------------------


def test_every_turn_that_meets_the_goal_is_right_and_every_other_one_is_answered() -> None:
    position = aw.Position.from_text(STARVE)
    right = []
    for turn in position.turns():
        desk = Desk(STEP)
        desk.play(str(turn))
        assert desk.told
        while desk.phase == "reply":
            desk.do("go")
        assert desk.phase == ("right" if "D5" in position.effect(turn).starved else "wrong")
        right += [str(turn)] if desk.mark.solved else []
        why = "lesson-done" if desk.mark.solved else "lesson-wrong"
        assert desk.refused("grow", at="D4", what="new") == why
    assert right == ["+C4", "+D4"]


def test_a_wrong_turn_is_answered_by_the_reply_that_refutes_it() -> None:
    desk = Desk(STEP)
    part = desk.play("D3+L")
    assert (part["phase"], part["reply"], part["can"]) == ("reply", "D5xC5 +B4", ["go", "back"])
    assert desk.told == (
        "D5 does not starve: limbs 4, free discs 4. "
        "Black answers: D5 attacks C5, then a new one grows on B4 (D5xC5 +B4). Captured: C5."
    )
    assert desk.session.snapshot()["step"] == "wait"
    desk.do("go")
    assert str(desk.session.position) == "adaptoid w 1,0 W:D3L B:B4,C5LLPP,D6"
    assert desk.part["reply"] == "D5xC5 +B4"
    assert (desk.phase, desk.mark.tries, desk.mark.turns) == ("wrong", 1, ("D3+L",))
    desk.do("retry")
    assert str(desk.session.position) == STARVE
    desk.play("+D4")
    assert (desk.phase, desk.mark.score, desk.mark.how) == ("right", 3, "helped")


def test_a_fork_is_told_as_one() -> None:
    desk = Desk(step("guard", "adaptoid w 0,0 W:D6,G7LP B:D2,F5L", "captures 1"))
    desk.play("+C6")
    assert desk.part["reply"] == "F5-F6 +F7"
    assert desk.told == (
        "That captures nobody. "
        "Black answers: F5 walks to F6, then a new one grows on F7 (F5-F6 +F7). A fork! Starved: G7."
    )


def test_what_the_reply_does_is_said_once() -> None:
    desk = Desk(step("guard", "adaptoid w 0,0 W:B2,D4L B:D5LP,D7", "survives"))
    desk.play("+B3")
    assert desk.told.startswith("Black answers: D5 attacks D4, ")
    assert desk.told.endswith("Captured: D4.")


def test_the_author_is_heard_first() -> None:
    wrong = (("D3+L", said("A leg starves nobody.")), ("*", said("Something else.")))
    desk = Desk(step("starve", STARVE, "starves D5", wrong=wrong))
    desk.play("D3+L")
    assert (desk.phase, desk.told, desk.part["reply"]) == ("wrong", "A leg starves nobody.", "")
    desk.do("retry")
    desk.play("D3+P")
    assert desk.told == "Something else."
    desk.do("retry")
    desk.play("+D4")
    assert desk.phase == "right"


def test_illegal_clicks_keep_the_boards_explanations() -> None:
    desk = Desk(STEP)
    assert desk.refused("grow", at="A1", what="new") == "not-touching"
    assert desk.refused("move", **{"from": "D3", "to": "D4"}) == "no-legs"
    assert desk.refused("why", at="D6") == "not-yours"
    assert desk.mark.tries == 0


def test_several_turns_go_on_while_the_goal_can_be_reached() -> None:
    desk = Desk(WALK)
    part = desk.play("+D3")
    assert (part["phase"], part["reply"], part["turns"]) == ("reply", "D6+L", [1, 2])
    part = desk.do("go")
    assert (part["phase"], part["turns"], desk.told) == ("ask", [1, 2], "Turns left: 1.")
    desk.play("+D4")
    assert (desk.phase, desk.mark.tries, desk.mark.turns, desk.mark.score) == ("right", 1, ("+D3", "+D4"), 4)


def test_a_turn_after_which_the_goal_is_out_of_reach_is_wrong_at_once() -> None:
    desk = Desk(WALK)
    desk.play("+C2")
    assert desk.phase == "wrong"
    assert desk.told == "The goal is out of reach from here. Turns left: 1."


def test_nobody_answers() -> None:
    desk = Desk(step("alone", START, "occupies D4", turns=2, replies="nobody"))
    part = desk.play("+D3")
    assert (part["phase"], part["reply"], part["tip"]) == (
        "reply",
        "",
        "Nobody answers: it is your turn again.",
    )
    desk.do("go")
    assert str(desk.session.position) == "adaptoid w 0,0 W:D2,D3 B:D6"
    desk.ask("undo")
    assert (str(desk.session.position), desk.phase) == (START, "ask")
    desk.play("+D3")
    desk.do("go")
    desk.play("+D4")
    assert desk.phase == "right"


def test_a_script_answers_what_fits_and_level_3_the_rest() -> None:
    script = (("+D3", "D6+P"), ("*", "+D5"))
    desk = Desk(step("walk", START, "occupies D4", turns=2, replies="script", script=script))
    assert desk.play("+D3")["reply"] == "D6+P"
    desk.do("back")
    desk.play("+C2")
    # the author's reply is shown to a wrong turn, too
    assert (desk.part["reply"], desk.phase) == ("+D5", "reply")
    desk.do("go")
    assert desk.phase == "wrong"


def test_of_three_players_both_enemies_answer() -> None:
    desk = Desk(step("three", ADAPT3, "captures 1", turns=2))
    desk.play("D2-D3 +D2")
    assert (desk.phase, desk.part["reply"]) == ("reply", "D4+P, F6+L")
    assert desk.part["tip"] == "Black answers."
    desk.do("go")
    assert (desk.phase, desk.part["tip"]) == ("reply", "Red answers.")
    desk.do("go")
    assert desk.phase == "ask"
    assert desk.session.position is not None
    assert desk.session.position.turn == "W"


def test_a_position_in_the_middle_of_a_turn() -> None:
    desk = Desk(step("grow", "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6", "starves D5"))
    assert desk.session.snapshot()["step"] == "grow"
    desk.play("+D4")
    assert desk.phase == "right"


# -- taking back -----------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_before_it_is_judged() -> None:
    desk = Desk(step("walk", "adaptoid w 0,0 W:D2L B:D6", "occupies D4"))
    assert not desk.session.can_undo
    assert desk.ask("move", **{"from": "D2", "to": "D3"})["ok"]
    assert desk.session.snapshot()["undo"]
    assert desk.ask("undo")["ok"]
    assert (desk.phase, desk.mark.tries) == ("ask", 0)
    desk.play("D2-D3 +D4")
    assert desk.phase == "right"


def test_undo_takes_back_a_judged_turn_with_its_reply() -> None:
    desk = Desk(WALK)
    desk.play("+D3")
    desk.do("go")
    assert desk.ask("undo")["ok"]
    assert (str(desk.session.position), desk.phase) == (START, "ask")
    assert desk.refused("undo") == "nothing-to-undo"


def test_python_goes_back_and_on_in_the_game() -> None:
    desk = Desk(WALK)
    game = desk.session.game
    game.play("+D3")
    assert desk.phase == "reply"
    game.undo()
    assert (desk.phase, desk.part["turns"]) == ("ask", [0, 2])
    game.redo()
    assert desk.phase == "reply"
    game.play("D6+L")
    assert (desk.phase, desk.part["turns"]) == ("ask", [1, 2])
    game.goto(1)
    assert desk.part["can"] == ["retry"]
    desk.do("retry")
    assert (desk.phase, desk.session.game.ply) == ("ask", 2)
    desk.session.game.goto(0)
    assert (desk.phase, desk.part["turns"]) == ("ask", [0, 2])


def test_a_wrong_turn_brought_back_by_redo_costs_nothing_more() -> None:
    desk = Desk(WALK)
    game = desk.session.game
    game.play("+C2")
    game.undo()
    game.redo()
    assert (desk.phase, desk.mark.tries) == ("wrong", 1)
    game.undo()
    game.play("+C2")
    assert desk.mark.tries == 2


def test_a_game_that_python_puts_on_the_board_is_left_alone() -> None:
    desk = Desk(STEP)
    desk.session.begin(aw.Game())
    assert (desk.part["can"], desk.part["phase"]) == (["retry"], "ask")
    assert desk.ask("grow", at="D3", what="new")["ok"]
    assert desk.mark.tries == 0
    desk.do("retry")
    assert str(desk.session.position) == STARVE
    desk.play("+D4")
    assert desk.phase == "right"


# -- clicks, numbers, reading ----------------------------------------------------------------------------------------


def test_discs_are_clicked_and_checked() -> None:
    desk = Desk(CLICK)
    assert desk.session.snapshot()["moves"] == {}
    assert desk.refused("grow", at="A3", what="new") == "lesson-asks"
    for cell in ("C4", "A1", "D6"):
        desk.do("choose", at=cell)
    desk.do("choose", at="A1")
    assert desk.part["chosen"] == ["C4", "D6"]
    desk.do("check")
    assert (desk.phase, desk.told) == ("wrong", "All of these are right; still missing: 2.")
    desk.do("choose", at="E5")
    assert (desk.phase, desk.part["chosen"]) == ("ask", ["C4", "D6", "E5"])
    desk.do("choose", at="E6")
    assert desk.do("check")["phase"] == "right"
    assert desk.mark.turns == ("C4,D6", "C4,D6,E5,E6")
    assert desk.refused("lesson", what="choose", at="A1") == "lesson-not-now"


def test_to_check_nothing_is_no_try() -> None:
    desk = Desk(CLICK)
    assert desk.refused("lesson", what="check") == "lesson-nothing-clicked"
    assert (desk.phase, desk.mark.tries) == ("ask", 0)


def test_discs_that_do_not_belong_are_told_and_dropped() -> None:
    desk = Desk(CLICK)
    for cell in ("C4", "A1", "A2"):
        desk.do("choose", at=cell)
    assert desk.part["wrong"] == []
    part = desk.do("check")
    assert (part["chosen"], part["wrong"]) == (["C4", "A1", "A2"], ["A1", "A2"])
    part = desk.do("retry")
    assert (part["phase"], part["chosen"], part["wrong"]) == ("ask", ["C4"], [])


@pytest.mark.parametrize(("at", "chosen"), [("A1", ["C4"]), ("C4", []), ("E5", ["C4", "E5"])])
def test_a_click_after_a_wrong_answer_drops_the_wrong_discs(at: str, chosen: list[str]) -> None:
    desk = Desk(CLICK)
    for cell in ("C4", "A1", "A2"):
        desk.do("choose", at=cell)
    desk.do("check")
    part = desk.do("choose", at=at)
    assert (part["phase"], part["chosen"]) == ("ask", chosen)


def test_a_number_is_given() -> None:
    desk = Desk(
        step("count", FEEDING, ask="liberties D5", kind="count", wrong=(("6", said("Six touch it.")),))
    )
    assert desk.do("check", count=6)["phase"] == "wrong"
    assert desk.told == "Six touch it."
    assert desk.do("check", count=3)["phase"] == "wrong"
    assert desk.told == "It is more than that."
    assert desk.do("check", count=4)["phase"] == "right"
    assert (desk.mark.score, desk.mark.turns) == (2, ("6", "3", "4"))


@pytest.mark.parametrize("count", [None, True, "4", 4.0, 10**9])
def test_a_number_that_is_none_is_refused(count: object) -> None:
    desk = Desk(COUNT)
    assert desk.refused("lesson", what="check", count=count) == "bad-message"
    assert desk.mark.tries == 0


def test_what_is_read_is_gone_on_from() -> None:
    desk = Desk(READ, STEP)
    assert desk.part["can"] == ["next"]
    desk.do("next")
    result = desk.teacher.result
    assert (result["read"].solved, result["read"].most, result.most) == (True, 0, 4)


# -- from step to step -----------------------------------------------------------------------------------------------


def test_a_forced_lesson_goes_step_by_step() -> None:
    desk = Desk(STEP, WALK, CLICK, order="forced")
    assert "skip" not in desk.part["can"]
    assert desk.refused("lesson", what="step", at=1) == "lesson-in-order"
    desk.play("+D4")
    desk.do("step", at=1)
    assert desk.refused("lesson", what="step", at=2) == "lesson-in-order"
    desk.do("step", at=0)
    assert desk.phase == "ask"


def test_a_free_lesson_goes_anywhere_and_ends_with_what_was_left() -> None:
    desk = Desk(STEP, WALK, READ)
    desk.do("step", at=2)
    desk.do("next")
    assert desk.part["step"] == 0
    desk.do("skip")
    assert desk.part["steps"] == ["skipped", "", "solved"]
    part = desk.do("skip")
    assert (part["phase"], part["can"]) == ("over", ["again", "practise"])
    assert desk.told == "The lesson is done: 0 of 8 points."


def test_next_leads_to_what_is_open() -> None:
    desk = Desk(STEP, WALK, CLICK, COUNT)
    for number in (1, 3):
        desk.do("step", at=number)
        desk.do("reveal")
    part = desk.do("next")
    assert (part["step"], part["note"]) == (0, "Step 1 is still open.")
    desk.play("+D4")
    part = desk.do("next")
    assert (part["step"], part["note"]) == (2, "")
    desk.do("reveal")
    assert desk.do("next")["phase"] == "over"


def test_a_step_that_is_come_back_to_says_that_it_counts_no_more() -> None:
    desk = Desk(STEP, WALK)
    desk.play("+D4")
    desk.do("next")
    part = desk.do("step", at=0)
    assert part["note"] == "Already solved: nothing here changes your points."
    assert (part["hint"]["of"], part["hint"]["costs"]) == (3, False)
    assert desk.do("step", at=1)["hint"]["costs"] is True


def test_how_each_step_went_is_told_as_it_was() -> None:
    desk = Desk(*[step(f"starve{n}", STARVE, "starves D5") for n in range(8)], READ)
    tried = [(0, 0, False), (2, 0, False), (0, 1, False), (1, 2, False), (0, 0, True), (4, 0, False)]
    for wrong, hints, shown in tried:
        for _ in range(wrong):
            desk.play("D3+L")
            desk.do("go")
            desk.do("retry")
        for _ in range(hints):
            desk.do("hint")
        if shown:
            desk.do("reveal")
            desk.do("retry")
        desk.play("+D4")
        desk.do("next")
    desk.do("reveal")
    desk.do("next")
    desk.do("skip")
    desk.do("next")
    assert desk.part["ways"] == [
        ["solved", "solved at once"],
        ["tries", "solved in 3 tries"],
        ["hints", "solved, hints: 1"],
        ["both", "solved in 2 tries, hints: 2"],
        ["found", "solved after it was shown"],
        ["tries", "solved in 5 tries"],
        ["missed", "shown"],
        ["skipped", "skipped"],
        ["read", "read"],
    ]


def test_a_step_that_was_tried_and_left_is_begun() -> None:
    desk = Desk(STEP, WALK)
    desk.play("D3+L")
    assert desk.part["refuted"] is True
    desk.do("go")
    assert desk.do("step", at=1)["ways"] == [["begun", "begun"], ["", "not done"]]
    desk.play("+D3")
    assert (desk.phase, desk.part["refuted"]) == ("reply", False)


def test_what_comes_after_the_lesson_is_told_at_its_end() -> None:
    desk = Desk(STEP)
    desk.teacher.onward = lambda: {"en": "The next one", "de": "Die nächste"}
    desk.play("+D4")
    assert desk.part["onward"] == ""
    assert desk.do("next")["onward"] == "The next one"
    desk.ask("language", to="de")
    assert desk.part["onward"] == "Die nächste"
    desk.ask("language", to="ja")
    assert desk.part["onward"] == "The next one"


def test_practice_begins_with_what_went_worst() -> None:
    desk = Desk(STEP, WALK, CLICK, COUNT, READ)
    desk.play("+D4")
    desk.do("next")
    desk.do("skip")
    desk.do("reveal")
    desk.do("next")
    desk.do("check", count=1)
    desk.do("check", count=4)
    desk.do("next")
    desk.do("next")
    assert desk.part["steps"] == ["solved", "skipped", "missed", "helped", "solved"]
    desk.do("practise")
    seen = [desk.part["step"]]
    while desk.phase != "over":
        desk.do("skip")
        seen.append(desk.part["step"])
    # what was solved at once is not gone through again: after the last one comes the end of the lesson
    assert seen == [2, 1, 3, 3]
    assert desk.told.startswith("The lesson is done")
    assert desk.part["steps"] == ["solved", "skipped", "missed", "helped", "solved"]


def test_a_record_that_is_closed_stays() -> None:
    desk = Desk(STEP)
    desk.play("+D4")
    before = desk.mark
    desk.do("retry")
    desk.clock.now += 50
    desk.play("D3+L")
    desk.do("go")
    desk.do("reveal")
    assert desk.mark == before


def test_another_language_in_the_middle_of_an_answer() -> None:
    desk = Desk(STEP)
    desk.play("D3+L")
    desk.ask("language", to="de")
    assert desk.part["title"] == "Versucht"
    assert desk.part["text"] == [["p", "[de] Do starve."]]
    assert desk.told.endswith("(D5xC5 +B4). Geschlagen: C5.")
    desk.ask("language", to="ja")
    assert desk.part["title"] == "Tried"
    assert "捕獲" in desk.told


# -- what is kept ----------------------------------------------------------------------------------------------------


def test_seconds_count_while_an_answer_is_awaited() -> None:
    desk = Desk(STEP, WALK)
    desk.clock.now += 7
    assert desk.mark.seconds == 7
    desk.play("D3+L")
    desk.clock.now += 2
    desk.do("go")
    desk.do("retry")
    desk.clock.now += 1
    desk.play("+D4")
    desk.clock.now += 1000
    desk.do("next")
    assert desk.teacher.result["starve"].seconds == 10
    assert desk.mark.seconds == 0


def test_a_lesson_goes_on_where_it_was() -> None:
    desk = Desk(STEP, WALK, CLICK)
    desk.clock.now += 5
    desk.play("+D4")
    desk.do("next")
    desk.play("+C2")
    kept = json.dumps(desk.teacher.result.pack())
    again = Desk(STEP, WALK, CLICK, results=Result.unpack(json.loads(kept)))
    assert (again.part["step"], again.phase, again.part["steps"]) == (1, "ask", ["solved", "", ""])
    assert (again.mark.tries, again.teacher.result["starve"].seconds) == (1, 5)
    again.do("reveal")
    later = Desk(STEP, WALK, CLICK, results=again.teacher.result)
    assert later.part["step"] == 2
    later.do("reveal")
    later.do("next")
    assert later.phase == "over"
    assert Desk(STEP, WALK, CLICK, results=later.teacher.result).phase == "over"


def test_steps_that_were_added_to_a_lesson_are_still_to_do() -> None:
    desk = Desk(STEP, CLICK)
    desk.play("+D4")
    desk.do("next")
    again = Desk(WALK, STEP, results=desk.teacher.result)
    assert again.part["steps"] == ["", "solved"]
    assert again.part["step"] == 0


def test_the_results_of_another_lesson_are_refused() -> None:
    with pytest.raises(GameError, match="not of tried"):
        Tutor(lesson(STEP), Session(aw.Game()), Result("other", "", []), Clock())


def test_a_board_can_leave_its_lesson() -> None:
    desk = Desk(step("starve", STARVE, "starves D5", aids="none", flipped=True))
    assert (desk.session.aids, desk.session.flipped) == ("none", True)
    desk.teacher.leave()
    snapshot = desk.session.snapshot()
    assert (snapshot["lesson"], snapshot["aids"], snapshot["flipped"]) == (None, "full", False)
    assert desk.refused("lesson", what="hint") == "bad-message"
    assert desk.ask("new")["ok"]


@pytest.mark.parametrize(
    "kind", ["new", "resign", "draw", "edit", "comment", "promote", "remove", "line", "hint", "analyse"]
)
def test_what_is_no_part_of_a_lesson_waits(kind: str) -> None:
    desk = Desk(STEP)
    if kind in ("line", "hint", "analyse", "edit"):
        # hooks of the widget handle these
        desk.session.add_hooks(HandlerTable({kind: lambda _: None}))
    assert desk.refused(kind) == "lesson-on"


@pytest.mark.parametrize(
    "fields",
    [{}, {"what": 3}, {"what": "dance"}, {"what": "step"}, {"what": "step", "at": "1"}, {"what": "step", "at": 9},
     {"what": "step", "at": True}, {"what": "choose", "at": 5}, {"what": "choose", "at": "Z9"}],
)  # fmt: skip
def test_hostile_intents_are_refused(fields: dict[str, object]) -> None:
    desk = Desk(CLICK)
    before = desk.part
    assert desk.refused("lesson", **fields) in ("bad-message", "unknown-disc")
    assert desk.part == before
