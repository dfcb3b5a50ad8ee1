"""Serves a page with the board in many states, without Jupyter; the session is the real one.

    python -m tools.browser.scenes    # then open http://127.0.0.1:8765/?scene=midgame

Query: scene=NAME, theme=light|dark, lang=en|de|ja|es, width=PIXELS, views=2, shadow=1, slow=MILLISECONDS.
"""

from __future__ import annotations

import json
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.page.page_players import PagePlayers
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.search.runner import SearchListener, SearchNews, SearchRequest, SearchRunner
from adaptoid_widget.core.session.analyst import PositionAnalyst
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.editor_handlers import add_editor
from adaptoid_widget.core.session.hooks import HandlerTable
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.session.sharing import add_sharing
from adaptoid_widget.core.teaching.presenter import LessonPresenter
from adaptoid_widget.core.teaching.reviewer import GameReviewer
from adaptoid_widget.core.teaching.tutor import Tutor
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.engine.weights import weights_of
from adaptoid_widget.export.shared_page import built
from adaptoid_widget.lessons import load
from adaptoid_widget.widget.lesson_maker import LessonMaker
from tools import argument_parser

ROOT = Path(__file__).resolve().parents[2]

BUSY = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
RED = "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"
CROWD = (
    "adapt3@hex5 w 0,0,0 W:B2LLLPPP,D2LLLPPP,E8LLLPPP,G7LLLPPP B:B4LLLPPP,D4LLLPPP,F3LLLPPP,H5LLLPPP"
    " R:A4LLLPPP,C6LLLPPP,E6LLLPPP,F5LLLPPP"
)
# `press` has the elements that are clicked, one after the other
SCENES: dict[str, dict[str, Any]] = {
    "start": {},
    "midgame": {"start": BUSY},
    "hungry": {"start": "adaptoid w 1,0 W:B4,C4LLPPP,C5,D4P,D5 B:B3P,C6,E5L"},
    "grow": {"start": BUSY, "play": [], "move": "E3xF5"},
    "played": {"start": BUSY, "play": ["E3-D3 +C4", "F7-G7 +G6"]},
    "exchange": {"start": BUSY, "move": "E3xE5"},
    "dies": {"start": BUSY.replace("adaptoid ", "adaptoid+weaker-dies "), "move": ""},
    "adapt3": {"start": RED},
    "adapt3-start": {"variant": "adapt3"},
    "adapt3-late": {
        "start": "adapt3 w 9,8,9 W:B1P,C3LP,E3LL B:A3,B3,B4LP,E6LP R:D4,F4LP,F5L,F7L",
        "play": ["E3-D1 B1+L", "E6-F6 B4+L", "F5-G6 G6+P", "D1-E2 B1+P", "B4-C5 F6+L", "F4-F3 D4+P"],
    },
    "adapt3-free": {"variant": "adapt3", "layout": "square", "pieces": "W:N9LL B:N17LL R:N36L", "random": 30},
    "hex5": {"start": "adaptoid@hex5 w 0,0 W:E3LLP,F4 B:D5L,E7PP"},
    "hex2": {"start": "adaptoid@hex2 w 0,0 W:A1LP B:C3"},
    "free": {
        "start": "adaptoid@discs:0,0/1,0/0.5,0.866/1.5,0.866/2.3,1.466/2.3,2.466/3.2,2.903/0,1.732/-0.9,2.2 w 0,0"
        " W:N1LP,N3 B:N6P"
    },
    "open": {"start": "open"},
    "choose": {"start": "open", "place": ["C3", "E5"]},
    "over": {"start": "adaptoid w 2,4 W:C5,D3 B:B1,D5LLPP,D6", "play": ["+D4"]},
    "draw": {"start": BUSY, "draw": True},
    "none": {"start": BUSY, "aids": "none"},
    "legal": {"start": BUSY, "aids": "legal"},
    "show": {"start": BUSY, "interactive": False},
    "lesson": {"lesson": "sample"},
    "lesson-click": {"lesson": "sample", "ask": [{"what": "step", "at": 2}, {"what": "choose", "at": "C5"}]},
    "lesson-count": {"lesson": "sample", "ask": [{"what": "step", "at": 3}, {"what": "hint"}]},
    "lesson-read": {"lesson": "sample", "ask": [{"what": "step", "at": 4}]},
    "lesson-wrong": {"lesson": "sample", "play": ["D3-D4 D4+L"]},
    "lesson-right": {"lesson": "sample", "play": ["D3-D4 +C5"]},
    "lesson-over": {
        "lesson": "sample",
        "play": ["D3-D4 +C5"],
        "ask": [{"what": button} for button in ("next", "skip", "reveal", "next", "hint", "skip", "next")],
    },
    "long": {"random": 160},
    "tree": {"random": 14, "branches": [(6, 3), (6, 2), (4, 5), (11, 2)], "notes": True},
    "deep": {
        "random": 20,
        "branches": [(4, 8), (5, 8), (6, 8), (7, 8), (8, 8), (9, 4), (2, 60)],
        "notes": True,
    },
    "forest": {"random": 100, "branches": [(n, 10) for n in range(2, 100, 3)]},
    "analysis": {"start": BUSY, "analyst": ["analyse"]},
    "review": {"start": BUSY, "analyst": ["review"], "random": 24, "names": True},
    "review-adapt3": {"start": RED, "analyst": ["review"], "random": 14},
    "review-clean": {
        "start": "adaptoid w 2,4 W:C5,D3 B:B1,D5LLPP,D6",
        "play": ["+D4"],
        "analyst": ["review"],
    },
    "mistakes": {"start": BUSY, "analyst": ["review"], "random": 24, "press": ["[data-tab=mistakes]"]},
    "crowd": {"start": CROWD, "press": ["[data-do=lens]"]},
    "pills": {"start": BUSY, "press": ['[data-cell="E3"]']},
    "food": {"start": BUSY, "press": ["[data-do=lens]"]},
    "new": {"press": ["[data-do=new]"]},
    "share": {"start": BUSY, "press": ["[data-do=share]"]},
    "more": {"start": BUSY, "press": ["[data-do=more]"]},
    "keys": {"press": ["[data-do=help]"]},
    "level": {"press": ["[data-do=player-B]"]},
    "editor": {"start": BUSY, "press": ["[data-do=edit]"]},
    "pens": {"start": BUSY, "press": ["[data-do=annotate]"]},
    "large": {"start": BUSY, "press": ["[data-do=size]"]},
    "threats": {"start": BUSY, "analyst": ["analyse"], "press": ["[data-tab=analysis]", "[data-do=threats]"]},
    "maker": {"start": BUSY, "press": ["[data-do=share]", "[data-share=lesson]"]},
}
LONG_NAMES = ("Wilhelmina Alexandrowna von Hohenzollern", "Maximilian Balthasar Freiherr zu Oberndorf")
NOTE = (
    "Black's adaptoid on D5 has room for two limbs only.\n\nBetter is the other way round: grow first, and let the"
    " pincer wait until White has to come. Then all of <b>C4</b>, C5 and D6 stay free, and whoever attacks has one"
    " to spare; see the variation below, which goes on long enough to be convinced."
)
sessions: dict[str, Session] = {}
analysts: dict[str, PositionAnalyst] = {}
reviewers: dict[str, GameReviewer] = {}


