/**
 * The vectors of a Data Source's passages: made once for each text and model, part by part. The actor counts its parts; the
 * vectors themselves are in the journal and in the views. It guarantees:
 *
 * V1. A part is requested from the provider until it has succeeded once, however many nodes request the vectors.
 * V2. A provider that fails is asked again after {@link retryDelayMs}, as long as the text is the source's.
 * V3. Another text or model replaces the target. Results for an earlier one are dropped.
 */
import { assertNever } from '../../schemas/assert.js';
import type { Actor, Envelope, NoQueries, NoReplies, TimerDue } from '../runtime/actor.js';
import type { PassageVectorsCommand, PassageVectorsEffect } from './commands.js';
import { PASSAGE_VECTORS_EVENTS, type PassageVectorsEvent, type VectorTarget } from './events.js';

export interface PassageVectorsState {
  /** Null: nothing was requested, or it was given up. */
  readonly target: (VectorTarget & { readonly passages: number }) | null;
  /** Passages with vectors. */
  readonly done: number;
  /** Of the next part, from 1. */
  readonly attempt: number;
  /** When the next attempt begins, ms since the epoch; null: it has begun. */
  readonly retryAt: number | null;
  /** When the last part was added, ms since the epoch. */
  readonly doneAt: number;
}

const RETRY = 'retry';
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 60 * 60_000;
/**
 * Views that still lack vectors this long after they were made have dropped them, because the source had another text in between.
 */
const LOST_AFTER_MS = 10 * 60_000;

/** Doubles with each attempt, up to an hour. */
export const retryDelayMs = (attempt: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 20), LAST_RETRY_MS);

const initial = (): PassageVectorsState => ({
  target: null,
  done: 0,
  attempt: 1,
  retryAt: null,
  doneAt: 0,
});

const isTarget = ({ target }: PassageVectorsState, { model, digest }: VectorTarget): boolean =>
  target !== null && target.model === model && target.digest === digest;

const isWhole = ({ target, done }: PassageVectorsState): boolean =>
  target !== null && done >= target.passages;

const decide = (
  state: PassageVectorsState,
  { command, at }: Envelope<PassageVectorsCommand | TimerDue>,
): readonly PassageVectorsEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return command.name === RETRY && state.retryAt !== null ? [{ type: 'vectors.retried' }] : [];
    case 'request': {
      const { model, digest, passages } = command;
      const isLost = isWhole(state) && at > state.doneAt + LOST_AFTER_MS;
      if (isTarget(state, command) && !isLost) return []; // V1
      return [{ type: 'vectors.requested', model, digest, passages }];
    }
    case 'embedded': {
      const { type: _type, ...part } = command;
      const isNext = isTarget(state, command) && part.start === state.done && part.count > 0;
      return isNext ? [{ type: 'vectors.added', ...part }] : []; // V3
    }
    case 'embedding_failed': {
      const { attempt } = command;
      if (!isTarget(state, command) || attempt !== state.attempt || state.retryAt !== null) return [];
      return [{ type: 'vectors.failed', attempt, retryAt: at + retryDelayMs(attempt) }]; // V2
    }
    case 'give_up':
      return isTarget(state, command) && !isWhole(state) ? [{ type: 'vectors.dropped' }] : [];
    default:
      return assertNever(command);
  }
};

const evolve = (state: PassageVectorsState, event: PassageVectorsEvent, at: number): PassageVectorsState => {
  switch (event.type) {
    case 'vectors.requested': {
      const { model, digest, passages } = event;
      return { ...initial(), target: { model, digest, passages } };
    }
    case 'vectors.added':
      return { ...state, done: state.done + event.count, attempt: 1, retryAt: null, doneAt: at };
    case 'vectors.failed':
      return { ...state, attempt: event.attempt + 1, retryAt: event.retryAt };
    case 'vectors.retried':
      return { ...state, retryAt: null };
    case 'vectors.dropped':
      return initial();
    default:
      return assertNever(event);
  }
};

const effects = (state: PassageVectorsState): Readonly<Record<string, PassageVectorsEffect>> => {
  const { target, done, attempt, retryAt } = state;
  if (target === null || retryAt !== null || isWhole(state)) return {};
  const { model, digest } = target;
  return {
    [`embed-${digest}-${done}-${attempt}`]: { kind: 'embed_passages', model, digest, start: done, attempt },
  };
};

export const passageVectors: Actor<
  PassageVectorsState,
  PassageVectorsCommand,
  PassageVectorsEvent,
  PassageVectorsEffect,
  NoReplies,
  NoQueries
> = {
  kind: 'passage-vectors',
  events: PASSAGE_VECTORS_EVENTS,
  initial,
  decide,
  evolve,
  timers: ({ retryAt }): Readonly<Record<string, number>> => (retryAt === null ? {} : { [RETRY]: retryAt }),
  effects,
  replies: {},
  queries: () => ({}),
  snapshotEvery: 20,
};
