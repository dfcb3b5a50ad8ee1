"""Code on the pages, in the colours of the board."""

from typing import ClassVar

from pygments.style import Style
from pygments.token import Comment, Error, Generic, Keyword, Literal, Name, Number, Operator, String, Token

Styles = dict[object, str]


def styles(ink: str, quiet: str, word: str, name: str, text: str, number: str) -> Styles:
    """Six colours are enough."""
    return {
        Token: ink,
        Comment: f"italic {quiet}",
        Keyword: word,
        Operator: ink,
        Operator.Word: word,
        Name: ink,
        Name.Builtin: ink,
        Name.Function: name,
        Name.Class: name,
        Name.Namespace: name,
        Name.Decorator: name,
        String: text,
        Number: number,
        Literal: number,
        Generic.Prompt: quiet,
        Generic.Output: quiet,
        Error: ink,
    }


class Light(Style):
    """By day."""

    background_color = "#f4ecdc"
    styles: ClassVar[Styles] = styles("#2e261d", "#6a5a42", "#8a1d3a", "#0a655b", "#2a6010", "#1f5490")


class Dark(Style):
    """By night."""

    background_color = "#26211b"
    styles: ClassVar[Styles] = styles("#f0e7d8", "#b9ab95", "#ffb3bb", "#7fe3d4", "#a8dd90", "#a3ccff")
