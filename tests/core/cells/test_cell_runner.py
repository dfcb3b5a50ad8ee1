"""The outputs of cells that run in a page."""

from __future__ import annotations

import pytest

from adaptoid_widget.core.cells.cell_runner import MAX_TEXT, CellRunner


@pytest.mark.parametrize(
    ("source", "key", "end"),
    [
        ("print('a' * 200_000)\nprint('b')", "text", "a"),
        ("for _ in range(3):\n    print('a' * 49_999)\nprint('b')", "text", "\n"),
        ("'a' * 200_000", "text/plain", "a"),
        ("raise ValueError('a' * 200_000)", "evalue", "a"),
    ],
)
def test_a_long_text_is_cut_as_in_saved_outputs(source: str, key: str, end: str) -> None:
    written: list[dict[str, object]] = []
    (output,) = CellRunner(written=written.append).run(source)
    text = output.get("data", output)[key]
    assert (len(text), text[-1]) == (MAX_TEXT, end)
    assert [part["cut"] for part in written if "cut" in part] == [True]


def test_a_text_of_the_longest_length_and_one_after_a_value_are_whole() -> None:
    source = f"print('a' * {MAX_TEXT - 1})\ndisplay(1)\nprint('b' * {MAX_TEXT - 1})"
    outputs = CellRunner().run(source)
    assert [output["output_type"] for output in outputs] == ["stream", "display_data", "stream"]
    assert not any("cut" in output for output in outputs)


@pytest.mark.parametrize(
    ("source", "ename"),
    [
        ("raise GeneratorExit", "GeneratorExit"),
        ("class Own(BaseException):\n    pass\nraise Own", "Own"),
        ("class Own(Exception):\n    def __str__(self):\n        raise ValueError\nraise Own", "Own"),
        ("class Own(Exception):\n    def __str__(self):\n        return 1\nraise Own", "Own"),
        ("class Own(Exception):\n    def __str__(self):\n        raise SystemExit\nraise Own", "Own"),
    ],
)
def test_whatever_a_cell_raises_is_an_output(source: str, ename: str) -> None:
    runner = CellRunner()
    assert [output["ename"] for output in runner.run(source)] == [ename]
    assert runner.run("1 + 1")[0]["data"] == {"text/plain": "2"}
