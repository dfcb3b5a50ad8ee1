/** The script of a page that shares a lesson: nothing is set up or drawn there. */
import lesson from "../lesson/lesson";
import { bundleParts } from "../parts/loader";
import { openPage } from "./page";
import { ResultsRow } from "./results";

bundleParts({ lesson });
void openPage({
  furnish: (model, around) => {
    const row = document.getElementById("adaptoid-furniture");
    const results = row && new ResultsRow(model, around, row);
    if (row) document.getElementById("adaptoid-live")?.after(row);
    return (kept) => results?.hear(kept);
  },
});
