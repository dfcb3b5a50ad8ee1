"""Positions with the tactics that are in them, labelled by a program that shares nothing with the finder."""
