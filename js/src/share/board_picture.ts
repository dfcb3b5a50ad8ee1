/** Makes a picture of the board: what the page shows, without the signs that help to play. */

import { set, svg } from "../dom/elements";
import { LEGEND_WIDTH } from "../protocol/constants";
import type { Snapshot } from "../protocol/types";

const SPACE = "http://www.w3.org/2000/svg";
/** Style properties of shapes that are also SVG attributes. */
const PROPERTIES = [
  ...[
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
  ],
  ...["stroke-opacity", "opacity", "paint-order", "font-size", "font-weight", "text-anchor", "transform"],
];
/** Values that need no attribute. */
const DEFAULTS: Record<string, string> = {
  "fill-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-opacity": "1",
  opacity: "1",
  "paint-order": "normal",
  "text-anchor": "start",
  transform: "none",
};
const TEXT_ONLY = /^font|^text/;
/** Marks that show legal clicks. */
const LEGAL_CLICKS = ["chosen", "reach", "capture", "exchange", "death", "new", "newQuiet", "starver"];
const EXCLUDED = [
  ...[".adaptoid-hit", ".adaptoid-lip", ".adaptoid-cursor", ".adaptoid-proposal", ".adaptoid-analyst-layer"],
  "[data-why=seen]",
  ...LEGAL_CLICKS.map((mark) => `[data-mark="${mark}"]`),
].join();
const INTERACTION_CLASSES = ["own", "aimed", "movable", "on-own", "proposed", "fresh", "arrived", "held"];

interface StillPicture {
  /** The text of an SVG file. */
  text: string;
  /** In pixels. */
  width: number;
  height: number;
  /** The width and the height in disc diameters. */
  extent: [number, number];
}

