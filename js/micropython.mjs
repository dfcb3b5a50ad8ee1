// Takes from the npm package of MicroPython what a shared page runs, and cuts the rest.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const folder = join(import.meta.dirname, "node_modules/@micropython/micropython-webassembly-pyscript");
// What core and code cells import of Python's library, besides modules in C.
const KEPT = [
  "collections/__init__.py",
  "collections/defaultdict.py",
  "functools.py",
  "operator.py",
  "time.py",
];

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

/** The WebAssembly file, with zeros for what no page needs: modules of Python's library, a seventh of the compressed file, and copies of functions that the script has. */
export async function readWasm() {
  const wasm = await readFile(join(folder, "micropython.wasm"));
  const { start, size, address } = firstDataSegment(wasm);
  const data = wasm.subarray(start, start + size);
  const frozen = frozenModules(data, address);
  for (const [i, { name, from, named }] of frozen.entries()) {
    const next = frozen[i + 1];
    // the end of the last one is not known
    if (!next || KEPT.includes(name)) continue;
    data.fill(0, from - address, next.from - address);
    // under a name that nobody imports, so that an import says that there is no such module
    data.fill("-", named, named + name.length);
  }
  const copies = [...wasm.toString("latin1").matchAll(/\([\w *,()]*\)<::>\{[^\0]*\0/g)];
  if (!copies.length) throw changed("micropython.wasm", "the text of its functions in JavaScript");
  for (const { 0: text, index } of copies) wasm.fill(0, index, index + text.length);
  return wasm;
}

/** The modules that are compiled into MicroPython, by their addresses in memory. The data of one module are contiguous: its table of names comes first, and the next module follows. */
function frozenModules(data, address) {
  // the names, each with a 0 after it, and one more 0
  const end = data.indexOf("zlib.py\0\0");
  const begin = data.lastIndexOf("\0\0", end) + 2;
  const names = data.toString("latin1", begin, end + 7).split("\0");
  const word = (at) => data.readUInt32LE(at - address);
  // for each name, the address of three addresses: those of its names, its constants and its code
  for (let at = address; at + 4 * names.length <= address + data.length; at += 4) {
    const modules = names.map((_, i) => word(at + 4 * i));
    if (modules.some((module, i) => module !== modules[0] + 12 * i)) continue;
    if (modules[0] < address || modules.at(-1) + 12 > address + data.length) continue;
    const found = modules.map((module, i) => {
      const named = begin + names.slice(0, i).join("-").length + Math.sign(i);
      return { name: names[i], from: word(module), named };
    });
    if (found.every(({ from }, i) => i === 0 || from > found[i - 1].from)) return found;
  }
  throw changed("micropython.wasm", "the table of its modules");
}

/** Where the first data segment of a WebAssembly file lies in the file, and at which address it lies in memory. */
function firstDataSegment(wasm) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < wasm.length) {
    const section = wasm[at++];
    const size = number();
    if (section !== 11) {
      at += size;
      continue;
    }
    number();
    // an active segment, whose address is the constant between i32.const and end
    if (number() !== 0 || wasm[at++] !== 0x41) break;
    const address = number();
    at += 1;
    return { size: number(), start: at, address };
  }
  throw changed("micropython.wasm", "its data section");
}
