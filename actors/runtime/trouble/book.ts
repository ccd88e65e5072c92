/**
 * Where trouble is noted, for all nodes: a small JetStream stream with one message for each trouble.
 *
 * It guarantees:
 * T1. One entry for each trouble, however often and by however many nodes it is noted; `since` is the first time.
 * T2. A bounded number of entries: beyond it a failure is reported as not noted, and continues as if there were no
 *     book.
 * T3. Trouble that an operator dropped is not noted again, and the drop (who, when, why) is kept for ever. An actor
 *     that cannot be read is the exception: it is noted until it can be read, even if an older build let it be dropped.
 * T4. One line in the log when trouble begins, one a day while it lasts, one when it ends.
 */
import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  type StoredMsg,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { isNotFound } from '../journal-errors.js';
import { ensureStream } from '../nats/ensure-stream.js';
import {
  codeOf,
  type Failing,
  formatTrouble,
  messageOf,
  parseTrouble,
  retryAfterMs,
  type Trouble,
  troubleId,
} from './trouble.js';

export const TROUBLE = 'TROUBLE';
export const DROPPED = 'TROUBLE_DROPPED';
/** T2: more than anyone reads, and some ten megabytes. */
const MAX_ENTRIES = 10_000;
const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Entries in one answer of a read. */
const READ_BATCH = 256;

export const TROUBLE_SUBJECTS = 'trouble.>';

const subjectOf = ({ kind, what, id }: Pick<Trouble, 'kind' | 'what' | 'id'>): string =>
  `trouble.${kind}.${what}.${id}`;
const dropSubject = (id: string): string => `dropped.${id}`;

/** The events that a node counts. */
export type TroubleEvent = 'noted' | 'again' | 'resolved' | 'dropped' | 'not_kept';

export interface TroubleBookOptions {
  readonly nc: NatsConnection;
  /** For its streams, if they are created; undefined: one. */
  readonly replicas?: number | undefined;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly now: () => number;
  readonly count?: (what: TroubleEvent, kind: Trouble['kind']) => void;
}

interface NoteFacts {
  /** Attempts since it was last noted. */
  readonly attempts: number;
  /** The first failure that the noting node knows of, ms since the epoch. */
  readonly since: number;
  /** False: it is retried only when an operator asks. Default true. */
  readonly retriesAutomatically?: boolean;
}

/** `dropped`: an operator wants it neither retried nor shown. `not_kept`: there is no room, or no server, for it. */
export type Noted = 'noted' | 'dropped' | 'not_kept';

export interface DropFacts {
  readonly reason: string;
  readonly by: string;
}

export interface TroubleBook {
  /** Never rejects. */
  note(failing: Failing, error: unknown, facts: NoteFacts): Promise<Noted>;
  /** Whether it is in the book. Never rejects: false if that is unknown. */
  has(failing: Failing): Promise<boolean>;
  /** It has ended; harmless when it was never noted. Never rejects: an entry that stays is checked when it is due. */
  clear(failing: Failing): Promise<void>;
  /** Has it retried at `at`, ms since the epoch. @throws Error when the server does not answer */
  retryAt(trouble: Trouble, at: number): Promise<void>;
  /**
   * T3. `isPermanent` false: the drop is kept, and the same trouble may come again. Repeating it changes nothing. @throws
   *     Error as above
   */
  drop(trouble: Trouble, facts: DropFacts, isPermanent: boolean): Promise<void>;
  /** The entry with this id; null when there is none. @throws Error as above */
  find(id: string): Promise<Trouble | null>;
  /** Whether trouble with this id was ever dropped. @throws Error as above */
  wasDropped(id: string): Promise<boolean>;
  /** All entries, oldest first. @throws Error as above */
  list(): Promise<readonly Trouble[]>;
  /** Number of entries of each kind and sort. @throws Error as above */
  counts(): Promise<readonly { readonly kind: string; readonly what: string; readonly count: number }[]>;
}

