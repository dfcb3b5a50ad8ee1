"""Why a goal is not met: the first condition that fails, as a code and what fills its sentence."""

from __future__ import annotations

from typing import Callable, Dict

from ..i18n.catalog import Saying
from ..i18n.slots import Slots
from .conditions import Case, captured, has_limbs, holds, lost, roomless, starved, taken
from .goal_parser import Condition, Node
from .turn_facts import Deed


def unmet(node: Node, case: Case, deed: Deed) -> Saying:
    """What to say of a goal, or a part of one, that is not met: about the first condition that fails."""
    if node.condition is not None:
        return _NOT[node.condition.name](case, deed, node.condition)
    if node.kind == "not":
        return _but(node.parts[0], case, deed)
    return unmet(next(part for part in node.parts if not holds(part, case, deed)), case, deed)


def _but(node: Node, case: Case, deed: Deed) -> Saying:
    """What to say of a part that is met and should not be."""
    if node.condition is not None:
        return _avoid(case, deed, node.condition)
    if node.kind == "not":
        return unmet(node.parts[0], case, deed)
    return _but(next(part for part in node.parts if holds(part, case, deed)), case, deed)


# -- what should be and is not ----------------------------------------------------------------------------------------


def _captures(case: Case, deed: Deed, condition: Condition) -> Saying:
    return _too_few("lesson.not.captures", captured(case, deed, condition), condition)


def _too_few(code: str, n: int, condition: Condition) -> Saying:
    """That too few were captured or starved; where they are to be taken at once, in this turn."""
    if n == 0:
        return code + "-none", None
    return "lesson.not.at-once" if condition.word else code, {"n": n, "wanted": condition.number}


def _starves(case: Case, deed: Deed, condition: Condition) -> Saying:
    if condition.number >= 0:
        return _too_few("lesson.not.starves", starved(case, deed, condition), condition)
    hungry = deed.hungry if condition.word else case.starved | deed.hungry
    for cell in condition.cells:
        disc = case.discs((cell,))[0]
        if disc & hungry == 0:
            if disc & (deed.state[1] | deed.state[2]):
                room, size = case.court.room(deed, disc), case.court.size(deed, disc)
                return "lesson.not.starves-fed", {"cell": cell, "liberties": room, "size": size}
            earlier = disc & case.starved != 0
            return "lesson.not.starves-earlier" if earlier else "lesson.not.starves-gone", {"cell": cell}
    raise AssertionError("all of them starved")


def _takes(case: Case, deed: Deed, condition: Condition) -> Saying:
    return _too_few("lesson.not.takes", taken(case, deed, condition), condition)


def _forks(case: Case, deed: Deed, condition: Condition) -> Saying:
    forked = case.court.forked(deed)
    if forked:
        for cell in condition.cells:
            if case.discs((cell,))[0] & forked == 0:
                return "lesson.not.forks-here", {"cell": cell}
    return "lesson.not.forks", None


def _double_forks(_: Case, __: Deed, ___: Condition) -> Saying:
    return "lesson.not.double-forks", None


def _kamikaze(_: Case, __: Deed, ___: Condition) -> Saying:
    return "lesson.not.kamikaze", None


def _survives(case: Case, deed: Deed, condition: Condition) -> Saying:
    own = deed.state[0]
    if condition.cells:
        discs = case.discs(condition.cells)
        for cell, disc in zip(condition.cells, discs):
            if disc & own == 0:
                return "lesson.not.yours", {"cell": cell}
        own = sum(discs)
    if deed.ended:
        return "lesson.not.survives-over", None
    cell_of = case.court.layout.cells_of
    attacked = case.court.attacked(deed, own)
    if attacked:
        return "lesson.not.survives-attack", {"cell": cell_of(attacked)[0]}
    return "lesson.not.survives-hunger", {"cell": cell_of(case.court.starvable(deed, own, False))[0]}


def _keeps(_: Case, __: Deed, condition: Condition) -> Saying:
    return "lesson.not.keeps", {"wanted": condition.number}


def _liberties(case: Case, deed: Deed, condition: Condition) -> Saying:
    disc = roomless(case, deed, condition, False)
    if disc == 0:
        return _nobody(condition)
    slots: Slots = {"cell": case.court.layout.cell(disc), "n": case.court.room(deed, disc)}
    slots["wanted"] = condition.number
    return "lesson.not.liberties", slots


def _spare(case: Case, deed: Deed, condition: Condition) -> Saying:
    disc = roomless(case, deed, condition, True)
    if disc == 0:
        return _nobody(condition)
    slots: Slots = {"cell": case.court.layout.cell(disc), "wanted": condition.number}
    slots["liberties"] = case.court.room(deed, disc)
    slots["size"] = case.court.size(deed, disc)
    return "lesson.not.spare", slots


