import type { Model } from "../protocol/types";

/*
 * The notebook around a board, as JupyterLab and Notebook hand it through with the widget manager. It is no public way in, so
 * everything in it may be missing; other hosts have nothing of it.
 */

interface Output {
  /** By MIME type. */
  data?: { [type: string]: unknown; "application/vnd.jupyter.widget-view+json"?: { model_id?: unknown } };
}

interface Outputs {
  length: number;
  get(index: number): { toJSON(): Output };
  /** Whatever shows the output draws it anew. */
  set(index: number, value: Output): void;
}

interface Manager {
  context?: {
    ready?: Promise<unknown>;
    model?: { cells?: { length: number; get(index: number): { outputs?: Outputs } } };
  };
  has_model?(id: unknown): boolean;
}

/** One output of a notebook's. */
export interface Place {
  /** The number of its cell, and its own in that. */
  cell: number;
  index: number;
  readonly value: Output;
  put(value: Output): void;
}

export function managerOf({ widget_manager }: Pick<Model, "widget_manager">): Manager {
  return (widget_manager ?? {}) as Manager;
}

/** Every output of the notebook. */
export function placesOf(model: Model): Place[] {
  const cells = managerOf(model).context?.model?.cells;
  return Array.from({ length: cells?.length ?? 0 }, (_, cell) => {
    const outputs = cells?.get(cell).outputs;
    return Array.from({ length: outputs?.length ?? 0 }, (_, index) => ({
      cell,
      index,
      get value() {
        return outputs?.get(index).toJSON() ?? {};
      },
      put: (value: Output) => outputs?.set(index, value),
    }));
  }).flat();
}
