import { labels } from "./label";
import { supplyTold } from "./panel";
import { hungry, limbsOf, type State, starving } from "./state";
import type { MoveKind } from "./types";
import type { Words } from "./wording";

const TARGETS: [kind: MoveKind, key: string][] = [
  ["-", "ui.told.reach"],
  ["x", "ui.mark.capture"],
  ["=", "ui.mark.exchange"],
  ["!", "ui.mark.death"],
];

/** What a letter typed on a disc asks to hear; "" where it asks for nothing. */
export function readOut(letter: string, state: State, cell: string, say: Words): string {
  const { snapshot } = state;
  const { aids, sides, last } = snapshot;
  const list = (key: string, cells: string[]) =>
    cells.length ? say("ui.told", { what: say(key), which: cells.join(say("ui.comma")) }) : "";
  const all = (parts: string[], none: string) => parts.filter(Boolean).join(say("ui.sentence")) || say(none);
  switch (letter) {
    case "d":
      return labels(state, say)(cell);
    case "o":
      return aids === "none" ? say("ui.told.unaided") : all(options(state, cell, list, say), "ui.told.none");
    case "s":
      if (aids !== "full") return say("ui.told.unaided");
      return all(
        [list("ui.mark.starving", starving(state)), list("ui.mark.hungry", hungry(snapshot))],
        "ui.told.fed",
      );
    case "t":
      return all([snapshot.status, ...sides.map((side) => list(`ui.${side[0]}`, supplyTold(side, say)))], "");
    case "n":
      if (!last) return say("ui.turns.none");
      return all(
        [
          list(`ui.${last.color}`, [last.text]),
          list("ui.mark.lost", [...new Set(last.gone.map(([c]) => c))]),
        ],
        "",
      );
    default:
      return "";
  }
}

type List = (key: string, cells: string[]) => string;

/** What the adaptoid in hand, or the one on a disc, can do; elsewhere what all can do. */
function options(state: State, cell: string, list: List, say: Words): string[] {
  const { snapshot } = state;
  const own = snapshot.pieces.filter((row) => row[1] === snapshot.turn).map((row) => row[0]);
  const actor = state.chosen ?? cell;
  if (own.includes(actor)) {
    const moves = snapshot.moves[actor] ?? [];
    const parts = TARGETS.map(([kind, key]) =>
      list(
        key,
        moves.filter((move) => move[1] === kind).map((move) => move[0]),
      ),
    );
    const limbs = limbsOf(snapshot, actor).map((limb) => say(`ui.${limb}`));
    const grow = limbs.length
      ? say("ui.told", { what: say("ui.chooser", { cell: actor }), which: limbs.join(say("ui.comma")) })
      : "";
    return [...parts, grow];
  }
  return [
    list(
      "ui.may-move",
      own.filter((c) => snapshot.moves[c]?.length),
    ),
    list(
      "ui.may-grow",
      own.filter((c) => limbsOf(snapshot, c).length),
    ),
    list(
      "ui.mark.new",
      snapshot.grow.new.map((row) => row[0]),
    ),
    snapshot.pass ? say("ui.pass") : "",
  ];
}

/** What a letter has just switched. */
export function toggled(letter: string, { inspect, pen }: State, say: Words): string {
  const which = (on: unknown) => say(on ? "ui.on" : "ui.off");
  const told = (what: string, which: string) => say("ui.told", { what: say(what), which });
  if (letter === "m") return told("ui.map", inspect.map ? say(`ui.${inspect.map}`) : which(false));
  return letter === "f" ? told("ui.lens", which(inspect.lens)) : told("ui.annotate", which(pen));
}
