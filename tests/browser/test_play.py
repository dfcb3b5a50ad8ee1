"""Games played by clicks in JupyterLab; after each step the board shows what Python has."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from adaptoid_widget import Game, Position
from adaptoid_widget.bench.jupyter import Notebook

from .hand import Hand, show

# Black captures, both leave in an equal exchange, adaptoids starve, legs and pincers grow; Black wins.
GAME = (
    "+D3", "+C5", "+E4", "C5+L", "+C3", "C5+P", "+D1", "C5-D5 +E6", "+C1", "D5-C4 +C6", "D1+L", "C4xC3 +D4", "D1-E2 C1+P",
    "C3xD3 +C5", "E2-D1 D1+L", "D3xD2 +F6", "+D3", "D2xC1",
)  # fmt: skip


def test_a_whole_game_to_a_win(notebook: Notebook, artefacts: Path) -> None:
    """Both players by clicks; what each turn did is told in words, and so is the end."""
    board = show(notebook)
    game = Game()
    gone: set[str] = set()
    for turn in GAME:
        board.play(game.position, turn)
        game.play(turn)
        board.expect_position(str(game.position))
        board.expect_pieces()
        for one in game.node.gone:
            gone.add(one.how)
            if one.how == "starved":
                expect(board.news).to_contain_text("Starved: ")
                expect(board.news).to_contain_text(one.cell)
    assert gone == {"captured", "exchanged", "starved"}
    assert game.result == "B"
    expect(board.board).to_have_attribute("data-over", "")
    expect(board.status).to_have_text("Black has won: White has lost 5 adaptoids.")
    assert board.python("b.result") == "B"
    assert board.python("[str(turn) for turn in b.game.turns]") == list(GAME)
    rows = board.root.locator("[data-turn]")
    expect(rows.last).to_have_attribute("data-turn", str(len(GAME)))
    expect(rows.last).to_contain_text("#")
    board.click("A1")
    board.expect_reason("The game is over.")
    board.root.screenshot(path=artefacts / "game-won.png")
