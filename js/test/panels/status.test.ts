import { expect, it } from "vitest";
import { createTranslator } from "../../src/i18n/messages";
import { StatusPanel } from "../../src/panels/status";
import { start } from "../../src/state/state";
import { hex4, midgame } from "../samples";

const t = createTranslator({ language: "en", ui: { "ui.previewed": "End the turn." } });

it("the status says what to do after a previewed growth", () => {
  const panel = new StatusPanel();
  const state = start(midgame({ status: "White: now grow." }), hex4);
  const status = () => panel.element.querySelector(".adaptoid-status")?.textContent;
  panel.draw(state, t);
  expect(status()).toBe("White: now grow.");
  panel.draw({ ...state, previewedGrowth: { kind: "grow", what: "new", at: "B1" } }, t);
  expect(status()).toBe("End the turn.");
});
