"""A minimal widget. It shows the share of JupyterLab, kernel and screen in a measurement."""

from __future__ import annotations

SHOW = '''import anywidget, traitlets
class Bare(anywidget.AnyWidget):
    n = traitlets.Int(0).tag(sync=True)
    _esm = """export default {render({model, el}) {
        const root = document.createElement("div"), button = document.createElement("button");
        root.className = "adaptoid-widget bare";
        button.className = "adaptoid-board";
        button.textContent = "click";
        button.setAttribute("data-rev", model.get("n"));
        button.setAttribute("data-link", "idle");
        button.onclick = () => model.send({});
        root.append(button);
        el.append(root);
        model.on("change:n", () => button.setAttribute("data-rev", model.get("n"))); }}"""
    def __init__(self):
        super().__init__()
        self.on_msg(self.count)
    def count(self, *_):
        self.n += 1
'''
"""A cell's source: the class `Bare`, a button that asks the kernel for the next number and shows it."""
