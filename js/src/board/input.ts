import { cellOf, on, set } from "../dom/elements";
import { commandOf } from "../keys/keymap";
import { isOwn, mayMove, type Point, placeOf, type State } from "../state/state";
import { neighbour } from "./grid";

/** What the pointer and the keyboard do on a board. */
export interface BoardHandlers {
  state(): State;
  click(cell: string): void;
  hover(cell: string | null): void;
  /** `visible`: the focus is shown, since it was moved by a key. */
  focus(cell: string, visible: boolean): void;
  deselect(): void;
  drag(cell: string, spot: Point): void;
  drop(cell: string | null): void;
}

const DRAG_PX = 6;
/** The directions of up and down: to the left or right, whichever stays nearer to the column of the first disc. */
const VERTICAL: Record<string, [left: number, right: number] | undefined> = { up: [4, 5], down: [2, 1] };

export function listenToBoard(board: HTMLElement, svg: SVGSVGElement, handlers: BoardHandlers): void {
  /** The column in which keys move the focus up and down. */
  let column = { cell: "", x: 0 };

  listenToDrags(svg, {
    accepts: (cell, event) => {
      // a finger that rests previews its tap
      if (event.pointerType === "touch") handlers.hover(cell);
      return event.button === 0 && draggable(handlers.state(), cell);
    },
    drags: (cell, spot) => {
      handlers.drag(cell, spot);
      handlers.hover(nearest(handlers.state(), spot));
    },
    drops: (_, event) => {
      const spot = boardPoint(svg, event);
      handlers.drop(spot && nearest(handlers.state(), spot));
    },
    cancels: handlers.deselect,
    context: () => handlers.state().snapshot.rev,
  });
  on(svg, "click", ({ target }) => {
    const cell = cellOf(target);
    if (cell) handlers.click(cell);
    else handlers.deselect();
  });
  on(svg, "pointermove", (event) => {
    if (event.pointerType !== "touch") handlers.hover(cellOf(event.target));
  });
  on(svg, "pointerleave", () => handlers.hover(null));

  // not on the SVG, since Chromium makes an SVG with a focus listener a tab stop
  on(board, "focusin", (event) => {
    const cell = cellOf(event.target);
    const visible = cell !== null && (event.target as Element).matches(":focus-visible");
    // `:has(:focus-visible)` would be found again whenever a disc changes
    set(svg, { "data-keys": visible });
    if (cell) handlers.focus(cell, visible);
  });
  on(board, "focusout", () => {
    set(svg, { "data-keys": null });
    handlers.hover(null);
  });

  on(svg, "keydown", (event) => {
    const cell = cellOf(event.target);
    const command = cell && commandOf(event, "disc");
    if (!command) return;
    event.preventDefault();
    if (command === "click") handlers.click(cell);
    else {
      const goal = destination(handlers.state(), cell, command, event.target as Element);
      svg.querySelector<SVGGElement>(`[data-cell="${goal}"]`)?.focus();
    }
  });

  /** The disc to which a command leads. */
  function destination(state: State, cell: string, command: string, target: Element): string {
    const pair = VERTICAL[command];
    const row = target.closest("[role=row]")?.children;
    if (command === "first" || command === "last")
      return cellOf(row?.[command === "first" ? 0 : row.length - 1]) ?? cell;
    if (!pair) return neighbour(state, cell, Number(command));
    const x = (at: string) => placeOf(state, at)?.x ?? 0;
    if (column.cell !== cell) column = { cell, x: x(cell) };
    const offset = (at: string) => (at === cell ? Infinity : Math.abs(x(at) - column.x));
    const [left = cell, right = cell] = pair.map((direction) => neighbour(state, cell, direction));
    column.cell = offset(right) < offset(left) - 1e-6 ? right : left;
    return column.cell;
  }
}

/** Handles drags that begin on a disc. */
export interface DragHandlers {
  /** Whether a drag may begin here. */
  accepts(cell: string, event: PointerEvent): boolean;
  /** Whether the drag has begun; without it, a distance of a few pixels decides. */
  begins?(cell: string, spot: Point): boolean;
  drags(cell: string, spot: Point): void;
  drops(cell: string, event: PointerEvent): void;
  /** The pointer was pressed and released without a drag. */
  taps?(cell: string): void;
  cancels(): void;
  /** What a drag depends on. The drag is cancelled when the value changes. */
  context(): unknown;
}

/**
 * Captures drags before other listeners of the SVG, and stops the events of a drag with the click that ends it. One pointer
 * drags at a time. Returns a function that cancels a drag and tells whether there was one.
 */
export function listenToDrags(svg: SVGSVGElement, handlers: DragHandlers): () => boolean {
  let drag: { cell: string; from: PointerEvent; context: unknown } | null = null;
  let moved = false;
  const cancel = () => {
    const wasHeld = drag !== null;
    drag = null;
    if (wasHeld && moved) handlers.cancels();
    return wasHeld;
  };
  const capture = <K extends "click" | "pointerdown" | "pointermove" | "pointerup">(
    type: K,
    handler: (event: SVGElementEventMap[K]) => void,
  ) => on(svg, type, handler, true);
  /** The drag of this pointer, unless the position has changed. */
  const dragOf = ({ pointerId }: PointerEvent) => {
    if (drag?.from.pointerId !== pointerId) return null;
    if (drag.context !== handlers.context()) cancel();
    return drag;
  };
  capture("pointerdown", (event) => {
    // only the first finger drags
    if (event.isPrimary) {
      cancel();
      moved = false;
      const cell = cellOf(event.target);
      if (cell && handlers.accepts(cell, event)) drag = { cell, from: event, context: handlers.context() };
    }
    if (drag) event.stopImmediatePropagation();
  });
  capture("pointermove", (event) => {
    const current = dragOf(event);
    const spot = current && boardPoint(svg, event);
    if (!current || !spot) return;
    const { cell, from } = current;
    // the button was released outside, or while another one is pressed
    if (!(event.buttons & (from.button || 1))) return cancel();
    if (!moved) {
      const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
      if (!(handlers.begins?.(cell, spot) ?? Math.hypot(x, y) >= DRAG_PX)) return;
      moved = true;
      svg.setPointerCapture?.(event.pointerId);
    }
    event.stopImmediatePropagation();
    handlers.drags(cell, spot);
  });
  capture("pointerup", (event) => {
    const current = dragOf(event);
    if (!current) return;
    drag = null;
    if (moved) handlers.drops(current.cell, event);
    else handlers.taps?.(current.cell);
  });
  capture("click", (event) => {
    if (moved) event.stopImmediatePropagation();
    moved = false;
  });
  // at the start of a touch drag the capture moves from the disc to the SVG
  on(svg, "lostpointercapture", (event) => {
    if (event.target === svg && dragOf(event)) cancel();
  });
  return cancel;
}

function draggable(state: State, cell: string): boolean {
  const { snapshot, pen } = state;
  if (pen || !snapshot.interactive || snapshot.step !== "move" || !isOwn(snapshot, cell)) return false;
  return snapshot.aids === "none" || mayMove(snapshot, cell);
}

/** The pointer in disc diameters. */
export function boardPoint(svg: SVGSVGElement, event: PointerEvent): Point | null {
  const matrix = svg.getScreenCTM?.()?.inverse();
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix) : null;
}

export function nearest(state: State, spot: Point): string | null {
  for (const [cell] of state.discs.cells) {
    const place = placeOf(state, cell);
    if (place && Math.hypot(place.x - spot.x, place.y - spot.y) < 0.5) return cell;
  }
  return null;
}
