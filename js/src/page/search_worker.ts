/** The worker that searches for levels 4 to 10 in a shared page. Its first message is search.wasm, packed. */
import { unpack } from "./embedded";
import type { FromSearchWorker, SearchRequest } from "./messages";
import { SearchModule } from "./search_module";

/** The members of a worker's global scope that are used here. */
interface Scope {
  onmessage: ((event: MessageEvent<SearchRequest | string>) => void) | null;
  postMessage(message: FromSearchWorker): void;
}

const scope = self as unknown as Scope;
let search: Promise<SearchModule> | undefined;

scope.onmessage = async ({ data }) => {
  try {
    if (typeof data === "string")
      search = unpack(data).then(async (bytes) => new SearchModule(await WebAssembly.compile(bytes)));
    else if (search) scope.postMessage({ answer: (await search).answer(data) });
  } catch (error) {
    scope.postMessage({ failed: String(error) });
  }
};
