/** Nodes that show what stands in some HTML: texts, tables and lists, without attributes that could do anything. */

/** The elements that are kept. */
const KEPT = new Set(
  (
    "b big blockquote br caption code col colgroup dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li ol p pre s " +
    "samp small span strong sub sup table tbody td tfoot th thead tr u ul var"
  ).split(" "),
);
/** The elements that are left out with all that is in them. */
const DROPPED = new Set(
  "script style template title iframe object embed svg math noscript textarea select".split(" "),
);
const NUMBERS = ["colspan", "rowspan"];
const TAG = /<[a-z][\w-]*\s(?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
/** Deeper elements are left out. */
const DEPTH = 40;

/** The nodes, made anew. The text is read in a document of its own, where nothing runs and nothing is loaded. */
export function plainNodes(text: string): Node[] {
  const { body } = new DOMParser().parseFromString(text.replace(TAG, bareTag), "text/html");
  return copies(body, 0);
}

/** A tag with its numbers alone. The policy of the page would stop and report other attributes, though nothing comes of them. */
function bareTag(tag: string): string {
  const numbers = tag.match(/\s(?:colspan|rowspan)\s*=\s*["']?\d+["']?/gi) ?? [];
  return `${/^<[\w-]+/.exec(tag)?.[0] ?? ""}${numbers.join("")}>`;
}

function copies(parent: Node, depth: number): Node[] {
  return [...parent.childNodes].flatMap((node) => copy(node, depth));
}

function copy(node: Node, depth: number): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? "")];
  if (!(node.nodeType === Node.ELEMENT_NODE) || depth > DEPTH) return [];
  const element = node as Element;
  const name = element.localName;
  if (DROPPED.has(name)) return [];
  const inside = copies(element, depth + 1);
  if (!KEPT.has(name)) return inside;
  const made = document.createElement(name);
  for (const attribute of NUMBERS) {
    const number = Number(element.getAttribute(attribute));
    if (number > 1 && number < 1000) made.setAttribute(attribute, String(Math.floor(number)));
  }
  made.append(...inside);
  return [made];
}
