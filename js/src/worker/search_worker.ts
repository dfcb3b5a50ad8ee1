/** A search in the worker of a page. The first message is search.wasm, packed. */
import { unpack } from "../embedded/embedded";
import type { FromSearchWorker, SearchMessage } from "../embedded/page_types";
import { SearchModule } from "./search_module";

let search: Promise<SearchModule> | undefined;

export async function handleSearch(
  message: SearchMessage,
  post: (message: FromSearchWorker) => void,
): Promise<void> {
  let unable = true;
  try {
    if ("search" in message)
      search = unpack(message.search).then(
        async (bytes) => new SearchModule(await WebAssembly.compile(bytes), () => post({ alive: true })),
      );
    const module = await search;
    unable = false;
    if (module && "do" in message) post({ answer: module.answer(message) });
  } catch (error) {
    post({ failed: String(error), unable });
  }
}
