import { describe, expect, it } from "vitest";
import type { FromSearchWorker, SearchMessage } from "../../src/embedded/page_types";
import type { SearchRequest } from "../../src/protocol/types";
import type { SearchWorkerLike } from "../../src/worker/search_client";
import { SearchPool } from "../../src/worker/search_pool";

const read: SearchRequest = { do: "read", entry: 2 };

/** A pool whose workers answer when the test says so. */
function fixture() {
  const asked: (() => void)[] = [];
  const state = { made: 0, ended: 0 };
  const make = (): SearchWorkerLike => {
    state.made++;
    let receive = (_: MessageEvent<FromSearchWorker>) => {};
    return {
      postMessage: (message: SearchMessage) => {
        const answer = { data: { answer: { cells: "1 2" } } } as MessageEvent<FromSearchWorker>;
        if ("do" in message) asked.push(() => receive(answer));
      },
      addEventListener: (type: string, handler: (event: never) => void) => {
        if (type === "message") receive = handler as typeof receive;
      },
      terminate: () => void state.ended++,
    };
  };
  const pool = new SearchPool(make, "");
  const heard: number[] = [];
  const searches = Array.from({ length: 5 }, () => pool.search());
  const ask = (number: number) =>
    searches[number]?.ask(read, { answered: () => heard.push(number), failed: () => heard.push(-number) });
  return { asked, ask, heard, searches, state };
}

describe("the searches of a page with many boards", () => {
  it("have few workers; the others wait until a search has ended", () => {
    const { asked, ask, heard, searches, state } = fixture();
    for (let number = 0; number < 5; number++) ask(number);
    expect([state.made, asked.length]).toEqual([3, 3]);
    asked[0]?.();
    // the search goes on with its worker
    ask(0);
    expect(asked.length).toBe(4);
    asked[3]?.();
    searches[0]?.stop();
    expect(asked.length).toBe(5);
    asked[4]?.();
    expect([heard, state]).toEqual([[0, 0, 3], { made: 3, ended: 0 }]);
  });

  it("are not begun if nobody needs them any more", () => {
    const { asked, ask, searches, state } = fixture();
    for (let number = 0; number < 4; number++) ask(number);
    searches[3]?.stop();
    // ends the request under way, with its worker
    searches[1]?.stop();
    ask(4);
    expect([asked.length, state.made, state.ended]).toEqual([4, 4, 1]);
  });
});
