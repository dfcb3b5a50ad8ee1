"""Finds and explains tactics; players that look one turn ahead."""
