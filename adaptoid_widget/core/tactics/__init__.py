"""Tactics found and explained; players that look one turn ahead."""
