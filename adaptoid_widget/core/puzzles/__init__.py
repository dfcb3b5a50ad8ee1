"""Puzzles for a learner: which is asked next, how it is asked, and the record of the answers."""
