"""Modules for `dev.py` and the build. They need only the standard library, since nothing is installed yet."""

from __future__ import annotations

import argparse


def argument_parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser whose `--help` prints the docstring of a program as it is."""
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