class AtOnce(SearchRunner):
    """Answers each request at once, with what so many nodes find."""

    NODES = 2_000

    def run(self, purpose: str, request: SearchRequest, listener: SearchListener) -> None:  # noqa: ARG002
        found = Searcher(1).search(
            request.position, nodes=self.NODES, lines=request.lines, only=request.only, whole=True
        )
        news = SearchNews(request, found.progress, done=True)
        if request.prepare is not None:
            news.prepared = request.prepare(news)
        listener(news)

    def asked(self, purpose: str) -> SearchRequest | None:  # noqa: ARG002
        return None

    def cancel(self, purpose: str) -> None:
        pass

    def weights(self, players: int) -> tuple[int, ...]:
        return tuple(weights_of(players))


def open_scene(name: str, language: str) -> Session:
    """Begin a scene; its session is kept in `sessions` by the name of its board."""
    scene = SCENES[name]
    if "pieces" in scene:
        game = Game(Position.start(scene["variant"], scene["layout"], pieces=scene["pieces"]))
    else:
        game = Game(**{key: scene[key] for key in ("start", "variant", "layout") if key in scene})
    session = Session(
        game,
        aids=scene.get("aids", "full"),
        interactive=scene.get("interactive", True),
        flipped=scene.get("flipped", False),
        board=f"{name}{len(sessions)}",
        wording=LANGUAGES.wording(language),
    )
    session.add_hooks(HandlerTable({"parts": lambda _: {"module": built("parts.js").decode()}}))
    add_editor(session)
    add_sharing(session)
    session.add_hooks(LessonMaker(session))
    if "lesson" in scene:
        own = Path(__file__).with_name(f"{scene['lesson']}.lesson")
        LessonPresenter(Tutor(load(own if own.exists() else scene["lesson"]), session))
    else:
        PagePlayers(session)
    for cell in scene.get("place", []):
        handle(session, {"id": 0, "rev": session.rev, "kind": "place", "at": cell})
    for turn in scene.get("play", []):
        session.game.play(turn)
    for wish in scene.get("ask", []):
        handle(session, {"id": 0, "rev": session.rev, "kind": "lesson", **wish})
    if scene.get("move"):
        session.game.move(scene["move"])
    if scene.get("draw"):
        handle(session, {"id": 0, "rev": session.rev, "kind": "draw"})
    play_at_random(session, scene.get("random", 0))
    # each goes back to a turn of the line it stands on and plays on from there
    for number, (ply, turns) in enumerate(scene.get("branches", [])):
        session.game.goto(min(ply, session.game.length))
        play_at_random(session, turns, seed=number + 2)
    if scene.get("notes"):
        session.game.comment = NOTE
        session.game.comment_on(3, "Solid.").marks = "ring(D4)"
    if "names" in scene:
        for color, player in zip("WB", LONG_NAMES, strict=True):
            session.game.headers.set_player(color, player)
    if "analyst" in scene:
        analysts[session.board] = PositionAnalyst(session, AtOnce())
        reviewers[session.board] = GameReviewer(session, AtOnce())
        for kind in scene["analyst"]:
            handle(session, {"id": 0, "rev": session.rev, "kind": kind})
    sessions[session.board] = session
    return session


