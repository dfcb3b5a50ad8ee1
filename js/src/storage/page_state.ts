import { chosenLearner, openedPlace, ownPlace } from "./storage";
import { isRemoved } from "./storage_keys";
import { StoredState } from "./stored_state";

// the page is about to ask who is learning
const isObsolete = () => !!chosenLearner && isRemoved();
const ownState = new StoredState(...ownPlace, isObsolete);
let state = openedPlace === ownPlace ? ownState : new StoredState(...openedPlace, isObsolete);

/** Where the browser keeps the state of the page. */
export const pageState = (): StoredState => state;

/** Saves the state of the page's own game from now on, since the address names none. */
export function dropLink(): void {
  state = ownState;
}
