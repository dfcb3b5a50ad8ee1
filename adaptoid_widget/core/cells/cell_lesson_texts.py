"""What cells need to make lessons of steps and of texts, which not every page holds."""

from __future__ import annotations

from ..teaching.authored_steps import AuthoredStep as Step
from ..teaching.authored_steps import lesson_of
from ..teaching.lesson_problems import LessonError
from ..teaching.lesson_reader import lesson_from_text

__all__ = ["LessonError", "Step", "lesson_from_text", "lesson_of"]
