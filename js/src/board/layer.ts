import { type Attributes, Keyed, set, svg } from "../dom/elements";
import { placeOf, type State } from "../state/state";

/** A drawing on one disc. The shapes are made again when `looks` changes. */
export interface DiscDrawing {
  cell: string;
  looks: string;
  shapes: () => Node[];
  /** The distance below the centre of the disc. */
  y?: number;
  attrs?: Attributes;
}

export function layer(name: string): SVGGElement {
  return svg(`g.layer.${name}`, { "aria-hidden": "true" });
}

/** Drawings over or under the discs, one node for each key. */
export class Layer {
  readonly element: SVGGElement;
  readonly #drawings: Keyed<[State, DiscDrawing], SVGGElement>;

  constructor(name: string) {
    this.element = layer(name);
    this.#drawings = new Keyed(
      this.element,
      () => svg("g"),
      (node, [state, { cell, looks, shapes, y, attrs }]) => {
        moveTo(node, state, cell, y);
        if (node.dataset.looks !== looks) node.replaceChildren(...shapes());
        set(node, { "data-on": cell, "data-looks": looks, ...attrs });
      },
    );
  }

  draw(state: State, drawings: (readonly [key: string, drawing: DiscDrawing])[]): void {
    this.#drawings.draw(drawings.map(([key, drawing]) => [key, [state, drawing]]));
  }
}

/** Moves a node to a disc, or hides it where there is no such disc. */
export function moveTo(node: SVGGElement, state: State, cell: string, dy = 0): void {
  const place = placeOf(state, cell);
  setStyle(node, "display", place ? "" : "none");
  if (place) put(node, place.x, place.y + dy);
}

/** Sets the place as a style, so that the style sheet can animate it. */
export function put(node: SVGGElement, x: number, y: number): void {
  setStyle(node, "transform", `translate(${x}px, ${y}px)`);
}

/** The styles of each node. Reading them from the node is slow. */
const styles = new WeakMap<SVGElement, Record<string, string>>();

function setStyle(node: SVGElement, name: "display" | "transform", value: string): void {
  const known = styles.get(node) ?? {};
  if ((known[name] ?? "") === value) return;
  styles.set(node, known);
  node.style[name] = known[name] = value;
}
