// @vitest-environment node
import { describe, expect, it } from "vitest";
import { decodeLink, encodeLink, type LinkError, pastedGame } from "../../src/protocol/game_link";

const record = "adaptoid-record 1\nWhite: Zoë\nStart: adaptoid w 0,0 W:D2 B:D6\n\n1 D2+L\n= *\n";
const reasonOf = (fragment: string) =>
  decodeLink(fragment).then(
    () => "",
    (error: LinkError) => error.why,
  );

describe("a link to a game", () => {
  it("contains the whole record in characters that are safe in a URL", async () => {
    const link = await encodeLink({ record });
    expect(link).toMatch(/^#game=1\.[\w-]+$/);
    expect(await decodeLink(link)).toEqual({ record, row: undefined });
    expect(await decodeLink(await encodeLink({ record, row: 0 }))).toEqual({ record, row: 0 });
  });

  it("is read though a bracket or a full stop of a text follows it", async () => {
    const link = await encodeLink({ record });
    for (const end of [")", ").", ".", ">"])
      expect(await decodeLink(link + end)).toEqual({ record, row: undefined });
    expect(await decodeLink(`${link}.0),`)).toEqual({ record, row: 0 });
  });

  it("is refused where it is cut, changed, empty, newer or far too long", async () => {
    const link = await encodeLink({ record });
    const letter = link[20] === "A" ? "B" : "A";
    for (const wrong of ["#game=", "#game=1.", "#game=1.%", "#game=x.eNo", link.slice(0, -4)])
      expect(await reasonOf(wrong)).toBe("broken");
    expect(await reasonOf(link.slice(0, 20) + letter + link.slice(21))).toBe("broken");
    expect(await reasonOf(await encodeLink({ record: "1 D2+L\n".repeat(200_000) }))).toBe("large");
    expect(await reasonOf(link.replace("=1.", "=2."))).toBe("newer");
  });
});

describe("a pasted link", () => {
  const pasted: [string, (link: string) => string][] = [
    ["in brackets", (link) => `<${link}>\n`],
    ["in a sentence", (link) => `See ${link}.\nWhat would you play?\n`],
    ["broken into lines", (link) => (link.match(/.{1,60}/g) ?? []).join("\r\n")],
    ["in an answer", (link) => `${(link.match(/.{1,60}/g) ?? []).join("\n> ")}\nYours, Ann`],
    ["in quoted-printable", (link) => (link.replaceAll("=", "=3D").match(/.{1,60}/g) ?? []).join("=\n")],
    ["in another link", (link) => `https://safe.example/?url=${encodeURIComponent(link)}&data=05`],
    [
      "in two others",
      (link) =>
        `https://a.example/?u=${encodeURIComponent(`https://b.example/?q=${encodeURIComponent(link)}`)}&x=1`,
    ],
    ["with invisible signs", (link) => `\u200b${link.slice(0, 40)}\u200b${link.slice(40)}`],
  ];
  it.each(pasted)("is read %s", async (_, form) => {
    const game = { record: `adaptoid-record 1\n${[...Array(90).keys()].join("/")}`, row: 7 };
    const link = `https://example.org/a/game.html${await encodeLink(game)}`;
    expect(await pastedGame(form(link))).toEqual(game);
  });

  it("is none in a record that names one, or in another text", async () => {
    expect(await pastedGame("adaptoid-record 1\nEvent: a\n; see #game=1.abc\n")).toBeUndefined();
    expect(await pastedGame("adaptoid w 0,0 W:D2 B:D6")).toBeUndefined();
  });
});
