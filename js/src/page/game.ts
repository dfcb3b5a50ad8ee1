/** The script of a page that shares a game. */
import editor from "../editor/editor";
import picture from "../export/picture";
import { bundleParts } from "../parts/loader";
import pens from "../pens/pens";
import { openPage } from "./page";
import { Paper } from "./paper";
import { SeatsRow } from "./seats";

bundleParts({ editor, pens, picture });
void openPage({
  furnish: (model, around) => {
    const row = document.getElementById("adaptoid-furniture");
    const turns = document.querySelector(".adaptoid-scroller");
    if (row) new SeatsRow(model, around, row);
    if (turns) new Paper(model, turns);
    return () => {};
  },
});