/** The board in an element, and the legend of its heat map if there is one. `least` is the smallest extent. */
export function still(
  within: Element,
  snapshot: Snapshot,
  longest: number,
  [leastAcross, leastDown]: [number, number] = [0, 0],
): StillPicture {
  const board = within.querySelector(".adaptoid-svg") as SVGSVGElement;
  const copy = board.cloneNode(true) as SVGSVGElement;
  for (const node of copy.querySelectorAll(EXCLUDED)) node.remove();
  for (const node of copy.querySelectorAll("*"))
    node.classList.remove(...INTERACTION_CLASSES.map((name) => `adaptoid-${name}`));
  // put beside the board for a moment, so that the style sheet applies; nothing is animated there
  Object.assign(copy.style, { position: "absolute", inset: "0", visibility: "hidden" });
  board.after(copy);
  try {
    inlineStyles(copy);
  } finally {
    copy.remove();
  }
  const [left = 0, top = 0, wide = 1, high = 1] = (copy.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const scaleShown = within.querySelector<HTMLElement>(".adaptoid-heat-legend");
  const legend = legendOf(scaleShown, left + wide / 2, top + high, wide - 0.1, board);
  if (legend) copy.append(legend.element);
  const across = Math.max(wide, legend?.width ?? 0, leastAcross);
  const down = Math.max(high + (legend?.height ?? 0), leastDown);
  const scale = longest / Math.max(across, down);
  const [width, height] = [Math.round(across * scale), Math.round(down * scale)];
  for (const { name } of [...copy.attributes]) copy.removeAttribute(name);
  const viewBox = [left - (across - wide) / 2, top, across, down].map((n) => n.toFixed(3)).join(" ");
  set(copy, { role: "img", width, height, viewBox, "font-family": "system-ui,sans-serif" });
  const title = document.createElementNS(SPACE, "title");
  const words = document.createElementNS(SPACE, "desc");
  title.textContent = `Adaptoid. ${snapshot.status}`;
  words.textContent = snapshot.position;
  copy.prepend(title, words);
  return { text: new XMLSerializer().serializeToString(copy), width, height, extent: [across, down] };
}

/** Copies the computed styles of all shapes into attributes, and removes what only the page needs. */
function inlineStyles(copy: SVGSVGElement): void {
  const styles = [...copy.querySelectorAll("*")].map((node) => {
    // ends running animations
    for (const motion of node.getAnimations?.() ?? []) motion.finish();
    const style = getComputedStyle(node);
    const drawn = node.localName !== "g";
    const attributes = PROPERTIES.filter((name) =>
      drawn ? name !== "" : name === "opacity" || name === "transform",
    )
      .filter((name) => node.localName === "text" || !TEXT_ONLY.test(name))
      .map((name) => [name, style.getPropertyValue(name)] as const)
      .filter(([name, value]) => value && value !== DEFAULTS[name]);
    return [node, style.display === "none", attributes] as const;
  });
  for (const [node, hidden, attributes] of styles) {
    if (hidden) node.remove();
    for (const { name } of [...node.attributes])
      if (/^(class|style|role|tabindex|aria-|data-)/.test(name)) node.removeAttribute(name);
    set(node, Object.fromEntries(attributes));
  }
}

/** The legend of a heat map, which the page shows below the board. */
function legendOf(
  shown: HTMLElement | null,
  middle: number,
  top: number,
  widest: number,
  board: SVGSVGElement,
): { element: SVGGElement; width: number; height: number } | null {
  if (!shown || shown.hidden) return null;
  const { color } = getComputedStyle(shown);
  const [title = "", low = "", high = ""] = [...shown.querySelectorAll("b, :scope > span")]
    .filter((node) => !node.querySelector("i"))
    .map((node) => node.textContent ?? "");
  const steps = [...shown.querySelectorAll("i")].map((step) => getComputedStyle(step).backgroundColor);
  const [wide, deep, line] = [0.46, 0.26, 0.4];
  const height = (title ? 2 : 1) * line + 0.2;
  const base = top + height - 0.06 - line / 2;
  const left = middle - (steps.length * wide) / 2;
  const element = svg("g", { stroke: color, "stroke-width": 0.02, "font-size": 0.27 });
  // on a plate, since the background of the picture is unknown; the width of the texts is estimated
  const [edge, paper] = ["trayEdge", "tray"].map((role) => {
    const path = board.querySelector(`.adaptoid-${role}-path`);
    return path ? getComputedStyle(path).stroke : "none";
  });
  const ends = steps.length * wide + 2 * (0.3 + 0.17 * Math.max(low.length, high.length));
  const across = Math.min(Math.max(ends, 0.5 + 0.17 * title.length), Math.max(widest, LEGEND_WIDTH - 0.1));
  const plate = { x: middle - across / 2, y: top + 0.08, width: across, height: height - 0.1, rx: 0.16 };
  element.append(svg("rect", { ...plate, fill: paper, stroke: edge, "stroke-width": 0.03 }));
  for (const [i, fill] of steps.entries())
    element.append(svg("rect", { x: left + i * wide, y: base - deep / 2, width: wide, height: deep, fill }));
  const write = (words: string, x: number, y: number, anchor: string) => {
    const place = { x, y: y + 0.095, fill: color, stroke: "none", "text-anchor": anchor };
    element.append(svg("text", place, words));
  };
  write(low, left - 0.1, base, "end");
  write(high, left + steps.length * wide + 0.1, base, "start");
  if (title) write(title, middle, base - line, "middle");
  return { element, width: LEGEND_WIDTH, height };
}

/** Draws an SVG picture, on a background if one is given. */
export async function rasterize(picture: StillPicture, background?: string): Promise<HTMLCanvasElement> {
  const { text, width, height } = picture;
  const image = new Image(width, height);
  // `image.decode` would wait while the page is hidden
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new Error("the browser cannot read the picture"));
    // a data URL, since the policy of a shared page blocks blobs here
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (pen && background) {
    pen.fillStyle = background;
    pen.fillRect(0, 0, width, height);
  }
  pen?.drawImage(image, 0, 0, width, height);
  return canvas;
}

/** Draws an SVG picture as PNG. */
export async function toPng(picture: StillPicture): Promise<Blob> {
  const canvas = await rasterize(picture);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no image")))),
  );
}
