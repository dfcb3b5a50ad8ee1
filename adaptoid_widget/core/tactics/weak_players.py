"""Players that see little ahead: greedy, which takes what it can at once, and levels 1 to 3, which err as people do.

A level is a tuple of habits. It attends to one of its adaptoids. It overlooks discs far from this adaptoid, longer
ways, several enemies that starve at once, the joint effect of a move and a new adaptoid, the free discs that big
adaptoids need, and the reply. Level 2 sees after its best turns which of its own adaptoids would starve, level 3 also
which ones could be attacked, and level 1 neither. Chance never decides what a level overlooks. The seed decides only to
which adaptoid it attends, and which of several turns of about equal value it plays. The same seed gives the same turn
in the same position.
"""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Tuple

from ..rules.bitboard import (
    FAR,
    FOE,
    L0,
    L1,
    L2,
    LOST_OWN,
    OWN,
    P0,
    P1,
    P2,
    Context,
    State,
    TurnDiscs,
    around,
    count,
    digit_sum,
    pick,
    rim_discs,
)
from ..rules.errors import GameError
from ..rules.integer_rules import (
    LEG,
    NEW,
    PINCER,
    destinations,
    finish_turn,
    grow,
    leg_discs,
    move,
    new_discs,
    over,
    pincer_discs,
    rotate_players,
    touched,
    winning_seat,
)
from ..rules.position import Position, integers_of
from ..rules.random_play import advance, below
from ..rules.turn import Turn, turn_from_discs
from ..rules.variants import VARIANTS, order_from
from .forks import forked_by, forks
from .one_ply import WIN_GAIN, TurnGain, best_turn, food_masks, gain_after_feeding

Habits = NamedTuple(
    "Habits",
    [
        ("radius", int),  # how far it sees from the adaptoid that has its attention; 0 for everywhere
        ("max_steps", int),  # the longest way that it sees
        ("max_starved", int),  # how many enemies it sees starve at once
        ("sees_forks", int),  # 1 if it sees which enemies a move and a new adaptoid starve together
        ("n_replies", int),  # for how many of its best turns it considers the reply
        (
            "reply_steps",
            int,
        ),  # the longest way that it sees in a reply; with 0 it sees no attacks, but who starves
        ("reply_insight", int),  # what it sees of a reply: 0 attacks, 1 also who starves, 2 also forks
        ("pressure", int),  # the value of an enemy without food to spare, in hundredths of an adaptoid
        ("body_value", int),  # the value of a first adaptoid, in hundredths; each further one is worth less
        ("limb_slope", int),  # by how much each limb of an adaptoid reduces the value of the next one
        ("noise", int),  # the random part of a turn's value, in hundredths of an adaptoid
    ],
)
"""What makes a level."""

HABITS: Tuple[Habits, ...] = (
    Habits(1, 1, 1, 0, 0, 0, 0, 0, 18, 1, 60),
    Habits(2, 1, 6, 0, 8, 0, 1, 6, 13, 2, 6),
    Habits(3, 3, 6, 1, 8, 2, 1, 6, 8, 2, 6),
)
"""The habits of levels 1, 2 and 3; `python -m tools.level_ladder` measures them."""

Area = NamedTuple(
    "Area",
    [
        ("visible", int),  # the discs that the player sees
        ("front", int),  # those at most two steps from an enemy that it sees
        ("rim", int),  # those with fewer than six neighbours
    ],
)
"""The discs that matter to a player, as masks."""

# a turn with its value: value, origin, target, kind and disc of growth
ValuedTurn = Tuple[int, int, int, int, int]

# values are hundredths of an adaptoid, times NOISE_SCALE, plus random noise
ADAPTOID_VALUE = 100
NOISE_SCALE = 1024
MIN_VALUE = -(1 << 40)

# a level that was forked considers this number of turns in order to avoid another fork
MAX_WARY_TURNS = 60


# -- positions --------------------------------------------------------------------------------------------------------


