/** Copies texts, also where the page has no clipboard. */

import { html } from "./elements";

/**
 * Copies a text. Plain http has no clipboard, and a frame may be forbidden to write to it: there, the older command copies what
 * is selected in a field, which stands in `parent` for this time. Rejects if that fails, too.
 */
export async function copyText(content: string, parent: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(content);
  } catch {
    const active = document.activeElement as HTMLElement | null;
    const field = html("textarea", { readonly: true, "aria-hidden": "true" });
    field.value = content;
    field.style.cssText = "position:fixed;top:0;opacity:0";
    parent.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    active?.focus();
    if (!isCopied) throw new Error("not copied");
  }
}
