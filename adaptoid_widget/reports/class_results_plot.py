"""Plots the results of many learners: a row for each learner, a column for each step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..core.teaching.class_results import StepDifficulty
from .rows import COLORS, INK, PALE, Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ORDER = ("solved", "helped", "missed", "skipped", "")
GRID = "#ffffff"
MAX_TICK_LABEL = 24
# in inches; with more steps than fit, columns get narrower and have neither signs nor names
COLUMN = 0.42
ROW = 0.34
LOW_ROW = 0.2
MAX_WIDTH = 11.0
NAMES_WIDTH = 2.2
# fonts for names in scripts that matplotlib's own font lacks
FONTS = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Hiragino Sans",
    "Yu Gothic",
    "MS Gothic",
    "IPAexGothic",
    "Arial Unicode MS",
)


def plot(
    rows: Sequence[Row],
    steps: Sequence[tuple[str, str]],
    learners: Sequence[str],
    hardest: Sequence[StepDifficulty],
) -> Figure:
    """Plot results: a row for each learner, a column for each pair of lesson and step. Raises ImportError."""
    try:
        import matplotlib as mpl
        from matplotlib import font_manager
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError("this needs matplotlib; try: pip install matplotlib") from error
    installed = font_manager.get_font_names()
    with mpl.rc_context({"font.family": ["sans-serif", *(name for name in FONTS if name in installed)]}):
        return _draw(rows, steps, learners, hardest, type("Shown", (Figure,), {"_repr_png_": _png}))


def _png(figure: Any) -> bytes:
    """Return the PNG that a notebook shows for a figure without pyplot."""
    from io import BytesIO

    file = BytesIO()
    figure.savefig(file, format="png", dpi=100)
    return file.getvalue()


def _draw(
    rows: Sequence[Row],
    all_steps: Sequence[tuple[str, str]],
    learners: Sequence[str],
    hardest: Sequence[StepDifficulty],
    make_figure: Any,
) -> Figure:
    graded = {(row.lesson, row.step) for row in rows if row.most}
    steps = [pair for pair in all_steps if pair in graded] or list(all_steps)
    wide, high = len(steps), len(learners)
    is_compact = NAMES_WIDTH + COLUMN * wide > MAX_WIDTH
    row = LOW_ROW if is_compact else ROW
    width = min(max(5.5, NAMES_WIDTH + COLUMN * wide), MAX_WIDTH)
    figure: Figure = make_figure(figsize=(width, 2.3 + row * (high + 1)), layout="constrained")
    top, axes = figure.subplots(2, 1, sharex=True, height_ratios=(1.1, row * max(high, 1) + 0.2))
    by_key = {(row.learner, row.lesson, row.step): row for row in rows}
    for y, learner in enumerate(learners):
        for x, (lesson, step) in enumerate(steps):
            _draw_cell(axes, x, y, by_key.get((learner, lesson, step)), is_compact)
    axes.set_xlim(-0.5, wide - 0.5)
    axes.set_ylim(high - 0.5, -0.5)
    spans = _lesson_spans([lesson for lesson, _ in steps])
    slanted = {"rotation": 50, "ha": "right", "rotation_mode": "anchor", "fontsize": 9}
    if is_compact:
        axes.set_xticks(
            [(start + end) / 2 for _, start, end in spans], [name for name, _, _ in spans], **slanted
        )
        for _, start, _ in spans[1:]:
            axes.axvline(start - 0.5, color=INK, linewidth=0.8)
    else:
        axes.set_xticks(range(wide), [_short(step) for _, step in steps], **slanted)
    axes.set_yticks(range(high), [_short(name) for name in learners], fontsize=9)
    axes.tick_params(length=0, colors=INK)
    axes.spines[:].set_visible(False)
    _draw_shares(top, hardest, steps, is_compact)
    if not is_compact:
        _draw_lesson_names(top, spans)
    _draw_legend(figure, is_compact)
    return figure


def _draw_cell(axes: Any, x: int, y: int, row: Row | None, is_compact: bool) -> None:
    from matplotlib.patches import Rectangle

    how = "" if row is None else row.how
    edge = 0.3 if is_compact else 1.5
    axes.add_patch(
        Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=COLORS[how][0], edgecolor=GRID, linewidth=edge)
    )
    if row is None or not row.begun or is_compact:
        return
    ink = PALE if how == "missed" else INK
    y_sign = y - (0.08 if row.hints else 0)
    axes.text(x, y_sign, row.sign, ha="center", va="center", color=ink, fontsize=9)
    if row.hints:
        axes.text(x, y + 0.3, "•" * min(row.hints, 6), ha="center", va="center", color=ink, fontsize=5)


def _draw_shares(
    top: Any, hardest: Sequence[StepDifficulty], steps: list[tuple[str, str]], is_compact: bool
) -> None:
    """Draw above each step the share of learners who solved it, and who solved it alone."""
    by_step = {(step.lesson, step.step): step for step in hardest}
    bars = [(x, by_step[pair]) for x, pair in enumerate(steps) if pair in by_step]
    xs, solved, alone = (
        [x for x, _ in bars],
        [step.solved for _, step in bars],
        [step.alone for _, step in bars],
    )
    top.bar(xs, solved, width=0.8, color=COLORS["helped"][0])
    top.bar(xs, alone, width=0.8, color=COLORS["solved"][0], edgecolor="#8fbfa2", linewidth=0.8)
    for x, share in zip(xs, solved, strict=True) if not is_compact else ():
        top.text(x, share + 0.04, f"{share:.0%}", ha="center", fontsize=7, color=INK)
    top.set_ylim(0, 1.2)
    top.set_yticks([])
    top.tick_params(length=0, labelbottom=False)
    top.spines[:].set_visible(False)
    top.set_ylabel("solved", fontsize=9, color=INK, rotation=0, ha="right", va="center")


def _lesson_spans(lessons: list[str]) -> list[tuple[str, int, int]]:
    """Return each lesson's name with its first and its last column."""
    spans: list[tuple[str, int, int]] = []
    start = 0
    for lesson, steps in groupby(lessons):
        end = start + len(list(steps)) - 1
        spans.append((_short(lesson), start, end))
        start = end + 1
    return spans


def _draw_lesson_names(top: Any, spans: list[tuple[str, int, int]]) -> None:
    for name, start, end in spans:
        top.text((start + end) / 2, 1.28, name, ha="center", fontsize=10, color=INK, weight="bold")
        top.plot([start - 0.4, end + 0.4], [1.22, 1.22], color=INK, linewidth=0.8, clip_on=False)


def _draw_legend(figure: Any, is_compact: bool) -> None:
    from matplotlib.patches import Patch

    patches = [Patch(facecolor=COLORS[how][0], edgecolor="#8c8a84", label=COLORS[how][1]) for how in ORDER]
    figure.legend(
        handles=patches,
        loc="outside lower center",
        ncols=3,
        frameon=False,
        fontsize=8,
        title="a column for each step, in the order of its lesson"
        if is_compact
        else "number: tries   •: a hint   …: begun",
        title_fontsize=8,
    )


def _short(text: str) -> str:
    short = text if len(text) <= MAX_TICK_LABEL else text[: MAX_TICK_LABEL - 1] + "…"
    # matplotlib takes dollar signs for mathematics
    return short.replace("$", r"\$")
