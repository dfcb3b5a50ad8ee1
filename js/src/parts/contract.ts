import type { MoreLabels } from "../board/spoken_labels";
import type { Translator } from "../i18n/messages";
import type { Client, Listen } from "../protocol/client";
import type { Model } from "../protocol/model";
import type { BoardSnapshot, Discs, Intent, Marks, Reply } from "../protocol/types";
import type { Pen, State } from "../state/state";
import type { Transition } from "../state/transitions";

/** What a part of a board works with. */
export interface BoardContext {
  model: Model;
  listen: Listen;
  client: Client;
  /** Aborts when the view closes, or the board for a part that belongs to no view. */
  signal: AbortSignal;
}

/** The elements of a view that parts read, or put their own elements into or beside. */
interface ViewSlots {
  root: HTMLElement;
  layout: HTMLElement;
  /** The board and the bars under it. */
  frame: HTMLElement;
  board: HTMLElement;
  svg: SVGSVGElement;
  /** The layers of the SVG with the game's own signs under and over the adaptoids. */
  under: SVGElement;
  over: SVGElement;
  /** The layer of the SVG with the adaptoids. */
  pieces: SVGElement;
  /** The layers of the SVG under the adaptoids and on top of all. */
  ghosts: SVGElement;
  cursor: SVGElement;
  /** The panels beside the board: the steps of a turn, and the supply and the losses. */
  status: HTMLElement;
  sides: HTMLElement;
  /** The explanation of a refusal, on top of the board. */
  reason: HTMLElement;
  /** The panel with the list of turns. */
  history: HTMLElement;
  /** The menu at the end of the row of buttons under the board. */
  more: HTMLElement;
}

/** What a part of a view works with. */
export interface PartContext extends BoardContext {
  slots: ViewSlots;
  state(): State;
  change(state: State): void;
  /**
   * Sends an intent to Python unless an answer is still awaited, and returns whether it did. Without `answered`, a refusal
   * is explained at its disc. `silent` is called when the answer takes too long.
   */
  ask(intent: Intent, answered?: (reply: Reply) => void, silent?: () => void): boolean;
  /** Explains a refusal at its disc. */
  refused(reply: Reply, intent: Intent): void;
  /** Announces texts to screen readers. */
  announce(...texts: string[]): void;
  /** The element of a disc. */
  disc(cell: string): SVGElement | undefined;
}

/** What the part of a board that serves its notebook works with. */
export interface NotebookContext extends BoardContext {
  /** Draws a view of a board in an element, and returns a function that closes the view. */
  show(target: { model: Model; el: HTMLElement }): () => void;
}

/** The part of a board that serves its notebook. */
export interface NotebookPart {
  /** A view was drawn, perhaps a new one. */
  drawn(): void;
}

/** A part of one view. It is drawn whenever the view is. */
export interface ViewPart {
  draw(state: State, t: Translator): void;
}

export interface Editor extends ViewPart {
  applyTo(state: State, discs: Discs): State;
  silent(): void;
  resume(): void;
  click(cell: string): void;
  run(command: string): void;
  /** What a disc of the draft is labelled with besides. */
  labels(state: State, t: Translator): MoreLabels;
}

/** The pens beside the board. */
export interface PenDrawer extends ViewPart {
  /** Whether the button that removes all marks asks for a second click. */
  arm(armed: boolean, t: Translator): void;
  /** Opens the field for the label of a disc. */
  editLabel(cell: string): void;
}

/** Drawing by hand. */
export interface Pens extends ViewPart {
  /** Returns the state with the pen that was used last, or with none. */
  toggle(state: State): State;
  /** Whether the button that removes all marks asks for a second click. */
  arm(armed: boolean, t: Translator): void;
  /** Drops an arrow that has no end yet, or else puts the pen away; returns whether there was either. */
  cancel(): boolean;
  /** Uses the pen on a disc. */
  applyPen(cell: string): void;
  /** Sends marks drawn by hand. */
  mark(marks: Marks | null): void;
}

export interface PenContext extends PartContext {
  changePen(changes: Partial<Pen>): void;
  mark(marks: Marks | null): void;
}

/** The food of each adaptoid and the maps of reach and attack. */
export interface Maps extends ViewPart {
  /** Returns a function that describes a disc for screen readers. */
  labels(state: State, t: Translator): MoreLabels;
  /** Returns a function that makes the entries of the legend: the same one until they change. */
  legend(state: State, t: Translator): () => Element[];
}

export interface ShareMenu extends ViewPart {
  open(): void;
  openFile(file: Blob | null): void;
}

/** The menus that choose who plays, and signs beside the names of colours that browsers have taken. */
export interface Players extends ViewPart {
  /** Opens the menu of a player, such as "player-B", or with "new" the sheet for a new game. */
  open(command: string, t: Translator): void;
  /** The snapshot as this browser may play it: without legal clicks while another one has the turn. */
  restrict(snapshot: BoardSnapshot): BoardSnapshot;
}

/** Animates the last turn, with sounds if the user wants them. */
export interface Animator extends ViewPart {
  /** Holds back the intent of a growth that is to be previewed first. */
  previewGrowth(transition: Transition): Transition;
  /** Shows the sent step of a turn before Python has answered. */
  withSentStep(state: State): State;
}

/** What users first need after the first picture: the growth menu, menus, sheets and fields. */
export interface Controls extends ViewPart {
  /** The buttons that grow a limb. They are drawn for the state with the step that was sent, before the board is. */
  readonly growthMenu: ViewPart;
  /** Opens a menu, the sheet of keys or the field for a turn; switches the sounds, or whether growths are previewed first. */
  run(command: string, t: Translator): void;
  /** Announces the row of a disc, or what Python says about the disc. */
  describe(what: string, cell: string, t: Translator): void;
}

/** The parts of a view. Another one belongs to a board in a notebook. */
export type ViewPartName = Exclude<keyof Parts, "notebook">;

/** The functions that make the parts: each is the default export of a module. */
export interface Parts {
  editor: (context: PartContext) => Editor;
  analyst: (context: PartContext) => ViewPart;
  lesson: (context: PartContext) => ViewPart;
  share: (context: PartContext) => ShareMenu;
  pens: (context: PartContext) => Pens;
  maps: (context: PartContext) => Maps;
  players: (context: PartContext) => Players;
  notebook: (context: NotebookContext) => NotebookPart;
  animation: (context: PartContext) => Animator;
  controls: (context: PartContext) => Controls;
  maker: (context: PartContext) => ViewPart;
  results: (context: PartContext) => ViewPart;
}
