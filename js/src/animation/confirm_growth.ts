import { isTouch } from "../dom/elements";
import { mayGrow, type State, type Transition } from "../state/state";
import { store, stored } from "./settings";

/** Whether growths are tried first, as set by the user for this device. */
const KEY = "adaptoid confirm";

/** Growths are tried first where fingers hide what they point at, unless the user wants it otherwise. */
export function confirmsAtFirst(): boolean {
  const setting = stored(KEY);
  return setting ? setting === "on" : isTouch();
}

export function toggleConfirms(state: State): State {
  store(KEY, state.confirms ? "off" : "on");
  return { ...state, confirms: !state.confirms, tried: null };
}

/** Tries a growth if the view wants that. The same growth again, or `endTurn`, plays it. */
export function tryGrowth(transition: Transition): Transition {
  const [state, intent] = transition;
  const { snapshot, confirms, tried } = state;
  if (intent?.kind !== "grow" || !confirms) return transition;
  const { at, what } = intent;
  const isLegal = what === "new" ? mayGrow(snapshot, at) : snapshot.grow[what].includes(at);
  if (!isLegal || (tried?.at === at && tried.what === what)) return transition;
  return [{ ...state, tried: intent, chosen: what === "new" ? state.chosen : at, hoverLimb: null }];
}
