/**
 * Idempotency records (docs/reference/api.md "Idempotency") in a JetStream stream of their own: one subject per key.
 *
 * It guarantees:
 * I1. Of all requests with one key, only one runs at a time.
 * I2. The answer is stored before it is sent, so a replay returns the identical answer. On this node it is not replayed before it
 *     is sent. Once stored it stays: another node may have replayed it.
 * I3. An abandoned claim is taken over at once, whether its process has died or could not store the answer. Running the request
 *     again is harmless, because ids are derived from the key.
 * I4. A claim whose process exists but does not answer is left alone until that process is given up. Then it is taken over like a
 *     claim of a dead process. Later writes of the old process under it have no effect, and it does not send its own answer.
 * I5. An answer that reports a commit which the journal has lost is not replayed once an operator has accepted that loss: the
 *     request runs again.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { errors, type NatsConnection } from '@nats-io/transport-node';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  type AcceptedLoss,
  isLossAccepted as isCommitLost,
  mayBeLost,
} from '../../actors/runtime/integrity/accepted-losses.js';
import { EXPECTED_SEQUENCE, store, TTL_HEADER } from '../../actors/runtime/journal/stored.js';
import { isWrongLastSequence } from '../../actors/runtime/journal-errors.js';
import { ensureStream } from '../../actors/runtime/nats/ensure-stream.js';
import { createExchange, type Exchange } from '../../actors/runtime/nats/exchange.js';
import { ACK_TIMEOUT_MS, retryRequest } from '../../actors/runtime/nats/retry-request.js';
import { DomainError, refusedBecause } from '../../schemas/errors.js';
import type { AnswerPart } from './answer-parts.js';

export interface StoredAnswer {
  readonly status: number;
  /** In parts, where it would repeat its request (answer-parts.ts). */
  readonly body: string | readonly AnswerPart[];
  /** The commit that the answer reports, if any. */
  readonly written?: CommitPlace;
}

/** The position of a commit in the journal. */
export interface CommitPlace {
  readonly shard: number;
  readonly seq: number;
}

/** The journal's losses, for I5. */
export interface JournalLosses {
  readonly shardOf: (businessId: string) => number;
  /** The lineage that the shard follows (actors/runtime/integrity/accepted-losses.ts). */
  readonly lineage: (shard: number) => string;
  /** Accepted losses of a shard. @throws Error when the server does not answer */
  readonly losses: (shard: number) => Promise<readonly AcceptedLoss[]>;
}

/** A claimed key; the holder must call `complete` or `release`. */
export type KeyClaim =
  | {
      readonly type: 'claimed';
      /**
       * Stores the answer while the changes it reports become visible; resolves after both.
       * @throws DomainError journal_unavailable; the claim can then be taken over. idempotency_request_in_progress when it
       *   has been: the other process's answer is the one that is kept
       * @throws the rejection of `visible`; the answer is kept, since another node may have replayed it
       */
      readonly complete: (answer: StoredAnswer, visible?: Promise<unknown> | null) => Promise<void>;
      /** Lets the next request with the key run. Never throws. */
      readonly release: () => Promise<void>;
    }
  /** The commit that the answer reports, if any, may not be visible on this node yet. */
  | { readonly type: 'replay'; readonly answer: StoredAnswer };

export interface IdempotencyStore {
  /** @throws DomainError idempotency_key_conflict, idempotency_request_in_progress, journal_unavailable */
  claim(businessId: string, key: string, requestHash: string): Promise<KeyClaim>;
}

/** The stream of the records. */
export const IDEMPOTENCY_STREAM = 'IDEMPOTENCY';
/** How long records are kept: seven days. */
const RETENTION = '168h';
/** How long a second request waits for the first, ms. */
const WAIT_MS = 10_000;
const POLL_MS = 50;
/**
 * How long to wait for another process to confirm that it works on a claim, ms. Silence counts as yes, and the question is
 * repeated.
 */
const ALIVE_MS = 300;

