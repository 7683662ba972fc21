"""One span per tool call, counters by tool and outcome, and what the product counts of itself."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from handhold.adapters.telemetry.names import KINDS, RATES

if TYPE_CHECKING:
    from opentelemetry import metrics, trace

NAME = "handhold"


class CallTelemetry:
    """Names only, never arguments or page text."""

    def __init__(self) -> None:
        self._counted: Counter[str] = Counter()
        self._observed: set[str] = set()

    @cached_property
    def _tracer(self) -> trace.Tracer:
        # Here, not above: a server that is only asked for its tools measures nothing.
        from opentelemetry import trace

        return trace.get_tracer(NAME)

    @cached_property
    def _meter(self) -> metrics.Meter:
        from opentelemetry import metrics

        return metrics.get_meter(NAME)

    @cached_property
    def _durations(self) -> metrics.Histogram:
        return self._meter.create_histogram("handhold.call.duration", unit="ms", description="Time of a tool call")

    @contextmanager
    def span(self, tool: str, family: str) -> Generator[Callable[[str | None], None]]:
        """A span around one call; the function it yields takes the error code, or None."""
        started = time.monotonic()
        with self._tracer.start_as_current_span(
            f"tool {tool}", attributes={"handhold.tool": tool, "handhold.family": family}
        ) as span:

            def finish(code: str | None) -> None:
                from opentelemetry.trace import StatusCode

                if code is not None:
                    span.set_attribute("error.type", code)
                    span.set_status(StatusCode.ERROR)
                outcome = {"handhold.tool": tool, "handhold.outcome": code or "ok"}
                self._durations.record((time.monotonic() - started) * 1000, outcome)

            yield finish

    def count(self, name: str, amount: int = 1, **attributes: str) -> None:
        """Add to a counter of the product's own, such as handles created."""
        metric, _, kind = name.rpartition(".")
        if metric in KINDS:
            name, attributes = metric, {**attributes, KINDS[metric]: kind}
        self._counted[name] += amount
        self._meter.create_counter(name).add(amount, attributes)
        for rate, (_part, whole) in RATES.items():
            if name == whole and rate not in self._observed:
                self._observe(rate)

    def measure(self, name: str, value: float) -> None:
        """Note how much of something there was, such as pages of a scan."""
        self._meter.create_histogram(name).record(value)

    def _observe(self, rate: str) -> None:
        """A share of all there has been, worked out whenever somebody looks."""
        from opentelemetry.metrics import CallbackOptions, Observation

        part, whole = RATES[rate]

        def share(_options: CallbackOptions) -> Iterable[Observation]:
            return [Observation(self._counted[part] / self._counted[whole])]

        self._observed.add(rate)
        self._meter.create_observable_gauge(rate, [share])
