/** The worker of the page of a class: reads the files and makes the tables, in Python. */
import { type Packed, unpack } from "../embedded/embedded";
import { type Glue, startPython } from "../worker/micropython";
import { readable } from "./readable_json";

/** `ClassPage` of adaptoid_widget/core/page/class_page.py. */
interface ClassPage {
  add(path: string, text: string): string;
  leave_out(path: string, why: string): void;
  clear(): void;
  tables(roster: string): string;
  rows(count: number): string;
  csv(): string;
}

/** What the page asks. `start` comes first. Each gets one answer. */
export type ClassRequest =
  | { do: "start"; wasm: Packed; glue: Packed; modules: Packed }
  | { do: "add"; path: string; text: string }
  | { do: "leave_out"; path: string; why: "big" | "damaged" | "unread" }
  | { do: "clear" }
  | { do: "tables"; roster: string }
  | { do: "rows"; count: number }
  | { do: "csv" };

/** The JSON or the text that a request asks for, or why Python failed. */
export type ClassAnswer = { text: string } | { failed: string };

interface ClassWorkerScope {
  onmessage: ((event: MessageEvent<ClassRequest>) => void) | null;
  postMessage(message: ClassAnswer): void;
}

const scope = self as unknown as ClassWorkerScope;
let page: ClassPage | null = null;
/** Requests are answered in their order. */
let last: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }) => {
  last = last.then(async () => {
    try {
      scope.postMessage({ text: await answer(data) });
    } catch (error) {
      scope.postMessage({ failed: String(error) });
    }
  });
};

async function answer(request: ClassRequest): Promise<string> {
  if (request.do === "start") {
    page = await start(request.wasm, request.glue, request.modules);
    return "";
  }
  if (!page) throw new Error("asked before Python was ready");
  if (request.do === "add") return page.add(request.path, readable(request.text));
  if (request.do === "leave_out") page.leave_out(request.path, request.why);
  if (request.do === "clear") page.clear();
  if (request.do === "tables") return page.tables(request.roster);
  if (request.do === "rows") return page.rows(request.count);
  if (request.do === "csv") return page.csv();
  return "";
}

/** In a page from disk, a worker may import only a blob that it made itself. */
async function start(wasm: Packed, glue: Packed, modules: Packed): Promise<ClassPage> {
  const [code, program, archive] = await Promise.all([wasm, glue, modules].map(unpack));
  const urlOf = (content: ArrayBuffer | undefined, type: string) =>
    URL.createObjectURL(new Blob([content ?? ""], { type }));
  const loaded = (await import(urlOf(program, "text/javascript"))) as Glue;
  const archives = archive ? [archive] : [];
  const python = await startPython(loaded, urlOf(code, "application/wasm"), archives);
  const { ClassPage } = python.pyimport("adaptoid_widget.class_page") as {
    ClassPage(key: (name: string) => string): ClassPage;
  };
  return ClassPage(nameKey);
}

/** The same text for all spellings of a name that differ in case, spaces, joiners or the code of an accent; MicroPython has no tables of Unicode. */
function nameKey(name: string): string {
  const visible = name.replace(/[\u200c\u200d]/g, "").normalize("NFKC");
  // twice, since ß has no capital of its own
  return visible.toUpperCase().toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}
