import { describe, expect, it } from "vitest";
import palettes from "../../../adaptoid_widget/data/palettes.json";
import { hub, marks, signs } from "../../../adaptoid_widget/data/shapes.json";

type Palette = Record<string, string>;

function luminance(colour: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(palette: Palette, first: string, second: string): number {
  const [a, b] = [palette[first] ?? "", palette[second] ?? ""].map(luminance).sort((x, y) => x - y);
  return ((b ?? 0) + 0.05) / ((a ?? 0) + 0.05);
}

it("signs and hubs differ in shape without any colour", () => {
  const shape = (drawn: unknown) =>
    JSON.stringify(drawn, (key, value) => (["fill", "stroke"].includes(key) ? typeof value : value));
  for (const group of [signs, hub]) {
    const shapes = Object.values(group).map(shape);
    expect(new Set(shapes).size).toBe(shapes.length);
  }
});

describe.each(Object.entries(palettes as Record<string, Palette>))("the %s palette", (_, palette) => {
  it.each(["green", "red", "blue", "yellow"])(
    "%s has enough contrast on everything it is drawn on",
    (tone) => {
      for (const ground of ["disc", "own", "tray", `${tone}Fill`, "halo"])
        expect(contrast(palette, tone, ground), ground).toBeGreaterThanOrEqual(3);
    },
  );

  it.each([
    ["act", ["disc", "own", "lastFill"]],
    ["danger", ["disc", "own"]],
    ["chosen", ["disc", "own", "chosenFill"]],
    ["warn", ["own", "chosenFill"]],
    ["last", ["disc", "own", "lastFill"]],
    ["discLine", ["tray"]],
    // the rim of those that may act now
    ["coordinate", ["disc", "tray"]],
    ["ink", ["halo", "disc", "own", "tray"]],
  ])("%s, which shows a state, has enough contrast on everything it is drawn on", (role, grounds) => {
    for (const ground of grounds) expect(contrast(palette, role, ground), ground).toBeGreaterThanOrEqual(3);
  });

  it("names of discs are legible", () => {
    for (const ground of ["disc", "own"])
      expect(contrast(palette, "coordinate", ground), ground).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["W", "B", "R"])(
    "an adaptoid of %s has enough contrast on its disc by body or outline",
    (color) => {
      for (const ground of ["disc", "own", "chosenFill"]) {
        const contrasts = ["body", "line"].map((part) => contrast(palette, `${color}.${part}`, ground));
        expect(Math.max(...contrasts), ground).toBeGreaterThanOrEqual(3);
      }
    },
  );

  it("the dots and rings of a map have enough contrast on its shades", () => {
    for (const ground of ["disc", "own", "map1", "map2", "map3", "map4", "halo"])
      expect(contrast(palette, "map", ground), ground).toBeGreaterThanOrEqual(3);
  });

  it("signs of possible turns have enough contrast on the shades of a map", () => {
    for (const ground of ["map1", "map2", "map3", "map4"])
      expect(contrast(palette, "act", ground), ground).toBeGreaterThanOrEqual(3);
  });

  it("the shades of a heat map differ in lightness, also in greyscale", () => {
    const shades = marks.heat.steps.map((role) => luminance(palette[role] ?? ""));
    const upward = (shades[0] ?? 0) < (shades[1] ?? 0);
    shades.slice(1).forEach((shade, i) => {
      const step = upward ? shade / (shades[i] ?? 1) : (shades[i] ?? 1) / shade;
      expect(step).toBeGreaterThan(1.15);
    });
  });

  it("letters are legible on their background", () => {
    expect(contrast(palette, "ink", "halo")).toBeGreaterThanOrEqual(7);
    for (const [ink, ground] of [
      ["W.line", "W.body"],
      ["W.body", "B.body"],
      ["halo", "danger"],
    ] as const)
      expect(contrast(palette, ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    // on Red, letters are large and bold
    expect(contrast(palette, "W.body", "R.body")).toBeGreaterThanOrEqual(3);
  });
});
