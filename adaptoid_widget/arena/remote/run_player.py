"""`python -m adaptoid_widget.arena.remote.run_player`: runs a Python player as a program."""

from __future__ import annotations

import base64
import json

from ..player_api import Chooser
from ..programs.program_protocol import own_pipes, serve
from .packing import for_game, unpack


def main() -> None:
    """Load the player from the first line, then answer until the lines end."""
    lines, out = own_pipes()
    first = lines.readline()
    if not first:
        return
    packed = base64.b64decode(json.loads(first)["player"])

    def make(seed: int | None) -> Chooser:
        # a new copy for each game, so that games do not depend on earlier ones
        player = unpack(packed)
        return player if seed is None else for_game(player, seed)

    serve(make, lines, out)


if __name__ == "__main__":
    main()
