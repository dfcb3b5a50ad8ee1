import type { Model } from "../protocol/types";

/*
 * The notebook around a board, as the widget manager of JupyterLab and Notebook exposes it. This is no public interface, so
 * everything in it may be missing; other hosts have none of it.
 */

interface Output {
  /** By MIME type. */
  data?: { [type: string]: unknown; "application/vnd.jupyter.widget-view+json"?: { model_id?: unknown } };
}

interface Outputs {
  length: number;
  get(index: number): { toJSON(): Output };
  /** Draws the output again wherever it is shown. */
  set(index: number, value: Output): void;
}

interface Manager {
  context?: {
    ready?: Promise<unknown>;
    model?: { cells?: { length: number; get(index: number): { outputs?: Outputs } } };
  };
  has_model?(id: unknown): boolean;
}

/** One output of a notebook. */
export interface Place {
  /** The index of its cell, and its own index in that cell. */
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
