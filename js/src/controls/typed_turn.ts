import { changeDetector, focused, html, on, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { PartContext } from "../parts/contract";
import type { Reply } from "../protocol/types";
import type { State } from "../state/state";
import { deselect, isBusy } from "../state/transitions";

/** The field in which people type a turn: for blind players, for phones, and to learn the notation. */
export class TypedTurn {
  static #count = 0;
  readonly #problem = html("p.typed-problem");
  readonly #known = html("datalist");
  readonly #field = html("input.typed-field", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    enterkeyhint: "go",
    maxlength: 100,
  });
  readonly #name = html("span.typed-name");
  readonly #button = html("button.button.primary");
  readonly element = html(
    "div.typed",
    { role: "group", hidden: true },
    html("label.typed-label", {}, this.#name, this.#field),
    this.#button,
    this.#problem,
    this.#known,
  );
  readonly #context: PartContext;
  readonly #differs = changeDetector();
  /** Whether the typed turn is to be played once Python has answered something else. */
  #waits = false;
  /** The number of the last question what the text may become. */
  #asked = 0;

  constructor(context: PartContext) {
    this.#context = context;
    const id = `adaptoid-typed-${++TypedTurn.#count}`;
    this.#problem.id = `${id}-problem`;
    this.#known.id = id;
    set(this.#field, { list: id, "aria-describedby": this.#problem.id });
    on(this.#button, "click", () => this.#play());
    on(this.#field, "input", () => this.#typed());
    on(this.#field, "keydown", (event) => {
      if (event.isComposing || !/^(Enter|Escape)$/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") this.#play();
      else this.toggle();
    });
  }

  draw(state: State, t: Translator): void {
    const { edit, interactive } = state.snapshot;
    if (edit || !interactive) this.#show(false);
    if (this.#waits && !isBusy(state)) this.#play();
    if (!this.#differs(t)) return;
    set(this.element, { "aria-label": t("ui.type.tip") });
    set(this.#field, { placeholder: "D2-D3 +D4" });
    text(this.#name, t("ui.type.field"));
    text(this.#button, t("ui.type.play"));
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Opens the field and goes there; closes it if it has the focus, which then goes back to the board. */
  toggle(): void {
    const { change, slots, state } = this.#context;
    const { edit, interactive } = state().snapshot;
    const opens = this.element.hidden === true || !focused(this.element);
    if (opens && (edit || !interactive)) return;
    if (!opens)
      slots.svg.querySelector<SVGElement>("[data-cell][tabindex='0']")?.focus({ preventScroll: true });
    this.#show(opens);
    if (opens) this.#field.focus();
    // draws the menu, which says whether the field is open
    change({ ...state() });
  }

  #show(opens: boolean): void {
    if (this.element.hidden !== opens) return;
    this.element.hidden = !opens;
    if (!opens) this.#clear();
  }

  #play(): void {
    const typed = this.#field.value.trim();
    this.#asked++;
    this.#waits =
      typed !== "" && !this.#context.ask({ kind: "play", text: typed }, (reply) => this.#answered(reply));
  }

  #answered(reply: Reply): void {
    if (reply.ok) this.#clear();
    else this.#explain(reply.text ?? "");
  }

  #clear(): void {
    this.#field.value = "";
    this.#waits = false;
    this.#known.replaceChildren();
    this.#explain("");
  }

  #explain(problem: string): void {
    text(this.#problem, problem);
    set(this.#field, { "aria-invalid": problem ? "true" : null });
    this.#context.announce(problem);
  }

  /** Shows on the board what is typed, and lists the turns that it may become. */
  #typed(): void {
    const { change, client, state } = this.#context;
    const { rev } = state().snapshot;
    const number = ++this.#asked;
    this.#waits = false;
    this.#explain("");
    client.ask({ kind: "complete", text: this.#field.value }, rev, ({ ok, at, to, texts = [] }) => {
      if (!ok || number !== this.#asked || state().snapshot.rev !== rev) return;
      this.#known.replaceChildren(...texts.map((value) => html("option", { value })));
      change({ ...deselect(state()), chosen: at ?? null, hover: to ?? null });
    });
  }
}
