/** Prometheus metrics of the gateway. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { LiveMetrics } from './live/streams.js';

export interface GatewayMetrics {
  requestStarted(): void;
  requestEnded(operation: string, status: number, seconds: number): void;
  /** A connection beyond the bound was closed. */
  connectionRefused(): void;
  /** `count` is called whenever metrics are read. */
  observeConnections(count: () => number): void;
}

export const createGatewayMetrics = (registry: Registry): GatewayMetrics => {
  const registers = [registry];
  const duration = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const total = new Counter({
    name: 'parley_http_requests_total',
    help: 'Requests answered',
    labelNames: ['operation', 'status'],
    registers,
  });
  const inFlight = new Gauge({
    name: 'parley_http_requests_in_flight',
    help: 'Requests in flight',
    registers,
  });
  const refused = new Counter({
    name: 'parley_http_connections_refused_total',
    help: 'Connections closed because the limit was reached',
    registers,
  });
  return {
    connectionRefused: () => refused.inc(),
    observeConnections: (count) => {
      new Gauge({
        name: 'parley_http_connections',
        help: 'Open connections, including media sockets',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    requestStarted: () => inFlight.inc(),
    requestEnded: (operation, status, seconds) => {
      inFlight.dec();
      const labels = { operation, status: String(status) };
      duration.observe(labels, seconds);
      total.inc(labels);
    },
  };
};

/** Metrics of live streams. */
export const createLiveMetrics = (registry: Registry): LiveMetrics => {
  const registers = [registry];
  const sent = new Counter({
    name: 'parley_live_events_total',
    help: 'Events sent on live streams',
    labelNames: ['topic'],
    registers,
  });
  const resets = new Counter({
    name: 'parley_live_resets_total',
    help: 'Live streams that could not replay missed events, by reason',
    labelNames: ['reason'],
    registers,
  });
  const ended = new Counter({
    name: 'parley_live_ended_total',
    help: 'Live streams that ended, by reason',
    labelNames: ['why'],
    registers,
  });
  return {
    observeStreams: (count) => {
      new Gauge({
        name: 'parley_live_streams',
        help: 'Open live streams',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    sent: (topic) => sent.inc({ topic }),
    reset: (reason) => resets.inc({ reason }),
    ended: (reason) => ended.inc({ why: reason }),
  };
};

/**
 * The text of all metrics for Prometheus. Each metric is rendered in a turn of its own, because together they would delay audio.
 */
export const metricsText = async (registry: Registry): Promise<string> => {
  const parts: string[] = [];
  for (const { name } of registry.getMetricsAsArray()) {
    parts.push(await registry.getSingleMetricAsString(name));
    await nextTurn();
  }
  return `${parts.join('\n\n')}\n`;
};
