"""A game: its tree of turns, open start, annotations, records."""
