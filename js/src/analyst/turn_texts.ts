/** Turns, shares and hints as text. */

import type { Translator } from "../i18n/messages";
import type { Analyst, Color } from "../protocol/types";

/** The steps of a turn, read from its text. */
export interface TurnParts {
  from?: string | undefined;
  to?: string | undefined;
  at?: string | undefined;
  /** "+": a new adaptoid, "L": a leg, "P": a pincer, "": nothing. */
  grows: string;
}

export function partsOf(turn: string): TurnParts {
  const [, from, to, at, limb, fresh] =
    /^(?:([A-Z]\d+)[-x]([A-Z]\d+))?\s?(?:([A-Z]\d+)\+([LP])|\+([A-Z]\d+))?$/.exec(turn) ?? [];
  return { from, to, at: at ?? fresh, grows: limb ?? (fresh ? "+" : "") };
}

/** The shares in whole per cent, rounded so that they add up to 100. */
export function percents(shares: [Color, number][]): number[] {
  const whole = shares.map(([, share]) => Math.floor(share * 100));
  const order = shares.map((_, i) => i).sort((i, j) => remainder(j) - remainder(i));
  const missing = 100 - whole.reduce((sum, n) => sum + n, 0);
  for (const i of order.slice(0, missing)) whole[i] = (whole[i] ?? 0) + 1;
  return whole;

  function remainder(i: number): number {
    return (shares[i]?.[1] ?? 0) * 100 - (whole[i] ?? 0);
  }
}

export function hintText({ taken, turn, words }: NonNullable<Analyst["hint"]>, t: Translator): string {
  const { from, at = "", grows } = partsOf(turn);
  if (taken > 1) return t("ui.hint.turn", { turn: words });
  if (from) return t("ui.hint.move", { cell: from });
  return grows === "+" ? t("ui.hint.new") : t("ui.hint.limb", { cell: at });
}
