/** The script of a page that shares a lesson. It has no editor, no pens and no pictures. */

import animation from "../animation/animation";
import controls from "../controls/controls";
import lesson from "../lesson/lesson";
import maps from "../maps/maps";
import { bundleParts } from "../parts/part_loader";
import { Annotator } from "../pens/annotator";
import { config } from "../storage/storage";
import { LearnerRow } from "./learners";
import { openPage } from "./page";
import { ResultsRow, saveOne } from "./results_row";

/** Opens a page with a lesson or with puzzles. `onward` takes the place of the main button at the end. */
export function openLesson(onward: HTMLElement | null, connect: Parameters<typeof openPage>[0]): void {
  bundleParts({
    lesson: (context) => lesson(context, onward),
    maps,
    pens: (context) => new Annotator(context),
    animation,
    controls,
  });
  void openPage(connect);
}

if (config.kind === "lesson") {
  const onward = document.getElementById("adaptoid-lesson-links");
  for (const link of onward?.children ?? []) link.classList.add("adaptoid-button");
  onward?.firstElementChild?.classList.add("adaptoid-primary");
  openLesson(onward, (model, texts) => {
    const row = document.getElementById("adaptoid-toolbar");
    if (!row) return;
    const results = new ResultsRow(texts, row, new LearnerRow(texts), saveOne).add(model);
    document.getElementById("adaptoid-live")?.after(row);
    return (saved) => results.receive(model, saved);
  });
}
