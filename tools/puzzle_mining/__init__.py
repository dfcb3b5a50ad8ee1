"""Finds the puzzles of `adaptoid_widget/puzzles/puzzles.txt` in games that the computer plays against itself."""
