# random for MicroPython with the numbers of CPython: the same seed gives the same choices (MT19937).
import math
import time
from array import array

import urandom

_N = 624
_M = 397


class Random:
    def __init__(self, x=None):
        self.seed(x)

    def seed(self, a=None):
        if a is None:
            a = urandom.getrandbits(30) ^ int(time.time() * 1000)
        elif isinstance(a, float):
            a = hash(a)
        elif isinstance(a, (str, bytes, bytearray)):
            raise TypeError("in a page, a seed is a whole number, not a text")
        a = abs(a)
        key = []
        while a or not key:
            key.append(a & 0xFFFFFFFF)
            a >>= 32
        self._begin(key)
        self._gauss = None

    def _begin(self, key):
        state = [19650218]
        for i in range(1, _N):
            before = state[-1]
            state.append((1812433253 * (before ^ (before >> 30)) + i) & 0xFFFFFFFF)
        i, j = 1, 0
        for _ in range(max(_N, len(key))):
            before = state[i - 1]
            state[i] = ((state[i] ^ ((before ^ (before >> 30)) * 1664525)) + key[j] + j) & 0xFFFFFFFF
            i, j = i + 1, j + 1
            if i >= _N:
                state[0] = state[_N - 1]
                i = 1
            if j >= len(key):
                j = 0
        for _ in range(_N - 1):
            before = state[i - 1]
            state[i] = ((state[i] ^ ((before ^ (before >> 30)) * 1566083941)) - i) & 0xFFFFFFFF
            i += 1
            if i >= _N:
                state[0] = state[_N - 1]
                i = 1
        state[0] = 0x80000000
        self._state = array("I", state)
        self._at = _N

    def _twist(self):
        state = self._state
        for k in range(_N):
            y = (state[k] & 0x80000000) | (state[(k + 1) % _N] & 0x7FFFFFFF)
            state[k] = state[(k + _M) % _N] ^ (y >> 1) ^ (0x9908B0DF if y & 1 else 0)
        self._at = 0

    def _word(self):
        if self._at >= _N:
            self._twist()
        y = self._state[self._at]
        self._at += 1
        y ^= y >> 11
        y ^= (y << 7) & 0x9D2C5680
        y ^= (y << 15) & 0xEFC60000
        return y ^ (y >> 18)

    def getstate(self):
        return 3, tuple(self._state) + (self._at,), self._gauss

    def setstate(self, state):
        _, numbers, self._gauss = state
        self._state, self._at = array("I", numbers[:-1]), numbers[-1]

    def random(self):
        a, b = self._word() >> 5, self._word() >> 6
        return (a * 67108864 + b) / 9007199254740992

    def getrandbits(self, k):
        out = shift = 0
        while k > 0:
            word = self._word()
            out |= (word >> (32 - k) if k < 32 else word) << shift
            shift += 32
            k -= 32
        return out

    def _below(self, n):
        k = 0
        while n >> k:
            k += 1
        r = self.getrandbits(k)
        while r >= n:
            r = self.getrandbits(k)
        return r

    def randrange(self, start, stop=None, step=1):
        numbers = range(start) if stop is None else range(start, stop, step)
        if not len(numbers):
            raise ValueError("empty range for randrange()")
        return numbers[self._below(len(numbers))]

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if counts is not None:
            population = [value for value, count in zip(population, counts) for _ in range(count)]
        if isinstance(population, (set, frozenset, dict)):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        limit = 21
        if k > 5:
            limit += 4 ** math.ceil(round(math.log(k * 3) / math.log(4), 12))
        if n <= limit:
            pool, out = list(population), []
            for i in range(k):
                j = self._below(n - i)
                out.append(pool[j])
                pool[j] = pool[n - i - 1]
            return out
        chosen, out = set(), []
        for _ in range(k):
            j = self._below(n)
            while j in chosen:
                j = self._below(n)
            chosen.add(j)
            out.append(population[j])
        return out

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if weights is None and cum_weights is None:
            return [population[math.floor(self.random() * n)] for _ in range(k)]
        if cum_weights is None:
            cum_weights, total = [], 0
            for weight in weights:
                total += weight
                cum_weights.append(total)
        total, out = cum_weights[-1] + 0.0, []
        for _ in range(k):
            point = self.random() * total
            low, high = 0, n - 1
            while low < high:
                middle = (low + high) // 2
                if point < cum_weights[middle]:
                    high = middle
                else:
                    low = middle + 1
            out.append(population[low])
        return out

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u, c = self.random(), 0.5 if mode is None else (mode - low) / (high - low)
        if u > c:
            u, c, low, high = 1.0 - u, 1.0 - c, high, low
        return low + (high - low) * math.sqrt(u * c)

    def gauss(self, mu=0.0, sigma=1.0):
        z, self._gauss = self._gauss, None
        if z is None:
            angle = self.random() * 2 * math.pi
            radius = math.sqrt(-2.0 * math.log(1.0 - self.random()))
            z, self._gauss = math.cos(angle) * radius, math.sin(angle) * radius
        return mu + z * sigma

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            u1, u2 = self.random(), 1.0 - self.random()
            z = 4 * math.exp(-0.5) / math.sqrt(2.0) * (u1 - 0.5) / u2
            if z * z / 4.0 <= -math.log(u2):
                return mu + z * sigma

    def expovariate(self, lambd=1.0):
        return -math.log(1.0 - self.random()) / lambd


_own = Random()
for _name in (
    "seed getstate setstate random getrandbits randrange randint choice shuffle sample choices uniform triangular "
    "gauss normalvariate expovariate"
).split(" "):
    globals()[_name] = getattr(_own, _name)
