import { html, on, set, text } from "../dom/elements";
import type { Words } from "../i18n/messages";
import { drawButton, toolButton } from "../panels/panel";
import type { Intent, Reply, Snapshot } from "../protocol/types";
import type { State } from "../state/state";

type Send = (intent: Intent, answered: (reply: Reply) => void) => void;
interface Draft {
  node: number;
  ply: number;
  text: string;
}

/** As many characters as Python takes. */
const MOST = 20_000;

/** The comment on the current turn, to read and to write. What is being written stays, whatever the board does. */
export class CommentPanel {
  readonly element = html("div.comment");
  readonly #written = html("p.comment-text");
  readonly #button = toolButton("comment");
  readonly #title = html("span.comment-title");
  readonly #field = html("textarea.comment-field", { rows: 3, maxlength: MOST });
  #snapshot: Snapshot | null = null;
  #say: Words | null = null;
  /** The comment that is being written, as it was before. */
  #editing: Draft | null = null;
  /** What Python has not answered yet. */
  #sent: Draft | null = null;
  #back: HTMLElement | null = null;
  /** A pointer is down: nothing may move under it, else its click meets something else. */
  #pressed = false;
  readonly #down = () => {
    this.#pressed = true;
    on(document, "pointerup pointercancel", this.#up, true);
  };
  readonly #up = () => {
    for (const end of ["pointerup", "pointercancel"]) document.removeEventListener(end, this.#up, true);
    // the click comes right after
    setTimeout(() => {
      this.#pressed = false;
      this.#redraw();
    });
  };
  readonly #send: Send;
  readonly #refused: (reply: Reply) => void;

  constructor(send: Send, refused: (reply: Reply) => void) {
    this.#send = send;
    this.#refused = refused;
    this.element.append(this.#written, this.#title, this.#field, this.#button);
    on(this.#written, "click", () => {
      // in Chromium only the shadow tree itself knows what is selected in it
      const tree = this.#written.getRootNode() as Document;
      const selection = tree.getSelection?.() ?? getSelection();
      // a click that selects a passage does not begin to write
      if (selection?.isCollapsed !== false) this.edit();
    });
    on(this.#field, "blur", () => this.#save());
    on(this.#field, "keydown", (event) => {
      if (event.isComposing) return;
      // whichever way it is left, what was written is kept
      if (event.key !== "Escape" && !(event.key === "Enter" && (event.ctrlKey || event.metaKey))) return;
      this.#save();
      event.preventDefault();
      event.stopPropagation();
      this.#back?.focus({ preventScroll: true });
    });
  }

  draw({ snapshot }: State, say: Words): void {
    this.#snapshot = snapshot;
    this.#say = say;
    this.#redraw();
  }

  /** Begins to write; the keyboard goes back to where it came from. */
  edit(back: HTMLElement = this.#button): void {
    const snapshot = this.#snapshot;
    if (!snapshot?.interactive || snapshot.node < 0) return;
    this.#back = back;
    if (!this.#editing) this.#open({ node: snapshot.node, ply: snapshot.history.at, text: this.#shown() });
    this.#field.focus({ preventScroll: true });
  }

  /** What has not been sent is gone. */
  close(): void {
    this.#editing = null;
    document.removeEventListener("pointerdown", this.#down, true);
  }

  #open(draft: Draft, typed = draft.text): void {
    on(document, "pointerdown", this.#down, true);
    this.#editing = draft;
    this.#field.value = typed;
    this.#redraw();
  }

  #save(): void {
    const before = this.#editing;
    if (!before) return;
    const draft = { ...before, text: this.#field.value };
    this.close();
    if (draft.text !== before.text) {
      this.#sent = draft;
      const { node, text } = draft;
      this.#send({ kind: "comment", node, text }, (reply) => {
        if (this.#sent === draft) this.#sent = null;
        if (reply.ok) return this.#redraw();
        this.#refused(reply);
        // another text is being written already: that one must not be lost either
        if (!this.#editing) this.#open(before, text);
      });
    }
    this.#redraw();
  }

  #shown(): string {
    const { node, comment } = this.#snapshot ?? { node: -1, comment: "" };
    return this.#sent?.node === node ? this.#sent.text : comment;
  }

  #redraw(): void {
    const snapshot = this.#snapshot;
    const say = this.#say;
    const editing = this.#editing;
    if (!snapshot || !say || this.#pressed) return;
    const comment = this.#shown();
    const live = snapshot.interactive && snapshot.node >= 0;
    this.element.hidden = !live && !comment;
    set(this.element, { "data-editing": editing !== null, "data-empty": comment === "" });
    text(this.#written, comment);
    this.#written.hidden = editing !== null || comment === "";
    set(this.#written, { tabindex: comment ? 0 : null, "aria-label": say("ui.comment"), role: "note" });
    drawButton(this.#button, say(comment ? "ui.comment.edit" : "ui.comment.none"), true);
    this.#button.hidden = !live || editing !== null;
    this.#field.hidden = editing === null;
    this.#title.hidden = editing === null;
    if (!editing) return;
    const name = say(editing.ply ? "ui.comment.turn" : "ui.comment.start", { n: editing.ply });
    text(this.#title, name);
    set(this.#field, { "aria-label": name });
  }
}
