/** Calls whose media runs in threads: a call is the same, whichever thread its socket reaches. */
import t from 'tap';
import { isSettled } from '../../../../testkit/api/client.js';
import { spokenLines } from '../../../../testkit/api/transcript.js';
import { AGENT, CALLEE_SAYS } from '../../../../testkit/demo-script.js';
import { SILERO_DETECTOR, startWorld } from '../../../../testkit/service/world.js';
import { openCarrierStream, refusal } from '../../../../testkit/simulators/carrier-stream.js';
import { freePort } from '../../../../testkit/sockets/free-port.js';
import { until } from '../../../../testkit/until.js';
import { CALL_MS, heard, holdSockets } from './held-sockets.js';

const CALLS = 8;
const POLICY = 1008;

t.setTimeout(240_000);

interface Started {
  readonly callId: string;
  readonly thread?: number;
  readonly resumed: boolean;
}

const started: Started[] = [];
const mediaPort = await freePort();
const world = await startWorld(
  t,
  {
    ...SILERO_DETECTOR,
    PARLEY_MEDIA_THREADS: '2',
    PARLEY_MEDIA_PORT: String(mediaPort),
    PARLEY_LOG_LEVEL: 'info',
  },
  {
    onLog: (line) => {
      const logged: Started & { readonly event: string } = JSON.parse(line);
      if (logged.event === 'media.session.started') started.push(logged);
    },
  },
);
const client = world.client();
const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
const spoken = await Promise.all(CALLEE_SAYS.map(world.say));
const steps = spoken.map((audio) => ({ afterSilenceMs: 900, do: { type: 'say', audio } as const }));

t.test('calls in two threads have the same transcripts as in one', async (t) => {
  // The agent does not speak unprompted while the callees wait for each other.
  const patient = await client.createAgent('Patient', AGENT.instructions, {
    firstGreeting: AGENT.greeting,
    nudgeAfterSilenceSeconds: 120,
    disconnectAfterSilenceSeconds: 120,
  });
  const callIds = await Promise.all(
    Array.from({ length: CALLS }, async (_, index) => {
      const number = `+1415557${String(index).padStart(4, '0')}`;
      await world.network.callee(number, { ringMs: 200, steps: [] });
      return client.startCall(patient.id, number);
    }),
  );
  await until(
    'all sessions to start',
    async () => /^parley_media_sessions 8$/m.test(await world.service().metrics()),
    60_000,
  );
  // Callees speak only once all sessions have started, so that no call has ended by then.
  for (const { sid } of await world.network.calls()) await world.network.direct(sid, steps);
  for (const callId of callIds) {
    const detail = await client.callUntil(callId, isSettled, CALL_MS);
    const { call, recordingUrl } = detail;
    t.match(call, { status: 'completed', endedBy: 'agent', endReason: 'agent_hangup' });
    t.same(spokenLines(detail), [
      `assistant: ${AGENT.greeting}`,
      'customer: I would like to book a table',
      'assistant: With pleasure. For how many people?',
      'customer: for two people',
      'assistant: A table is reserved. We look forward to seeing you.',
      'customer: thank you goodbye',
      'assistant: Thank you for calling. Goodbye!',
    ]);
    t.ok(recordingUrl, 'recorded');
  }
  t.equal(new Set(started.map(({ callId }) => callId)).size, CALLS);
  t.ok(
    started.every(({ thread }) => thread !== undefined),
    'none of them in the main thread',
  );
  const patterns = [
    new RegExp(`parley_latency_ms_count\\{measure="greeting.first_frame"\\} ${CALLS}`),
    /parley_media_sessions 0\n/,
    /parley_media_thread_own_delay_ms\{thread="1",quantile="0.99"\} \d/,
    /parley_media_thread_own_delay_ms\{thread="2",quantile="0.99"\} \d/,
    /parley_recording_events_total\{what="piece_sent"\} [1-9]/,
  ];
  let metrics = '';
  const look = async (): Promise<boolean> => {
    metrics = await world.service().metrics();
    return patterns.every((pattern) => pattern.test(metrics));
  };
  // Threads report their metrics now and then; the checks below say which one is missing.
  await until('all metrics', look, 30_000).catch(() => null);
  for (const pattern of patterns) t.match(metrics, pattern);
});

t.test('a call continues in another thread if its socket reconnects there', async (t) => {
  // The agent has something to say whenever the next socket comes.
  const talkative = await client.createAgent('Talkative', AGENT.instructions, {
    firstGreeting: AGENT.greeting,
    nudgeAfterSilenceSeconds: 5,
  });
  const at = `http://127.0.0.1:${mediaPort}`;
  const { streaming, cancelled } = holdSockets(world, talkative.id, at);
  const { callId, url, stream } = await streaming();
  const threads = (): ReadonlySet<number | undefined> =>
    new Set(started.filter((session) => session.callId === callId).map(({ thread }) => thread));
  let last = stream;
  // The kernel picks a thread by the port of a socket: one of ten goes to the other thread, or 1 test in 1,000 fails.
  for (let turn = 0; turn < 10 && threads().size < 2; turn += 1) {
    last.drop();
    await last.closed;
    last = await until('another socket to be accepted', () => openCarrierStream(url).catch(() => null));
    last.begin();
    await heard(last, 'the session to continue');
  }
  t.same([...threads()].sort(), [1, 2]);
  const line = setInterval(() => last.frame(0), 20);
  // Either thread may get the socket: one refuses it at the upgrade, the other after asking its peer.
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const refused = await refusal(url);
    if (refused !== null) t.equal(refused.status, 409);
  }
  const other = await openCarrierStream(url).catch(() => null);
  other?.begin();
  if (other !== null) t.equal(await other.closed, POLICY);
  t.ok(last.isOpen(), 'the current socket stays open');
  clearInterval(line);
  const { call, transcript } = await cancelled(callId, last);
  t.equal(call.status, 'cancelled');
  t.equal(transcript.filter(({ text }) => text === AGENT.greeting).length <= 1, true, 'greeted at most once');
});

t.test('a service that stops commits what its threads have pending, and ends', async (t) => {
  const [first = '', ...others] = spoken;
  await world.network.callee('+14155579001', {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 900, do: { type: 'say', audio: first } },
      ...others.map((audio) => ({ afterSilenceMs: 2_500, do: { type: 'say', audio } as const })),
    ],
  });
  const callId = await client.startCall(agent.id, '+14155579001');
  await client.callUntil(callId, ({ transcript }) => transcript.length >= 2, CALL_MS);
  const stopping = world.service();
  stopping.kill('SIGTERM');
  await stopping.ended;
  await world.restart();
  // Whether the call continues depends on how soon the service is back: the carrier retries for some eight seconds.
  const { call, recordingUrl, transcript } = await world.client().callUntil(callId, isSettled, CALL_MS);
  t.equal(call.status, 'completed');
  t.same(
    transcript.slice(0, 2).map(({ speaker, text }) => `${speaker}: ${text}`),
    [`assistant: ${AGENT.greeting}`, 'customer: I would like to book a table'],
  );
  t.ok(recordingUrl, 'recorded');
});

t.test('the port of the threads serves media sockets and nothing else', async (t) => {
  const page = await fetch(`http://127.0.0.1:${mediaPort}/api/v1/voices`);
  t.equal(page.status, 404);
  t.match(JSON.parse(await page.text()), { ok: false, error: { code: 'route_not_found' } });
  t.equal((await refusal(`ws://127.0.0.1:${mediaPort}/media/loopback/unknown`))?.status, 401);
});
