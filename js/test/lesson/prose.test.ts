import { describe, expect, it } from "vitest";
import { discsIn, plain, renderText } from "../../src/lesson/prose";
import type { Block } from "../../src/protocol/types";

const known = new Set(["C4", "D2", "D5", "D6", "E3"]);
const drawn = (text: Block[]) => {
  const at = document.createElement("div");
  at.append(...renderText(text, known));
  return at.innerHTML;
};

describe("discs named in code", () => {
  it.each([
    ["D5", ["D5"]],
    ["D5,E3", ["D5", "E3"]],
    ["E3-D2 +C4", ["E3", "D2", "C4"]],
    ["E3xD5 D5+L", ["E3", "D5"]],
    ["D9", []],
    ["leg", []],
    ["D5 is free", []],
    ["", []],
    ["+L", []],
  ])("%s", (text, cells) => {
    expect(discsIn(text, known)).toEqual(cells);
  });
});

describe("a text as nodes", () => {
  it("paragraphs, headings, lists in lists, bold, italic, code, ends of lines", () => {
    const text: Block[] = [
      ["h", "Food"],
      ["p", "a ", ["b", "b ", ["i", "c"]], ["br"], ["c", "leg"]],
      [
        "ul",
        [["p", "one"]],
        [
          ["p", "two"],
          ["ol", [["p", "three"]]],
        ],
      ],
    ];
    expect(drawn(text)).toBe(
      '<p class="adaptoid-lesson-heading">Food</p><p>a <strong>b <em>c</em></strong><br><code>leg</code></p>' +
        "<ul><li><p>one</p></li><li><p>two</p><ol><li><p>three</p></li></ol></li></ul>",
    );
    expect(plain(text)).toBe("Food a b c leg one two three");
  });

  it("markup is shown as text", () => {
    const text: Block[] = [["p", "<script>", ["b", "&amp;"], ["c", "<i>"]]];
    expect(drawn(text)).toBe("<p>&lt;script&gt;<strong>&amp;amp;</strong><code>&lt;i&gt;</code></p>");
  });
});
