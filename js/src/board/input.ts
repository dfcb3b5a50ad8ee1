import { on } from "../dom/elements";
import { commandOf } from "../dom/keymap";
import { mayMove, pieceOn, placeOf, type State } from "../state/state";
import { neighbour } from "./grid";

/** What pointer and keyboard do on a board. */
export interface BoardHandlers {
  state(): State;
  click(cell: string): void;
  hover(cell: string | null): void;
  /** `visible`: the focus is shown, since it was moved by a key. */
  focus(cell: string, seen: boolean): void;
  deselect(): void;
  drag(cell: string, spot: Spot): void;
  drop(cell: string | null): void;
  cancelDrag(): void;
}

const DRAG_PX = 6;
/** Up and down lead to the left or right one of two ways, whichever stays nearer to where the walk began. */
const PAIRS: Record<string, [left: number, right: number] | undefined> = { up: [4, 5], down: [2, 1] };

export function listenToBoard(board: HTMLElement, svg: SVGSVGElement, hand: BoardHandlers): void {
  /** Where a walk up or down began, so that it stays straight. */
  let column = { cell: "", x: 0 };

  listenToDrags(svg, {
    takes: (cell, event) => {
      // a resting finger previews what a tap would do
      if (event.pointerType === "touch") hand.hover(cell);
      return event.button === 0 && draggable(hand.state(), cell);
    },
    drags: (cell, spot) => {
      hand.drag(cell, spot);
      hand.hover(nearest(hand.state(), spot));
    },
    drops: (_, event) => {
      const spot = boardPoint(svg, event);
      hand.drop(spot && nearest(hand.state(), spot));
    },
    cancels: hand.cancelDrag,
    scene: () => hand.state().snapshot.rev,
  });
  on(svg, "click", ({ target }) => {
    const cell = cellOf(target);
    if (cell) hand.click(cell);
    else hand.deselect();
  });
  on(svg, "pointermove", (event) => {
    if (event.pointerType !== "touch") hand.hover(cellOf(event.target));
  });
  on(svg, "pointerleave", () => hand.hover(null));

  // not on the SVG, since Chromium makes an SVG with a focus listener a tab stop
  on(board, "focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell) hand.focus(cell, (event.target as Element).matches(":focus-visible"));
  });
  on(board, "focusout", () => hand.hover(null));

  on(svg, "keydown", (event) => {
    const cell = cellOf(event.target);
    const command = cell && commandOf(event, "disc");
    if (!command) return;
    event.preventDefault();
    if (command === "click") hand.click(cell);
    else moveFocus(svg, goal(hand.state(), cell, command, event.target as Element));
  });

  /** The disc to which a command leads. */
  function goal(state: State, cell: string, command: string, target: Element): string {
    const pair = PAIRS[command];
    const row = target.closest("[role=row]")?.children;
    if (command === "first" || command === "last")
      return cellOf(row?.[command === "first" ? 0 : row.length - 1]) ?? cell;
    if (!pair) return neighbour(state, cell, Number(command)) ?? cell;
    const x = (at: string) => placeOf(state, at)?.x ?? 0;
    if (column.cell !== cell) column = { cell, x: x(cell) };
    const aside = (at: string) => (at === cell ? Infinity : Math.abs(x(at) - column.x));
    const [left = cell, right = cell] = pair.map((way) => neighbour(state, cell, way));
    column.cell = aside(right) < aside(left) - 1e-6 ? right : left;
    return column.cell;
  }
}

export interface Spot {
  x: number;
  y: number;
}

/** Handles drags that begin on a disc. */
export interface DragHandlers {
  /** Whether a drag may begin here. */
  takes(cell: string, event: PointerEvent): boolean;
  /** Whether the drag has begun; without it, a distance of a few pixels decides. */
  begins?(cell: string, spot: Spot): boolean;
  drags(cell: string, spot: Spot): void;
  drops(cell: string, event: PointerEvent): void;
  /** The pointer was pressed and released without a drag. */
  taps?(cell: string): void;
  cancels(): void;
  /** Identifies the position; the drag is cancelled when it changes. */
  scene(): unknown;
}

/**
 * Captures drags before other listeners of the SVG, and stops the events of a drag with the click that ends it. One pointer
 * drags at a time. Returns a function that cancels a drag and tells whether there was one.
 */
export function listenToDrags(svg: SVGSVGElement, hand: DragHandlers): () => boolean {
  let held: { cell: string; from: PointerEvent; scene: unknown } | null = null;
  let moved = false;
  const release = () => {
    const had = held !== null;
    held = null;
    if (had && moved) hand.cancels();
    return had;
  };
  /** The drag of this pointer, unless the position has changed. */
  const holds = ({ pointerId }: PointerEvent) => {
    if (held?.from.pointerId !== pointerId) return null;
    if (held.scene !== hand.scene()) release();
    return held;
  };
  on(
    svg,
    "pointerdown",
    (event) => {
      // only the first finger drags
      if (event.isPrimary) {
        release();
        moved = false;
        const cell = cellOf(event.target);
        if (cell && hand.takes(cell, event)) held = { cell, from: event, scene: hand.scene() };
      }
      if (held) event.stopImmediatePropagation();
    },
    true,
  );
  on(
    svg,
    "pointermove",
    (event) => {
      const now = holds(event);
      const spot = now && boardPoint(svg, event);
      if (!now || !spot) return;
      // the button was released outside
      if (!event.buttons) return release();
      const { cell, from } = now;
      if (!moved) {
        const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
        if (!(hand.begins?.(cell, spot) ?? Math.hypot(x, y) >= DRAG_PX)) return;
        moved = true;
        svg.setPointerCapture?.(event.pointerId);
      }
      event.stopImmediatePropagation();
      hand.drags(cell, spot);
    },
    true,
  );
  on(
    svg,
    "pointerup",
    (event) => {
      const now = holds(event);
      if (!now) return;
      held = null;
      if (moved) hand.drops(now.cell, event);
      else hand.taps?.(now.cell);
    },
    true,
  );
  on(
    svg,
    "click",
    (event) => {
      if (moved) event.stopImmediatePropagation();
      moved = false;
    },
    true,
  );
  // at the start of a touch drag the disc loses the capture to the SVG, which is no end
  on(svg, "lostpointercapture", (event) => {
    if (event.target === svg && holds(event)) release();
  });
  return release;
}

function moveFocus(svg: SVGSVGElement, cell: string): void {
  for (const disc of svg.querySelectorAll<SVGGElement>("[data-cell]"))
    if (disc.dataset.cell === cell) disc.focus();
}

export function cellOf(target: EventTarget | null | undefined): string | null {
  return (target as Element | null)?.closest<SVGGElement>("[data-cell]")?.dataset.cell ?? null;
}

function draggable(state: State, cell: string): boolean {
  const { snapshot, pen } = state;
  const own = pieceOn(snapshot, cell)?.[1] === snapshot.turn;
  if (pen || !snapshot.interactive || snapshot.step !== "move" || !own) return false;
  return snapshot.aids === "none" || mayMove(snapshot, cell);
}

/** The pointer in disc diameters. */
export function boardPoint(svg: SVGSVGElement, event: PointerEvent): Spot | null {
  const matrix = svg.getScreenCTM?.()?.inverse();
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix) : null;
}

export function nearest(state: State, spot: Spot): string | null {
  for (const [cell] of state.discs.cells) {
    const place = placeOf(state, cell);
    if (place && Math.hypot(place.x - spot.x, place.y - spot.y) < 0.5) return cell;
  }
  return null;
}
