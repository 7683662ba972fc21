"""A session of its own process whose measurements are kept in memory: `python -m tests.support.measured_session URL`.

OpenTelemetry's providers can be set once in a process only. Prints what was measured, by name.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from opentelemetry import metrics
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from handhold.app import App
from handhold.contract import Caller
from handhold.settings import Settings

Result = dict[str, Any]


async def use(app: App, url: str) -> None:
    async def call(tool: str, **arguments: Any) -> Result:
        reply = await app.engine.call(tool, arguments, caller=Caller())
        assert reply.ok, reply.text
        return reply.envelope["result"]

    await call("nav_goto", url=url)
    first = await call("ui_scan", rankingMode="semantic", pageSize=3)
    second = await call("ui_scan", pageToken=first["nextToken"], pageSize=3)
    await call("ui_scan", pageToken=second["nextToken"])
    await call("action_execute", handle=first["items"][0]["elementId"])
    await call("state_snapshot", fields=["heading", {"field": "seats", "hint": {"selector": "#seats"}}])
    seen: list[Mapping[str, Any]] = (await call("visual_scan"))["items"]
    drawn = next(item for item in seen if item["promotedElementId"] is None)
    await call("pointer_action", target=drawn["visualHandleId"])
    await call("pointer_action", target={"x": 30, "y": 20})


def measured(reader: InMemoryMetricReader) -> dict[str, list[dict[str, Any]]]:
    data = reader.get_metrics_data()
    assert data is not None
    told: dict[str, list[dict[str, Any]]] = {}
    for metric in (each for of in data.resource_metrics for scope in of.scope_metrics for each in scope.metrics):
        for point in json.loads(metric.to_json())["data"]["data_points"]:
            kept = {name: point[name] for name in ("attributes", "value", "count", "sum", "max") if name in point}
            told.setdefault(metric.name, []).append(kept)
    return told


async def main(url: str) -> None:
    reader = InMemoryMetricReader()
    metrics.set_meter_provider(MeterProvider(metric_readers=[reader]))
    app = App(Settings.model_validate({"vision_timeout_ms": 60_000, "knowledge_suggest": False}), environ=os.environ)
    try:
        await use(app, url)
    finally:
        await app.close()
    print(json.dumps(measured(reader)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
