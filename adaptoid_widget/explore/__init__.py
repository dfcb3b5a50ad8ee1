"""Questions about tactics to many games, and positions as arrays for research."""
