import { icon } from "../board/shapes";
import { html } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { Color, Limb, SideRow, Snapshot } from "../protocol/types";
import type { State } from "../state/state";

/** The supply and the losses of each colour. */
export function sidesPanel({ snapshot }: State, t: Translator): HTMLElement {
  const sides = snapshot.sides.map((side) => sideRow(side, snapshot, t));
  return html("ul.sides", { "aria-label": t("ui.sides") }, ...sides);
}

/** The name of a player, if there is one. Those of computers are English in records, and also if a cell has named one. */
export function playerOf(
  color: Color,
  { players }: Pick<Snapshot, "players">,
  t: Translator,
): string | undefined {
  const own = players[color];
  const level = /^level (\d+)$/.exec(own ?? "")?.[1];
  return level ? t("ui.level", { n: Number(level) }) : own;
}

function sideRow(
  side: SideRow,
  { result, turn, step, players, levels, interactive, edit, lesson }: Snapshot,
  t: Translator,
): HTMLElement {
  const [color, , , , , , prey] = side;
  const name = t(`ui.${color}`);
  const seat = levels.find(([seated]) => seated === color);
  const player = playerOf(color, { players }, t);
  const won = result === color;
  // in an open start, one player places both colours
  const isTurn = color === turn && !result && step !== "place" && step !== "choose";
  const hunts = prey ? [t("ui.hunts", { color: t(`ui.${prey}`) })] : [];
  const state = isTurn || won ? t(won ? "ui.side.won" : "ui.side.turn", { color: name }) : name;
  const label = [
    icon(color),
    html("b", { title: player }, player ?? name),
    html("small", {}, [...(player ? [name] : []), ...hunts].join(t("ui.comma"))),
  ];
  return html(
    "li.side",
    {
      "data-key": color,
      "data-color": color,
      "data-turn-now": isTurn,
      "data-won": won,
      "aria-label": [...(player ? [player] : []), state, ...hunts].join(t("ui.comma")),
    },
    seat && interactive && !edit && !lesson
      ? html(
          "button.side-name",
          {
            "data-key": "name",
            "data-do": `player-${color}`,
            "aria-haspopup": "dialog",
            title: t("ui.player", { color: name }),
          },
          ...label,
        )
      : html("span.side-name", {}, ...label),
    supplyOf(side, t),
    lossesOf(side, t),
  );
}

function supplyOf([color, bodies, legs, pincers]: SideRow, t: Translator): HTMLElement {
  const supply = {
    bodies: t.count("ui.bodies", bodies),
    legs: t.count("ui.legs", legs),
    pincers: t.count("ui.pincers", pincers),
  };
  const stock = (what: Color | Limb, n: number) =>
    html(`span.stock.${color}${n ? "" : ".none"}`, {}, icon(what), html("b", {}, String(n)));
  return html(
    "span.supply",
    { role: "img", "aria-label": t("ui.supply", supply) },
    stock(color, bodies),
    stock("leg", legs),
    stock("pincer", pincers),
  );
}

function lossesOf([, , , , lost, limit]: SideRow, t: Translator): HTMLElement {
  const losses = t(lost > limit ? "ui.lost.over" : "ui.lost", { n: lost, limit });
  const pips = Array.from({ length: limit }, (_, i) => html("i.pip", { "data-lost": i < lost }));
  return html(
    "span.losses",
    { role: "img", "aria-label": losses, title: losses },
    html("span.pips", {}, ...pips),
    html("small", {}, losses),
  );
}
