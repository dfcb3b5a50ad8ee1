import { onResize } from "../dom/elements";

/** Whether an element stands on a dark page: by what the host says, else by what can be seen. */
export function isDark(element: Element): boolean {
  const page = element.ownerDocument;
  const { body, documentElement: root } = page;
  const jupyter = body.dataset.jpThemeLight;
  if (jupyter) return jupyter === "false";
  const code = body.dataset.vscodeThemeKind ?? body.className;
  // VS Code puts widgets on white whatever its theme is; but there are people who take the white away
  if (/vscode-(dark|light|high-contrast)/.test(code))
    return isBehindDark(element) ?? /vscode-(dark|high-contrast(?!-light))/.test(code);
  // the last is Colab's, in the frame of each output
  const named = root.dataset.theme ?? body.dataset.theme ?? root.getAttribute("theme") ?? "";
  if (named === "dark" || /(^|\s)dark(-theme)?(\s|$)/.test(`${root.className} ${body.className}`))
    return true;
  if (named === "light") return false;
  return isBehindDark(element) ?? globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ?? false;
}

/** Whether the nearest colour behind an element is dark; null where there is none, or one that is not understood. */
function isBehindDark(element: Element): boolean | null {
  for (let at = around(element); at; at = around(at)) {
    const [rgb, ...parts] = getComputedStyle(at).backgroundColor.split(/[\s,()/]+/);
    const [red = NaN, green = NaN, blue = NaN, opaque = 1] = parts.filter(Boolean).map(Number);
    if (!rgb || rgb === "transparent" || opaque < 0.5) continue;
    const light = 0.299 * red + 0.587 * green + 0.114 * blue;
    return rgb.startsWith("rgb") && !Number.isNaN(light) ? light < 128 : null;
  }
  return null;
}

export function around(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Calls back at once and whenever the page changes its theme, until the signal aborts. */
export function watchTheme(element: Element, apply: (dark: boolean) => void, signal: AbortSignal): void {
  const { body, documentElement } = element.ownerDocument;
  const look = () => apply(isDark(element));
  const observer = new MutationObserver(look);
  for (const node of [body, documentElement])
    observer.observe(node, {
      attributes: true,
      attributeFilter: ["class", "theme", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"],
    });
  // what is behind it can be seen once it stands in the page
  onResize(element, look, signal);
  globalThis.matchMedia?.("(prefers-color-scheme: dark)").addEventListener("change", look, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
  look();
}
