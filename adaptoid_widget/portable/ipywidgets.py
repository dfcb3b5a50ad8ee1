# The containers of ipywidgets, for the cells of a page: it shows what they hold one after another.


class Layout:
    def __init__(self, **style):
        pass


class _Widget:
    _is_shown = False

    def __setattr__(self, name, value):
        if self._is_shown:
            raise NotImplementedError(
                "a page does not change the %s that it has shown; display a new one" % type(self).__name__
            )
        super().__setattr__(name, value)


class HTML(_Widget):
    def __init__(self, value="", **style):
        self.value = value

    def _repr_html_(self):
        self._is_shown = True
        return self.value


class _Container(_Widget):
    def __init__(self, children=(), titles=(), **style):
        self.children = tuple(children)
        self.titles = tuple(titles)

    def get_title(self, index):
        return self.titles[index] if index < len(self.titles) else ""

    def set_title(self, index, title):
        titles = [self.get_title(number) for number in range(max(index + 1, len(self.titles)))]
        titles[index] = title
        self.titles = tuple(titles)

    def _ipython_display_(self):
        from IPython.display import display

        for number, child in enumerate(self.children):
            title = self.get_title(number).replace("&", "&amp;").replace("<", "&lt;")
            if title:
                display(HTML("<p><b>" + title + "</b></p>"))
            display(child)
        self._is_shown = True


class Accordion(_Container):
    pass


class HBox(_Container):
    pass


class Tab(_Container):
    pass


class VBox(_Container):
    pass
