// Looks for names and an order with which a bundle zips better: small changes, one after the other; the good ones stay.
const USUAL = [..."etnrisaolcdupmhfgvbyxwkjzq"];
const LETTERS = [...USUAL, ..."TSEARLOCINDPMFBHUVGWKXYQJZ_$"];
/** So many names at most change places with one another at once. */
const MOST = 40;

/** Goes on for so many seconds. */
export function tune(bundle, seconds) {
  const { names } = bundle;
  const often = names.flatMap((name) => Array(Math.min(6, 1 + Math.floor(name.used.length / 3))).fill(name));
  const lists = bundle.lists().flatMap(([list]) => (list.length > 2 ? [list] : []));
  const end = Date.now() + seconds * 1000;
  let least = bundle.size;
  for (let told = 0; Date.now() < end; ) {
    const undo = random(3) ? rename() : move(random(3) ? lists[0] : one(lists));
    if (!undo) continue;
    const size = bundle.size;
    if (size <= least) least = size;
    else undo();
    if (Date.now() < told + 30_000) continue;
    told = Date.now();
    console.log(`${least} bytes, ${Math.round((end - told) / 1000)} s left`);
  }

  function move(list) {
    const before = [...list];
    const some = list.splice(random(list.length), 1 + random(3));
    list.splice(random(list.length + 1), 0, ...some);
    return () => list.splice(0, list.length, ...before);
  }

  /** Another letter for a name; whoever has it and is in the way takes the old one, and so on. */
  function rename() {
    const name = one(often);
    const old = name.to;
    const to = random(2) && name.foes.length ? one(name.foes).to : one(random(2) ? USUAL : LETTERS);
    if (to === old) return null;
    const other = (one) => (one.to === old ? to : old);
    const chain = new Set([name]);
    for (const each of chain) {
      if (chain.size > MOST || each.taken.has(other(each))) return null;
      for (const foe of each.foes) if (foe.to === other(each)) chain.add(foe);
    }
    const swap = () => {
      for (const each of chain) bundle.rename(each, other(each));
    };
    swap();
    return swap;
  }
}

const random = (n) => Math.floor(Math.random() * n);
const one = (list) => list[random(list.length)];
