"""Spans and meters reach an exporter the user set up, and hold names only."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PROGRAM = """
import json
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

spans, reader = InMemorySpanExporter(), InMemoryMetricReader()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(spans))
trace.set_tracer_provider(provider)
metrics.set_meter_provider(MeterProvider(metric_readers=[reader]))

from handhold.adapters.telemetry import CallTelemetry

telemetry = CallTelemetry()
with telemetry.span("nav_goto", "nav") as finish:
    finish("MM_BLOCKED")
telemetry.count("handhold.handles.created", 2, kind="element")
(span,) = spans.get_finished_spans()
names = [m.name for r in reader.get_metrics_data().resource_metrics for s in r.scope_metrics for m in s.metrics]
print(json.dumps({"span": span.name, "attributes": dict(span.attributes), "metrics": sorted(names)}))
"""


@pytest.mark.rows("R368", "A75")
def test_a_call_becomes_a_span_and_a_measurement() -> None:
    # A process of its own: OpenTelemetry's providers can be set once only.
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60)

    seen = json.loads(done.stdout)
    assert seen["span"] == "tool nav_goto"
    assert seen["attributes"] == {"handhold.tool": "nav_goto", "handhold.family": "nav", "error.type": "MM_BLOCKED"}
    assert seen["metrics"] == ["handhold.call.duration", "handhold.handles.created"]
