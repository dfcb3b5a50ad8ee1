// A minified bundle in the form in which it zips best: which letter each name has, and in which order functions, classes
// and methods stand. Neither means anything to those who run it. What was found by `npm run tune` is kept in packing.json;
// what is not in there, since the source has changed, is named and stands as it comes.
import { gzipSync } from "node:zlib";
import { parse } from "acorn";
import { analyze } from "eslint-scope";

/** Private members begin with it, until they have a letter too. */
const PRIVATE = "$_";
const LETTERS = [..."etnrisaolcdupmhfgvbyxwkjzqTSEARLOCINDPMFBHUVGWKXYQJZ_$"];
const PAIRS = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
const NAMES = [...LETTERS, ...PAIRS.filter((name) => !/^(as|do|if|in|is|of)$/.test(name))];
const options = { ecmaVersion: 2022, sourceType: "module" };

/** The code with plain members for private ones: their sign, which has done its work, is one more letter each time. */
export function withoutSigns(code) {
  let bare = "";
  let at = 0;
  walk(parse(code, options), ({ type, name, start, end }) => {
    if (type !== "PrivateIdentifier") return;
    const gap = /\w/.test(code[start - 1]) ? " " : "";
    bare += code.slice(at, start) + gap + PRIVATE + name;
    at = end;
  });
  return bare + code.slice(at);
}

export class Bundle {
  #code;
  #names;
  /** Where names stand, in order. */
  #places = [];
  #movable = [];
  #rest = [];

  constructor(code, packing = {}) {
    this.#code = code;
    const tree = parse(code, { ...options, ranges: true });
    const scopes = analyze(tree, options);
    this.#names = [...variables(scopes), ...privates(tree)];
    this.#place(tree);
    this.#split(tree);
    this.#name(packing.names ?? {});
    for (const [list, key] of this.lists()) sort(list, packing.order?.[key] ?? "");
  }

