"""Players that see little ahead: greedy, which takes what it can at once, and levels 1 to 3, which err as people do.

A level is a tuple of habits. What it overlooks follows from where it looks and how far, never from a throw of dice:
what lies far from the adaptoid it has in mind, longer ways, several that starve at once, what a move and a creation
do together, how much food big adaptoids want, the reply. The seed only settles which adaptoid it has in mind and what
it does among equals; the same seed gives the same turn in the same position.
"""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from ..rules.bitboard import (
    LEG,
    NEW,
    PINCER,
    Context,
    Near,
    State,
    around,
    count,
    digit_sum,
    finish,
    goals,
    grow,
    hand_on,
    leg_discs,
    move,
    new_discs,
    over,
    pick,
    pincer_discs,
    touched,
)
from ..rules.errors import GameError
from ..rules.position import Position
from ..rules.random_play import below, step
from ..rules.turn import Turn
from ..rules.variants import VARIANTS, order_from
from .one_ply import WIN, fed_worth, foods, glance, verdict

# what makes a level, in this order:
#  how far around the adaptoid it has in mind it looks, in discs; 0 for everywhere
#  the longest way it thinks of, in steps
#  how many enemies it sees starve at once
#  whether it sees what a move and a creation starve together
#  of how many of its turns it considers the reply
#  the longest way it thinks of in a reply
#  what it foresees of a reply: 0 attacks, 1 who starves too, 2 forks too
#  what an enemy without food to spare is worth to it, in hundredths of an adaptoid
#  what a new adaptoid is worth to it, in hundredths, less some for each that it has
#  how much less a limb is worth to it for each that the adaptoid has
Habits = Tuple[int, int, int, int, int, int, int, int, int, int]

LEVELS: Tuple[Habits, ...] = (
    (1, 1, 1, 0, 0, 0, 0, 0, 10, 1),
    (2, 1, 6, 0, 0, 0, 0, 6, 13, 2),
    (3, 3, 6, 1, 24, 2, 0, 6, 8, 2),
)
"""The habits of levels 1, 2 and 3; `python -m tools.level_ladder` measures them."""

# a turn in discs: origin, goal, kind and disc of growth; zeros for what there is not
Choice = Tuple[int, int, int, int]
# one with what it is worth before it
Weighed = Tuple[int, int, int, int, int]
# a position as integers: state, whether the move step is done, context
Integers = Tuple[State, bool, Context]

# worths are hundredths of an adaptoid, with room below them for a throw among equals
ONE = 100
DICE = 1024
# what a whim is worth at most
WHIM = 6
LEAST = -(1 << 40)


# -- positions --------------------------------------------------------------------------------------------------------


def choose(position: Position, level: int, seed: int = 0) -> Turn:
    """The turn that level 1, 2 or 3 plays, or the rest of one.

    Raises GameError for a finished position, ValueError for another level.

    >>> position = Position.from_text("adaptoid w 0,0 W:D4LP B:D5,G7")
    >>> [choose(position, level).move for level in (1, 2, 3)]
    ['D4xD5', 'D4xD5', 'D4xD5']
    """
    return as_turn(position, short(*integers_of(position), habits(level), seed))


def greedy_turn(position: Position, seed: int = 0) -> Turn:
    """A turn that takes most in this turn and loses least, a win above all; the seed picks evenly among the best.

    Raises GameError for a finished position.

    >>> str(greedy_turn(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")))[:3]
    '+D4'
    """
    return as_turn(position, greedy(*integers_of(position), seed))


def refute(position: Position, victim: str = "") -> Optional[Turn]:
    """The mover's most damaging turn here, or None where no turn takes more than it loses.

    With a colour as `victim` only its adaptoids count. What the turn takes is in `position.effect(turn).gone`.
    Raises GameError for a finished position, or a colour that does not play or is the mover's own.

    >>> position = Position.from_text("adaptoid w 0,0 W:D3LP,D4 B:D5LLPP,D6")
    >>> str(refute(position)), refute(Position.start()) is None
    ('+C4', True)
    """
    state, moved, context = integers_of(position)
    victims = context.board
    if victim:
        order = order_from(VARIANTS[position.variant], position.turn)
        if victim not in order[1:]:
            raise GameError("%s is no enemy of %s here" % (victim, position.turn))
        victims = state[order.index(victim)]
    found = best_reply(state, moved, context, victims)
    return as_turn(position, found[1:5]) if found[0] > 0 else None


