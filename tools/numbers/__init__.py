"""Statistics of the game: `python -m tools.numbers` plays and solves games, and writes a file.

The notebook `notebooks/06-the-game-in-numbers.ipynb` shows that file.
"""
