/** The script of a page that shares a game. */
import editor from "../editor";
import { openPage } from "../page";
import { bring } from "../parts";
import pens from "../pens";
import picture from "../picture";
import { Paper } from "./paper";
import { SeatsRow } from "./seats";

bring({ editor, pens, picture });
void openPage({
  furnish: (model, around) => {
    const row = document.getElementById("adaptoid-furniture");
    const turns = document.querySelector(".adaptoid-scroller");
    if (row) new SeatsRow(model, around, row);
    if (turns) new Paper(model, turns);
    return () => {};
  },
});
