"""Runs the code cells of a page one after another, and says what each printed, showed and raised."""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict, List, Optional

from ..host.host import IS_MICROPYTHON
from ..wire.intent_fields import Json
from . import cell_values
from .source_tokens import last_statement, tokens_of
from .syntax_rewriting import rewritten

MAX_TEXT = 100_000
"""The characters of a text that a page shows, also of a saved output. What follows is left out."""
# how often each MIME type of a value is asked for, in this order
_REPRESENTATIONS = (
    ("_repr_html_", "text/html"),
    ("_repr_svg_", "image/svg+xml"),
    ("_repr_markdown_", "text/markdown"),
)

Bundle = Dict[str, Any]
"""A value by MIME type."""


class CellRunner:
    """Runs cells, which share their names, as the kernel of a notebook does.

    Outputs have the form of those in notebook files: "stream", "display_data", "execute_result" and "error".

    >>> runner = CellRunner()
    >>> runner.run("words = ['b', 'a']")
    []
    >>> runner.run("print(*words); sorted(words)")[1]["data"]
    {'text/plain': "['a', 'b']"}
    >>> error = runner.run("1\\n1 / 0")[0]
    >>> error["ename"], error["line"]
    ('ZeroDivisionError', 2)
    """

    def __init__(
        self,
        names: Optional[Dict[str, Any]] = None,
        shown: Optional[Callable[[Any], Optional[Bundle]]] = None,
        written: Optional[Callable[[Json], None]] = None,
    ) -> None:
        """`names` are those that each cell knows from the beginning.

        `shown` makes a bundle of a value that the page shows in a way of its own, or returns None. `written` is called
        with each output as soon as it is there, so that people see what a long cell prints.
        """
        self._shown = shown
        self._written = written
        self._outputs: List[Json] = []
        # the text that is being printed
        self._parts: List[str] = []
        self._printed = 0
        self.count = 0
        """The number of cells that have run."""
        self.names: Dict[str, Any] = {"__name__": "__main__"}
        """What the cells have named."""
        self.names.update(cell_values.helpers())
        self.names.update({"print": self._print, "display": self.display})
        self.names.update(names or {})

    def run(self, source: str, name: str = "") -> List[Json]:
        """Run a cell, and return its outputs. `name` stands in the place of a file name in errors."""
        self.count += 1
        self._outputs = []
        self._parts = []
        self._printed = 0
        file_name = name or "cell %d" % self.count
        try:
            value = self._value(source.replace("\r\n", "\n"), file_name)
            if value is not None:
                self.names["_"] = value
                self._show(value, "execute_result")
        except BaseException as error:  # noqa: BLE001  a cell may raise anything
            self._add(error_output(error, file_name))
        self._end_text()
        return self._outputs

    def _value(self, source: str, name: str) -> Any:
        """Run a source; return the value of its last line if that is an expression."""
        text = rewritten(source)
        # a wrong line is found before any other runs
        code = compile(text, name, "exec")
        tokens = tokens_of(text)
        number = last_statement(tokens)
        if number is None:
            exec(code, self.names)  # noqa: S102  running cells is what it is for
            return None
        texts = [token.text for token in tokens]
        before, last = "".join(texts[:number]), "".join(texts[number:])
        try:
            compile(last.strip(), name, "eval")
        except SyntaxError:
            exec(code, self.names)  # noqa: S102
            return None
        if before.strip():
            exec(compile(before, name, "exec"), self.names)  # noqa: S102
        # the brackets keep the number of its line
        placed = "(" + "\n" * before.count("\n") + last + "\n)"
        return eval(compile(placed, name, "eval"), self.names)  # noqa: S307

    def bundle(self, value: Any) -> Bundle:
        """A value by MIME type."""
        own = None if self._shown is None else self._shown(value)
        if own is not None:
            return own
        out: Bundle = {}
        if not isinstance(value, type):
            if hasattr(value, "_repr_mimebundle_"):
                found = value._repr_mimebundle_()
                out.update(found[0] if isinstance(found, tuple) else found)
            for method, kind in _REPRESENTATIONS:
                if hasattr(value, method):
                    found = getattr(value, method)()
                    if found is not None:
                        out.setdefault(kind, found)
        out.setdefault("text/plain", cell_values.shown(value))
        return out

    def display(self, *values: Any) -> None:
        """Show values, as `display` does in a notebook."""
        for value in values:
            self._show(value, "display_data")

    def _show(self, value: Any, kind: str) -> None:
        if hasattr(value, "_ipython_display_") and not isinstance(value, type):
            value._ipython_display_()
        else:
            self._add({"output_type": kind, "data": self.bundle(value), "metadata": {}})

    def _print(
        self, *values: Any, sep: Optional[str] = " ", end: Optional[str] = "\n", file: Any = None, **_: Any
    ) -> None:
        text = (" " if sep is None else sep).join([cell_values.said(value) for value in values])
        text += "\n" if end is None else end
        if file is not None and file is not sys.stdout and file is not sys.stderr:
            file.write(text)
            return
        # texts that follow one another are one text
        room = MAX_TEXT - self._printed
        if room >= 0:
            output: Json = {"output_type": "stream", "name": "stdout", "text": text}
            _cut(output, "text", output, room)
            self._add(output)
            self._printed += len(text)

    def _add(self, output: Json) -> None:
        if output["output_type"] == "stream":
            if not self._parts:
                self._outputs.append({"output_type": "stream", "name": output["name"]})
            self._parts.append(output["text"])
        else:
            _cut(output, "evalue", output)
            _cut(output.get("data", {}), "text/plain", output)
            self._end_text()
            self._outputs.append(output)
        if self._written is not None:
            self._written(output)

    def _end_text(self) -> None:
        """Join what was printed once: a page frees no memory while a cell runs."""
        if self._parts:
            self._outputs[-1]["text"] = "".join(self._parts)
            self._parts = []
            self._printed = 0


def _cut(texts: Json, key: str, output: Json, room: int = MAX_TEXT) -> None:
    """Leave out what is too much of a text in an output, and say so in it."""
    if len(texts.get(key, "")) > room:
        texts[key] = texts[key][:room]
        output["cut"] = True


def error_output(error: BaseException, name: str) -> Json:
    """An exception of a cell as an output, with the line of the cell in "line"; None if the cell is not at fault."""
    out: Json = {
        "output_type": "error",
        "ename": type(error).__name__,
        "evalue": "",
        "line": None,
        "traceback": [],
    }
    try:
        out["evalue"] = str(error)
        out["line"] = _line_of(error, name)
    except BaseException:  # noqa: BLE001  what a cell raises may fail to say what it is
        return out
    return out


def _line_of(error: BaseException, name: str) -> Optional[int]:
    """The innermost line of a cell that an exception comes from."""
    if not IS_MICROPYTHON:
        return _traced_line(error, name)
    import io

    buffer = io.StringIO()
    sys.print_exception(error, buffer)  # type: ignore[attr-defined]
    mark = '"%s", line ' % name
    _, found, rest = buffer.getvalue().rpartition(mark)
    number = ""
    for sign in rest:
        if not sign.isdigit():
            break
        number += sign
    return int(number) if found and number else None


def _traced_line(error: BaseException, name: str) -> Optional[int]:
    if isinstance(error, SyntaxError) and error.filename == name:
        return error.lineno
    line = None
    trace = error.__traceback__ if hasattr(error, "__traceback__") else None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
