import { managerOf, outputsOf } from "./outputs";
import type { Model } from "./types";

/*
 * When a page is loaded again, jupyter-widgets' `get_model` looks for two seconds whether a view's model has come, sleeps once
 * more and gives up without another look. A model that comes during that last sleep is there, its views never are, and "model
 * not found" stays in their place until the page is loaded once more. So the board has such an output drawn again.
 */

const GIVEN_UP = "Error displaying widget: model not found";
const VIEW = "application/vnd.jupyter.widget-view+json";
const EVERY_MS = 500;
const TIMES = 20;

/** Watches for a while whether the host has missed a board; gives a function that ends it. */
export function showMissed(model: Model, board: string): () => void {
  let left = managerOf(model).context ? TIMES : 0;
  let timer: ReturnType<typeof setTimeout>;
  const later = () => {
    if (left-- > 0) timer = setTimeout(look, EVERY_MS);
  };
  const look = () => {
    for (const place of document.querySelectorAll<HTMLElement>(".jp-OutputArea-output.jupyter-widgets"))
      if (place.textContent === GIVEN_UP) void again(place, model, board).catch(() => {});
    later();
  };
  later();
  return () => {
    left = 0;
    clearTimeout(timer);
  };
}

/** Has one output drawn again, if it is this board's. */
async function again(place: HTMLElement, model: Model, board: string): Promise<void> {
  const manager = managerOf(model);
  const child = place.closest(".jp-OutputArea-child");
  const cell = place.closest<HTMLElement>("[data-windowed-list-index]")?.dataset.windowedListIndex;
  const children = [...(child?.parentElement?.querySelectorAll(":scope > .jp-OutputArea-child") ?? [])];
  const index = children.indexOf(child as Element);
  const outputs = outputsOf(manager.context)[Number(cell ?? -1)];
  const value = outputs?.get(index).toJSON();
  const view = value?.data?.[VIEW] as { model_id?: string } | undefined;
  const found = view?.model_id ? await manager.get_model?.(view.model_id) : undefined;
  const snapshot = found?.get("snapshot") as { board?: string } | undefined;
  if (value && snapshot?.board === board && place.textContent === GIVEN_UP) outputs?.set(index, value);
}
