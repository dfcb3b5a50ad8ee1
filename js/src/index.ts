import { enter } from "./notebook/surroundings";
import type { Model } from "./protocol/types";
import { initialize, render } from "./widget";

// the only export: where a module also exports `render` by name, anywidget takes that alone and never initializes
export default { initialize: ({ model }: { model: Model }) => initialize({ model }, enter), render };
