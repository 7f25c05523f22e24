"""Many rows move on together, each a token at a time, and what they have in common is read once."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor

from keepmum.models.hf.attention import Sight
from keepmum.models.hf.layers import Station, decoder_layers
from keepmum.models.hf.load import Loaded
from keepmum.models.hf.pool import Pool, Run, Window
from keepmum.models.hf.room import to_keep
from keepmum.models.hf.row import Row
from keepmum.models.hf.tree import Tree, alike

WORTH_SHARING = 16
EVEN = 0.6  # rows are read together if the shortest has this part of the longest's new tokens
AT_ONCE = {"cpu": 16, "mps": 16, "cuda": 128}


class Engine:
    """The rows being answered, in order of their place in the pool. Not safe for threads: one thread owns it."""

    def __init__(self, loaded: Loaded, stops: frozenset[int], budget: int | None = None) -> None:
        """`budget`: bytes of what has been read that are kept; 0 keeps nothing, None is a quarter of what is free."""
        self.loaded, self.stops = loaded, stops
        self.station = Station(decoder_layers(loaded.model, loaded.config), loaded.config.hidden_size)
        self.rows: list[Row] = []
        self.tree: Tree[Run] = Tree(to_keep(loaded.device) if budget is None else budget)
        self.most = AT_ONCE.get(loaded.device.type, 16)
        self.read = 0  # tokens that the model has read so far
        self._sight = Sight(loaded.config)
        self._pool = self._new_pool()
        self._room = to_keep(loaded.device)
        names = inspect.signature(loaded.model.forward).parameters
        self._cache_name = "cache" if "cache" in names else "past_key_values"  # renamed in transformers 5

    def places(self) -> int:
        """How many more rows there is room for; at least one when there are none."""
        if not self.rows:
            return self.most
        each = self._pool.token_bytes * max(len(row.tokens) for row in self.rows)
        fit = self._room // each if each else self.most
        return max(0, min(self.most, fit) - len(self.rows))

    @torch.inference_mode()
    def admit(self, rows: Sequence[Row]) -> list[Row]:
        """Read the prompts of new rows and draw their first tokens; returns those that ended with that."""
        self._read_shared(rows)
        ordered = sorted(rows, key=lambda row: self.tree.known(row.prompt[: row.sound]) - len(row.prompt))
        for row in ordered:
            self._seat(row)
        for group in grouped(ordered):
            scores = self._advance(group)
            self._draw(group, scores)
            for row in group:
                self._keep(row)
        return self._part(ordered)

    @torch.inference_mode()
    def step(self) -> list[Row]:
        """Every row one token further; returns those that ended with it."""
        self._draw(self.rows, self._advance(self.rows))
        return self._part(self.rows)

    @torch.inference_mode()
    def drop(self, row: Row) -> None:
        """Forget a row that nobody waits for any more."""
        if row in self.rows:
            self._leave(row)

    def reset(self) -> None:
        """Forget all rows, after something went wrong in the middle of a pass."""
        self.rows.clear()
        self.station.expect(())
        self._pool = self._new_pool()

    @torch.inference_mode()
    def prefix(self, tokens: Sequence[int]) -> tuple[int, Tensor]:
        """Read a prefix into a place beside the rows; that place, and the scores of what follows it (vocabulary)."""
        pool = len(self.rows)
        ready = self._fill(pool, tokens[:-1])
        positions = range(ready, len(tokens))
        scores = self.forward(pool, [tokens[ready:]], [positions])
        if self.tree.budget:
            self.tree.insert(tokens, lambda start, end: self._pool.take(pool, start, end))
        return pool, scores[0, -1]

    def forward(self, first: int, tokens: Sequence[Sequence[int]], positions: Sequence[range]) -> Tensor:
        """Read new tokens of the rows from place `first` on; the scores after each row's last (rows, 1, vocabulary)."""
        new = max(map(len, tokens))
        places = max(spread.stop for spread in positions)
        self._pool.reserve(first + len(tokens), places)
        ids, at, slots = (
            self._padded([list(row) for row in given], new, pad)
            for given, pad in ((tokens, 0), (positions, 0), (positions, self._pool.places - 1))
        )
        everywhere = torch.arange(places, device=self.loaded.device)
        visible = everywhere[None, None, :] <= at[:, :, None]
        return self.pass_on(Window(first, slots, places), ids, at, (visible, everywhere[None]))

    def pass_on(self, window: Window, ids: Tensor, at: Tensor, sight: tuple[Tensor, Tensor], last: int = 1) -> Tensor:
        """One pass through the model; the scores after the last tokens of each row, float32."""
        self._pool.reserve(window.first + len(ids), window.length)
        self._pool.window = window
        self.read += ids.numel()
        out = self.loaded.model(
            input_ids=ids, position_ids=at, attention_mask=self._sight.masks(sight[0], at, sight[1]),
            use_cache=True, logits_to_keep=last, **{self._cache_name: self._pool},
        )  # fmt: skip
        return out.logits[:, -last:].float()

    def trash(self, places: int) -> int:
        """A place that nobody looks at, in a pool with room for so many."""
        self._pool.reserve(len(self.rows) + 1, places)
        return self._pool.places - 1

    def _new_pool(self) -> Pool:
        return Pool(self.loaded.config.num_hidden_layers)

    def _padded(self, rows: list[list[int]], length: int, pad: int) -> Tensor:
        padded = [[pad] * (length - len(row)) + row for row in rows]
        return torch.tensor(padded, device=self.loaded.device)

    def _advance(self, rows: Sequence[Row]) -> Tensor:
        """Read what the rows, which lie side by side, have waiting; the scores of their next tokens."""
        spans = [range(row.ready, row.ready + len(row.waiting)) for row in rows]
        if any(row.task for row in rows):
            self.station.expect([(row.task, span) for row, span in zip(rows, spans, strict=True)])
        scores = self.forward(rows[0].pool, [row.waiting for row in rows], spans)[:, -1].cpu()
        self.station.expect(())
        for row, span in zip(rows, spans, strict=True):
            row.ready = span.stop
        return scores

    def _draw(self, rows: Sequence[Row], scores: Tensor) -> None:
        for row, mine in zip(rows, scores, strict=True):
            if not torch.isfinite(mine.max()):
                row.finish, row.trouble = "error", "the scores of its next token are no numbers; steer less strongly"
                continue
            shaken = row.dice.shaken(mine)
            row.take(row.keeper.choose(shaken) if row.keeper else int(shaken.argmax()), self.stops)

    def _seat(self, row: Row) -> None:
        row.pool = len(self.rows)
        self.rows.append(row)
        row.ready = row.found = self._fill(row.pool, row.prompt[: row.sound])

    def _fill(self, pool: int, tokens: Sequence[int]) -> int:
        """Put what is known of the tokens into a row of the pool; how many that are."""
        known = self.tree.match(tokens)
        count = sum(right for _, right in known)
        self._pool.reserve(pool + 1, count)
        at = 0
        for run, right in known:
            self._pool.put(pool, at, run, right)
            at += right
        return count

    def _read_shared(self, rows: Sequence[Row]) -> None:
        """Read once what several new rows begin with, where that is worth a pass of its own."""
        if not self.tree.budget:
            return
        begins = sorted(row.prompt[: row.sound] for row in rows)
        lengths = {one[: alike(one, other)] for one, other in pairwise(begins)}
        for shared in sorted(lengths, key=len):
            if len(shared) - self.tree.known(shared) >= WORTH_SHARING:
                self.prefix(shared)

    def _keep(self, row: Row) -> None:
        if self.tree.budget and not row.trouble:
            kept = row.tokens[: row.kept]
            self.tree.insert(kept, lambda start, end: self._pool.take(row.pool, start, end))

    def _part(self, rows: Sequence[Row]) -> list[Row]:
        done = [row for row in rows if row.finish]
        for row in done:
            self._keep(row)
            self._leave(row)
        return done

    def _leave(self, row: Row) -> None:
        """The last row takes the place of the one that leaves."""
        if row.trouble:
            self._pool.wipe(row.pool)
        last = self.rows.pop()
        if last is not row:
            self._pool.move(last.pool, row.pool, last.ready)
            self.rows[row.pool], last.pool = last, row.pool


def grouped(rows: Sequence[Row]) -> list[list[Row]]:
    """Neighbours with about as many new tokens; most come first."""
    groups: list[list[Row]] = []
    for row in rows:
        if groups and len(row.waiting) >= EVEN * len(groups[-1][0].waiting):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups
