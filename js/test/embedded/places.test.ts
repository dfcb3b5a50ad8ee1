import { expect, it } from "vitest";
import { sayAbove } from "../../src/embedded/places";

it.each([
  ["levels are like B:3, not 'Q'", "Levels are like B:3, not 'Q'."],
  ["This page has no element with the id x.", "This page has no element with the id x."],
  ["'x' is unknown; did you mean y?", "'x' is unknown; did you mean y?"],
])("says %j as a sentence", (message, sentence) => {
  const place = document.createElement("div");
  sayAbove(place, "content", message);
  expect(place.textContent).toBe(sentence);
  sayAbove(place, "content", "");
  expect(place.childElementCount).toBe(0);
});
