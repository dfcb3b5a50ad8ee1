"""Solves boards of up to seven discs: `solver.Solver` walks through every game."""
