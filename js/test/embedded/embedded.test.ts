// @vitest-environment node
import { describe, expect, it } from "vitest";
import { decode, encode, unpackText } from "../../src/embedded/embedded";

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

describe("a part of a page", () => {
  // a gzipped "Adaptoid"
  const zipped = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 115, 76, 73, 44, 40, 201, 207, 76, 1, 0, 165, 135, 160, 156, 8, 0, 0, 0,
  ];

  it("is unzipped", async () => {
    expect(await unpackText(encode(new Uint8Array(zipped)))).toBe("Adaptoid");
  });

  it.each([
    ["changed", zipped.with(12, 0)],
    ["cut short", zipped.slice(0, 14)],
  ])("that is %s says that it is damaged", async (_, bytes) => {
    await expect(unpackText(encode(new Uint8Array(bytes)))).rejects.toThrow("a part of the page is damaged");
  });
});
