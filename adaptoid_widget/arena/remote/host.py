"""`python -m adaptoid_widget.arena.remote.host`: a Python player that was sent here plays as a program."""

from __future__ import annotations

import base64
import json

from ..player_api import Chooser
from ..programs.protocol import own_pipes, serve
from .packing import unpack


def main() -> None:
    """Take the player from the first line, then answer until the lines end."""
    lines, out = own_pipes()
    first = lines.readline()
    if not first:
        return
    packed = base64.b64decode(json.loads(first)["player"])

    def make(seed: int | None) -> Chooser:
        # fresh for every game, so that no game hangs on those before it
        player = unpack(packed)
        for_game = getattr(player, "for_game", None)
        fresh: Chooser = player if for_game is None or seed is None else for_game(seed)
        return fresh

    serve(make, lines, out, may_exit=True)


if __name__ == "__main__":
    main()
