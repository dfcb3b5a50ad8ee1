/** The script of a page that shares a lesson. It has no editor, no pens and no pictures. */
import lesson from "../lesson/lesson";
import maps from "../maps/maps";
import { bundleParts } from "../parts/loader";
import { openPage } from "./page";
import { ResultsRow } from "./results";

bundleParts({ lesson, maps });
void openPage((model, texts) => {
  const row = document.getElementById("adaptoid-furniture");
  if (!row) return;
  const results = new ResultsRow(model, texts, row);
  document.getElementById("adaptoid-live")?.after(row);
  return (saved) => results.receive(saved);
});
