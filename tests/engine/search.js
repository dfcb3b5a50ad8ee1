// Searches positions with search.wasm as a host does that knows the module only by its functions. A classic script, for Node and
// for a page. All numbers are texts, since JSON's have 53 bits. Returns, for each depth, nodes, order, scores and bounds.
const [COLUMNS, TURN, NODES, STOPPED] = [15, 4n, 0, 2];

function searchPosition(module, { state, grows, context, near, work, workCells, entries, order, depths, lines }) {
  const { exports } = new WebAssembly.Instance(module);
  let end = exports.memory.buffer.byteLength;
  const arrays = [];
  const made = (cells) => {
    const array = { at: end, cells };
    end += cells * 8;
    arrays.push(array);
    return array;
  };
  const n = order.length;
  const sizes = { near: near.length, block: 32, work: workCells, table: 2 * entries, stop: 1, order: n, scores: n, bounds: n };
  const memory = {};
  for (const [name, cells] of Object.entries(sizes)) memory[name] = made(cells);
  memory.rows = made(n * COLUMNS);
  exports.memory.grow(Math.ceil((end - exports.memory.buffer.byteLength) / 65536));
  const view = (name) => new BigInt64Array(exports.memory.buffer, memory[name].at, memory[name].cells);
  view("near").set(near.map(BigInt));
  view("work").set(work.map(BigInt));
  const passed = (name) => [BigInt(memory[name].at), BigInt(memory[name].cells)];
  const rows = [BigInt(memory.rows.at), BigInt(n), BigInt(COLUMNS)];
  const call = (name, ...integers) => {
    view("block").set(integers);
    exports[name](memory.block.at);
    return Number(view("block")[0]);
  };
  const [board, players, limit, switches, prey] = context.map(BigInt);
  const rules = [board, BigInt(memory.near.at), players, limit, switches, prey];
  const listed = call("list_turns", ...state.map(BigInt), BigInt(grows), ...rules, ...passed("work"), ...rows);
  if (listed !== n) throw new Error(`${listed} turns, not ${n}`);
  view("order").set(order.map(BigInt));
  const out = [];
  for (let depth = 1n; depth <= depths; depth++) {
    view("work")[STOPPED] = 0n;
    call(
      "search_root", ...rows, ...passed("order"), ...passed("scores"), ...passed("bounds"), 0n, BigInt(n),
      depth * TURN, BigInt(lines), ...rules, ...passed("work"), ...passed("table"), ...passed("stop"),
    ); // prettier-ignore
    const [scores, bounds] = [Array.from(view("scores"), Number), Array.from(view("bounds"), Number)];
    const sorted = Array.from(view("order"), Number).sort((a, b) => scores[b] - scores[a] || bounds[a] - bounds[b]);
    view("order").set(sorted.map(BigInt));
    out.push([Number(view("work")[NODES]), sorted, scores, bounds]);
  }
  return out;
}

globalThis.searchPositions = (bytes, positions) => {
  const module = new WebAssembly.Module(bytes);
  return positions.map((position) => searchPosition(module, position));
};
