/** The background work of a node: pending effects of its actors, webhooks, and retries of what failed. */
import type { Reactor } from '../../actors/runtime/consumers/reactor.js';
import { RETRY_POLICY } from '../../actors/runtime/trouble/trouble.js';
import { type AlertEvaluator, createAlertEvaluator } from '../../operations/alerts/evaluator.js';
import { adoptAccounts } from '../../operations/channels/adopt-accounts.js';
import { createEmbeddingSweep, type EmbeddingSweep } from '../../operations/knowledge/embedding-sweep.js';
import { STOPPED } from '../../operations/trouble/views-watch.js';
import { DEAD_LETTERS, resendDeadLetters } from '../../operations/webhooks/dead-letters.js';
import { type Deliverer, startDeliverer } from '../../operations/webhooks/deliverer.js';
import { EMITTERS, emittersOf, startEmitter } from '../../operations/webhooks/emitter.js';
import { createEventMedia } from '../../operations/webhooks/event-media.js';
import { CLOCKS } from '../health/clock.js';
import { webhookCounter } from '../metrics/node.js';
import { fateOfRecording } from '../recordings.js';
import type { Foundation } from './foundation.js';
import type { Knowledge } from './knowledge.js';
import type { Messaging } from './messaging.js';
import type { State } from './state.js';
import type { Stores } from './stores.js';

type Services = Foundation & Messaging & Stores & State & Knowledge;

export interface Background {
  readonly deliverer: Deliverer;
  readonly emitter: Reactor;
  /** Null: nothing is embedded. */
  readonly embeddingSweep: EmbeddingSweep | null;
  readonly alertEvaluator: AlertEvaluator;
}

/** Starts all of it. Pending effects resume with the first wake-ups, and need the gateway's address. */
export const startBackground = async (services: Services): Promise<Background> => {
  const { actors, webhookQueue, recordings, sessionLogs, viewsWatch } = services;
  await actors.start();
  void adoptAccounts(services);
  recordings.start(fateOfRecording(actors));
  sessionLogs.start();
  const deliverer = await delivererFor(services);
  const emitter = await emitterFor(services);
  for (const name of EMITTERS) actors.onTrouble('reaction', name, emitter.retry);
  actors.onTrouble('views', STOPPED, viewsWatch.retry);
  for (const what of CLOCKS) actors.onTrouble('clock', what, services.clockWatch.retry);
  actors.onTrouble('webhook', DEAD_LETTERS, resendDeadLetters({ actors, webhookQueue }));
  await actors.startTroubleKeeper();
  const { archiveAfterMs } = services.config;
  if (archiveAfterMs !== null) await actors.archive(archiveAfterMs, emittersOf);
  return {
    deliverer,
    emitter,
    embeddingSweep: sweepFor(services),
    alertEvaluator: evaluatorFor(services),
  };
};

const evaluatorFor = ({
  actors,
  views,
  journalTime,
  config,
  logger,
  alertCounts,
}: Services): AlertEvaluator =>
  createAlertEvaluator({
    actors,
    views,
    now: journalTime,
    everyMs: config.alertEveryMs,
    logger,
    count: alertCounts.countEvaluation,
  });

const sweepFor = ({ actors, embedder, logger, now, views }: Services): EmbeddingSweep | null =>
  embedder === null ? null : createEmbeddingSweep({ actors, views, model: embedder.name, now, logger });

const delivererFor = (services: Services): Promise<Deliverer> => {
  const { nc, actors, views, sealer, logger, latency, mediaLinks, registry, trouble } = services;
  return startDeliverer({
    nc,
    actors,
    views,
    sender: services.webhookSender,
    sealer,
    logger,
    random: Math.random,
    now: services.journalTime,
    payloadOf: createEventMedia({ views, links: mediaLinks }),
    onLeaving: (eventId) => latency.end('webhook.emit', eventId),
    count: webhookCounter(registry),
    trouble,
    onConsumerGone: () => services.countActors('consumer_gone'),
  });
};

const emitterFor = (services: Services): Promise<Reactor> =>
  startEmitter({
    nc: services.nc,
    shards: services.config.shards,
    views: services.views,
    webhookQueue: services.webhookQueue,
    logger: services.logger,
    random: Math.random,
    now: services.journalTime,
    trouble: services.trouble,
    retryPolicy: RETRY_POLICY,
    onConsumerGone: () => services.countActors('consumer_gone'),
  });
