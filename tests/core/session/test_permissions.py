"""Who may send which intent: the whole table, as text."""

from __future__ import annotations

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.i18n.catalog import ENGLISH
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.hooks import Handler, HandlerTable, SessionHooks
from adaptoid_widget.core.session.permissions import CODES, GROUPS, QUESTIONS, REFUSED, Mode
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.wire.wire_types import INTENTS

TABLE = """
                  ┌ shown-only
                  │ ┌ stale
                  │ │ ┌ stale-visit
                  │ │ │ ┌ editing
                  │ │ │ │ ┌ no-aids
                  │ │ │ │ │ ┌ no-clicks
                  │ │ │ │ │ │ ┌ computer-draw
                  │ │ │ │ │ │ │ ┌ ready
                  │ │ │ │ │ │ │ │ ┌ thinking
                  │ │ │ │ │ │ │ │ │ ┌ lesson-on
                  │ │ │ │ │ │ │ │ │ │ ┌ lesson-asks
                  │ │ │ │ │ │ │ │ │ │ │ ┌ lesson-answered
                  │ │ │ │ │ │ │ │ │ │ │ │ ┌ lesson-wrong
                  │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ lesson-done
                  │ │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ lesson-over
                  │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ learning
                  │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ maker-open
                  │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ maker-played
                  │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ maker-preview
                  │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ seats-taken
                  │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ seat-taken
                  │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ seat-free
                  │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ undo-taken
                  │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ │ ┌ color-taken
turn              x x · x · · · x x · x x x x x · · x · · x x · ·  move, grow, pass, play, complete
why               x x · x · · · x x · x x x x x · · · · · x x · ·  why
resign            x x · x · · · x x x · · · · · x x · · · x x · ·  resign
draw              x x · x · · x x x x · · · · · x x · · x · · · ·  draw
start             x x · x · · · x x x · · · · · x x · · x · · · ·  place, choose
game              x x · x · · · · · x · · · · · x x · · x · · · ·  new, begin, rematch, open
edit              x x · · · · · · · x · · · · · x · · · x · · · ·  edit
edit open-start   x x · · · · · · · x · · · · · x x · · x · · · ·  edit open-start
seat              x · · x · · · · · x · · · · · x x · · · · · · x  level, name
swap              x · · x · · · · · x · · · · · x x · · x · · · ·  swap
comment           x x · x · · · · · x · · · · · x x · · · · · · ·  comment
tree              x x · x · · · · · x · · · · · x x · · x · · · ·  promote, remove
line              x x · x · · · · · x · · · · · x x · · · x x · ·  line
visit             x · x x · · · · · · · · · · · · x · · x · · · ·  goto, select
undo              x x · x · · · · · · · · · · · · · · · x · · x ·  undo
redo              x x · x · · · · · · · · · · · x · · · · x x · ·  redo
look              · x · x x · · · · · · · · · · · · · · · · · · ·  foresee, map
describe          · x · x · · · · · · · · · · · · · · · · · · · ·  describe, feeding
describe options  · x · x · x · · · · · · · · · · · · · · · · · ·  describe options
describe starving · x · x x · · · · · · · · · · · · · · · · · · ·  describe starving
analyse           x · · x x · · · · x · · · · · x · · · · · · · ·  analyse
threats           x x · x x · · · · x · · · · · x · · · · · · · ·  threats
hint              x x · x x · · x x x · · · · · x · · · · · · · ·  hint
review            x · · x x · · · · · · · · · · x · · · · · · · ·  review
mark              x x · x · · · · · · · · · · · · · · · · · · · ·  mark, lesson, go, think
part              x · · x · · · · · · · · · · · · · · · · · · · ·  analyse view, coach, learn, learner, make-lesson, merge, puzzles, searched, sit, stop
make-lesson open  x · · x · · · · · x · · · · · · · · · · · · · ·  make-lesson open
read              · · · x · · · · · · · · · · · · · · · · · · · ·  boards, film, page, record
view              · · · · · · · · · · · · · · · · · · · · · · · ·  history, language, parts
computers         · · · x · · · · · · · · · · · x x · x · · · · ·
findings          · · · · x · · · · · · · · · · x · · · · · · · ·
"""  # noqa: E501  a row of a table


def table() -> str:
    """The whole table: each group of intents as a row, each mode as a column; "x" where the mode refuses the group."""
    modes, lines = list(REFUSED), []
    for k, mode in enumerate(modes):
        lines.append(" " * 18 + " ".join("│" for _ in modes[:k]) + " " * (k > 0) + "┌ " + mode)
    for group in GROUPS:
        cells = " ".join("x" if group in REFUSED[mode] else "·" for mode in modes)
        lines.append(f"{group:18}{cells}  {', '.join(GROUPS[group])}".rstrip())
    return "\n".join(lines)


def test_the_table_of_permissions() -> None:
    assert table() == TABLE.strip("\n")


def test_each_intent_belongs_to_one_group() -> None:
    names = [name for group in GROUPS.values() for name in group]
    assert len(set(names)) == len(names)
    sent = {kind for kinds in INTENTS for kind in kinds.split()}
    # the widget answers `picture` outside of the session, for each browser
    assert sent - {"picture"} <= set(names)
    assert set(QUESTIONS) <= set(names)


def test_each_mode_says_why() -> None:
    saying = [mode for mode in REFUSED if any(GROUPS[group] for group in REFUSED[mode])]
    assert [mode for mode in saying if f"why.{CODES.get(mode, mode)}" not in ENGLISH.sentences] == []
    assert {group for groups in REFUSED.values() for group in groups} <= set(GROUPS)


class InMode(SessionHooks):
    """Hooks that set a mode and answer all intents."""

    def __init__(self, mode: str) -> None:
        self.mode = mode

    @property
    def modes(self) -> list[Mode]:
        return [(self.mode, {"name": "Ann", "color": "W"})]

    def handlers(self) -> dict[str, Handler]:
        return dict.fromkeys({name.split()[0] for group in GROUPS.values() for name in group}, lambda _: None)


@pytest.mark.parametrize("mode", REFUSED)
def test_a_mode_refuses_its_intents_and_no_others(mode: str) -> None:
    session = Session(aw.Game())
    session.add_hooks(InMode(mode))
    for group, names in GROUPS.items():
        for name in names:
            kind, _, what = name.partition(" ")
            field = {what: "v1"} if what == "view" else {"what": what}
            reply = handle(session, {"id": 1, "rev": 0, "kind": kind, **field})
            code = CODES.get(mode, mode) if group in REFUSED[mode] else None
            assert reply.get("code") == code, name


def test_an_intent_without_a_group_is_refused() -> None:
    session = Session(aw.Game())
    session.add_hooks(HandlerTable({"dance": lambda _: None}))
    assert handle(session, {"id": 1, "rev": 0, "kind": "dance"})["code"] == "bad-message"
