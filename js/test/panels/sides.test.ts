import { expect, it } from "vitest";
import type { Translator } from "../../src/i18n/messages";
import { playerOf } from "../../src/panels/sides";

it("a computer is named in the board's language, whoever has seated it", () => {
  const german = ((key: string, slots: { n: number }) => `${key} ${slots.n}`) as unknown as Translator;
  const players = { W: "level 2", B: "level two" };
  expect(playerOf("W", { players }, german)).toBe("ui.level 2");
  expect(playerOf("B", { players }, german)).toBe("level two");
  expect(playerOf("R", { players }, german)).toBeUndefined();
});
