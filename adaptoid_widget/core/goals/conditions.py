"""The conditions of goals: one entry each, in `CONDITIONS`.

A condition is judged on the learner's last turn and the position after feeding. `captures`, `starves`, `takes` and
`losses` count from the beginning of the step; with `at once`, only the turn counts. With `by a newborn`, only what an
adaptoid does in the turn that grew since the step began.
"""

from __future__ import annotations

from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

from ..i18n.catalog import ENGLISH, Saying
from ..i18n.slots import Slots
from ..rules.bitboard import FAR, FOE, LOST_OWN, OWN, count, occupied
from .attempt import fits
from .turn_facts import TurnFacts, TurnJudge

Condition = NamedTuple(
    "Condition",
    [
        ("name", str),
        ("cells", Tuple[str, ...]),  # the discs it names
        ("number", int),  # its number, -1 where it has none
        ("word", str),  # limbs such as "LLP"; what grows; one of ENDINGS
        ("turns", Tuple[str, ...]),  # patterns of turns
    ],
)
"""A condition in a goal, such as `starves D5`."""

Test = Callable[[TurnJudge, TurnFacts, Condition], Optional[bool]]
Explanation = Callable[[TurnJudge, TurnFacts, Condition], Saying]

ConditionKind = NamedTuple(
    "ConditionKind",
    [
        ("holds", Test),
        ("arguments", Tuple[str, ...]),
        ("numbers", Tuple[int, int]),
        ("cost", int),
        ("why_not", Explanation),
        ("why", Explanation),
        ("searches", bool),
    ],
)
"""The definition of a condition; `_kind` has the defaults.

- `holds` returns whether a turn meets it; None if a search could not decide.
- `arguments` follow its name in a text: "discs", "disc", "number", "discs|number", "limbs", "growth", "turns" or
  "ending"; those with a "?" are optional.
- `numbers` are the least and the greatest number allowed.
- `cost` orders the conditions of a goal: fast ones are judged first.
- `why_not` says why it does not hold; `why` says that it holds although it should not (`not`).
- `searches` says that `holds` searches with a budget, which the turns of one judge share.
"""

AT_ONCE = "at once"
BY_NEWBORN = "by a newborn"
ENDINGS = (AT_ONCE, BY_NEWBORN)
GROWTH_WORDS = ("leg", "pincer", "new")


def _named(prefix: str, condition: Condition) -> Saying:
    """The sentence of a condition, or if it has none of its own, one with its words in the goal."""
    code = prefix + condition.name
    if code in ENGLISH.sentences:
        return code, None
    words = [condition.name] + list(condition.cells)
    if condition.number >= 0:
        words.append(str(condition.number))
    return prefix + "unnamed", {"goal": " ".join(words + [condition.word] * bool(condition.word))}


def _not(_: TurnJudge, __: TurnFacts, condition: Condition) -> Saying:
    return _named("lesson.not.", condition)


def _met(_: TurnJudge, __: TurnFacts, condition: Condition) -> Saying:
    return _named("lesson.met.", condition)


def _met_cell(_: TurnJudge, __: TurnFacts, condition: Condition) -> Saying:
    cell, limbs = condition.cells[0], condition.word
    if limbs:
        return "lesson.met.limbs", {"cell": cell, "legs": limbs.count("L"), "pincers": limbs.count("P")}
    return "lesson.met." + condition.name, {"cell": cell}


def _met_wanted(_: TurnJudge, __: TurnFacts, condition: Condition) -> Saying:
    return "lesson.met." + condition.name, {"wanted": condition.number}


def _kind(
    holds: Test,
    arguments: Tuple[str, ...] = (),
    numbers: Tuple[int, int] = (0, 0),
    cost: int = 0,
    why_not: Explanation = _not,
    why: Explanation = _met,
    searches: bool = False,
) -> ConditionKind:
    return ConditionKind(holds, arguments, numbers, cost, why_not, why, searches)


