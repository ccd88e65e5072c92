/** The subscription actor: where a subscriber's events are sent, how they are signed, and how their delivery went. */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type {
  DeadReason,
  EventType,
  PauseReason,
  SubscriptionChannel,
} from '../../schemas/events/subscription.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import { type Attempt, SUBSCRIPTION_EVENTS, type SubscriptionEvent, type WebhookEvent } from './events.js';

export type SubscriptionCommand =
  | {
      readonly type: 'create';
      readonly channel: SubscriptionChannel;
      readonly accountId: string | null;
      readonly callbackUrl: string;
      readonly events: readonly EventType[];
      readonly sealedSecret: string;
      readonly secretLast4: string;
      readonly observes?: true;
    }
  /** `change` and `rotate` are refused with `subscription_revoked`; all but `create` with `subscription_not_found`. */
  | {
      readonly type: 'change';
      readonly callbackUrl?: string;
      readonly events?: readonly EventType[];
      readonly status?: 'active' | 'paused';
    }
  | { readonly type: 'rotate'; readonly sealedSecret: string; readonly secretLast4: string }
  /** Revoking twice is harmless. */
  | { readonly type: 'revoke' }
  | { readonly type: 'note_attempts'; readonly attempts: readonly Attempt[] }
  /**
   * The event was not delivered after this many attempts; `reason` absent: all that are made. With `goneUrl`, the last one
   * was answered with 410 there: that pauses the subscription. If it is active and has another address by now, nothing
   * changes, and the reply is that the event is not kept.
   */
  | {
      readonly type: 'dead_letter';
      readonly event: WebhookEvent;
      readonly attempts: number;
      readonly reason?: DeadReason;
      readonly goneUrl?: string;
    }
  | { readonly type: 'note_resent'; readonly eventId: string }
  /** Discards all present dead letters. A repetition changes nothing. */
  | { readonly type: 'discard_dead'; readonly reason: string };

export interface SubscriptionReplies {
  readonly dead_letter: { readonly isKept: boolean };
}

export interface SubscriptionQueries {
  get(): SubscriptionState;
}

/** `subscription` is null until it is created. */
export interface SubscriptionState {
  readonly subscription: {
    readonly channel: SubscriptionChannel;
    readonly accountId: string | null;
    readonly callbackUrl: string;
    readonly events: readonly EventType[];
    readonly status: 'active' | 'paused' | 'revoked';
    /** Absent: the service did not pause it. */
    readonly pauseReason?: PauseReason;
    readonly sealedSecret: string;
    /** Absent: the subscriber of an account answers on it. */
    readonly observes?: true;
  } | null;
  /** The latest dead letters that were not re-sent yet, by event id. */
  readonly dead: Readonly<Record<string, WebhookEvent>>;
}

/** Dead letters kept. Older ones can no longer be re-sent. */
const DEAD_KEPT = 1_000;

const decide = (
  { subscription, dead }: SubscriptionState,
  { command }: Envelope<SubscriptionCommand | TimerDue>,
): readonly SubscriptionEvent[] => {
  if (command.type === 'timer_due') return [];
  if (command.type === 'create') {
    if (subscription !== null) return [];
    const { type: _type, ...facts } = command;
    return [{ type: 'subscription.created', ...facts }];
  }
  if (subscription === null) throw new DomainError('subscription_not_found');
  switch (command.type) {
    case 'change': {
      if (subscription.status === 'revoked') throw new DomainError('subscription_revoked');
      const { type: _type, ...changes } = command;
      return [{ type: 'subscription.changed', ...changes }];
    }
    case 'rotate': {
      if (subscription.status === 'revoked') throw new DomainError('subscription_revoked');
      const { sealedSecret, secretLast4 } = command;
      return [{ type: 'secret.rotated', sealedSecret, secretLast4 }];
    }
    case 'revoke':
      return subscription.status === 'revoked' ? [] : [{ type: 'subscription.revoked' }];
    case 'note_attempts':
      return [{ type: 'deliveries.attempted', attempts: command.attempts }];
    case 'dead_letter':
      return deadLetter(subscription, dead, command);
    case 'note_resent':
      return Object.hasOwn(dead, command.eventId)
        ? [{ type: 'dead_letter.resent', eventId: command.eventId }]
        : [];
    case 'discard_dead': {
      const eventIds = Object.keys(dead);
      const { reason } = command;
      return eventIds.length === 0 ? [] : [{ type: 'dead_letters.discarded', eventIds, reason }];
    }
    default:
      return assertNever(command);
  }
};

