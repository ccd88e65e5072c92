/** What an agent must say first: over the network, in the recording, and in the details of the call. */
import { join } from 'node:path';
import t from 'tap';
import type { CalleeScript } from '../../../simulators/phone-network/callee.js';
import { type CallDetail, isSettled, refusalOf } from '../../../testkit/api/client.js';
import { download } from '../../../testkit/api/download.js';
import { concurrent } from '../../../testkit/concurrent.js';
import { AGENT } from '../../../testkit/demo-script.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';
import { loudness } from '../../support/audio/recording.js';

const CALL_MS = 60_000;
/** A voice is louder than `VOICE`, silence quieter than `QUIET`: RMS of 16-bit samples. */
const VOICE = 300;
const QUIET = 60;
const DISCLOSURE = 'This call is made by an AI and is recorded.';
const QUESTION = 'what are your opening hours';
const GREETING = 'Hello, this is the restaurant Bella Vista.';

t.setTimeout(200_000);
t.jobs = 5;

const world = await startWorld(t, SILERO_DETECTOR);
const client = world.client();
const agentWith = (voice: object) => client.createAgent(AGENT.name, AGENT.instructions, voice);
const both = await agentWith({
  disclosure: DISCLOSURE,
  firstGreeting: GREETING,
  allowGreetingInterrupt: true,
});
const alone = await agentWith({ disclosure: DISCLOSURE });
const without = await agentWith({ firstGreeting: 'Hello.' });

const callTo = async (
  number: string,
  agentId: string,
  script: Partial<CalleeScript>,
): Promise<CallDetail> => {
  await world.network.callee(number, { ringMs: 300, ...script });
  return client.callUntil(await client.startCall(agentId, number), isSettled, CALL_MS);
};
/** Hangs up once the agent has been silent for a while, however late its media came. */
const hangUp = { afterSilenceMs: 2_500, do: { type: 'hang_up' } } as const;
const linesOf = ({ transcript }: CallDetail) => transcript.map(({ speaker, text }) => `${speaker}: ${text}`);

/** Before the tests, the synthesiser has started and the sentences of the agent are ready, even on a busy machine. */
await until(
  'its sentences are synthesised',
  async () =>
    linesOf(await callTo('+14155550179', both.id, { steps: [hangUp] })).includes(`assistant: ${GREETING}`),
  90_000,
);

/** What the phone played, µ-law. */
const heardBy = async ({ call }: CallDetail): Promise<Buffer> => {
  const [placed] = await world.network.callsOf(call.id);
  return Buffer.concat((await world.network.heard(placed?.sid ?? '')).map(({ audio }) => audio));
};

t.test('plays and records the disclosure first, and then the greeting', concurrent(CALL_MS), async (t) => {
  const [detail, disclosure] = await Promise.all([
    callTo('+14155550170', both.id, {
      steps: [{ afterHearingMs: 500, do: { type: 'say', audio: await world.say(QUESTION) } }, hangUp],
    }),
    callTo('+14155550171', alone.id, { steps: [hangUp] }),
  ]);
  t.same(linesOf(detail).slice(0, 2).sort(), [`assistant: ${DISCLOSURE}`, `customer: ${QUESTION}`].sort());
  const [played, first] = [await heardBy(detail), await heardBy(disclosure)];
  t.ok(first.length > 8_000, 'longer than a second');
  t.ok(played.subarray(0, first.length).equals(first), 'the same sound from the first frame on');
  t.ok(played.length > first.length + 8_000, 'followed by the greeting');

  const turn = detail.transcript.find(({ text }) => text === DISCLOSURE);
  const from = turn?.audioOffsetMs ?? Number.NaN;
  const until = turn?.audioEndOffsetMs ?? Number.NaN;
  t.match(detail.call.disclosure, { status: 'heard', proof: 'acked' });
  const heardAt = detail.call.disclosure.heardAtMs ?? Number.NaN;
  t.ok(heardAt > from && heardAt < until, `${heardAt} ms is within ${from} to ${until} ms`);
  t.ok(Math.abs(from + (until - from) * 0.95 - heardAt) <= 1, `${heardAt} ms is at 95 % of it`);
  const path = join(world.dataDir, `${detail.call.id}.opus`);
  await download(detail.recordingUrl, path);
  const rms = await loudness(path);
  t.ok(rms(1, from, heardAt) > VOICE, 'the agent speaks there');
  t.ok(from < 200 || rms(1, 0, from - 100) < QUIET, 'and not before');
  // The same words may interrupt the greeting, but not the disclosure.
  const begun = detail.transcript.find(
    ({ speaker, audioOffsetMs }) => speaker === 'assistant' && (audioOffsetMs ?? 0) > from,
  );
  t.ok((begun?.audioOffsetMs ?? until) >= until, 'everything else that the agent says comes after it');
  t.same(detail.diagnostics.timeline.filter(({ event }) => event === 'call.disclosed').length, 1);
});

t.test('counts as not heard if the customer hangs up in the middle', concurrent(CALL_MS), async (t) => {
  const { call, transcript } = await callTo('+14155550172', both.id, {
    steps: [{ afterHearingMs: 1_200, do: { type: 'hang_up' } }],
  });
  t.same(call.disclosure, { status: 'not_heard', heardAtMs: null, proof: null });
  t.ok(DISCLOSURE.startsWith(transcript[0]?.text ?? '-'));
  t.not(transcript[0]?.text, DISCLOSURE);
});

t.test('estimates when it was heard if there are no receipts', concurrent(CALL_MS), async (t) => {
  const { call, transcript } = await callTo('+14155550173', both.id, {
    marks: { echo: 'never', lateMs: 0 },
    steps: [hangUp],
  });
  t.match(call.disclosure, { status: 'heard', proof: 'estimated' });
  const [turn] = transcript;
  const heardAt = call.disclosure.heardAtMs ?? Number.NaN;
  t.ok(heardAt > (turn?.audioOffsetMs ?? Number.NaN) && heardAt < (turn?.audioEndOffsetMs ?? Number.NaN));
});

t.test('an agent without a disclosure reports none', concurrent(CALL_MS), async (t) => {
  const { call } = await callTo('+14155550174', without.id, { steps: [hangUp] });
  t.same(call.disclosure, { status: 'none', heardAtMs: null, proof: null });
});

t.test('a disclosure that cannot be spoken is refused with a remedy', async (t) => {
  const refusal = async (body: object) =>
    refusalOf(client.post('/api/v1/agents', { name: 'Ann', instructions: 'Be kind.', ...body }));
  const voice = (disclosure: string) => refusal({ channel: 'voice', voiceSettings: { disclosure } });
  const at = (message: string | RegExp) => [{ path: '/voiceSettings/disclosure', message }];
  t.match(await voice('word '.repeat(61)), { status: 400, details: at('has 61 words; shorten it to 60') });
  t.match(await voice('w'.repeat(501)), { status: 400, details: at(/500/) });
  t.match(await voice(' ... '), { status: 400, details: at(/no words besides variables/) });
  t.match(await voice('Hello {{unknown}}.'), { code: 'variable_undeclared', details: at(/unknown/) });
  const written = { channel: 'whatsapp', voiceSettings: { disclosure: 'I am an AI.' } };
  t.match(await refusal(written), { status: 400, details: at('is spoken on calls only; set it to null') });
  const created = await client.createAgent('Bea', 'Be kind.', { disclosure: ' I am\n an AI. ' });
  t.equal(created.voiceSettings.disclosure, 'I am an AI.');
});
