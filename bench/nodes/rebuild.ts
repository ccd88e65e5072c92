/**
 * Measures how long the views take to be rebuilt when their file is missing. The journal of one real conversation is
 * repeated under new ids until it holds a million events, and the service starts without its SQLite file. The time
 * until it is ready is compared with the time of only reading the same journal. `npm run bench:rebuild -- --events
 * 1000000`.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { natsOptions } from '../../actors/runtime/nats/access.js';
import { parseEventSubject, streamName } from '../../actors/runtime/subjects.js';
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import { startEngine } from '../../src/engine/index.js';
import { createApiClient, isSettled } from '../../testkit/api/client.js';
import { AGENT, CALLEE_SAYS } from '../../testkit/demo-script.js';
import { natsEnv } from '../../testkit/nats/env.js';
import { memoryOf } from '../../testkit/process-memory.js';
import { startParley } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { createNetworkClient, spoken } from '../../testkit/simulators/network-client.js';
import { startWithoutViews } from '../gauges/restarted-service.js';

const { values: options } = parseArgs({ options: { events: { type: 'string', default: '1000000' } } });
const EVENTS = Number(options.events);
/** The only one, unless PARLEY_SHARDS says otherwise. */
const SHARD = 0;
const NUMBER = '+14155550100';
const CALL_MS = 90_000;
/** Publishes in flight at a time. */
const AHEAD = 256;

interface Message {
  readonly subject: string;
  readonly payload: string;
  readonly events: number;
}

/** Every commit in the journal, in order, read as fast as possible. */
async function* journal(js: JetStreamClient): AsyncGenerator<Message> {
  const consumer = await js.consumers.get(streamName(SHARD), { filter_subjects: [`evt.${SHARD}.>`] });
  const { num_pending } = await consumer.info();
  let remaining = num_pending;
  if (remaining === 0) return;
  for await (const message of await consumer.consume({ max_messages: 2_000 })) {
    const payload = message.string();
    const { events }: { events: readonly unknown[] } = JSON.parse(payload);
    yield { subject: message.subject, payload, events: events.length };
    remaining -= 1;
    if (remaining === 0) return;
  }
}

/** One conversation and a contact, as they occur in reality. */
const converse = async (dataDir: string, env: Readonly<Record<string, string>>): Promise<string> => {
  const service = await startParley({ dataDir, env });
  try {
    const { businessId, apiKey } = await createTenant(dataDir, { env });
    const client = createApiClient(service.url, businessId, apiKey);
    const voices = createFlite();
    const says = await Promise.all(CALLEE_SAYS.map((text) => spoken(voices, text)));
    await voices.close();
    await createNetworkClient(service.networkUrl, service.simulatorToken).callee(NUMBER, {
      ringMs: 300,
      steps: says.map((audio) => ({ afterSilenceMs: 700, do: { type: 'say', audio } })),
    });
    const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
    const callId = await client.startCall(agent.id, NUMBER);
    await client.callUntil(callId, isSettled, CALL_MS);
    return callId;
  } finally {
    service.kill('SIGTERM');
    await service.ended;
  }
};

/**
 * Writes a call's commits repeatedly, each time under a new id, until there are {@link EVENTS}. Returns the number
 * of calls.
 */
const repeat = async (js: JetStreamClient, callId: string): Promise<number> => {
  const conversation: Message[] = [];
  let events = 0;
  for await (const message of journal(js)) {
    events += message.events;
    if (parseEventSubject(message.subject)?.id === callId) conversation.push(message);
  }
  const eventsOfCall = conversation.reduce((sum, message) => sum + message.events, 0);
  let calls = 1;
  for (let inFlight: Promise<unknown>[] = []; events < EVENTS; calls += 1, events += eventsOfCall) {
    const id = randomUUID();
    for (const { subject, payload } of conversation)
      inFlight.push(js.publish(subject.replace(callId, id), payload.replaceAll(callId, id)));
    if (inFlight.length < AHEAD && events + eventsOfCall < EVENTS) continue;
    await Promise.all(inFlight);
    inFlight = [];
  }
  return calls;
};

/** Only reads the journal. */
const readAll = async (
  js: JetStreamClient,
): Promise<{ readonly commits: number; readonly seconds: number }> => {
  const began = performance.now();
  let commits = 0;
  for await (const _message of journal(js)) commits += 1;
  return { commits, seconds: (performance.now() - began) / 1_000 };
};

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const engineDir = join(dataDir, 'engine');
mkdirSync(engineDir);
const engine = await startEngine({
  dataDir: engineDir,
  cacheDir: process.env.PARLEY_CACHE_DIR,
  logger: pino({ level: 'silent' }),
});
const env = { ...natsEnv(engine), PARLEY_LOG_LEVEL: 'warn' };
const nc = await connect(natsOptions(engine));
const js = jetstream(nc, { timeout: 30_000 });
try {
  const calls = await repeat(js, await converse(dataDir, env));
  const { commits, seconds: readSeconds } = await readAll(js);
  const { service, ready } = await startWithoutViews(dataDir, env);
  const seconds = ready.ms / 1_000;
  const memory = memoryOf(service.pid);
  service.kill('SIGTERM');
  await service.ended;
  const result = {
    calls,
    commits,
    events: ready.events,
    seconds: Number(seconds.toFixed(1)),
    secondsPerMillionEvents: Number((ready.msPerMillionEvents / 1_000).toFixed(1)),
    onlyReadSeconds: Number(readSeconds.toFixed(1)),
    ratio: Number((seconds / readSeconds).toFixed(2)),
    viewsMiB: Math.round(statSync(join(dataDir, 'views.sqlite')).size / 1024 / 1024),
    memoryMiB: memory,
  };
  process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
} finally {
  await nc.close();
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
