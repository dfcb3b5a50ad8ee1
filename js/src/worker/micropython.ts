import { JOINERS } from "../protocol/constants";

/** What the page uses of MicroPython's interface. */
export interface MicroPython {
  FS: { writeFile(path: string, content: Uint8Array): void };
  pyimport(name: string): unknown;
}

export interface Glue {
  loadMicroPython(options: { url: string; heapsize: number }): Promise<MicroPython>;
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
/** The module that makes a folder of the archive: adaptoid_widget/portable/module_archive.py. MicroPython's own files are slow. */
const ARCHIVE = "module_archive";
const MODULES = "/modules";

/** `Runtime` of adaptoid_widget/core/page/runtime.py. */
export interface Runtime {
  open(kind: string, options: string, stored: string, name: string): Content;
  /** Tells the news of all contents. */
  publish(): void;
}

/** What changed in a content without an intent, as JSON, and its state to save or "". */
export type TellNews = (content: string, text: string, state: string) => void;

/** What a worker starts Python from, each as soon as it is unpacked. */
interface PythonFiles {
  /** Python's program and its script. */
  wasm: Promise<ArrayBuffer>;
  glue: Promise<ArrayBuffer>;
  /** The archive of its modules, as adaptoid_widget/export/page_modules.py says. */
  modules: Promise<ArrayBuffer>;
  languages: Promise<string>;
}

/** Starts Python in a worker. In a page from disk, a worker may import only a blob that it made itself. */
export async function startPython(files: PythonFiles, tell?: TellNews): Promise<Runtime> {
  const [wasm, script] = await Promise.all([files.wasm, files.glue]);
  const urlOf = (content: ArrayBuffer, type: string) => URL.createObjectURL(new Blob([content], { type }));
  const wasmUrl = urlOf(wasm, "application/wasm");
  const glueUrl = urlOf(script, "text/javascript");
  const glue = (await import(glueUrl)) as Glue;
  const python = await glue.loadMicroPython({ url: wasmUrl, heapsize: HEAP_BYTES });
  for (const url of [wasmUrl, glueUrl]) URL.revokeObjectURL(url);
  return startRuntime(python, await files.modules, await files.languages, tell);
}

/** Opens the archive of modules in Python. */
export function startRuntime(
  python: MicroPython,
  modules: ArrayBuffer,
  languages: string,
  tell: TellNews = () => {},
): Runtime {
  python.FS.writeFile(`/${ARCHIVE}.mpy`, fileIn(modules, `${ARCHIVE}.mpy`));
  python.FS.writeFile(MODULES, new Uint8Array(modules));
  const { mount } = python.pyimport(ARCHIVE) as { mount(root: string, path: string): void };
  mount(ROOT, MODULES);
  const { Runtime } = python.pyimport("adaptoid_widget.core.page.runtime") as {
    Runtime(
      languages: string,
      nameKey: (name: string) => string,
      tell: TellNews,
      words: (tag: string) => string,
    ): Runtime;
  };
  // Python reads the words of a language when it needs them
  const known = new Map<string, [name: string, words: string]>();
  for (const text of languages ? languages.split("\0") : []) {
    const [tag = "", name = ""] = text.split("\n", 2);
    known.set(tag, [name, text.slice(tag.length + name.length + 2)]);
  }
  const heads = [...known].map(([tag, [name]]) => `${tag}\n${name}`);
  return Runtime(heads.join("\0"), nameKey, tell, (tag) => known.get(tag)?.[1] ?? "");
}

const ranges = JOINERS.map((range) => range.map((code) => String.fromCodePoint(code)).join("-"));
const JOINER = new RegExp(`[${ranges.join("")}]`, "g");

/** The same text for all spellings of a name that differ in case, spaces, joiners or the code of an accent; MicroPython has no tables of Unicode. */
function nameKey(name: string): string {
  const visible = name.replace(JOINER, "").normalize("NFKC");
  // twice, since ß has no capital of its own
  return visible.toUpperCase().toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}

/** A file of an archive, as adaptoid_widget/export/page_modules.py says. */
function fileIn(archive: ArrayBuffer, wanted: string): Uint8Array {
  const bytes = new Uint8Array(archive);
  let start = bytes.indexOf(10) + 1;
  const files = JSON.parse(new TextDecoder().decode(bytes.subarray(0, start))) as [string, ...number[]][];
  const held: number[] = [];
  // the first sections of all files stand together, and so on
  for (const section of [1, 2, 3]) {
    for (const file of files) {
      const end = start + Number(file[section]);
      if (file[0] === wanted) held.push(...bytes.subarray(start, end));
      start = end;
    }
  }
  return new Uint8Array(held);
}
