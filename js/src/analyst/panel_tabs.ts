/** The tabs of the panel beside the board: the list of turns, the analysis, and the mistakes of a review. */

import { focused, html, on, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { PartContext } from "../parts/contract";
import type { Model } from "../protocol/model";

export type Tab = "turns" | "analysis" | "mistakes";

const TABS: Tab[] = ["turns", "analysis", "mistakes"];

/** The tab of each board, also while it has no view. */
const chosen = new WeakMap<Model, Tab>();

export class PanelTabs {
  readonly #list = html("div.tabs", { role: "tablist" });
  readonly #tabs: Record<Tab, HTMLElement>;
  readonly #panels: Record<Tab, HTMLElement>;
  readonly #title: HTMLElement;
  readonly #history: HTMLElement;
  readonly #model: Model;
  #available: Tab[] = ["turns"];

  /** `analysis` and `mistakes` are put beside the list of turns. */
  constructor(
    { model, slots: { history }, signal }: PartContext,
    analysis: HTMLElement,
    mistakes: HTMLElement,
  ) {
    const find = (name: string) => history.querySelector(`.adaptoid-${name}`) as HTMLElement;
    this.#model = model;
    this.#history = history;
    this.#title = find("title");
    this.#panels = { turns: find("turns-panel"), analysis, mistakes };
    const prefix = `adaptoid-${Math.random().toString(36).slice(2, 9)}-`;
    const tabOf = (tab: Tab) => {
      const [id, panel] = [`${prefix}tab-${tab}`, this.#panels[tab]];
      set(panel, { id: prefix + tab, role: "tabpanel", "aria-labelledby": id });
      return html("button.tab", { role: "tab", id, "data-tab": tab, "aria-controls": prefix + tab });
    };
    this.#tabs = { turns: tabOf("turns"), analysis: tabOf("analysis"), mistakes: tabOf("mistakes") };
    this.#list.append(...TABS.map((tab) => this.#tabs[tab]));
    this.#title.before(this.#list);
    history.append(analysis, mistakes);
    on(this.#list, "click", ({ target }) => {
      const { tab } = (target as Element).closest<HTMLElement>("[data-tab]")?.dataset ?? {};
      if (tab) this.select(tab as Tab);
    });
    on(this.#list, "keydown", (event) => this.#key(event));
    on(signal, "abort", () => {
      for (const element of [this.#list, analysis, mistakes]) element.remove();
    });
  }

  /** Whether the board has shown its tabs before, in this view or in another one. */
  get isRemembered(): boolean {
    return chosen.has(this.#model);
  }

  get selected(): Tab {
    const tab = chosen.get(this.#model) ?? "turns";
    return this.#available.includes(tab) ? tab : "turns";
  }

  select(tab: Tab): void {
    chosen.set(this.#model, tab);
    this.#show();
  }

  /** `available`: the tabs that the board has. The list of turns alone is no tab. */
  draw(available: Tab[], t: Translator): void {
    this.#available = available;
    set(this.#list, { "aria-label": t("ui.panels") });
    for (const tab of TABS) {
      text(this.#tabs[tab], t(`ui.${tab}`));
      this.#tabs[tab].hidden = !available.includes(tab);
    }
    this.#show();
  }

  #show(): void {
    const { selected } = this;
    const hasTabs = this.#available.length > 1;
    this.#list.hidden = !hasTabs;
    this.#title.hidden = hasTabs;
    set(this.#history, { "data-panel": hasTabs ? selected : null });
    for (const tab of TABS) {
      const isSelected = tab === selected;
      const panel = this.#panels[tab];
      // the focus does not stay in what is hidden
      if (!isSelected && focused(panel)) this.#tabs[selected].focus({ preventScroll: true });
      panel.hidden = !isSelected;
      set(this.#tabs[tab], { "aria-selected": String(isSelected), tabindex: isSelected ? 0 : -1 });
    }
  }

  #key(event: KeyboardEvent): void {
    const [first, last] = [0, this.#available.length - 1];
    const at = this.#available.indexOf(this.selected);
    const goals: Record<string, number> = {
      ArrowLeft: at > first ? at - 1 : last,
      ArrowRight: at < last ? at + 1 : first,
      Home: first,
      End: last,
    };
    const tab = this.#available[goals[event.key] ?? -1];
    if (!tab || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.select(tab);
    this.#tabs[tab].focus({ preventScroll: true });
  }
}
