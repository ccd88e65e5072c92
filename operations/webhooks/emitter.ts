/**
 * Turns events of conversations, calls and campaigns into webhook events for subscribers. Nothing is emitted that was
 * not committed, and what was committed is emitted at least once (actors/runtime/consumers/reactor.ts). A node that does not know
 * an event, or whose views do not, leaves it to one that does. A subscription receives the events that follow its own
 * creation in the journal; the clocks of the nodes that wrote them do not matter.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { NotUnderstood } from '../../actors/runtime/activation.js';
import { type Reactor, type ReactorOptions, startReactor } from '../../actors/runtime/consumers/reactor.js';
import { isJournalEvent } from '../../actors/runtime/event-versions.js';
import { nameOf } from '../../actors/runtime/journal/commit.js';
import type { ViewStore } from '../../views/views.js';
import { inParallel } from '../in-parallel.js';
import { PUBLIC_SOURCES } from '../public-events/catalogue.js';
import type { PublicSource, PublicViews } from '../public-events/source.js';
import type { WebhookQueue } from './queue.js';

export interface EmitterDeps extends Pick<ReactorOptions, 'now' | 'trouble' | 'retryPolicy'> {
  readonly nc: NatsConnection;
  readonly shards: number;
  readonly views: Pick<ViewStore, 'state' | 'waitFor' | 'subscribersOf'> & PublicViews;
  readonly webhookQueue: WebhookQueue;
  readonly logger: Logger;
  /** In [0, 1). */
  readonly random: () => number;
  /** Called when a consumer is lost and is about to be created again. */
  readonly onConsumerGone: () => void;
}

/** The kinds of actors that have webhooks, under the names of their reactions. */
const SOURCES = PUBLIC_SOURCES.flatMap(({ reaction: name, ...source }) =>
  name === null ? [] : [{ name, ...source }],
);
/** The names of the emitter's reactions, and of their trouble. */
export const EMITTERS: readonly string[] = SOURCES.map(({ name }) => name);
/** The names of the reactions to a kind of actor. */
export const emittersOf = (kind: string): readonly string[] =>
  SOURCES.filter((source) => source.kind.name === kind).map(({ name }) => name);
/** Webhook events of one journal event that are queued at a time. */
const CONCURRENCY = 16;

/** Resolves once events are being emitted. */
export const startEmitter = async (deps: EmitterDeps): Promise<Reactor> => {
  const { nc, shards, views, webhookQueue, logger, random, onConsumerGone: onGone } = deps;

  const emit =
    (shard: number, { webhooksOf }: Pick<PublicSource, 'webhooksOf'>): ReactorOptions['react'] =>
    async ({ business: businessId, id }, commit) => {
      const { events, seq, at } = commit;
      const place = nameOf(commit);
      // Events of a newer build are emitted by a node that knows them, and so are those that our views would show too late.
      const state = views.state();
      if (state.type === 'stopped') throw new NotUnderstood(state.reason, null);
      // Subscriptions and actors of a business are in one shard, so everything that came before is known by then.
      await views.waitFor(shard, seq);
      const subject = webhooksOf(views, businessId, id);
      if (subject === null) return;
      // Commits in an archive keep the sequence that they had before it was written.
      const subscribers = views.subscribersOf(businessId, subject.channel, subject.accountId, place.seq);
      if (subscribers.length === 0) return;
      for (const event of events.filter(isJournalEvent)) {
        // The webhook events of one event belong to different threads, so their relative order does not matter.
        const due = subject
          .webhookEventsOn(event, { ...place, at })
          .flatMap((webhookEvent) =>
            subscribers
              .filter((subscriber) => subscriber.events.includes(webhookEvent.eventType))
              .map(({ id: subscriptionId }) => ({ subscriptionId, webhookEvent })),
          );
        await inParallel(due, CONCURRENCY, ({ subscriptionId, webhookEvent }) =>
          webhookQueue.put(businessId, subscriptionId, webhookEvent),
        );
      }
    };

  const started = await Promise.all(
    SOURCES.flatMap((source) =>
      Array.from({ length: shards }, async (_, shard) => ({
        name: source.name,
        shard,
        reactor: await startReactor({
          nc,
          shard,
          name: source.name,
          kind: source.kind.name,
          events: source.kind.versions,
          logger,
          random,
          onGone,
          now: deps.now,
          trouble: deps.trouble,
          retryPolicy: deps.retryPolicy,
          react: emit(shard, source),
        }),
      })),
    ),
  );
  return {
    retry: async (trouble) => {
      const shardOf = Number(trouble.key.split(':')[0]);
      const found = started.find(({ name, shard }) => name === trouble.what && shard === shardOf);
      return found === undefined ? false : found.reactor.retry(trouble);
    },
    stop: async () => void (await Promise.all(started.map(({ reactor }) => reactor.stop()))),
  };
};
