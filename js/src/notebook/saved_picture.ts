import type { BoardContext, NotebookPart } from "../parts/contract";
import { addOutput, cellOf, managerOf, type NotebookOutput, outputsOf } from "./outputs";

/*
 * Beside the live board, Python keeps a picture of the last position in an output of its own, for a notebook that is opened
 * without a kernel. After the page was loaded again JupyterLab no longer lets Python update an output, so the board updates
 * the picture itself. Python also knows no cell for a board that a click has put into a container or into an `Output`, so the
 * board adds the picture to the cell that shows it.
 *
 * Several browsers may share one document. If two of them replace an output at the same time, it is there twice afterwards.
 * So Python gives the picture to one browser at a time, and a browser waits for the changes of the others before it asks.
 */

/** After this time, the change of another browser has arrived. */
const SHARED_MS = 1000;
/** After this time, Python gives the picture to another browser (LEASE_S in widget/saved_picture.py). */
const RETRY_MS = 3000;

/** Keeps the saved picture of one board up to date. */
export class SavedPicture implements NotebookPart {
  /** Identifies this browser. */
  readonly #by = Math.random();
  readonly #marker: string;
  readonly #selector: string;
  /** The views that had been drawn when the notebook was last looked at. */
  #views = new Set<Element>();
  readonly #context: BoardContext;
  /** The rev of the newest picture. */
  #rev: number;
  #asking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setTimeout> | undefined;

  constructor(context: BoardContext) {
    const { model, listen, signal } = context;
    const { board, rev } = model.get("snapshot");
    this.#context = context;
    this.#rev = rev;
    this.#marker = `class="adaptoid-last-${board}"`;
    this.#selector = `.adaptoid-widget[data-board="${board}"]`;
    const ready = managerOf(model).context?.ready;
    if (ready) void ready.then(() => this.#check()).catch(() => {});
    else this.#check();
    listen((message) => this.#receive(message), signal);
    signal.addEventListener("abort", () => {
      clearTimeout(this.#timer);
      clearTimeout(this.#looking);
    });
  }

  /** Looks for the picture if there is a new view. The picture that Python displays comes soon after its own view. */
  drawn(): void {
    this.#look();
    // a new view is drawn before the host puts it into the document
    clearTimeout(this.#looking);
    this.#looking = setTimeout(() => this.#look(), SHARED_MS);
  }

  #look(): void {
    const views = this.#findViews();
    if (views.every((view) => this.#views.has(view))) return;
    this.#views = new Set(views);
    this.#checkAfter(SHARED_MS);
  }

  #findViews(): Element[] {
    return [...document.querySelectorAll(this.#selector)];
  }

  #receive(message: unknown): void {
    const { type, rev } = (message ?? {}) as { type?: unknown; rev?: unknown };
    if (type !== "pictured" || typeof rev !== "number") return;
    this.#rev = rev;
    this.#checkAfter(SHARED_MS);
  }

  #checkAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), ms);
  }

  /** Asks for the picture if the notebook has an older one, or a cell with a view has none. */
  #check(): void {
    const rev = this.#rev;
    this.#views = new Set(this.#findViews());
    const { client, signal } = this.#context;
    const isOld = (output: NotebookOutput) => Number(/data-rev="(\d+)"/.exec(htmlOf(output))?.[1]) < rev;
    if (this.#asking || signal.aborted || !(this.#outputs().some(isOld) || this.#cellsWithout().length))
      return;
    this.#asking = true;
    const finish = () => {
      this.#asking = false;
    };
    client.ask(
      { kind: "picture", by: this.#by },
      rev,
      ({ ok, bundle, rev: now }) => {
        finish();
        if (!ok) return;
        if (!bundle) return this.#checkAfter(RETRY_MS);
        // cells may have moved meanwhile
        for (const output of this.#outputs()) output.put({ ...output.value, data: bundle });
        for (const cell of this.#cellsWithout()) addOutput(this.#context.model, cell, bundle);
        if (this.#rev > now) this.#check();
      },
      finish,
    );
  }

  /**
   * The cells that show the board and have no picture of it. Another cell may have it instead: the one that has displayed the
   * board in an `Output`.
   */
  #cellsWithout(): number[] {
    const pictured = this.#outputs().map(({ cell }) => cell);
    try {
      const cells = new Set([...this.#views].map((view) => cellOf(this.#context.model, view)));
      cells.delete(-1);
      return [...cells]
        .filter((cell) => !pictured.includes(cell))
        .slice(0, Math.max(0, cells.size - pictured.length));
    } catch {
      return [];
    }
  }

  /** All outputs of the notebook with a picture of this board. */
  #outputs(): NotebookOutput[] {
    try {
      return outputsOf(this.#context.model).filter((output) => htmlOf(output).includes(this.#marker));
    } catch {
      return [];
    }
  }
}

function htmlOf({ value }: NotebookOutput): string {
  return [value.data?.["text/html"] ?? ""].flat().join("");
}
