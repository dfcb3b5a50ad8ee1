"""The content of a lesson: its steps, their texts and their goals. Immutable; no I/O.

A text maps language tags to trees (`rich_text`); a title maps tags to strings. Each has at least the lesson's first
language. `make_step` and `make_lesson` check what an author writes. `STEP_FIELDS` defines a step's fields.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..game.marks import Marks
from ..goals.attempt import check_pattern, fits
from ..goals.goal import Goal
from ..host.host import public_names
from ..i18n.catalog import LANGUAGES
from ..rules.errors import GameError, IllegalTurn, LayoutError, TextError, quote
from ..rules.layout import Layout
from ..rules.named_layouts import start_discs
from ..rules.notation import sides_text
from ..rules.position import Position
from ..rules.scanner import DIGITS, WORD, cell_key, control_at
from ..rules.turn import Turn
from ..rules.variants import VARIANTS, sides
from ..search.levels import HIGHEST, LOWEST, SHORT_SIGHTED, level_in
from ..session.session import AIDS
from .question import Question
from .rich_text import LocalizedText, Prose, check_tag, in_language
from .step_kinds import CLICK, COUNT, READ, STEP_KINDS, TURN, QuestionKind, StepBehavior

VERSION = 1
REPLIES = ("nobody", "best", "script") + tuple(["level %d" % n for n in range(LOWEST, HIGHEST + 1)])
ORDERS = ("forced", "free", "test")
SWAPPED = "swapped"
RETRIES = ("same", "fresh", SWAPPED)
MAX_LESSON_STEPS = 200
MAX_STEP_TURNS = 6
GAME = 0
"""The number of turns of a step that is a whole game."""
MAX_ENTRIES = 60
MAX_LANGUAGES = 20
MAX_TITLE = 120
# of a lesson or a step
MAX_LESSON_NAME = 60


Values = Dict[str, Any]


class StepError(GameError):
    """A step with wrong fields. `problems` has the key of each field in a lesson file, and its error."""

    def __init__(self, name: str, problems: Sequence[Tuple[str, ValueError]]) -> None:
        super().__init__("step %s: %s" % (name, problems[0][1]))
        self.problems = problems


def _limited(values: Sequence[Any], label: str) -> Sequence[Any]:
    if len(values) > MAX_ENTRIES:
        raise GameError("%s are a list of at most %d" % (label, MAX_ENTRIES))
    return values


def _one_of(value: str, choices: Sequence[str], label: str) -> str:
    if value not in choices:
        raise GameError("%s is one of these: %s, not %s" % (label, ", ".join(choices), quote(value[:20])))
    return value


def valid_name(text: str) -> bool:
    """Whether a text can name a lesson or a step.

    >>> valid_name("one-to-spare"), valid_name("One"), valid_name("one--two"), valid_name("")
    (True, False, False, False)
    """
    return len(text) <= MAX_LESSON_NAME and not text.strip(WORD) and "" not in text.split("-")


def _check_name(name: Any, label: str) -> None:
    if not isinstance(name, str) or not valid_name(name):
        form = "small letters, digits and single hyphens between them"
        raise GameError("%s has a name of 1 to %d %s" % (label, MAX_LESSON_NAME, form))


# each check gets the value, the position and all values of the step, and returns the canonical value


def _unchanged(value: Any, _: Position, __: Values) -> Any:
    return value


def _check_word(choices: Sequence[str], label: str) -> Callable[[Any, Position, Values], str]:
    return lambda value, _, __: _one_of(value, choices, label)


def _check_kind(kind: str, _: Position, __: Values) -> str:
    return _one_of(kind, sorted(STEP_KINDS), "its kind")


def _check_position(_: str, start: Position, step: Values) -> str:
    if step["goal"] is not None and start.winner is not None:
        raise GameError("this game is over, so nobody can play for the goal")
    return str(start)


def _check_goal(goal: Optional[Goal], start: Position, step: Values) -> Optional[Goal]:
    if (goal is not None) != (STEP_KINDS[step["kind"]].input == TURN):
        raise GameError("a step needs a goal if turns are played, and has none otherwise")
    return None if goal is None else goal.check(start.layout)


def _check_ask(ask: str, start: Position, step: Values) -> str:
    kind = STEP_KINDS[step["kind"]]
    if bool(ask) != kind.asks:
        raise GameError("a step needs a question if discs are clicked or counted, and has none otherwise")
    if ask and isinstance(kind, QuestionKind):
        question = Question.from_text(ask).check(start.layout)
        if str(question) != ask:
            raise GameError("its question is written %s" % question)
        if kind.needs_discs and not question.clicks:
            raise GameError("the answer to %s is a number, which can be counted, not clicked" % ask)
        question.number(start)
    return ask


def _check_turns(turns: int, _: Position, step: Values) -> int:
    is_game = str(step["goal"]) == "wins" and level_in(step["replies"]) in SHORT_SIGHTED
    least = GAME if is_game else 1
    if not least <= turns <= MAX_STEP_TURNS:
        raise GameError("its turns are 1 to %d, or a game to win against level 1, 2 or 3" % MAX_STEP_TURNS)
    return turns


def _check_replies(replies: str, _: Position, step: Values) -> str:
    if replies == "script" and not step["script"]:
        raise GameError("a script has replies, as in reply *: D6-D5 +C4")
    if replies != "script" and step["script"]:
        raise GameError("a step with replies follows a script anyway; leave this out")
    return _one_of(replies, REPLIES, "who replies")


def _check_script(value: Sequence[Tuple[str, str]], _: Position, __: Values) -> Tuple[Tuple[str, str], ...]:
    script = _limited(value, "its script")
    return tuple([(check_pattern(pattern), str(Turn.from_text(reply))) for pattern, reply in script])


def _check_replies_to(check: Callable[[str, str, Position], str]) -> Callable[[Any, Position, Values], Any]:
    """Make the check of a field with a text for each answer; `check` returns the canonical form of an answer."""

    def check_texts(value: Any, start: Position, step: Values) -> Tuple[Tuple[str, LocalizedText], ...]:
        texts: List[Tuple[str, LocalizedText]] = []
        for answer, text in _limited(value, "the answers that were foreseen"):
            answer = check(answer, step["kind"] if step["turns"] else "game", start)
            if not text:
                raise GameError("the answer %s needs a text" % quote(answer))
            if answer in [earlier for earlier, _ in texts]:
                raise GameError("each answer is foreseen once")
            texts.append((answer, text))
        return tuple(texts)

    return check_texts


def _check_praised(goal: str, kind: str, start: Position) -> str:
    if kind != "game":
        raise GameError("a coach speaks in a whole game")
    return str(Goal.from_text(goal).check(start.layout))


def _check_answer(answer: str, kind: str, start: Position) -> str:
    # a whole game is of no kind, but one of turns
    behavior = STEP_KINDS.get(kind, STEP_KINDS[TURN])
    if behavior.input == READ:
        raise GameError("a step that is only read has no answers to foresee")
    answer = read_answer(behavior.name, answer)
    if isinstance(behavior, QuestionKind) and answer != "*":
        behavior.check_answer(answer, start)
    return answer


def read_answer(kind: str, text: str) -> str:
    """The canonical text of a foreseen wrong answer in a step of this kind. Raises TextError."""
    return text if text == "*" else STEP_KINDS[kind].read_answer(text)


def _check_plays(value: Sequence[str], start: Position, step: Values) -> Tuple[str, ...]:
    turns = [str(Turn.of(turn)) for turn in _limited(value, "the turns that it plays")]
    if turns and STEP_KINDS[step["kind"]].input != READ:
        raise GameError("a step to read plays turns")
    for turn in turns:
        start = start.play(turn)
    return tuple(turns)


def _check_fresh(value: Sequence[str], start: Position, step: Values) -> Tuple[str, ...]:
    positions: List[str] = []
    kind = STEP_KINDS[step["kind"]]
    for text in _limited(value, "its fresh positions"):
        position = Position.from_text(text)
        if (position.layout, position.variant, position.turn) != (start.layout, start.variant, start.turn):
            raise GameError("a fresh position has the board, the variant and the colour to move of the step")
        positions.append(str(position))
        if isinstance(kind, QuestionKind):
            for answer, _ in step["wrong"]:
                if answer != "*":
                    kind.check_answer(answer, position)
            Question.from_text(step["ask"]).number(position)
    if positions and step["retry"] == "same":
        raise GameError("a step may have fresh positions only if retry is fresh or swapped")
    return tuple(positions)


StepField = NamedTuple(
    "StepField",
    [
        ("name", str),
        ("default", Any),
        ("check", Callable[[Any, Position, Values], Any]),
        ("key", str),
        ("form", str),
        ("inputs", Tuple[str, ...]),
    ],
)
"""The definition of a field of a step.