def _going_on(explanation: Explanation) -> Explanation:
    """An explanation that speaks of the game as going on; of a turn that ends the game, it says that."""

    def explained(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
        if facts.ended:
            return "lesson.not.over" if judge.won(facts) else "lesson.not.survives-over", None
        return explanation(judge, facts, condition)

    return explained


def _all_among(judge: TurnJudge, condition: Condition, discs: int) -> bool:
    """Whether all discs that a condition names are among `discs`."""
    return not [disc for disc in judge.discs(condition.cells) if not disc & discs]


def _outside(judge: TurnJudge, condition: Condition, discs: int) -> List[str]:
    """The discs that a condition names and that are not among `discs`."""
    named = zip(condition.cells, judge.discs(condition.cells))
    return [cell for cell, disc in named if not disc & discs]


def _food(judge: TurnJudge, facts: TurnFacts, disc: int) -> Slots:
    """The slots of a sentence about the food of an adaptoid."""
    size = sum(judge.limbs(facts, disc))
    return {"cell": judge.layout.cell(disc), "liberties": judge.liberties(facts, disc), "size": size}


# -- captures and starving ---------------------------------------------------------------------------------------------

Counter = Callable[[TurnJudge, TurnFacts, Condition], int]


def _captured(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> int:
    if condition.word == BY_NEWBORN and facts.origin & judge.newborns == 0:
        return 0
    return (0 if condition.word else judge.captured_before) + judge.captured(facts)


def _starved_now(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> int:
    """The discs of the enemies that starved in the turn, with `by a newborn` beside one that arrived."""
    return judge.starved_by_newborns(facts) if condition.word == BY_NEWBORN else facts.starved


def _starved(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> int:
    return (0 if condition.word else judge.n_starved_before) + count(_starved_now(judge, facts, condition))


def _taken(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> int:
    return _captured(judge, facts, condition) + _starved(judge, facts, condition)


def _lost(judge: TurnJudge, facts: TurnFacts) -> int:
    return judge.lost_before + facts.state[LOST_OWN] - judge.state[LOST_OWN]


def _by_anyone(condition: Condition) -> Condition:
    """A condition with `at once` in place of `by a newborn`."""
    return Condition(condition.name, condition.cells, condition.number, AT_ONCE, ())


def _counted(counter: Counter) -> ConditionKind:
    """A condition on the number of enemies taken."""

    def enough(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
        return counter(judge, facts, condition) >= condition.number

    def too_few(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
        n = counter(judge, facts, condition)
        code = "lesson.not." + condition.name
        if condition.word == BY_NEWBORN and n < counter(judge, facts, _by_anyone(condition)):
            return "lesson.not.by-newborn", None
        if n == 0:
            return code + "-none", None
        # a turn captures one at most
        ending = "-at-once" if condition.word and condition.name != "captures" else ""
        return code + ending, {"n": n, "wanted": condition.number}

    def too_many(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
        n = counter(judge, facts, condition)
        if condition.word == BY_NEWBORN:
            return "lesson.met.by-newborn", None
        return "lesson.met." + condition.name, {"n": n, "max": condition.number - 1}

    # two enemies have 24 bodies between them
    return _kind(enough, ("number", "ending?"), (1, 24), why_not=too_few, why=too_many)


_STARVES_COUNTED = _counted(_starved)


def _starves(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Optional[bool]:
    if condition.number >= 0:
        return _STARVES_COUNTED.holds(judge, facts, condition)
    starved = _starved_now(judge, facts, condition) | (0 if condition.word else judge.starved_before)
    return _all_among(judge, condition, starved)


def _starves_not(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
    if condition.number >= 0:
        return _STARVES_COUNTED.why_not(judge, facts, condition)
    if condition.word == BY_NEWBORN and _starves(judge, facts, _by_anyone(condition)):
        return "lesson.not.by-newborn", None
    starved = facts.starved if condition.word else judge.starved_before | facts.starved
    cell = _outside(judge, condition, starved)[0]
    disc = judge.discs((cell,))[0]
    if disc & (facts.state[FOE] | facts.state[FAR]):
        return "lesson.not.starves-fed", _food(judge, facts, disc)
    earlier = disc & judge.starved_before != 0
    return "lesson.not.starves-earlier" if earlier else "lesson.not.starves-gone", {"cell": cell}


def _starves_but(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
    if condition.cells and condition.word != BY_NEWBORN:
        return "lesson.met.starves-here", {"cells": list(condition.cells)}
    return _STARVES_COUNTED.why(judge, facts, condition)


def _losses(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
    return _lost(judge, facts) <= condition.number


def _losses_saying(form: str) -> Explanation:
    return lambda judge, facts, condition: (
        "lesson.%s.losses" % form,
        {"n": _lost(judge, facts), "max": condition.number},
    )


# -- tactics ----------------------------------------------------------------------------------------------------------


def _forks(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
    forked = judge.forked(facts)
    return forked != 0 and _all_among(judge, condition, forked)


def _forks_not(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
    forked = judge.forked(facts)
    if forked:
        return "lesson.not.forks-here", {"cell": _outside(judge, condition, forked)[0]}
    return "lesson.not.forks", None


def _tail(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
    return judge.longest_tail(facts) >= max(condition.number, 1)


def _tail_not(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
    n = judge.longest_tail(facts)
    return ("lesson.not.tail-short", {"n": n, "wanted": condition.number}) if n else ("lesson.not.tail", None)


# -- what enemies can do next -----------------------------------------------------------------------------------------


def _survives(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
    own = facts.state[OWN]
    if condition.cells:
        if not _all_among(judge, condition, own):
            return False
        own = sum(judge.discs(condition.cells))
    if facts.ended:
        return judge.won(facts)
    return judge.attackable(facts, own) == 0 and judge.starvable(facts, own, True) == 0


def _survives_not(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
    missing = _outside(judge, condition, facts.state[OWN])
    if missing:
        return "lesson.not.yours", {"cell": missing[0]}
    if facts.ended:
        return "lesson.not.survives-over", None
    own = sum(judge.discs(condition.cells)) or facts.state[OWN]
    for code, targets in (("attack", judge.capturable), ("exchange", judge.attackable)):
        discs = targets(facts, own)
        if discs:
            return "lesson.not.survives-" + code, {"cell": judge.layout.cells_of(discs)[0]}
    starvable = judge.starvable(facts, own, False)
    disc = judge.discs(judge.layout.cells_of(starvable)[:1])[0]
    slots = _food(judge, facts, disc)
    return "lesson.not.survives-hunger", {
        "cell": slots["cell"],
        "limbcount": slots["size"],
        "free": slots["liberties"],
    }


def _keeps(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
    return judge.left_after_reply(facts, condition.number) >= condition.number


def _survives_but(_: TurnJudge, __: TurnFacts, condition: Condition) -> Saying:
    if condition.cells:
        return "lesson.met.survives-here", {"cells": list(condition.cells)}
    return "lesson.met.survives", None


def _keeps_not(_: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
    too_few = count(facts.state[OWN]) < condition.number
    return "lesson.not.keeps" + ("-now" if too_few else ""), {"wanted": condition.number}


# -- the board after the turn -----------------------------------------------------------------------------------------


def _standing(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> int:
    """The disc that a condition names, if somebody stands there; without a name, the learner's discs."""
    state = facts.state
    if condition.cells:
        return judge.discs(condition.cells)[0] & occupied(state)
    return state[OWN]


def _roomy(holds_limbs: bool, least: int) -> ConditionKind:
    """A condition on the liberties of an adaptoid: on all of them, or on those that it does not need for its limbs."""

    def cramped(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> int:
        """The first disc whose adaptoid has too few liberties; 0 if there is none."""
        discs = _standing(judge, facts, condition)
        while discs:
            disc = discs & -discs
            discs ^= disc
            needed = sum(judge.limbs(facts, disc)) if holds_limbs else 0
            if judge.liberties(facts, disc) < condition.number + needed:
                return disc
        return 0

    def holds(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
        return _standing(judge, facts, condition) != 0 and cramped(judge, facts, condition) == 0

    def why_not(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
        disc = cramped(judge, facts, condition)
        if disc == 0:
            if condition.cells:
                return "lesson.not.nobody", {"cell": condition.cells[0]}
            return "lesson.not.none-left", None
        slots = _food(judge, facts, disc)
        slots["wanted"] = condition.number
        return "lesson.not." + condition.name, slots

    return _kind(holds, ("disc?", "number"), (least, 6), 0, why_not, _met_wanted)


def _has_limbs(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
    """Whether the adaptoid on the disc has at least the wanted limbs."""
    legs, pincers = judge.limbs(facts, judge.discs(condition.cells)[0])
    return legs >= condition.word.count("L") and pincers >= condition.word.count("P")


def _occupies(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
    return facts.state[OWN] & judge.discs(condition.cells)[0] != 0 and _has_limbs(judge, facts, condition)


def _occupies_not(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
    cell = condition.cells[0]
    if facts.state[OWN] & judge.discs(condition.cells)[0] == 0 or _has_limbs(judge, facts, condition):
        return "lesson.not.yours", {"cell": cell}
    limbs = condition.word
    return "lesson.not.limbs", {"cell": cell, "legs": limbs.count("L"), "pincers": limbs.count("P")}


def _reaches(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
    return facts.target == judge.discs(condition.cells)[0] != 0 and _occupies(judge, facts, condition)


def _reaches_not(judge: TurnJudge, facts: TurnFacts, condition: Condition) -> Saying:
    if facts.target != judge.discs(condition.cells)[0]:
        return "lesson.not.reaches", {"cell": condition.cells[0]}
    return _occupies_not(judge, facts, condition)


# -- the turn itself --------------------------------------------------------------------------------------------------


def _grows(_: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
    return facts.turn.growth == condition.word


def _grows_not(_: TurnJudge, __: TurnFacts, condition: Condition) -> Saying:
    return "lesson.not.grows-" + condition.word, None


def _plays(_: TurnJudge, facts: TurnFacts, condition: Condition) -> bool:
    return bool([pattern for pattern in condition.turns if fits(pattern, facts.turn)])


CONDITIONS: Dict[str, ConditionKind] = {
    "captures": _counted(_captured),
    "starves": _kind(_starves, ("discs|number", "ending?"), (1, 24), 0, _starves_not, _starves_but),
    "takes": _counted(_taken),
    "losses": _kind(_losses, ("number",), (0, 12), 0, _losses_saying("not"), _losses_saying("met")),
    "forks": _kind(_forks, ("discs?",), why_not=_forks_not),
    "double-forks": _kind(lambda judge, facts, _: count(judge.forked(facts)) > 1),
    "kamikaze": _kind(lambda judge, facts, _: judge.kamikaze(facts), cost=2),
    "tail": _kind(_tail, ("number?",), (3, 12), 1, _going_on(_tail_not)),
    "reserve": _kind(lambda judge, facts, _: judge.reserve(facts), cost=2, why_not=_going_on(_not)),
    "besieges": _kind(
        lambda judge, facts, condition: judge.besieges(facts, max(condition.number, 1)),
        ("number?",),
        (1, 4),
        9,
        _going_on(_not),
        searches=True,
    ),
    "survives": _kind(_survives, ("discs?",), cost=3, why_not=_survives_not, why=_going_on(_survives_but)),
    "keeps": _kind(_keeps, ("number",), (1, 12), 4, _keeps_not, _going_on(_met_wanted)),
    "liberties": _roomy(holds_limbs=False, least=1),
    "spare": _roomy(holds_limbs=True, least=0),
    "reaches": _kind(_reaches, ("disc", "limbs?"), why_not=_reaches_not, why=_met_cell),
    "occupies": _kind(_occupies, ("disc", "limbs?"), why_not=_occupies_not, why=_met_cell),
    "grows": _kind(_grows, ("growth",), why_not=_grows_not),
    "unmoved": _kind(lambda _, facts, __: facts.origin == 0),
    "wins": _kind(lambda judge, facts, _: judge.won_since or judge.won(facts)),
    "plays": _kind(_plays, ("turns",)),
}
"""All conditions by name."""
