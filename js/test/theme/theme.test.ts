import { afterEach, describe, expect, it, vi } from "vitest";
import { isDark, watchTheme } from "../../src/theme/theme";

/** A page of a host with an element for a board. */
function place(body: string, page: Record<string, string> = {}, inside = '<div id="board"></div>'): Element {
  document.body.outerHTML = body.replace("></body>", `>${inside}</body>`);
  for (const [name, value] of Object.entries(page)) document.documentElement.setAttribute(name, value);
  return document.querySelector("#board") as Element;
}

afterEach(() => {
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  vi.unstubAllGlobals();
});

describe("a board is dark", () => {
  it.each([
    ["JupyterLab", '<body data-jp-theme-light="false"></body>', {}, true],
    ["JupyterLab by day", '<body class="dark" data-jp-theme-light="true"></body>', {}, false],
    ["marimo", '<body class="dark dark-theme" data-theme="dark"></body>', {}, true],
    ["marimo by day", '<body class="light light-theme" data-theme="light"></body>', {}, false],
    ["Colab", "<body></body>", { theme: "dark" }, true],
    ["Colab by day", "<body></body>", { theme: "light" }, false],
    ["VS Code", '<body class="vscode-dark" data-vscode-theme-kind="vscode-dark"></body>', {}, true],
    ["VS Code by day", '<body data-vscode-theme-kind="vscode-light"></body>', {}, false],
    ["VS Code, contrast", '<body data-vscode-theme-kind="vscode-high-contrast"></body>', {}, true],
    ["VS Code, light contrast", '<body class="vscode-high-contrast-light"></body>', {}, false],
    ["an unknown host, by what is seen", '<body style="background: #222"></body>', {}, true],
    ["an unknown bright host", '<body style="background: #fff"></body>', {}, false],
  ])("in %s", (_, body, page, dark) => {
    expect(isDark(place(body, page as Record<string, string>))).toBe(dark);
  });

  it("in VS Code only where the background is dark, because it puts widgets on white", () => {
    const panel = (color: string) => `<div style="background-color: ${color}"><div id="board"></div></div>`;
    const body = '<body class="vscode-dark" data-vscode-theme-kind="vscode-dark"></body>';
    expect(isDark(place(body, {}, panel("white")))).toBe(false);
    expect(isDark(place(body, {}, panel("transparent")))).toBe(true);
    expect(isDark(place(body, {}, panel("rgba(255, 255, 255, 0.1)")))).toBe(true);
  });

  it("in a shadow root too", () => {
    const host = place('<body style="background: rgb(20, 20, 30)"></body>');
    const board = document.createElement("div");
    host.attachShadow({ mode: "open" }).append(board);
    expect(isDark(board)).toBe(true);
  });

  it("if the host is unknown and its text is light: a page without colours is white on a dark system too", () => {
    const { style } = document.documentElement;
    style.color = "white";
    expect(isDark(place("<body></body>"))).toBe(true);
    style.color = "black";
    expect(isDark(place("<body></body>"))).toBe(false);
    style.color = "";
  });
});

describe("watching the theme", () => {
  it("reports the theme at once, on each change and when the board is inserted, until it ends", async () => {
    let placed = () => {};
    const disconnected = vi.fn();
    vi.stubGlobal(
      "ResizeObserver",
      class {
        disconnect = disconnected;
        constructor(tell: () => void) {
          placed = tell;
        }
        observe() {}
      },
    );
    const page = place(
      '<body class="vscode-dark"></body>',
      {},
      '<div id="board" style="background: #fff"></div>',
    );
    const themes: boolean[] = [];
    const board = document.createElement("div");
    const ended = new AbortController();
    watchTheme(board, (dark) => themes.push(dark), ended.signal);
    page.append(board);
    placed();
    expect(themes).toEqual([true, false]);
    document.documentElement.setAttribute("theme", "dark");
    await vi.waitFor(() => expect(themes).toEqual([true, false, false]));
    ended.abort();
    expect(disconnected).toHaveBeenCalledOnce();
    document.documentElement.setAttribute("theme", "light");
    await Promise.resolve();
    expect(themes).toHaveLength(3);
  });
});
