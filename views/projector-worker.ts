/**
 * The projector's thread: reads every shard in order and writes the views, so that no request waits for a
 * write. Speaks with the main thread in {@link ProjectorMessage}s.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { appliedSeq, openForWriting } from './database.js';
import { applyBatch, type Delivered } from './projector.js';

export interface ProjectorSettings {
  readonly natsUrl: string;
  readonly file: string;
  readonly shards: number;
}

export type ProjectorMessage =
  /** The file has its tables; `applied[shard]` is how far it was when the thread started. */
  | { readonly type: 'open'; readonly applied: readonly number[] }
  | { readonly type: 'applied'; readonly shard: number; readonly seq: number }
  | { readonly type: 'poison'; readonly subject: string; readonly seq: number; readonly error: string };

/** Commits in one transaction at the most: keeps the write lock short. */
const MAX_BATCH = 1_000;

const say = (message: ProjectorMessage): void => parentPort?.postMessage(message);

const run = async ({ natsUrl, file, shards }: ProjectorSettings): Promise<void> => {
  const db = openForWriting(file);
  const nc = await connect({
    servers: natsUrl,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    name: 'projector',
  });
  const jsm = await jetstreamManager(nc);
  say({ type: 'open', applied: Array.from({ length: shards }, (_, shard) => appliedSeq(db, shard)) });

  const follow = async (shard: number): Promise<void> => {
    const queue: Delivered[] = [];
    let scheduled = false;
    const drain = (): void => {
      scheduled = false;
      const batch = queue.splice(0, MAX_BATCH);
      const last = batch.at(-1);
      if (last === undefined) return;
      applyBatch(db, shard, batch, ({ subject, seq }, error) =>
        say({ type: 'poison', subject, seq, error: String(error) }),
      );
      say({ type: 'applied', shard, seq: last.seq });
      schedule();
    };
    const schedule = (): void => {
      if (scheduled || queue.length === 0) return;
      scheduled = true;
      // After whatever else the socket has brought: one transaction for a burst, at once when there is none.
      setImmediate(drain);
    };
    const stream = `JOURNAL_${shard}`;
    await jsm.streams.info(stream);
    const consumer = await jetstream(nc).consumers.get(stream, {
      filter_subjects: [`evt.${shard}.>`],
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: appliedSeq(db, shard) + 1,
    });
    await consumer.consume({
      max_messages: 2 * MAX_BATCH,
      callback: (message) => {
        queue.push({ subject: message.subject, seq: message.seq, body: message.json() });
        schedule();
      },
    });
  };
  for (let shard = 0; shard < shards; shard += 1) await follow(shard);

  parentPort?.on('message', (message: unknown) => {
    if (message !== 'close') return;
    void nc.close().finally(() => {
      db.close();
      process.exit(0);
    });
  });
};

await run(workerData);
