import type { Model } from "../protocol/model";

/*
 * The notebook around a board, as the widget manager of JupyterLab and Notebook exposes it. This is no public interface, so
 * everything in it may be missing; other hosts have none of it.
 */

/** The element of an output in the page. */
export const OUTPUT_SELECTOR = ".jp-OutputArea-output";
/** The MIME type of a view of a widget. */
export const VIEW = "application/vnd.jupyter.widget-view+json";

interface OutputValue {
  output_type?: string;
  metadata?: object;
  /** By MIME type. */
  data?: { [type: string]: unknown; "application/vnd.jupyter.widget-view+json"?: { model_id?: unknown } };
}

interface Outputs {
  length: number;
  get(index: number): { toJSON(): OutputValue };
  /** Draws the output again wherever it is shown. */
  set(index: number, value: OutputValue): void;
  add?(value: OutputValue): void;
}

interface Cell {
  outputs?: Outputs;
  /** The cell in the document, which several browsers may share. */
  sharedModel?: { getOutputs?(): OutputValue[] };
}

interface Signal<Value = unknown> {
  connect(listener: (sender: unknown, value: Value) => void): unknown;
  disconnect(listener: (sender: unknown, value: Value) => void): unknown;
}

type Kernel = { id: string } | null;

interface KernelChange {
  oldValue: Kernel;
  newValue: Kernel;
}

interface Session {
  statusChanged?: Signal<string>;
  kernelChanged?: Signal<KernelChange>;
  connectionStatusChanged?: Signal<string>;
}

interface Manager {
  /** Voila has no document, only a kernel. */
  kernel?: Session;
  context?: {
    ready?: Promise<unknown>;
    sessionContext?: Session;
    model?: {
      cells?: { length: number; get(index: number): Cell };
      contentChanged?: Signal;
    };
  };
  has_model?(id: unknown): boolean;
}

/** One output of a notebook. */
export interface NotebookOutput {
  /** The index of its cell, and its own index in that cell. */
  cell: number;
  index: number;
  readonly value: OutputValue;
  /**
   * Replaces the output, unless the document holds another one there: what one browser replaces goes to the end of the list
   * that JupyterLab keeps in the others.
   */
  put(value: OutputValue): void;
}

export function managerOf({ widget_manager }: Pick<Model, "widget_manager">): Manager {
  return (widget_manager ?? {}) as Manager;
}

const FORGETS = /restarting|terminating|dead/;

/**
 * Tells whether the kernel is gone. One that is restarted, shut down or changed has forgotten its widgets, and never answers them
 * again. One that the page has lost may come back.
 */
export function watchKernel(
  model: Pick<Model, "widget_manager">,
  changed: (gone: boolean) => void,
  signal: AbortSignal,
): void {
  const { context, kernel } = managerOf(model);
  const session = context?.sessionContext ?? kernel;
  let forgotten = false;
  const forget = () => {
    forgotten = true;
    changed(true);
  };
  const hearStatus = (_: unknown, status: string) => {
    if (FORGETS.test(status)) forget();
  };
  const hearKernel = (_: unknown, { oldValue, newValue }: KernelChange) => {
    if (oldValue && oldValue.id !== newValue?.id) forget();
  };
  const hearConnection = (_: unknown, status: string) => {
    if (status !== "connecting") changed(forgotten || status === "disconnected");
  };
  session?.statusChanged?.connect(hearStatus);
  session?.kernelChanged?.connect(hearKernel);
  session?.connectionStatusChanged?.connect(hearConnection);
  signal.addEventListener("abort", () => {
    session?.statusChanged?.disconnect(hearStatus);
    session?.kernelChanged?.disconnect(hearKernel);
    session?.connectionStatusChanged?.disconnect(hearConnection);
  });
}

/** Every output of the notebook. */
export function outputsOf(model: Model): NotebookOutput[] {
  const cells = managerOf(model).context?.model?.cells;
  return Array.from({ length: cells?.length ?? 0 }, (_, cell) => {
    const { outputs, sharedModel } = cells?.get(cell) ?? {};
    return Array.from({ length: outputs?.length ?? 0 }, (_, index) => ({
      cell,
      index,
      get value() {
        return outputs?.get(index).toJSON() ?? {};
      },
      put(value: OutputValue) {
        const documented = sharedModel?.getOutputs?.();
        if (!documented || isSame(documented[index], this.value)) outputs?.set(index, value);
      },
    }));
  }).flat();
}

/** The index of the cell in which an element stands; -1 if it stands in none that shows a widget. */
export function cellOf(model: Model, element: Element): number {
  const at = Number(element.closest<HTMLElement>("[data-windowed-list-index]")?.dataset.windowedListIndex);
  return outputsOf(model).some((output) => output.cell === at && output.value.data?.[VIEW]) ? at : -1;
}

/** Adds an output at the end of a cell. */
export function addOutput(model: Model, cell: number, data: OutputValue["data"]): void {
  const { outputs } = managerOf(model).context?.model?.cells?.get(cell) ?? {};
  outputs?.add?.({ output_type: "display_data", metadata: {}, ...(data && { data }) });
}

function isSame(output: OutputValue | undefined, other: OutputValue): boolean {
  return canonical(output?.data) === canonical(other.data);
}

/** A value as JSON whose keys are in order, since a document keeps no order. */
function canonical(value: unknown): string {
  const ordered = (_: string, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  return JSON.stringify(value ?? {}, ordered);
}
