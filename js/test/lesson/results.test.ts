import { describe, expect, it, vi } from "vitest";
import lesson from "../../src/lesson/lesson";
import results from "../../src/lesson/results";
import { bundleParts } from "../../src/parts/part_loader";
import type { BoardSnapshot, Lesson } from "../../src/protocol/types";
import { taught } from "../lesson_scene";
import { find, has, mounts, show } from "../mount";
import { FakeModel, ui } from "../samples";

mounts();
bundleParts({ lesson, results });

Object.assign(ui, {
  "ui.lesson.results": "Your results",
  "ui.lesson.results.will": "Will be {file} in {folder}",
  "ui.lesson.results.kept": "Kept as {file} in {folder}",
  "ui.lesson.results.saved": "Saved as {file} in {folder}",
});

const FILE = { learner: "", file: "fork.results.json", folder: "lessons/ann", saved: false };

function begin(file: Partial<typeof FILE> = {}) {
  const state = (changes: Partial<Lesson>, now: Partial<typeof FILE>, rev: number): BoardSnapshot => ({
    ...taught(changes, rev),
    results: { ...FILE, ...now },
  });
  const model = new FakeModel(state({}, file, 7));
  const el = show(model);
  return { model, el, becomes: (changes: Partial<Lesson>, now = file) => model.show(state(changes, now, 8)) };
}

const note = (el: Element) => find(el, ".adaptoid-lesson-results p").textContent;

describe("the results of a lesson in a notebook", () => {
  it("are announced with their file and folder, before and after it is there", () => {
    const { el, becomes } = begin();
    expect(note(el)).toBe("Will be fork.results.json in lessons/ann");
    becomes({}, { ...FILE, learner: "Ann", saved: true });
    expect(note(el)).toBe("Kept as fork.results.json in lessons/ann");
    expect(find(el, ".adaptoid-lesson-results summary").textContent).toBe("Your results · Ann");
  });

  it("are saved under the name that the learner gives, and can be handed in as a copy", () => {
    const { model, el } = begin();
    const name = find<HTMLInputElement>(el, "[data-learner]");
    name.value = " Ann ";
    find(el, "[data-results=save]").click();
    expect(model.last).toMatchObject({ kind: "learner", name: "Ann" });
    expect(find(el, "[data-results=copy]").hidden).toBe(true);
    model.answer({ ok: true, record: "{}" });
    expect(note(el)).toBe("Saved as fork.results.json in lessons/ann");
    const url = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    find(el, "[data-results=copy]").click();
    expect(url).toHaveBeenCalledOnce();
  });

  it("say why they cannot be saved", () => {
    const { model, el } = begin();
    find(el, "[data-results=save]").click();
    model.answer({ ok: false, text: "Somebody else’s." });
    expect(note(el)).toBe("Somebody else’s.");
    expect(find(el, "[data-results=copy]").hidden).toBe(true);
  });

  it("are open at the end of the lesson, and not there without a file", () => {
    const { el, becomes } = begin();
    expect(find<HTMLDetailsElement>(el, ".adaptoid-lesson-results").open).toBe(false);
    becomes({ phase: "over" });
    expect(find<HTMLDetailsElement>(el, ".adaptoid-lesson-results").open).toBe(true);
    expect(has(show(new FakeModel(taught({}, 7))), ".adaptoid-lesson-results")).toBe(false);
  });
});
