/** What the front end uses of a widget model. A shared page has a model of its own. */
import type { LinkedGame } from "./game_link";
import type { Traits } from "./types";

export interface Model {
  get<K extends keyof Traits>(key: K): Traits[K];
  on(event: string, callback: (message: unknown) => void): void;
  off(event: string, callback: (message: unknown) => void): void;
  send(content: unknown, callbacks?: unknown): void;
  /** In a shared page: Python is still starting. */
  readonly starting?: boolean;
  /** In a shared page with a game: returns the file of a page that begins with this game. */
  makePage?: (game: LinkedGame, picture: string) => string | Promise<string>;
  /** In a notebook: gives access to the document and to the log of Python's output. */
  readonly widget_manager?: unknown;
}

/**
 * Whether Python is behind a model. In an exported page, or a notebook that was opened with its stored widgets, nobody is.
 * anywidget does not tell this of a board's own model, but the model of its layout does.
 */
export function isLive(model: object): boolean {
  const { comm_live } =
    (model as { get(name: string): { comm_live?: boolean } | undefined }).get("layout") ?? {};
  return comm_live !== false;
}
