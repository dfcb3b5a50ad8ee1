"""Writes the types and the constants that the front end shares with Python: `python -m tools.setup.wire_types`.

`js/src/protocol/types.ts` is written from `adaptoid_widget.core.wire.wire_types`, `js/src/protocol/constants.ts` from
`CONSTANTS`, and the table of the snapshot in `docs/reference/wire_protocol.md` from the comments of its type. All are
in the repository, so that editors, readers and builds find them. Each build writes them anew.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from typing_extensions import NotRequired, is_typeddict

from adaptoid_widget.core.cells import cell_boards, cell_pictures
from adaptoid_widget.core.editor import draft
from adaptoid_widget.core.game.comments import MAX_COMMENT
from adaptoid_widget.core.game.marks import MAX_LABEL, TONED, TONES
from adaptoid_widget.core.page import embedded
from adaptoid_widget.core.rules import scanner
from adaptoid_widget.core.rules.integer_rules import MAX_LIMBS
from adaptoid_widget.core.rules.variants import COLORS, SWITCH_NAMES, VARIANT_NAMES, VARIANTS
from adaptoid_widget.core.search import levels, work_array
from adaptoid_widget.core.session import permissions, session, sharing
from adaptoid_widget.core.tactics.weak_players import HABITS
from adaptoid_widget.core.teaching import lesson, question, results, step_kinds
from adaptoid_widget.core.wire import descriptions, feeding, snapshot, wire_types
from adaptoid_widget.engine.backends import near_table, wasm, wasm_file
from adaptoid_widget.engine.tree_search import root_search
from adaptoid_widget.export import encoding
from adaptoid_widget.export.site import web_app
from adaptoid_widget.picture import films, food_and_reach, marks
from adaptoid_widget.reports import class_results, rows
from adaptoid_widget.storage import game_link, lesson_results
from adaptoid_widget.widget import lesson_maker, players

ROOT = Path(__file__).resolve().parents[2]
PROTOCOL = ROOT / "js" / "src" / "protocol"
PAGE = ROOT / "docs" / "reference" / "wire_protocol.md"
HEAD = "/** {} Written by `tools/setup/wire_types.py`: change it there. */\n"
# each with a name in js/src
CONSTANTS: dict[str, Any] = {
    "ARRANGEMENTS": feeding.ARRANGEMENTS,
    "BLANKS": scanner.BLANKS,
    "BLOCK_CELLS": wasm.BLOCK_CELLS,
    # the types of outputs of cells
    "BOARD_TYPE": cell_boards.BOARD_TYPE,
    "COLORS": COLORS,
    "COMMENTED": snapshot.COMMENTED,
    # the attributes of an element that describe its content
    "DESCRIBING": embedded.DESCRIBING,
    # in degrees, of reaching adaptoids
    "DOTS_APART": food_and_reach.DOTS_APART,
    # values that a page's text holds together with the value after them, in one character
    "ESCAPED": [ord(sign) for sign in encoding.UNSAFE],
    "FILM_LAST_MS": round(1000 * films.Film.hold),
    # the longer side in pixels
    "FILM_SIZE": films.FILM_SIZE,
    "FILM_TURN_MS": round(1000 * films.Film.seconds),
    # the page shows no times
    "HARDEST_COLUMNS": [*(name for name in rows.HARDEST_COLUMNS if name != "seconds"), "wrong"],
    "INVISIBLE": scanner.INVISIBLE,
    "JOINERS": scanner.JOINERS,
    # the smallest width of a heat map's legend, in disc diameters
    "LEGEND_WIDTH": marks.LEGEND_WIDTH,
    "LIMBS": draft.LIMBS,
    "LINK_VERSION": game_link.VERSION,
    "MARKED": snapshot.MARKED,
    "MAX_COMMENT": MAX_COMMENT,
    # above this count of adaptoids that reach a disc, a number stands in place of dots
    "MAX_DOTS": food_and_reach.MAX_DOTS,
    "MAX_FILE": sharing.MAX_TEXT,
    # the text about a wrong answer
    "MAX_FORESEEN": lesson_maker.MAX_FORESEEN,
    "MAX_GOAL": lesson_maker.MAX_GOAL,
    "MAX_LABEL": MAX_LABEL,
    "MAX_LEARNER_NAME": results.MAX_LEARNER_NAME,
    "MAX_LENGTHS": lesson_maker.MAX_LENGTHS,
    "MAX_LEVEL": levels.HIGHEST,
    "MAX_LIMBS": MAX_LIMBS,
    "MAX_LINK_LINES": game_link.MAX_LINES,
    # as the answer to a question
    "MAX_NUMBER": question.MAX_NUMBER,
    "MAX_RECORD": game_link.MAX_RECORD,
    "MAX_RESULTS_BYTES": lesson_results.MAX_BYTES,
    "MAX_STEP_TURNS": lesson.MAX_STEP_TURNS,
    "MAX_TURNS": films.MAX_TURNS,
    "MAX_WEAK": len(HABITS),
    "NEAR_CELLS": near_table.NEAR_CELLS,
    # the folder of the notebooks in a site
    "NOTEBOOKS": web_app.NOTEBOOKS,
    # the questions about one disc whose answer is a number
    "NUMBERS_AT": question.NUMBERS_AT,
    "ON_LINE": snapshot.ON_LINE,
    # as a depth of the search
    "ONE_TURN": work_array.TURN,
    "PACE_MS": round(players.PACE_S * 1000),
    "PICTURE_TYPE": cell_pictures.PICTURE_TYPE,
    # the intents that a view sends by itself
    "QUESTIONS": permissions.QUESTIONS,
    "RECORDED": lesson_maker.RECORDED,
    # the names of files with games, in a class's folder
    "RECORD_ENDINGS": class_results.RECORD_ENDINGS,
    "RETRIES": lesson.RETRIES,
    # the numbers of a row of the turns at the root
    "ROOT_COLUMNS": root_search.COLUMNS,
    # the questions whose answer is discs, about the board and about one disc
    "SETS": question.SETS,
    "SETS_AT": question.SETS_AT,
    "SOLVED_STATES": results.SOLVED_STATES,
    "STEP_KINDS": list(step_kinds.STEP_KINDS),
    "STEP_RESULT": results.FIELDS,
    # in the order of texts
    "SWITCHES": SWITCH_NAMES,
    "TONED": TONED,
    "TONES": TONES,
    # what a board describes in words
    "TOPICS": descriptions.TOPICS,
    "VARIANTS": {name: len(VARIANTS[name].colors) for name in VARIANT_NAMES},
    # the turn begins a variation
    "VARIATION": snapshot.VARIATION,
    # the cells of the work array that the host reads and writes
    "WORK": {"nodes": work_array.NODES, "limit": work_array.LIMIT, "stopped": work_array.STOPPED},
    "WORD_BYTES": wasm_file.WORD_BYTES,
}
# types of constants that TypeScript would take too widely or too narrowly
TYPED = {
    "COLORS": "Color[]",
    "LIMBS": "Limb[]",
    "SETS": "string[]",
    "TONES": "Tone[]",
    "VARIANTS": "Record<string, number>",
}
# lists of which the front end knows each member
CLOSED = ("RECORDED", "RETRIES", "STEP_KINDS", "TONED")
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", Any: "unknown", NoneType: "null"}
COMMENT = re.compile(r"^ *# ?(.*)$")


class Types:
    """The TypeScript of the types of `wire_types`."""

    def __init__(self) -> None:
        self._source = inspect.getsource(wire_types).splitlines()
        values = vars(wire_types)
        self._names = {
            id(value): name.removesuffix("Part")
            for name, value in values.items()
            if get_origin(value) in (Annotated, Union) or (is_typeddict(value) and not name.startswith("_"))
        }

    def text(self) -> str:
        """Return the module."""
        tree = ast.parse("\n".join(self._source))
        parts = [HEAD.format("The messages between Python and the front end: schema 2 of the snapshot.")]
        for node in tree.body:
            target = node.targets[0] if isinstance(node, ast.Assign) else node
            name = str(getattr(target, "id", "") or getattr(target, "name", ""))
            value = getattr(wire_types, name, None)
            if id(value) in self._names:
                parts.append(self._jsdoc(node.lineno, "") + self._declaration(value, node))
        parts.append(self._intents())
        return "\n".join(parts)

    def type_of(self, hint: Any, *, spelled_out: bool = False) -> str:
        """Return a type in TypeScript, by its name if it has one and need not be spelled out."""
        if id(hint) in self._names and not spelled_out:
            return self._names[id(hint)]
        origin, choices = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._annotated(choices[1])
        if origin in (Union, UnionType):
            return " | ".join(self.type_of(choice) for choice in choices)
        if origin is Literal:
            return " | ".join(json.dumps(choice) for choice in choices)
        if origin is list:
            inner = self.type_of(choices[0])
            return f"({inner})[]" if "|" in re.sub(r"\[.*\]|\{.*\}", "", inner) else f"{inner}[]"
        if origin is dict:
            key = self.type_of(choices[0])
            record = f"Record<{key}, {self.type_of(choices[1])}>"
            return f"Partial<{record}>" if key == "Color" else record
        return SIMPLE[hint]

    def _annotated(self, form: Any) -> str:
        if isinstance(form, wire_types.Members):
            members = [
                f"{name.removesuffix('_')}{'?' * name.endswith('_')}: {self.type_of(hint)}"
                for name, hint in form.members.items()
            ]
            return f"[{', '.join(members)}]"
        if isinstance(form, wire_types.Choice):
            return " | ".join(json.dumps(text) for text in form.texts)
        return str(form.text)

    def _declaration(self, value: Any, node: ast.stmt) -> str:
        name = self._names[id(value)]
        if not is_typeddict(value):
            return f"export type {name} = {self.type_of(value, spelled_out=True)};\n"
        hints = get_type_hints(value, include_extras=True)
        bases = [base.id for base in getattr(node, "bases", []) if getattr(base, "id", "") != "TypedDict"]
        lines = [
            self._jsdoc(line, "  ") + self._member(key, hints[key]) for key, line in self._members_of(node)
        ]
        if value is wire_types.Snapshot:
            for key, values in session.SETTINGS.items():
                kinds = ["boolean" if value is True else json.dumps(value) for value in values]
                lines.append(f"  {key}: {' | '.join(kind for kind in kinds if kind != 'false')};\n")
        if value is wire_types.MarksPart:
            lines += [f"  {kind}s: [cell: string, tone: Tone][];\n" for kind in TONED]
        extends = f" extends {bases[0]}" if bases else ""
        return f"export interface {name}{extends} {{\n{''.join(lines)}}}\n"

    def rows(self) -> str:
        """Return the rows of the table of the snapshot in Markdown."""
        (node,) = (
            node
            for node in ast.parse("\n".join(self._source)).body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "Snapshot"
        )
        rows = {f"`{name}`": self._comment(line) for name, line in self._members_of(node)}
        rows[", ".join(f"`{name}`" for name in session.SETTINGS)] = (
            "The [settings of the board](board.md#settings)."
        )
        return "".join(f"| {name} | {meaning} |\n" for name, meaning in rows.items())

    def _members_of(self, node: ast.AST) -> Iterator[tuple[str, int]]:
        """Yield the name and the line of each member of a typed dictionary."""
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                    yield statement.target.id, statement.lineno
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            members = node.value.args[1]
            assert isinstance(members, ast.Dict)
            for key in members.keys:
                assert isinstance(key, ast.Constant)
                yield str(key.value), key.lineno

    def _member(self, name: str, hint: Any) -> str:
        """Return the line of a member."""
        name = name if name.isidentifier() else json.dumps(name)
        if get_origin(hint) is NotRequired:
            return f"  {name}?: {self.type_of(get_args(hint)[0])};\n"
        return f"  {name}: {self.type_of(hint)};\n"

    def _jsdoc(self, line: int, indent: str) -> str:
        """Return the comment above a line as one of TypeScript."""
        comment = self._comment(line)
        return f"{indent}/** {comment} */\n" if comment else ""

    def _comment(self, line: int) -> str:
        """Return the comment above a line, or ""."""
        comment: list[str] = []
        for text in reversed(self._source[: line - 1]):
            match = COMMENT.match(text)
            if match is None:
                break
            comment.insert(0, match[1])
        if not comment or comment[0].startswith("the functional form"):
            return ""
        return " ".join(comment)

    def _intents(self) -> str:
        rows = []
        for kinds, fields in wire_types.INTENTS.items():
            members = [f"kind: {' | '.join(json.dumps(kind) for kind in kinds.split())}"]
            for name, hint in fields.items():
                members.append("[field: string]: unknown" if name == "…" else f"{name}: {self.type_of(hint)}")
            rows.append(f"  | {{ {'; '.join(members)} }}")
        return "export type Intent =\n" + "\n".join(rows) + ";\n"


def constants() -> str:
    """Return the module of the constants."""
    lines = [
        HEAD.format("What Python and the front end both need to know."),
        'import type { Color, Limb, Tone } from "./types";\n',
    ]
    for name, value in CONSTANTS.items():
        kind = f": {TYPED[name]}" if name in TYPED else ""
        fixed = " as const" if (isinstance(value, dict) or name in CLOSED) and not kind else ""
        lines.append(f"export const {name}{kind} = {json.dumps(value)}{fixed};")
    return "\n".join(lines) + "\n"


def page() -> str:
    """Return the page of the wire protocol."""
    head, row, rest = PAGE.read_text(encoding="utf-8").partition("| key | meaning |\n| --- | --- |\n")
    return head + row + Types().rows() + rest[rest.index("\n\n") + 1 :]


def modules() -> dict[Path, str]:
    """Return the text of each file by its place; the modules are formatted by Biome."""
    biome = ["npx", "biome", "format", "--stdin-file-path=src/protocol/types.ts"]

    def formatted(text: str) -> str:
        command = [shutil.which(biome[0]) or biome[0], *biome[1:]]
        return subprocess.run(
            command, input=text, cwd=ROOT / "js", capture_output=True, encoding="utf-8", check=True
        ).stdout

    return {
        PROTOCOL / "types.ts": formatted(Types().text()),
        PROTOCOL / "constants.ts": formatted(constants()),
        PAGE: page(),
    }


if __name__ == "__main__":
    for path, text in modules().items():
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
