"""Two standard searches, UCT and max^n, to compare the package's search with."""
