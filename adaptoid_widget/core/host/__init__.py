"""The environment of the core: what it asks for and cannot import."""