- `name` is its name in `LessonStep` and in packed data; `default` is its value if it is omitted, and None for text,
  position and kind, which cannot be.
- `check` returns the canonical value, or raises GameError or another ValueError.
- `key` is its name in a lesson file, "" if it cannot be there. `form` is its form there: a "line"; a "text" in every
  language, or several "texts"; a text for each answer ("answers"); a line for each turn ("turns").
- `inputs` says which steps can have it, by what the learner gives in them.
"""

_ASKING = (CLICK, COUNT)
_ANSWERED = (TURN, CLICK, COUNT)
_ALL = (TURN, CLICK, COUNT, READ)

STEP_FIELDS = (
    StepField("text", None, _unchanged, "text", "text", _ALL),
    StepField("position", None, _check_position, "position", "line", _ALL),
    StepField("kind", None, _check_kind, "", "", _ALL),
    StepField("goal", None, _check_goal, "goal", "line", (TURN,)),
    StepField("ask", "", _check_ask, "ask", "line", _ASKING),
    StepField("turns", 1, _check_turns, "turns", "line", (TURN,)),
    StepField("right", "", _unchanged, "right", "line", (TURN,)),
    StepField("replies", "best", _check_replies, "replies", "line", (TURN,)),
    StepField("script", (), _check_script, "reply", "turns", (TURN,)),
    StepField("wrong", (), _check_replies_to(_check_answer), "wrong", "answers", _ANSWERED),
    StepField(
        "hints", (), lambda value, _, __: tuple(_limited(value, "its hints")), "hint", "texts", _ANSWERED
    ),
    StepField("done", {}, _unchanged, "done", "text", _ALL),
    StepField(
        "marks", "", lambda value, start, _: str(Marks.of(value).check(start.layout)), "marks", "line", _ALL
    ),
    StepField("aids", "legal", _check_word(AIDS, "its aids"), "aids", "line", _ALL),
    StepField("flipped", False, _unchanged, "flipped", "line", _ALL),
    StepField("retry", "same", _check_word(RETRIES, "its retry"), "retry", "line", _ANSWERED),
    StepField("coach", (), _check_replies_to(_check_praised), "coach", "answers", (TURN,)),
    StepField("plays", (), _check_plays, "plays", "line", (READ,)),
    StepField("fresh", (), _check_fresh, "fresh", "line", _ANSWERED),
)
"""The fields of a step except its name, in the order of `LessonStep`."""

FreshPosition = NamedTuple(
    "FreshPosition", [("position", str), ("permutation", Tuple[int, ...]), ("swaps", bool)]
)
"""How another position of a step is made: a position turned or mirrored, perhaps with exchanged colours."""


class LessonStep(
    NamedTuple(
        "_StepFields",
        [
            ("name", str),
            ("text", LocalizedText),
            ("position", str),
            ("kind", str),
            ("goal", Optional[Goal]),
            ("ask", str),
            ("turns", int),
            ("right", str),
            ("replies", str),
            ("script", Tuple[Tuple[str, str], ...]),
            ("wrong", Tuple[Tuple[str, LocalizedText], ...]),
            ("hints", Tuple[LocalizedText, ...]),
            ("done", LocalizedText),
            ("marks", str),
            ("aids", str),
            ("flipped", bool),
            ("retry", str),
            ("coach", Tuple[Tuple[str, LocalizedText], ...]),
            ("plays", Tuple[str, ...]),
            ("fresh", Tuple[str, ...]),
        ],
    )
):
    """One step of a lesson; `make_step` makes one and checks it.

    - `name` is its name in results, `text` says what to do in `position`;
    - `kind` is "turn" (reach the goal), "click" or "count" (answer the question), or "read" (`step_kinds`);
    - `goal` is the goal to reach within `turns` turns of the learner, 1 to 6, else None; with `GAME` turns, a whole
      game is to be won, and all turns stand;
    - `right` has patterns of the first turns that the author means, for the check of a lesson;
    - `ask` is a question's text (`question`), else "";
    - `replies` says who answers: "nobody" (it is the learner's turn again), "level 1" to "level 10", "best" (the most
      damaging reply, else level 3) or "script": the first entry of `script`, a pattern of turns with a reply, that
      fits the learner's turn and is legal, else level 3;
    - `wrong` has texts for foreseen wrong answers: patterns of turns, a disc, a number, or `*` for any;
    - `hints` are shown one by one, `done` is shown at the end;
    - `marks` are drawn on the board; `aids` and `flipped` are settings of the session;
    - `retry` is "fresh" if another try begins in a turned or mirrored position (`fresh_positions`), "swapped" if
      colours may change places, too, else "same"; `fresh` has positions to begin with instead of this one;
    - `coach` has texts for a whole game: a goal, and what is said when a turn of the learner first meets it;
    - `plays` are the turns that a step to read shows on the board.
    """

    __slots__ = ()
    __dir__ = public_names
    _internal = ("behavior", "input")

    def __repr__(self) -> str:
        if self.goal is not None:
            return "<%s: %s>" % (self.name, self.goal)
        return "<%s: %s>" % (self.name, (self.kind + " " + self.ask).strip())

    @property
    def start(self) -> Position:
        """The position in which the step begins."""
        return Position.from_text(self.position)

    @property
    def color(self) -> str:
        """The learner's colour: the player to move there."""
        return self.start.turn

    @property
    def question(self) -> Question:
        """The question. Raises TextError if there is none."""
        return Question.from_text(self.ask)

    @property
    def behavior(self) -> StepBehavior:
        """What a step of its kind does."""
        return STEP_KINDS[self.kind]

    @property
    def input(self) -> str:
        """What the learner gives: "turn", "click" (discs), "count" (a number) or "read" (nothing)."""
        return STEP_KINDS[self.kind].input

    @property
    def is_game(self) -> bool:
        """Whether the step is a whole game."""
        return self.input == TURN and self.turns == GAME

    @property
    def search_level(self) -> int:
        """The level from 4 to 10 whose search replies; 0 if the solver knows the replies, or there are none."""
        level = level_in(self.replies) or 0
        return 0 if level in SHORT_SIGHTED or self.turns == 1 else level

    def reply(self, turn: Turn, position: Position) -> Optional[Turn]:
        """The script's reply to a learner's turn that led to a position; None if it has none."""
        for pattern, text in self.script:
            reply = Turn.from_text(text)
            if fits(pattern, turn) and position.effect_if_legal(reply) is not None:
                return reply
        return None

    def fresh_positions(self) -> List[FreshPosition]:
        """The other positions of the step: `fresh` or its own, turned, mirrored or with exchanged colours.

        If the goal is a tail, start discs stay start discs, since these define its direction.

        >>> start = "adaptoid w 0,0 W:A1,A2 B:D6"
        >>> step = make_step("grow", {"en": [["p", "Grow."]]}, start, Goal.from_text("tail"), retry="swapped")
        >>> [step.in_fresh_position(fresh).position for fresh in step.fresh_positions()]
        ['adaptoid w 0,0 W:G4,G5 B:D6', 'adaptoid b 0,0 W:D2 B:A3,A4', 'adaptoid b 0,0 W:D2 B:G6,G7']
        """
        start = self.start
        layout = start.layout
        starts: Dict[str, int] = {}
        if self.goal is not None and "tail" in [condition.name for condition in self.goal.conditions]:
            starts = start_discs(layout, start.variant)
        exchange = {"W": "B", "B": "W"}
        out: List[FreshPosition] = []
        for swaps in (False, True) if self.retry == SWAPPED and len(start.colors) == 2 else (False,):
            for position in self.fresh or (self.position,):
                for permutation in layout.symmetries():
                    fresh = FreshPosition(position, permutation, swaps)
                    ends = [(color, exchange[color] if swaps else color) for color in starts]
                    fits_starts = [
                        _moves(layout, permutation, starts[color], starts[end]) for color, end in ends
                    ]
                    if all(fits_starts) and self._moved(fresh) != self.position:
                        out.append(fresh)
        return out

    def cell_names(self, fresh: FreshPosition) -> Dict[str, str]:
        """The discs of a fresh position by their names in the step."""
        cells = self.start.layout.cells
        return {cells[i]: cells[fresh.permutation[i]] for i in range(len(cells))}

    def _moved(self, fresh: FreshPosition) -> str:
        names = self.cell_names(fresh)
        start = Position.from_text(fresh.position)
        pieces = start.pieces
        head, turn, lost = fresh.position.split(" ")[:3]
        text = sides_text({names[cell]: pieces[cell] for cell in pieces}, sides(VARIANTS[start.variant]))
        if fresh.swaps:
            white, black = text.split(" ")
            text = "W" + black[1:] + " B" + white[1:]
            turn = ("b" if turn[0] == "w" else "w") + turn[1:]
            lost = ",".join(reversed(lost.split(",")))
        return "%s %s %s %s" % (head, turn, lost, text)

    def in_fresh_position(self, fresh: FreshPosition) -> LessonStep:
        """The step in a fresh position, with texts for it."""
        names = self.cell_names(fresh)
        values = {field.name: getattr(self, field.name) for field in STEP_FIELDS}
        values["position"] = self._moved(fresh)
        values["marks"] = str(Marks.from_data(renamed(Marks.of(self.marks).data(), names)))
        if self.goal is not None:
            values["goal"] = Goal.from_text(renamed(str(self.goal), names))
        pairs = [color_names(tag) for tag in self.text] if fresh.swaps else []

        def exchange(text: str) -> str:
            return _exchanged(text, pairs)

        for key in ("text", "ask", "script", "wrong", "hints", "done"):
            values[key] = renamed(values[key], names)
            if fresh.swaps:
                values[key] = _changed(values[key], exchange)
        return _step_of(self.name, values)

    def pack(self) -> Values:
        """JSON-able data without default values."""
        data: Values = {"name": self.name}
        values = [(field, getattr(self, field.name)) for field in STEP_FIELDS]
        data.update({field.name: value for field, value in values if value != field.default})
        if self.goal is not None:
            data["goal"] = str(self.goal)
        return data

    @staticmethod
    def unpack(data: Values) -> LessonStep:
        """The step of data from `pack`, which are not checked again."""
        step: Values = {field.name: data.get(field.name, field.default) for field in STEP_FIELDS}
        if step["goal"] is not None:
            step["goal"] = Goal.from_text(step["goal"])
        for key in ("script", "wrong", "coach"):
            step[key] = tuple([tuple(pair) for pair in step[key]])
        for key in ("hints", "plays", "fresh"):
            step[key] = tuple(step[key])
        return _step_of(data["name"], step)


