/**
 * A node with errands that takes its requests from its parent process and can be frozen: `freezable-process.js <nats
 * url> <action url>`. Its errand is a POST to the action url.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { createActorSystem } from '../../../../actors/runtime/system.js';
import { assertNever } from '../../../../schemas/assert.js';
import { blockThread } from '../../../../testkit/block-thread.js';
import { errand, FINISH } from '../errand.js';
import type { NodeRequest } from './freezable.js';

const [, , url = '', action = ''] = process.argv;
const nc = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
const counts: Record<string, number> = {};
const actors = await createActorSystem({
  nc,
  shards: 1,
  now: Date.now,
  logger: pino({ level: 'silent' }),
  watchdogMs: 1_000,
  count: (what) => {
    counts[what] = (counts[what] ?? 0) + 1;
  },
});
const freeze = (): void => {
  process.kill(process.pid, 'SIGSTOP');
};

actors.register(errand, {
  run: async ({ ref, resumed, assertOurs, signal }) => {
    const at = `${action}${ref.id}`;
    if (resumed) {
      // Checks, and never acts a second time; an errand that was not done stays undone.
      const runs = Number(await (await fetch(at, { signal })).text());
      return runs > 0 ? FINISH : null;
    }
    if (ref.id === 'frozen-before') freeze();
    if (ref.id === 'frozen-waiting') {
      const turn = delay(300);
      freeze();
      await turn;
    }
    assertOurs();
    await fetch(at, { method: 'POST', signal });
    if (ref.id === 'frozen-after') freeze();
    return FINISH;
  },
});
await actors.start();

const handle = async (request: NodeRequest): Promise<unknown> => {
  switch (request.type) {
    case 'ask': {
      const { id, command, options } = request;
      const target = { business: 'b', id };
      return command.type === 'query'
        ? (await actors.query(errand, target, 'get')).answer
        : (await actors.ask(errand, target, command, options)).answer;
    }
    case 'be_busy':
      blockThread(request.ms);
      return null;
    case 'stats':
      return { counts, activations: actors.activations() };
    default:
      return assertNever(request);
  }
};
process.on('message', (message: { readonly n: number; readonly request: NodeRequest }) => {
  const { n, request } = message;
  handle(request).then(
    (value) => process.send?.({ n, value }),
    (error: unknown) => process.send?.({ n, error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ n: 0, value: 'ready' });
