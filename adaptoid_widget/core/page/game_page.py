"""The game of a shared page."""

from __future__ import annotations

import json
from typing import List, Optional, Tuple

from ..game.game import Game
from ..game.record_writing import go_to_row
from ..i18n.catalog import Saying
from ..session.analyst import PositionAnalyst
from ..session.computer_players import named_levels
from ..session.editor_handlers import add_editor
from ..session.session import Session
from ..session.sharing import add_sharing, read_shared
from ..tactics.weak_players import LevelMemory
from ..teaching.reviewer import GameReviewer
from ..wire.intent_fields import Json, Refused
from .endpoint import OUTDATED, PageEndpoint, read_options
from .page_players import PagePlayers
from .page_runner import PageRunner
from .stored_game import read_stored, stored_game


def _linked(text: str, row: object) -> Tuple[Optional[Game], List[Saying]]:
    """The game of the record or the position in the page's address, with notes on what was dropped.

    None if there is none.
    """
    try:
        game, notes = read_shared(text) if text else (None, [])
    except Refused as error:
        # of other texts, the page has a sentence of its own
        return None, [error.reason.saying] if error.reason.code == "no-start" else []
    if game is not None:
        go_to_row(game, row)
    return game, notes


class GamePage(PageEndpoint):
    """The endpoint of a page with a game."""

    def __init__(self, options: str, stored: str = "") -> None:
        """Open the game in `stored` if it is intact, else the game in `options`."""
        page = read_options(options)
        link: str = page.get("link", "")
        linked, notes = _linked(link, page.get("row"))
        self.bad_address = linked is None and link != ""
        """Whether the page's address has a text that is neither a position nor a game."""
        if self.bad_address:
            # the page goes on with its own game
            stored = stored or page.get("own", "")
        game = linked or read_stored(page["game"])
        levels = page.get("levels", {})
        if linked is not None:
            # people play a game that was sent, unless it names a level as its player
            levels = named_levels(linked)
        memory = LevelMemory()
        if stored:
            try:
                data = json.loads(stored)
                game = read_stored(data)
                levels = dict(data["levels"])
                seed, was_forked = data["level_1"]
                memory = LevelMemory(int(seed), was_forked is True)
                if not self.bad_address:
                    # the game has gone on
                    notes = []
            except OUTDATED:
                pass
        session = Session(game, aids=page["aids"], board=page["board"])
        add_editor(session)
        add_sharing(session)
        weights = page.get("weights")
        self.runner = PageRunner(weights) if weights else None
        """What searches; None in a page of an older version, which has no search."""
        self.opponents = PagePlayers(session, self.runner, memory)
        self.analyst = PositionAnalyst(session, self.runner) if self.runner else None
        """What analyses positions."""
        self.review = GameReviewer(session, self.runner) if self.runner else None
        if self.runner is not None:
            session.add_hooks(self.runner)
        for color in sorted(levels):
            # an older version may have stored another
            if color in "WBR" and levels[color] in range(self.opponents.highest + 1):
                self.opponents.set_level(color, levels[color])
        self.notes = ""
        """What is wrong in the record that the page was given, in its language; "" if the page has a word."""
        super().__init__(session, page, stored)
        self.notes = session.wording.say_all(notes)
        if not stored:
            # of what a foreign page describes
            self.notes = self.notes or page.get("notes", "")

    def traits(self) -> Json:
        """The analysis, the review, the requests of all searches, and what is wrong with the address."""
        out: Json = {
            "bad_address": self.bad_address,
            "notes": self.notes,
        }
        if self.runner is not None and self.analyst is not None and self.review is not None:
            out["searches"] = self.runner.requests
            out["analyst"], out["review"] = self.analyst.shown, self.review.trait()
        return out

    def state(self) -> Json:
        """The game, the computer players, and what level 1 remembers."""
        out = stored_game(self.session.game if self.review is None else self.review.game)
        out["levels"] = self.opponents.levels
        memory = self.opponents.memory
        out["level_1"] = [memory.seed, memory.was_forked]
        return out
