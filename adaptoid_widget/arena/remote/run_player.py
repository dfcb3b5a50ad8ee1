"""`python -m adaptoid_widget.arena.remote.run_player`: runs a Python player as a program."""

from __future__ import annotations

import base64
import json
from typing import Any

from ..player_api import Chooser
from ..programs.protocol import own_pipes, serve
from .packing import unpack


def main() -> None:
    """Load the player from the first line, then answer until the lines end."""
    lines, out = own_pipes()
    first = lines.readline()
    if not first:
        return
    packed = base64.b64decode(json.loads(first)["player"])

    def make(seed: int | None) -> Chooser:
        # a new copy for each game, so that games do not depend on earlier ones
        player: Any = unpack(packed)
        seeded: Chooser = (
            player.for_game(seed) if seed is not None and hasattr(player, "for_game") else player
        )
        return seeded

    serve(make, lines, out, may_exit=True)


if __name__ == "__main__":
    main()
