/** What a node tells Prometheus about itself, beside the latencies. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ActorSystem } from '../actors/runtime/system.js';

/** Counts what the actor system reports: commits, conflicts, loads and the like. */
export const actorCounter = (registry: Registry): ((what: string) => void) => {
  const counter = new Counter({
    name: 'parley_actor_events_total',
    help: 'What happened in the actor system',
    labelNames: ['what'],
    registers: [registry],
  });
  return (what) => counter.inc({ what });
};

/** Counts attempts to deliver webhooks, by what came of them. */
export const webhookCounter = (registry: Registry): ((outcome: string) => void) => {
  const counter = new Counter({
    name: 'parley_webhook_attempts_total',
    help: 'Attempts to deliver webhooks',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => counter.inc({ outcome });
};

/** Gauges that are read whenever `/metrics` is. */
export const observeNode = (
  registry: Registry,
  {
    actors,
    mediaHost,
    views,
  }: { actors: ActorSystem; mediaHost: { sessions(): number }; views: { lag(): number } },
): void => {
  const registers = [registry];
  new Gauge({
    name: 'parley_activations',
    help: 'Actors in memory',
    registers,
    collect() {
      this.set(actors.activations());
    },
  });
  new Gauge({
    name: 'parley_media_sessions',
    help: 'Live media sessions',
    registers,
    collect() {
      this.set(mediaHost.sessions());
    },
  });
  new Gauge({
    name: 'parley_views_lag',
    help: 'Commits that the views do not hold yet',
    registers,
    collect() {
      this.set(views.lag());
    },
  });
};
