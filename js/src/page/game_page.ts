/** The script of a page that shares a game. */

import analyst from "../analyst/analyst";
import animation from "../animation/animation";
import controls from "../controls/controls";
import { html, text } from "../dom/elements";
import editor from "../editor/editor";
import { PrintedTurns } from "../history/printed_turns";
import lesson from "../lesson/lesson";
import maps from "../maps/maps";
import { bundleParts } from "../parts/part_loader";
import pens from "../pens/pens";
import players from "../players/players";
import { offerTurn } from "../share/send_turn";
import share from "../share/share";
import { config, isGameLinked } from "../storage/storage";
import { openPage } from "./page";
import { fetchPage, ownPage, savedPage } from "./saved_page";

if (config.kind === "game") {
  bundleParts({
    ...{ analyst, controls, editor, lesson, maps, pens, players, share },
    animation(context) {
      if (isGameLinked) offerTurn(context);
      return animation(context);
    },
  });
  void openPage((model) => {
    // only for screen readers, between the heading of the page and those of the board
    const title = html("h2.board-title");
    document.getElementById("adaptoid-toolbar")?.before(title);
    const name = () => text(title, model.get("wording").ui["ui.board"] ?? "");
    model.on("change:wording", name);
    name();
    const turns = document.querySelector(".adaptoid-scroller");
    const { source } = globalThis.adaptoidPage;
    const address = config.site?.template;
    if (source || address)
      model.makePage = async (game, picture) => {
        const { status: words, position } = model.get("snapshot");
        const [page, settings] = address
          ? await fetchPage(address)
          : ([ownPage(source as HTMLElement), config] as const);
        return savedPage(page, settings, game, { picture, words, position });
      };
    if (turns) new PrintedTurns(model, turns);
    if (config.site?.analyse) document.querySelector<HTMLElement>("[data-do=analyse]")?.click();
  });
}
