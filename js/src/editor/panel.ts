import { icon } from "../board/shapes";
import { copyText } from "../dom/clipboard";
import { buttonOf, changeDetector, focused, html, isTouch, on, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { drawButton, drawing } from "../panels/buttons";
import { COLORS, LIMBS, SWITCHES, VARIANTS } from "../protocol/constants";
import type { Color, Edit, Limb, PieceRow, Reply, SideRow, Snapshot } from "../protocol/types";
import { pieceOn, type State } from "../state/state";

type Brush = "move" | "erase" | Color | Limb;
type EditRequest = { what: string; [field: string]: unknown };

interface PanelHost {
  send(request: EditRequest, answered?: (reply: Reply) => void): void;
  /** Whether a request of this kind, with this value, has not been answered yet. */
  isPending(what: string, to?: string): boolean;
  /** Closes the editor. A text that was typed is sent along and must be a position. */
  leave(what: string, text?: string): void;
  /** The selected adaptoid. */
  chosen(): string | null;
  redraw(): void;
  announce(...texts: string[]): void;
}

const BRUSHES: Brush[] = ["move", ...COLORS, ...LIMBS, "erase"];
/** The fields behind the colons of a button's name. */
const FIELDS: Record<string, string[]> = {
  turn: ["color"],
  lost: ["color", "by"],
  limb: ["limb", "by"],
  fix: ["problem"],
};
const DRAWINGS = {
  move: "M10 3v14M3 10h14M7.5 5.5 10 3l2.5 2.5M7.5 14.5 10 17l2.5-2.5M5.5 7.5 3 10l2.5 2.5M14.5 7.5 17 10l-2.5 2.5",
  erase: "M8 16.5 3.5 12 11 4.5l5.5 5.5-6.5 6.5zM7 8.5l5.5 5.5M8 16.5h8.5",
};
const COPIED_MS = 2000;

/** The controls around the board while the editor is open. Each is made once and has a function that draws it. */
export class EditorPanel {
  brush: Brush = "move";
  readonly palette = html("div.editor.palette");
  readonly fields = html("div.editor.fields");
  readonly #problems = html("div.problems");
  readonly #field = html("textarea", { "data-edit": "text", rows: 2, spellcheck: "false" });
  readonly #error = html("p.fault");
  /** A typed text that Python has not accepted as a position. */
  #typed: string | null = null;
  /** The rev at the last reply to a typed text. */
  #typedRev = -1;
  readonly #drawFunctions: (() => void)[] = [];
  #snapshot!: Snapshot;
  #edit!: Edit;
  #t!: Translator;
  #differs = changeDetector();
  readonly #host: PanelHost;

  constructor(host: PanelHost) {
    this.#host = host;
    this.#build();
    for (const element of [this.palette, this.fields]) {
      on(element, "click", (event) => this.#handleClick(event));
      on(element, "change", (event) => this.#handleChange(event));
    }
    on(this.#field, "input", () => this.#handleInput());
    on(this.#field, "blur", () => {
      this.invalidate();
      this.#host.redraw();
    });
  }

  // -- controls

  #build(): void {
    const tools = this.#choice("tool", "ui.edit.title", ["position", "layout"], "ui.edit.");
    const steps = ["undo", "redo"].map((what) =>
      this.#button(what, `ui.${what}`, () => this.#edit[what as "undo"], drawing(what)),
    );
    const discs = this.#label(() => {
      const { discs, max, parts } = this.#edit.shape ?? { discs: 0, max: 0, parts: 1 };
      const all = this.#t("ui.edit.discs", { n: discs, max });
      return parts > 1 ? all + this.#t("ui.comma") + this.#t("ui.edit.parts", { n: parts }) : all;
    });
    const loosen = this.#button("loosen", "ui.edit.loosen");
    const lattice = this.#row("ui.edit.board", discs, loosen);
    this.#onDraw(() => {
      loosen.hidden = this.#edit.shape?.free === true;
    });
    const inspector = this.#inspector();
    const hint = this.#label(() => this.#hint(), "small");
    this.#onDraw(() => {
      inspector.hidden = !this.#piece() || this.brush !== "move";
      hint.hidden = !inspector.hidden;
    });
    const board = this.#select(
      "board",
      () => this.#boards(),
      () => this.#edit.board,
    );
    const named = (name: string) => [name, this.#t(`ui.variant.${name}`)];
    const variant = this.#select(
      "variant",
      () => Object.keys(VARIANTS).map(named),
      () => this.#snapshot.variant,
    );
    const [brushes, sides] = [this.#brushes(), COLORS.map((color) => this.#side(color))];
    const turn = this.#choice("turn", "ui.edit.turn", COLORS, "ui.");
    const step = this.#choice("step", "ui.edit.step", ["move", "grow"], "ui.step.");
    const when = html("div.row.when", {}, turn, step);
    const switches = this.#row("ui.edit.variant", ...SWITCHES.map((name) => this.#checkbox(name)));
    const which = this.#row("ui.edit.board", board, variant);
    const copy = this.#button("copy", "ui.edit.copy");
    this.#onDraw(() => {
      const building = this.#edit.tool === "layout";
      for (const element of [brushes, when, switches]) element.hidden = building;
      lattice.hidden = !building;
    });
    const textField = html(
      "label",
      {},
      this.#label(() => this.#t("ui.edit.text"), "small"),
      this.#field,
    );
    this.palette.append(
      html("div.row", {}, tools, ...steps),
      brushes,
      lattice,
      html("div.edit-hint", {}, hint, inspector),
    );
    this.fields.append(
      ...sides,
      when,
      which,
      switches,
      html(
        "div.row",
        {},
        this.#button("start", "ui.edit.start"),
        this.#button("clear", "ui.edit.clear"),
        this.#players(),
      ),
      html("div.words", {}, textField, copy),
      this.#row(
        "ui.edit.title",
        this.#button("play", "ui.edit.play", () => this.#edit.playable && !this.#error.textContent),
        this.#button("open-start", "ui.edit.open-start", () => this.#snapshot.colors.length === 2),
        this.#button("close", "ui.edit.cancel"),
      ),
      // last, so that they move no button
      html("div.faults", {}, this.#error, this.#problems),
    );
    this.fields.querySelector("[data-edit=play]")?.classList.add("adaptoid-primary");
  }

  #onDraw(draw: () => void): void {
    this.#drawFunctions.push(draw);
  }

  #sideOf(color: Color): SideRow | undefined {
    return this.#snapshot.sides.find(([other]) => other === color);
  }

  #piece(): PieceRow | undefined {
    return pieceOn(this.#snapshot, this.#host.chosen() ?? "");
  }

  #row(name: string, ...children: Node[]): HTMLElement {
    const row = html("div.row", { role: "group" }, ...children);
    this.#onDraw(() => set(row, { "aria-label": this.#t(name) }));
    return row;
  }

  /** An element whose text is read again at each drawing. */
  #label(words: () => string, tag: "span" | "small" = "span"): HTMLElement {
    const element = html(tag);
    this.#onDraw(() => text(element, words()));
    return element;
  }

  #button(
    edit: string,
    name: string,
    isEnabled = () => true,
    picture: Node | string = "",
  ): HTMLButtonElement {
    const button = html("button.button", { "data-edit": edit }, picture, html("span"));
    this.#onDraw(() => {
      const label = this.#t(name);
      drawButton(
        button,
        picture ? "" : label,
        isEnabled(),
        this.#t.has(`${name}.tip`) ? this.#t(`${name}.tip`) : label,
      );
      if (picture) set(button, { "aria-label": label });
    });
    return button;
  }

  /** A choice of a few values, side by side. */
  #choice(what: "tool" | "turn" | "step", name: string, values: string[], prefix: string): HTMLElement {
    const buttons = values.map((value) => this.#button(`${what}:${value}`, prefix + value));
    this.#onDraw(() => {
      const now = what === "turn" ? this.#snapshot.turn : this.#edit[what];
      buttons.forEach((button, i) => {
        set(button, { "aria-pressed": String(now === values[i]) });
        button.hidden = what === "turn" && !this.#sideOf(values[i] as Color);
      });
    });
    const row = this.#row(name, ...buttons);
    row.classList.add("adaptoid-choice");
    return row;
  }

  #brushes(): HTMLElement {
    const buttons = BRUSHES.map((brush) => {
      const hasDrawing = brush === "move" || brush === "erase";
      const picture = hasDrawing ? drawing(DRAWINGS[brush]) : icon(brush);
      const button = html("button.button.W", { "data-brush": brush }, picture);
      this.#onDraw(() => {
        const label = this.#t(hasDrawing ? `ui.brush.${brush}` : `ui.${brush}`);
        set(button, { "aria-pressed": String(this.brush === brush), "aria-label": label, title: label });
        button.hidden = brush.length === 1 && !this.#sideOf(brush as Color);
      });
      return button;
    });
    const row = this.#row("ui.brush", ...buttons);
    row.classList.add("adaptoid-brushes");
    return row;
  }

  #select(what: "board" | "variant", options: () => string[][], now: () => string): HTMLElement {
    const select = html("select", { "data-edit": what });
    let drawnOptions = "";
    this.#onDraw(() => {
      const all = options();
      if (drawnOptions !== all.join())
        select.replaceChildren(...all.map(([value = "", label = ""]) => html("option", { value }, label)));
      drawnOptions = all.join();
      // what was selected stays until Python has answered
      if (!this.#host.isPending(what)) select.value = now();
    });
    return html(
      "label",
      {},
      this.#label(() => this.#t(`ui.edit.${what}`), "small"),
      select,
    );
  }

  #boards(): string[][] {
    const { board, boards } = this.#edit;
    const options = boards.map(([name, n]) => [
      name,
      this.#t("ui.edit.named", { name: this.#t(`ui.layout.${name}`), n }),
    ]);
    return board ? options : [["", this.#t("ui.edit.own")], ...options];
  }

  #checkbox(name: string): HTMLElement {
    const box = html("input", { type: "checkbox", "data-edit": `switch:${name}` });
    this.#onDraw(() => {
      // what was checked stays until Python has answered
      if (!this.#host.isPending("switch", name)) box.checked = this.#edit.switches.includes(name);
    });
    return html(
      "label.check",
      {},
      box,
      this.#label(() => this.#t(`ui.switch.${name}`)),
    );
  }

  /** A number with a button on either side. */
  #stepper(what: string, name: () => string, now: () => string): HTMLElement {
    const buttons = (["less", "more"] as const).map((way) => {
      const button = this.#button(`${what}:${way === "less" ? -1 : 1}`, "ui.edit.more");
      this.#onDraw(() => {
        const label = this.#t(`ui.edit.${way}`, { what: name() });
        drawButton(button, way === "less" ? "−" : "+", true, label);
        set(button, { "aria-label": label });
      });
      return button;
    });
    return html("span.stepper", {}, buttons[0] as Node, this.#label(now), buttons[1] as Node);
  }

  #side(color: Color): HTMLElement {
    const stock = [color, ...LIMBS].map((what, i) =>
      html(
        "span.stock",
        {},
        icon(what),
        this.#label(() => String(this.#sideOf(color)?.[i + 1] ?? "")),
      ),
    );
    const lost = this.#stepper(
      `lost:${color}`,
      () => this.#t("ui.edit.lost", { color: this.#t(`ui.${color}`) }),
      () => {
        const [, , , , n = 0, limit = 0] = this.#sideOf(color) ?? [];
        return this.#t(n > limit ? "ui.lost.over" : "ui.lost", { n, limit });
      },
    );
    const side = this.#row(`ui.${color}`, ...stock, lost);
    side.classList.add(`adaptoid-${color}`, "adaptoid-edit-side");
    this.#onDraw(() => {
      side.hidden = !this.#sideOf(color) || this.#edit.tool === "layout";
    });
    return side;
  }

  /** Changes the selected adaptoid limb by limb. */
  #inspector(): HTMLElement {
    const name = this.#label(() => {
      const [cell = "", color = ""] = this.#piece() ?? [];
      return color && `${cell} ${this.#t(`ui.${color}`)}`;
    });
    const limbs = LIMBS.map((limb, i) =>
      html(
        "span.stock.W",
        {},
        icon(limb),
        this.#stepper(
          `limb:${limb}`,
          () => this.#t(`ui.${limb}`),
          () => String(this.#piece()?.[i + 2] ?? ""),
        ),
      ),
    );
    return this.#row(
      "ui.brush.move",
      name,
      ...limbs,
      this.#button("take", "ui.edit.off", undefined, drawing("remove")),
    );
  }

  #players(): HTMLElement {
    const inputs = COLORS.map((color) => {
      const input = html("input", { "data-edit": `name:${color}`, maxlength: 40, autocomplete: "off" });
      this.#onDraw(() => {
        set(input, { placeholder: this.#t(`ui.${color}`), "aria-label": this.#t(`ui.${color}`) });
        input.hidden = !this.#snapshot.colors.includes(color);
        if (!focused(input)) input.value = this.#snapshot.players[color] ?? "";
      });
      return input;
    });
    const summary = html(
      "summary",
      {},
      this.#label(() => this.#t("ui.edit.players")),
    );
    return html(
      "details",
      {},
      summary,
      this.#row("ui.edit.players", ...inputs, this.#button("seats", "ui.edit.seats")),
    );
  }

  #hint(): string {
    const { brush } = this;
    const t = this.#t;
    const edit = this.#edit;
    const board = edit.shape && (edit.shape.free ? "free" : "lattice");
    const kind = board ?? (brush.length === 1 ? "body" : LIMBS.includes(brush as Limb) ? "limb" : brush);
    const hint = t(`ui.edit.hint.${kind}`);
    if (isTouch()) return hint;
    const bodies = this.#snapshot.sides.map(([color]) => color).join(" ");
    const keys = board ? t(`ui.edit.keys.${board}`) : t("ui.edit.keys", { bodies });
    return [hint, keys].join(t("ui.sentence"));
  }

  // -- events

  #handleClick(event: Event): void {
    const button = buttonOf(event.target);
    if (!button || button.ariaDisabled === "true") return;
    const { brush, edit = "" } = button.dataset;
    if (brush) {
      this.brush = brush as Brush;
      this.#host.redraw();
    }
    const [what = "", ...values] = edit.split(":");
    const request: EditRequest = { what };
    if (what === "limb" || what === "take") request.at = this.#host.chosen();
    if (what === "seats") request.seed = Math.floor(Math.random() * 2 ** 31);
    values.forEach((value, i) => {
      const name = (FIELDS[what] ?? ["to"])[i] ?? "";
      request[name] = name === "by" ? Number(value) : value;
    });
    if (what === "copy") this.#copy(button);
    else if (what === "play") this.#host.leave(what, this.#typed ?? undefined);
    else if (what === "open-start" || what === "close") this.#host.leave(what);
    else if (what) this.#host.send(request);
    // an empty board has nothing to move
    if (what === "clear") this.brush = "W";
    // the button disappears with its problem
    if (what === "fix") this.#field.focus();
  }

  #handleChange({ target }: Event): void {
    const { value, dataset } = target as HTMLInputElement;
    const [what = "", name] = dataset.edit?.split(":") ?? [];
    if (what === "name") this.#host.send({ what, color: name, text: value });
    else if (what === "switch") this.#host.send({ what, to: name });
    else if (what !== "text" && value) this.#host.send({ what, to: value });
    this.invalidate();
  }

  /** Sends a typed text. It stays as typed, with an explanation, until it is a position and the field loses the focus. */
  #handleInput(): void {
    const typed = this.#field.value;
    this.#typed = typed;
    this.#host.send({ what: "text", text: typed }, ({ ok, rev, text: error = "" }) => {
      this.#typedRev = rev;
      if (this.#typed !== typed) return;
      if (ok) this.#typed = null;
      this.#showError(ok ? "" : error);
    });
  }

  #showError(message: string): void {
    if (message === this.#error.textContent) return;
    this.#host.announce(message);
    text(this.#error, message);
    set(this.#field, { "aria-invalid": message ? "true" : null });
    // the play button depends on it
    for (const draw of this.#drawFunctions) draw();
  }

  async #copy(button: HTMLElement): Promise<void> {
    this.#field.select();
    try {
      await copyText(this.#field.value, this.#field.parentElement ?? document.body);
    } catch {
      // it is selected, and can be copied by hand
      return;
    }
    const label = button.lastElementChild as Element;
    text(label, this.#t("ui.edit.copied"));
    this.#host.announce(this.#t("ui.edit.copied"));
    setTimeout(() => text(label, this.#t("ui.edit.copy")), COPIED_MS);
  }

  /** Draws all controls at the next drawing, although the snapshot may be the same. */
  invalidate(): void {
    this.#differs = changeDetector();
  }

  draw({ snapshot }: State, t: Translator): void {
    const { edit } = snapshot;
    if (!edit) this.#typed = null;
    if (!edit || !this.#differs(snapshot, t, this.brush, this.#host.chosen())) return;
    // an earlier letter may have made this position, while more is typed
    const isOwn = this.#host.isPending("text") || snapshot.rev === this.#typedRev;
    // a typed text is dropped when the board was changed otherwise, or the editor was opened again
    if ((snapshot.position !== this.#snapshot?.position && !isOwn) || edit.since !== this.#edit?.since)
      this.#typed = null;
    this.#snapshot = snapshot;
    this.#edit = edit;
    this.#t = t;
    for (const draw of this.#drawFunctions) draw();
    if (this.#typed === null) {
      const keeps = isOwn && focused(this.#field);
      if (!keeps && this.#field.value !== snapshot.position) this.#field.value = snapshot.position;
      this.#showError("");
    }
    this.#drawProblems();
  }

  #drawProblems(): void {
    const shown = JSON.stringify(this.#edit.problems);
    if (this.#problems.dataset.shown === shown) return;
    set(this.#problems, { "data-shown": shown });
    this.#host.announce(...this.#edit.problems.map(([, , message]) => message));
    this.#problems.replaceChildren(
      ...this.#edit.problems.map(([code, wrong, message, fixable]) => {
        const item = html("p", { "data-problem": code, "data-wrong": wrong }, html("span", {}, message));
        const fix = { "data-edit": `fix:${code}` };
        if (fixable) item.append(html("button.button", fix, this.#t("ui.edit.off")));
        return item;
      }),
    );
  }
}