  get code() {
    const write = (piece) =>
      this.#written(piece) + piece.methods.map((one) => this.#written(one)).join("") + piece.after;
    return [...this.#movable, ...this.#rest].map(write).join("");
  }

  get size() {
    return gzipSync(this.code, { level: 9 }).length;
  }

  get names() {
    return this.#names;
  }

  /** What may stand in any order, with the name of where that is. */
  lists() {
    return [[this.#movable, ""], ...this.#movable.map(({ key, methods }) => [methods, key])];
  }

  rename(name, to) {
    name.to = to;
    for (const piece of name.pieces) piece.text = null;
  }

  /** What is to be kept. */
  packing() {
    const lists = this.lists().filter(([list]) => list.length > 1);
    const names = {};
    for (const { within, key, to } of this.#names)
      names[within] = `${names[within] ?? ""} ${key} ${to}`.trim();
    return {
      order: Object.fromEntries(lists.map(([list, key]) => [key, list.map((piece) => piece.key).join(" ")])),
      names,
    };
  }

  /** Gives each name a letter or two: the kept one, if nothing speaks against it, else the first that is free. */
  #name(kept) {
    const free = (name, to) => !name.taken.has(to) && !name.foes.some((foe) => foe.to === to);
    const letters = new Map();
    for (const [within, words] of Object.entries(kept))
      for (const [, key, to] of words.matchAll(/(\S+) (\S+)/g)) letters.set(`${within} ${key}`, to);
    for (const name of this.#names) {
      const to = letters.get(`${name.within} ${name.key}`);
      if (to && free(name, to)) name.to = to;
    }
    const outside = this.#names
      .filter(({ isOutside }) => isOutside)
      .sort((a, b) => b.used.length - a.used.length);
    for (const name of [...this.#names.filter(({ isOutside }) => !isOutside), ...outside])
      name.to ??= NAMES.find((to) => free(name, to));
  }

  #place(tree) {
    const short = new Map();
    const around = new Map();
    walk(tree, (node, above) => {
      if (node.type === "Identifier") around.set(node, above);
      if (node.type === "Property" && node.shorthand)
        short.set(node.value.type === "AssignmentPattern" ? node.value.left : node.value, node.key.name);
    });
    const keys = new Map();
    for (const name of this.#names) {
      const above = name.isOutside ? [] : around.get(name.used[0]).map((node) => (node.id ?? node.key)?.name);
      const [within = "", ...inner] = above.filter(Boolean);
      const key = [...inner, name.name].join(".");
      const known = (keys.get(`${within} ${key}`) ?? 0) + 1;
      keys.set(`${within} ${key}`, known);
      name.within = within;
      name.key = known > 1 ? `${key}:${known}` : key;
      for (const node of name.used) this.#places.push({ ...node, of: name, short: short.get(node) });
    }
    this.#places.sort((a, b) => a.start - b.start);
  }

  /** What can stand anywhere, each class with its methods by themselves; and the rest, whose order counts. */
  #split(tree) {
    const piece = ({ start, end }, key = "", before = "", after = "") => {
      const one = { key, before, after, parts: [[start, end]], methods: [], text: null };
      for (const { of } of this.#within(start, end)) of.pieces.add(one);
      return one;
    };
    const closing = ({ end }) => (this.#code[end - 1] === ";" ? "" : ";");
    const split = (node, key, { start }, before, after) => {
      const { body, superClass } = node;
      const isMethod = ({ type, kind }) => type === "MethodDefinition" && kind !== "constructor";
      const isRun = (member) => member.static || member.computed || member.type === "StaticBlock";
      if (superClass || body.body.some(isRun)) throw new Error(`${key} does something before it is used`);
      const one = piece({ start, end: node.end }, key, before, `}${after}`);
      one.parts = [[start, body.start + 1]];
      for (const member of body.body)
        if (isMethod(member)) one.methods.push(piece(member, `${member.kind[0]}.${member.key.name}`));
        else
          one.parts.push([
            member.start,
            member.end,
            member.type === "MethodDefinition" ? "" : closing(member),
          ]);
      return one;
    };
    for (const node of tree.body)
      if (node.type === "FunctionDeclaration") this.#movable.push(piece(node, node.id.name));
      else if (node.type === "ClassDeclaration") this.#movable.push(split(node, node.id.name, node, "", ""));
      else if (node.type !== "VariableDeclaration") this.#rest.push(piece(node, "", "", closing(node)));
      else
        for (const one of node.declarations) {
          const { init, id } = one;
          const begin = `${node.kind} `;
          if (init?.type === "ClassExpression") this.#movable.push(split(init, id.name, one, begin, ";"));
          else if (init?.type === "ArrowFunctionExpression")
            this.#movable.push(piece(one, id.name, begin, ";"));
          else this.#rest.push(piece(one, "", begin, ";"));
        }
  }

  #written(piece) {
    piece.text ??= piece.before + piece.parts.map((part) => this.#text(...part)).join("");
    return piece.text;
  }

  #text(start, end, after = "") {
    let text = "";
    let at = start;
    for (const place of this.#within(start, end)) {
      const { to } = place.of;
      text +=
        this.#code.slice(at, place.start) + (place.short && place.short !== to ? `${place.short}:` : "") + to;
      at = place.end;
    }
    return text + this.#code.slice(at, end) + after;
  }

  #within(start, end) {
    const first = (at) => {
      let [low, high] = [0, this.#places.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.#places[middle].start < at) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    return this.#places.slice(first(start), first(end));
  }
}

function variables(scopes) {
  const globals = new Set(scopes.globalScope.through.map(({ identifier }) => identifier.name));
  const known = new Map();
  const all = [];
  const inScope = new Map();
  for (const scope of scopes.scopes)
    for (const { defs, name, identifiers, references } of scope.variables) {
      if (!defs.length) continue;
      // a class has its name within it once more
      let one = identifiers.map((node) => known.get(node)).find(Boolean);
      if (!one) {
        one = named(name, globals, scope.type === "module");
        all.push(one);
      }
      const reached = new Set([scope]);
      for (const { from } of references) for (let at = from; at !== scope; at = at.upper) reached.add(at);
      for (const at of reached) inScope.set(at, (inScope.get(at) ?? new Set()).add(one));
      for (const node of [...identifiers, ...references.map(({ identifier }) => identifier)])
        if (!known.has(node)) {
          known.set(node, one);
          one.used.push(node);
        }
    }
  for (const together of inScope.values()) oppose(together);
  return all;
}

function privates(tree) {
  const all = [];
  walk(tree, ({ type, body }) => {
    if (type !== "ClassBody") return;
    const own = new Map();
    const open = new Set(body.map(({ key }) => key?.name));
    for (const member of body)
      walk(member, (node) => {
        if (node.type !== "Identifier" || !node.name.startsWith(PRIVATE)) return;
        if (!own.has(node.name)) own.set(node.name, named(node.name, open));
        own.get(node.name).used.push(node);
      });
    oppose(own.values());
    all.push(...own.values());
  });
  return all;
}

/** One that may be called whatever is not taken, and not what its foes are called. */
function named(name, taken, isOutside = false) {
  return {
    name,
    taken,
    isOutside,
    within: "",
    key: "",
    to: undefined,
    used: [],
    foes: [],
    pieces: new Set(),
  };
}

/** Names that are seen in the same place cannot be alike. */
function oppose(names) {
  const all = [...names];
  for (const name of all) name.foes = [...new Set([...name.foes, ...all])].filter((foe) => foe !== name);
}

/** In the kept order; what is new comes after what it stood after. */
function sort(list, kept) {
  const known = new Map(kept.split(" ").map((key, i) => [key, i]));
  const places = new Map();
  let last = 0;
  for (const piece of list) {
    last = known.get(piece.key) ?? last;
    places.set(piece, last);
  }
  list.sort((a, b) => places.get(a) - places.get(b));
}

function walk(node, see, above = []) {
  see(node, above);
  const inside = [...above, node];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === "string") walk(child, see, inside);
}
