/** Whether the page around an element is dark: by what the host says, else by what can be seen. */
export function isDark(element: Element): boolean {
  const page = element.ownerDocument;
  const { body, documentElement: root } = page;
  const jupyter = body.dataset.jpThemeLight;
  if (jupyter) return jupyter === "false";
  const code = body.dataset.vscodeThemeKind ?? body.className;
  if (/vscode-(dark|high-contrast(?!-light))/.test(code)) return true;
  if (/vscode-(high-contrast-)?light/.test(code)) return false;
  const named = root.dataset.theme ?? body.dataset.theme ?? "";
  if (named === "dark" || /(^|\s)dark(-theme)?(\s|$)/.test(`${root.className} ${body.className}`))
    return true;
  if (named === "light") return false;
  return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ?? false;
}

/** Calls back at once and whenever the page changes its theme; gives a function that stops it. */
export function watchTheme(element: Element, apply: (dark: boolean) => void): () => void {
  const { body, documentElement } = element.ownerDocument;
  const look = () => apply(isDark(element));
  const observer = new MutationObserver(look);
  for (const node of [body, documentElement])
    observer.observe(node, {
      attributes: true,
      attributeFilter: ["class", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"],
    });
  const media = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
  media?.addEventListener("change", look);
  look();
  return () => {
    observer.disconnect();
    media?.removeEventListener("change", look);
  };
}
