/**
 * The projector's thread: it follows every shard and is the only writer of the views, so no request waits for a write. It is the
 * only file of the kernel that knows which views exist, because functions cannot be passed to a thread.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '@nats-io/transport-node';
import { natsOptions } from '../../../actors/runtime/nats/access.js';
import { nameThread } from '../../../actors/runtime/thread-name.js';
import { assertNever } from '../../../schemas/assert.js';
import { registry } from '../../registry.js';
import { openForWriting, removeFile } from '../database.js';
import { createProjection } from '../projection.js';
import { startCheckpointer } from './checkpointer.js';
import type { FromProjector, ProjectorSettings, Rebuild, ToProjector } from './messages.js';
import { type ShardProjector, startShardProjector } from './shard-projector.js';

const send = (message: FromProjector): void => parentPort?.postMessage(message);

const run = async ({ nats, file, shards }: ProjectorSettings): Promise<void> => {
  const nc = await connect({
    ...natsOptions(nats),
    name: 'parley-views',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 50,
    waitOnFirstConnect: true,
  });
  let projectors: readonly ShardProjector[] = [];
  let closeFile = (): void => undefined;
  let generation = 0;

  const open = (): void => {
    const { db, rebuilt } = openForWriting(file, registry);
    if (rebuilt !== null && rebuilt !== 'missing') send({ type: 'rebuild', rebuild: { reason: rebuilt } });
    const projection = createProjection(db, registry);
    generation += 1;
    send({
      type: 'opened',
      generation,
      applied: Array.from({ length: shards }, (_, shard) => projection.applied(shard)),
      setAside: Array.from({ length: shards }, (_, shard) => projection.setAside(shard)).flat(),
    });
    closeFile = () => void db.close();
    projectors = Array.from({ length: shards }, (_, shard) =>
      startShardProjector({ nc, shard, projection, send, onUnusable: rebuild }),
    );
  };

  const close = (): void => {
    for (const projector of projectors) projector.stop();
    projectors = [];
    closeFile();
  };

  const rebuild = (reason: Rebuild): void => {
    send({ type: 'rebuild', rebuild: reason });
    close();
    removeFile(file);
    open();
  };

  open();
  // While its thread is lost the projector moves the log itself, later.
  const checkpointer = startCheckpointer(file, (err) =>
    send({ type: 'notice', notice: { event: 'views.checkpointer_lost', err } }),
  );
  parentPort?.on('message', (message: ToProjector) => {
    switch (message.type) {
      case 'rebuild':
        return message.generation === generation ? rebuild(message.rebuild) : undefined;
      case 'read_again':
        for (const projector of projectors) projector.readAgain();
        return;
      case 'stop':
        break;
      default:
        assertNever(message);
    }
    void checkpointer
      .stop()
      .then(() => {
        // The last connection to close, so that no log is left behind.
        close();
        return nc.close();
      })
      .finally(() => parentPort?.close());
  });
  for await (const { type } of nc.status()) {
    if (type === 'disconnect') for (const projector of projectors) projector.disconnected();
    if (type === 'reconnect') for (const projector of projectors) projector.reconnected();
  }
};

nameThread('views');
await run(workerData);
