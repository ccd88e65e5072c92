/** The background work of a node: pending effects of its actors, webhooks, and retries of what failed. */
import type { Reactor } from '../../actors/runtime/reactor.js';
import { PATIENCE } from '../../actors/runtime/trouble.js';
import { adoptAccounts } from '../../operations/channels/adopt-accounts.js';
import { STOPPED } from '../../operations/trouble/views-watch.js';
import { DEAD_LETTERS, resendDeadLetters } from '../../operations/webhooks/dead-letters.js';
import { type Deliverer, startDeliverer } from '../../operations/webhooks/deliverer.js';
import { EMITTERS, emittersOf, startEmitter } from '../../operations/webhooks/emitter.js';
import { createEventMedia } from '../../operations/webhooks/event-media.js';
import { CLOCKS } from '../clock.js';
import { webhookCounter } from '../node-metrics.js';
import { fateOfRecording } from '../recordings.js';
import type { Ground } from './ground.js';
import type { Messaging } from './messaging.js';
import type { State } from './state.js';
import type { Stores } from './stores.js';

type Below = Ground & Messaging & Stores & State;

export interface Background {
  readonly deliverer: Deliverer;
  readonly emitter: Reactor;
}

/** Starts all of it. Pending effects resume with the first wake-ups, and need the gateway's address. */
export const startBackground = async (below: Below): Promise<Background> => {
  const { actors, webhookQueue, recordings, viewsWatch } = below;
  await actors.start();
  void adoptAccounts(below);
  recordings.start(fateOfRecording(actors));
  const deliverer = await delivererFor(below);
  const emitter = await emitterFor(below);
  for (const name of EMITTERS) actors.onTrouble('reaction', name, emitter.retry);
  actors.onTrouble('views', STOPPED, viewsWatch.retry);
  for (const what of CLOCKS) actors.onTrouble('clock', what, below.clockWatch.retry);
  actors.onTrouble('webhook', DEAD_LETTERS, resendDeadLetters({ actors, webhookQueue }));
  await actors.tend();
  const { archiveAfterMs } = below.config;
  if (archiveAfterMs !== null) await actors.archive(archiveAfterMs, emittersOf);
  return { deliverer, emitter };
};

const delivererFor = (below: Below): Promise<Deliverer> => {
  const { nc, actors, views, sealer, logger, latency, mediaLinks, registry, trouble } = below;
  return startDeliverer({
    nc,
    actors,
    views,
    sender: below.webhookSender,
    sealer,
    logger,
    random: Math.random,
    now: below.journalTime,
    payloadOf: createEventMedia({ views, links: mediaLinks }),
    onLeaving: (eventId) => latency.end('webhook.emit', eventId),
    count: webhookCounter(registry),
    trouble,
    onConsumerGone: () => below.countActors('consumer_gone'),
  });
};

const emitterFor = (below: Below): Promise<Reactor> =>
  startEmitter({
    nc: below.nc,
    shards: below.config.shards,
    views: below.views,
    webhookQueue: below.webhookQueue,
    logger: below.logger,
    random: Math.random,
    now: below.journalTime,
    trouble: below.trouble,
    patience: PATIENCE,
    onConsumerGone: () => below.countActors('consumer_gone'),
  });
