/**
 * Turns what happens in conversations into letters for subscribers. Nothing is emitted that was not committed, and
 * what was committed is emitted at least once (actors/runtime/reactor.ts). A node that does not know an event, or whose
 * views do not, leaves them to one that does.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { CONVERSATION_EVENTS } from '../../actors/conversation/events.js';
import { NotUnderstood } from '../../actors/runtime/activation.js';
import { type Reactor, type ReactorOptions, startReactor } from '../../actors/runtime/reactor.js';
import { isConversationEvent } from '../../views/stored-event.js';
import type { ViewStore } from '../../views/views.js';
import { inParallel } from '../in-parallel.js';
import { letterOf } from './letters.js';
import type { Outbox } from './outbox.js';

export interface EmitterDeps extends Pick<ReactorOptions, 'now' | 'trouble' | 'patience'> {
  readonly nc: NatsConnection;
  readonly shards: number;
  readonly views: Pick<ViewStore, 'state' | 'waitFor' | 'conversation' | 'subscribersOf' | 'ownMessage'>;
  readonly outbox: Outbox;
  readonly logger: Logger;
  /** In [0, 1). */
  readonly random: () => number;
  /** Told when a consumer is gone and is about to be made again. */
  readonly onConsumerGone: () => void;
}

/** Of the reaction, for ever (actors/runtime/reactor.ts), and of its trouble. */
export const EMITTER = 'webhooks';
/** Subscribers of one event whose letters are put in at a time. */
const WIDTH = 16;

const hasType = (event: unknown): event is { readonly type: string } =>
  typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';

/** Resolves when events are being emitted. */
export const startEmitter = async (deps: EmitterDeps): Promise<Reactor> => {
  const { nc, shards, views, outbox, logger, random, onConsumerGone: onGone } = deps;
  const reactors: Reactor[] = [];
  for (let shard = 0; shard < shards; shard += 1) {
    reactors.push(
      await startReactor({
        ...{ nc, shard, name: EMITTER, kind: 'conversation', events: CONVERSATION_EVENTS },
        ...{ logger, random, onGone, now: deps.now, trouble: deps.trouble, patience: deps.patience },
        react: async ({ business: businessId, id: conversationId }, { events, seq, at }) => {
          // What a newer build has to tell is told by a node that knows it; so is what ours would show too late.
          const state = views.state();
          if (state.is === 'stopped') throw new NotUnderstood(state.reason, null);
          // Subscriptions and conversations of a business are in one shard: all that came before is known by then.
          await views.waitFor(shard, seq);
          const conversation = views.conversation(businessId, conversationId);
          if (conversation === null) return;
          const { channel, accountId } = conversation;
          // One that was made later is told of what comes, not of what was.
          const subscribers = views
            .subscribersOf(businessId, channel, accountId)
            .filter(({ createdAt }) => Date.parse(createdAt) <= at);
          if (subscribers.length === 0) return;
          const known = { businessId, conversationId, channel, accountId };
          for (const event of events) {
            if (!hasType(event) || !isConversationEvent(event)) continue;
            const letter = letterOf(known, event, at, (id) => views.ownMessage(businessId, id));
            if (letter === null) continue;
            await inParallel(
              subscribers.filter((one) => one.events.includes(letter.eventType)),
              WIDTH,
              ({ id }) => outbox.put(businessId, id, letter),
            );
          }
        },
      }),
    );
  }
  return {
    retry: async (trouble) => {
      const reactor = reactors[Number(trouble.key.split(':')[0])];
      return reactor === undefined ? false : reactor.retry(trouble);
    },
    stop: async () => void (await Promise.all(reactors.map((reactor) => reactor.stop()))),
  };
};
