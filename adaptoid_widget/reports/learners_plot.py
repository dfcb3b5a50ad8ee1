"""The picture of many learners' results: a row for each learner, a column for each step, colours and signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .rows import Row, StepDifficulty

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# the worse the result the darker, so that it can be read in greyscale
COLORS = {
    "solved": ("#d7ebdf", "solved alone"),
    "helped": ("#f3d9a4", "solved with hints or more tries"),
    "": ("#f4f3f0", "not done"),
    "skipped": ("#c3c8d4", "skipped"),
    "missed": ("#b4574a", "shown the answer"),
}
ORDER = ("solved", "helped", "missed", "skipped", "")
INK, PALE, GRID = "#2b2a27", "#ffffff", "#ffffff"
MAX_LETTERS = 24
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
    """Draw results: learners down, pairs of lesson and step across. Raises ImportError where matplotlib is missing."""
    try:
        import matplotlib as mpl
        from matplotlib import font_manager
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError("this needs matplotlib; try: pip install matplotlib") from error
    there = font_manager.get_font_names()
    with mpl.rc_context({"font.family": ["sans-serif", *(name for name in FONTS if name in there)]}):
        return _drawn(rows, steps, learners, hardest, type("Shown", (Figure,), {"_repr_png_": _png}))


def _png(figure: Any) -> bytes:
    """The PNG that a notebook shows of a figure without pyplot."""
    from io import BytesIO

    file = BytesIO()
    figure.savefig(file, format="png", dpi=100)
    return file.getvalue()


def _drawn(
    rows: Sequence[Row],
    all_steps: Sequence[tuple[str, str]],
    learners: Sequence[str],
    hardest: Sequence[StepDifficulty],
    make: Any,
) -> Figure:
    asked = {(row.lesson, row.step) for row in rows if row.most}
    steps = [pair for pair in all_steps if pair in asked] or list(all_steps)
    wide, high = len(steps), len(learners)
    figure: Figure = make(
        figsize=(max(5.5, 2.2 + 0.42 * wide), 2.3 + 0.34 * (high + 1)), layout="constrained"
    )
    top, axes = figure.subplots(2, 1, sharex=True, height_ratios=(1.1, 0.34 * max(high, 1) + 0.2))
    known = {(row.learner, row.lesson, row.step): row for row in rows}
    for y, learner in enumerate(learners):
        for x, (lesson, step) in enumerate(steps):
            _cell(axes, x, y, known.get((learner, lesson, step)))
    _frame(axes, [_short(step) for _, step in steps], [_short(name) for name in learners])
    _shares(top, hardest, steps)
    _lessons(top, [lesson for lesson, _ in steps])
    _legend(figure)
    return figure


def _cell(axes: Any, x: int, y: int, row: Row | None) -> None:
    from matplotlib.patches import Rectangle

    how = "" if row is None else row.how
    axes.add_patch(
        Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=COLORS[how][0], edgecolor=GRID, linewidth=1.5)
    )
    if row is None or not (how or row.tries or row.hints):
        return
    sign = {"missed": "×", "skipped": "–", "": "…"}.get(how, str(row.tries))
    ink = PALE if how == "missed" else INK
    axes.text(x, y - (0.08 if row.hints else 0), sign, ha="center", va="center", color=ink, fontsize=9)
    if row.hints:
        axes.text(x, y + 0.3, "•" * min(row.hints, 6), ha="center", va="center", color=ink, fontsize=5)


def _frame(axes: Any, steps: list[str], learners: list[str]) -> None:
    axes.set_xlim(-0.5, len(steps) - 0.5)
    axes.set_ylim(len(learners) - 0.5, -0.5)
    axes.set_xticks(range(len(steps)), steps, rotation=50, ha="right", rotation_mode="anchor", fontsize=9)
    axes.set_yticks(range(len(learners)), learners, fontsize=9)
    axes.tick_params(length=0, colors=INK)
    for side in axes.spines.values():
        side.set_visible(False)


def _shares(top: Any, hardest: Sequence[StepDifficulty], steps: list[tuple[str, str]]) -> None:
    """Over each step, how many of those who came to it solved it, and how many alone."""
    by_step = {(step.lesson, step.step): step for step in hardest}
    for x, pair in enumerate(steps):
        difficulty = by_step.get(pair)
        if difficulty is not None:
            top.bar(x, difficulty.solved, width=0.8, color=COLORS["helped"][0])
            top.bar(
                x, difficulty.alone, width=0.8, color=COLORS["solved"][0], edgecolor="#8fbfa2", linewidth=0.8
            )
            top.text(
                x, difficulty.solved + 0.04, f"{difficulty.solved:.0%}", ha="center", fontsize=7, color=INK
            )
    top.set_ylim(0, 1.2)
    top.set_yticks([])
    top.tick_params(length=0, labelbottom=False)
    for side in top.spines.values():
        side.set_visible(False)
    top.set_ylabel("solved", fontsize=9, color=INK, rotation=0, ha="right", va="center")


def _lessons(top: Any, lessons: list[str]) -> None:
    """The lessons' names above their steps."""
    start = 0
    for x in range(1, len(lessons) + 1):
        if x == len(lessons) or lessons[x] != lessons[start]:
            middle = (start + x - 1) / 2
            top.text(middle, 1.28, _short(lessons[start]), ha="center", fontsize=10, color=INK, weight="bold")
            top.plot([start - 0.4, x - 0.6], [1.22, 1.22], color=INK, linewidth=0.8, clip_on=False)
            start = x


def _legend(figure: Any) -> None:
    from matplotlib.patches import Patch

    patches = [Patch(facecolor=COLORS[how][0], edgecolor="#8c8a84", label=COLORS[how][1]) for how in ORDER]
    figure.legend(
        handles=patches,
        loc="outside lower center",
        ncols=3,
        frameon=False,
        fontsize=8,
        title="number: tries   •: a hint   …: begun",
        title_fontsize=8,
    )


def _short(text: str) -> str:
    # dollar signs would be read as mathematics
    text = text.replace("$", r"\$")
    return text if len(text) <= MAX_LETTERS else text[: MAX_LETTERS - 1] + "…"
