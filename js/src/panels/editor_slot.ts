import type { Words } from "../i18n/messages";
import type { Editor, EditorGuide as Guide } from "../parts/contract";
import { Part, type Source } from "../parts/loader";
import type { Discs } from "../protocol/types";
import { letGo, type State } from "../state/state";

/** What goes on while the editor is open. */
const GOES_ON = ["flip", "size", "lens"];

/** The editor's place in a view: the editor itself comes when it is first opened, by whomever. */
export class EditorRoom {
  #editor: Editor | undefined;
  /** Somebody at this view wants to edit, and waits for it to come. */
  #wanted = false;
  readonly #part: Part<"editor">;
  readonly #guide: Guide;
  readonly #root: HTMLElement;

  constructor(guide: Guide, root: HTMLElement, source: Source, came: () => void) {
    this.#guide = guide;
    this.#root = root;
    const trouble = (why: string) => {
      if (why) this.#wanted = false;
      source.trouble?.(why);
    };
    this.#part = new Part("editor", { ...source, trouble }, () => {
      this.goOn();
      came();
    });
  }

  get #edits(): boolean {
    return Boolean(this.#guide.state().snapshot.edit);
  }

  #come(again?: boolean): Editor | undefined {
    this.#editor ??= this.#part.get(again)?.(this.#guide, this.#root);
    return this.#editor;
  }

  /** A state as the editor has it; until it is here the draft is shown and nothing is in hand. */
  stage(state: State, discs: Discs): State {
    const editor = state.snapshot.edit ? this.#come() : this.#editor;
    if (editor) return editor.stage(state, discs);
    return state.discs === discs ? state : { ...letGo(state), discs };
  }

  /** Nothing is under way any more: what has waited is asked. */
  goOn(): void {
    if (!this.#wanted && !this.#edits) return;
    const editor = this.#come();
    if (editor && this.#wanted) editor.tool("edit");
    if (editor) this.#wanted = false;
  }

  close(): void {
    this.#wanted = false;
  }

  /** No answer comes any more. */
  silent(): void {
    this.#wanted = false;
    this.#editor?.silent();
  }

  /** A click on a disc; whether it is the editor's to take. */
  click(cell: string): boolean {
    if (this.#edits) this.#editor?.click(cell);
    return this.#edits;
  }

  /** A button of the game's by its name; whether it is the editor's now. */
  tool(what: string): boolean {
    if (what === "edit") {
      const editor = this.#come(true);
      if (editor) editor.tool(what);
      else this.#wanted = true;
    } else if (!this.#edits || GOES_ON.includes(what)) return false;
    else this.#editor?.tool(what);
    return true;
  }

  draw(state: State, say: Words): void {
    this.#editor?.draw(state, say);
  }
}
