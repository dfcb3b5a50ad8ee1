/**
 * The last position of a stored game. It is shown while Python still reads the game, which takes seconds for a long one. The browser
 * keeps it beside the state.
 */

import type { Model } from "../protocol/model";
import type { Traits } from "../protocol/types";
import { render } from "../widget";
import { hashOf } from "./saved_page";

type Shown = Pick<Traits, "snapshot" | "discs" | "wording">;

/** The characters of a preview. A comment and the list of turns in it are never longer. */
const MOST = 200_000;

/** The first characters of a preview: it is whole, and belongs to this state and to this page of this version. */
const sealOf = (content: string, state: string, first: string) => hashOf([content, state, first].join("\n"));
const SEAL = 8;

/**
 * What to keep with `state`, or "" if it shows anything else than the state opened again. `first` is the first answer of the
 * page, which has most texts already.
 */
export function previewOf(model: Pick<Model, "get">, state: string, first: string): string {
  const snapshot = model.get("snapshot");
  const wording = model.get("wording");
  if (snapshot.edit) return "";
  const page = JSON.parse(first) as Shown;
  const content = JSON.stringify({
    snapshot,
    ...(snapshot.layout !== page.snapshot.layout && { discs: model.get("discs") }),
    ...(wording.language !== page.wording.language && { wording }),
  });
  return content.length > MOST ? "" : sealOf(content, state, first) + content;
}

/** The traits of a kept preview; null if there is none, or a damaged one, or one of another state or version of the page. */
export function readPreview(kept: string, state: string, first: string): Shown | null {
  const content = kept.slice(SEAL);
  if (content.length > MOST || kept.slice(0, SEAL) !== sealOf(content, state, first)) return null;
  try {
    return { ...JSON.parse(first), ...JSON.parse(content) };
  } catch {
    return null;
  }
}

/**
 * Shows a kept preview in `place`: a board that takes no input. Returns its snapshot with a function that removes it, or null if there
 * is nothing to show. Whatever stands in the storage, the page goes on.
 */
export function showPreview(
  place: HTMLElement,
  kept: string,
  state: string,
  first: string,
): { snapshot: Traits["snapshot"]; remove: () => void } | null {
  const traits = readPreview(kept, state, first);
  if (!traits) return null;
  const model = {
    get: (key: keyof Shown) => traits[key],
    on() {},
    off() {},
    send() {},
    starting: true,
  } as unknown as Model;
  const el = document.createElement("div");
  el.className = "adaptoid-preview";
  el.inert = true;
  let end = () => {};
  const remove = () => {
    end();
    el.remove();
    place.removeAttribute("aria-busy");
  };
  try {
    place.append(el);
    place.setAttribute("aria-busy", "true");
    end = render({ model, el });
    return { snapshot: traits.snapshot, remove };
  } catch {
    // somebody else wrote it
    remove();
    return null;
  }
}
