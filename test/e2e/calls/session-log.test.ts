/** The session log of a call through a whole service: kept without any setting, downloaded, replayed, erased, and safe from a kill. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { digest, readSessionLogs, replay } from '../../../media/session/log.js';
import { type CallDetail, isSettled } from '../../../testkit/api/client.js';
import { AGENT } from '../../../testkit/demo-script.js';
import { startWorld, type World } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const CALL_MS = 60_000;
const GREETING = 'Hello, this is the restaurant Bella Vista.';

t.setTimeout(240_000);

const world = await startWorld(t);

interface Downloaded {
  readonly status: number;
  readonly type: string | null;
  readonly disposition: string | null;
  readonly bytes: Buffer;
}

const requestLog = async (
  { apiKey, businessId, service }: World,
  callId: string,
  method: 'GET' | 'DELETE' = 'GET',
  business = businessId,
): Promise<Downloaded> => {
  const url = `${service().url}/api/v1/voice/calls/${callId}/session-log?businessId=${business}`;
  const response = await fetch(url, { method, headers: { authorization: `Bearer ${apiKey}` } });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    disposition: response.headers.get('content-disposition'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

const codeIn = ({ bytes }: Downloaded): unknown => JSON.parse(String(bytes)).error?.code;

/** The log of an ended call, once it is in the store. */
const logOf = async (callId: string): Promise<Downloaded> => {
  let answer = await requestLog(world, callId);
  await until('the log is stored', async () => {
    answer = await requestLog(world, callId);
    return answer.status === 200;
  });
  return answer;
};

const talkTo = async (number: string, hangsUpAtMs = 8_000): Promise<string> => {
  const agent = await world.client().createAgent(AGENT.name, AGENT.instructions, { firstGreeting: GREETING });
  await world.network.callee(number, {
    ringMs: 300,
    steps: [
      { atMs: 500, do: { type: 'say', audio: await world.say('what are your opening hours') } },
      { atMs: hangsUpAtMs, do: { type: 'hang_up' } },
    ],
  });
  return world.client().startCall(agent.id, number);
};

const settled = (callId: string): Promise<CallDetail> => world.client().callUntil(callId, isSettled, CALL_MS);

const sameAgain = (t: Test, bytes: Uint8Array, sessions: number): void => {
  const read = readSessionLogs(bytes);
  t.equal(read.torn, 0);
  t.equal(read.sessions.length, sessions);
  for (const log of read.sessions) {
    t.ok(log.inputs.length > 100, `${log.inputs.length} inputs`);
    t.same(
      replay(log).map(digest),
      log.inputs.map(({ outputs }) => outputs),
    );
  }
};

t.test('a log is kept without any setting, and downloaded, replayed and erased', async (t) => {
  const callId = await talkTo('+14155550161');
  await settled(callId);
  const log = await logOf(callId);
  t.match(log, { type: 'application/gzip', disposition: `attachment; filename="${callId}.session.gz"` });
  sameAgain(t, log.bytes, 1);
  t.ok(gunzipSync(log.bytes).includes('Bella Vista'), 'any gunzip reads it');
  t.match(readSessionLogs(log.bytes).sessions[0]?.inputs.at(-1)?.input, { type: 'closed' });

  const metrics = await world.service().metrics();
  t.match(metrics, /parley_session_log_events_total\{what="stored"\} 1\n/);
  t.ok(Number(/parley_session_log_bytes_total (\d+)/.exec(metrics)?.[1]) >= log.bytes.length);

  t.equal(codeIn(await requestLog(world, callId, 'GET', crypto.randomUUID())), 'business_mismatch');
  t.equal(codeIn(await requestLog(world, crypto.randomUUID())), 'call_not_found');
  const erased = await requestLog(world, callId, 'DELETE');
  t.match(JSON.parse(String(erased.bytes)), { data: { callId, erased: true } });
  const gone = await requestLog(world, callId);
  t.match([gone.status, codeIn(gone)], [404, 'session_log_not_found']);
  const again = await requestLog(world, callId, 'DELETE');
  t.match(JSON.parse(String(again.bytes)), { data: { erased: false } });
  t.same(readdirSync(join(world.dataDir, 'session-log-spool')), []);
});

t.test('a node that is killed during the call finishes its log at its next start', async (t) => {
  const callId = await talkTo('+14155550162', 35_000);
  const spool = join(world.dataDir, 'session-log-spool');
  const spooled = (): readonly string[] =>
    readdirSync(spool).filter((name) => statSync(join(spool, name)).size > 0);
  await until('some seconds of the call are on the disk', () => spooled().length > 0);
  t.match(spooled()[0], /\.open$/);
  await world.kill();
  await world.restart();
  const log = await logOf(callId);
  sameAgain(t, log.bytes, 1);
  await settled(callId);
  await until('the session after the restart is stored, too', async () => {
    const { bytes } = await requestLog(world, callId);
    return readSessionLogs(bytes).sessions.length >= 1 && readdirSync(spool).length === 0;
  });
});
