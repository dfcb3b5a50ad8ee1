# itertools for MicroPython, whose module has only some of it.


def count(start=0, step=1):
    while True:
        yield start
        start += step


def cycle(values):
    kept = list(values)
    while kept:
        yield from kept


def repeat(value, times=None):
    while times is None or times > 0:
        yield value
        if times is not None:
            times -= 1


def accumulate(values, func=None, *, initial=None):
    total, begun = initial, initial is not None
    if begun:
        yield total
    for value in values:
        if begun:
            total = total + value if func is None else func(total, value)
        else:
            total, begun = value, True
        yield total


class chain:
    def __init__(self, *parts):
        self._values = _chained(parts)

    @staticmethod
    def from_iterable(parts):
        return _chained(parts)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._values)


def _chained(parts):
    for part in parts:
        yield from part


def islice(values, *bounds):
    start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (tuple(bounds) + (1,))[:3]
    start, step = start or 0, step or 1
    if stop is not None and stop <= 0:
        return
    number = 0
    for value in values:
        if number >= start and (number - start) % step == 0:
            yield value
        number += 1
        if stop is not None and number >= stop:
            return


def starmap(function, values):
    for arguments in values:
        yield function(*arguments)


def tee(values, n=2):
    kept = list(values)
    return tuple([iter(kept) for _ in range(n)])


def takewhile(test, values):
    for value in values:
        if not test(value):
            return
        yield value


def dropwhile(test, values):
    dropping = True
    for value in values:
        if dropping and test(value):
            continue
        dropping = False
        yield value


def filterfalse(test, values):
    for value in values:
        if not (value if test is None else test(value)):
            yield value


def compress(values, selectors):
    for value, chosen in zip(values, selectors):
        if chosen:
            yield value


def pairwise(values):
    first = True
    before = None
    for value in values:
        if not first:
            yield before, value
        first, before = False, value


def batched(values, n):
    batch = []
    for value in values:
        batch.append(value)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if batch:
        yield tuple(batch)


def groupby(values, key=None):
    group, name, begun = [], None, False
    for value in values:
        new = value if key is None else key(value)
        if begun and new != name:
            yield name, iter(group)
            group = []
        group.append(value)
        name, begun = new, True
    if begun:
        yield name, iter(group)


def zip_longest(*parts, fillvalue=None):
    iterators = [iter(part) for part in parts]
    ended = [False] * len(iterators)
    while True:
        row = []
        for k in range(len(iterators)):
            try:
                row.append(fillvalue if ended[k] else next(iterators[k]))
            except StopIteration:
                ended[k] = True
                row.append(fillvalue)
        if all(ended):
            return
        yield tuple(row)


def product(*parts, repeat=1):
    pools = [tuple(part) for part in parts] * repeat
    rows = [()]
    for pool in pools:
        rows = [row + (value,) for row in rows for value in pool]
    return iter(rows)


def permutations(values, r=None):
    pool = tuple(values)
    n = len(pool)
    r = n if r is None else r
    return _chosen(pool, r, (), lambda numbers: [k for k in range(n) if k not in numbers])


def combinations(values, r):
    pool = tuple(values)
    return _chosen(pool, r, (), lambda numbers: range(numbers[-1] + 1 if numbers else 0, len(pool)))


def combinations_with_replacement(values, r):
    pool = tuple(values)
    return _chosen(pool, r, (), lambda numbers: range(numbers[-1] if numbers else 0, len(pool)))


def _chosen(pool, r, numbers, following):
    if len(numbers) == r:
        yield tuple([pool[k] for k in numbers])
        return
    for k in following(numbers):
        yield from _chosen(pool, r, numbers + (k,), following)
