"""The editor: a draft of a position, and of a board laid out of discs."""
