/**
 * Measures how long handlers hold the event loop: `node dist/test/gateway/event-loop.bench.js`. Another process
 * sends requests of every kind and of the largest size. Prints the CPU time of the longest turns of the loop, and
 * the loop's delay on this machine, other programs included. Fails if too many turns exceed the budget.
 */
import { fork } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { JSON_BODY_BYTES } from '../../gateway/route.js';
import { AGENT, BUSINESS, CALL, CONTACT } from './fakes/ids.js';
import { startGateway } from './gateway-under-test.js';

/** Issue: "a handler never blocks the event loop for more than 5 ms". */
const BUDGET_MS = 5;
/** Tolerated share of requests: a turn can hold several large bodies at once, or a garbage collection. */
const TOLERATED = 0.005;
/** Resolution of the monitor's timer, ms; subtracted from what it reports. */
const RESOLUTION_MS = 1;
const ROUNDS = 2_000;
const AT_ONCE = 8;

interface Work {
  readonly url: string;
  readonly apiKey: string;
}

const requests = ({ url, apiKey }: Work): readonly ((n: number) => Promise<Response>)[] => {
  const q = `businessId=${BUSINESS}`;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const profile = { businessId: BUSINESS, channel: 'voice', name: 'A' };
  const small = JSON.stringify({ ...profile, instructions: 'Help.' });
  const large = JSON.stringify({ ...profile, instructions: 'word '.repeat(JSON_BODY_BYTES / 5 - 100) });
  const post = (path: string, body: string) => (n: number) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `${path}${n}${body.length}` },
      body,
    });
  const call = JSON.stringify({ businessId: BUSINESS, agentId: AGENT, contactId: CONTACT });
  return [
    () => fetch(`${url}/api/v1/agents?${q}`, { headers }),
    () => fetch(`${url}/api/v1/voice/calls/${CALL}?${q}`, { headers }),
    () => fetch(`${url}/api/v1/openapi.json`),
    post('/api/v1/agents', small),
    post('/api/v1/voice/calls', call),
    post('/api/v1/agents', '{"a":'),
    (n) => post('/api/v1/agents', n % 20 === 0 ? large : small)(n + 1_000_000),
  ];
};

const ask = async (work: Work): Promise<void> => {
  const kinds = requests(work);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < ROUNDS) {
      next += 1;
      await (await kinds[next % kinds.length]?.(next))?.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
};

const inAnotherProcess = (work: Work): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(work)]);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the client ended with ${code}`)),
    );
  });

/** CPU time of this process between one turn of the loop and the next, ms: other programs do not count. */
const watchTurns = (): (() => readonly number[]) => {
  const turns: number[] = [];
  let running = true;
  let before = process.cpuUsage();
  const turn = (): void => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    turns.push((user + system) / 1_000);
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    running = false;
    return turns.sort((a, b) => a - b);
  };
};

const [, , workArgument] = process.argv;
if (workArgument === undefined) {
  const closing: (() => unknown)[] = [];
  const { url, apiKey } = await startGateway({ teardown: (close) => void closing.push(close) });
  // The first requests compile code, so only warm requests are measured.
  await inAnotherProcess({ url, apiKey });
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const stop = watchTurns();
  const began = performance.now();
  await inAnotherProcess({ url, apiKey });
  const seconds = (performance.now() - began) / 1_000;
  const turns = stop();
  delay.disable();
  const wall = (percentile: number): number =>
    Math.max(0, delay.percentile(percentile) / 1e6 - RESOLUTION_MS);
  const above = turns.filter((ms) => ms > BUDGET_MS).length;
  const result = {
    requests: ROUNDS,
    seconds,
    budgetMs: BUDGET_MS,
    turnsAboveBudget: above,
    busiestTurnsMs: turns.slice(-5).reverse(),
    loopDelayMs: { p50: wall(50), p99: wall(99), max: wall(100) },
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  for (const close of closing) await close();
  process.exitCode = above > ROUNDS * TOLERATED ? 1 : 0;
} else {
  const work: Work = JSON.parse(workArgument);
  await ask(work);
}
