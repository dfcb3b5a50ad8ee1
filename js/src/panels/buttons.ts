import { picture } from "../board/shapes";
import { html, set, svg, text } from "../dom/elements";

const DRAWINGS: Record<string, string> = {
  undo: "M7 4 3 8l4 4M3 8h8a5 5 0 0 1 0 10H8",
  redo: "M13 4l4 4-4 4M17 8H9a5 5 0 0 0 0 10h3",
  new: "M10 4v12M4 10h12",
  draw: "M4 7.5h12M4 12.5h12",
  resign: "M5.5 17.5V3.5h9l-2 3.5 2 3.5h-9",
  first: "M5 5v10M15 5 9 10l6 5",
  prev: "M12.5 5 7 10l5.5 5",
  next: "M7.5 5 13 10l-5.5 5",
  last: "M15 5v10M5 5l6 5-6 5",
  play: "M6.5 4.5v11l9-5.5z",
  pause: "M7 5v10M13 5v10",
  promote: "M10 16V4.5M5 9.5l5-5 5 5",
  remove: "M4 6h12M8 6V3.5h4V6M5.5 6l1 10.5h7l1-10.5",
  comment: "M3.5 4.5h13v8.5H9.5L6 16v-3H3.5z",
  variation: "M4.5 3v5a4 4 0 0 0 4 4H16M12.5 8.5 16 12l-3.5 3.5",
  lens: "M12 12 17 17M8.5 3.5a5 5 0 1 0 .01 0M8.5 6.5v4",
  map: "M10 8a2 2 0 1 0 .01 0M10 2.5h.1M15.3 4.7h.1M17.5 10h.1M15.3 15.3h.1M10 17.5h.1M4.7 15.3h.1M2.5 10h.1M4.7 4.7h.1",
  more: "M4.5 10h.1M10 10h.1M15.5 10h.1",
  rematch: "M4 10a6 6 0 0 1 10.5-4M14.5 2.5V6H11M16 10a6 6 0 0 1-10.5 4M5.5 17.5V14H9",
  analyse: "M3.5 16.5h13M5.5 13.5v-4M10 13.5v-9M14.5 13.5v-6",
  review: "M3 14l5-5 3 3 6-7",
  hint: "M7.5 14a5 5 0 1 1 5 0M8 17h4M10 7v.1",
  share: "M10 12V3M6.5 6.5 10 3l3.5 3.5M6 9.5H4V17h12V9.5h-2",
  edit: "M4 4h5v5H4zM12.5 3.5a3 3 0 1 0 .01 0M12.5 12v5M10 14.5h5",
  arrow: "M4 16 15.5 4.5M8.5 4.5h7V11.5",
};

/** A line drawing by its name or by its path; `name` for those who cannot see it. */
export function drawing(what: string, name?: string): SVGSVGElement {
  return picture("drawing", "0 0 20 20", [svg("path", { d: DRAWINGS[what] ?? what })], name);
}

interface Look {
  /** Shown beside the drawing, or only heard. */
  name: string;
  tip?: string;
  drawn?: string;
  /** A disabled button keeps the focus, so it only says that it is disabled. */
  enabled?: boolean;
  hidden?: boolean;
  pressed?: boolean | undefined;
  /** It was clicked once and asks for a second click. */
  armed?: boolean;
  primary?: boolean;
}

/** A button with a line drawing that runs the command `what`. */
export function toolButton(what: string, look: Look): HTMLButtonElement {
  const { name, tip = name, drawn = what, enabled = true, hidden, pressed, armed, primary } = look;
  return html(
    `button.button${armed ? ".armed" : ""}${primary ? ".primary" : ""}`,
    {
      "data-key": what,
      "data-do": what,
      title: tip,
      hidden,
      "aria-disabled": !enabled && "true",
      "aria-pressed": pressed?.toString(),
    },
    drawing(drawn),
    html("span.tool-label", {}, name),
  );
}

/** Names a button that was made before, and enables or disables it. */
export function drawButton(button: HTMLButtonElement, name: string, enabled: boolean, tip = name): void {
  set(button, { "aria-disabled": !enabled && "true", title: tip });
  text(button.lastElementChild ?? button, name);
}
