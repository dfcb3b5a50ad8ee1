// Takes from the npm package of MicroPython what a shared page runs, and cuts the rest of its script.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const folder = join(import.meta.dirname, "node_modules/@micropython/micropython-webassembly-pyscript");

const changed = (file, what) => new Error(`${file} has changed: look at ${what}, which is cut from it`);

/** Without an assertion at each call between C functions with exceptions, which asks the slow `WebAssembly.Table.get`: a fifth to two fifths of the time of MicroPython. The table does not change after the start. */
export function cutTableCheck(glue) {
  const check = /assert\(wasmTable\.get\(funcPtr\)==func,"[^"]+"\),/;
  if (!check.test(glue)) throw changed("micropython.mjs", check);
  return glue.replace(check, "");
}

/** The script that starts MicroPython, without what a page never runs: stubs that throw for names that were not exported; assertions; checks of the versions of browsers; code for Node and for pages without a worker. */
export async function readGlue() {
  let glue = cutTableCheck(await readFile(join(folder, "micropython.mjs"), "utf8"));
  const cut = (pattern, count, replacement = "") => {
    if (glue.match(pattern)?.length !== count) throw changed("micropython.mjs", pattern);
    glue = glue.replaceAll(pattern, replacement);
  };
  cut(/\[("[\w$]+",?){50,}\]\.forEach\((\w+|function\(\w+\)\{\w+\(\w+\)\})\);/g, 2);
  cut(/!function\(\)\{function humanReadableVersionToPacked.+?\}\(\);(?=var Module)/g, 1);
  cut(/(?<=function assert\(condition,text\)\{)[^}]+/g, 1);
  cut(/"object"==typeof process(?=&&"object"==typeof process\.versions&&)/g, 1, "false");
  const places = { WEB: false, WORKER: true, NODE: false, SHELL: false };
  cut(/(?<=var Module=moduleArg),ENVIRONMENT_IS_WEB=.+?!ENVIRONMENT_IS_WORKER(?=;)/g, 1);
  for (const [place, here] of Object.entries(places))
    glue = glue.replaceAll(`ENVIRONMENT_IS_${place}`, String(here));
  return glue.replaceAll(/assert\(void 0!==wasmExports\.\w+,"missing Wasm export: \w+"\),/g, "");
}

/** The WebAssembly file, as it is. */
export const readWasm = () => readFile(join(folder, "micropython.wasm"));
