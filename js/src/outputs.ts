import type { Model } from "./types";

/*
 * The notebook around a board, as JupyterLab and Notebook hand it through with the widget manager. It is no public way in, so
 * everything in it may be missing; other hosts have nothing of it.
 */

export interface Output {
  data?: Record<string, unknown>;
}

export interface Outputs {
  length: number;
  get(index: number): { toJSON(): Output };
  /** Whatever shows the output draws it anew. */
  set(index: number, value: Output): void;
}

export interface Notebook {
  ready?: Promise<unknown>;
  model?: { cells?: { length: number; get(index: number): { outputs?: Outputs } } };
}

export interface Manager {
  context?: Notebook;
  get_model?(id: string): Promise<{ get(name: string): unknown }>;
}

export function managerOf({ widget_manager }: Pick<Model, "widget_manager">): Manager {
  return (widget_manager ?? {}) as Manager;
}

/** The outputs of each cell; undefined for a cell that can have none. */
export function outputsOf(notebook: Notebook | undefined): (Outputs | undefined)[] {
  const cells = notebook?.model?.cells;
  return Array.from({ length: cells?.length ?? 0 }, (_, i) => cells?.get(i).outputs);
}
