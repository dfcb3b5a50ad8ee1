"""Puzzles for a learner: the choice of the next puzzle, the puzzle on a board, and the learner's progress."""
