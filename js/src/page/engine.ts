/** The part of MicroPython's interface that the page uses. */
export interface MicroPython {
  FS: { mkdir(path: string): void; writeFile(path: string, text: string): void };
  runPython(code: string): void;
  pyimport(name: string): unknown;
}

export interface Glue {
  loadMicroPython(options: { url?: string; heapsize: number }): Promise<MicroPython>;
}

/** `Page` in adaptoid_widget/core/page/game_page.py, of a lesson in lesson_page.py. */
export interface Engine {
  first(): string;
  handle(intent: string): string;
  keep(): string;
}

/** To begin with; MicroPython asks for more when it needs it, and a long game holds a few megabytes. */
const HEAP_BYTES = 8 * 1024 * 1024;
const ROOT = "/page";

/** Puts core's files in place and opens the game. `url` is where the wasm can be fetched. */
export async function startEngine(
  glue: Glue,
  url: string | undefined,
  files: Record<string, string>,
  options: object,
  kept: string,
  languages: string,
): Promise<Engine> {
  const python = await glue.loadMicroPython({ ...(url ? { url } : {}), heapsize: HEAP_BYTES });
  const made = new Set([""]);
  for (const [path, text] of Object.entries(files)) {
    const folders = path.split("/").slice(0, -1);
    for (let depth = 0; depth <= folders.length; depth++) {
      const folder = [ROOT, ...folders.slice(0, depth)].join("/");
      if (!made.has(folder)) python.FS.mkdir(folder);
      made.add(folder);
    }
    python.FS.writeFile(`${ROOT}/${path}`, text);
  }
  python.runPython(`import sys\nsys.path.insert(0, "${ROOT}")`);
  const answers = "lesson" in options ? "lesson_page" : "game_page";
  const { Page } = python.pyimport(`adaptoid_widget.${answers}`) as {
    Page(options: string, kept: string, languages: string): Engine;
  };
  return Page(JSON.stringify(options), kept, languages);
}
