/** Makes a page with the present game from the page itself. */

import { encode } from "../embedded/embedded";
import type { PageConfig } from "../embedded/page_types";
import type { LinkedGame } from "../protocol/game_link";

/** A number for a text, in eight hexadecimal digits (FNV-1a). */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

/** The file of a page that begins with `game`, made of `page`, which changes. `picture` is the SVG that is shown without scripts, `words` says the same. */
export function savedPage(
  page: HTMLElement,
  config: PageConfig,
  game: LinkedGame,
  { picture, words, position }: { picture: string; words: string; position: string },
): string {
  const settings = { ...config, game, board: `p${hashOf(JSON.stringify(game))}` };
  const write = (selector: string, text: string) => {
    const element = page.querySelector(selector);
    if (element) element.textContent = text;
  };
  // nothing in it ends the script element
  write("#adaptoid-config", JSON.stringify(settings).replaceAll("<", "\\u003c"));
  write("#adaptoid-still figcaption", words);
  write("#adaptoid-position", position);
  page.querySelector("#adaptoid-position-line")?.removeAttribute("hidden");
  const image = `data:image/svg+xml,${picture.replace(/[%#"\n]/g, encodeURIComponent)}`;
  page.querySelector("#adaptoid-still img")?.setAttribute("src", image);
  return `<!doctype html>\n${page.outerHTML}\n`;
}

/** This page as it was loaded. `source` is the document up to its script, below which stand the licences. */
export function ownPage(source: HTMLElement): HTMLElement {
  const page = source.cloneNode(true) as HTMLElement;
  const comments = [...document.body.childNodes].filter((node) => node instanceof Comment);
  page.querySelector("body")?.append(...comments.map((node) => node.cloneNode()));
  return page;
}

async function fetchFile(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

/** The shared page at an address, with its settings. Its scripts do not run. It gets the parts that are in files beside it. */
export async function fetchPage(address: string): Promise<[page: HTMLElement, config: PageConfig]> {
  const text = await (await fetchFile(address)).text();
  // outside of a document, since a document would try to apply its style, which the policy of this page forbids
  const page = document.createElement("html");
  page.innerHTML = text;
  page.lang = /<html lang="([\w-]+)"/.exec(text)?.[1] ?? "";
  const parts = [...page.querySelectorAll<HTMLElement>("[data-src]")];
  await Promise.all(
    parts.map(async (part) => {
      const file = new URL(part.dataset.src ?? "", new URL(address, location.href));
      part.textContent = encode(new Uint8Array(await (await fetchFile(file.href)).arrayBuffer()));
      part.removeAttribute("data-src");
    }),
  );
  const settings = page.querySelector("#adaptoid-config")?.textContent ?? "";
  return [page, JSON.parse(settings) as PageConfig];
}
