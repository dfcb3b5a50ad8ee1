"""A lesson as the text of a lesson file; what is read from it is the same lesson."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.teaching.lesson import Lesson, Step
from ..core.teaching.rich_text import Prose, Said
from .entries import FIRST_LINE, INDENT
from .markdown import markdown_of
from .reading import USUAL_AIDS, USUAL_REPLIES


def text_of(lesson: Lesson) -> str:
    """The text of a lesson file with this lesson in it."""
    lines = [FIRST_LINE, f"name: {lesson.name}"]
    first = lesson.languages[0]
    if first != "en":
        lines.append(f"language: {first}")
    lines += [f"title{_tag(tag, first)}: {lesson.title[tag]}" for tag in lesson.languages]
    lines += _said("about", "", lesson.about, lesson.languages)
    lines.append(f"order: {lesson.order}")
    for step in lesson.steps:
        lines += ["", f"[step {step.name}]", *_step(step, lesson.languages)]
    return "\n".join(lines) + "\n"


def _step(step: Step, languages: tuple[str, ...]) -> Iterator[str]:
    yield from _said("text", "", step.text, languages)
    yield f"position: {step.position}"
    if step.goal is not None:
        yield f"goal: {step.goal}"
    if step.ask:
        yield f"ask: {step.kind} {step.ask}"
    if step.turns != 1:
        yield f"turns: {step.turns}"
    if step.replies not in (USUAL_REPLIES, "script"):
        yield f"replies: {step.replies}"
    for turn, reply in step.script:
        yield f"reply {turn}: {reply}"
    for answer, said in step.wrong:
        yield from _said("wrong", answer, said, languages)
    for hint in step.hints:
        yield from _said("hint", "", hint, languages)
    yield from _said("done", "", step.done, languages)
    if step.marks:
        yield f"marks: {step.marks}"
    if step.aids != USUAL_AIDS:
        yield f"aids: {step.aids}"
    if step.flipped:
        yield "flipped: yes"


def _said(key: str, arg: str, said: Said, languages: tuple[str, ...]) -> Iterator[str]:
    """A text in all its languages."""
    for tag in languages:
        if tag in said:
            between = f" {arg} " if arg and tag != languages[0] else f" {arg}" if arg else ""
            yield from _text(f"{key}{between}{_tag(tag, languages[0])}:", said[tag])


def _text(key: str, tree: Prose) -> Iterator[str]:
    lines = markdown_of(tree).split("\n")
    if len(lines) == 1:
        yield f"{key} {lines[0]}"
        return
    yield key
    yield from (INDENT + line if line else "" for line in lines)


def _tag(tag: str, first: str) -> str:
    return "" if tag == first else f"[{tag}]"
