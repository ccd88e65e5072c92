/** Prometheus metrics of simulated conversations on a node. */
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { SimulationOutcome } from '../../operations/effects/simulation-run.js';
import type { FairSlots } from '../../providers/scheduling/fair-slots.js';

/** Counts running and waiting conversations, and measures how long each takes in real time. */
export const simulationObserver = (
  registry: Registry,
  slots: Pick<FairSlots, 'waiting'>,
): (() => (outcome: SimulationOutcome) => void) => {
  const running = new Gauge({
    name: 'parley_simulations_running',
    help: 'Simulated conversations being played on this node',
    registers: [registry],
  });
  new Gauge({
    name: 'parley_simulations_waiting',
    help: 'Simulated conversations waiting for a slot on this node',
    registers: [registry],
    collect() {
      this.set(slots.waiting());
    },
  });
  const duration = new Histogram({
    name: 'parley_simulation_duration_seconds',
    help: 'Real time that simulated conversations and their verdicts take, by outcome: played, failed, too_slow or interrupted',
    labelNames: ['outcome'],
    buckets: [1, 2, 5, 10, 20, 60, 120, 300, 900],
    registers: [registry],
  });
  return () => {
    const startedAt = performance.now();
    running.inc();
    return (outcome) => {
      running.dec();
      duration.observe({ outcome }, (performance.now() - startedAt) / 1_000);
    };
  };
};
