"""Programs for the developers of adaptoid-widget. They are not part of the wheel, and the package uses none of them."""

from __future__ import annotations

import argparse


def argument_parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser whose `--help` prints the docstring of a program as it is."""
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
