import type { SearchRequest } from "../protocol/types";
import { SearchClient, type SearchListener } from "./search_client";

/** The searches that run at once on a page with many boards. Each has a worker, which takes a core and some megabytes. */
const MOST = 3;

/** The searches of a page with many boards. A search that finds no free worker waits for one; all searches end by themselves. */
export class SearchPool {
  readonly #make: () => SearchClient;
  readonly #free: SearchClient[] = [];
  #made = 0;
  readonly #waiting: ((client: SearchClient) => void)[] = [];

  constructor(...how: ConstructorParameters<typeof SearchClient>) {
    this.#make = () => new SearchClient(...how);
  }

  /** A search that asks a worker of the pool. */
  search(): PooledSearch {
    return new PooledSearch(this);
  }

  /** Calls back with a worker, at once or when one is free. Returns what cancels that. */
  take(begin: (client: SearchClient) => void): () => void {
    const free = this.#free.pop();
    if (free) begin(free);
    else if (this.#made < MOST) {
      this.#made++;
      begin(this.#make());
    } else this.#waiting.push(begin);
    return () => {
      const at = this.#waiting.indexOf(begin);
      if (at >= 0) this.#waiting.splice(at, 1);
    };
  }

  give(client: SearchClient): void {
    const next = this.#waiting.shift();
    if (next) next(client);
    else this.#free.push(client);
  }
}

/** One search after another, each with a worker from its first request to its end. */
class PooledSearch {
  readonly #pool: SearchPool;
  #client: SearchClient | undefined;
  #cancel = () => {};

  constructor(pool: SearchPool) {
    this.#pool = pool;
  }

  ask(request: SearchRequest, listener: SearchListener): void {
    if (this.#client) this.#client.ask(request, listener);
    else {
      this.#cancel();
      this.#cancel = this.#pool.take((client) => {
        this.#client = client;
        client.ask(request, listener);
      });
    }
  }

  /** Ends the search, or notes that it has ended. */
  stop(): void {
    this.#cancel();
    const client = this.#client;
    this.#client = undefined;
    if (!client) return;
    client.stop();
    this.#pool.give(client);
  }
}