const deadLetter = (
  { status, callbackUrl }: NonNullable<SubscriptionState['subscription']>,
  dead: SubscriptionState['dead'],
  { event: letter, attempts, reason, goneUrl }: Extract<SubscriptionCommand, { type: 'dead_letter' }>,
): readonly SubscriptionEvent[] => {
  const isActive = status === 'active';
  if (goneUrl !== undefined && isActive && goneUrl !== callbackUrl) return [];
  const died: SubscriptionEvent = {
    type: 'delivery.dead_lettered',
    letter,
    attempts,
    ...(reason === undefined ? {} : { reason }),
  };
  return [
    ...(Object.hasOwn(dead, letter.eventId) ? [] : [died]),
    ...(goneUrl !== undefined && isActive
      ? [{ type: 'subscription.paused', reason: 'endpoint_gone' } as const]
      : []),
  ];
};

const evolve = (state: SubscriptionState, event: SubscriptionEvent): SubscriptionState => {
  const { subscription, dead } = state;
  switch (event.type) {
    case 'subscription.created': {
      const { channel, accountId, callbackUrl, events, sealedSecret, observes } = event;
      return {
        ...state,
        subscription: {
          channel,
          accountId,
          callbackUrl,
          events,
          status: 'active',
          sealedSecret,
          ...(observes === undefined ? {} : { observes }),
        },
      };
    }
    case 'subscription.changed': {
      if (subscription === null) return state;
      const { type: _type, ...changes } = event;
      const { pauseReason, ...rest } = subscription;
      const isStillPaused = pauseReason !== undefined && event.status !== 'active';
      return {
        ...state,
        subscription: { ...rest, ...changes, ...(isStillPaused ? { pauseReason } : {}) },
      };
    }
    case 'subscription.paused':
      if (subscription === null) return state;
      return { ...state, subscription: { ...subscription, status: 'paused', pauseReason: event.reason } };
    case 'secret.rotated':
      if (subscription === null) return state;
      return { ...state, subscription: { ...subscription, sealedSecret: event.sealedSecret } };
    case 'subscription.revoked':
      if (subscription === null) return state;
      return { ...state, subscription: { ...subscription, status: 'revoked' } };
    case 'deliveries.attempted':
      return state;
    case 'delivery.dead_lettered': {
      const letters = Object.entries({ ...dead, [event.letter.eventId]: event.letter });
      return { ...state, dead: Object.fromEntries(letters.slice(-DEAD_KEPT)) };
    }
    case 'dead_letter.resent': {
      const { [event.eventId]: _resent, ...rest } = dead;
      return { ...state, dead: rest };
    }
    case 'dead_letters.discarded': {
      const kept = Object.entries(dead).filter(([eventId]) => !event.eventIds.includes(eventId));
      return { ...state, dead: Object.fromEntries(kept) };
    }
    default:
      return assertNever(event);
  }
};

export const subscription: Actor<
  SubscriptionState,
  SubscriptionCommand,
  SubscriptionEvent,
  never,
  SubscriptionReplies,
  SubscriptionQueries
> = {
  kind: 'subscription',
  events: SUBSCRIPTION_EVENTS,
  initial: (): SubscriptionState => ({ subscription: null, dead: {} }),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {
    dead_letter: ({ dead }, { event }) => ({ isKept: Object.hasOwn(dead, event.eventId) }),
  },
  queries: (state) => ({ get: () => state }),
  alone: ['deliveries.attempted'],
  snapshotEvery: 200,
};
