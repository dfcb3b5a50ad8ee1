/** What Python and the front end both need to know. Written by `tools/setup/wire_types.py`: change it there. */

import type { Color, Limb, Tone } from "./types";

export const ARRANGEMENTS = [
  ["......", "p.....", ".p...p", "pp...p", ".pp.pp", "ppp.pp", "pppppp"],
  ["...l..", "p..l..", ".p.l.p", "pp.l.p", ".pplpp", "ppplpp"],
  ["..l.l.", "p.l.l.", ".pl.lp", "ppl.lp", "pppllp"],
  ["..lll.", "p.lll.", ".plllp", "pplllp"],
  [".ll.ll", "pll.ll", "ppllll"],
  [".lllll", "plllll"],
  ["llllll"],
];
export const BLANKS = [
  [9, 13],
  [32, 32],
  [133, 133],
  [160, 160],
  [5760, 5760],
  [8192, 8202],
  [8232, 8233],
  [8239, 8239],
  [8287, 8287],
  [12288, 12288],
];
export const BLOCK_CELLS = 32;
export const BOARD_TYPE = "application/vnd.adaptoid.board+json";
export const COLORS: Color[] = ["W", "B", "R"];
export const COMMENTED = 2;
export const DESCRIBING = ["position", "game", "lesson", "src", "levels", "aids", "language"];
export const DOTS_APART = 13;
export const ESCAPED = [0, 10, 13, 60];
export const FILM_LAST_MS = 3000;
export const FILM_SIZE = 480;
export const FILM_TURN_MS = 1000;
export const HARDEST_COLUMNS = ["lesson", "step", "learners", "solved", "alone", "tries", "hints", "wrong"];
export const INVISIBLE = [
  [173, 173],
  [847, 847],
  [1564, 1564],
  [4447, 4448],
  [6068, 6069],
  [6155, 6159],
  [8203, 8203],
  [8206, 8207],
  [8234, 8238],
  [8288, 8303],
  [10240, 10240],
  [12644, 12644],
  [65279, 65279],
  [65440, 65440],
  [65520, 65531],
  [113824, 113827],
  [119155, 119162],
  [917504, 921599],
];
export const JOINERS = [
  [8204, 8205],
  [65024, 65039],
];
export const LEGEND_WIDTH = 3.8;
export const LIMBS: Limb[] = ["leg", "pincer"];
export const LINK_VERSION = "1";
export const MARKED = 4;
export const MAX_COMMENT = 20000;
export const MAX_DOTS = 4;
export const MAX_FILE = 1000000;
export const MAX_FORESEEN = 1000;
export const MAX_GOAL = 400;
export const MAX_LABEL = 12;
export const MAX_LEARNER_NAME = 100;
export const MAX_LENGTHS = { title: 120, text: 4000, hint: 1000, done: 1000 } as const;
export const MAX_LEVEL = 10;
export const MAX_LIMBS = 6;
export const MAX_LINK_LINES = 200;
export const MAX_NUMBER = 99;
export const MAX_RECORD = 1000000;
export const MAX_RESULTS_BYTES = 8000000;
export const MAX_STEP_TURNS = 6;
export const MAX_TURNS = 1000;
export const MAX_WEAK = 3;
export const NEAR_CELLS = 2113;
export const NOTEBOOKS = "lite/";
export const NUMBERS_AT = ["spare", "limbs", "steps", "room"];
export const ON_LINE = 1;
export const ONE_TURN = 4;
export const PACE_MS = 600;
export const PICTURE_TYPE = "application/vnd.adaptoid.picture+json";
export const QUESTIONS = ["feeding", "foresee", "history", "map", "record"];
export const RECORDED = ["right", "wrong", "marks"] as const;
export const RECORD_ENDINGS = [".txt", ".adaptoid"];
export const RETRIES = ["same", "fresh", "swapped"] as const;
export const ROOT_COLUMNS = 15;
export const SETS: string[] = ["starving", "growths", "own", "enemies"];
export const SETS_AT = ["reach", "attacks", "attackers", "liberties", "neighbours"];
export const SOLVED_STATES = ["solved", "helped"];
export const STEP_KINDS = ["turn", "click", "count", "read"] as const;
export const STEP_RESULT = ["name", "solved", "tries", "hints", "seconds", "turns", "score", "most", "how"];
export const SWITCHES = ["bare-exchange", "weaker-dies"];
export const TONED = ["fill", "ring"] as const;
export const TONES: Tone[] = ["green", "red", "blue", "yellow"];
export const TOPICS = ["options", "starving", "turn", "last"];
export const VARIANTS: Record<string, number> = { adaptoid: 2, adapt3: 3, "adapt3-fierce": 3 };
export const VARIATION = 8;
export const WORK = { nodes: 0, limit: 1, stopped: 2 } as const;
export const WORD_BYTES = 8;
