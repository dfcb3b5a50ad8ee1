import { hookIntoNotebook } from "./notebook/hooks";
import type { Model } from "./protocol/model";
import { initialize, render } from "./widget";

interface Host {
  model: Model;
  /** Since anywidget 0.11. */
  signal?: AbortSignal;
}

// the only export: if a module also exports `render` by name, anywidget takes only that and never initializes
export default { initialize: (host: Host) => initialize(host, hookIntoNotebook), render };
