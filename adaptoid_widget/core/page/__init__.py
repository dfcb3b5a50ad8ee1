"""A session behind JSON texts, as a shared page talks to it."""
