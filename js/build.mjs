// Builds the front end into adaptoid_widget/static: `node build.mjs [--dev] [--tune=SECONDS]`.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";
import { minify } from "uglify-js";
import { Bundle, withoutSigns } from "./pack.mjs";
import { tune } from "./tune.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const data = join(here, "../adaptoid_widget/data/shapes.json");
const out = join(here, "../adaptoid_widget/static");
const dev = process.argv.includes("--dev");
const seconds = Number(process.argv.find((word) => word.startsWith("--tune="))?.slice(7) ?? 0);

// The palettes live with the shapes, so that the live board and the printed picture cannot drift apart.
function paletteCss({ palettes, hub }) {
  const shorter = (value) => value.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");
  const colours = (palette) =>
    Object.entries(palette)
      .map(([role, value]) => `--adaptoid-${role.replace(".", "-")}:${shorter(value)};`)
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
// what custom properties hold is left as it was written
await writeFile(join(out, "board.css"), dev ? sheet.code : sheet.code.replaceAll(/(--[\w-]+): /g, "$1:"));

const bundle = {
  outdir: out,
  bundle: true,
  target: "es2022",
  minify: !dev,
  sourcemap: dev ? "inline" : false,
  legalComments: "none",
  logLevel: "warning",
};
// Members that are the front end's own: neither the page nor Python knows them, and none is looked up by a text.
const own = new RegExp(
  `^(${[
    "alive annotator answered arm attrs bar begins busy cancelDrag cancels confirms cost disarm draft drags drops",
    "fields goOn guard hidePictures hover hoverLimb inspect learned letGo linked listen nodeIn paced palette",
    "playing press quiet receive redraw refused rename scroller seen settled shapes spot stage takes taps underWay",
    "walking wish",
  ]
    .join(" ")
    .replaceAll(" ", "|")})$`,
);
const named = { ...bundle, minifyIdentifiers: false, ...(!dev && { mangleProps: own }) };
await build({ ...named, entryPoints: { board: join(here, "src/anywidget.ts") }, format: "esm" });

// What comes only where it is wanted, with its style sheet as a text in it.
await build({
  ...bundle,
  entryPoints: { analyst: join(here, "src/analyst.ts") },
  format: "esm",
  loader: { ".css": "text" },
});

// The scripts of a shared page stand in the page itself, and its worker is a classic one: neither is a module.
await build({ ...named, entryPoints: { page: join(here, "src/page.ts") }, format: "iife" });
await build({
  ...bundle,
  entryPoints: {
    "page-loader": join(here, "src/page/loader.ts"),
    "page-worker": join(here, "src/page/worker.ts"),
    "page-style": join(here, "src/page/page.css"),
  },
  format: "iife",
});

// A second pass, for what esbuild leaves. It joins and puts in place less than it could: that zips better.
const compress = { passes: 3, pure_getters: true, inline: 1, join_vars: false };
const kept = join(here, "packing.json");
const packing = JSON.parse(await readFile(kept, "utf8"));
for (const name of dev ? [] : ["board.js", "page.js"]) {
  const once = withoutSigns(await readFile(join(out, name), "utf8"));
  for (const [text, word] of once.matchAll(/["'`](?:data-)?(\w+)["'`]/g))
    if (own.test(word)) throw new Error(`${text} stands in the sources, so ${word} cannot be shortened`);
  const { code, error } = minify(once, { module: true, compress, mangle: false });
  if (error) throw error;
  const packed = new Bundle(code, packing);
  if (seconds && name === "board.js") {
    tune(packed, seconds);
    await writeFile(kept, `${JSON.stringify(packed.packing(), null, 1)}\n`);
  }
  await writeFile(join(out, name), packed.code);
}

const micropython = join(here, "node_modules/@micropython/micropython-webassembly-pyscript");
for (const name of ["micropython.mjs", "micropython.wasm"])
  await copyFile(join(micropython, name), join(out, name));

const bytes = await Promise.all(["board.js", "board.css"].map((name) => readFile(join(out, name))));
const [script, style] = bytes.map((file) => gzipSync(file, { level: 9 }).length);
console.log(`board.js ${script} + board.css ${style} = ${script + style} bytes gzipped`);
