"""The rules: bitboards, layouts, positions, turns, their notation, legality."""
