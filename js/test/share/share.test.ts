import { GifReader } from "omggif";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bundleParts } from "../../src/parts/part_loader";
import type { FilmFrame, Snapshot } from "../../src/protocol/types";
import share from "../../src/share/share";
import { STEP } from "../lesson_scene";
import { board, find, has, key, mounts, press } from "../mount";
import { midgame, ui } from "../samples";

// jsdom has no compression
vi.mock("../../src/protocol/game_link", async (original) => ({
  ...(await original<object>()),
  encodeLink: async () => "#game=1.x",
}));

mounts();
beforeEach(() => {
  bundleParts({ share });
  // jsdom has no dialogs
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event("close"));
    },
  });
});

const played = { ...midgame().history, length: 3, at: 3 };
ui["ui.share.failed"] = "{detail}";
ui["ui.share.copied.file"] = "{done} Only where the file is.";
const frame: FilmFrame = {
  ...{ turn: "W", step: "move", starving: [], last: null, marks: null, position: "" },
  feeding: { now: [], starved: [] },
  pieces: [["A1", "B", 1, 1, 3, 1]],
};
const statusOf = (el: HTMLElement) => find(el, ".adaptoid-sharing [role=status]").textContent;
const off = (el: HTMLElement, kind: string) =>
  find(el, `[data-share=${kind}]`).getAttribute("aria-disabled") === "true";

function saves(): string[] {
  const names: string[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

/** Waits long, because a busy machine may be slow. */
const eventually = (check: () => void) => vi.waitFor(check, 30_000);

class BrokenImage {
  onerror?: () => void;
  set src(_: string) {
    queueMicrotask(() => this.onerror?.());
  }
}

/** `load` lets the next picture load; its pixels differ from those of the pictures before. */
function drawsFilms(): { names: string[]; blobs: Blob[]; texts: string[]; load(): Promise<void> } {
  const names = saves();
  const blobs: Blob[] = [];
  const texts: string[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (blob: Blob) => blobs.push(blob) && "blob:x" }));
  let loaded = 0;
  const images: SlowImage[] = [];
  class SlowImage {
    onload?: () => void;
    set src(url: string) {
      texts.push(decodeURIComponent(url));
      images.push(this);
    }
  }
  vi.stubGlobal("Image", SlowImage);
  const load = async () => {
    await eventually(() => expect(images.length).toBe(loaded + 1));
    images[loaded++]?.onload?.();
  };
  const getImageData = (_x: number, _y: number, width: number, height: number) => ({
    data: new Uint8ClampedArray(width * height * 4).fill(texts.length),
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(
    () => ({ fillRect() {}, drawImage() {}, getImageData }) as never,
  );
  return { names, blobs, texts, load };
}

function bytesOf(blob: Blob | undefined): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob as Blob);
  });
}

