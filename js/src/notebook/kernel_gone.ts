import { addStyle, html, on, set } from "../dom/elements";
import { createTranslator } from "../i18n/messages";
import type { NotebookContext } from "../parts/contract";
import style from "./kernel_gone.css";
import { type KernelChange, managerOf } from "./outputs";

/*
 * A kernel that is restarted, shut down or changed has forgotten its boards, and never answers them again. A kernel that the
 * page has lost may come back.
 */

const FORGETS = /restarting|terminating|dead/;

/** Shows in all views of a board that its kernel is gone, and switches their controls off. */
export function showKernelGone({ model, signal }: Pick<NotebookContext, "model" | "signal">): void {
  const { context, kernel } = managerOf(model);
  const session = context?.sessionContext ?? kernel;
  const views = `.adaptoid-widget[data-board="${model.get("snapshot").board}"]`;
  let forgotten = false;
  let shown: AbortController | undefined;
  const show = (root: Element, until: AbortSignal) => {
    if (root.hasAttribute("data-gone")) return;
    const t = createTranslator(model.get("wording"));
    const note = html("div.gone", {}, html("p", { role: "alert" }, t("ui.silent")));
    set(root, { "data-gone": true });
    addStyle(note, style);
    root.querySelector(".adaptoid-board")?.append(note);
    const stop = (event: Event) => {
      if (event.type !== "keydown" || /^(Enter| )$/.test((event as KeyboardEvent).key)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    for (const type of ["click", "pointerdown", "keydown"])
      root.addEventListener(type, stop, { capture: true, signal: until });
    on(until, "abort", () => {
      note.remove();
      set(root, { "data-gone": null });
    });
  };
  const update = (gone: boolean) => {
    if (!gone) shown?.abort();
    if (gone === Boolean(shown)) return;
    shown = gone ? new AbortController() : undefined;
    if (!shown) return;
    const until = shown.signal;
    const look = () => {
      for (const root of document.querySelectorAll(views)) show(root, until);
    };
    // another view may be opened
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    on(until, "abort", () => observer.disconnect());
    look();
  };
  const forget = () => {
    forgotten = true;
    update(true);
  };
  const hearStatus = (_: unknown, status: string) => {
    if (FORGETS.test(status)) forget();
  };
  const hearKernel = (_: unknown, { oldValue, newValue }: KernelChange) => {
    if (oldValue && oldValue.id !== newValue?.id) forget();
  };
  const hearConnection = (_: unknown, status: string) => {
    if (status !== "connecting") update(forgotten || status === "disconnected");
  };
  session?.statusChanged?.connect(hearStatus);
  session?.kernelChanged?.connect(hearKernel);
  session?.connectionStatusChanged?.connect(hearConnection);
  on(signal, "abort", () => {
    session?.statusChanged?.disconnect(hearStatus);
    session?.kernelChanged?.disconnect(hearKernel);
    session?.connectionStatusChanged?.disconnect(hearConnection);
    update(false);
  });
}
