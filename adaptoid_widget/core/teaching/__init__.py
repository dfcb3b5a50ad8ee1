"""Lessons: their steps and goals, the tutor that judges answers and replies, hints, and results."""
