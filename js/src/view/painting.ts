import { changeDetector, focused, set } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { Snapshot } from "../protocol/types";
import { type State, sizeOf, tabStop } from "../state/state";

/** Draws what it shows of a state. `shown` is the state with the step that was sent. */
type Painter = (state: State, t: Translator, shown: State) => void;

/** The painters of a view, in their order. */
interface Painters {
  /** What the player looks at. */
  board: Painter[];
  /** What only a new snapshot, language, preview or note changes; hovering and selecting do not. */
  panels: Painter[];
  /** All else beside the board. */
  others: Painter[];
}

interface PaintingHost {
  root: HTMLElement;
  /** Shows the sent step of a turn before Python has answered. */
  withSentStep(state: State): State;
  disc(cell: string): SVGElement | undefined;
  /** All is drawn, or some of it failed. `disc` has the focus; `before` is the element that had it. */
  drawn(state: State, complete: boolean, disc: Element | null, before: Element | null): void;
}

/** Draws a view: first the board, then what is beside it. */
export class Painting {
  readonly #host: PaintingHost;
  readonly #painters: Painters;
  /** The snapshot of which only the board is drawn so far; null if the panels are drawn too. */
  #boardOnly: Snapshot | null = null;
  readonly #panelsDiffer = changeDetector();

  constructor(host: PaintingHost, painters: Painters) {
    this.#host = host;
    this.#painters = painters;
  }

  /** Lets the board be painted first, which the player looks at. The panels beside it follow in the next frame. */
  boardFirst({ snapshot }: State, redraw: () => void): void {
    this.#boardOnly = snapshot;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.#boardOnly !== snapshot) return;
        this.#boardOnly = null;
        redraw();
      }),
    );
  }

  /** Draws each panel by itself, so that an error in one leaves the others. */
  draw(state: State, t: Translator): void {
    const { root, drawn, withSentStep } = this.#host;
    const { board, panels, others } = this.#painters;
    const { snapshot, previewedGrowth, note } = state;
    const shown = withSentStep(state);
    const isBoardOnly = this.#boardOnly === snapshot || shown !== state;
    const focusBefore = focused(root);
    const editTool = root.dataset.edit;
    // for fonts, line breaks and the voice of a screen reader
    set(root, {
      lang: t.language,
      "data-board": snapshot.board,
      "data-lesson": Boolean(snapshot.lesson),
      "data-size": sizeOf(state),
      compact: snapshot.compact,
    });
    const isNew = !isBoardOnly && this.#panelsDiffer(snapshot, t, previewedGrowth, note);
    const painters = isBoardOnly ? board : [...board, ...(isNew ? panels : []), ...others];
    let complete = true;
    for (const paint of painters)
      try {
        paint(state, t, shown);
      } catch (error) {
        complete = false;
        this.#panelsDiffer();
        console.error("adaptoid-widget:", error);
      }
    const disc = this.#keepFocus(state, focusBefore, editTool !== root.dataset.edit);
    if (isBoardOnly) return;
    set(root, { "data-view-rev": snapshot.rev });
    drawn(state, complete, disc, focusBefore);
  }

  /** Moves the focus to the board if its element is gone. Returns the focused disc. */
  #keepFocus(state: State, before: Element | null, editToolChanged: boolean): Element | null {
    const { root, disc } = this.#host;
    if (!before || before === root.ownerDocument.body) return null;
    const now = focused(root);
    const hidden = editToolChanged && !before.getClientRects().length;
    // unless a panel has moved it already
    if ((!now || now === before) && (before.closest("[hidden]") || hidden || !before.isConnected))
      disc(tabStop(state) ?? "")?.focus({ preventScroll: true });
    return focused(root)?.closest("[data-cell]") ?? null;
  }
}
