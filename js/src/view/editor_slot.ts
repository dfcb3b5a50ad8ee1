import type { Words } from "../i18n/messages";
import type { Editor, PartContext } from "../parts/contract";
import { LazyPart, type PartSource } from "../parts/loader";
import type { Discs } from "../protocol/types";
import { letGo, type State } from "../state/state";

/** Buttons that keep their meaning while the editor is open. */
const ALWAYS_ACTIVE = ["flip", "size", "lens"];

/** Connects a view with the editor, which is loaded when somebody first opens it. */
export class EditorSlot {
  /** The editor opens as soon as it is loaded. */
  #opens = false;
  readonly #part: LazyPart<"editor">;
  readonly #context: PartContext;

  constructor(context: PartContext, source: PartSource, ready: () => void) {
    this.#context = context;
    const failed = (why: string) => {
      if (why) this.#opens = false;
      source.failed?.(why);
    };
    this.#part = new LazyPart("editor", context, { ...source, failed }, () => {
      this.resume();
      ready();
    });
  }

  get #isOpen(): boolean {
    return Boolean(this.#context.state().snapshot.edit);
  }

  get #editor(): Editor | undefined {
    return this.#part.instance;
  }

  /** A state as the editor shows it. Until the editor is loaded the view shows the draft and nothing is selected. */
  stage(state: State, discs: Discs): State {
    const editor = state.snapshot.edit ? this.#part.get() : this.#editor;
    if (editor) return editor.stage(state, discs);
    return state.discs === discs ? state : { ...letGo(state), discs };
  }

  /** Loads or opens the editor if that had to wait for an answer. */
  resume(): void {
    if (!this.#opens && !this.#isOpen) return;
    const editor = this.#part.get();
    if (editor && this.#opens) editor.tool("edit");
    if (editor) this.#opens = false;
  }

  /** Python does not answer. */
  silent(): void {
    this.#opens = false;
    this.#editor?.silent();
  }

  /** Handles a click on a disc; returns whether the editor is open. */
  click(cell: string): boolean {
    if (this.#isOpen) this.#editor?.click(cell);
    return this.#isOpen;
  }

  /** Handles a button of the game; returns whether the button is the editor's. */
  tool(what: string): boolean {
    if (what === "edit") {
      const editor = this.#part.get(true);
      if (editor) editor.tool(what);
      else this.#opens = true;
    } else if (!this.#isOpen || ALWAYS_ACTIVE.includes(what)) return false;
    else this.#editor?.tool(what);
    return true;
  }

  draw(state: State, say: Words): void {
    this.#editor?.draw(state, say);
  }
}
