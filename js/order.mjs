// Puts the functions, classes and methods of a bundle into an order in which it zips well. Where they stand means
// nothing to those who run them: they do nothing before they are called. What is alike comes to stand near each other.
import { gzipSync } from "node:zlib";
import { parse } from "acorn";

const TRIES = 2000;

/** The code in an order that zips better. The same code gives the same order. */
export function ordered(code) {
  const { movable, classes, rest } = taken(code);
  const written = (parts) =>
    parts.map((part) => part.before + part.methods.join("") + part.after).join("") + rest;
  const size = (parts) => gzipSync(written(parts), { level: 9 }).length;
  const random = generator();
  let parts = movable;
  let least = size(parts);
  for (let i = 0; i < TRIES; i++) {
    const one = random(3) ? null : classes[random(classes.length)];
    const before = one?.methods ?? parts;
    const after = [...before];
    const some = after.splice(random(after.length), 1 + random(3));
    after.splice(random(after.length + 1), 0, ...some);
    if (one) one.methods = after;
    else parts = after;
    const now = size(parts);
    if (now <= least) least = now;
    else if (one) one.methods = before;
    else parts = before;
  }
  return written(parts);
}

/** What can stand anywhere, each class with its methods by themselves; and the rest, whose order counts. */
function taken(code) {
  const movable = [];
  const rest = [];
  const text = ({ start, end }) => code.slice(start, end);
  const whole = (words) => ({ before: words, methods: [], after: "" });
  for (const node of parse(code, { ecmaVersion: "latest", sourceType: "module" }).body) {
    if (node.type === "FunctionDeclaration") movable.push(whole(text(node)));
    else if (node.type === "ClassDeclaration") movable.push(split(node, "", ""));
    else if (node.type !== "VariableDeclaration") rest.push(closed(node));
    else
      for (const one of node.declarations) {
        const { init } = one;
        const begin = `${node.kind} `;
        if (init?.type === "ClassExpression")
          movable.push(split(init, begin + code.slice(one.start, init.start), ";"));
        else if (init?.type === "ArrowFunctionExpression") movable.push(whole(`${begin}${text(one)};`));
        else rest.push(`${begin}${text(one)};`);
      }
  }
  return { movable, classes: movable.filter(({ methods }) => methods.length > 2), rest: rest.join("") };

  function closed(node) {
    return text(node).replace(/;?$/, ";");
  }

  function split(node, before, after) {
    const { superClass, body } = node;
    const isMethod = ({ type, kind }) => type === "MethodDefinition" && kind !== "constructor";
    const isRun = (member) => member.static || member.computed || member.type === "StaticBlock";
    if (superClass || body.body.some(isRun)) throw new Error("this class does something before it is used");
    const fields = body.body.filter((member) => !isMethod(member));
    return {
      before: `${before}${code.slice(node.start, body.start)}{${fields.map(closed).join("")}`,
      methods: body.body.filter(isMethod).map((member) => text(member)),
      after: `}${after}`,
    };
  }
}

/** Numbers below n, the same ones each time. */
function generator() {
  let seed = 1;
  return (n) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * n);
  };
}
