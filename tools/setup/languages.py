"""Checks the languages against English: `python -m tools.setup.languages` lists which sentences are still in English.

A key that English has not, other slots and an empty text are faults, and nothing is built with them. A sentence that is
not translated yet shows in English. Only what is published needs them all: the source distribution and the wheel.
"""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Mapping, Sequence
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "adaptoid_widget"
ENGLISH = {
    "sentences": ("core/i18n/en_messages.py", "core/i18n/en_lessons.py"),
    "ui": ("core/i18n/en_ui.py",),
    "page": ("locales/en_pages.py",),
}
FORMS = ("zero", "one", "two", "few", "many", "other")
# between two sentences Japanese has nothing
BETWEEN = ("list.sentence", "ui.sentence")
SLOT = re.compile(r"\{([^{}]*)\}")

LocaleWords = Mapping[str, Mapping[str, object]]


class LanguagesError(ValueError):
    """The languages have faults, or lack sentences that a release needs. The message lists them all."""


def english(package: Path = PACKAGE) -> dict[str, dict[str, str]]:
    """Read the English sentences without importing the package."""
    out: dict[str, dict[str, str]] = {}
    for part, names in ENGLISH.items():
        out[part] = {}
        for name in names:
            module = runpy.run_path(str(package / name))
            (words,) = [value for key, value in module.items() if key.isupper() and isinstance(value, dict)]
            out[part].update(words)
    return out


def translations(package: Path = PACKAGE) -> dict[str, dict[str, dict[str, object]]]:
    """Read the other languages by tag."""
    files = sorted((package / "locales").glob("*.json"))
    return {path.stem: json.loads(path.read_text("utf-8"), object_pairs_hook=_once) for path in files}


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make a JSON object. Raises an error for a duplicate key, which would hide a text."""
    keys = [key for key, _ in pairs]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise LanguagesError(f"given twice: {', '.join(twice)}")
    return dict(pairs)


def plurals_of(words: LocaleWords) -> list[str]:
    """Return the plural forms that a language names."""
    return str(words.get("sentences", {}).get("language.plurals", "")).split()


def wrong(language: str, source: Mapping[str, Mapping[str, str]], words: LocaleWords) -> list[str]:
    """Return the unknown keys and the wrong slots of a language."""
    out: list[str] = []
    plurals = plurals_of(words)
    if "other" not in plurals or not set(plurals) <= set(FORMS):
        out.append(
            f"{language}: language.plurals lists the categories of Intl.PluralRules, such as one other"
        )
    unknown = sorted(set(words) - set(source))
    out += [f"{language}: {part} belongs into one of {', '.join(source)}" for part in unknown]
    for part in sorted(source):
        theirs = words.get(part, {})
        slots = wanted(plurals or FORMS, source.get(part, {}))
        out += [
            f"{language}: {part} has {key}, which English has not" for key in sorted(set(theirs) - set(slots))
        ]
        for key in sorted(set(theirs) & set(slots)):
            text = theirs[key]
            if not isinstance(text, str) or (not text and key not in BETWEEN):
                out.append(f"{language}: {key} is no text")
            elif set(SLOT.findall(text)) != slots[key] or re.search("[{}]", SLOT.sub("", text)):
                expected = ", ".join(sorted(slots[key])) or "none"
                out.append(f"{language}: {key} has other slots than English, which has {expected}")
    return out


def lacking(language: str, source: Mapping[str, Mapping[str, str]], words: LocaleWords) -> list[str]:
    """Return the keys that a language does not have yet."""
    plurals = plurals_of(words)
    return [
        f"{language}: {part} lacks {key}"
        for part in sorted(source)
        for key in sorted(set(wanted(plurals or FORMS, source[part])) - set(words.get(part, {})))
    ]


def wanted(plurals: Sequence[str], source: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the keys that a language with these plural forms must have, with their slots."""
    out: dict[str, set[str]] = {}
    for key, text in source.items():
        stem, _, form = key.rpartition(".")
        if form in FORMS and f"{stem}.other" in source:
            for own in plurals:
                out[f"{stem}.{own}"] = set(SLOT.findall(source[f"{stem}.other"]))
        else:
            out[key] = set(SLOT.findall(text))
    return out


def missing(package: Path = PACKAGE) -> list[str]:
    """Return the sentences that show in English since their language lacks them, such as "de: ui lacks ui.undo"."""
    source = english(package)
    return [line for tag, words in translations(package).items() for line in lacking(tag, source, words)]


def check(package: Path = PACKAGE, *, complete: bool = False) -> None:
    """Raises LanguagesError if a language has a fault; with `complete`, also if it lacks a sentence."""
    source = english(package)
    everyone: dict[str, LocaleWords] = {"en": source, **translations(package)}
    faults = [fault for tag, words in everyone.items() for fault in wrong(tag, source, words)]
    if complete:
        faults += missing(package)
    if faults:
        raise LanguagesError("the languages differ:\n  " + "\n  ".join(faults))


def report(package: Path = PACKAGE) -> str:
    """Say which sentences are still in English; "" if none are."""
    lines = missing(package)
    return "\n".join([f"NOT TRANSLATED: {len(lines)} texts, which show in English:", *lines]) if lines else ""


if __name__ == "__main__":
    check()
    print(report() or "all languages are complete")
