# The days of datetime, for the cells of a page. MicroPython's own shows them wrongly, and knows no local time.
from adaptoid_widget.core.cells.cell_host import cell_host
from adaptoid_widget.core.cells.cell_puzzles import date_text, ordinal

_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTHS = "January February March April May June July August September October November December".split()


class _Days:
    # what is compared by a number of days
    def __eq__(self, other):
        return isinstance(other, type(self)) and self._number == other._number

    def __lt__(self, other):
        return self._number < other._number

    def __le__(self, other):
        return self._number <= other._number

    def __gt__(self, other):
        return self._number > other._number

    def __ge__(self, other):
        return self._number >= other._number

    def __hash__(self):
        return hash(self._number)


class timedelta(_Days):
    def __init__(self, days=0, *, weeks=0):
        self.days = self._number = days + 7 * weeks

    def __neg__(self):
        return timedelta(-self.days)

    def __add__(self, other):
        return other + self if isinstance(other, date) else timedelta(self.days + other.days)

    def __sub__(self, other):
        return timedelta(self.days - other.days)

    def __mul__(self, count):
        return timedelta(self.days * count)

    __rmul__ = __mul__

    def __repr__(self):
        return "datetime.timedelta(%s)" % ("days=%d" % self.days if self.days else "0")

    def __str__(self):
        return (
            "%d day%s, 0:00:00" % (self.days, "" if abs(self.days) == 1 else "s") if self.days else "0:00:00"
        )


class date(_Days):
    def __init__(self, year, month, day):
        self._number = ordinal("%04d-%02d-%02d" % (year, month, day))
        self.year, self.month, self.day = year, month, day

    @classmethod
    def fromordinal(cls, number):
        return cls.fromisoformat(date_text(number))

    @classmethod
    def fromisoformat(cls, text):
        return cls(*[int(part) for part in text.split("-")])

    @classmethod
    def today(cls):
        return cls.fromordinal(cell_host().today)

    def toordinal(self):
        return self._number

    def weekday(self):
        return (self._number + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def replace(self, year=None, month=None, day=None):
        return date(year or self.year, month or self.month, day or self.day)

    def isoformat(self):
        return date_text(self._number)

    __str__ = isoformat

    def strftime(self, form):
        name, month = _DAYS[self.weekday()], _MONTHS[self.month - 1]
        first = date(self.year, 1, 1)._number
        parts = {
            "Y": "%04d" % self.year,
            "y": "%02d" % (self.year % 100),
            "m": "%02d" % self.month,
            "d": "%02d" % self.day,
            "j": "%03d" % (self._number - first + 1),
            "A": name,
            "a": name[:3],
            "B": month,
            "b": month[:3],
        }
        before, *others = form.replace("%%", "%\0").split("%")
        parts["\0"] = "%"
        return before + "".join([parts.get(other[:1], "%" + other[:1]) + other[1:] for other in others])

    def __format__(self, form):
        return self.strftime(form) if form else str(self)

    def __repr__(self):
        return "datetime.date(%d, %d, %d)" % (self.year, self.month, self.day)

    def __add__(self, other):
        return date.fromordinal(self._number + other.days)

    def __sub__(self, other):
        if isinstance(other, date):
            return timedelta(self._number - other._number)
        return date.fromordinal(self._number - other.days)
