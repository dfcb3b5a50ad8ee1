/** Draws the outputs of a cell as DOM nodes made from data. Nothing in them becomes markup or a script of the page. */

import { html } from "../dom/elements";
import { BOARD_TYPE, PICTURE_TYPE } from "../protocol/constants";
import type { CellError, CellOutput, MimeBundle, ShownBoard, ShownPicture } from "../protocol/types";
import { plainNodes } from "./plain_nodes";

/** What draws boards and pictures. */
export interface OutputDrawings {
  board(shown: ShownBoard): HTMLElement;
  picture(shown: ShownPicture): HTMLElement;
  /** What an error says of its line, such as "Line 3". */
  lineWords(line: number): string;
  /** What is said where the end of a text is left out. */
  cutWords(): string;
}

/** A cell may print more often than the browser can draw. */
const DRAW_MS = 50;

/** The outputs of one run of a cell. */
export class CellOutputs {
  readonly #place: HTMLElement;
  readonly #drawings: OutputDrawings;
  #stream: { name: string; text: Text } | undefined;
  /** What was printed since the text was last drawn; undefined if the next text is drawn at once. */
  #printed: string | undefined;

  constructor(place: HTMLElement, drawings: OutputDrawings) {
    this.#place = place;
    this.#drawings = drawings;
  }

  add(output: CellOutput): void {
    if (output.output_type === "stream") this.#write(output.name, output.text);
    else {
      this.#draw();
      this.#stream = undefined;
      const isError = output.output_type === "error";
      this.#place.append(isError ? this.#error(output) : this.#shown(output.data));
    }
    if (output.cut) this.#place.append(html("p.left-out", {}, this.#drawings.cutWords()));
  }

  /** Texts that follow one another are one text. */
  #write(name: string, text: string): void {
    if (this.#stream?.name !== name) {
      this.#draw();
      const node = document.createTextNode("");
      this.#stream = { name, text: node };
      this.#place.append(html("pre.cell-text", { "data-stream": name }, node));
    }
    if (this.#printed !== undefined) {
      this.#printed += text;
      return;
    }
    this.#stream.text.appendData(text);
    this.#printed = "";
    setTimeout(() => this.#draw(), DRAW_MS);
  }

  #draw(): void {
    if (this.#printed) this.#stream?.text.appendData(this.#printed);
    this.#printed = undefined;
  }

  #error({ ename, evalue, line }: CellError): HTMLElement {
    const about = line ? [html("b", {}, this.#drawings.lineWords(line)), " "] : [];
    const words = evalue ? `${ename}: ${evalue}` : ename;
    return html("pre.cell-text.cell-error", { "data-error": ename, "data-line": line }, ...about, words);
  }

  #shown(data: MimeBundle): Node {
    const board = data[BOARD_TYPE];
    const picture = data[PICTURE_TYPE];
    if (board) return this.#drawings.board(board);
    if (picture) return this.#drawings.picture(picture);
    const words = data["text/plain"] ?? "";
    if (data["image/svg+xml"]) return image(svgAddress(data["image/svg+xml"]), words);
    if (data["image/png"])
      return image(`data:image/png;base64,${data["image/png"].replace(/\s/g, "")}`, words);
    if (data["text/html"]) return html("div.cell-html", {}, ...plainNodes(data["text/html"]));
    return html("pre.cell-text", {}, words);
  }
}

/** An SVG in an `img` runs no script and loads nothing. */
export const svgAddress = (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`;

export function image(src: string, alt: string, width?: number): HTMLElement {
  return html("img.cell-image", { src, alt, width });
}
