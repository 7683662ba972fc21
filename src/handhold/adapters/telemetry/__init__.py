"""OpenTelemetry's API: a span per call and a few meters, sent nowhere unless the user sets an exporter up."""

from handhold.adapters.telemetry.spans import CallTelemetry

__all__ = ["CallTelemetry"]
