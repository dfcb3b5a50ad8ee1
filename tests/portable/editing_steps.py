"""The editor driven by random valid and invalid intents, for the conformance run, in portable Python."""

# ruff: noqa: UP031, UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

from typing import Any, Callable

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.editor_handlers import add_editor
from adaptoid_widget.core.session.session import Session

STEPS = 250
TEXTS = (
    "adaptoid w 0,0 W:D2LLP B:D6",
    "adapt3@lattice:A1.A2.A3.B1.B3.C1.C2.C3 b+ 1,0,3 W:A1 B:C3 R:B1PP",
    "adaptoid@discs:0,0/1,0/0.5,0.866/1.5,0.866/3,3 w 0,0 W:N1L B:N5",
    "adaptoid w 0,0 W:D2 B:Z6",
)


def steps(say: Callable[..., None], steps_in_all: int = STEPS) -> None:
    """Report every reply and every fifth snapshot."""
    session = Session(Game())
    add_editor(session)
    seed = 11

    def below(n: int) -> int:
        nonlocal seed
        seed = random_play.advance(seed)
        return random_play.below(seed, n)

    def pick(items: Any) -> Any:
        return items[below(len(items))]

    for number in range(steps_in_all):
        snapshot = session.snapshot()
        cells = list(session.layout.cells)
        shape = snapshot["edit"] and snapshot["edit"]["shape"]
        ghosts = [ghost[0] for ghost in shape["ghosts"]] if shape else ["A1"]
        place = {"x": below(6000) - 3000, "y": below(6000) - 3000}
        intents: list[dict[str, Any]] = [
            {"what": "body", "at": pick(cells), "color": pick("WBR")},
            {"what": "body", "at": pick(cells), "color": pick("WB")},
            {"what": "limb", "at": pick(cells), "limb": pick(("leg", "pincer")), "by": pick((1, 1, -1))},
            {"what": "move", "at": pick(cells), "to": pick(cells)},
            {"what": "take", "at": pick(cells)},
            {"what": "turn", "color": pick("WBR")},
            {"what": "lost", "color": pick("WB"), "by": pick((1, -1))},
            {"what": "variant", "to": pick(("adaptoid", "adapt3", "adapt3-fierce"))},
            {"what": "switch", "to": pick(("weaker-dies", "bare-exchange"))},
            {"what": "board", "to": pick(("hex2", "hex3", "hex4"))},
            {"what": "text", "text": pick(TEXTS)},
            {"what": "tool", "to": pick(("position", "layout", "layout"))},
            {"what": "disc", "at": pick(ghosts)},
            {"what": "disc", "at": pick(ghosts)},
            {"what": "disc", "at": pick(cells)},
            dict(place, what="drag", at=pick(cells)),
            dict(place, what="snap", at=pick(cells)),
            dict(place, what="add"),
            {"what": "hop", "at": pick(cells), "x": pick((1000, -1000, 0)), "y": pick((1000, -1000))},
            {"what": pick(("loosen", "start", "clear", "close", "play"))},
            {"what": "fix", "problem": pick(("off-board", "red"))},
            {"what": "undo"},
            {"what": "redo"},
            {"what": "name", "color": pick("WBR"), "text": pick(("Ann", "Ben", "足", ""))},
            {"what": "seats", "seed": number},
        ]
        intent = pick(intents)
        if session.editor is None:
            intent = {"what": "open"}
        say("edit", number, handle(session, dict(intent, id=number, rev=session.rev, kind="edit")))
        if number % 5 == 0:
            after_step: Any = session.snapshot()
            if after_step["edit"]:
                # a notebook has more named boards
                after_step["edit"]["boards"] = len(after_step["edit"]["boards"][:4])
            say("draft", number, after_step)
    for turned in ("hex3", "lattice:A1.A2.B2", "discs:0,0/1,0/0,1/1,1"):
        handle(session, {"id": 0, "rev": session.rev, "kind": "edit", "what": "open"})
        text = "adaptoid@%s w 0,0 W:- B:-" % turned
        handle(session, {"id": 0, "rev": session.rev, "kind": "edit", "what": "text", "text": text})
        say("symmetries", turned, [list(symmetry) for symmetry in session.layout.symmetries()])
