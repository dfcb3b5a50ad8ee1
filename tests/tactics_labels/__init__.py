"""Positions labelled with their tactics, by a program that shares no code with the finder."""
