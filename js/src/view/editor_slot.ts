import type { MoreLabels } from "../board/spoken_labels";
import type { Translator } from "../i18n/messages";
import type { Editor, PartContext, ViewPartName } from "../parts/contract";
import type { PartSet } from "../parts/part_loader";
import type { Discs } from "../protocol/types";
import type { State } from "../state/state";
import { deselect } from "../state/transitions";

/** Connects a view with the editor, which is loaded when somebody first opens it. */
export class EditorSlot {
  readonly #parts: PartSet<ViewPartName>;
  readonly #context: PartContext;

  constructor(context: PartContext, parts: PartSet<ViewPartName>) {
    this.#context = context;
    this.#parts = parts;
  }

  get #isOpen(): boolean {
    return Boolean(this.#context.state().snapshot.edit);
  }

  get #editor(): Editor | undefined {
    return this.#parts.get("editor");
  }

  /** Returns the state as the editor shows it. Until the editor is loaded the view shows the draft and nothing is selected. */
  applyTo(state: State, discs: Discs): State {
    const editor = this.#parts.get("editor", state.snapshot.edit);
    if (editor) return editor.applyTo(state, discs);
    return state.discs === discs ? state : { ...deselect(state), discs };
  }

  /** Python has answered. */
  resume(): void {
    this.#editor?.resume();
  }

  /** Python does not answer. */
  silent(): void {
    this.#editor?.silent();
  }

  /** Handles a click on a disc; returns whether the editor is open. */
  click(cell: string): boolean {
    if (this.#isOpen) this.#editor?.click(cell);
    return this.#isOpen;
  }

  /** Opens the editor. */
  open(): void {
    this.#parts.use("editor", (editor) => editor.run("edit"));
  }

  /** Runs the command of a button while the editor is open. */
  run(command: string): void {
    this.#editor?.run(command);
  }

  draw(state: State, t: Translator): void {
    this.#editor?.draw(state, t);
  }

  labels(state: State, t: Translator): MoreLabels | undefined {
    return this.#isOpen ? this.#editor?.labels(state, t) : undefined;
  }
}
