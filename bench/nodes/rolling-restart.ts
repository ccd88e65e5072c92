/**
 * Restarts two nodes behind a balancer one after the other, as an upgrade does, while clients send requests: none of
 * the requests may be refused. `npm run bench:rolling-restart -- --help`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiError } from '../../testkit/api/client.js';
import { createCategory, createContact } from '../../testkit/api/resources.js';
import { startTwoNodes, type TwoNodes } from '../../testkit/service/two-nodes.js';
import { note, print, run, wholeNumber } from '../command-line.js';
import { mobileOf, nameOf } from '../contacts/rows.js';
import { spreadOf } from '../failover/gaps.js';

const HELP = `Restarts two nodes behind a balancer with SIGTERM, one after the other, while clients send requests, and counts refusals.

  npm run bench:rolling-restart -- [options]

  --requests <n>     the fewest requests, spread over the restarts (5000; at most 100000)
  --connections <n>  clients, each of which sends one request at a time (16; at most 256)
  --help             this text

A third of the requests creates contacts, a third changes them, and a third reads them. No request is retried. Exits with 1
if a request was refused.
`;
const DRAIN_SECONDS = 60;
const PAUSE_MS = 2;

interface Outcome {
  /** Refusals by error. */
  readonly refused: ReadonlyMap<string, number>;
  readonly latencies: readonly number[];
}

/** Sends requests until `isDone` returns true. */
const load = async (
  { client }: TwoNodes,
  connections: number,
  isDone: (sent: number) => boolean,
): Promise<Outcome> => {
  const refused = new Map<string, number>();
  const latencies: number[] = [];
  const categoryIds = [await createCategory(client, 'Measured')];
  let sent = 0;
  const connection = async (): Promise<void> => {
    let contactId: string | null = null;
    while (!isDone(sent)) {
      const n = sent++;
      const began = performance.now();
      try {
        if (contactId === null || n % 3 === 0)
          contactId = await createContact(client, { name: nameOf(n), mobile: mobileOf(n), categoryIds });
        else if (n % 3 === 1) await client.patch(`/api/v1/contacts/${contactId}`, { name: `Changed ${n}` });
        else await client.get(`/api/v1/contacts/${contactId}`);
      } catch (error) {
        const why = error instanceof ApiError ? `${error.status} ${error.code}` : String(error);
        refused.set(why, (refused.get(why) ?? 0) + 1);
      }
      latencies.push(performance.now() - began);
      await delay(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return { refused, latencies };
};

run(async () => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '5000' },
      connections: { type: 'string', default: '16' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP.trimEnd());
  const requests = wholeNumber('requests', values.requests, 1, 100_000);
  const connections = wholeNumber('connections', values.connections, 1, 256);
  const nodes = await startTwoNodes({
    lines: 1,
    cacheDir: process.env.PARLEY_CACHE_DIR,
    env: { PARLEY_DRAIN_SECONDS: String(DRAIN_SECONDS) },
  });
  try {
    let areRestarted = false;
    const loading = load(nodes, connections, (sent) => areRestarted && sent >= requests);
    for (const node of [0, 1]) {
      const began = performance.now();
      const code = await nodes.drain(node);
      await nodes.start(node);
      note(
        `node ${node} exited with ${code}, and served again ${Math.round(performance.now() - began)} ms after SIGTERM`,
      );
    }
    areRestarted = true;
    const { refused, latencies } = await loading;
    print(
      JSON.stringify({
        requests: latencies.length,
        refused: Object.fromEntries(refused),
        ms: spreadOf(latencies),
      }),
    );
    if (refused.size > 0) process.exitCode = 1;
  } finally {
    await nodes.stop();
  }
});
