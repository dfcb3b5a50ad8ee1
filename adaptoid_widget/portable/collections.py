# The part of collections that cells use, for MicroPython, whose module lacks Counter. Dicts keep their order.
import ucollections

OrderedDict = ucollections.OrderedDict
deque = ucollections.deque
namedtuple = ucollections.namedtuple


class defaultdict(OrderedDict):
    def __init__(self, default_factory=None, *content, **named):
        super().__init__()
        self.default_factory = default_factory
        for mapping in content + (named,):
            self.update(mapping)

    def __getitem__(self, key):
        if key not in self:
            if self.default_factory is None:
                raise KeyError(key)
            self[key] = self.default_factory()
        return super().__getitem__(key)

    def update(self, content):
        for key, value in _pairs(content):
            self[key] = value

    def copy(self):
        return defaultdict(self.default_factory, self)

    def __repr__(self):
        return "defaultdict(%r, %s)" % (self.default_factory, _shown(self))


class Counter(OrderedDict):
    def __init__(self, counted=None, **named):
        super().__init__()
        self.update(counted)
        self.update(named)

    def __getitem__(self, key):
        return super().__getitem__(key) if key in self else 0

    def update(self, counted=None, **named):
        self._count(counted, 1)
        self._count(named, 1)

    def subtract(self, counted=None, **named):
        self._count(counted, -1)
        self._count(named, -1)

    def _count(self, counted, sign):
        if counted is None:
            return
        if hasattr(counted, "keys"):
            for key in counted.keys():
                self[key] = self[key] + sign * counted[key]
        else:
            for key in counted:
                self[key] = self[key] + sign

    def most_common(self, n=None):
        order = sorted(
            [(-self[key], number, key) for number, key in enumerate(self.keys())], key=lambda row: row[:2]
        )
        return [(key, -count) for count, _, key in order[: len(order) if n is None else n]]

    def total(self):
        return sum(self.values())

    def elements(self):
        for key in list(self.keys()):
            for _ in range(self[key]):
                yield key

    def copy(self):
        return Counter(self)

    def _joined(self, other, join):
        out = Counter()
        for key in list(self.keys()) + [key for key in other.keys() if key not in self]:
            count = join(self[key], other[key] if key in other else 0)
            if count > 0:
                out[key] = count
        return out

    def __add__(self, other):
        return self._joined(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._joined(other, lambda a, b: a - b)

    def __and__(self, other):
        return self._joined(other, min)

    def __or__(self, other):
        return self._joined(other, max)

    def __repr__(self):
        inner = ", ".join(["%r: %r" % row for row in self.most_common()])
        return "Counter({%s})" % inner if inner else "Counter()"


def _pairs(content):
    return [(key, content[key]) for key in content.keys()] if hasattr(content, "keys") else content


def _shown(content):
    return "{%s}" % ", ".join(["%r: %r" % (key, content[key]) for key in content.keys()])
