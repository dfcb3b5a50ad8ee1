import { buttonOf, on } from "../dom/elements";
import type { SecondClick } from "../dom/second_click";
import type { Color, Limb } from "../protocol/types";
import type { State } from "../state/state";

/** What the buttons of a view do. */
interface ButtonActions {
  state(): State;
  grow(limb: Limb): void;
  choose(color: Color): void;
  endTurn(): void;
  run(command: string): void;
}

export function listenToButtons(root: HTMLElement, secondClick: SecondClick, actions: ButtonActions): void {
  /** The last click: what was hit, and where in the window. */
  let last: { hit: Element | null; x: number; y: number } = { hit: null, x: 0, y: 0 };

  /*
   * The second click of a double click is not meant for what the first has brought under the pointer. Two quick taps
   * beside one another are a double click for the browser, but each is meant for what it hits.
   */
  on(
    root,
    "click",
    (event) => {
      const hit = (event.target as Element).closest("button, [data-cell]");
      const { x, y, detail } = event;
      if (detail > 1 && hit !== last.hit && Math.hypot(x - last.x, y - last.y) < 12) {
        event.stopPropagation();
        event.preventDefault();
      }
      last = { hit, x, y };
    },
    true,
  );
  on(root, "click", ({ target }) => {
    const button = buttonOf(target);
    const enabled = button && button.getAttribute("aria-disabled") !== "true";
    const { grow, choose, do: command = "", pass } = (enabled && button.dataset) || {};
    if (!secondClick.confirms(command, actions.state().snapshot.rev)) return;
    if (grow) actions.grow(grow as Limb);
    else if (choose) actions.choose(choose as Color);
    else if (pass !== undefined) actions.endTurn();
    else if (command) actions.run(command);
  });
  on(root, "focusout", () => secondClick.disarm());
}
