import { expect, it } from "vitest";
// @ts-expect-error: a part of the build, without types
import { ordered } from "../order.mjs";

const CODE = `
const start = ["a", "b"];
let from = start.length, twice = (n) => 2 * n;
function one() { return twice(from); }
class Counter {
  #n = from;
  step = 1;
  constructor(n) { this.#n += n; }
  add() { this.#n += this.step; return this; }
  async later() { return this.n; }
  get n() { return this.#n; }
  reset() { this.#n = 0; return this; }
}
var Named = class { tell() { return "told;;"; } more() {} less() {} };
function two() { return new Counter(one()).add().n + new Named().tell(); }
export { two as default };
`;

async function run(code: string): Promise<unknown> {
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  return module.default();
}

it("does the same in another order, and the same order each time", async () => {
  const code = ordered(CODE);
  expect(code).not.toBe(CODE);
  expect(ordered(CODE)).toBe(code);
  expect(await run(code)).toBe(await run(CODE));
  expect(await run(code)).toBe("7told;;");
});

it.each(["static x = 1;", "static {}", "['a' + 'b']() {}"])(
  "refuses a class that does something: %s",
  (member) => {
    expect(() => ordered(`class A { ${member} }`)).toThrow("does something");
  },
);

it("refuses a class that needs another one first", () => {
  expect(() => ordered("class A {} class B extends A {}")).toThrow("does something");
});
