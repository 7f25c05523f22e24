"""A linear programme is built block by block and solved by HiGHS."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from keepmum.theory.arrays import Indices, Reals

_NOTHING = 1e-9


class Unsolved(RuntimeError):
    """HiGHS ended without a solution; the text is its own reason."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The largest value, and every variable at it. `bound` is what HiGHS proved cannot be beaten."""

    value: float
    variables: Reals
    bound: float

    def at(self, columns: Indices) -> Reals:
        """The values of these variables, in the shape of `columns`."""
        return self.variables[columns]


class Programme:
    """Variables with bounds, rows that must not exceed a bound or must equal it, and one sum to maximise."""

    def __init__(self) -> None:
        self._lower: list[Reals] = []
        self._upper: list[Reals] = []
        self._whole: list[Reals] = []
        self._columns = 0
        self._rows = _Rows()

    def variables(
        self, shape: int | tuple[int, ...], lower: ArrayLike = 0.0, upper: ArrayLike = inf, whole: bool = False
    ) -> Indices:
        """New variables, as an array of their columns; `whole` asks for integers. Bounds broadcast to the shape."""
        columns = np.arange(self._columns, self._columns + int(np.prod(shape))).reshape(shape)
        self._columns += columns.size
        self._lower.append(np.broadcast_to(np.asarray(lower, dtype=np.float64), columns.shape).ravel())
        self._upper.append(np.broadcast_to(np.asarray(upper, dtype=np.float64), columns.shape).ravel())
        self._whole.append(np.full(columns.size, float(whole)))
        return columns

    def at_most(self, terms: Sequence[tuple[Indices, ArrayLike]], bound: float = 0.0) -> None:
        """Rows: over each term's last axis, the sum of coefficient times variable is at most `bound`."""
        self._rows.add(terms, -inf, bound)

    def equal(self, terms: Sequence[tuple[Indices, ArrayLike]], value: float) -> None:
        """Rows as in `at_most` that must equal `value`."""
        self._rows.add(terms, value, value)

    def maximise(self, objective: Sequence[tuple[Indices, ArrayLike]], seconds: float | None = None) -> Solution:
        """Solve. Raises Unsolved when there is no solution or none was found within the limit."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        cost = np.zeros(self._columns)
        for columns, coefficients in objective:
            np.add.at(cost, columns.ravel(), -np.broadcast_to(coefficients, columns.shape).ravel())
        matrix, low, high = self._rows.build(self._columns)
        whole: Any = np.concatenate(self._whole)
        answer: Any = milp(  # type: ignore[no-untyped-call]
            cost,
            integrality=whole,
            bounds=Bounds(np.concatenate(self._lower), np.concatenate(self._upper)),
            constraints=LinearConstraint(matrix, low, high),
            options={} if seconds is None else {"time_limit": seconds},
        )
        if answer.x is None:
            raise Unsolved(str(answer.message))
        bound = answer.fun if answer.mip_dual_bound is None else answer.mip_dual_bound
        return Solution(-float(answer.fun), np.asarray(answer.x, dtype=np.float64), -float(bound))


class _Rows:
    """The sparse rows of a programme, as they come."""

    def __init__(self) -> None:
        self._parts: list[tuple[Indices, Indices, Reals]] = []
        self._low: list[Reals] = []
        self._high: list[Reals] = []
        self._count = 0

    def add(self, terms: Sequence[tuple[Indices, ArrayLike]], low: float, high: float) -> None:
        count = int(np.prod(terms[0][0].shape[:-1]))
        for columns, coefficients in terms:
            flat = columns.reshape(count, -1)
            rows = np.repeat(np.arange(self._count, self._count + count), flat.shape[1])
            values = np.broadcast_to(np.asarray(coefficients, dtype=np.float64), columns.shape).ravel()
            there = np.abs(values) > _NOTHING
            self._parts.append((rows[there], flat.ravel()[there], values[there]))
        self._low.append(np.full(count, low))
        self._high.append(np.full(count, high))
        self._count += count

    def build(self, columns: int) -> tuple[Any, Reals, Reals]:
        from scipy.sparse import csr_array

        rows, cols, values = (np.concatenate(part) for part in zip(*self._parts, strict=True))
        matrix: Any = csr_array((values, (rows, cols)), shape=(self._count, columns))
        return matrix, np.concatenate(self._low), np.concatenate(self._high)
