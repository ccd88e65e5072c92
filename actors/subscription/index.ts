/** The subscription actor: where a subscriber's events are sent, how they are signed, and how their delivery went. */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type {
  DeadReason,
  EventType,
  PauseReason,
  SubscriptionChannel,
} from '../../schemas/events/subscription.js';
import { type Conditional, requireCurrent } from '../../schemas/tag.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import { type Attempt, SUBSCRIPTION_EVENTS, type SubscriptionEvent, type WebhookEvent } from './events.js';
import { subscriptionTag } from './tag.js';

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
  | ({
      readonly type: 'change';
      readonly callbackUrl?: string;
      readonly events?: readonly EventType[];
      readonly status?: 'active' | 'paused';
    } & Conditional)
  | {
      readonly type: 'rotate';
      readonly sealedSecret: string;
      readonly secretLast4: string;
      /** For how long the present secret signs as well, ms; absent: no former secret signs from now on. */
      readonly overlapMs?: number;
    }
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

/** A secret that a rotation has replaced. */
interface FormerSecret {
  readonly sealedSecret: string;
  /** Until when it signs, ms since the epoch. */
  readonly until: number;
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
    /** Secrets that were replaced and still sign, newest first, at most {@link PREVIOUS_KEPT}; absent: none. */
    readonly previous?: readonly FormerSecret[];
    /** Absent: the subscriber of an account answers on it. */
    readonly observes?: true;
  } | null;
  /** The latest dead letters that were not re-sent yet, by event id. */
  readonly dead: Readonly<Record<string, WebhookEvent>>;
}

/** Dead letters kept. Older ones can no longer be re-sent. */
const DEAD_KEPT = 1_000;
/** If the answer to a rotation is lost, the secret that the subscriber has is two rotations old after the next. */
const PREVIOUS_KEPT = 2;
/** The timer of the first former secret to end. */
const OVERLAP = 'overlap';

const decide = (
  { subscription, dead }: SubscriptionState,
  { command, at }: Envelope<SubscriptionCommand | TimerDue>,
): readonly SubscriptionEvent[] => {
  if (command.type === 'timer_due') return overlapsEnded(subscription, at);
  if (command.type === 'create') {
    if (subscription !== null) return [];
    const { type: _type, ...facts } = command;
    return [{ type: 'subscription.created', ...facts }];
  }
  if (subscription === null) throw new DomainError('subscription_not_found');
  switch (command.type) {
    case 'change': {
      if (subscription.status === 'revoked') throw new DomainError('subscription_revoked');
      requireCurrent(command, subscriptionTag(subscription));
      const { type: _type, expected: _expected, ...changes } = command;
      return [{ type: 'subscription.changed', ...changes }];
    }
    case 'rotate': {
      if (subscription.status === 'revoked') throw new DomainError('subscription_revoked');
      const { sealedSecret, secretLast4, overlapMs } = command;
      const overlap = overlapMs === undefined ? {} : { previousUntil: at + overlapMs };
      const event = { type: 'secret.rotated', sealedSecret, secretLast4, ...overlap } as const;
      return [{ ...event, ...lastUntil(rotated(subscription, event)) }];
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

const overlapsEnded = (
  subscription: SubscriptionState['subscription'],
  at: number,
): readonly SubscriptionEvent[] => {
  const ended = subscription?.previous?.filter(({ until }) => until <= at) ?? [];
  if (subscription === null || ended.length === 0) return [];
  const until = Math.max(...ended.map((secret) => secret.until));
  return [{ type: 'secret.overlap_ended', until, ...lastUntil(endedUntil(subscription, until)) }];
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
      return subscription === null ? state : { ...state, subscription: rotated(subscription, event) };
    case 'secret.overlap_ended':
      if (subscription === null) return state;
      return { ...state, subscription: endedUntil(subscription, event.until) };
    case 'subscription.revoked':
      if (subscription === null) return state;
      return { ...state, subscription: { ...withPrevious(subscription, []), status: 'revoked' } };
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

type Subscription = NonNullable<SubscriptionState['subscription']>;

const withPrevious = (subscription: Subscription, secrets: readonly FormerSecret[]): Subscription => {
  const { previous: _previous, ...rest } = subscription;
  return secrets.length === 0 ? rest : { ...rest, previous: secrets };
};

/** When the last former secret ends. */
const lastUntil = ({ previous = [] }: Subscription): { readonly lastUntil?: number } =>
  previous.length === 0 ? {} : { lastUntil: Math.max(...previous.map(({ until }) => until)) };

const endedUntil = (subscription: Subscription, at: number): Subscription =>
  withPrevious(subscription, subscription.previous?.filter(({ until }) => until > at) ?? []);

/** A rotation without an overlap ends the overlaps of earlier ones. */
const rotated = (
  subscription: Subscription,
  { sealedSecret, previousUntil: until }: Extract<SubscriptionEvent, { type: 'secret.rotated' }>,
): Subscription => {
  const replaced = until === undefined ? [] : [{ sealedSecret: subscription.sealedSecret, until }];
  const earlier = until === undefined ? [] : (subscription.previous ?? []);
  return { ...withPrevious(subscription, [...replaced, ...earlier].slice(0, PREVIOUS_KEPT)), sealedSecret };
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
  timers: ({ subscription: current }) => {
    const ends = current?.previous?.map(({ until }) => until) ?? [];
    return ends.length === 0 ? {} : { [OVERLAP]: Math.min(...ends) };
  },
  effects: () => ({}),
  replies: {
    dead_letter: ({ dead }, { event }) => ({ isKept: Object.hasOwn(dead, event.eventId) }),
  },
  queries: (state) => ({ get: () => state }),
  alone: ['deliveries.attempted'],
  snapshotEvery: 200,
};
