import { on, onResize } from "../dom/elements";

/** Whether an element is on a dark page, by the settings of the host or else by the background. */
export function isDark(element: Element): boolean {
  const page = element.ownerDocument;
  const { body, documentElement: root } = page;
  const jupyter = body.dataset.jpThemeLight;
  if (jupyter) return jupyter === "false";
  const code = body.dataset.vscodeThemeKind ?? body.className;
  // VS Code puts widgets on white in any theme, but some users remove the white
  if (/vscode-(dark|light|high-contrast)/.test(code))
    return isBehindDark(element) ?? /vscode-(dark|high-contrast(?!-light))/.test(code);
  // the attribute `theme` is Colab's, in the frame of each output
  const theme = root.dataset.theme ?? body.dataset.theme ?? root.getAttribute("theme") ?? "";
  if (theme === "dark" || /(^|\s)dark(-theme)?(\s|$)/.test(`${root.className} ${body.className}`))
    return true;
  if (theme === "light") return false;
  // a page without colours is white, whatever the reader prefers, unless it says that it can be dark
  return isBehindDark(element) ?? isDarkColor(getComputedStyle(root).color) === false;
}

/** Whether the nearest background colour is dark; null if there is none or it cannot be read. */
function isBehindDark(element: Element): boolean | null {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const dark = isDarkColor(getComputedStyle(at).backgroundColor);
    if (dark !== undefined) return dark;
  }
  return null;
}

/** Whether a computed colour is dark; null if it cannot be read, undefined if it is transparent. */
function isDarkColor(color: string): boolean | null | undefined {
  const [rgb, ...values] = color.split(/[\s,()/]+/);
  const [red = NaN, green = NaN, blue = NaN, opaque = 1] = values.filter(Boolean).map(Number);
  if (!rgb || rgb === "transparent" || opaque < 0.5) return undefined;
  const light = 0.299 * red + 0.587 * green + 0.114 * blue;
  return rgb.startsWith("rgb") && !Number.isNaN(light) ? light < 128 : null;
}

/** The parent of an element, also beyond the edge of a shadow tree. */
export function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Calls back at once and whenever the page changes its theme, until the signal aborts. */
export function watchTheme(element: Element, apply: (dark: boolean) => void, signal: AbortSignal): void {
  const { body, documentElement } = element.ownerDocument;
  const update = () => apply(isDark(element));
  const observer = new MutationObserver(update);
  for (const node of [body, documentElement])
    observer.observe(node, {
      attributes: true,
      attributeFilter: ["class", "theme", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"],
    });
  // the background is known once the element is in the page
  onResize(element, update, signal);
  globalThis.matchMedia?.("(prefers-color-scheme: dark)").addEventListener("change", update, { signal });
  on(signal, "abort", () => observer.disconnect());
  update();
}