def _nobody(condition: Condition) -> Saying:
    if condition.cells:
        return "lesson.not.nobody", {"cell": condition.cells[0]}
    return "lesson.not.none-left", None


def _reaches(case: Case, deed: Deed, condition: Condition) -> Saying:
    if deed.goal != case.discs(condition.cells)[0]:
        return "lesson.not.reaches", {"cell": condition.cells[0]}
    return _occupies(case, deed, condition)


def _occupies(case: Case, deed: Deed, condition: Condition) -> Saying:
    cell = condition.cells[0]
    disc = case.discs(condition.cells)[0]
    if deed.state[0] & disc == 0 or has_limbs(case, deed, disc, condition.word):
        return "lesson.not.yours", {"cell": cell}
    limbs = condition.word
    return "lesson.not.limbs", {"cell": cell, "legs": limbs.count("L"), "pincers": limbs.count("P")}


def _tail(case: Case, deed: Deed, condition: Condition) -> Saying:
    n = case.court.longest_tail(deed)
    if n == 0:
        return "lesson.not.tail", None
    return "lesson.not.tail-short", {"n": n, "wanted": condition.number}


def _reserve(_: Case, __: Deed, ___: Condition) -> Saying:
    return "lesson.not.reserve", None


def _besieges(_: Case, __: Deed, ___: Condition) -> Saying:
    return "lesson.not.besieges", None


_GROWS = {
    "leg": "lesson.not.grows-leg",
    "pincer": "lesson.not.grows-pincer",
    "new": "lesson.not.grows-new",
}


def _grows(_: Case, __: Deed, condition: Condition) -> Saying:
    return _GROWS[condition.word], None


def _unmoved(_: Case, __: Deed, ___: Condition) -> Saying:
    return "lesson.not.unmoved", None


def _wins(_: Case, __: Deed, ___: Condition) -> Saying:
    return "lesson.not.wins", None


def _plays(_: Case, __: Deed, ___: Condition) -> Saying:
    return "lesson.not.plays", None


def _losses(case: Case, deed: Deed, condition: Condition) -> Saying:
    return "lesson.not.losses", {"n": lost(case, deed), "most": condition.number}


_NOT: Dict[str, Callable[[Case, Deed, Condition], Saying]] = {
    "captures": _captures,
    "starves": _starves,
    "takes": _takes,
    "forks": _forks,
    "double-forks": _double_forks,
    "kamikaze": _kamikaze,
    "survives": _survives,
    "keeps": _keeps,
    "liberties": _liberties,
    "spare": _spare,
    "reaches": _reaches,
    "occupies": _occupies,
    "tail": _tail,
    "reserve": _reserve,
    "besieges": _besieges,
    "grows": _grows,
    "unmoved": _unmoved,
    "wins": _wins,
    "plays": _plays,
    "losses": _losses,
}


# -- what is and should not be ----------------------------------------------------------------------------------------

_BUT: Dict[str, str] = {
    "captures": "lesson.but.captures",
    "starves": "lesson.but.starves",
    "takes": "lesson.but.takes",
    "forks": "lesson.but.forks",
    "double-forks": "lesson.but.double-forks",
    "kamikaze": "lesson.but.kamikaze",
    "survives": "lesson.but.survives",
    "keeps": "lesson.but.keeps",
    "liberties": "lesson.but.liberties",
    "spare": "lesson.but.spare",
    "reaches": "lesson.but.reaches",
    "occupies": "lesson.but.occupies",
    "tail": "lesson.but.tail",
    "reserve": "lesson.but.reserve",
    "besieges": "lesson.but.besieges",
    "grows": "lesson.but.grows",
    "unmoved": "lesson.but.unmoved",
    "wins": "lesson.but.wins",
    "plays": "lesson.but.plays",
    "losses": "lesson.but.losses",
}


def _avoid(case: Case, deed: Deed, condition: Condition) -> Saying:
    name = condition.name
    if name == "starves" and condition.cells:
        return "lesson.but.starves-here", {"cells": list(condition.cells)}
    code = _BUT[name]
    if name in ("captures", "starves", "takes"):
        counts = {"captures": captured, "starves": starved, "takes": taken}
        return code, {"n": counts[name](case, deed, condition), "most": condition.number - 1}
    if name in ("reaches", "occupies"):
        return code, {"cell": condition.cells[0]}
    if name in ("keeps", "liberties", "spare"):
        return code, {"wanted": condition.number}
    if name == "losses":
        return code, {"n": lost(case, deed), "most": condition.number}
    return code, None
