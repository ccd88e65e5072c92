/** Networks that violate their protocol: the transcript stays correct, the call continues, and others are unharmed. */
import t from 'tap';
import WebSocket from 'ws';
import type { CalleeScript, Step } from '../../../../simulators/phone-network/callee.js';
import { isAttached, isSettled } from '../../../../testkit/api/client.js';
import { spokenLines } from '../../../../testkit/api/transcript.js';
import { concurrent } from '../../../../testkit/concurrent.js';
import { AGENT } from '../../../../testkit/demo-script.js';
import { SILERO_DETECTOR, startWorld } from '../../../../testkit/service/world.js';
import { openCarrierStream } from '../../../../testkit/simulators/carrier-stream.js';
import { isUndisturbed } from '../../../../testkit/simulators/network-client.js';

const CALL_MS = 60_000;

t.setTimeout(220_000);
t.jobs = 12;

const world = await startWorld(t, SILERO_DETECTOR);
const client = world.client();
const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
const question = await world.say('what are your opening hours');
const goodbye = await world.say('thank you goodbye');
/** No backchannel, as a "thank you" is. */
const wait = await world.say('one moment please');
const say = (audio: string): Step => ({ afterSilenceMs: 600, do: { type: 'say', audio } });
const steps = [say(question), say(goodbye)];
const transcript = [
  `assistant: ${AGENT.greeting}`,
  'customer: what are your opening hours',
  'assistant: We are open from noon to midnight. Can I do anything else?',
  'customer: thank you goodbye',
  'assistant: Thank you for calling. Goodbye!',
];
let numbers = 0;
/** Starts a call to a new callee and resolves with its id. */
const callTo = async (script: Partial<CalleeScript>): Promise<string> => {
  numbers += 1;
  const number = `+1415557${String(numbers).padStart(4, '0')}`;
  await world.network.callee(number, { ringMs: 200, ...script });
  return client.startCall(agent.id, number);
};
const transcriptOf = async (callId: string) => {
  const detail = await client.callUntil(callId, isSettled, CALL_MS);
  return { detail, lines: spokenLines(detail) };
};

const chatty = await client.createAgent(
  'Chatty',
  'When the customer says "what are your opening hours", say "We are open every day from noon to midnight, and on Sundays we serve breakfast from nine in the morning until eleven.".\nOtherwise, say "Goodbye.". Then hang up.',
  { firstGreeting: 'Hello.' },
);
// The recogniser learns the phrases of an agent with its first call.
for (const { id } of [agent, chatty]) {
  await world.network.callee('+14155579000', {
    ringMs: 200,
    steps: [{ atMs: 8_000, do: { type: 'hang_up' } }],
  });
  await client.callUntil(await client.startCall(id, '+14155579000'), isSettled, CALL_MS);
}

for (const [name, marks] of [
  ['late', { echo: 'played', lateMs: 700 }],
  ['twice', { echo: 'twice', lateMs: 0 }],
] as const) {
  t.test(`marks that come ${name} do not change the transcript`, concurrent(CALL_MS * 2), async (t) => {
    const { detail, lines } = await transcriptOf(await callTo({ marks, steps }));
    t.same(lines, transcript);
    t.match(detail.call, { status: 'completed', endedBy: 'agent' });
    t.same(detail.diagnostics.notes, []);
  });
}

t.test(
  'without marks the call continues, and what was heard is marked as estimated',
  concurrent(CALL_MS * 2),
  async (t) => {
    const { detail, lines } = await transcriptOf(
      await callTo({ marks: { echo: 'never', lateMs: 0 }, steps }),
    );
    t.same(lines, transcript);
    t.equal(detail.call.status, 'completed');
    t.same(
      detail.diagnostics.notes.map(({ code }) => code),
      ['receipts_missing'],
    );
    t.ok(
      detail.diagnostics.turns
        .filter(({ speaker }) => speaker === 'assistant')
        .every(({ heard }) => heard === 'estimated'),
    );
  },
);

for (const kind of ['malformed', 'foreign_stream', 'unordered'] as const) {
  t.test(
    `occasional rubbish from the network (${kind}) does not disturb the call`,
    concurrent(CALL_MS * 2),
    async (t) => {
      const { lines } = await transcriptOf(
        await callTo({ steps: [{ atMs: 1_000, do: { type: 'rubbish', kind } }, ...steps] }),
      );
      t.same(lines, transcript);
    },
  );
}

