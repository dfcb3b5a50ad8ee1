"""What is known about the game, as numbers: `python -m tools.numbers` plays and solves, and writes a file.

The notebook `notebooks/06-the-game-in-numbers.ipynb` shows that file.
"""
