/**
 * The journal on JetStream: one stream a shard, one subject an actor, one message a commit.
 *
 * It guarantees:
 * J1. A commit is written only if the actor's last sequence is the one expected; otherwise {@link JournalConflict}.
 * J2. The same commandId is written once within the duplicate window, however often it is sent.
 * J3. A timer that is armed together with a commit lies in the stream before that commit.
 *
 * It does not know what events mean, nor who is activated where.
 */
import {
  JetStreamApiError,
  type JetStreamClient,
  JetStreamError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { ActorRef } from './actor.js';
import type { Commit } from './commit.js';
import { eventSubject, shardOf, snapshotSubject, streamName, timerSubject, wakeSubject } from './subjects.js';

/** Somebody else has written to this actor: whoever sees this holds a stale state. */
export class JournalConflict extends Error {
  override readonly name = 'JournalConflict';
}

/** No answer: the commit may or may not have been written. */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';
}

export interface Snapshot {
  readonly seq: number;
  readonly version: number;
  readonly state: unknown;
  readonly commandIds: readonly string[];
}

export interface Journal {
  readonly shards: number;
  shardOf(ref: ActorRef): number;
  /** Arms `timers` (name → due, ms since the epoch) and then commits; resolves with the commit's sequence. */
  commit(
    ref: ActorRef,
    expectedSeq: number,
    commit: Omit<Commit<unknown>, 'seq'>,
    timers: Readonly<Record<string, number>>,
  ): Promise<number>;
  /** Arms one timer without a commit. */
  arm(ref: ActorRef, name: string, dueAt: number): Promise<void>;
  /** The actor's commits after `afterSeq`, in order. */
  read(ref: ActorRef, afterSeq: number): AsyncIterable<Commit<unknown>>;
  saveSnapshot(ref: ActorRef, snapshot: Snapshot): Promise<void>;
  loadSnapshot(ref: ActorRef): Promise<Snapshot | null>;
}

/** JetStream's code for "wrong last sequence". */
const WRONG_LAST_SEQUENCE = 10_071;
/** Longer than any retry of a command; memory for the server is what it costs. */
const DUPLICATE_WINDOW_NS = 120_000_000_000;
const READ_BATCH = 256;

/** Opens the journal, making its streams where they are missing. */
export const openJournal = async (nc: NatsConnection, shards: number): Promise<Journal> => {
  const js = jetstream(nc, { timeout: 5_000 });
  const jsm = await jetstreamManager(nc, { timeout: 5_000 });
  for (let shard = 0; shard < shards; shard += 1) await ensureStream(jsm, shard);
  return journalOn(js, jsm, shards);
};

const ensureStream = async (jsm: JetStreamManager, shard: number): Promise<void> => {
  const config = {
    name: streamName(shard),
    subjects: [`evt.${shard}.>`, `timer.${shard}.>`, `wake.${shard}.>`, `snap.${shard}.>`],
    allow_direct: true,
    allow_msg_schedules: true,
    allow_msg_ttl: true,
    allow_rollup_hdrs: true,
    duplicate_window: DUPLICATE_WINDOW_NS,
  };
  try {
    await jsm.streams.info(config.name);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.status !== 404) throw error;
    await jsm.streams.add(config);
  }
};

const journalOn = (js: JetStreamClient, jsm: JetStreamManager, shards: number): Journal => {
  const shardFor = (ref: ActorRef): number => shardOf(ref.business, shards);

  const arm = async (ref: ActorRef, name: string, dueAt: number): Promise<void> => {
    const shard = shardFor(ref);
    await js.publish(timerSubject(shard, ref, name), '', {
      schedule: { specification: new Date(dueAt), target: wakeSubject(shard, ref, name) },
    });
  };

  const write = async (
    ref: ActorRef,
    expectedSeq: number,
    commit: Omit<Commit<unknown>, 'seq'>,
  ): Promise<number> => {
    const { seq } = await js.publish(eventSubject(shardFor(ref), ref), JSON.stringify(commit), {
      msgID: `${ref.kind}.${ref.id}.${commit.commandId}`,
      expect: { lastSubjectSequence: expectedSeq },
    });
    return seq;
  };

  return {
    shards,
    shardOf: shardFor,
    arm: (ref, name, dueAt) => unlessAway(arm(ref, name, dueAt)),
    commit: async (ref, expectedSeq, commit, timers) => {
      // J3: one connection keeps the order, so both can be on their way at once.
      const armed = Object.entries(timers).map(([name, dueAt]) => arm(ref, name, dueAt));
      const [seq] = await unlessAway(Promise.all([write(ref, expectedSeq, commit), ...armed]));
      return seq;
    },
    read: async function* (ref, afterSeq) {
      const subject = eventSubject(shardFor(ref), ref);
      let next = afterSeq + 1;
      for (;;) {
        let count = 0;
        try {
          const batch = await jsm.direct.getBatch(streamName(shardFor(ref)), {
            seq: next,
            next_by_subj: subject,
            batch: READ_BATCH,
          });
          for await (const message of batch) {
            count += 1;
            next = message.seq + 1;
            yield { ...parseCommit(message.json()), seq: message.seq };
          }
        } catch (error) {
          if (isNotFound(error)) return;
          throw unavailable(error);
        }
        if (count < READ_BATCH) return;
      }
    },
    saveSnapshot: async (ref, snapshot) => {
      const rollup = headers();
      rollup.set('Nats-Rollup', 'sub');
      await unlessAway(
        js.publish(snapshotSubject(shardFor(ref), ref), JSON.stringify(snapshot), { headers: rollup }),
      );
    },
    loadSnapshot: async (ref) => {
      const shard = shardFor(ref);
      const stored = await unlessAway(
        jsm.direct.getMessage(streamName(shard), { last_by_subj: snapshotSubject(shard, ref) }),
      );
      return stored === null ? null : parseSnapshot(stored.json());
    },
  };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What we wrote ourselves; a message that is something else is a corrupt journal and must stop the reader. */
const parseCommit = (value: unknown): Omit<Commit<unknown>, 'seq'> => {
  if (
    !isRecord(value) ||
    typeof value.commandId !== 'string' ||
    typeof value.at !== 'number' ||
    !Array.isArray(value.events)
  ) {
    throw new Error('the journal holds a message that is no commit');
  }
  return { commandId: value.commandId, at: value.at, events: value.events };
};

const parseSnapshot = (value: unknown): Snapshot | null => {
  if (
    !isRecord(value) ||
    typeof value.seq !== 'number' ||
    typeof value.version !== 'number' ||
    !Array.isArray(value.commandIds)
  )
    return null;
  const commandIds = value.commandIds.filter((id): id is string => typeof id === 'string');
  return { seq: value.seq, version: value.version, state: value.state, commandIds };
};

/** A direct read past the last message of a subject is answered with status 404. */
const isNotFound = (error: unknown): boolean =>
  error instanceof JetStreamError && 'code' in error && error.code === 404;

const unavailable = (error: unknown): Error => {
  if (error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE)
    return new JournalConflict(error.message);
  return new JournalUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
};

const unlessAway = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
};
