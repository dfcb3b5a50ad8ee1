// Builds the front end into adaptoid_widget/static: `node build.mjs [--dev]`.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";
import { minify } from "uglify-js";
import { ordered } from "./order.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const data = join(here, "../adaptoid_widget/data/shapes.json");
const out = join(here, "../adaptoid_widget/static");
const dev = process.argv.includes("--dev");

// The palettes live with the shapes, so that the live board and the printed picture cannot drift apart.
function paletteCss({ palettes, hub }) {
  const colours = (palette) =>
    Object.entries(palette)
      .map(([role, value]) => `--adaptoid-${role.replace(".", "-")}:${value};`)
      .join("");
  const pieces = Object.keys(hub)
    .map((c) => {
      const roles = ["body", "line", "detail"].map((r) => `--adaptoid-${r}:var(--adaptoid-${c}-${r});`);
      return `.adaptoid-${c}{${roles.join("")}}`;
    })
    .join("");
  const { light, dark, print } = palettes;
  return `.adaptoid-widget{${colours(light)}}.adaptoid-widget[data-theme="dark"]{${colours(dark)}}
@media print{.adaptoid-widget.adaptoid-widget[data-theme]{${colours(print)}}}${pieces}`;
}

await mkdir(out, { recursive: true });
const names = [
  "board.css",
  "panel.css",
  "language.css",
  "turns.css",
  "editor.css",
  "looking.css",
  "size.css",
];
const sheets = names.map((name) => readFile(join(here, "src", name), "utf8"));
const css = [paletteCss(JSON.parse(await readFile(data, "utf8"))), ...(await Promise.all(sheets))];
const sheet = await transform(css.join("\n"), { loader: "css", minify: !dev });
await writeFile(join(out, "board.css"), sheet.code);

const bundle = {
  outdir: out,
  bundle: true,
  target: "es2022",
  minify: !dev,
  sourcemap: dev ? "inline" : false,
  legalComments: "none",
  logLevel: "warning",
};
await build({ ...bundle, entryPoints: { board: join(here, "src/anywidget.ts") }, format: "esm" });

// The scripts of a shared page stand in the page itself, and its worker is a classic one: neither is a module.
await build({
  ...bundle,
  entryPoints: {
    page: join(here, "src/page.ts"),
    "page-loader": join(here, "src/page/loader.ts"),
    "page-worker": join(here, "src/page/worker.ts"),
    "page-style": join(here, "src/page/page.css"),
  },
  format: "iife",
});

// A second pass, for what esbuild leaves. It joins and puts in place less than it could: that zips better. Private names
// have done their work by then, and their sign is one more each time; members of one letter are all of them private.
const compress = { passes: 3, pure_getters: true, inline: 1, join_vars: false };
for (const name of dev ? [] : ["board.js", "page.js"]) {
  const once = await readFile(join(out, name), "utf8");
  const bare = once.replace(/\b#[\w$](?![\w$])/g, " $&").replace(/#([\w$])(?![\w$])/g, "$1");
  const { code, error } = minify(bare, { module: true, compress });
  if (error) throw error;
  await writeFile(join(out, name), name === "board.js" ? ordered(code) : code);
}

const micropython = join(here, "node_modules/@micropython/micropython-webassembly-pyscript");
for (const name of ["micropython.mjs", "micropython.wasm"])
  await copyFile(join(micropython, name), join(out, name));

const files = ["board.js", "board.css"];
const bytes = await Promise.all(files.map((name) => readFile(join(out, name))));
const zipped = gzipSync(Buffer.concat(bytes), { level: 9 }).length;
console.log(`board.js + board.css: ${bytes.reduce((n, b) => n + b.length, 0)} bytes, ${zipped} gzipped`);
