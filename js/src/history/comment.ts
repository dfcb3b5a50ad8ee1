import { html, on, set } from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import { toolButton } from "../panels/buttons";
import { MAX_COMMENT } from "../protocol/constants";
import type { Intent, Reply, Snapshot } from "../protocol/types";
import type { State } from "../state/state";

type Send = (intent: Intent, answered: (reply: Reply) => void) => void;
interface CommentDraft {
  node: number;
  ply: number;
  text: string;
}

/** Shows the comment on the current turn and edits it. A draft survives all changes of the board. */
export class CommentPanel {
  readonly #text = html("p.comment-text");
  readonly #field = html("textarea.comment-field");
  readonly element = html("div.comment", {}, this.#text);
  #snapshot: Snapshot | null = null;
  #t: Translator | null = null;
  /** The comment being edited, with its text before the edit. */
  #editing: CommentDraft | null = null;
  /** The comment that waits for Python's answer. */
  #sent: CommentDraft | null = null;
  #returnFocus: HTMLElement | null = null;
  /** While the pointer is down nothing is drawn, or the click would hit another element. */
  #pointerDown = false;
  readonly #onPointerDown = () => {
    this.#pointerDown = true;
    on(document, "pointerup pointercancel", this.#onPointerUp, { capture: true, once: true });
  };
  readonly #onPointerUp = () => {
    // draws after the click, which follows at once
    setTimeout(() => {
      this.#pointerDown = false;
      this.#redraw();
    });
  };
  readonly #send: Send;
  readonly #refused: (reply: Reply) => void;

  constructor(send: Send, refused: (reply: Reply) => void) {
    this.#send = send;
    this.#refused = refused;
    on(this.#text, "click", () => {
      // in Chromium only the shadow tree itself knows what is selected in it
      const tree = this.#text.getRootNode() as Document;
      const selection = tree.getSelection?.() ?? getSelection();
      // a click that selects a passage does not begin to write
      if (selection?.isCollapsed !== false) this.edit();
    });
    on(this.#field, "blur", () => this.#save());
    on(this.#field, "keydown", (event) => {
      if (event.isComposing) return;
      // both keys keep the text
      if (event.key !== "Escape" && !(event.key === "Enter" && (event.ctrlKey || event.metaKey))) return;
      this.#save();
      event.preventDefault();
      event.stopPropagation();
      const target = this.#returnFocus ?? this.element.querySelector("button");
      target?.focus({ preventScroll: true });
    });
  }

  draw({ snapshot }: State, t: Translator): void {
    this.#snapshot = snapshot;
    this.#t = t;
    this.#redraw();
  }

  /** Starts editing. Afterwards the focus goes to `returnFocus`, or to the button here. */
  edit(returnFocus: HTMLElement | null = null): void {
    const snapshot = this.#snapshot;
    if (!snapshot?.interactive || snapshot.node < 0) return;
    this.#returnFocus = returnFocus;
    if (!this.#editing) this.#open({ node: snapshot.node, ply: snapshot.history.at, text: this.#current() });
    this.#field.focus({ preventScroll: true });
  }

  /** Drops a draft that was not sent. */
  close(): void {
    this.#editing = null;
    document.removeEventListener("pointerdown", this.#onPointerDown, true);
  }

  #open(draft: CommentDraft, typed = draft.text): void {
    on(document, "pointerdown", this.#onPointerDown, true);
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
        // the refused text comes back unless another one is being edited
        if (!this.#editing) this.#open(before, text);
      });
    }
    this.#redraw();
  }

  #current(): string {
    const { node, comment } = this.#snapshot ?? { node: -1, comment: "" };
    return this.#sent?.node === node ? this.#sent.text : comment;
  }

  #redraw(): void {
    const snapshot = this.#snapshot;
    const t = this.#t;
    const editing = this.#editing;
    if (!snapshot || !t || this.#pointerDown) return;
    const comment = this.#current();
    const canEdit = snapshot.interactive && snapshot.node >= 0;
    const name = t(editing?.ply ? "ui.comment.turn" : "ui.comment.start", { n: editing?.ply ?? 0 });
    this.element.hidden = !canEdit && !comment;
    set(this.element, { "data-editing": editing !== null, "data-empty": comment === "" });
    const text = {
      hidden: editing !== null || comment === "",
      tabindex: comment ? 0 : null,
      "aria-label": t("ui.comment"),
      role: "note",
    };
    set(this.#field, { rows: 3, maxlength: MAX_COMMENT, "aria-label": name });
    // a page around the board looks for its own fields, so this one is there only while it is used
    morphChildren(this.element, [
      html("p.comment-text", text, comment),
      ...(editing
        ? [html("span.comment-title", {}, name), this.#field]
        : [
            toolButton("comment", {
              name: t(comment ? "ui.comment.edit" : "ui.comment.none"),
              hidden: !canEdit,
            }),
          ]),
    ]);
  }
}
