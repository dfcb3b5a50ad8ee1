"""Analysis of the position on a board: what people ask for, and what the board shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

from ..i18n.catalog import Wording
from ..rules.errors import GameError, whole_number
from ..rules.position import Position
from ..rules.turn import Turn
from ..search.levels import ANALYSIS_MB, THREATS_MB
from ..search.runner import SearchNews, SearchRequest, SearchRunner
from ..search.scores import line_parts, passed, shares
from ..wire.intent_fields import Json, bad, refused, short
from .coach import Coach
from .hooks import Handler, SessionHooks
from .session import Session
from .turn_comparer import TurnComparer

if TYPE_CHECKING:
    from ..search.deepening import Progress

# for the runner of the searches
PURPOSE = "analysis"
MAX_LINES = 9
# the time for the search of a position, and of a hint
MAX_SEARCH_S = 60.0
HINT_S = 1.0
# beside an analysis, a hint is shown once its turn led for so many depths, or at this depth
HINT_LEADS = 2
HINT_DEPTH = 6
# a shown hint is replaced if its turn is worse than the best one by at least this score
HINT_REFUTED = 1.0
# the search for threats
THREAT_DEPTH = 3
THREAT_SECONDS = 0.3
MAX_LINE_TURNS = 40
# the visible views that are remembered; a new one replaces the oldest
MAX_VIEWS = 100


class PositionAnalyst(SessionHooks):
    """Analyses the position on one board while it is switched on.

    Each view announces when it becomes visible and when it does not. The search pauses while no view is visible. A view
    that vanishes without an announcement counts as visible, but a search ends after `MAX_SEARCH_S` anyway.
    """

    def __init__(self, session: Session, runner: SearchRunner) -> None:
        self.shown: Json = {}
        """The trait `analyst`."""
        self.on = False
        self.lines = 3
        self.threats = False
        self._session = session
        self._runner = runner
        # whether no search can run here
        self._is_unable = False
        # what the front end shows of the search, and of the best line after a pass
        self._findings: Optional[Json] = None
        # the seconds and lines of the search under way
        self._limits: Optional[Tuple[float, int]] = None
        self._threat: Optional[Json] = None
        # how much the hint shows: 0 nothing, 1 the adaptoid, 2 the whole turn
        self._hints_taken = 0
        # the turn of the hint: it stays although the search goes on
        self._hinted = ""
        # the best turn so far, and the depth from which on it was the best
        self._leader = ("", 0)
        # why the last search of this position failed
        self._error = ""
        # the visible views, the latest announcement last
        self._visible: List[str] = []
        # whether a view announced anything since the analyst was switched on; until then it searches in any case
        self._announced = False
        # the seconds and lines of a search that ended because no view was visible
        self._paused: Optional[Tuple[float, int]] = None
        self._closed = False
        self._language = session.wording.language
        self._position_key: Tuple[Any, ...] = self._key_and_position()[0]
        # the node whose position was shown with an analysis
        self._analysed = -1
        self._coach = Coach(session, runner, self._update_views)
        self._comparer = TurnComparer(session, runner, self._update_views)
        session.add_hooks(self)

    # -- intents -----------------------------------------------------------------------------------------------------

    def handlers(self) -> Dict[str, Handler]:
        return {
            "analyse": self._analyse,
            "threats": self._toggle_threats,
            "hint": self._hint,
            "line": self._line,
        }

    def snapshot(self, wording: Wording) -> Json:  # noqa: ARG002  the same in all languages
        """Say whether there is an analyst to ask."""
        return {"analyst": not self._is_unable}

    def changed(self) -> None:
        self.update_search()

    def game_changed(self, change: str) -> None:
        """Compare the turn that a person plays on the analysed position with the best one."""
        game = self._session.game
        node = game.node if change == "played" and game.started and game.half is None else None
        if node is None or node.turn is None or node.parent != self._analysed or not self.on:
            return
        if node.color not in self._session.computers and self._is_allowed:
            self._comparer.begin(node)

    def switch(self, on: bool, lines: Optional[int] = None) -> None:
        """Switch on or off, with the best `lines`. Raises GameError if `aids` forbid it."""
        if on and self._session.aids != "full":
            raise GameError("this board gives no help; set board.aids = 'full' to analyse on it")
        if lines is not None:
            self.lines = whole_number(lines, "lines", 1, MAX_LINES)
        self.on = on
        self._announced = False
        self._restart()

    def _analyse(self, intent: Json) -> None:
        visible, view = intent.get("visible"), intent.get("view")
        if isinstance(visible, bool) and isinstance(view, str):
            self._announced = True
            if view in self._visible:
                self._visible.remove(view)
            if visible:
                self._visible = self._visible[-(MAX_VIEWS - 1) :] + [view]
            self.update_search()
            return
        self.switch(not self.on)

    def _toggle_threats(self, _: Json) -> None:
        self.threats = not self.threats
        self._restart()

    def _hint(self, _: Json) -> None:
        if self._key_and_position()[1] is None:
            raise refused("game-over" if self._session.game.started else "start-under-way")
        # the second step follows the first, which may not be shown yet
        self._hints_taken = 2 if self._hinted else 1
        if self._findings is None and self._limits is None:
            self._begin(HINT_S, 1)
        self._update_views()

    def _line(self, intent: Json) -> None:
        turns = intent.get("turns")
        if (
            not isinstance(turns, list)
            or not 1 <= len(turns) <= MAX_LINE_TURNS
            or not all(isinstance(turn, str) for turn in turns)
        ):
            raise bad("turns must be a list of texts")
        self._session.play_line(turns)

    # -- the search --------------------------------------------------------------------------------------------------

    @property
    def _is_allowed(self) -> bool:
        """Whether the board may show help now."""
        return self._session.allows("findings")

    def _key_and_position(self) -> Tuple[Any, Optional[Position]]:
        """A key of the shown position, and the position itself if it can be analysed."""
        session = self._session
        game = session.game
        if not game.started or game.result is not None or session.editor is not None or not self._is_allowed:
            return (id(game), -1), None
        return session.position_key, game.position

    def _restart(self) -> None:
        self._position_key = ()
        self.update_search()

    def update_search(self) -> None:
        """Start, continue or end the search, so that it fits the shown position. Called before the board is shown."""
        if self._closed:
            return
        key, position = self._key_and_position()
        if self._language != self._session.wording.language:
            self._language = self._session.wording.language
            self._update_views()
        if key != self._position_key:
            self._position_key = key
            self._hints_taken = 0
            self._hinted, self._leader = "", ("", 0)
            self._error = ""
            self._end()
            self._paused = None
            self._findings = self._threat = None
            if not self.on:
                self._comparer.forget()
            self._analysed = -1
            if self.on and position is not None:
                self._analysed = self._session.game.node.number
                self._begin(MAX_SEARCH_S, self.lines)
            self._update_views()
        pauses = self._announced and not self._visible
        limits = self._limits
        if pauses and limits is not None:
            self._paused = limits
            self._end()
        elif self._paused is not None and not pauses:
            seconds, lines = self._paused
            self._paused = None
            if limits is None:
                self._begin(seconds, lines)

    def _begin(self, seconds: float, lines: int) -> None:
        _, position = self._key_and_position()
        if position is not None:
            self._error = ""
            self._limits = seconds, lines
            self._search(position, seconds, lines)

    def _search(self, position: Position, seconds: float, lines: int) -> None:
        """Search for a threat if one is wanted, then for the best lines."""
        following = passed(position) if self.threats and self._threat is None else None
        if following is not None and following.winner is None:
            request = SearchRequest(
                following, THREAT_DEPTH, seconds=THREAT_SECONDS, whole=True, megabytes=THREATS_MB
            )
            self._runner.run(PURPOSE, request, self._threat_searched)
        else:
            self._search_lines(position, seconds, lines)

    def _search_lines(self, position: Position, seconds: float, lines: int) -> None:
        request = SearchRequest(
            position, seconds=seconds, lines=lines, whole=True, megabytes=ANALYSIS_MB, prepare=self._prepare
        )
        self._runner.run(PURPOSE, request, self._searched)

    def _threat_searched(self, news: SearchNews) -> None:
        position = self._key_and_position()[1]
        if news.error:
            self._fail(news)
        elif news.progress is not None and position is not None and self._limits is not None:
            self._threat = line_parts(news.request.position, news.progress)[0]
            self._search_lines(position, *self._limits)

    def _prepare(self, news: SearchNews) -> Any:
        """What views show of a search, since that takes some time."""
        position, progress = news.request.position, news.progress
        if progress is None:
            return None
        return findings_part(position, progress, self._runner.weights(len(position.colors)), news.compiled)

    def _searched(self, news: SearchNews) -> None:
        if news.error:
            self._fail(news)
        elif news.progress is not None:
            self._findings = news.prepared
            if news.done:
                self._end()
            self._update_views()

    def _end(self) -> None:
        """End the search under way, if there is one."""
        self._limits = None
        self._runner.cancel(PURPOSE)

    def _fail(self, news: SearchNews) -> None:
        """Switch off after a search that failed, and show why."""
        self._end()
        was_unable, self._is_unable = self._is_unable, news.unable
        self.on = False
        self._hints_taken = 0
        self._hinted, self._leader = "", ("", 0)
        self._findings = self._threat = None
        self._error = short(news.error)
        self._update_views()
        if self._is_unable != was_unable:
            self._session.changed()

    # -- what views show ---------------------------------------------------------------------------------------------

    def _update_views(self) -> None:
        if not self._closed:
            self._settle_hint()
            self.shown = self.trait()

    def _settle_hint(self) -> None:
        """Choose the turn of the hint once, and another one only if the search has clearly refuted it."""
        findings = self._findings
        if findings is None:
            return
        lines, depth = findings["lines"], findings["depth"]
        best = lines[0]["turns"][0]
        if best != self._leader[0]:
            self._leader = best, depth
        if not self._hints_taken:
            return
        if not self._hinted:
            ended = self._limits is None and self._paused is None
            if ended or (self.on and (depth >= HINT_DEPTH or depth - self._leader[1] >= HINT_LEADS)):
                self._hinted = best
            return
        # a turn without a line is at most as good as the last line
        hinted = lines[-1]
        for line in lines:
            if line["turns"][0] == self._hinted:
                hinted = line
        if lines[0]["score"] - hinted["score"] >= HINT_REFUTED:
            self._hinted = best

    def trait(self) -> Json:
        """The trait `analyst`; empty while there is nothing to show."""
        session, findings = self._session, self._findings
        remark = self._coach.part(session.wording)
        if not self._is_allowed or not (self.on or self._hints_taken or self._error or remark):
            return {}
        game = session.game
        part: Json = {
            "on": self.on,
            "node": game.node.number if game.started else -1,
            "position": str(game.position) if game.started else "",
            "threats": self.threats,
            "searching": self._limits is not None,
            "error": self._error,
            "found": None,
            "hint": None,
            "remark": remark,
            "comparison": self._comparer.part(session.wording) if self.on else None,
        }
        if findings is not None and self.on:
            part["found"] = dict(findings)
            part["found"]["threat"] = self._threat if self.threats else None
        if self._is_unable:
            part["unable"] = True
        if self._hinted:
            words = session.wording.in_words(Turn.from_text(self._hinted), "do")
            part["hint"] = {"taken": self._hints_taken, "turn": self._hinted, "words": words}
        return part

    def close(self) -> None:
        """End all searches of this board."""
        self._closed = True
        self.on = False
        self._end()
        self._comparer.forget()
        self._coach.close()
        self._session.remove_hooks(self)


def findings_part(position: Position, progress: Progress, weights: Sequence[int], compiled: bool) -> Json:
    """What views show of a search: its best lines, and each colour's share of the game."""
    by_color = shares(position, progress.scores[0], progress.lines[0], weights)
    return {
        "turn": position.turn,
        "depth": progress.depth,
        "nodes": progress.nodes,
        "compiled": compiled,
        "shares": [[color, by_color[color]] for color in position.colors],
        "lines": line_parts(position, progress),
    }