def _step_of(name: str, values: Values) -> LessonStep:
    return LessonStep(name, *[values[field.name] for field in STEP_FIELDS])


def _moves(layout: Layout, permutation: Sequence[int], discs: int, target: int) -> bool:
    """Whether a symmetry moves a set of discs to another one."""
    moved = [layout.discs[layout.cells[permutation[layout.index(cell)]]] for cell in layout.cells_of(discs)]
    return sum(moved) == target


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    """A text, or a value with each of its texts, changed."""
    if isinstance(value, dict):
        return {key: _changed(value[key], change) for key in value}
    if isinstance(value, list):
        return [_changed(part, change) for part in value]
    if isinstance(value, tuple):
        return tuple([_changed(part, change) for part in value])
    return change(value) if isinstance(value, str) else value


def color_names(language: str) -> Tuple[str, str]:
    """The names of White and Black in a language, which `retry: swapped` exchanges; "" in one without words.

    >>> color_names("de-AT"), color_names("xx")
    (('Weiß', 'Schwarz'), ('', ''))
    """
    tag = language.split("-", 1)[0]
    if tag not in LANGUAGES.tags():
        return "", ""
    sentences = LANGUAGES.wording(tag).sentences
    return sentences["color.W"], sentences["color.B"]


def _exchanged(text: str, pairs: List[Tuple[str, str]]) -> str:
    """A text with the names of the two colours exchanged, which have pairs of names in several languages.

    >>> _exchanged("White is next to Black.", [("White", "Black"), ("", "")])
    'Black is next to White.'
    """
    for white, black in pairs:
        if not white:
            continue
        text = black.join([part.replace(black, white) for part in text.split(white)])
    return text


