/** The script of a page that shares a lesson. It has no editor, no pens and no pictures. */

import animation from "../animation/animation";
import lesson from "../lesson/lesson";
import maps from "../maps/maps";
import { bundleParts } from "../parts/loader";
import { Annotator } from "../pens/annotator";
import { LearnerRow } from "./learners";
import type { PageModel } from "./model";
import { openPage } from "./page";
import { ResultsRow } from "./results_row";
import { config } from "./storage";

/** In a site: the links to the next lesson and to all lessons stand with the points once the lesson is over. */
function showOnward(model: PageModel): void {
  const links = document.getElementById("adaptoid-lesson-links");
  const end = document.querySelector(".adaptoid-lesson-acts");
  if (!links || !end) return;
  const draw = () => {
    const over = model.get("snapshot").lesson?.phase === "over";
    if (over === "over" in links.dataset) return;
    links.toggleAttribute("data-over", over);
    if (over) end.append(links);
    else document.getElementById("adaptoid-live")?.after(links);
  };
  model.on("change:snapshot", draw);
  draw();
}

if (config.kind === "lesson") {
  bundleParts({ lesson, maps, pens: (context) => new Annotator(context), animation });
  void openPage((model, texts) => {
    const row = document.getElementById("adaptoid-toolbar");
    if (!row) return;
    const results = new ResultsRow(model, texts, row, new LearnerRow(texts), SITE ? config.site : undefined);
    document.getElementById("adaptoid-live")?.after(row);
    if (SITE) showOnward(model);
    return (saved) => results.receive(saved);
  });
}
