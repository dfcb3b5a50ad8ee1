"""Writes a lesson as the text of a lesson file; reading it gives the same lesson."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.teaching.lesson import STEP_FIELDS, LessonContent, LessonStep, StepField
from ..core.teaching.lesson_keys import FIRST_LINE, INDENT
from ..core.teaching.rich_text import LocalizedText, Prose
from .markdown_writer import markdown_of


def text_of(lesson: LessonContent) -> str:
    """The text of the lesson file of a lesson."""
    lines = [FIRST_LINE, f"name: {lesson.name}"]
    first = lesson.languages[0]
    if first != "en":
        lines.append(f"language: {first}")
    lines += [f"title{_tag(tag, first)}: {lesson.title[tag]}" for tag in lesson.languages]
    lines += _localized("about", "", lesson.about, lesson.languages)
    lines.append(f"order: {lesson.order}")
    for step in lesson.steps:
        lines += ["", f"[step {step.name}]"]
        for field in STEP_FIELDS:
            if field.form and getattr(step, field.name) != field.default:
                lines += _field(step, field, lesson.languages)
    return "\n".join(lines) + "\n"


def _field(step: LessonStep, field: StepField, languages: tuple[str, ...]) -> Iterator[str]:
    value = getattr(step, field.name)
    if field.form == "text":
        yield from _localized(field.key, "", value, languages)
    elif field.form == "texts":
        for text in value:
            yield from _localized(field.key, "", text, languages)
    elif field.form == "answers":
        for answer, text in value:
            yield from _localized(field.key, answer, text, languages)
    elif field.form == "turns":
        yield from (f"{field.key} {turn}: {reply}" for turn, reply in value)
    elif field.name == "ask":
        yield f"ask: {step.kind} {value}"
    elif field.name in ("plays", "fresh"):
        yield f"{field.key}: {' | '.join(value)}"
    elif field.name == "turns" and step.is_game:
        yield "turns: game"
    elif value != "script":
        yield f"{field.key}: {'yes' if value is True else value}"


def _localized(key: str, arg: str, text: LocalizedText, languages: tuple[str, ...]) -> Iterator[str]:
    """A text in all its languages."""
    for tag in languages:
        if tag in text:
            between = f" {arg} " if arg and tag != languages[0] else f" {arg}" if arg else ""
            yield from _text(f"{key}{between}{_tag(tag, languages[0])}:", text[tag])


def _text(key: str, tree: Prose) -> Iterator[str]:
    lines = markdown_of(tree).split("\n")
    if len(lines) == 1:
        yield f"{key} {lines[0]}"
        return
    yield key
    yield from (INDENT + line if line else "" for line in lines)


def _tag(tag: str, first: str) -> str:
    return "" if tag == first else f"[{tag}]"
