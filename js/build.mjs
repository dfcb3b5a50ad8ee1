// Builds the front end into adaptoid_widget/static: `node build.mjs [--dev]`.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";

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
const css =
  paletteCss(JSON.parse(await readFile(data, "utf8"))) +
  (await readFile(join(here, "src/board.css"), "utf8"));
const sheet = await transform(css, { loader: "css", minify: !dev });
await writeFile(join(out, "board.css"), sheet.code);

const entries = { board: join(here, "src/widget.ts") };
if (existsSync(join(here, "src/page.ts"))) entries.page = join(here, "src/page.ts");
await build({
  entryPoints: entries,
  outdir: out,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: !dev,
  sourcemap: dev ? "inline" : false,
  legalComments: "none",
  logLevel: "warning",
});

const files = ["board.js", "board.css"];
const bytes = await Promise.all(files.map((name) => readFile(join(out, name))));
const zipped = gzipSync(Buffer.concat(bytes), { level: 9 }).length;
console.log(`board.js + board.css: ${bytes.reduce((n, b) => n + b.length, 0)} bytes, ${zipped} gzipped`);