def habits(level: int) -> Habits:
    """The habits of a level. Raises ValueError where it has none."""
    if level not in (1, 2, 3):
        raise ValueError("the short-sighted levels are 1, 2 and 3, not %s" % (level,))
    return LEVELS[level - 1]


def integers_of(position: Position) -> Integers:
    """Return the integers of a position. Raises GameError for a finished one."""
    if position.winner is not None:
        raise GameError("the game is over, so there is no turn to choose")
    return position.state, position.step == "grow", position.context


def as_turn(position: Position, choice: Sequence[int]) -> Turn:
    """A turn in discs as a Turn."""
    origin, goal, kind, at = choice
    cell = position.layout.cell
    attack = (position.state[1] | position.state[2]) & goal != 0
    growth = (None, "new", "leg", "pincer")[kind]
    return Turn(
        cell(origin) if origin else None,
        cell(goal) if origin else None,
        attack,
        growth,
        cell(at) if kind else None,
    )


# -- integers ---------------------------------------------------------------------------------------------------------


def mixed(state: State, seed: int) -> int:
    """A state of the generator that depends on a seed and on a position."""
    seed = step(seed & 281474976710655)
    for number in state:
        seed = step(seed ^ (number & 1099511627775) ^ (number >> 24))
    return step(step(seed))


def greedy(
    state: State,
    moved: bool,
    context: Context,
    seed: int,
) -> Choice:
    """The turn that takes most and loses least in this turn alone, evenly among the best. The game must not be over."""
    seed = mixed(state, seed)
    found = glance(state, moved, context, context.board, 6, 2, True, seed)
    return found[1], found[2], found[3], found[4]


def best_reply(
    state: State,
    moved: bool,
    context: Context,
    victims: int,
) -> Tuple[int, int, int, int, int, int]:
    """What a turn can take at most from the enemies on some discs, less what it loses, and then the turn."""
    return glance(state, moved, context, victims, 6, 2, False, 0)


def short(
    state: State,
    moved: bool,
    context: Context,
    habits: Habits,
    seed: int,
) -> Choice:
    """The turn of a player with these habits. The game must not be over."""
    radius, stride, _, _, replies, _, _, _, _, _ = habits
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    seed = mixed(state, seed)
    near = context.near
    seen = attention(own, context, radius, seed)
    foes = (foe | far) & seen
    front = around(around(foes, near), near)
    rim = rim_of(context.board, near)
    kept = [(0, 0, 0, 0, 0)]
    kept.pop()
    seed = weigh(kept, state, 0, 0, seen, front, rim, context, habits, seed)
    movers = 0 if moved else own & seen & (l0 | l1 | l2)
    free = context.board ^ (own | foe | far)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = goals(state, origin, context) & seen
        if ends:
            ends &= touched(origin, stride, free, near)
        while ends:
            goal = ends & -ends
            ends ^= goal
            seed = weigh(kept, state, origin, goal, seen, front, rim, context, habits, seed)
    best = LEAST
    choice = (0, 0, 0, 0)
    while kept:
        top = 0
        for i in range(len(kept)):
            if kept[i][0] > kept[top][0]:
                top = i
        value, origin, goal, kind, at = kept.pop(top)
        # a reply makes no turn better, so the rest need none
        if value <= best:
            break
        if replies:
            value -= ONE * DICE * feared(state, origin, goal, kind, at, seen, context, habits)
        if value > best:
            best = value
            choice = (origin, goal, kind, at)
    return choice


def attention(own: int, context: Context, radius: int, seed: int) -> int:
    """The discs around the own adaptoid that the seed picks; with radius 0 all."""
    if radius == 0:
        return context.board
    discs = pick(own, below(seed, count(own)))
    for _ in range(radius):
        discs |= around(discs, context.near)
    return discs


def rim_of(board: int, near: Near) -> int:
    """The discs with fewer than six neighbours."""
    rim = 0
    while board:
        disc = board & -board
        board ^= disc
        if count(near[disc]) < 6:
            rim |= disc
    return rim


