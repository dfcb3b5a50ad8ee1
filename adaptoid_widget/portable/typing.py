# What `core` needs of typing, for MicroPython, which has none. Nothing here is ever checked: names only have to exist.
from ucollections import namedtuple

TYPE_CHECKING = False


class _Subscripted:
    def __getitem__(self, item):
        return self


Any = Callable = Dict = Generator = Iterable = Iterator = List = Literal = Mapping = Optional = Sequence = (
    Set
) = Tuple = Type = Union = _Subscripted()


def NamedTuple(name, fields):
    return namedtuple(name, [field[0] for field in fields])


def overload(function):
    return function