def choose(position: Position, level: int, seed: int = 0) -> Turn:
    """Return the turn that level 1, 2 or 3 plays, or the rest of one.

    Raises GameError for a finished position, ValueError for another level.

    >>> position = Position.from_text("adaptoid w 0,0 W:D4LP B:D5,G7")
    >>> [choose(position, level).move for level in (1, 2, 3)]
    ['D4xD5', 'D4xD5', 'D4xD5']
    """
    state, moved, context = integers_of(position)
    return turn_from_discs(level_turn(state, moved, context, habits(level), seed), state, position.layout)


def greedy_turn(position: Position, seed: int = 0) -> Turn:
    """Return a turn with the greatest gain: enemies lost minus own losses, a win above all.

    The seed decides between the best turns, with equal chances. Raises GameError for a finished position.

    >>> str(greedy_turn(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")))[:3]
    '+D4'
    """
    state, moved, context = integers_of(position)
    return turn_from_discs(greedy(state, moved, context, seed), state, position.layout)


def best_taking_turn(position: Position, victim: str = "") -> Optional[Turn]:
    """Return the mover's most damaging turn, or None if no turn takes more than it loses.

    With a colour as `victim` only its adaptoids count. What the turn takes is in `position.effect(turn).gone`.
    Raises GameError for a finished position, or a colour that does not play or is the mover's own.

    >>> position = Position.from_text("adaptoid w 0,0 W:D3LP,D4 B:D5LLPP,D6")
    >>> str(best_taking_turn(position)), best_taking_turn(Position.start()) is None
    ('+C4', True)
    """
    state, moved, context = integers_of(position)
    victims = context.board
    if victim:
        order = order_from(VARIANTS[position.variant], position.turn)
        if victim not in order[1:]:
            raise GameError("%s is no enemy of %s here" % (victim, position.turn))
        victims = state[order.index(victim)]
    gain, origin, target, kind, at, _ = best_reply(state, moved, context, victims)
    return turn_from_discs((origin, target, kind, at), state, position.layout) if gain > 0 else None


def habits(level: int) -> Habits:
    """Return the habits of a level. Raises ValueError for another level."""
    if level not in (1, 2, 3):
        raise ValueError("the short-sighted levels are 1, 2 and 3, not %s" % (level,))
    return HABITS[level - 1]


class LevelMemory:
    """What a level from 1 to 3 remembers of its games. It plays the same game only with the same seed.

    >>> position = Position.from_text("adaptoid b 0,0 W:D3L,E3L B:D5LLPP")
    >>> [allows_fork(position, LevelMemory(3, forked).reply(position, 1)) for forked in (False, True)]
    [True, False]
    """

    __slots__ = ("seed", "was_forked")

    def __init__(self, seed: int = 0, was_forked: bool = False) -> None:
        self.seed = seed
        self.was_forked = was_forked
        """Whether it avoids forks, because one took an adaptoid of its own."""

    def remember_fork(self, position: Position, turn: Turn) -> None:
        """Remember whether an enemy's turn in a position was a fork."""
        self.was_forked = self.was_forked or bool(forked_by(position, turn))

    def reply(self, position: Position, level: int) -> Turn:
        """Return the turn of the level. Raises as `choose` does."""
        first = choose(position, level, self.seed)
        if not self.was_forked or not allows_fork(position, first):
            return first
        for seed_offset in range(1, 10):
            turn = choose(position, level, self.seed + seed_offset)
            if not allows_fork(position, turn):
                return turn
        for n, turn in enumerate(position.turns()):
            if n < MAX_WARY_TURNS and not allows_fork(position, turn):
                return turn
        return first


def allows_fork(position: Position, turn: Turn) -> bool:
    """Return whether the next player could fork an adaptoid after a turn."""
    after = position.play(turn)
    return after.winner is None and bool(forks(after.state, after.context))


# -- integers ---------------------------------------------------------------------------------------------------------


def position_seed(state: State, seed: int) -> int:
    """Return a state of the random number generator that depends on a seed and on a position."""
    seed = advance(seed & 281474976710655)
    for number in state:
        seed = advance(seed ^ (number & 1099511627775) ^ (number >> 24))
    return advance(advance(seed))


