/** Turns, their scores and hints as text. */

import type { Translator } from "../i18n/messages";
import type { Analyst, Line } from "../protocol/types";

/** The steps of a turn, read from its text. */
export interface TurnSteps {
  from?: string | undefined;
  to?: string | undefined;
  at?: string | undefined;
  /** "+": a new adaptoid, "L": a leg, "P": a pincer, "": nothing. */
  grows: string;
}

export function stepsOf(turn: string): TurnSteps {
  const [, from, to, at, limb, fresh] =
    /^(?:([A-Z]\d+)[-x]([A-Z]\d+))?\s?(?:([A-Z]\d+)\+([LP])|\+([A-Z]\d+))?$/.exec(turn) ?? [];
  return { from, to, at: at ?? fresh, grows: limb ?? (fresh ? "+" : "") };
}

export function hintText({ taken, turn, words }: NonNullable<Analyst["hint"]>, t: Translator): string {
  const { from, at = "", grows } = stepsOf(turn);
  if (taken > 1) return t("ui.hint.turn", { turn: words });
  if (from) return t("ui.hint.move", { cell: from });
  return grows === "+" ? t("ui.hint.new") : t("ui.hint.limb", { cell: at });
}

export function scoreOf({ score, win, exact }: Pick<Line, "score" | "win" | "exact">, t: Translator): string {
  if (win) return t(win > 0 ? "ui.analyst.wins" : "ui.analyst.loses", { n: Math.abs(win) });
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const formatted = `${score < 0 ? "−" : "+"}${Math.abs(score).toLocaleString(t.language, digits)}`;
  return exact ? formatted : `≤ ${formatted}`;
}
