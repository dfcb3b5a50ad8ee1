/** The second bundle of a notebook: everything that the first picture of a board does not need. */

import analyst from "./analyst/analyst";
import animation from "./animation/animation";
import controls from "./controls/controls";
import editor from "./editor/editor";
import lesson from "./lesson/lesson";
import results from "./lesson/results";
import maker from "./maker/maker";
import maps from "./maps/maps";
import notebook from "./notebook/notebook";
import type { Parts } from "./parts/contract";
import pens from "./pens/pens";
import players from "./players/players";
import share from "./share/share";

export default {
  ...{ analyst, animation, controls, editor, lesson, maker, maps, notebook, pens, players, results, share },
} satisfies Parts;
