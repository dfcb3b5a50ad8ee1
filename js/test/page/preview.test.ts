import { afterEach, describe, expect, it, vi } from "vitest";

import { previewOf, readPreview, showPreview } from "../../src/page/preview";
import type { Traits } from "../../src/protocol/types";
import { StoredState } from "../../src/storage/stored_state";

const state = new StoredState("adaptoid p00000001", "tab");
const STATE = '{"rows":[[0,"+D3","",""]]}';
const traits = (position: string, more: object = {}) => {
  const snapshot = { v: 2, position, layout: "hex4", ...more };
  return { snapshot, discs: { name: "hex4" }, wording: { language: "en" } };
};
const first = JSON.stringify(traits("start"));
const modelOf = (shown: object) => ({
  get: <K extends keyof Traits>(key: K) => (shown as unknown as Traits)[key],
});
const kept = previewOf(modelOf(traits("last")), STATE, first);

describe("the preview of a stored game", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    localStorage.clear();
  });

  it("has the last position, and the texts of the page", () => {
    expect(readPreview(kept, STATE, first)).toEqual(traits("last"));
    expect(kept).not.toContain("wording");
  });

  it("has what differs from the page: another language, another board", () => {
    const other = {
      ...traits("last", { layout: "A1-A2" }),
      discs: { name: "" },
      wording: { language: "ja" },
    };
    expect(readPreview(previewOf(modelOf(other), STATE, first), STATE, first)).toEqual(other);
  });

  it("is none for the draft of an editor, which is not stored", () => {
    expect(previewOf(modelOf(traits("draft", { edit: {} })), STATE, first)).toBe("");
  });

  it("is none if it is too long to keep", () => {
    expect(previewOf(modelOf(traits("x".repeat(200_001))), STATE, first)).toBe("");
  });

  it.each([
    ["missing", "", STATE, first],
    ["cut off", kept.slice(0, -1), STATE, first],
    ["changed", kept.replace("last", "lost"), STATE, first],
    ["any text", "<img src=x onerror=alert(1)>", STATE, first],
    ["of another state", kept, `${STATE} `, first],
    ["of another version of the page", kept, STATE, first.replace('"v":2', '"v":3')],
  ])("is not read if it is %s", (_, text, of, page) => {
    expect(readPreview(text, of, page)).toBeNull();
  });

  it.each([
    ["no position at all", { snapshot: null }],
    ["pieces of another type", traits("last", { pieces: 5 })],
    ["a list instead of a text", traits("last", { position: [], layout: [], moves: "" })],
  ])("leaves the page as it was if another script has written %s", (_, written) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const place = document.createElement("div");
    state.savePreview(
      previewOf(modelOf({ ...traits("x"), ...written, snapshot: { ...written.snapshot } }), STATE, first),
    );
    showPreview(place, state.preview, STATE, first)?.remove();
    expect(place.outerHTML).toBe("<div></div>");
  });

  it("makes room for the state in a full browser", () => {
    state.savePreview(kept);
    const setItem = Storage.prototype.setItem;
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, name, text) {
      if (state.preview) throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, name, text);
    });
    expect(state.save(STATE)).toBe(true);
    expect([state.text, state.preview]).toEqual([STATE, ""]);
  });
});
