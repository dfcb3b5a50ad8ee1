"""The Python side of a shared page: a session whose intents, replies and state are JSON texts."""

from __future__ import annotations

import json
from typing import Any, Dict

from ..i18n.catalog import LANGUAGES
from ..rules.named_layouts import BOARDS
from ..session.dispatcher import failure_reply, handle
from ..session.hooks import Handler
from ..session.session import Session
from ..wire.intent_fields import MAX_INTEGER, Json

# what reading the stored state of an older version, or a damaged one, may raise; the page then starts with its own
# content. JSON that is too deep raises a RuntimeError, an infinite number an OverflowError
OUTDATED = (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RuntimeError)
# intents that come many times a second, and change nothing to store unless they change the board
TRANSIENT = ("complete", "think", "searched", "analyse", "threats", "hint", "merge")


def read_options(options: str) -> Json:
    """The options of a content of a page. Its named boards are registered."""
    read: Json = json.loads(options)
    for board in read.get("boards", []):
        BOARDS.add(board["name"], board["layout"], board["starts"])
    return read


def film_handler(session: Session) -> Handler:
    """The handler of the intent that plays turns on the board again; its module is imported when it is first needed."""

    def film(intent: Json) -> Json:
        from ..session.sharing import film_of

        return film_of(session, intent)

    return film


class PageEndpoint:
    """One board in a page. Every intent gets a reply."""

    seconds = 0.0
    """The page's clock at the last intent."""

    def __init__(self, session: Session, options: Json, stored: str) -> None:
        """Open a content in the language of its options, or in the one that the reader chose for it.

        All pages with the same content share the stored state, so the choice is stored by the page's language. The
        options may have "settings" of the board.
        """
        language: str = options.get("language", "en")
        session.set(**options.get("settings", {}))
        if options.get("kind") in ("lesson", "puzzles"):
            # a content of an article, which has the menu that shares what is on a board
            from ..session.sharing import add_sharing

            add_sharing(session)
        self._language = language
        self._chosen: Dict[str, str] = {}
        session.wording = LANGUAGES.wording(language)
        try:
            self._chosen = dict(json.loads(stored)["spoken"])
            session.wording = LANGUAGES.wording(self._chosen[language])
        except OUTDATED:
            pass
        self.session = session
        self._rev = session.rev
        self._layout = session.layout
        self._wording = session.wording
        self._traits = self.traits()
        # whether there may be new state to store since the last intent
        self._stores_state = True

    def traits(self) -> Json:
        """Traits that only this kind of page has."""
        return {}

    def state(self) -> Json:
        """What the browser stores, besides the chosen languages."""
        return {}

    def first(self) -> str:
        """The initial values of all traits, as JSON. A page that holds them already does not ask."""
        session = self.session
        self._traits = self.traits()
        out: Json = {"snapshot": session.snapshot(), "discs": session.discs(), "wording": self._words()}
        out.update(self._traits)
        return json.dumps(out)

    def _words(self) -> Json:
        """The trait `wording`. In a page no cell can be run again."""
        words = self.session.words()
        words["ui"]["ui.silent"] = self.session.wording.say("page.silent")
        return words

    def handle(self, text: str) -> str:
        """The reply to an intent, with the traits that changed. The intent's "clock" is the time in seconds.

        A long "text" comes in pieces.
        """
        session = self.session
        intent: Any = None
        try:
            intent = json.loads(text)
            if isinstance(intent, dict):
                clock, pieces = intent.get("clock"), intent.get("text")
                if isinstance(clock, (int, float)) and 0 <= clock <= MAX_INTEGER:
                    self.seconds = float(clock)
                if isinstance(pieces, list) and all(isinstance(piece, str) for piece in pieces):
                    intent["text"] = "".join(pieces)
            reply = handle(session, intent)
        except Exception as error:  # noqa: BLE001  the board waits for a reply
            reply = failure_reply(session, intent, "%s: %s" % (type(error).__name__, error))
        out: Json = {"reply": reply}
        self._add_changes(out)
        kind = intent.get("kind") if isinstance(intent, dict) else None
        self._stores_state = kind not in TRANSIENT or "snapshot" in out
        return json.dumps(out)

    def news(self) -> str:
        """The traits that changed without an intent, as JSON; "" if none did."""
        out: Json = {}
        self._add_changes(out)
        self._stores_state = "snapshot" in out
        return json.dumps(out) if out else ""

    def continue_from(self, rev: int) -> None:
        """Count changes on from `rev`, so that a board that shows an earlier session takes no state for a known one."""
        self.session.rev = rev
        self.session.changed()
        self._rev = self.session.rev

    def _add_changes(self, out: Json) -> None:
        """Add the traits that changed since they were last sent."""
        session = self.session
        if session.rev != self._rev:
            self._rev = session.rev
            out["snapshot"] = session.snapshot()
        if session.layout != self._layout:
            self._layout = session.layout
            out["discs"] = session.discs()
        if session.wording != self._wording:
            self._wording = session.wording
            out["wording"] = self._words()
        traits = self.traits()
        for name in traits:
            if traits[name] != self._traits.get(name):
                out[name] = traits[name]
        self._traits = traits

    def keep(self) -> str:
        """The state to store, as JSON: `stored` of this page when it is opened again. "" if nothing is new.

        The browser calls this after `handle`.
        """
        if not self._stores_state:
            return ""
        out = self.state()
        self._chosen[self._language] = self.session.wording.language
        out["spoken"] = self._chosen
        return json.dumps(out)