def weigh(
    kept: List[Weighed],
    state: State,
    origin: int,
    goal: int,
    seen: int,
    front: int,
    rim: int,
    context: Context,
    habits: Habits,
    seed: int,
) -> int:
    """Weigh every turn with this move, or without one, into the list of the best; the generator after it."""
    _, _, starved, forks, replies, _, _, pressure, body, slope = habits
    most = max(1, replies)
    worth = 0
    middle = state
    if origin:
        middle = move(state, origin, goal)
        if (state[1] | state[2]) & goal:
            worth = state[9] - middle[9] + (0 if (middle[1] | middle[2]) & goal else 1)
            won = verdict(middle, context)
            if won:
                keep(kept, most, (worth + won * WIN) * ONE * DICE, origin, goal, 0, 0)
                return seed
    near = context.near
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = middle
    limbed = l0 | l1 | l2 | p0 | p1 | p2
    hungry, _, _, none, one = foods((foe | far) & seen & limbed, middle, context)
    # small likings: not to wander, but to come near the enemies and to keep off the rim
    liking = worth * ONE
    if origin:
        liking -= 3
        if front & goal and not front & origin:
            liking += 8
        if goal & own & rim & limbed:
            liking -= 4
    new = new_discs(middle, context)
    on_legs = leg_discs(middle)
    on_pincers = pincer_discs(middle)
    if (new | on_legs | on_pincers) & seen:
        new &= seen
        on_legs &= seen
        on_pincers &= seen
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
        tight = (none & ~beside) | (one & beside)
        gone = hungry
        # without forks it sees a creation starve only where nothing has moved
        if forks or origin == 0:
            gone |= none & beside
        takes = fed_worth(0, middle, gone, context)
        if takes < WIN // 2:
            takes = min(takes, starved)
        value = liking + takes * ONE + pressure * count(tight)
        if kind:
            value += taste(middle, kind, at, front, rim, body, slope)
        seed = step(seed)
        keep(kept, most, value * DICE + below(seed, WHIM * DICE), origin, goal, kind, at)
    return seed


def taste(state: State, kind: int, at: int, front: int, rim: int, body: int, slope: int) -> int:
    """What a growth is worth by itself, in hundredths: another of what there is already is worth ever less."""
    if kind == NEW:
        value = body - 4 * count(state[0])
        if front & at:
            value += 6
        return value - 3 if rim & at else value
    legs = digit_sum(state[3], state[4], state[5], at)
    pincers = digit_sum(state[6], state[7], state[8], at)
    value = 24 - slope * (legs + pincers)
    if kind == LEG:
        return value - 4 * legs + (6 if legs == 0 else 0)
    return value - 4 * pincers + (8 if legs and pincers == 0 else 0)


def keep(kept: List[Weighed], most: int, value: int, origin: int, goal: int, kind: int, at: int) -> None:
    """Keep a turn among the best so many; the least of them stands first once they are so many."""
    if len(kept) < most:
        kept.append((value, origin, goal, kind, at))
        if len(kept) < most:
            return
    elif value > kept[0][0]:
        kept[0] = (value, origin, goal, kind, at)
    else:
        return
    least = 0
    for i in range(most):
        if kept[i][0] < kept[least][0]:
            least = i
    first = kept[0]
    kept[0] = kept[least]
    kept[least] = first


def feared(
    state: State,
    origin: int,
    goal: int,
    kind: int,
    at: int,
    seen: int,
    context: Context,
    habits: Habits,
) -> int:
    """What the enemies can take after a turn from the adaptoids on the discs `seen`, as far as it foresees."""
    _, _, _, _, _, sight, insight, _, _, _ = habits
    players = context.players
    if origin:
        state = move(state, origin, goal)
        if over(state, players):
            return 0
    if kind:
        state = grow(state, kind, at)
    state, ended, _ = finish(state, context)
    if ended:
        return 0
    seen &= state[players - 1]
    worst = glance(state, False, context, seen, sight, insight, False, 0)[0]
    if players == 3:
        # the one after the next is feared as if it played at once
        last = hand_on(state, players)
        again = glance(last, False, context, seen, sight, insight, False, 0)[0]
        worst = max(worst, again)
    return max(0, worst)
