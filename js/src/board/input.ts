import { on } from "../dom/elements";
import { commandOf } from "../dom/keymap";
import { mayMove, pieceOn, placeOf, type State } from "../state/state";
import { neighbour } from "./grid";

/** What the hand and the keyboard can do to a board. */
export interface Hand {
  state(): State;
  click(cell: string): void;
  hover(cell: string | null): void;
  /** Seen: by somebody who uses keys. */
  focus(cell: string, seen: boolean): void;
  letGo(): void;
  drag(cell: string, spot: Spot): void;
  drop(cell: string | null): void;
  cancelDrag(): void;
}

const DRAG_PX = 6;
/** Up and down lead to the left or right one of two ways, whichever stays nearer to where the walk began. */
const PAIRS: Record<string, [left: number, right: number] | undefined> = { up: [4, 5], down: [2, 1] };

export function listenToBoard(board: HTMLElement, svg: SVGSVGElement, hand: Hand): void {
  /** Where a walk up or down began, so that it stays straight. */
  let column = { cell: "", x: 0 };

  listenToDrags(svg, {
    takes: (cell, event) => {
      // a finger that rests on a disc sees what a tap there would do, and may still slide off
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
    else hand.letGo();
  });
  on(svg, "pointermove", (event) => {
    if (event.pointerType !== "touch") hand.hover(cellOf(event.target));
  });
  on(svg, "pointerleave", () => hand.hover(null));

  // not on the SVG: Chromium lets Tab stop at an SVG that listens for focus
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

/** What a hand may drag, from one disc to wherever it is put down. */
export interface Drags {
  /** Whether it takes hold of what is pressed. */
  takes(cell: string, event: PointerEvent): boolean;
  /** Whether it is dragged by now; else a few pixels decide. */
  begins?(cell: string, spot: Spot): boolean;
  drags(cell: string, spot: Spot): void;
  drops(cell: string, event: PointerEvent): void;
  /** It was pressed, and not dragged. */
  taps?(cell: string): void;
  cancels(): void;
  /** What it is dragged on: once that is another, the drag ends. */
  scene(): unknown;
}

/**
 * Hears of a drag before all that listens to the picture otherwise, and keeps it from them, with the click that ends it.
 * One pointer drags at a time. Gives a function that lets go of what is held, and says whether there was anything.
 */
export function listenToDrags(svg: SVGSVGElement, hand: Drags): () => boolean {
  let held: { cell: string; from: PointerEvent; scene: unknown } | null = null;
  let moved = false;
  const letGo = () => {
    const had = held !== null;
    held = null;
    if (had && moved) hand.cancels();
    return had;
  };
  /** What this pointer holds, unless the board is another by now. */
  const holds = ({ pointerId }: PointerEvent) => {
    if (held?.from.pointerId !== pointerId) return null;
    if (held.scene !== hand.scene()) letGo();
    return held;
  };
  on(
    svg,
    "pointerdown",
    (event) => {
      // another finger is none that drags
      if (event.isPrimary) {
        letGo();
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
      // a button that was let go of outside
      if (!event.buttons) return letGo();
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
  // a finger's disc loses it too, to the board, as the drag begins
  on(svg, "lostpointercapture", (event) => {
    if (event.target === svg && holds(event)) letGo();
  });
  return letGo;
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

/** The pointer in board units. */
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
