/** The worker of a page. It runs Python or a search, as its first message says. */
import type { PythonMessage, SearchMessage } from "../embedded/page_types";
import { startPython } from "./micropython";
import { PythonWorker } from "./python_worker";
import { handleSearch } from "./search_worker";

/** The members of a worker's global scope that are used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<PythonMessage | SearchMessage>) => void) | null;
  postMessage(message: unknown): void;
}

const scope = self as unknown as WorkerScope;
const post = (message: unknown) => scope.postMessage(message);
const python = new PythonWorker(startPython, post);

scope.onmessage = ({ data }) => {
  if ("do" in data || "search" in data) void handleSearch(data, post);
  else python.receive(data);
};
