"""Finds boxes that overlap, are cut, or stick out of the board."""

from __future__ import annotations

FAULTS = """(selector) => {
  const root = document.querySelector(selector ?? ".adaptoid-widget");
  const frame = root.getBoundingClientRect();
  const wrong = [];
  const name = (one) => {
    const what = one.dataset.do ?? one.dataset.grow ?? one.dataset.lesson ?? one.getAttribute("class") ?? "";
    return `${one.tagName.toLowerCase()} ${what} "${(one.textContent || one.title || "").trim().slice(0, 30)}"`;
  };
  const within = (one, selector) => root.contains(one.closest(selector));
  // only screen readers get these
  const spoken = (one) => {
    for (let each = one; each !== root; each = each.parentElement)
      if (getComputedStyle(each).clipPath !== "none") return true;
    return false;
  };
  const shown = [...root.querySelectorAll("*")].filter((one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !spoken(one));

  // what lies over the board, the legend or the list on purpose
  const LAYERS = `dialog, [popover]:not(.adaptoid-widget), .adaptoid-pens, .adaptoid-growth-menu,
    .adaptoid-more-menu, .adaptoid-remark`;
  const layer = (one) => one.closest(LAYERS);
  // -- what is larger than its box, or outside the board or the window
  // the tail of a reason leads out of it, a tick leans out of the button of a step, a comment hangs under its turn, the
  // buttons of a sheet stick at its end, the pens lie over the legend, a graph is higher than it, a bar hangs under
  // the board, the legend leaves out its last
  // entries, and a row of a table counts its turned headings
  const TIED = `.adaptoid-reason, .adaptoid-lesson-step, li:has(> .adaptoid-lesson-step), .adaptoid-turn,
    .adaptoid-turn-comment, .adaptoid-players-form, .adaptoid-below:has(> .adaptoid-pens, .adaptoid-graph),
    .adaptoid-frame:has(.adaptoid-graph), .adaptoid-board[data-bar], .adaptoid-key, tr`;
  for (const one of shown) {
    if (!(one instanceof HTMLElement) || !one.offsetParent) continue;
    const { overflowX, overflowY, display } = getComputedStyle(one);
    if (display === "inline") continue;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = one;
    const tied = one.matches(TIED);
    // the name of a button or a colour, the last turn of a graph and the bar of a score may lean into a gap
    const leans = one.matches(`.adaptoid-view-row > .adaptoid-button, .adaptoid-side-name, .adaptoid-graph,
      :has(.adaptoid-graph)`) ? 4 : one.matches(":has(.adaptoid-share-bar)") ? 18 : 1;
    // a long name has an ellipsis
    if (getComputedStyle(one).textOverflow === "ellipsis") continue;
    if (!tied && !/auto|scroll/.test(overflowX) && clientWidth && scrollWidth > clientWidth + leans)
      wrong.push(`${name(one)}: ${scrollWidth} wide in ${clientWidth}`);
    if (!tied && !/auto|scroll/.test(overflowY) && clientHeight && scrollHeight > clientHeight + 6)
      wrong.push(`${name(one)}: ${scrollHeight} high in ${clientHeight}`);
    const [least, most] = layer(one) ? [0, innerWidth] : [frame.left, frame.right];
    const { left, right, width } = one.getBoundingClientRect();
    if (width && (left < least - 1 || right > most + 1)) wrong.push(`${name(one)}: outside`);
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is wider than its window");

  // -- controls that are cut, and controls and texts that overlap
  const CONTROLS = "button, a[href], input, select, textarea, summary, [role=slider], [data-grow]";
  const isText = (one) => one instanceof HTMLElement && [...one.childNodes].some((node) =>
    node.nodeType === Node.TEXT_NODE && node.data.trim());
  const place = (one) => {
    if (one.matches(CONTROLS)) return one.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const isStuck = (one) => {
    for (let at = one; root.contains(at); at = at.parentElement)
      if (getComputedStyle(at).position === "sticky") return true;
    return false;
  };
  const boxes = [];
  for (const one of shown) {
    const isControl = one.matches(CONTROLS);
    if (!isControl && (!isText(one) || within(one, CONTROLS))) continue;
    const box = place(one);
    let { left, right, top, bottom } = box;
    for (let at = isControl ? one.parentElement : one; root.contains(at); at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const cut = at.getBoundingClientRect();
      if (overflowX !== "visible") [left, right] = [Math.max(left, cut.left), Math.min(right, cut.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, cut.top), Math.min(bottom, cut.bottom)];
      const [x, y] = [/auto|scroll/.test(overflowX), /auto|scroll/.test(overflowY)];
      if (isControl && (!x && box.right > cut.right + 2 && overflowX !== "visible"
          || !y && box.bottom > cut.bottom + 2 && overflowY !== "visible")) wrong.push(`${name(one)}: cut`);
    }
    if (right - left > 1 && bottom - top > 1)
      boxes.push({ one, left, right, top, bottom, layer: layer(one), isStuck: isStuck(one) });
  }
  for (const [at, a] of boxes.entries())
    for (const b of boxes.slice(at + 1)) {
      // what is scrolled goes under what sticks
      if (a.layer !== b.layer || a.isStuck !== b.isStuck || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      // a card, all of which is a button
      const card = a.one.closest(".adaptoid-best-turns > *");
      if (card && card === b.one.closest(".adaptoid-best-turns > *")) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 2 && height > 2) wrong.push(`${name(a.one)} overlaps ${name(b.one)} by ${[width, height]}`);
    }
  return wrong;
}"""
"""What is wrong with the boxes of an element, by default of the first board, as a list of texts."""

BROKEN_WORDS = r"""() => {
  const broken = [];
  const texts = document.createTreeWalker(document.querySelector(".adaptoid-widget"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!(parentElement instanceof HTMLElement) || parentElement.closest("textarea, select")) continue;
    if (!parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    for (const { 0: word, index } of data.matchAll(/\p{Script=Latin}{2,}/gu)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top)));
      if (lines.size > 1) broken.push(`"${word}" is broken`);
    }
  }
  return broken;
}"""
"""The words of the first board that go on in another line, without those in fields."""
