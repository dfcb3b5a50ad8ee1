"""A game: its tree of turns, open start, marks, records."""
