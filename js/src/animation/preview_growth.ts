import { mayGrow, type State } from "../state/state";
import type { Transition } from "../state/transitions";
import { store, stored } from "./device_storage";

/** Whether growths are previewed first, as set by the user for this device. */
const KEY = "adaptoid confirm";

/** Not at first: a pointer or a resting finger shows a growth before it is clicked. */
export const previewsAtFirst = (): boolean => stored(KEY) === "on";

export function togglePreviews(state: State): State {
  store(KEY, state.previewsGrowth ? null : "on");
  return { ...state, previewsGrowth: !state.previewsGrowth, previewedGrowth: null };
}

/** Previews a growth if the setting is on. The same growth again, or `endTurn`, plays it. */
export function previewGrowth(transition: Transition): Transition {
  const [state, intent] = transition;
  const { snapshot, previewsGrowth, previewedGrowth } = state;
  if (intent?.kind !== "grow" || !previewsGrowth) return transition;
  const { at, what } = intent;
  const isLegal = what === "new" ? mayGrow(snapshot, at) : snapshot.grow[what].includes(at);
  if (!isLegal || (previewedGrowth?.at === at && previewedGrowth.what === what)) return transition;
  return [{ ...state, previewedGrowth: intent, chosen: what === "new" ? state.chosen : at, hoverLimb: null }];
}