def renamed(value: Any, names: Dict[str, str]) -> Any:
    """A text, or each text of a value, with other names of discs; lists of discs such as D5,E6 stay in order.

    >>> renamed({"en": [["p", "Starve ", ["c", "D5,E6"], "."]]}, {"D5": "F2", "E6": "C1"})
    {'en': [['p', 'Starve ', ['c', 'C1,F2'], '.']]}
    """
    return _changed(value, lambda text: _renamed_text(text, names))


def _renamed_text(value: str, names: Dict[str, str]) -> str:
    out, at = "", 0
    cells: List[str] = []
    while at < len(value):
        end = at + 1
        if "A" <= value[at] <= "Z":
            while end < len(value) and value[end] in DIGITS:
                end += 1
        cell = names.get(value[at:end])
        if cell is not None:
            cells.append(cell)
            # a list of discs goes on after a comma without a space
            if value[end : end + 1] == "," and "A" <= value[end + 1 : end + 2] <= "Z":
                end += 1
            else:
                out += ",".join(sorted(cells, key=cell_key))
                cells = []
        else:
            out += value[at:end]
        at = end
    return out


def make_step(
    name: str, text: LocalizedText, position: str, goal: Optional[Goal] = None, **fields: Any
) -> LessonStep:
    """A step with checked fields; it may be unsolvable. Raises GameError, or StepError with all wrong fields.

    `fields` are those of `STEP_FIELDS`. `kind` is "turn" with a goal and "read" without goal and question; with a
    question, pass "click" or "count".
    """
    _check_name(name, "a step")
    step: Values = {field.name: field.default for field in STEP_FIELDS}
    for key in fields:
        if key not in step:
            raise TypeError("a step has no field %s" % key)
    step.update(fields)
    step.update({"text": text, "position": position, "goal": goal})
    if not fields.get("kind"):
        step["kind"] = "turn" if goal is not None else "click" if step["ask"] else "read"
    try:
        start = Position.from_text(position)
    except (TextError, GameError, LayoutError) as error:
        raise StepError(name, [("position", error)])
    problems: List[Tuple[str, ValueError]] = []
    for field in STEP_FIELDS:
        try:
            step[field.name] = field.check(step[field.name], start, step)
        except (TextError, GameError, LayoutError, IllegalTurn) as error:
            problems.append((field.key, error))
    if problems:
        raise StepError(name, problems)
    return _step_of(name, step)


