"""Puzzles for a learner: which is asked next, how it is asked, and the learner's progress."""
