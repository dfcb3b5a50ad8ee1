"""The shared page in Firefox."""