const IdempotencyRecord = Type.Union([
  Type.Object({ hash: Type.String(), state: Type.Literal('claimed'), owner: Type.String() }),
  Type.Object({ hash: Type.String(), state: Type.Literal('released') }),
  Type.Object({
    hash: Type.String(),
    state: Type.Literal('done'),
    status: Type.Integer(),
    body: Type.Union([
      Type.String(),
      Type.Array(Type.Union([Type.String(), Type.Object({ request: Type.String() })])),
    ]),
    /** Absent where the answer reports no commit, and in records of older builds. */
    written: Type.Optional(
      Type.Object({ shard: Type.Integer(), seq: Type.Integer(), lineage: Type.String() }),
    ),
  }),
]);
type IdempotencyRecord = Static<typeof IdempotencyRecord>;

/** The subject of a key's record. */
export const idempotencySubject = (businessId: string, key: string): string =>
  `idem.${businessId}.${createHash('sha256').update(key).digest('hex')}`;

/** The subject written to check that records can be stored; no business has this name. */
export const IDEMPOTENCY_PROBE = 'idem.probe';

/**
 * Creates the store. `owner` names this process among all that share the server; `isDead` says whether another process, by its
 * name, has stalled or is cut off; `now` in ms; `replicas` as in {@link ensureStream}; `journal`: null where losses of the
 * journal are unknown.
 */
export const createIdempotencyStore = async (
  nc: NatsConnection,
  now: () => number,
  owner: string,
  isDead: (owner: string) => boolean,
  replicas?: number,
  journal: JournalLosses | null = null,
): Promise<IdempotencyStore> => {
  const jsm = await jetstreamManager(nc);
  const config = {
    name: IDEMPOTENCY_STREAM,
    subjects: ['idem.>'],
    max_msgs_per_subject: 1,
    allow_direct: true,
    allow_msg_ttl: true,
  };
  await ensureStream(jsm, config, replicas);
  return new Store({ nc, jsm, exchange: createExchange(nc), now, owner, isDead, journal });
};

interface StoreDeps {
  readonly nc: NatsConnection;
  readonly jsm: JetStreamManager;
  readonly exchange: Exchange;
  readonly now: () => number;
  readonly owner: string;
  readonly isDead: (owner: string) => boolean;
  readonly journal: JournalLosses | null;
}

/** A record with its sequence and its time, ms of the server's clock. */
interface Found {
  readonly record: IdempotencyRecord;
  readonly seq: number;
  readonly at: number;
}

class Store implements IdempotencyStore {
  readonly #deps: StoreDeps;
  /** The claims that this process works on; each promise resolves when the work ends. */
  readonly #atWork = new Map<string, Promise<void>>();

