"""The bundled sentences of puzzles."""

from __future__ import annotations

import json
from importlib.resources import files

from ..core.puzzles.puzzle import Sentences

SENTENCES: Sentences = json.loads((files(__package__ or "") / "sentences.json").read_text("utf-8"))
"""The sentences of puzzles by language and key. All languages have the same keys and slots."""
