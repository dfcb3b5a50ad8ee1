"""What every shared page asks of Python: a session behind JSON texts. Everything goes in and out as text."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict

from ..i18n.catalog import LANGUAGES
from ..rules.named_layouts import BOARDS
from ..session.dispatcher import handle, refusal
from ..session.session import Session

Json = Dict[str, Any]


def prepared(options: str, languages: str) -> Json:
    """What a page tells Python, with its languages and the boards with names made known.

    A language is three lines, its tag, its name and its words as JSON, which are read when somebody asks for them;
    between two languages stands a NUL.
    """
    told: Json = json.loads(options)
    for each in languages.split("\0") if languages else []:
        tag, name, words = each.split("\n", 2)
        LANGUAGES.add(tag, name, _reading(words))
    for board in told.get("boards", []):
        BOARDS.add(board["name"], board["layout"], board["starts"])
    return told


def _reading(words: str) -> Callable[[], Json]:
    return lambda: json.loads(words)


class Screen:
    """One board in a page; no intent goes unanswered."""

    def __init__(self, session: Session, made: str, kept: str) -> None:
        """Speak the language that was chosen on a page made in this one, or else the one it was made in.

        The pages of one content share what a browser keeps, but each speaks for itself.
        """
        self._made = made
        self._spoken: Dict[str, str] = {}
        session.wording = LANGUAGES.wording(made)
        try:
            self._spoken = dict(json.loads(kept)["spoken"])
            session.wording = LANGUAGES.wording(self._spoken[made])
        except (ValueError, KeyError, TypeError):
            pass  # nothing was kept, or it is of another time
        self.session = session
        """The session that answers."""
        self.seconds = 0.0
        """The time as the page told it last."""
        self._rev = session.rev
        self._layout = session.layout
        self._wording = session.wording
        self._more = self.more()

    def more(self) -> Json:
        """Traits besides those of every board."""
        return {}

    def kept(self) -> Json:
        """What is kept for a later page, besides the languages."""
        return {}

    def first(self) -> str:
        """All that the board is drawn from."""
        session = self.session
        self._more = self.more()
        out: Json = {"snapshot": session.snapshot(), "discs": session.discs(), "wording": session.words()}
        out.update(self._more)
        return json.dumps(out)

    def handle(self, text: str) -> str:
        """The reply to an intent, and with it the traits that changed. Its "clock" is the time in seconds."""
        session = self.session
        intent: Any = None
        try:
            intent = json.loads(text)
            clock = intent.get("clock") if isinstance(intent, dict) else None
            if isinstance(clock, (int, float)):
                self.seconds = float(clock)
            reply = handle(session, intent)
        except Exception as error:  # noqa: BLE001  a board that gets no answer would wait for it
            reply = refusal(session, intent, "%s: %s" % (type(error).__name__, error))
        out: Json = {"reply": reply}
        if session.rev != self._rev:
            self._rev = session.rev
            out["snapshot"] = session.snapshot()
        if session.layout != self._layout:
            self._layout = session.layout
            out["discs"] = session.discs()
        if session.wording != self._wording:
            self._wording = session.wording
            out["wording"] = session.words()
        more = self.more()
        if more != self._more:
            self._more = more
            out.update(more)
        return json.dumps(out)

    def keep(self) -> str:
        """How things stand and the languages spoken, for `kept` of a later page."""
        out = self.kept()
        self._spoken[self._made] = self.session.wording.language
        out["spoken"] = self._spoken
        return json.dumps(out)