def play_at_random(session: Session, turns: int, seed: int = 1) -> None:
    """Play turns that are the same each time."""
    for _ in range(turns):
        position = session.game.position
        if session.game.result is not None:
            return
        choices = list(position.turns())
        seed = (seed * 1103515245 + 12345) % 2**31
        session.game.play(choices[seed // 65536 % len(choices)])


def message(session: Session) -> dict[str, Any]:
    """Return the traits that a board reads."""
    out = {"snapshot": session.snapshot(), "discs": session.discs(), "wording": session.words()}
    if session.board in analysts:
        out["analyst"] = analysts[session.board].shown
        out["review"] = reviewers[session.board].trait()
    return out


class ScenesHandler(SimpleHTTPRequestHandler):
    """Serves the page and the built front end, and answers the intents of its boards."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args, directory=str(ROOT))

    def do_GET(self) -> None:
        """Send the page, a file of the checkout, or a new scene."""
        url = urlparse(self.path)
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        if url.path == "/":
            self.path = "/tools/browser/scenes.html"
            super().do_GET()
        elif url.path == "/open":
            name = query.get("scene", "start")
            session = open_scene(name, query.get("lang", "en"))
            self.answer({**message(session), "press": SCENES[name].get("press", [])})
        else:
            super().do_GET()

    def do_POST(self) -> None:
        """Handle an intent."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        session = sessions[request["board"]]
        time.sleep(request.get("slow", 0) / 1000)
        reply = handle(session, request["intent"])
        self.answer({**message(session), "reply": reply})

    def answer(self, data: object) -> None:
        """Send data as JSON."""
        body = json.dumps(data).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # so it is called there
        """Say nothing."""


def main() -> None:
    """Serve the page until the program is stopped."""
    parser = argument_parser(__doc__)
    parser.add_argument("port", type=int, nargs="?", default=8765)
    port: int = parser.parse_args().port
    print(f"http://127.0.0.1:{port}/?scene=midgame   scenes: {' '.join(SCENES)}")
    ThreadingHTTPServer(("127.0.0.1", port), ScenesHandler).serve_forever()


if __name__ == "__main__":
    main()
