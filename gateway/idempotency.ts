/**
 * Idempotency records (contract.md "Idempotency") in a JetStream stream of their own: one subject a key.
 *
 * It guarantees:
 * I1. Of all requests with one key, one at a time runs.
 * I2. The answer is stored before it leaves, so a replay gives the very same one.
 * I3. A claim whose process is gone (nobody answers for it) is taken over at once: running the request again is
 *     harmless, because ids are derived from the key.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { errors, type NatsConnection } from '@nats-io/transport-node';
import { canonicalize } from 'json-canonicalize';
import { DomainError } from '../schemas/errors.js';

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

/** `complete` or `release` must follow. */
export type Claim =
  | {
      readonly is: 'claimed';
      readonly complete: (answer: StoredAnswer) => Promise<void>;
      readonly release: () => Promise<void>;
    }
  | { readonly is: 'replay'; readonly answer: StoredAnswer };

export interface IdempotencyStore {
  /** @throws DomainError idempotency_key_conflict, idempotency_request_in_progress, journal_unavailable */
  claim(businessId: string, key: string, requestHash: string): Promise<Claim>;
}

const STREAM = 'IDEMPOTENCY';
const KEPT = '168h';
/** How long a second request waits for the first, ms. */
const WAIT_MS = 10_000;
const POLL_MS = 50;
/** Whether a claim's process lives is asked for no longer than this, ms; one that is busy counts as living. */
const ALIVE_MS = 1_000;
const WRONG_LAST_SEQUENCE = 10_071;

type Record =
  | { readonly hash: string; readonly state: 'claimed'; readonly owner: string }
  | { readonly hash: string; readonly state: 'released' }
  | { readonly hash: string; readonly state: 'done'; readonly status: number; readonly body: string };

/** What must be equal for two requests to be the same: method, path, and the body in canonical JSON (RFC 8785). */
export const hashRequest = (method: string, path: string, body: unknown): string =>
  createHash('sha256')
    .update(`${method} ${path} ${body === undefined ? '' : canonicalize(body)}`)
    .digest('hex');

/** `owner` names this process among all that share the server. */
export const createIdempotencyStore = async (
  nc: NatsConnection,
  now: () => number,
  owner: string,
): Promise<IdempotencyStore> => {
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add({
    name: STREAM,
    subjects: ['idem.>'],
    max_msgs_per_subject: 1,
    allow_direct: true,
    allow_msg_ttl: true,
  });
  const js = jetstream(nc, { timeout: 5_000 });

  // Answers for every claim of this process, for as long as it lives.
  nc.subscribe(`claimant.${owner}`, {
    callback: (error, message) => void (error === null && message.respond()),
  });
  const alive = async (claimant: string): Promise<boolean> => {
    if (claimant === owner) return true;
    try {
      await nc.request(`claimant.${claimant}`, '', { timeout: ALIVE_MS });
      return true;
    } catch (error) {
      return !(
        error instanceof errors.NoRespondersError ||
        (error instanceof errors.RequestError && error.isNoResponders())
      );
    }
  };

  /** Sequence written, or null when somebody else was faster. */
  const write = async (subject: string, record: Record, expected: number): Promise<number | null> => {
    try {
      return (
        await js.publish(subject, JSON.stringify(record), {
          expect: { lastSubjectSequence: expected },
          ttl: KEPT,
        })
      ).seq;
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE) return null;
      throw new DomainError('journal_unavailable');
    }
  };

  const read = async (subject: string): Promise<{ record: Record; seq: number } | null> => {
    const stored = await jsm.direct.getMessage(STREAM, { last_by_subj: subject }).catch(() => {
      throw new DomainError('journal_unavailable');
    });
    return stored === null ? null : { record: stored.json<Record>(), seq: stored.seq };
  };

  return {
    claim: async (businessId, key, hash) => {
      const subject = `idem.${businessId}.${createHash('sha256').update(key).digest('hex')}`;
      const until = now() + WAIT_MS;
      let expected = 0;
      for (;;) {
        const seq = await write(subject, { hash, state: 'claimed', owner }, expected);
        if (seq !== null) {
          return {
            is: 'claimed',
            complete: async ({ status, body }) => {
              await write(subject, { hash, state: 'done', status, body }, seq);
            },
            release: async () => {
              await write(subject, { hash, state: 'released' }, seq);
            },
          };
        }
        const found = await read(subject);
        if (found === null) {
          expected = 0;
          continue;
        }
        const { record } = found;
        if (
          record.state === 'released' ||
          (record.state === 'claimed' && record.hash === hash && !(await alive(record.owner)))
        ) {
          expected = found.seq;
          continue;
        }
        if (record.hash !== hash) throw new DomainError('idempotency_key_conflict');
        if (record.state === 'done')
          return { is: 'replay', answer: { status: record.status, body: record.body } };
        if (now() >= until) throw new DomainError('idempotency_request_in_progress');
        await delay(POLL_MS);
      }
    },
  };
};
