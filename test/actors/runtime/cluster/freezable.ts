/** The parent's side of a node with errands that can be frozen (freezable-process.ts). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { AskOptions } from '../../../../actors/runtime/actor-client.js';
import type { Query } from '../../../../actors/runtime/cluster/wire.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import type { TestNats } from '../../../../testkit/nats/server.js';
import type { ErrandCommand, ErrandState } from '../errand.js';

export type NodeRequest =
  | {
      readonly type: 'ask';
      readonly id: string;
      readonly command: ErrandCommand | Query;
      readonly options: AskOptions;
    }
  /** Blocks the event loop. */
  | { readonly type: 'be_busy'; readonly ms: number }
  | { readonly type: 'stats' };

export interface Freezable {
  readonly pid: number;
  ask(id: string, command: ErrandCommand | Query, options?: AskOptions): Promise<ErrandState>;
  beBusy(ms: number): Promise<void>;
  stats(): Promise<{ readonly counts: Readonly<Record<string, number>>; readonly activations: number }>;
  freeze(): void;
  thaw(): void;
}

const PROCESS = fileURLToPath(new URL('./freezable-process.js', import.meta.url));

export const startFreezable = async (t: Lifetime, nats: TestNats, action: string): Promise<Freezable> => {
  const child = fork(PROCESS, [nats.url, action], { stdio: 'inherit' });
  t.teardown(() => child.kill('SIGKILL'));
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  const ready = once(child, 'message');
  child.on('message', (message: { readonly n: number; readonly value: never; readonly error?: string }) => {
    const { n, value, error } = message;
    if (error === undefined) waiting.get(n)?.resolve(value);
    else waiting.get(n)?.reject(new Error(error));
    waiting.delete(n);
  });
  let last = 0;
  const send = <T>(request: NodeRequest): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send({ n: last, request });
    });
  await ready;
  return {
    pid: child.pid ?? 0,
    ask: (id, command, options = {}) => send({ type: 'ask', id, command, options }),
    beBusy: (ms) => send({ type: 'be_busy', ms }),
    stats: () => send({ type: 'stats' }),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
};

/** Whether the kernel has stopped the process. */
export const isStopped = async (pid: number): Promise<boolean> =>
  /^State:\s+T/m.test(await readFile(`/proc/${pid}/status`, 'utf8'));

/** The action of errands, counted per actor: POST performs it, GET returns how often it was performed. */
export const startAction = async (
  t: Lifetime,
): Promise<{ readonly url: string; runs(id: string): number }> => {
  const times = new Map<string, number>();
  const server = createServer((req, res) => {
    const id = (req.url ?? '').slice(1);
    if (req.method === 'POST') times.set(id, (times.get(id) ?? 0) + 1);
    res.end(String(times.get(id) ?? 0));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, runs: (id) => times.get(id) ?? 0 };
};