/** Opens the book, creating its streams if missing. @throws Error when the server does not answer */
export const openTroubleBook = async (options: TroubleBookOptions): Promise<TroubleBook> => {
  const { nc, replicas } = options;
  const jsm = await jetstreamManager(nc, { timeout: TIMEOUT_MS });
  const entries = {
    name: TROUBLE,
    subjects: [TROUBLE_SUBJECTS],
    max_msgs_per_subject: 1,
    max_msgs: MAX_ENTRIES,
    // The oldest entries are what an operator has to see first.
    discard: DiscardPolicy.New,
    allow_direct: true,
  };
  await ensureStream(jsm, entries, replicas);
  await ensureStream(jsm, { name: DROPPED, subjects: ['dropped.>'], allow_direct: true }, replicas);
  return new BookInStreams(options, jsm, jetstream(nc, { timeout: TIMEOUT_MS }));
};

class BookInStreams implements TroubleBook {
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #count: (what: TroubleEvent, kind: Trouble['kind']) => void;
  readonly #jsm: JetStreamManager;
  readonly #js: JetStreamClient;

  constructor(
    { logger, now, count = () => undefined }: TroubleBookOptions,
    jsm: JetStreamManager,
    js: JetStreamClient,
  ) {
    this.#logger = logger;
    this.#now = now;
    this.#count = count;
    this.#jsm = jsm;
    this.#js = js;
  }

  async note(failing: Failing, error: unknown, facts: NoteFacts): Promise<Noted> {
    try {
      return await this.#note(failing, error, facts);
    } catch (failure) {
      this.#count('not_kept', failing.kind);
      this.#logger.debug({ event: 'trouble.not_kept', ...failing.ref, err: failure });
      return 'not_kept';
    }
  }

