/** The worker of a search in a shared page. Its first message is search.wasm, packed. */
import { type Packed, unpack } from "../embedded/embedded";
import type { FromSearchWorker, SearchRequest } from "../embedded/page_types";
import { SearchModule } from "./search_module";

/** The members of a worker's global scope that are used here. */
interface SearchWorkerScope {
  onmessage: ((event: MessageEvent<SearchRequest | Packed>) => void) | null;
  postMessage(message: FromSearchWorker): void;
}

const scope = self as unknown as SearchWorkerScope;
let search: Promise<SearchModule> | undefined;

const alive = () => scope.postMessage({ alive: true });

scope.onmessage = async ({ data }) => {
  let unable = true;
  try {
    search ??= unpack(data as Packed).then(
      async (bytes) => new SearchModule(await WebAssembly.compile(bytes), alive),
    );
    const module = await search;
    unable = false;
    if (typeof data !== "string" && "do" in data) scope.postMessage({ answer: module.answer(data) });
  } catch (error) {
    scope.postMessage({ failed: String(error), unable });
  }
};
