/**
 * The latencies of the budgets (docs/explanation/media.md "Latency budgets") as one Prometheus summary, `parley_latency_ms`, with a
 * label for the measure. The bench and operators read it.
 */
import { performance } from 'node:perf_hooks';
import { type Registry, Summary } from 'prom-client';
import { callIdOf } from '../../operations/calls/calls.js';
import type { Operations } from '../../operations/operations.js';

/** A measure that starts in one place and ends in another is forgotten after this long, ms. */
const FORGET_AFTER_MS = 60_000;
/** Maximum number of open measures; beyond it, the oldest is forgotten. */
const MAX_OPEN = 10_000;

export interface Latency {
  observe(measure: string, ms: number): void;
  /** Starts measuring `measure` for one thing; `sinceMs` backdates it. */
  begin(measure: string, id: string, sinceMs?: number): void;
  /** Ends it; unknown or forgotten ones are ignored. */
  end(measure: string, id: string): void;
  /** Resets the summary: earlier observations are discarded. */
  reset(): void;
}

export const createLatency = (registry: Registry): Latency => {
  const summary = new Summary({
    name: 'parley_latency_ms',
    help: 'Latencies of the budgets in bench/budgets.json, ms',
    labelNames: ['measure'],
    percentiles: [0.5, 0.9, 0.99, 0.999],
    registers: [registry],
  });
  const open = new Map<string, number>();
  return {
    reset: () => summary.reset(),
    observe: (measure, ms) => summary.observe({ measure }, ms),
    begin: (measure, id, sinceMs = 0) => {
      const oldest = open.keys().next();
      if (open.size >= MAX_OPEN && !oldest.done) open.delete(oldest.value);
      open.set(`${measure} ${id}`, performance.now() - sinceMs);
    },
    end: (measure, id) => {
      const key = `${measure} ${id}`;
      const since = open.get(key);
      if (since === undefined) return;
      open.delete(key);
      const ms = performance.now() - since;
      if (ms <= FORGET_AFTER_MS) summary.observe({ measure }, ms);
    },
  };
};

/** Wraps operations in measurements, which last until the result leaves for the carrier or, with `webhook.emit`, the subscriber. */
export const withLatency = (
  operations: Operations,
  latency: Latency,
  wallClock: () => number,
): Operations => ({
  ...operations,
  calls: {
    ...operations.calls,
    start: async (caller, body) => {
      latency.begin('start.place', callIdOf(caller), wallClock() - caller.at);
      return operations.calls.start(caller, body);
    },
    cancel: async (caller, callId) => {
      latency.begin('cancel.hangup', callId, wallClock() - caller.at);
      return operations.calls.cancel(caller, callId);
    },
  },
  inbound: {
    receive: async (channel, webhook) => {
      for (const { providerMessageId } of webhook.messages) latency.begin('webhook.emit', providerMessageId);
      return operations.inbound.receive(channel, webhook);
    },
  },
});
