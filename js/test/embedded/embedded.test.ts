import { describe, expect, it } from "vitest";
import { decode, encode } from "../../src/embedded/embedded";

describe("data in a page, encoded as seven bits per character", () => {
  // encoded by adaptoid_widget/export/encoding.py; its test has the same examples
  it.each([
    ["", []],
    ["\u0100", [0]],
    ["\u0001\u0001\u0001\u0080", [2, 4, 8]],
    ["\u007f\u007f\u007f\u007fx", [255, 255, 255, 255]],
    ["\u001e\u001a\u000eFk0|", [60, 104, 116, 109, 108, 62]],
    ["\u0100\u0100\u0100\u0100", [0, 0, 0, 0, 0, 0, 0]],
  ])("%j", (text, bytes) => {
    expect([...decode(text)]).toEqual(bytes);
    expect(encode(new Uint8Array(bytes))).toBe(text);
  });
});
