# The part of dataclasses that cells use, for MicroPython, which has none. It drops annotations, so the names of the
# fields are written into a class before it is compiled (core/cells/syntax_rewriting.py).
from adaptoid_widget.core.cells.cell_values import shown
from ucollections import OrderedDict

MISSING = object()


class FrozenInstanceError(AttributeError):
    pass


class Field:
    def __init__(self, name, default, default_factory, repr):
        self.name, self.default, self.default_factory, self.repr = name, default, default_factory, repr


def field(*, default=MISSING, default_factory=MISSING, repr=True):
    return Field("", default, default_factory, repr)


def dataclass(cls=None, *, order=False, frozen=False):
    if cls is None:
        return lambda cls: dataclass(cls, order=order, frozen=frozen)
    own = cls.__dict__
    found = [one for one in getattr(cls, "__dataclass_fields__", ())]
    for name in own.get("_cell_fields", "").split():
        given = own.get(name, MISSING)
        if not isinstance(given, Field):
            given = Field(name, given, MISSING, True)
        given.name = name
        places = [place for place in range(len(found)) if found[place].name == name]
        if places:
            found[places[0]] = given
        else:
            found.append(given)
    methods = _methods(cls.__name__, found, frozen)
    if order:
        for name, test in _ORDER.items():
            methods[name] = _ordering(test)
    methods = {name: methods[name] for name in methods if name not in own}
    methods["__dataclass_fields__"] = tuple(found)
    return type(cls.__name__, (cls,), methods)


def _methods(class_name, found, frozen):
    names = [one.name for one in found]

    def __init__(self, *values, **named):
        if len(values) > len(found):
            raise TypeError(
                "%s.__init__() takes %d positional arguments but %d were given"
                % (class_name, len(found) + 1, len(values) + 1)
            )
        for name in named:
            if name not in names or names.index(name) < len(values):
                raise TypeError("%s.__init__() got an unexpected keyword argument %r" % (class_name, name))
        missing = []
        for number, one in enumerate(found):
            if number < len(values):
                value = values[number]
            elif one.name in named:
                value = named[one.name]
            elif one.default_factory is not MISSING:
                value = one.default_factory()
            else:
                value = one.default
            if value is MISSING:
                missing.append(one.name)
            elif frozen:
                object.__setattr__(self, one.name, value)
            else:
                setattr(self, one.name, value)
        if missing:
            count = "%d required positional argument%s" % (len(missing), "s" if len(missing) > 1 else "")
            raise TypeError(
                "%s.__init__() missing %s: %s"
                % (class_name, count, " and ".join(["'%s'" % name for name in missing]))
            )
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    def __repr__(self):
        parts = [one.name + "=" + shown(getattr(self, one.name)) for one in found if one.repr]
        return "%s(%s)" % (class_name, ", ".join(parts))

    def __eq__(self, other):
        return type(self) is type(other) and astuple(self) == astuple(other)

    def __hash__(self):
        return hash(astuple(self))

    def __setattr__(self, name, value):
        raise FrozenInstanceError("cannot assign to field %r" % name)

    methods = {"__init__": __init__, "__repr__": __repr__, "__eq__": __eq__}
    if frozen:
        methods.update({"__hash__": __hash__, "__setattr__": __setattr__})
    return methods


_ORDER = {
    "__lt__": lambda a, b: a < b,
    "__le__": lambda a, b: a <= b,
    "__gt__": lambda a, b: a > b,
    "__ge__": lambda a, b: a >= b,
}


def _ordering(test):
    return lambda self, other: test(astuple(self), astuple(other))


def fields(instance):
    return instance.__dataclass_fields__


def astuple(instance):
    return tuple([getattr(instance, one.name) for one in fields(instance)])


def asdict(instance):
    return OrderedDict([(one.name, getattr(instance, one.name)) for one in fields(instance)])


def replace(instance, **changes):
    values = asdict(instance)
    values.update(changes)
    return type(instance)(**values)
