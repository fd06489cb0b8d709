"""Spaces of actions and observations: those of gymnasium if it is installed, otherwise small ones
with the same names and methods."""

from __future__ import annotations

from typing import Any, Mapping

import numpy

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete, Space
except ImportError:

    class Space:  # type: ignore[no-redef]
        """A set of values that can be sampled and tested for membership."""

        def __init__(self, shape: Any = None, dtype: Any = None, seed: Any = None) -> None:
            self.shape = None if shape is None else tuple(shape)
            self.dtype = None if dtype is None else numpy.dtype(dtype)
            self.seed(seed)

        def seed(self, seed: Any = None) -> Any:
            """Reseeds the random numbers of `sample`."""
            self.np_random = numpy.random.default_rng(seed)
            return seed

        def sample(self, mask: Any = None) -> Any:
            """Returns a random member."""
            raise NotImplementedError

        def contains(self, x: Any) -> bool:
            """Is it a member?"""
            raise NotImplementedError

        def __contains__(self, x: Any) -> bool:
            return self.contains(x)

        def __eq__(self, other: object) -> bool:
            return type(self) is type(other) and repr(self) == repr(other)

        __hash__ = None  # type: ignore[assignment]

    class Discrete(Space):  # type: ignore[no-redef]
        """The numbers 0 … n - 1."""

        def __init__(self, n: int, seed: Any = None) -> None:
            self.n, self.start = numpy.int64(n), numpy.int64(0)
            super().__init__((), numpy.int64, seed)

        def sample(self, mask: Any = None) -> numpy.int64:
            """Returns a random number; with a mask of n entries one whose entry is 1, or 0 if there
            is none."""
            members = numpy.arange(self.n) if mask is None else numpy.flatnonzero(mask)
            return numpy.int64(self.np_random.choice(members)) if len(members) else self.start

        def contains(self, x: Any) -> bool:
            """Is it a whole number in the range?"""
            whole = isinstance(x, (int, numpy.integer)) or (
                isinstance(x, numpy.ndarray) and x.shape == () and x.dtype.kind in "iu"
            )
            return bool(whole and 0 <= int(x) < self.n)

        def __repr__(self) -> str:
            return f"Discrete({self.n})"

    class MultiDiscrete(Space):  # type: ignore[no-redef]
        """Arrays whose entries are below the entries of `nvec`."""

        def __init__(self, nvec: Any, seed: Any = None) -> None:
            self.nvec = numpy.array(nvec, numpy.int64)
            super().__init__(self.nvec.shape, numpy.int64, seed)

        def sample(self, mask: Any = None) -> numpy.ndarray:
            """Returns a random array."""
            return self.np_random.integers(0, self.nvec)

        def contains(self, x: Any) -> bool:
            """Does it have the shape, and every entry the range?"""
            x = numpy.asarray(x)
            return bool(
                x.shape == self.shape
                and x.dtype.kind in "iu"
                and ((0 <= x) & (x < self.nvec)).all()
            )

        def __repr__(self) -> str:
            return f"MultiDiscrete({self.nvec.tolist()})"

    class Box(Space):  # type: ignore[no-redef]
        """Arrays of numbers from `low` to `high`."""

        def __init__(
            self, low: Any, high: Any, shape: Any, dtype: Any = numpy.float32, seed: Any = None
        ) -> None:
            super().__init__(shape, dtype, seed)
            self.low = numpy.full(shape, low, dtype)
            self.high = numpy.full(shape, high, dtype)

        def sample(self, mask: Any = None) -> numpy.ndarray:
            """Returns a random array."""
            if self.dtype.kind in "iu":
                return self.np_random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)
            return self.np_random.uniform(self.low, self.high).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            """Does it have the shape and the type, and every entry the range?"""
            return bool(
                isinstance(x, numpy.ndarray)
                and x.shape == self.shape
                and numpy.can_cast(x.dtype, self.dtype)
                and ((self.low <= x) & (x <= self.high)).all()
            )

        def __repr__(self) -> str:
            ends = f"{self.low.flat[0]}, {self.high.flat[0]}"
            return f"Box({ends}, {self.shape}, {self.dtype})"

    class Dict(Space):  # type: ignore[no-redef]
        """Dictionaries with one member of each of these spaces."""

        def __init__(self, spaces: Mapping[str, Space], seed: Any = None) -> None:
            self.spaces = dict(spaces)
            super().__init__(None, None, seed)

        def __getitem__(self, key: str) -> Space:
            return self.spaces[key]

        def keys(self) -> Any:
            """The names."""
            return self.spaces.keys()

        def seed(self, seed: Any = None) -> Any:
            """Reseeds the random numbers of all spaces."""
            for space in self.spaces.values():
                space.seed(seed)
            return seed

        def sample(self, mask: Any = None) -> dict[str, Any]:
            """Returns a random dictionary."""
            return {key: space.sample() for key, space in self.spaces.items()}

        def contains(self, x: Any) -> bool:
            """Does it have exactly these members?"""
            return (
                isinstance(x, dict)
                and x.keys() == self.spaces.keys()
                and all(space.contains(x[key]) for key, space in self.spaces.items())
            )

        def __repr__(self) -> str:
            return f"Dict({self.spaces})"


__all__ = ["Box", "Dict", "Discrete", "MultiDiscrete", "Space"]
