/**
 * Failures that will not resolve themselves soon, as they are shown to an operator. Pure; book.ts stores them.
 *
 * Nothing here is the source of truth: the journal determines that an effect is owed, a wake is wanted or a commit was
 * not reacted to.
 */
import { DomainError, isFault, isTemporary } from '../../../schemas/errors.js';
import { deriveId } from '../../../schemas/ids.js';
import { isRecord } from '../../../schemas/json.js';
import { jsonIn } from '../../../schemas/parse.js';
import { NotUnderstood } from '../activation.js';
import type { ActorRef } from '../actor.js';

/**
 * `effect`: an actor owes it and it does not succeed. `actor`: its journal cannot be read. `wake`: the actor fails when
 * its timer is due. `reaction`: a commit was not reacted to. `webhook`: dead letters of a subscription. `views`: a
 * commit that the read models do not show. `limit`: a business hit a limit of its calls
 * (operations/outreach/limit-alarm.ts). `clock`: a clock differs from the journal's time (src/health/clock.ts).
 */
const TROUBLE_KINDS = ['effect', 'actor', 'wake', 'reaction', 'webhook', 'views', 'limit', 'clock'] as const;
export type TroubleKind = (typeof TROUBLE_KINDS)[number];

/** Identifies one trouble; the same failure has the same identity on every node and after a restart. */
export interface Failing {
  readonly kind: TroubleKind;
  /** Its sort, from a small fixed set: a label of the metrics, and subject-safe. */
  readonly what: string;
  /** The actor that it concerns; null if the journal does not say. */
  readonly ref: ActorRef | null;
  /** Which owed effect, timer or commit of the actor. */
  readonly key: string;
}

export interface Trouble extends Failing {
  readonly id: string;
  /** The first failure, ms since the epoch. */
  readonly since: number;
  /** The last one, ms since the epoch. */
  readonly lastAt: number;
  readonly attempts: number;
  /** Code of the last error, stable. */
  readonly code: string;
  /** The last error in words, truncated. */
  readonly message: string;
  /** When it is retried by itself, ms since the epoch; null: only when an operator asks. */
  readonly nextTryAt: number | null;
}

const MINUTE = 60_000;
const MAX_MESSAGE = 500;
const MAX_CODE = 64;

export const troubleId = ({ kind, what, ref, key }: Failing): string =>
  deriveId('trouble', kind, what, ref?.kind ?? '', ref?.business ?? '', ref?.id ?? '', key);

/** How long something may fail before it is trouble. */
export interface RetryPolicy {
  /** For a refusal, ms: the other side has decided, and a minute covers what becomes visible late. */
  readonly refusedMs: number;
  /** For anything else, ms: longer than a restart of the other side, shorter than an operator's lunch. */
  readonly failedMs: number;
  /** How often a wake may fail. */
  readonly wakeTries: number;
}

/** The tenth attempt of a wake comes one and a half to three minutes after the first (wakes.ts). */
export const RETRY_POLICY: RetryPolicy = { refusedMs: MINUTE, failedMs: 10 * MINUTE, wakeTries: 10 };

/**
 * What becomes of an effect that failed. `again`: it is retried soon. `note`: it is shown as trouble and retried soon
 * (the actor could not be asked: nothing was decided, and all of them continue when the journal is back). `park`: it is
 * parked.
 *
 * @param failingMs since its first failure
 */
export const verdictOn = (
  error: unknown,
  failingMs: number,
  { refusedMs, failedMs }: Pick<RetryPolicy, 'refusedMs' | 'failedMs'>,
): 'again' | 'note' | 'park' => {
  const refused = error instanceof DomainError && !isFault(error) && !isTemporary(error);
  if (failingMs < (refused ? refusedMs : failedMs)) return 'again';
  return isTemporary(error) ? 'note' : 'park';
};

/** When to retry what has failed for `failingMs`, ms: after as long again, between a minute and an hour. */
export const retryAfterMs = (failingMs: number): number => Math.min(Math.max(failingMs, MINUTE), 60 * MINUTE);

/** A stable code for an error: our own, or the system's. */
export const codeOf = (error: unknown): string => {
  if (error instanceof NotUnderstood) return 'upgrade_in_progress';
  if (!(error instanceof Error)) return 'unexpected';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unexpected';
  return code
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '_')
    .slice(0, MAX_CODE);
};

export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE);

export const formatTrouble = (trouble: Trouble): string => JSON.stringify(trouble);

/** Null for text that is no trouble. */
export const parseTrouble = (text: string): Trouble | null => {
  const value = jsonIn(text);
  if (!isRecord(value)) return null;
  const { id, what, key, since, lastAt, attempts, code, message, nextTryAt } = value;
  const kind = TROUBLE_KINDS.find((name) => name === value.kind);
  const isWhole =
    kind !== undefined &&
    typeof id === 'string' &&
    typeof what === 'string' &&
    typeof key === 'string' &&
    typeof since === 'number' &&
    typeof lastAt === 'number' &&
    typeof attempts === 'number' &&
    typeof code === 'string' &&
    typeof message === 'string' &&
    (nextTryAt === null || typeof nextTryAt === 'number');
  if (!isWhole) return null;
  return { id, kind, what, ref: refOf(value.ref), key, since, lastAt, attempts, code, message, nextTryAt };
};

const refOf = (value: unknown): ActorRef | null => {
  if (!isRecord(value)) return null;
  const { kind, business, id } = value;
  return typeof kind === 'string' && typeof business === 'string' && typeof id === 'string'
    ? { kind, business, id }
    : null;
};
