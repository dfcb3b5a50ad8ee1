/** What the page uses of MicroPython's interface. */
export interface MicroPython {
  FS: { mkdir(path: string): void; writeFile(path: string, content: Uint8Array): void };
  runPython(code: string): void;
  pyimport(name: string): unknown;
}

export interface Glue {
  loadMicroPython(options: { url?: string; heapsize: number }): Promise<MicroPython>;
}

/**
 * `Page` of a module in adaptoid_widget/core/page: game_page.py, lesson_page.py, search_lesson_page.py (a lesson in which a search
 * replies) or puzzle_page.py.
 */
export interface Engine {
  first(): string;
  handle(intent: string): string;
  /** The state to save; "" if it has not changed. */
  keep(): string;
}

/** The initial size. MicroPython grows it on demand; a long game takes a few megabytes. */
const HEAP_BYTES = 8 * 1024 * 1024;
const ROOT = "/page";

/** Starts MicroPython with the modules of core. `url` is the address of the wasm file. Each of the `archives` has one file after the other, as adaptoid_widget/export/page_modules.py says; a later one replaces files. */
export async function startPython(
  glue: Glue,
  url: string | undefined,
  archives: ArrayBuffer[],
): Promise<MicroPython> {
  const python = await glue.loadMicroPython({ ...(url ? { url } : {}), heapsize: HEAP_BYTES });
  const folders = new Set([""]);
  for (const [path, content] of archives.flatMap((archive) => [...split(archive)])) {
    const parents = path.split("/").slice(0, -1);
    for (let depth = 0; depth <= parents.length; depth++) {
      const folder = [ROOT, ...parents.slice(0, depth)].join("/");
      if (!folders.has(folder)) python.FS.mkdir(folder);
      folders.add(folder);
    }
    python.FS.writeFile(`${ROOT}/${path}`, content);
  }
  python.runPython(`import sys\nsys.path.insert(0, "${ROOT}")`);
  return python;
}

/** Starts Python and opens the game, the lesson or the puzzles of a page. */
export async function startEngine(
  glue: Glue,
  url: string | undefined,
  archives: ArrayBuffer[],
  options: object,
  saved: string,
  languages: string,
): Promise<Engine> {
  const python = await startPython(glue, url, archives);
  const puzzles = SITE && "puzzles" in options;
  const lesson = "weights" in options ? "search_lesson_page" : "lesson_page";
  const module = puzzles ? "puzzle_page" : "lesson" in options ? lesson : "game_page";
  const { Page } = python.pyimport(`adaptoid_widget.${module}`) as {
    Page(options: string, saved: string, languages: string): Engine;
  };
  return Page(JSON.stringify(options), saved, languages);
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
