"""Message catalogue: codes and parameters become sentences; the English ones."""