def greedy(state: State, moved: bool, context: Context, seed: int) -> TurnDiscs:
    """Return a turn with the greatest gain; the best turns are equally likely. The game must not be over."""
    seed = position_seed(state, seed)
    _, origin, target, kind, at, _ = best_turn(state, moved, context, context.board, 6, 2, True, seed)
    return origin, target, kind, at


def best_reply(state: State, moved: bool, context: Context, victims: int) -> TurnGain:
    """Return the turn with the greatest gain, with only enemies on `victims` counted."""
    return best_turn(state, moved, context, victims, 6, 2, False, 0)


def level_turn(state: State, moved: bool, context: Context, habits: Habits, seed: int) -> TurnDiscs:
    """Return the turn of a player with these habits. The game must not be over."""
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    seed = position_seed(state, seed)
    near = context.near
    visible = attention(own, context, habits.radius, seed)
    foes = (foe | far) & visible
    area = Area(visible, around(around(foes, near), near), rim_discs(context.board, near))
    # numba takes the type of an empty list from what was in it
    best_turns = [(0, 0, 0, 0, 0)]
    best_turns.pop()
    seed = add_turns(best_turns, state, 0, 0, area, context, habits, seed)
    movers = 0 if moved else own & visible & (l0 | l1 | l2)
    free = context.board ^ (own | foe | far)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = destinations(state, origin, context) & visible
        if ends:
            ends &= touched(origin, habits.max_steps, free, near)
        while ends:
            target = ends & -ends
            ends ^= target
            seed = add_turns(best_turns, state, origin, target, area, context, habits, seed)
    max_value = MIN_VALUE
    choice = (0, 0, 0, 0)
    while best_turns:
        top = 0
        for i in range(len(best_turns)):
            if best_turns[i][0] > best_turns[top][0]:
                top = i
        value, origin, target, kind, at = best_turns.pop(top)
        # a reply only lowers the value, so no other turn can be better
        if value <= max_value:
            break
        if habits.n_replies:
            turn = origin, target, kind, at
            reply_gain = max_reply_gain(state, turn, visible, context, habits)
            value -= ADAPTOID_VALUE * NOISE_SCALE * reply_gain
        if value > max_value:
            max_value = value
            choice = (origin, target, kind, at)
    return choice


def attention(own: int, context: Context, radius: int, seed: int) -> int:
    """Return the discs around the own adaptoid that the seed picks; with radius 0 all discs."""
    if radius == 0:
        return context.board
    discs = pick(own, below(seed, count(own)))
    for _ in range(radius):
        discs |= around(discs, context.near)
    return discs


