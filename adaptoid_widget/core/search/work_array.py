"""The layout of the array `work` that a search uses, and the units of scores and depths."""

from __future__ import annotations

# the features of the evaluation (`core.search.evaluation`); each has two weights
N_FEATURES = 18

WIN_SCORE = 30000
# a score beyond this, of either sign, is a proven end; its distance from WIN_SCORE is the number of turns from the root
MAX_UNPROVEN_SCORE = WIN_SCORE - 1000

# the cells of `work`
NODES = 0
LIMIT = 1
STOPPED = 2
SELECTIVE = 3
ENTRIES = 4
AGE = 5
SETTLES = 6
WEIGHTS = 8
MOVE_HISTORY = WEIGHTS + 2 * N_FEATURES  # by origin and target, for the root's side, then for the others
GROWTH_HISTORY = MOVE_HISTORY + 2 * 4096
LISTS = GROWTH_HISTORY + 2 * 256
MAX_LISTED_STEPS = 800
MAX_DEPTH = 40
MAX_PLIES = 2 * MAX_DEPTH
WORK_CELLS = LISTS + MAX_PLIES * MAX_LISTED_STEPS

# depth is counted in quarters of a turn, so that late steps can be reduced by less than a turn
TURN = 4
