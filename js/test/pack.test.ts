import { expect, it } from "vitest";
// @ts-expect-error: a part of the build, without types
import { Bundle, withoutSigns } from "../pack.mjs";
// @ts-expect-error: a part of the build, without types
import { tune } from "../tune.mjs";

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
  get e() { return this.#n; }
  get n() { return this.e; }
  reset() { this.#n = 0; return this; }
}
var Named = class { tell() { return "told;;"; } more() {} less() {} };
function two(up, e = one()) {
  const { n, tell = 0 } = new Counter(e).add();
  const inner = { n, up: (n) => n + tell, tell };
  for (const [one] of [[up]]) try { inner.one = one.missing; } catch { inner.one = 0; }
  return inner.up(n) + inner.tell + new Named().tell() + typeof inner.one;
}
export { two as default };
`;

async function run(code: string): Promise<unknown> {
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  return module.default();
}

const packed = (code: string, packing = {}) => new Bundle(withoutSigns(code), packing);

it("does the same with other names and in another order", async () => {
  expect(await run(CODE)).toBe("7told;;number");
  const bundle = packed(CODE);
  expect(bundle.code).not.toContain("Counter");
  expect(await run(bundle.code)).toBe(await run(CODE));
  tune(bundle, 0.2);
  expect(await run(bundle.code)).toBe(await run(CODE));
});

it("keeps what it has found, and what of it still holds when the source changes", async () => {
  const bundle = packed(CODE);
  tune(bundle, 0.2);
  const packing = bundle.packing();
  expect(packed(CODE, packing).code).toBe(bundle.code);
  const other = packed(CODE.replace("2 * n", "n + n + two.length * 0"), packing);
  expect(other.size).toBeLessThan(bundle.size + 40);
  expect(await run(other.code)).toBe(await run(CODE));
});

it.each(["static x = 1;", "static {}", "['a' + 'b']() {}"])(
  "refuses a class that does something: %s",
  (member) => {
    expect(() => packed(`class A { ${member} }`)).toThrow("does something");
  },
);

it("refuses a class that needs another one first", () => {
  expect(() => packed("class A {} class B extends A {}")).toThrow("does something");
});
