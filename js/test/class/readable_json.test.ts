import { expect, test } from "vitest";
import { readable } from "../../src/class/readable_json";

const results = { v: 1, lesson: "constructor", learner: "Ann", steps: [{ name: "__proto__", hints: 3e7 }] };

test("results stay as they are but for a list of each field of their steps, also with names that all objects have", () => {
  const given = { ...results, steps: [["__proto__"], [null], [null], [3e7], ...Array(5).fill([null])] };
  expect(JSON.parse(readable(JSON.stringify(results)))).toEqual(given);
  expect(readable(`\ufeff ${JSON.stringify(results)}`)).toBe(JSON.stringify(given));
  const ofSite = { v: 1, results: [results, 5] };
  expect(JSON.parse(readable(JSON.stringify(ofSite)))).toEqual({ v: 1, results: [given, 5] });
  expect(readable('{"__proto__": {"v": 1}}')).toBe('{"__proto__":{"v":1}}');
});

test("steps that are no objects are no steps, also those that look like lists of fields", () => {
  const names = ["look"];
  const columns = [names, [true], [1], [0], [2.5], [["D4"]], [4], [4], ["solved"]];
  for (const steps of [columns, [...results.steps, 5], [null]])
    expect(JSON.parse(readable(JSON.stringify({ v: 1, steps }))).steps).toBeNull();
});

test("a record stays as it is", () => {
  const record = `\ufeff\nadaptoid-record 1\nWhite: a${" ".repeat(50_000)}x\n`;
  expect(readable(record)).toBe(record);
  const mail = `From: Ann\n\n${"We played on Friday. ".repeat(20)}\n\n> Adaptoid-record 1\n> White: Ann\n`;
  expect(readable(mail)).toBe(mail);
});

test("of broken JSON there is the beginning", () => {
  const half = JSON.stringify(results).slice(0, -1);
  expect(readable(half)).toBe(half.slice(0, 100));
  expect(readable(`\ufeff\n\t{${" ".repeat(1000)}`)).toHaveLength(100);
  const other = "[".repeat(1_000_000);
  expect(readable(other)).toBe(other);
  expect(readable("Friday: the fork")).toBe("Friday: the fork");
});

test.each([
  ["a long text", { ...results, lesson: "x".repeat(1_000_000) }],
  [
    "an object with many keys",
    { ...results, ...Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, n])) },
  ],
  ["a long list", { ...results, steps: Array.from({ length: 3000 }, () => 0) }],
  ["a long key", { ...results, ["k".repeat(1000)]: 1 }],
  ["deep lists", { ...results, steps: JSON.parse("[".repeat(500) + "]".repeat(500)) }],
])("of JSON with %s only the version is there", (_, content) => {
  expect(readable(JSON.stringify(content))).toBe('{"v":1}');
  expect(readable(JSON.stringify([content]))).toBe("null");
});

test("a number has as many digits as a browser keeps", () => {
  expect(readable(`{"hints": ${"9".repeat(100_000)}}`)).toBe('{"hints":null}');
  expect(readable('{"seconds": NaN}')).toBe('{"seconds": NaN}');
});

test("texts of eight megabytes take no time that grows with their square", () => {
  // a test that fails by running for hours, not by measuring
  expect(readable(`{"v":${" ".repeat(4_000_000)}${"1".repeat(4_000_000)}`)).toHaveLength(100);
  const blanks = "\n\ufeff ".repeat(2_000_000);
  expect(readable(blanks)).toBe(blanks);
});
