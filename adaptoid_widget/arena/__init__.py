"""Players, programs as players, matches, Elo."""