describe("the share menu", () => {
  it("can be operated with keys and opens on its first entry", () => {
    const { el } = board();
    press(el, "[data-do=share]");
    const menu = find<HTMLDialogElement>(el, ".adaptoid-sharing");
    expect(menu.open).toBe(true);
    expect(find(el, "[data-do=share]").getAttribute("aria-expanded")).toBe("true");
    expect([...menu.querySelectorAll("[role=menu] button")].map((b) => b.getAttribute("role"))).toEqual(
      Array(12).fill("menuitem"),
    );
    expect(document.activeElement).toBe(find(el, "[data-share=position]"));
    key(el, "[data-share=position]", "ArrowUp");
    expect(document.activeElement).toBe(find(el, "[data-share=lesson]"));
    key(el, "[data-share=lesson]", "ArrowDown");
    expect(document.activeElement).toBe(find(el, "[data-share=position]"));
    menu.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(menu.open).toBe(false);
    expect(find(el, "[data-do=share]").getAttribute("aria-expanded")).toBe("false");
  });

  it("closes at Escape, which nothing else hears", () => {
    const { el } = board();
    press(el, "[data-cell=E3]");
    press(el, "[data-do=share]");
    const menu = find<HTMLDialogElement>(el, ".adaptoid-sharing");
    const listener = vi.fn();
    document.addEventListener("keydown", listener);
    // what a browser does, unless a handler prevents it
    if (
      key(el, "[data-share=position]", "Escape") &&
      menu.dispatchEvent(new Event("cancel", { cancelable: true }))
    )
      menu.close();
    document.removeEventListener("keydown", listener);
    expect(menu.open).toBe(false);
    expect(find(el, "[data-do=share]").getAttribute("aria-expanded")).toBe("false");
    expect(listener).not.toHaveBeenCalled();
    expect(has(el, "[data-mark=chosen]")).toBe(true);
  });

  it("begins with the link if a page is known, else with entries that need none", async () => {
    const order = (el: HTMLElement) =>
      [...el.querySelectorAll<HTMLElement>("[data-share]")].map((entry) => entry.dataset.share);
    const main = (el: HTMLElement) => find(el, ".adaptoid-sharing .adaptoid-primary").dataset.share;
    const { model, el } = board();
    press(el, "[data-do=share]");
    model.answer({ ok: true, record: "adaptoid-record 1\n", address: "" });
    await eventually(() => expect(off(el, "game")).toBe(false));
    expect([order(el)[0], main(el)]).toEqual(["link", "html"]);
    // outside a notebook nobody can say in Python which page opens a game
    expect(find(el, "[data-share=link]").hidden).toBe(true);
    Object.assign(model, { widget_manager: {} });
    model.show(midgame({ rev: 8 }));
    expect(find(el, "[data-share=link]").hidden).toBe(false);
    expect(find(el, "[data-share=link]").textContent).toBe("ui.share.link.needs");
    model.show(midgame({ rev: 9 }));
    model.answer({ ok: true, record: "adaptoid-record 1\n", address: "https://example.org/game.html" });
    await eventually(() => expect(order(el)[0]).toBe("link"));
    expect([main(el), find(el, "[data-share=link]").textContent]).toEqual(["link", "ui.share.link"]);
    const page = board();
    page.model.starting = false;
    press(page.el, "[data-do=share]");
    expect([order(page.el)[0], main(page.el)]).toEqual(["link", "link"]);
  });

  it("copies at once, and shows the text where the browser refuses", async () => {
    const copied: string[] = [];
    let refuses = false;
    const writeText = async (content: string) => {
      if (refuses) throw new DOMException("no", "NotAllowedError");
      copied.push(content);
    };
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText } }));
    const { model, el } = board();
    press(el, "[data-do=share]");
    press(el, "[data-share=game]");
    expect([model.last.kind, off(el, "game"), copied]).toEqual(["record", true, []]);
    model.answer({ ok: true, record: "adaptoid-record 1\n", address: "" });
    await eventually(() => expect(off(el, "game")).toBe(false));
    press(el, "[data-share=game]");
    press(el, "[data-share=position]");
    await eventually(() => expect(statusOf(el)).toBe("ui.share.copied"));
    expect(find(el, "[data-copied]").textContent).toBe("✓ ui.share.copied");
    expect(find(el, "[data-copied]").dataset.share).toBe("position");
    expect(copied).toEqual(["adaptoid-record 1\n", model.get("snapshot").position]);
    // no address of a page is known
    press(el, "[data-share=link]");
    expect(statusOf(el)).toBe("ui.share.no-address");
    refuses = true;
    press(el, "[data-share=game]");
    await eventually(() => expect(statusOf(el)).toBe("ui.share.refused"));
    const field = find<HTMLTextAreaElement>(el, ".adaptoid-sharing textarea");
    expect([field.hidden, field.value]).toEqual([false, "adaptoid-record 1\n"]);
  });

  it.each(["copied", "refused"])("a link to a page on disk has its note, %s or not", async (what) => {
    const writeText = async () => {
      if (what === "refused") throw new DOMException("no", "NotAllowedError");
    };
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText } }));
    const { model, el } = board();
    press(el, "[data-do=share]");
    model.answer({ ok: true, record: "adaptoid-record 1\n", address: "file:///a/game.html" });
    await eventually(() => expect(off(el, "link")).toBe(false));
    press(el, "[data-share=link]");
    await eventually(() => expect(statusOf(el)).toBe(`ui.share.${what} Only where the file is.`));
  });

  it("opens a file that is dropped on the board, and says what was wrong with it", async () => {
    const { model, el } = board();
    const file = new File(["adaptoid-record 1"], "game.txt");
    const drop = Object.assign(new Event("drop", { bubbles: true, cancelable: true }), {
      dataTransfer: { files: [file], getData: () => "" },
    });
    find(el, ".adaptoid-board").dispatchEvent(drop);
    expect(drop.defaultPrevented).toBe(true);
    await eventually(() => expect(model.last).toMatchObject({ kind: "open", text: "adaptoid-record 1" }));
    model.answer({ ok: false, text: "This is no game." });
    expect(statusOf(el)).toBe("This is no game.");
    find(el, ".adaptoid-board").dispatchEvent(
      Object.assign(new Event("drop", { bubbles: true }), {
        dataTransfer: { files: [{ size: 2_000_000 }], getData: () => "" },
      }),
    );
    expect(statusOf(el)).toBe("ui.share.large");
    const lastRequest = model.last;
    const latin = new File(["adaptoid-record 1\nWhite: K", new Uint8Array([0xe4]), "the\n"], "club.txt");
    find(el, ".adaptoid-board").dispatchEvent(
      Object.assign(new Event("drop", { bubbles: true }), {
        dataTransfer: { files: [latin], getData: () => "" },
      }),
    );
    await eventually(() => expect(statusOf(el)).toBe("ui.unread"));
    expect(model.last).toBe(lastRequest);
  });

  it("opens files in UTF-16, with a byte order mark or without, of either byte order", async () => {
    const { model, el } = board();
    for (const [mark, low, high] of [
      ["\ufeff", 0, 1],
      ["\ufeff", 1, 0],
      ["", 0, 1],
      ["", 1, 0],
    ] as const) {
      const content = `adaptoid-record 1\r\nEvent: Käthe ${low}${mark.length}\r\n`;
      const bytes = [...`${mark}${content}`].flatMap((sign) => {
        const code = sign.charCodeAt(0);
        const pair = [code & 255, code >> 8];
        return [pair[low] as number, pair[high] as number];
      });
      find(el, ".adaptoid-board").dispatchEvent(
        Object.assign(new Event("drop", { bubbles: true }), {
          dataTransfer: { files: [new File([new Uint8Array(bytes)], "game.txt")], getData: () => "" },
        }),
      );
      await eventually(() => expect(model.last).toMatchObject({ kind: "open", text: content }));
      model.answer({ ok: true });
    }
  });

  it("sends Python only the beginning of a file that is not text, and only the game of a saved page", async () => {
    const { model, el } = board();
    const record = 'adaptoid-record 1\nEvent: "A" < B\n';
    const settings = JSON.stringify({ kind: "game", game: { record } }).replaceAll("<", "\\u003c");
    const page = (script: string) => `<!doctype html>\n<html><body>${script}</body></html>`;
    const saved = page(`<script type="application/json" id="adaptoid-config">${settings}</script>`);
    const noise = "\ufffdPNG adaptoid\n".repeat(50);
    for (const [pasted, expected] of [
      [noise, noise.slice(0, 9)],
      ["adaptoid-record 1\n\0", "adaptoid-"],
      ["once upon a time ".repeat(50), "once upon"],
      [page("adaptoid"), "<"],
      [saved, record],
      ["Event: Club\n\n1 D2+L\n", "Event: Club\n\n1 D2+L\n"],
      // between brackets, with signs of full width, with invisible signs
      ["<https://a.org/#adaptoid_b_0,0_W:D2_B:D6>", "<https://a.org/#adaptoid_b_0,0_W:D2_B:D6>"],
      ["\uff41\uff44\uff41\uff50\uff54oid w", "\uff41\uff44\uff41\uff50\uff54oid w"],
      ["ad\u200bap\u00adtoid w", "ad\u200bap\u00adtoid w"],
    ] as const) {
      const paste = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
        clipboardData: { files: [], getData: () => pasted },
      });
      find(el, ".adaptoid-board").dispatchEvent(paste);
      await eventually(() => expect(model.last).toMatchObject({ kind: "open", text: expected }));
      model.answer({ ok: false, text: "no" });
    }
  });

  it("says at once that a picture is being drawn, and then that it is copied", async () => {
    const { el } = board();
    press(el, "[data-do=share]");
    const { load } = drawsFilms();
    vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((callback) => callback(new Blob()));
    vi.stubGlobal(
      "ClipboardItem",
      class {
        constructor(readonly items: Record<string, Promise<Blob>>) {}
      },
    );
    const write = async ([item]: { items: Record<string, Promise<Blob>> }[]) => {
      await item?.items["image/png"];
    };
    vi.stubGlobal("navigator", { clipboard: { write } });
    press(el, "[data-share=picture]");
    expect(statusOf(el)).toBe("ui.share.busy");
    await load();
    await eventually(() => expect(statusOf(el)).toBe("ui.share.copied"));
  });

  it("says that the clipboard has no text", async () => {
    const { model, el } = board();
    press(el, "[data-do=share]");
    vi.stubGlobal("navigator", { clipboard: { readText: async () => "" } });
    press(el, "[data-share=paste]");
    await eventually(() => expect(statusOf(el)).toBe("ui.share.empty"));
    expect(model.last).not.toMatchObject({ kind: "open" });
  });

  it("opens a text that is pasted on the board", async () => {
    const { model, el } = board();
    const paste = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
      clipboardData: { files: [], getData: () => "adaptoid w 0,0 W:D2 B:D6" },
    });
    find(el, ".adaptoid-board").dispatchEvent(paste);
    await eventually(() =>
      expect(model.last).toMatchObject({ kind: "open", text: "adaptoid w 0,0 W:D2 B:D6" }),
    );
  });

  it("names the file of a game after its players", async () => {
    const names = saves();
    const levels = [
      ["W", 0],
      ["B", 3],
    ] as Snapshot["levels"]; // prettier-ignore
    for (const players of [{ W: " Ann Lee", B: "level 3" }, { B: "level 3" }, {}]) {
      const { model, el } = board({ levels, players });
      press(el, "[data-do=share]");
      model.answer({ ok: true, record: "adaptoid-record 1\n", address: "" });
      await eventually(() => expect(off(el, "text")).toBe(false));
      press(el, "[data-share=text]");
    }
    const nameless = `adaptoid-${ui["ui.W"]}-level-3.txt`;
    expect(names).toEqual(["adaptoid-Ann-Lee-level-3.txt", nameless, "adaptoid-game.txt"]);
  });

  it("has no film before the first turn, of a very long game, or of a lesson", () => {
    const { model, el } = board({ history: { ...played, length: 0, at: 0 } });
    press(el, "[data-do=share]");
    expect(find(el, "[data-share=gif]").hidden).toBe(false);
    expect(off(el, "gif")).toBe(true);
    press(el, "[data-share=gif]");
    expect(model.sent.map(({ kind }) => kind)).toEqual(["record"]);
    model.show(midgame({ history: { ...played, length: 1001 } }));
    press(el, "[data-share=gif]");
    expect(statusOf(el)).toBe("ui.share.long");
    model.show(midgame({ history: played, lesson: STEP }));
    expect(find(el, "[data-share=gif]").hidden).toBe(true);
    expect(model.sent.map(({ kind }) => kind)).not.toContain("film");
  });

  it("requests the frames in parts of the same line", async () => {
    const { model, el } = board({ history: played });
    press(el, "[data-do=share]");
    press(el, "[data-share=gif]");
    expect(model.last).toMatchObject({ kind: "film", from: 0, to: 50 });
    expect([off(el, "gif"), statusOf(el)]).toEqual([false, "ui.share.busy"]);
    model.answer({ ok: true, node: 51, frames: Array.from({ length: 50 }, () => frame) });
    await eventually(() => expect(model.last).toMatchObject({ kind: "film", from: 50, to: 100, node: 51 }));
  });

  it("draws each turn, and saves the film", async () => {
    const { names, blobs, load } = drawsFilms();
    const { model, el } = board({ history: played });
    const label = () => find(el, "[data-share=gif]").textContent;
    press(el, "[data-do=share]");
    press(el, "[data-share=gif]");
    model.answer({ ok: true, node: 3, frames: [frame, frame, frame, frame] });
    await load();
    await load();
    await eventually(() => expect(label()).toBe("ui.share.gif\u200250 %"));
    await load();
    await load();
    await eventually(() => expect(names).toEqual(["adaptoid.gif"]));
    expect([label(), statusOf(el)]).toEqual(["ui.share.gif", "ui.share.saved"]);
    const film = new GifReader(await bytesOf(blobs[0]));
    const delays = Array.from({ length: film.numFrames() }, (_, i) => film.frameInfo(i).delay);
    expect([film.width, film.height, delays]).toEqual([480, 428, [100, 100, 100, 300]]);
  });

  it("draws the frames without changing the board", async () => {
    const { texts, load } = drawsFilms();
    const { model, el } = board({ history: played });
    press(el, "[data-cell=E3]");
    press(el, "[data-do=share]");
    press(el, "[data-share=gif]");
    const before = find(el, ".adaptoid-board").innerHTML;
    const starving = { ...frame, starving: ["A1"] };
    model.answer({ ok: true, node: 1, frames: [frame, starving] });
    await load();
    await load();
    const [first = "", second = ""] = texts;
    // only the second frame has a mark on A1
    expect(second.length).toBeGreaterThan(first.length);
    expect(before).toContain('data-mark="reach"');
    expect(find(el, ".adaptoid-board").innerHTML).toBe(before);
    expect(has(el, ".adaptoid-svg ~ .adaptoid-svg")).toBe(false);
  });

  it("says as text why there is no film", async () => {
    const { model, el } = board({ history: played });
    press(el, "[data-do=share]");
    press(el, "[data-share=gif]");
    model.answer({ ok: false, text: "<b>The lesson comes first.</b>" });
    await eventually(() => expect(statusOf(el)).toBe("<b>The lesson comes first.</b>"));
    // no image can be loaded here
    press(el, "[data-share=gif]");
    vi.stubGlobal("Image", BrokenImage);
    model.answer({ ok: true, node: 1, frames: [frame, frame] });
    await eventually(() => expect(statusOf(el)).toContain("the browser cannot read the picture"));
    expect(off(el, "gif")).toBe(false);
  });

  it("makes the film that was requested last, also after Python was silent", async () => {
    const { names, texts, load } = drawsFilms();
    const { model, el } = board({ history: played });
    press(el, "[data-do=share]");
    press(el, "[data-share=gif]");
    const { id } = model.last;
    press(el, "[data-share=gif]");
    vi.advanceTimersByTime(4000);
    expect(statusOf(el)).toBe("Python does not answer.");
    model.emit("msg:custom", { type: "reply", id, rev: 7, ok: true, node: 1, frames: [frame] });
    model.answer({ ok: true, node: 1, frames: [frame, frame] });
    await load();
    expect(statusOf(el)).toBe("ui.share.busy");
    await load();
    await eventually(() => expect(names).toEqual(["adaptoid.gif"]));
    expect([statusOf(el), texts.length]).toEqual(["ui.share.saved", 2]);
  });

  it("saves an SVG without interactive attributes and does not change the board", () => {
    const names = saves();
    let text = "";
    vi.stubGlobal(
      "Blob",
      class {
        constructor([part]: string[]) {
          text = part ?? "";
        }
      },
    );
    const { el } = board();
    press(el, "[data-cell=E3]");
    const before = find(el, ".adaptoid-board").innerHTML;
    expect(before).toContain('data-mark="reach"');
    press(el, "[data-do=share]");
    press(el, "[data-share=svg]");
    expect(statusOf(el)).toBe("ui.share.saved");
    expect(names).toEqual([expect.stringMatching(/^adaptoid-\d+\.svg$/)]);
    expect(text).toMatch(/^<svg/);
    expect(text).not.toMatch(/ (class|style|role="grid|data-|aria-|tabindex|on\w+)=/);
    expect(find(el, ".adaptoid-board").innerHTML).toBe(before);
    const marks = new DOMParser().parseFromString(text, "image/svg+xml");
    expect(marks.querySelector("parsererror")).toBeNull();
  });

  it("stops a film when its view is closed", async () => {
    const { names, texts, load } = drawsFilms();
    const { model, el, end } = board({ history: played });
    press(el, "[data-do=share]");
    press(el, "[data-share=gif]");
    model.answer({ ok: true, node: 1, frames: [frame, frame] });
    await load();
    await eventually(() => expect(texts).toHaveLength(2));
    end();
    await load();
    await vi.advanceTimersByTimeAsync(1000);
    expect(names).toEqual([]);
  });
});
