import { expect, it } from "vitest";
import { marginNames } from "../../src/controls/disc_names";
import { start } from "../../src/state/state";
import { hex4, midgame } from "../samples";

it("letters stand on the left of the rows, and numbers at the upper ends of the lines, from either side", () => {
  for (const flip of [false, true]) {
    const names = marginNames({ ...start(midgame(), hex4), flip });
    const xs = (pattern: RegExp) => names.filter(([name]) => pattern.test(name)).map(([, { x }]) => x);
    const letters = names.flatMap(([name]) => (/[A-Z]/.test(name) ? [name] : []));
    expect(letters.sort().join("")).toBe("ABCDEFG");
    expect(Math.max(...xs(/[A-Z]/))).toBeLessThan(Math.min(...xs(/\d/)));
  }
});

it("a board whose names do not say where its discs are has none", () => {
  const cells = hex4.cells.map(([, x, y], i): [string, number, number] => [`N${i + 1}`, x, y]);
  expect(marginNames(start(midgame(), { ...hex4, cells }))).toEqual([]);
});
