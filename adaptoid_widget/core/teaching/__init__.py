"""Lessons: goals, tutor, hints, results, spaced repetition."""
