// Run a module of tests/portable under MicroPython in Node: node run.mjs FOLDER MODULE ARGUMENTS, which are JSON.
// Copies the core and the stand-in modules into MicroPython's file system. FOLDER is for files of this run; its JSON goes along.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { cutTableCheck } from "../../js/micropython.mjs";

const [folder, module, parameters] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const build = "@micropython/micropython-webassembly-pyscript/micropython.mjs";
const original = createRequire(join(root, "js", "package.json")).resolve(build);
// as fast as in a page
const fast = join(folder, "micropython.mjs");
writeFileSync(fast, cutTableCheck(readFileSync(original, "utf8")));
const { loadMicroPython } = await import(pathToFileURL(fast));
const python = await loadMicroPython({
  url: join(dirname(original), "micropython.wasm"),
  heapsize: 32 * 1024 * 1024,
  linebuffer: true,
  stdout: (line) => process.stdout.write(`${line}\n`),
  stderr: (line) => process.stderr.write(`${line}\n`),
});

function copy(from, to) {
  python.FS.mkdirTree(to);
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (statSync(path).isDirectory()) {
      if (name !== "__pycache__") copy(path, `${to}/${name}`);
    } else if (/\.(py|json|lesson)$/.test(name)) {
      python.FS.writeFile(`${to}/${name}`, readFileSync(path));
    }
  }
}

copy(folder, "/python");
copy(join(root, "adaptoid_widget", "portable"), "/python");
copy(join(root, "adaptoid_widget", "core"), "/python/adaptoid_widget/core");
copy(join(root, "adaptoid_widget", "lessons", "course"), "/python/adaptoid_widget/lessons/course");
copy(join(root, "tests", "portable"), "/python/tests/portable");
// The package's own __init__ imports modules that only a notebook has.
for (const name of ["adaptoid_widget", "tests"]) python.FS.writeFile(`/python/${name}/__init__.py`, "");

try {
  python.runPython(`
import sys
sys.path.insert(0, "/python")
from tests.portable import ${module}
${module}.main(*${parameters})
`);
} catch (error) {
  process.stderr.write(`${error}\n`);
  process.exitCode = 1;
}
