// Run Python in Pyodide with the package of this checkout: node run_pyodide.mjs PACKAGE < program.py
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const js = `${dirname(fileURLToPath(import.meta.url))}/../../js`;
const { loadPyodide } = await import(`${js}/node_modules/pyodide/pyodide.mjs`);
const pyodide = await loadPyodide();
pyodide.FS.mkdirTree("/checkout/adaptoid_widget");
pyodide.mountNodeFS("/checkout/adaptoid_widget", process.argv[2]);
await pyodide.runPythonAsync("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/checkout')");
try {
  await pyodide.runPythonAsync(readFileSync(0, "utf8"));
} catch (error) {
  // print the error without the line of Pyodide's source
  console.log(String(error));
  process.exit(1);
}
