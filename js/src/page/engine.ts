/** The part of MicroPython's interface that the page uses. */
export interface MicroPython {
  FS: { mkdir(path: string): void; writeFile(path: string, text: string): void };
  runPython(code: string): void;
  pyimport(name: string): unknown;
}

export interface Glue {
  loadMicroPython(options: { url?: string; heapsize: number }): Promise<MicroPython>;
}

/** `Page` in adaptoid_widget/core/page/game_page.py, or in lesson_page.py for a lesson. */
export interface Engine {
  first(): string;
  handle(intent: string): string;
  keep(): string;
}

/** The initial size. MicroPython grows it on demand; a long game takes a few megabytes. */
const HEAP_BYTES = 8 * 1024 * 1024;
const ROOT = "/page";

/** Writes the files of core and opens the game. `url` is the address of the wasm file. */
export async function startEngine(
  glue: Glue,
  url: string | undefined,
  files: Record<string, string>,
  options: object,
  saved: string,
  languages: string,
): Promise<Engine> {
  const python = await glue.loadMicroPython({ ...(url ? { url } : {}), heapsize: HEAP_BYTES });
  const folders = new Set([""]);
  for (const [path, text] of Object.entries(files)) {
    const parents = path.split("/").slice(0, -1);
    for (let depth = 0; depth <= parents.length; depth++) {
      const folder = [ROOT, ...parents.slice(0, depth)].join("/");
      if (!folders.has(folder)) python.FS.mkdir(folder);
      folders.add(folder);
    }
    python.FS.writeFile(`${ROOT}/${path}`, text);
  }
  python.runPython(`import sys\nsys.path.insert(0, "${ROOT}")`);
  const module = "lesson" in options ? "lesson_page" : "game_page";
  const { Page } = python.pyimport(`adaptoid_widget.${module}`) as {
    Page(options: string, saved: string, languages: string): Engine;
  };
  return Page(JSON.stringify(options), saved, languages);
}
