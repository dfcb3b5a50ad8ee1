import type { GameHistory } from "../history/history";
import type { ViewTools } from "../panels/view_tools";
import type { ViewPartName } from "../parts/contract";
import type { PartSet } from "../parts/part_loader";
import type { Intent } from "../protocol/types";
import { deselect } from "../state/transitions";
import type { EditorSlot } from "./editor_slot";
import type { Requests } from "./requests";
import type { Store } from "./store";

/** Commands that keep their meaning while the editor is open. */
const WHILE_EDITING = ["flip", "size", "lens", "help", "confirm", "sound", "more"];

/** Who carries out the commands of buttons and keys. */
interface Executors {
  store: Store;
  requests: Requests;
  parts: PartSet<ViewPartName>;
  history: GameHistory;
  tools: ViewTools;
  editor: EditorSlot;
}

/** Returns what runs a command by its name, which a button has as its `data-do`. */
export function commandRunner({ store, requests, parts, history, tools, editor }: Executors) {
  type Command = (name: string) => void;
  const stopping = (run: Command) => (name: string) => {
    history.replay.stop();
    run(name);
  };
  const send = stopping((kind) => requests.ask({ kind } as Intent));
  const advise = stopping((name) => requests.advise(name));
  const edit = stopping((name) => editor.run(name));
  const choosePlayers = (name: string) => parts.use("players", (players) => players.open(name, store.t));
  const control = (name: string) => parts.use("controls", (controls) => controls.run(name, store.t));
  const commands: Record<string, Command | undefined> = {
    ...history.commands,
    ...tools.commands,
    ...{ analyse: advise, hint: advise, threats: advise },
    ...{ confirm: control, help: control, more: control, sound: control, type: control },
    ...{ "player-W": choosePlayers, "player-B": choosePlayers, "player-R": choosePlayers },
    edit: stopping(() => editor.open()),
    new: (name) => (store.state.snapshot.levels.length ? choosePlayers : send)(name),
    undo: (name) => (store.state.previewedGrowth ? store.set(deselect(store.state)) : send(name)),
  };
  // Python carries out all others
  return (name: string): void => {
    const isForEditor = store.state.snapshot.edit && !WHILE_EDITING.includes(name);
    (isForEditor ? edit : (commands[name] ?? send))(name);
  };
}
