// Builds the front end into adaptoid_widget/static: `node build.mjs [--dev]`.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";
import { readGlue, readWasm } from "./micropython.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../adaptoid_widget/static");
const dev = process.argv.includes("--dev");

// The live board and the printed picture read the same palettes, so that they cannot drift apart.
const palettes = JSON.parse(await readFile(join(here, "../adaptoid_widget/data/palettes.json"), "utf8"));
const isOfMaps = (role) => role.startsWith("map");
function colours(theme, isWanted) {
  const shorter = (value) => value.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");
  return Object.entries(palettes[theme])
    .filter(([role]) => isWanted(role))
    .map(([role, value]) => `--adaptoid-${role.replace(".", "-")}:${shorter(value)};`)
    .join("");
}
const onScreen = (isWanted) =>
  `.adaptoid-widget{${colours("light", isWanted)}}.adaptoid-widget[data-theme="dark"]{${colours("dark", isWanted)}}`;
const onPaper = (isWanted) =>
  `@media print{.adaptoid-widget[data-theme][lang]{${colours("print", isWanted)}}}`;
const isOfBoard = (role) => !isOfMaps(role);
const piecesCss = ["W", "B", "R"]
  .map((c) => {
    const roles = ["body", "line", "shade", "detail"].map(
      (r) => `--adaptoid-${r}:var(--adaptoid-${c}-${r});`,
    );
    return `.adaptoid-${c}{${roles.join("")}}`;
  })
  .join("");
// The colours that come with single style sheets, by their names.
// in a page of its own the theme is that of the browser; the script of the path sets it too
const onPath = (theme) =>
  `${colours(theme, isOfBoard)}--adaptoid-on-act:${theme === "dark" ? "#12211f" : "#fff"};`;
const pathCss = `.adaptoid-path{${onPath("light")}}[data-theme="dark"] .adaptoid-path{${onPath("dark")}}${piecesCss}`;
const coloursOf = {
  "path.css": pathCss,
  "maps.css": onScreen(isOfMaps) + onPaper(isOfMaps),
  "print.css": onPaper(isOfBoard),
};
const readSheet = async (path) => (coloursOf[basename(path)] ?? "") + (await readFile(path, "utf8"));

await mkdir(out, { recursive: true });
const names = [
  "theme/tokens.css",
  "board/board.css",
  "panels/panel.css",
  "history/history.css",
  "panels/view_tools.css",
];
async function shortened(css) {
  const { code } = await transform(css, { loader: "css", minify: !dev });
  // esbuild leaves the spaces in custom properties and in the conditions of containers
  return dev ? code : code.replaceAll(/((?:--|min-|max-)[\w-]+): /g, "$1:");
}
const sheets = await Promise.all(names.map((name) => readFile(join(here, "src", name), "utf8")));
const boardCss = await shortened([onScreen(isOfBoard), piecesCss, ...sheets].join("\n"));
await writeFile(join(out, "board.css"), boardCss);

const bundle = {
  outdir: out,
  bundle: true,
  target: "es2022",
  minify: !dev,
  sourcemap: dev ? "inline" : false,
  legalComments: "none",
  logLevel: "warning",
};
// A part that is loaded later contains its style sheet as a text. In a shared page, these texts are empty: its policy lets no
// script add a style sheet, so the sheet of the page contains those of its parts.
const sheetsAsTexts = (empty) => ({
  name: "style sheets as texts",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      return { contents: empty ? "" : await shortened(await readSheet(path)), loader: "text" };
    });
  },
});
const sheetsWithColours = {
  name: "style sheets with their colours",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => ({ contents: await readSheet(path), loader: "css" }));
  },
};
await build({
  ...bundle,
  entryPoints: {
    board: join(here, "src/index.ts"),
    parts: join(here, "src/all_parts.ts"),
    home: join(here, "src/notebook/home.ts"),
  },
  format: "esm",
  plugins: [sheetsAsTexts(false)],
});

// The scripts of a shared page stand in the page itself, and its worker is a classic worker. Neither can be a module.
const alone = { ...bundle, format: "iife" };
await build({
  ...alone,
  entryPoints: {
    "page-front": join(here, "src/page/front.ts"),
    "page-loader": join(here, "src/page/page_loader.ts"),
    "page-worker": join(here, "src/worker/worker.ts"),
    "page-index": join(here, "src/site/index.ts"),
    "page-missing": join(here, "src/site/missing.ts"),
    "page-service-worker": join(here, "src/site/service_worker.ts"),
  },
  plugins: [sheetsAsTexts(true)],
});
await build({
  ...alone,
  entryPoints: {
    "page-front": join(here, "src/page/front.css"),
    "page-style": join(here, "src/page/page.css"),
    "page-frame": join(here, "src/site/frame.css"),
    "page-article": join(here, "src/page/article.css"),
    "page-class": join(here, "src/class/class_page.css"),
    home: join(here, "src/notebook/home.css"),
    path: join(here, "src/course/path.css"),
  },
  plugins: [sheetsWithColours],
});

const scripts = ["board.js", "parts.js", "page-front.js", "page-loader.js", "page-worker.js"];
// A notebook imports this module once for each board. Modules of one version share the result of the first one, so a page has
// one script in memory and loads the parts once.
const version = createHash("sha256");
for (const name of scripts) version.update(await readFile(join(out, name)));
const built = await readFile(join(out, "board.js"), "utf8");
const [ending, local] = /export ?\{\s*([\w$]+) as default\s*\};?/.exec(built);
const body = built.replace(ending, "");
const shared = `globalThis.adaptoid_${version.digest("hex").slice(0, 8)}`;
await writeFile(join(out, "board.js"), `export default ${shared}??=(()=>{${body}\nreturn ${local}})()`);

const zip = (bytes) => gzipSync(bytes, { level: 9 });
await writeFile(join(out, "micropython.wasm.gz"), zip(await readWasm()));
const { code: glue } = await transform(await readGlue(), { minify: !dev });
await writeFile(join(out, "micropython.mjs.gz"), zip(glue));

// A board loads the first two at once, and its parts when one is needed.
const measured = ["board.js", "board.css", ...scripts.slice(1)];
for (const name of measured)
  console.log(`${name}: ${gzipSync(await readFile(join(out, name)), { level: 9 }).length} bytes gzipped`);

// The front end of pages with Python: its script and its style.
const textOf = (name) => readFile(join(out, name), "utf8");
const script = await textOf("page-front.js");
const front = { script, style: boardCss + (await textOf("page-front.css")) };
await writeFile(join(out, "page-front.json.gz"), zip(JSON.stringify(front)));
// only the file above is used
for (const name of ["page-front.js", "page-front.css"]) await rm(join(out, name));
