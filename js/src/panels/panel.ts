import { icon, picture } from "../board/shapes";
import { html, Keyed, onResize, set, svg, text } from "../dom/elements";
import type { Words } from "../i18n/messages";
import type { Color, SideRow, Snapshot } from "../protocol/types";
import { isGrowing, isPlaying, type State } from "../state/state";

/** Whose turn it is, which step of it, and what has just happened. */
export class StatusPanel {
  readonly element = html("div.status-panel");
  readonly #badge = html("div.badge");
  readonly #status = html("p.status");
  readonly #steps = html("ol.steps");
  readonly #told = html("span");
  readonly #news = html("p.news", {}, this.#told);
  readonly #buttons = html("div.choices");
  #badged = "";

  constructor() {
    const row = html("div.steps-row", {}, this.#steps, this.#buttons);
    this.element.append(this.#badge, this.#status, row, this.#news);
    // what does not fit is scrolled, by keys too
    onResize(this.#told, () =>
      set(this.#news, { tabindex: this.#told.offsetHeight > this.#news.clientHeight ? 0 : null }),
    );
  }

  draw({ snapshot }: State, say: Words): void {
    const { result, turn, step } = snapshot;
    const face = result && result !== "draw" ? result : turn;
    // while sides are chosen it is nobody's turn yet
    const badged = result === "draw" || step === "choose" ? snapshot.colors.join("") : face;
    if (badged !== this.#badged) {
      this.#badge.replaceChildren(...[...badged].map((color) => icon(color as Color)));
      this.#badged = badged;
    }
    set(this.element, { "data-over": Boolean(result), "data-result": result });
    text(this.#status, snapshot.status);
    text(this.#told, snapshot.news);
    this.#drawSteps(snapshot, say);
    this.#drawButtons(snapshot, say);
    set(this.element, { "data-step": step });
  }

  #drawSteps(snapshot: Snapshot, say: Words): void {
    const steps = snapshot.interactive && isPlaying(snapshot) ? ["move", "grow", "feed"] : [];
    const now = isGrowing(snapshot) ? "grow" : snapshot.step;
    const shown = steps.join() + now + say("ui.step.move");
    if (this.#steps.dataset.shown === shown) return;
    set(this.#steps, { "data-shown": shown, "aria-label": say("ui.steps") });
    this.#steps.replaceChildren(
      ...steps.map((step) =>
        html("li", { "aria-current": step === now ? "step" : null }, say(`ui.step.${step}`)),
      ),
    );
  }

  #drawButtons(snapshot: Snapshot, say: Words): void {
    const choices = snapshot.step === "choose" && snapshot.interactive ? snapshot.colors : [];
    const pass = snapshot.pass && snapshot.interactive;
    const does = snapshot.interactive && snapshot.seat?.does;
    const shown = choices.join() + pass + does + say("ui.pass");
    if (this.#buttons.dataset.shown === shown) return;
    set(this.#buttons, { "data-shown": shown });
    const buttons = choices.map((color) =>
      html(
        "button.button.primary",
        { "data-choose": color },
        icon(color),
        say("ui.choose", { color: say(`ui.${color}`) }),
      ),
    );
    if (pass) buttons.push(html("button.button.primary", { "data-pass": true }, say("ui.pass")));
    if (does) buttons.push(html("button.button", { "data-do": does }, say(`ui.${does}`)));
    this.#buttons.replaceChildren(...buttons);
  }
}

/** Each colour's supply and losses. */
export class SidesPanel {
  readonly element = html("ul.sides");
  readonly #rows = new Keyed<[SideRow, Snapshot, Words], HTMLLIElement>(
    this.element,
    ([[color, , , , , limit]]) => makeSide(color, limit),
    drawSide,
  );

  draw({ snapshot }: State, say: Words): void {
    set(this.element, { "aria-label": say("ui.sides") });
    this.#rows.draw(snapshot.sides.map((side) => [`${side[0]}${side[5]}`, [side, snapshot, say]]));
  }
}

function makeSide(color: Color, limit: number): HTMLLIElement {
  const stock = (["body", "leg", "pincer"] as const).map((what) =>
    html(`span.stock.${color}`, {}, icon(what === "body" ? color : what), html("b")),
  );
  const pips = Array.from({ length: limit }, () => html("i.pip"));
  return html(
    "li.side",
    {},
    html("span.side-name", {}, icon(color), html("b"), html("small")),
    html("span.supply", { role: "img" }, ...stock),
    html("span.losses", { role: "img" }, html("span.pips", {}, ...pips), html("small")),
  );
}

function drawSide(row: HTMLLIElement, [side, snapshot, say]: [SideRow, Snapshot, Words]): void {
  const [color, bodies, legs, pincers, lost, limit, prey] = side;
  const name = say(`ui.${color}`);
  const won = snapshot.result === color;
  const turn = color === snapshot.turn && !snapshot.result && snapshot.step !== "choose";
  const player = snapshot.players[color];
  const hunts = prey ? say("ui.hunts", { color: say(`ui.${prey}`) }) : "";
  const under = [...(player ? [name] : []), ...(hunts ? [hunts] : [])].join(say("ui.comma"));
  set(row, {
    "data-color": color,
    "data-turn-now": turn,
    "data-won": won,
    "aria-label": [
      ...(player ? [player] : []),
      turn || won ? say(won ? "ui.side.won" : "ui.side.turn", { color: name }) : name,
      ...(hunts ? [hunts] : []),
    ].join(say("ui.comma")),
  });
  const [label, supply, losses] = row.children as Iterable<Element> as [Element, Element, Element];
  const [, named, hunted] = label.children;
  text(named, player ?? name);
  text(hunted, under);
  [bodies, legs, pincers].forEach((n, i) => {
    const stock = supply.children[i];
    text(stock?.lastElementChild, String(n));
    stock?.classList.toggle("adaptoid-none", n === 0);
  });
  const inSupply = {
    bodies: say.count("ui.bodies", bodies),
    legs: say.count("ui.legs", legs),
    pincers: say.count("ui.pincers", pincers),
  };
  set(supply, { "aria-label": say("ui.supply", inSupply) });
  const told = say("ui.lost", { n: lost, limit });
  set(losses, { "aria-label": told, title: told });
  const [pips, counted] = losses.children;
  text(counted, told);
  [...(pips?.children ?? [])].forEach((pip, i) => {
    set(pip, { "data-lost": i < lost });
  });
}

export const DRAWINGS: Record<string, string> = {
  undo: "M7 4.5 3 8.5l4 4M3.5 8.5H11a5 5 0 0 1 0 10H8",
  redo: "M13 4.5l4 4-4 4M16.5 8.5H9a5 5 0 0 0 0 10h3",
  flip: "M6.5 16.5V4M3 7.5 6.5 4 10 7.5M13.5 3.5V16M10 12.5 13.5 16 17 12.5",
  new: "M10 4v12M4 10h12",
  draw: "M4 7.5h12M4 12.5h12",
  resign: "M5.5 17.5V3.5h9l-2 3.5 2 3.5h-9",
  first: "M5 5v10M15 5 9 10l6 5",
  prev: "M12.5 5 7 10l5.5 5",
  next: "M7.5 5 13 10l-5.5 5",
  last: "M15 5v10M5 5l6 5-6 5",
  play: "M6.5 4.5v11l9-5.5z",
  pause: "M7 5v10M13 5v10",
  promote: "M10 16V4.5M5 9.5l5-5 5 5",
  remove: "M4 6h12M8 6V3.5h4V6M5.5 6l.7 10.5h7.6L14.5 6",
  comment: "M3.5 4.5h13v8.5H9.5L6 16v-3H3.5z",
  variation: "M4.5 3v5a4 4 0 0 0 4 4H16M12.5 8.5 16 12l-3.5 3.5",
  lens: "M12.6 12.6 17 17M8.5 3.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10M8.5 6.3v4.4",
  help: "M2.5 5.5h15v9h-15zM5.5 8.5h.1M8.5 8.5h.1M11.5 8.5h.1M14.5 8.5h.1M6.5 11.7h7",
  analyse: "M3.5 16.5h13M5.5 13.5v-4M10 13.5v-9M14.5 13.5v-6",
  hint: "M7.5 14a5 5 0 1 1 5 0M8 17h4M10 7v.1",
  annotate: "M4 16l1-4 8.5-8.5 3 3L8 15zM11.5 5.5l3 3",
  size: "M3 4.5h14v9.5H3zM10 14v3M6.5 17h7",
  picture: "M3 6h3.5l1.5-2h4l1.5 2H17v10H3zM10 8.2a2.8 2.8 0 1 0 .01 0",
  edit: "M4 4h5v5H4zM12.5 3.5a3 3 0 1 0 .01 0M3.5 16.5h6M12.5 12v5M10 14.5h5",
  globe: "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M3.2 10h13.6M10 3c-5 4-5 10 0 14M10 3c5 4 5 10 0 14",
};

/** A line drawing; `name` for those who cannot see it. */
export function drawing(what: string, name?: string): SVGSVGElement {
  return lineDrawing(DRAWINGS[what] ?? "", name);
}

/** A line drawing of a path in a square of 20 units. */
export function lineDrawing(d: string, name?: string): SVGSVGElement {
  return picture("drawing", "0 0 20 20", [svg("path", { d })], name);
}

/** A button with a line drawing, named by a word that is shown beside it or only spoken. */
export function toolButton(what: string): HTMLButtonElement {
  const label = html("span.tool-label");
  return html("button.button", { "data-do": what }, drawing(what), label);
}

/** A switched-off button keeps the keyboard's focus, so it is only said to be off. */
export function drawButton(button: HTMLButtonElement, name: string, on: boolean, tip = name): void {
  set(button, { "aria-disabled": on ? null : "true", title: tip });
  text(button.lastElementChild ?? button, name);
}
