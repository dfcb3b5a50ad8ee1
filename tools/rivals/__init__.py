"""Two standard searches, UCT and max^n, that the search of the package is compared with."""
