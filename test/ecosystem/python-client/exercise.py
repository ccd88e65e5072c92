"""What the Python client does at a real service; prints the outcome as JSON. The task is in the environment."""

from __future__ import annotations

import json
import os
import threading
import time
import uuid
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from parley_voice import Parley, ParleyError, verify_webhook

parley = Parley(api_key=os.environ["KEY"], base_url=os.environ["BASE_URL"])
deliveries: list[tuple[bytes, dict[str, str]]] = []
arrived = threading.Event()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        deliveries.append((body, dict(self.headers.items())))
        self.send_response(204)
        self.end_headers()
        arrived.set()

    def log_message(self, format: str, *args: object) -> None:
        return


def verdict(body: bytes, headers: Mapping[str, str], secret: str) -> str:
    try:
        return verify_webhook(body, headers, secret)["eventType"]
    except ParleyError as error:
        return error.code


def headers_with(headers: Mapping[str, str], prefix: str) -> Mapping[str, str]:
    return {name: value for name, value in headers.items() if name.lower().startswith(prefix)}


def code_of_an_unknown_call() -> list[object]:
    try:
        parley.calls.read(call_id=str(uuid.uuid4()))
    except ParleyError as error:
        return [error.code, error.status, error.retryable, error.request_id is not None]
    return []


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
created = parley.webhook_subscriptions.create(
    channel="voice",
    callback_url=f"http://127.0.0.1:{server.server_address[1]}/voice",
    events=["voice.call.ended"],
)
agent = parley.agents.create(
    channel="voice",
    name="Ann",
    instructions='Say "Yes.".',
    voice_settings={"firstGreeting": "Hello."},
)["agent"]
details = [
    parley.calls.start_and_wait(agent_id=agent["id"], to_number=os.environ["TO"], timeout_s=120) for _ in range(3)
]
arrived.wait(60)
body, headers = deliveries[0]
own = headers_with(headers, "x-service-")
standard = headers_with(headers, "webhook-")
# Null only in the answer of a repeated request.
secret, standard_secret = created["signingSecret"] or "", created["standardSecret"] or ""
until = time.monotonic() + 30
listed: list[str] = []
# Lists may lag behind.
while len(listed) < len(details) and time.monotonic() < until:
    listed = [call["id"] for call in parley.calls.list(agent_id=agent["id"], limit=1)]
    time.sleep(0.2)
print(
    json.dumps(
        {
            "statuses": [detail["call"]["status"] for detail in details],
            "speakers": [turn["speaker"] for turn in details[0]["transcript"]],
            "started": [detail["call"]["id"] for detail in details],
            "listed": listed,
            "verdicts": [
                verdict(body, own, secret),
                verdict(body, standard, secret),
                verdict(body, standard, standard_secret),
            ],
            "forged": [verdict(body + b" ", own, secret), verdict(body, standard, "other"), verdict(body, {}, secret)],
            "error": code_of_an_unknown_call(),
            "csv": parley.calls.export().decode().count("\n"),
        }
    )
)
server.shutdown()
