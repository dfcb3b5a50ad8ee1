import { describe, expect, it } from "vitest";
import { decode } from "../src/page/parts";

describe("what travels in a page as base 85", () => {
  // by Python's base64.b85encode, with "." for "<" and "," for "&"
  it.each([
    ["", []],
    ["009", [0, 1]],
    ["|NsC0", [255, 255, 255, 255]],
    ["|NsC0009", [255, 255, 255, 255, 0, 1]],
    ["C>,h2C.9^", [40, 28, 92, 182, 40, 3, 98]],
  ])("%s", (text, bytes) => {
    expect([...decode(text)]).toEqual(bytes);
  });
});
