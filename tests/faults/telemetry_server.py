"""A server whose spans and measurements are written to the file named by `TELEMETRY_FILE`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import ConsoleMetricExporter, PeriodicExportingMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor

from handhold.__main__ import main

with Path(os.environ["TELEMETRY_FILE"]).open("w") as told:
    spans = TracerProvider()
    spans.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(out=told)))
    trace.set_tracer_provider(spans)
    meters = MeterProvider(metric_readers=[PeriodicExportingMetricReader(ConsoleMetricExporter(out=told))])
    metrics.set_meter_provider(meters)
    code = main()
    meters.shutdown()
    spans.shutdown()
sys.exit(code)