def add_turns(
    best_turns: List[ValuedTurn],
    state: State,
    origin: int,
    target: int,
    area: Area,
    context: Context,
    habits: Habits,
    seed: int,
) -> int:
    """Add the turns with this move, or without a move, to the best turns. Return the next seed."""
    _, _, max_starved, sees_forks, n_replies, _, _, pressure, _, _, max_noise = habits
    visible, front, rim = area
    size = max(1, n_replies)
    gain = 0
    middle = state
    if origin:
        middle = move(state, origin, target)
        if (state[FOE] | state[FAR]) & target:
            gain = state[LOST_OWN] - middle[LOST_OWN] + (0 if (middle[FOE] | middle[FAR]) & target else 1)
            winner = winning_seat(middle, context)
            if winner >= 0:
                gain += WIN_GAIN if winner == 0 else -WIN_GAIN
                value = gain * ADAPTOID_VALUE * NOISE_SCALE
                keep_best(best_turns, size, value, origin, target, 0, 0)
                return seed
    near = context.near
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = middle
    limbed = l0 | l1 | l2 | p0 | p1 | p2
    hungry, _, food_0, food_1 = food_masks((foe | far) & visible & limbed, middle, context)
    # small preferences: do not wander, come near the enemies, keep off the rim
    move_value = gain * ADAPTOID_VALUE
    if origin:
        move_value -= 3
        if front & target and not front & origin:
            move_value += 8
        if target & own & rim & limbed:
            move_value -= 4
    new = new_discs(middle, context)
    on_legs = leg_discs(middle)
    on_pincers = pincer_discs(middle)
    if (new | on_legs | on_pincers) & visible:
        new &= visible
        on_legs &= visible
        on_pincers &= visible
    kind = NEW
    for _ in range(max(1, count(new) + count(on_legs) + count(on_pincers))):
        at = 0
        if new:
            at = new & -new
            new ^= at
        elif on_legs:
            kind = LEG
            at = on_legs & -on_legs
            on_legs ^= at
        elif on_pincers:
            kind = PINCER
            at = on_pincers & -on_pincers
            on_pincers ^= at
        else:
            kind = 0
        beside = near[at] if kind == NEW else 0
        tight = (food_0 & ~beside) | (food_1 & beside)
        starved = hungry
        # a player that does not see forks sees whom a new adaptoid starves only in a turn without a move
        if sees_forks or origin == 0:
            starved |= food_0 & beside
        growth_gain = gain_after_feeding(0, middle, starved, context)
        if growth_gain < WIN_GAIN // 2:
            growth_gain = min(growth_gain, max_starved)
        value = move_value + growth_gain * ADAPTOID_VALUE + pressure * count(tight)
        if kind:
            value += growth_value(middle, kind, at, area, habits)
        seed = advance(seed)
        noise = below(seed, max_noise * NOISE_SCALE)
        keep_best(best_turns, size, value * NOISE_SCALE + noise, origin, target, kind, at)
    return seed


def growth_value(state: State, kind: int, at: int, area: Area, habits: Habits) -> int:
    """Return the value of a growth by itself, in hundredths. The more there is of a kind, the less another is worth."""
    if kind == NEW:
        value = habits.body_value - 4 * count(state[OWN])
        if area.front & at:
            value += 6
        return value - 3 if area.rim & at else value
    legs = digit_sum(state[L0], state[L1], state[L2], at)
    pincers = digit_sum(state[P0], state[P1], state[P2], at)
    value = 24 - habits.limb_slope * (legs + pincers)
    if kind == LEG:
        return value - 4 * legs + (6 if legs == 0 else 0)
    return value - 4 * pincers + (8 if legs and pincers == 0 else 0)


def keep_best(
    best_turns: List[ValuedTurn], size: int, value: int, origin: int, target: int, kind: int, at: int
) -> None:
    """Add a turn to the `size` best ones if it is one of them. A full list starts with its worst turn."""
    if len(best_turns) < size:
        best_turns.append((value, origin, target, kind, at))
        if len(best_turns) < size:
            return
    elif value > best_turns[0][0]:
        best_turns[0] = (value, origin, target, kind, at)
    else:
        return
    worst = 0
    for i in range(size):
        if best_turns[i][0] < best_turns[worst][0]:
            worst = i
    first = best_turns[0]
    best_turns[0] = best_turns[worst]
    best_turns[worst] = first


def max_reply_gain(state: State, turn: TurnDiscs, visible: int, context: Context, habits: Habits) -> int:
    """Return the greatest gain of an enemy's reply to a turn, as far as the player sees it on the discs `visible`."""
    origin, target, kind, at = turn
    max_steps, insight = habits.reply_steps, habits.reply_insight
    players = context.players
    if origin:
        state = move(state, origin, target)
        if over(state, context):
            return 0
    if kind:
        state = grow(state, kind, at)
    state, ended, _ = finish_turn(state, context)
    if ended:
        return 0
    targets = visible & state[players - 1]
    stays = max_steps == 0
    max_gain = best_turn(state, stays, context, targets, max_steps, insight, False, 0)[0]
    if players == 3:
        # as if the player after the next one played at once
        last = rotate_players(state, players)
        max_gain = max(max_gain, best_turn(last, stays, context, targets, max_steps, insight, False, 0)[0])
    return max(0, max_gain)
