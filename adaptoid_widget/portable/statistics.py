# The part of statistics that cells use, for MicroPython, which has none.
import math


class StatisticsError(ValueError):
    pass


def _list(data, least=1):
    values = list(data)
    if len(values) < least:
        raise StatisticsError("at least %s data point%s" % (("one", "") if least == 1 else ("two", "s")))
    return values


def mean(data):
    values = _list(data)
    total = sum(values)
    whole = total // len(values) if isinstance(total, int) else None
    return whole if whole is not None and whole * len(values) == total else total / len(values)


def fmean(data):
    values = _list(data)
    return sum(values) / len(values)


def median(data):
    values = sorted(_list(data))
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def median_low(data):
    values = sorted(_list(data))
    return values[(len(values) - 1) // 2]


def median_high(data):
    values = sorted(_list(data))
    return values[len(values) // 2]


def multimode(data):
    values, counts, order = list(data), {}, []
    for value in values:
        if value not in counts:
            counts[value] = 0
            order.append(value)
        counts[value] += 1
    most = max(counts.values()) if counts else 0
    return [value for value in order if counts[value] == most]


def mode(data):
    return multimode(_list(data))[0]


def pvariance(data, mu=None):
    values = _list(data)
    middle = sum(values) / len(values) if mu is None else mu
    return sum([(value - middle) ** 2 for value in values]) / len(values)


def variance(data, xbar=None):
    values = _list(data, 2)
    return pvariance(values, xbar) * len(values) / (len(values) - 1)


def pstdev(data, mu=None):
    return math.sqrt(pvariance(data, mu))


def stdev(data, xbar=None):
    return math.sqrt(variance(data, xbar))


def quantiles(data, *, n=4, method="exclusive"):
    values = sorted(_list(data, 2))
    out = []
    for k in range(1, n):
        span = len(values) + 1 if method == "exclusive" else len(values) - 1
        j, rest = divmod(k * span, n)
        if method == "exclusive":
            j = 1 if j < 1 else len(values) - 1 if j > len(values) - 1 else j
            rest = k * span - j * n
            out.append((values[j - 1] * (n - rest) + values[j] * rest) / n)
        else:
            out.append((values[j] * (n - rest) + values[min(j + 1, len(values) - 1)] * rest) / n)
    return out
