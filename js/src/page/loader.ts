/** The one script that stands in a shared page as it is: unpacks the board's own, or says why it cannot. */
import { part, unpackText } from "./parts";
import { reason, tell } from "./trouble";
import type { Told } from "./wire";

const NEEDED = ["WebAssembly", "Worker", "DecompressionStream"];

async function load(): Promise<void> {
  const { words } = JSON.parse(part("adaptoid-told")) as Told;
  const missing = NEEDED.filter((name) => !(name in globalThis));
  if (missing.length) {
    tell(words.old, missing.join(", "));
    return;
  }
  try {
    const board = JSON.parse(await unpackText(part("adaptoid-board"))) as { script: string; style: string };
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(board.style);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const script = document.createElement("script");
    script.addEventListener("error", () => tell(words.broken));
    script.src = URL.createObjectURL(new Blob([board.script], { type: "text/javascript" }));
    document.head.append(script);
  } catch (error) {
    tell(words.broken, reason(error));
  }
}

void load();
