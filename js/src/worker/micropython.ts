/** What the page uses of MicroPython's interface. */
export interface MicroPython {
  FS: { mkdir(path: string): void; writeFile(path: string, content: Uint8Array): void };
  runPython(code: string): void;
  pyimport(name: string): unknown;
}

export interface Glue {
  loadMicroPython(options: { url?: string; heapsize: number }): Promise<MicroPython>;
}

/** What a page shows: an endpoint of adaptoid_widget/core/page, such as `GamePage`, or `ClassPage`, which has other methods. */
export interface Content {
  first(): string;
  handle(intent: string): string;
  /** The state to save; "" if it has not changed. */
  keep(): string;
  /** Counts the changes on from those that the board on the page shows. */
  continue_from(rev: number): void;
}

/** The initial size. MicroPython grows it on demand; a long game takes a few megabytes. */
const HEAP_BYTES = 8 * 1024 * 1024;
const ROOT = "/page";

/** `Runtime` of adaptoid_widget/core/page/runtime.py. */
export interface Runtime {
  open(kind: string, options: string, stored: string, name: string): Content;
  /** Tells the news of all contents. */
  publish(): void;
}

/** What changed in a content without an intent, as JSON, and its state to save or "". */
export type TellNews = (content: string, text: string, state: string) => void;

/** What a worker starts Python from: its program and its script as files, and the modules of core, as adaptoid_widget/export/page_modules.py says. */
export interface PythonFiles {
  wasm: ArrayBuffer;
  glue: ArrayBuffer;
  modules: ArrayBuffer;
  /** Only in a page with code cells: the modules that only they need. */
  cells?: ArrayBuffer | undefined;
}

/** Starts Python in a worker. In a page from disk, a worker may import only a blob that it made itself. */
export async function startPython(files: PythonFiles, languages = "", tell?: TellNews): Promise<Runtime> {
  const urlOf = (content: ArrayBuffer, type: string) => URL.createObjectURL(new Blob([content], { type }));
  const wasmUrl = urlOf(files.wasm, "application/wasm");
  const glueUrl = urlOf(files.glue, "text/javascript");
  const glue = (await import(glueUrl)) as Glue;
  const runtime = await startRuntime(glue, [files.modules, files.cells], languages, wasmUrl, tell);
  for (const url of [wasmUrl, glueUrl]) URL.revokeObjectURL(url);
  return runtime;
}

/** Starts Python with its modules. `url` is the address of the wasm file. */
export async function startRuntime(
  glue: Glue,
  archives: (ArrayBuffer | undefined)[],
  languages: string,
  url?: string,
  tell: TellNews = () => {},
): Promise<Runtime> {
  const python = await glue.loadMicroPython({ ...(url ? { url } : {}), heapsize: HEAP_BYTES });
  const folders = new Set([""]);
  for (const [path, content] of archives.flatMap((archive) => (archive ? [...split(archive)] : []))) {
    const parents = path.split("/").slice(0, -1);
    for (let depth = 0; depth <= parents.length; depth++) {
      const folder = [ROOT, ...parents.slice(0, depth)].join("/");
      if (!folders.has(folder)) python.FS.mkdir(folder);
      folders.add(folder);
    }
    python.FS.writeFile(`${ROOT}/${path}`, content);
  }
  python.runPython(`import sys\nsys.path.insert(0, "${ROOT}")`);
  const { Runtime } = python.pyimport("adaptoid_widget.core.page.runtime") as {
    Runtime(languages: string, nameKey: (name: string) => string, tell: TellNews): Runtime;
  };
  return Runtime(languages, nameKey, tell);
}

/** The same text for all spellings of a name that differ in case, spaces, joiners or the code of an accent; MicroPython has no tables of Unicode. */
function nameKey(name: string): string {
  const visible = name.replace(/[\u200c\u200d]/g, "").normalize("NFKC");
  // twice, since ß has no capital of its own
  return visible.toUpperCase().toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}

function* split(modules: ArrayBuffer): Generator<[path: string, content: Uint8Array]> {
  const bytes = new Uint8Array(modules);
  let start = bytes.indexOf(10) + 1;
  const sizes = JSON.parse(new TextDecoder().decode(bytes.subarray(0, start))) as [string, number][];
  for (const [path, size] of sizes) {
    yield [path, bytes.subarray(start, start + size)];
    start += size;
  }
}
