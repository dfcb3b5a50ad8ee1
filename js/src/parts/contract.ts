import type { Words } from "../i18n/messages";
import type { Client, Listen } from "../protocol/client";
import type { Discs, Intent, Marks, Model, Reply } from "../protocol/types";
import type { Pen, State } from "../state/state";

/* What a view and the parts that come later know of each other. */

/** Draws, or with false goes away. */
export type Guest = (here: boolean) => void;
/** Draws a view of a board in an element; gives a function that ends the view. */
export type Show = (where: { model: Model; el: HTMLElement }) => () => void;
export type Attach = (model: Model, root: HTMLElement, ask: (intent: Intent) => void) => Guest;

/** What comes only where it is wanted, each the default export of a module of its own. */
export interface Parts {
  editor: (guide: EditorGuide, root: HTMLElement) => Editor;
  analyst: Attach;
  lesson: Enter;
  picture: (model: Model, root: HTMLElement, client: Client) => Guest;
  notebook: (model: Model, listen: Listen, client: Client, show: Show) => Guest;
  pens: (guide: PenGuide, hold: (changes: Partial<Pen>) => void, root: HTMLElement) => Pens;
}

export type Edit = Extract<Intent, { kind: "edit" }>;
export type Asked = (reply: Reply) => void;

export interface EditorGuide {
  state(): State;
  change(state: State): void;
  /** False while something else is under way. */
  ask(intent: Intent, answered: Asked): boolean;
  refused(reply: Reply, asked: Intent): void;
  /** Says something to those who listen. */
  tell(...words: string[]): void;
  disc(cell: string): SVGElement | undefined;
}

/** The editor, as a view has it. */
export interface Editor {
  stage(state: State, discs: Discs): State;
  silent(): void;
  goOn(): void;
  click(cell: string): void;
  tool(what: string): void;
  draw(state: State, say: Words): void;
}

export interface LessonGuide {
  state(): State;
  /** False while something else is under way. `silent` hears that no answer has come for long. */
  ask(intent: Intent, answered: (reply: Reply) => void, silent?: () => void): boolean;
  refused(reply: Reply, asked: Intent): void;
  tell(...words: string[]): void;
}

export type Enter = (model: Model, root: HTMLElement, guide: LessonGuide) => Guest;

export interface PenGuide {
  state(): State;
  change(state: State): void;
  mark(marks: Marks | null): void;
  /** Says something to those who listen. */
  tell(...words: string[]): void;
}

/** The pens, as whoever draws with them has them. */
export interface Pens {
  arm(armed: boolean, say: Words): void;
  write(cell: string): void;
  draw(state: State, say: Words): void;
}