for (const kind of ['binary', 'flood'] as const) {
  t.test(
    `a ${kind} flood closes the socket, and the network's next stream continues the call`,
    concurrent(CALL_MS * 2),
    async (t) => {
      const callId = await callTo({
        steps: [{ atMs: 6_000, do: { type: 'rubbish', kind } }, say(question), say(goodbye)],
      });
      const { detail, lines } = await transcriptOf(callId);
      const [call] = await world.network.callsOf(callId);
      t.ok((call?.streams ?? 0) >= 2, `streams: ${call?.streams}`);
      t.equal(detail.call.status, 'completed');
      t.equal(lines.filter((line) => line === transcript[0]).length, 1, 'greeted once');
      t.ok(lines.includes('customer: what are your opening hours'));
    },
  );
}

t.test(
  'a call whose socket drops continues where it was on the next socket',
  concurrent(CALL_MS * 2),
  async (t) => {
    const callId = await callTo({
      steps: [say(question), { atMs: 9_500, do: { type: 'drop_socket' } }, say(goodbye)],
    });
    const { detail, lines } = await transcriptOf(callId);
    t.equal((await world.network.callsOf(callId))[0]?.streams, 2);
    t.equal(detail.call.endedBy, 'agent');
    t.same(lines.slice(0, 2), transcript.slice(0, 2));
    t.same(lines.slice(-2), transcript.slice(-2));
  },
);

t.test('an ordinary call next to them is unharmed', concurrent(CALL_MS * 2), async (t) => {
  const callId = await callTo({ steps });
  const { lines } = await transcriptOf(callId);
  t.same(lines, transcript);
  const stats = (await world.network.callsOf(callId))[0]?.stats;
  t.ok(stats !== undefined && isUndisturbed(stats), JSON.stringify(stats));
});

t.test('a socket without a valid token is refused at the upgrade', concurrent(CALL_MS * 2), async (t) => {
  const base = world.service().url.replace(/^http/, 'ws');
  const refused = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${base}${path}`);
      socket.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      });
      socket.on('open', () => reject(new Error('the socket was accepted')));
      socket.on('error', () => undefined);
    });
  t.equal(await refused('/media/loopback/x'), 401);
  t.equal(await refused('/media/loopback/e30.e30'), 401);
  t.equal(await refused('/media/unknown/x'), 401);
  // The real token of a call, while the call streams and after it has ended.
  const callId = await callTo({ steps: [{ atMs: 15_000, do: { type: 'hang_up' } }] });
  await client.callUntil(callId, ({ call }) => call.status === 'answered', CALL_MS);
  const detail = await client.callUntil(callId, isAttached, CALL_MS);
  const token = await world.network.tokenOf(callId);
  t.equal(await refused(`/media/loopback/${token}`), 409, 'one socket at a time');
  t.equal(await refused(`/media/loopback/${token.slice(0, -2)}`), 401, 'a damaged token');
  t.equal(detail.call.status, 'answered');
  await client.callUntil(callId, isSettled, CALL_MS);
  const late = await openCarrierStream(`${base}/media/loopback/${token}`);
  late.begin();
  t.equal(await late.closed, 1008, 'useless once the call has ended');
  t.same(late.received, []);
});

/** Runs alone, as it measures what was heard. */
t.test('marks that are echoed because of a clear prove nothing', async (t) => {
  await world.network.callee('+14155579001', {
    ringMs: 200,
    steps: [say(question), { afterHearingMs: 2_000, do: { type: 'say', audio: wait } }],
  });
  const attempt = async () => {
    const { detail, lines } = await transcriptOf(await client.startCall(chatty.id, '+14155579001'));
    const [call] = await world.network.callsOf(detail.call.id);
    return { detail, lines, call };
  };
  // Without receipts the clock says where the answer was cut, which ignores a network that ran out of audio. On a busy
  // machine a pause of the callee may count as the end of their turn, and they interrupt twice.
  const isClean = ({ call }: Awaited<ReturnType<typeof attempt>>): boolean =>
    call?.stats.underruns === 0 && call.stats.clears === 2;
  let last = await attempt();
  for (let again = 0; again < 5 && !isClean(last); again += 1) last = await attempt();
  const { detail, lines, call } = last;
  const about = JSON.stringify({ lines, stats: call?.stats });
  t.equal(call?.stats.clears, 2, about);
  const cut = detail.transcript.find(({ text }) => text.startsWith('We are open'));
  // A hiccup of this machine splits what was played; all pieces until the cut count.
  const from = (cut?.audioOffsetMs ?? 0) - 400;
  const heardMs = (await world.network.heard(call?.sid ?? ''))
    .filter(({ atMs }) => atMs >= from && atMs <= (cut?.audioEndOffsetMs ?? 0) + 400)
    .reduce((sum, { audio }) => sum + audio.length / 8, 0);
  const claimedMs = (cut?.audioEndOffsetMs ?? 0) - (cut?.audioOffsetMs ?? 0);
  t.ok(
    claimedMs > 500 && claimedMs <= heardMs + 20,
    `the transcript claims ${claimedMs} ms, the callee heard ${heardMs} ms: ${about}`,
  );
});
