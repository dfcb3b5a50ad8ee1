import type { BoardContext } from "../parts/contract";
import { managerOf, type NotebookOutput, outputsOf } from "./outputs";

/*
 * Beside the live board, Python keeps a picture of the last position in an output of its own, for a notebook that is opened
 * without a kernel. After the page was loaded again JupyterLab no longer lets Python update an output, so the board updates
 * the picture itself.
 *
 * Several browsers may share one document. If two of them replace an output at the same time, it is there twice afterwards.
 * So Python gives the picture to one browser at a time, and a browser waits for the changes of the others before it asks.
 */

/** After this time, the change of another browser has arrived. */
const SHARED_MS = 1000;
/** After this time, Python gives the picture to another browser (LEASE_S in widget/saved_picture.py). */
const RETRY_MS = 3000;

/** Keeps the saved picture of one board up to date. */
export class SavedPicture {
  /** Identifies this browser. */
  readonly #by = Math.random();
  readonly #marker: string;
  readonly #context: BoardContext;
  /** The rev of the newest picture. */
  #rev: number;
  #asking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: BoardContext) {
    const { model, listen, signal } = context;
    const { board, rev } = model.get("snapshot");
    this.#context = context;
    this.#rev = rev;
    this.#marker = `class="adaptoid-last-${board}"`;
    const ready = managerOf(model).context?.ready;
    if (ready) void ready.then(() => this.#check()).catch(() => {});
    else this.#check();
    listen((message) => this.#receive(message), signal);
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
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

  /** Asks for the picture if the notebook has an older one. */
  #check(): void {
    const rev = this.#rev;
    const { client, signal } = this.#context;
    const isOld = (output: NotebookOutput) => Number(/data-rev="(\d+)"/.exec(htmlOf(output))?.[1]) < rev;
    if (this.#asking || signal.aborted || !this.#outputs().some(isOld)) return;
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
        if (this.#rev > now) this.#check();
      },
      finish,
    );
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