class LessonContent(
    NamedTuple(
        "_LessonFields",
        [
            ("name", str),
            ("title", Dict[str, str]),
            ("about", LocalizedText),
            ("order", str),
            ("languages", Tuple[str, ...]),
            ("steps", Tuple[LessonStep, ...]),
        ],
    )
):
    """A lesson; `make_lesson` makes one and checks it.

    `name` has small letters, digits and hyphens; `order` is "forced", "free", or "test" (free, without hints);
    every text, such as `title` and `about`, has the first of `languages`. `steps` are LessonSteps.

    >>> from adaptoid_widget.core.teaching.rich_text import prose
    >>> step = make_step(
    ...     "first", {"en": prose("Grow.")}, "adaptoid w 0,0 W:D2 B:D6", goal=Goal.from_text("grows new")
    ... )
    >>> lesson = make_lesson("grow", {"en": "Growing"}, [step])
    >>> LessonContent.unpack(lesson.pack()) == lesson, lesson.say(step.text, "de")
    (True, [['p', 'Grow.']])
    """

    __slots__ = ()
    __dir__ = public_names

    def say(self, text: LocalizedText, language: str) -> Prose:
        """The text in this language, or in a related one, or in the lesson's first; empty if there is none."""
        tree: Prose = in_language(text, language, self.languages[0]) or []
        return tree

    def titled(self, language: str) -> str:
        """The title in a language, else in a related one, else in the lesson's first."""
        # by its place, since tests take `.title` for the method of str, which MicroPython lacks
        return str(in_language(self[1], language, self.languages[0]))

    def number_and_name(self, language: str) -> Tuple[str, str]:
        """The title in a language as its number in the course, "" for none, and the name behind it."""
        title = self.titled(language)
        number, separator, name = title.partition(" · ")
        return (number, name) if separator and number.isdigit() else ("", title)

    def number(self, name: str) -> int:
        """The number of a step, from 0. Raises GameError for an unknown name."""
        names = [step.name for step in self.steps]
        if name in names:
            return names.index(name)
        raise GameError("lesson %s has no step %r; its steps are %s" % (self.name, name, ", ".join(names)))

    def pack(self) -> Values:
        """JSON-able data for a shared page."""
        return {
            "v": VERSION,
            "name": self.name,
            "title": self[1],
            "about": self.about,
            "order": self.order,
            "languages": self.languages,
            "steps": [step.pack() for step in self.steps],
        }

    @staticmethod
    def unpack(data: Values) -> LessonContent:
        """The lesson of data from `pack`, which are not checked again. Raises GameError for another version."""
        if data.get("v") != VERSION or isinstance(data.get("v"), bool):
            raise GameError("this is not a lesson, or it is from a later version of adaptoid-widget")
        steps = tuple([LessonStep.unpack(step) for step in data["steps"]])
        languages = tuple(data["languages"])
        return LessonContent(data["name"], data["title"], data["about"], data["order"], languages, steps)


