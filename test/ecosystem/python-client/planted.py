"""Errors that a type checker has to see, each on a line of its own."""

from parley_voice import Parley

parley = Parley(api_key="parley_sk_test")
parley.calls.start(agent_id=5)
parley.calls.start(to_number="+14155550101")
parley.calls.list(status="finished")
print(parley.calls.read(call_id="c-1")["call"]["state"])
