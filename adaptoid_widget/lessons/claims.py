"""What the texts of a step claim, as far as a program can read it: numbers of a named adaptoid, and what a turn did.

A claim is a phrase such as "`D5` has three limbs" or, at the beginning of a sentence, "Captured". A phrase in other
words is not found, so an author still has to read the texts against all right turns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ..core.goals.attempt import Attempt
from ..core.goals.goal import Goal
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.tactics.finder import done
from ..core.tactics.forks import DOUBLE_FORK, FORK
from ..core.tactics.kamikaze import KAMIKAZE
from ..core.tactics.reserves import RESERVE
from ..core.tactics.tails import TAIL
from ..core.teaching.rich_text import Prose

# at least one
SOME = -1

_NUMBERS = {
    "en": {
        "no": 0,
        "a": SOME,
        "an": SOME,
        "a single": 1,
        "one": 1,
        "two": 2,
        "three": 3,
        "four": 4,
        "five": 5,
        "six": 6,
    },
    "de": {
        "kein": 0,
        "keine": 0,
        "nichts": 0,
        "ein": SOME,
        "eine": SOME,
        "eins": 1,
        "zwei": 2,
        "drei": 3,
        "vier": 4,
        "fünf": 5,
        "sechs": 6,
    },
    "es": {
        "ningún": 0,
        "ninguna": 0,
        "un": SOME,
        "una": SOME,
        "dos": 2,
        "tres": 3,
        "cuatro": 4,
        "cinco": 5,
        "seis": 6,
    },
    "ja": {str(number): number for number in range(7)},
}
"""How a language writes numbers of limbs and discs."""

_KINDS = {
    "en": {"limbs": r"limbs?", "legs": r"legs?", "pincers": r"pincers?", "liberties": r"free discs?"},
    "de": {"limbs": r"Gliedmaßen?", "legs": r"Beine?", "pincers": r"Scheren?", "liberties": r"freie Felder"},
    "es": {
        "limbs": r"extremidad(?:es)?",
        "legs": r"patas?",
        "pincers": r"pinzas?",
        "liberties": r"casillas? libres?",
    },
    "ja": {"limbs": "手足", "legs": "足", "pincers": "ハサミ", "liberties": "空きマス"},
}

_HAS = {
    "en": r"`(?P<cell>\w+)`(?: at the front)? has ",
    "de": r"`(?P<cell>\w+)`(?: an der Front)? hat ",
    "es": r"`(?P<cell>\w+)` tiene ",
    "ja": r"`(?P<cell>\w+)`(?:には?|は|の)",
}
_ONLY = {
    "en": r"(?:exactly |only |just )?",
    "de": r"(?:genau |nur )?",
    "es": r"(?:justo |exactamente |solo )?",
    "ja": "",
}
_AND = {"en": r",? and ", "de": r" und ", "es": r" y ", "ja": r"(?:に|、|と)"}
_BARE = {
    "en": r"`(?P<cell>\w+)` is bare\b",
    "de": r"`(?P<cell>\w+)` ist nackt\b",
    "es": r"`(?P<cell>\w+)` no tiene extremidades\b",
    "ja": r"`(?P<cell>\w+)`には手足がありません",
}

_STRIKES_BACK = {
    "en": r"[^.!?]*\bstrikes back\b",
    "de": r"[^.!?]*\bschlägt zurück\b",
    "es": r"[^.!?]*\bdevuelve el golpe\b",
    "ja": r"[^。！？]*反撃",
}

_LOST = {
    "en": r"`(?P<cell>\w+)` (?:cannot|can't|can’t) (?:be saved|escape)\b",
    "de": r"`(?P<cell>\w+)` (?:ist nicht zu retten|kann nicht entkommen)\b|für `(?P<other>\w+)` kein Entkommen",
    "es": r"`(?P<cell>\w+)` (?:no se puede salvar|no puede escapar|no tiene escapatoria)\b",
    "ja": r"`(?P<cell>\w+)`(?:は助かりません|は逃げられません|の逃げ場がありません)",
}

_BEGINS = r"(?:^|[.!?:;] )"
_EVENTS: dict[str, dict[str, str]] = {
    "en": {
        "captured": rf"{_BEGINS}Captured\b|\b[Yy]ou captured\b",
        "exchanged": rf"{_BEGINS}An equal exchange\b|\bBoth are gone\b",
        "starved": rf"{_BEGINS}Starved\b|\b[Yy]ou starved\b",
        FORK: r"(?:\b[Tt]hat is a|^A) fork\b",
        DOUBLE_FORK: r"(?:\b[Tt]hat is a|^A) double fork\b",
        KAMIKAZE: r"(?:\b[Tt]hat is a|^A) kamikaze[:.,!]",
        TAIL: r"(?:\b[Tt]hat is (?:a|your own)|^A) tail[:.,!]",
        RESERVE: r"(?:\b[Tt]hat is a|^A) reserve[:.,!]",
    },
    "de": {
        "captured": rf"{_BEGINS}Geschlagen\b",
        "exchanged": rf"{_BEGINS}Ein Abtausch\b|\bBeide sind weg\b",
        "starved": rf"{_BEGINS}Verhungert\b",
        FORK: r"(?:\b[Dd]as ist eine|^Eine) Gabel\b",
        DOUBLE_FORK: r"(?:\b[Dd]as ist eine|^Eine) Doppelgabel\b",
        KAMIKAZE: r"(?:\b[Dd]as ist ein|^Ein) Kamikaze[:.,!]",
        TAIL: r"(?:\b[Dd]as ist (?:ein|dein eigener)|^Ein) Schwanz[:.,!]",
        RESERVE: r"(?:\b[Dd]as ist eine|^Eine) Reserve[:.,!]",
    },
    "es": {
        "captured": rf"{_BEGINS}Capturad[oa]s?\b",
        "exchanged": rf"{_BEGINS}Un cambio igualado\b|\bSe fueron los dos\b",
        "starved": rf"{_BEGINS}Muert[oa]s? de hambre\b",
        FORK: r"(?:\b[Ee]so es una|^Una) horquilla(?! doble)\b",
        DOUBLE_FORK: r"(?:\b[Ee]so es una|^Una) horquilla doble\b",
        KAMIKAZE: r"(?:\b[Ee]so es un|^Un) kamikaze[:.,!]",
        TAIL: r"(?:\b[Ee]s (?:una|tu propia)|^Una) cola[:.,!]",
        RESERVE: r"(?:\b[Ee]s una|^Una) reserva[:.,!]",
    },
    "ja": {
        "captured": "捕獲しました",
        "exchanged": "^相打ちです",
        "starved": "窒息させました",
        FORK: "^フォークです",
        KAMIKAZE: "^カミカゼです",
        TAIL: "^テイルができ",
        RESERVE: "^リザーブ(?:です|ができ)",
    },
}
"""Phrases that say what a turn did, by language."""


class Claim(NamedTuple):
    """A phrase of a text, and whether it is true of an adaptoid in a position."""

    phrase: str
    cell: str
    holds: Callable[[Position], bool]


def marked(tree: Prose) -> str:
    """A text with its discs in backticks, without bold and italic.

    >>> marked([["p", ["c", "D5"], " has ", ["b", "three"], " limbs."]])
    '`D5` has three limbs.'
    """
    return " ".join(_marked(block) for block in tree)


def _marked(part: Any) -> str:
    if isinstance(part, str):
        return part
    if part and part[0] == "c":
        return f"`{part[1]}`"
    inner = part[1:] if part and isinstance(part[0], str) else part
    return "".join(_marked(each) for each in inner)


def number_claims(text: str, language: str) -> Iterator[Claim]:
    """What a marked text says about the limbs and the liberties of named adaptoids.

    >>> for claim in number_claims("`D5` has three limbs and exactly three free discs.", "en"):
    ...     print(claim.phrase, claim.holds(Position("adaptoid w 0,0 W:C4,E4,E6L B:D4L,D5LLP,D7")))
    three limbs True
    exactly three free discs True
    """
    if language not in _NUMBERS:
        return
    for bare in re.finditer(_BARE[language], text):
        yield Claim(bare[0], bare["cell"], _has(bare["cell"], "limbs", 0))
    numbers, kinds = _NUMBERS[language], _KINDS[language]
    words = "|".join(sorted(numbers, key=len, reverse=True))
    if language == "ja":
        pairs = [(kind, rf"{word}(?:は|が)?({words})(?:本|つ)(?!足り|多|少)") for kind, word in kinds.items()]
    else:
        pairs = [(kind, rf"({words}) {word}\b") for kind, word in kinds.items()]
    for begin in re.finditer(_HAS[language], text):
        at, between = begin.end(), ""
        while True:
            found = [
                (kind, match)
                for kind, pattern in pairs
                if (match := re.compile(f"{between}({_ONLY[language]}{pattern})").match(text, at))
            ]
            if not found:
                break
            kind, match = found[0]
            yield Claim(match[1], begin["cell"], _has(begin["cell"], kind, numbers[match[2]]))
            at, between = match.end(), _AND[language]


def _has(cell: str, kind: str, number: int) -> Callable[[Position], bool]:
    def holds(position: Position) -> bool:
        piece = position.piece(cell)
        if piece is None:
            return False
        value = {
            "limbs": piece.size,
            "legs": piece.legs,
            "pincers": piece.pincers,
            "liberties": position.liberties(cell),
        }[kind]
        return value > 0 if number == SOME else value == number

    return holds


def event_claims(text: str, language: str) -> dict[str, str]:
    """What a marked text says that the learner's turns did: the phrase by the event.

    >>> event_claims("Captured: one pincer beats none.", "en"), event_claims("Nobody was captured.", "en")
    ({'captured': 'Captured'}, {})
    """
    out: dict[str, str] = {}
    for event, pattern in _EVENTS.get(language, {}).items():
        match = re.search(pattern, text)
        if match is not None:
            out[event] = match[0].strip(" .!?:;,")
    return out


def strike_claims(text: str, language: str) -> Iterator[tuple[str, Callable[[Position], bool]]]:
    """What a marked text says about enemies that strike back: the sentence, and whether one of those in it can attack.

    >>> ((sentence, can_attack),) = strike_claims("Captured, but `D5` strikes back.", "en")
    >>> (
    ...     can_attack(Position("adaptoid b 0,1 W:D2,D4 B:D5LP")),
    ...     can_attack(Position("adaptoid b 0,1 W:D2 B:D5LP")),
    ... )
    (True, False)
    """
    for match in re.finditer(_STRIKES_BACK.get(language, "(?!)"), text):
        cells = re.findall(r"`(\w+)`", match[0])
        yield match[0].strip(), _one_can_attack(cells)


def loss_claims(text: str, language: str) -> Iterator[Claim]:
    """What a marked text says about adaptoids of the player to move that cannot be saved.

    >>> (claim,) = loss_claims("`D4` cannot be saved.", "en")
    >>> (
    ...     claim.holds(Position("adaptoid w 0,0 W:D4PPP B:C4,D5,E4")),
    ...     claim.holds(Position("adaptoid w 0,0 W:D4 B:D7")),
    ... )
    (True, False)
    """
    for match in re.finditer(_LOST.get(language, "(?!)"), text):
        cell = next(name for name in match.groups() if name)
        yield Claim(match[0], cell, _is_lost(cell))


def _is_lost(cell: str) -> Callable[[Position], bool]:
    def holds(position: Position) -> bool:
        return saving_turn(position, cell) is None

    return holds


def saving_turn(position: Position, cell: str) -> Turn | None:
    """The first turn after which no reply takes the adaptoid that was on a disc; None if there is none."""
    attempt = Attempt(position, position.turn)
    for turn in position.turns():
        at = turn.target if turn.origin == cell and turn.target is not None else cell
        after = attempt.add(turn)
        piece = after.position.piece(at)
        if piece is not None and piece.color == position.turn and Goal.from_text(f"survives {at}").met(after):
            return turn
    return None


def _one_can_attack(cells: Sequence[str]) -> Callable[[Position], bool]:
    def holds(position: Position) -> bool:
        pieces = position.pieces
        reaches = [
            position.reach(cell)
            for cell in cells
            if cell in pieces and pieces[cell].color == position.turn and position.winner is None
        ]
        return any(reach.captures or reach.exchanges for reach in reaches)

    return holds


def events_of(attempt: Attempt) -> set[str]:
    """What the learner's turns did to enemies, and the tactics of the last one."""
    events = {gone.how for played in attempt.own for gone in played.gone if gone.piece.color != attempt.color}
    last = attempt.last
    if last is not None:
        events.update(tactic.name for tactic in done(last.before, last.turn, (FORK, DOUBLE_FORK, KAMIKAZE)))
        if DOUBLE_FORK in events:
            events.add(FORK)
        # these are on the board after the turn, also if it did not make them
        events.update(
            name
            for name, goal in ((TAIL, Goal.from_text("tail")), (RESERVE, Goal.from_text("reserve")))
            if goal.met(attempt)
        )
    return events


def true_around(claim: Claim, attempts: Sequence[Attempt]) -> Attempt | None:
    """The first attempt in which a claim is true neither before nor after the last turn; None if there is none."""
    for attempt in attempts:
        last = attempt.last
        if last is not None and not (claim.holds(last.before) or claim.holds(last.after)):
            return attempt
    return None