def make_lesson(
    name: str,
    title: Dict[str, str],
    steps: Sequence[LessonStep],
    about: Optional[LocalizedText] = None,
    order: str = "forced",
    languages: Sequence[str] = (),
) -> LessonContent:
    """A lesson with checked parts. Raises GameError.

    `languages` are by default those of the title, English first, then by tag.
    """
    _check_name(name, "a lesson")
    _one_of(order, ORDERS, "the order of a lesson")
    tags = _check_title(title, languages)
    if not 1 <= len(steps) <= MAX_LESSON_STEPS:
        raise GameError("a lesson has 1 to %d steps, not %d" % (MAX_LESSON_STEPS, len(steps)))
    names: List[str] = []
    for step in steps:
        if step.name in names:
            raise GameError("there are two steps %s in lesson %s" % (step.name, name))
        names.append(step.name)
        if not step.text:
            raise GameError("step %s: it has a text" % step.name)
        texts = [step.text, step.done] + list(step.hints) + [text for _, text in step.wrong + step.coach]
        if any(text and tags[0] not in text for text in texts):
            message = "every text must exist in the lesson's first language, %s" % tags[0]
            raise GameError("step %s: %s" % (step.name, message))
    summary = about or {}
    if summary and tags[0] not in summary:
        raise GameError("a lesson needs its about text in its first language, %s" % tags[0])
    return LessonContent(name, dict(title), summary, order, tags, tuple(steps))


def _check_title(title: Dict[str, str], languages: Sequence[str]) -> Tuple[str, ...]:
    """The tags of a lesson's languages."""
    if not title:
        raise GameError("a lesson has a title in each of its languages")
    tags = tuple(languages or sorted(title, key=lambda tag: (tag != "en", tag)))
    if len(tags) > MAX_LANGUAGES or len(set(tags)) < len(tags):
        raise GameError("a lesson names each of its languages once, and has at most %d" % MAX_LANGUAGES)
    for tag in list(tags) + list(title):
        check_tag(tag)
    for words in title.values():
        if not 1 <= len(words) <= MAX_TITLE or control_at(words) >= 0:
            raise GameError("a title is a text of one line with 1 to %d characters" % MAX_TITLE)
    if tags[0] not in title:
        raise GameError("a lesson has a title in its first language, %s" % tags[0])
    return tags