  constructor(deps: StoreDeps) {
    this.#deps = deps;
    deps.nc.subscribe(`claimant.${deps.owner}`, {
      callback: (error, message) => {
        if (error === null) message.respond(this.#atWork.has(message.string()) ? 'at work' : 'idle');
      },
    });
  }

  async claim(businessId: string, key: string, hash: string): Promise<KeyClaim> {
    const { now, owner } = this.#deps;
    const subject = idempotencySubject(businessId, key);
    const until = now() + WAIT_MS;
    let expected = 0;
    for (;;) {
      const seq = await this.#write(subject, { hash, state: 'claimed', owner }, expected); // I1
      if (seq !== null) return this.#claimed(subject, hash, seq);
      const found = await this.#read(subject);
      const isLost = found !== null && (await this.#isLost(businessId, found)); // I5
      const record = found === null || isLost ? ({ hash, state: 'released' } as const) : found.record;
      if (record.state !== 'released' && record.hash !== hash)
        throw new DomainError('idempotency_key_conflict');
      const atWork = this.#atWork.get(subject);
      if (record.state === 'done' && atWork !== undefined) {
        await atWork; // I2: the changes that the answer reports may not be visible yet.
        continue;
      }
      if (record.state === 'done') {
        const { status, body, written } = record;
        return {
          type: 'replay',
          answer: written === undefined ? { status, body } : { status, body, written },
        };
      }
      const before = expected;
      if (record.state === 'released' || !(await this.#isAtWork(subject, record.owner)))
        expected = found?.seq ?? 0;
      if (now() >= until) throw new DomainError('idempotency_request_in_progress');
      // A rejected sequence stays rejected until the record changes.
      if (expected === before)
        await Promise.race([delay(POLL_MS), this.#atWork.get(subject) ?? delay(POLL_MS)]);
    }
  }

  #claimed(subject: string, hash: string, seq: number): KeyClaim {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#atWork.set(subject, ended);
    let last = seq;
    // A process that took the claim over has written a later sequence, so no write below has an effect.
    const write = async (record: IdempotencyRecord): Promise<boolean> => {
      const written = await this.#write(subject, record, last);
      last = written ?? last;
      return written !== null;
    };
    const keep = async (record: IdempotencyRecord): Promise<void> => {
      if (await write(record)) return;
      const found = await this.#read(subject);
      // An attempt whose acknowledgement was lost has stored this very record.
      if (!isDeepStrictEqual(found?.record, record)) throw new DomainError('idempotency_request_in_progress'); // I4
    };
    const finish = async (work: Promise<void>): Promise<void> => {
      try {
        await work;
      } finally {
        if (this.#atWork.get(subject) === ended) this.#atWork.delete(subject);
        end();
      }
    };
    // A record that cannot be written is still taken over by the next request (I3).
    const release = async (): Promise<void> => {
      await write({ hash, state: 'released' }).catch(() => undefined);
    };
    const complete = async (
      { status, body, written }: StoredAnswer,
      visible?: Promise<unknown> | null,
    ): Promise<void> => {
      const [stored, seen] = await Promise.allSettled([
        keep({
          hash,
          state: 'done',
          status,
          body: typeof body === 'string' ? body : [...body],
          ...this.#place(written),
        }),
        visible,
      ]);
      for (const outcome of [stored, seen]) if (outcome.status === 'rejected') throw outcome.reason;
    };
    return {
      type: 'claimed',
      complete: (answer, visible) => finish(complete(answer, visible)),
      release: () => finish(release()),
    };
  }

  #place(written: CommitPlace | undefined): {
    readonly written?: CommitPlace & { readonly lineage: string };
  } {
    if (written === undefined) return {};
    const { shard, seq } = written;
    return { written: { shard, seq, lineage: this.#deps.journal?.lineage(shard) ?? '' } };
  }

  /** I3, I4 */
  async #isAtWork(subject: string, claimant: string): Promise<boolean> {
    const { nc, owner, isDead } = this.#deps;
    if (claimant === owner) return this.#atWork.has(subject);
    if (isDead(claimant)) return false;
    try {
      const answer = await nc.request(`claimant.${claimant}`, subject, { timeout: ALIVE_MS });
      return answer.string() !== 'idle';
    } catch (error) {
      const hasNoResponder =
        error instanceof errors.NoRespondersError ||
        (error instanceof errors.RequestError && error.isNoResponders());
      return !hasNoResponder && !isDead(claimant);
    }
  }

  /**
   * Returns the sequence written, or null when another record came first: that of another process, or this very record from an
   * earlier attempt whose acknowledgement was lost.
   */
  async #write(subject: string, record: IdempotencyRecord, expected: number): Promise<number | null> {
    const { nc, exchange } = this.#deps;
    const headers = { [EXPECTED_SEQUENCE]: String(expected), [TTL_HEADER]: RETENTION };
    const message = { subject, text: JSON.stringify(record), headers, timeoutMs: ACK_TIMEOUT_MS };
    const isSettled = (error: unknown): boolean => isWrongLastSequence(error) || nc.isClosed();
    try {
      return (await retryRequest(() => store(exchange, message), isSettled)).seq;
    } catch (error) {
      if (isWrongLastSequence(error)) return null;
      throw refusedBecause('journal_unavailable', error);
    }
  }

  /** I5 */
  async #isLost(businessId: string, { record, at }: Found): Promise<boolean> {
    const { journal } = this.#deps;
    if (record.state !== 'done' || journal === null) return false;
    const { written } = record;
    const losses = await journal
      .losses(written?.shard ?? journal.shardOf(businessId))
      .catch((error: unknown) => {
        throw refusedBecause('journal_unavailable', error);
      });
    return written === undefined ? mayBeLost(losses, at) : isCommitLost(losses, written.lineage, written.seq);
  }

  async #read(subject: string): Promise<Found | null> {
    const { streams } = this.#deps.jsm;
    // Read from the leader: a replica may lag behind the record that refused our write.
    const query = { last_by_subj: subject };
    const stored = await streams.getMessage(IDEMPOTENCY_STREAM, query).catch((error: unknown) => {
      throw refusedBecause('journal_unavailable', error);
    });
    if (stored === null) return null;
    const record = Value.Parse(IdempotencyRecord, stored.json());
    return { record, seq: stored.seq, at: stored.time.getTime() };
  }
}
