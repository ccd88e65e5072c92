/** Prometheus metrics of a node's browser legs. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { BrowserLegs, LegCount } from '../../media/legs/legs.js';
import type { LegRelay } from '../../providers/legs/leg-relay.js';

export interface LegMetrics {
  leg(what: LegCount): void;
  worker(what: 'started' | 'died' | 'start_failed'): void;
  /** Registers the gauges, which are read on each scrape. */
  observe(legs: Pick<BrowserLegs, 'joined'>, relay: Pick<LegRelay, 'usage'>): void;
}

export const observeLegs = (registry: Registry): LegMetrics => {
  const registers = [registry];
  const legEvents = new Counter({
    name: 'parley_browser_leg_events_total',
    help: 'Events of browsers on calls',
    labelNames: ['what'],
    registers,
  });
  const workerEvents = new Counter({
    name: 'parley_browser_leg_worker_events_total',
    help: 'Events of the worker that carries browser audio',
    labelNames: ['what'],
    registers,
  });
  return {
    leg: (what) => legEvents.inc({ what }),
    worker: (what) => workerEvents.inc({ what }),
    observe: (legs, relay) => {
      new Gauge({
        name: 'parley_browser_legs',
        help: 'Browsers on calls',
        labelNames: ['purpose'],
        registers,
        collect() {
          this.reset();
          for (const [purpose, count] of legs.joined()) this.set({ purpose }, count);
        },
      });
      new Gauge({
        name: 'parley_browser_leg_worker_cpu_seconds',
        help: 'CPU time of the worker that carries browser audio, since its start',
        registers,
        async collect() {
          this.set((await relay.usage())?.cpuSeconds ?? 0);
        },
      });
    },
  };
};
