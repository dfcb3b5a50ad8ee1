/** The script of a page that shares a game. */
import editor from "../editor/editor";
import picture from "../export/picture";
import { PrintedTurns } from "../history/printed_turns";
import maps from "../maps/maps";
import { bundleParts } from "../parts/loader";
import pens from "../pens/pens";
import players from "../players/players";
import { openPage } from "./page";

bundleParts({ editor, maps, pens, picture, players });
void openPage((model) => {
  const turns = document.querySelector(".adaptoid-scroller");
  if (turns) new PrintedTurns(model, turns);
});
