"""Variations as a board walks them: put first, taken out, commented on from afar."""

from __future__ import annotations

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.session import Session


def branched() -> aw.Game:
    """+D3 +D5 +C2, and in place of +D5 the line D6+L D2+L, which is where it stands."""
    return aw.Game().play("+D3").play("+D5").play("+C2").goto(1).play("D6+L").play("D2+L")


def shown(game: aw.Game) -> list[tuple[str, int]]:
    """The rows of the tree: turn and depth."""
    return [(str(game.nodes[row.node].turn), row.depth) for row in game.rows]


def test_a_variation_is_put_first_from_anywhere_within_it() -> None:
    game = branched()
    assert shown(game) == [("+D3", 0), ("+D5", 0), ("D6+L", 1), ("D2+L", 1), ("+C2", 0)]
    game.promote(game.node.number)
    assert shown(game) == [("+D3", 0), ("D6+L", 0), ("+D5", 1), ("+C2", 1), ("D2+L", 0)]
    # what comes first already stays
    before = shown(game)
    assert shown(game.promote(game.node.number)) == before
    assert shown(game.promote(1)) == before


def test_a_comment_on_another_turn_than_the_one_shown() -> None:
    game = branched()
    position = game.position
    game.comment_on(2, "solid").comment_on(0, "the start")
    assert (game.nodes[2].comment, game.nodes[0].comment, game.comment) == ("solid", "the start", "")
    assert game.position == position
    game.remove(2)
    for nowhere in (2, 3, 99, -1):
        with pytest.raises(aw.GameError):
            game.comment_on(nowhere, "gone")


def test_the_intent_says_which_turn_it_comments_on() -> None:
    session = Session(branched())

    def ask(**slots: object) -> bool:
        return bool(session.handle({"id": 1, "rev": session.rev, **slots})["ok"])

    assert ask(kind="comment", text="here")
    assert ask(kind="comment", text="there", node=2)
    assert (session.game.comment, session.game.nodes[2].comment) == ("here", "there")
    assert not ask(kind="comment", text="nowhere", node=99)
    assert not ask(kind="comment", text="nowhere", node="2")