  async has(failing: Failing): Promise<boolean> {
    try {
      return (await this.#entryOf(failing)) !== null;
    } catch (error) {
      this.#logger.debug({ event: 'trouble.look_failed', ...failing.ref, err: error });
      return false;
    }
  }

  async clear(failing: Failing): Promise<void> {
    try {
      const entry = await this.#entryOf(failing);
      if (entry === null || !(await this.#remove(entry))) return;
      this.#count('resolved', entry.kind);
      this.#logger.info({ event: 'trouble.resolved', ...logFieldsOf(entry) });
    } catch (error) {
      this.#logger.debug({ event: 'trouble.clearing_failed', ...failing.ref, err: error });
    }
  }

  async retryAt(trouble: Trouble, at: number): Promise<void> {
    await this.#write({ ...trouble, nextTryAt: at });
  }

  async drop(trouble: Trouble, { reason, by }: DropFacts, isPermanent: boolean): Promise<void> {
    const dropped = { ...trouble, reason, by, droppedAt: this.#now() };
    const subject = dropSubject(trouble.id);
    await this.#js.publish(
      isPermanent ? subject : `${subject}.${dropped.droppedAt}`,
      JSON.stringify(dropped),
    );
    await this.#remove(trouble);
    this.#count('dropped', trouble.kind);
    this.#logger.warn({ event: 'trouble.dropped', ...logFieldsOf(trouble), reason, by });
  }

  async find(id: string): Promise<Trouble | null> {
    const { state } = await this.#jsm.streams.info(TROUBLE, { subjects_filter: `trouble.*.*.${id}` });
    const [subject] = Object.keys(state.subjects ?? {});
    const found = subject === undefined ? null : await this.#last(TROUBLE, subject);
    return found === null ? null : parseTrouble(found.string());
  }

  async wasDropped(id: string): Promise<boolean> {
    if (await this.#isDroppedForGood(id)) return true;
    const { state } = await this.#jsm.streams.info(DROPPED, { subjects_filter: `${dropSubject(id)}.*` });
    return Object.keys(state.subjects ?? {}).length > 0;
  }

  async list(): Promise<readonly Trouble[]> {
    const all = await readAll(this.#jsm);
    return all.toSorted((first, second) => first.since - second.since);
  }

  async counts(): ReturnType<TroubleBook['counts']> {
    const { state } = await this.#jsm.streams.info(TROUBLE, { subjects_filter: TROUBLE_SUBJECTS });
    const counted = new Map<string, number>();
    for (const subject of Object.keys(state.subjects ?? {})) {
      const [, kind, what] = subject.split('.');
      counted.set(`${kind}.${what}`, (counted.get(`${kind}.${what}`) ?? 0) + 1);
    }
    return [...counted].map(([name, count]) => {
      const [kind = '', what = ''] = name.split('.');
      return { kind, what, count };
    });
  }

  async #note(failing: Failing, error: unknown, facts: NoteFacts): Promise<Noted> {
    const id = troubleId(failing);
    if (failing.kind !== 'actor' && (await this.#isDroppedForGood(id))) return 'dropped'; // T3
    const before = await this.#entryOf(failing);
    const at = this.#now();
    const since = Math.min(before?.since ?? at, facts.since);
    const trouble: Trouble = {
      id,
      kind: failing.kind,
      what: failing.what,
      ref: failing.ref,
      key: failing.key,
      since,
      lastAt: at,
      attempts: (before?.attempts ?? 0) + facts.attempts,
      code: codeOf(error),
      message: messageOf(error),
      nextTryAt: facts.retriesAutomatically === false ? null : at + retryAfterMs(at - since),
    };
    await this.#write(trouble);
    this.#count(before === null ? 'noted' : 'again', trouble.kind);
    // T4
    if (before === null) this.#logger.error({ event: 'trouble.noted', ...logFieldsOf(trouble) });
    else if (daysBetween(since, at) > daysBetween(since, before.lastAt))
      this.#logger.error({ event: 'trouble.persists', ...logFieldsOf(trouble) });
    return 'noted';
  }

  async #last(stream: string, subject: string): Promise<StoredMsg | null> {
    return this.#jsm.direct.getMessage(stream, { last_by_subj: subject });
  }

  async #entryOf(failing: Failing): Promise<Trouble | null> {
    const found = await this.#last(TROUBLE, subjectOf({ ...failing, id: troubleId(failing) }));
    return found === null ? null : parseTrouble(found.string());
  }

  async #isDroppedForGood(id: string): Promise<boolean> {
    return (await this.#last(DROPPED, dropSubject(id))) !== null;
  }

  async #write(trouble: Trouble): Promise<void> {
    await this.#js.publish(subjectOf(trouble), formatTrouble(trouble));
  }

  /** Whether it was there. */
  async #remove(trouble: Pick<Trouble, 'kind' | 'what' | 'id'>): Promise<boolean> {
    return (await this.#jsm.streams.purge(TROUBLE, { filter: subjectOf(trouble) })).purged > 0;
  }
}

/** The parts of a trouble that a log may hold: no text of an error, which may quote a customer. */
const logFieldsOf = ({ id, kind, what, ref, key, since, attempts, code }: Trouble): object => ({
  troubleId: id,
  kind,
  what,
  actor: ref?.kind,
  business: ref?.business,
  resource: ref?.id,
  key,
  since: new Date(since).toISOString(),
  attempts,
  code,
});

const daysBetween = (from: number, to: number): number => Math.floor((to - from) / DAY_MS);

const readAll = async (jsm: JetStreamManager): Promise<readonly Trouble[]> => {
  const found: Trouble[] = [];
  for (let seq = 1; ; ) {
    let read = 0;
    try {
      const batch = await jsm.direct.getBatch(TROUBLE, {
        seq,
        next_by_subj: TROUBLE_SUBJECTS,
        batch: READ_BATCH,
      });
      for await (const message of batch) {
        read += 1;
        seq = message.seq + 1;
        const trouble = parseTrouble(message.string());
        if (trouble !== null) found.push(trouble);
      }
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    if (read < READ_BATCH) return found;
  }
};

/** The trouble in a message of the stream; null if it holds none. */
export const troubleIn = (message: Pick<JsMsg, 'string'>): Trouble | null => parseTrouble(message.string());
