import { isTouch } from "../dom/elements";
import { mayGrow, type State, type Transition } from "../state/state";
import { store, stored } from "./device_storage";

/** Whether growths are previewed first, as set by the user for this device. */
const KEY = "adaptoid confirm";

/** Growths are previewed first where fingers hide what they point at, unless the user wants it otherwise. */
export function previewsAtFirst(): boolean {
  const setting = stored(KEY);
  return setting ? setting === "on" : isTouch();
}

export function togglePreviews(state: State): State {
  store(KEY, state.previewsGrowth ? "off" : "on");
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
