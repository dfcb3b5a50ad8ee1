"""Where everything lies in the array `work` that a search goes by, and what its scores and depths count."""

from __future__ import annotations

from .evaluation import N_FEATURES

WIN = 30000
# a score beyond this is a proven end, so many turns from the root as it is short of WIN
PROVEN = WIN - 1000

# the cells of `work`
NODES = 0
LIMIT = 1
STOPPED = 2
BOARD = 3
PLAYERS = 4
SWITCHES = 5
PREY_STEP = 6
SELECTIVE = 7
LIVES_LIMIT = 8
ENTRIES = 9
AGE = 10
SETTLES = 11
WEIGHTS = 16
MOVE_HISTORY = WEIGHTS + 2 * N_FEATURES  # by origin and goal, for the root's side and for the others
GROWTH_HISTORY = MOVE_HISTORY + 2 * 4096
LISTS = GROWTH_HISTORY + 2 * 256
MAX_STEPS = 800
# two for each turn of the deepest search
MAX_DEPTH = 40
MAX_PLIES = 2 * MAX_DEPTH
WORK_CELLS = LISTS + MAX_PLIES * MAX_STEPS

# depth is counted in quarters of a turn, so that a late step can be looked at a little less deeply
TURN = 4
