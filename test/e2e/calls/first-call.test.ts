/** A call to a number without a script, by an agent with ordinary instructions: a conversation, without any account. */
import t from 'tap';
import { isSettled } from '../../../testkit/api/client.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const NUMBER = '+14155550100';
const GREETING = 'Hello, this is Ann from Acme Dental.';
const INSTRUCTIONS =
  'You are Ann from Acme Dental. Remind the customer of the appointment on Tuesday at ten, ask whether it suits, and say goodbye.';
const CALL_MS = 150_000;
/** The longest time that nobody speaks, ms; a loaded machine is several times slower. */
const SILENCE_MS = 12_000;
/** A customer notices within this time that the agent has begun to speak, ms. */
const OVERLAP_MS = 500;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The stretches in which the agent was heard: silence is 0xff or near it. */
const loudSpans = (heard: readonly { readonly atMs: number; readonly audio: Buffer }[]): readonly Span[] =>
  heard.flatMap(({ atMs, audio }) => {
    const spans: Span[] = [];
    for (let at = 0; at < audio.length; at += 160) {
      const isLoud = audio.subarray(at, at + 160).some((byte) => (~byte & 0x7f) > 0x30);
      const from = atMs + at / 8;
      if (isLoud) spans.push({ from, to: from + 20 });
    }
    return spans;
  });

t.setTimeout(CALL_MS + 60_000);

t.test('the agent and the customer talk, take turns, and say goodbye', async (t) => {
  const { client, network } = await startWorld(t);
  const api = client();
  await network.callee(NUMBER, 'conversation');
  const agent = await api.createAgent('Ann', INSTRUCTIONS, { firstGreeting: GREETING });
  const callId = await api.startCall(agent.id, NUMBER);
  const { call, transcript } = await api.callUntil(callId, isSettled, CALL_MS);
  t.equal(call.status, 'completed');
  const words = transcript.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n');
  const linesOf = (who: string): readonly string[] =>
    transcript.filter(({ speaker }) => speaker === who).map(({ text }) => text);
  t.ok(linesOf('customer').length >= 3, words);
  t.ok(
    linesOf('assistant').some((text) => text.includes('the appointment on Tuesday at ten')),
    words,
  );
  t.ok(
    linesOf('assistant').some((text) => text.includes('Does it suit you?')),
    words,
  );
  t.ok(
    linesOf('customer').some((text) => text.startsWith('Yes')),
    words,
  );
  t.ok(/goodbye|that is all/i.test(transcript.at(-1)?.text ?? '') || /goodbye/i.test(words), words);

  const [placed] = await network.callsOf(callId);
  const sid = placed?.sid ?? '';
  const history = await until('the call has ended', async () => {
    const found = await network.history(sid);
    return found.endedBy !== null && found;
  });
  t.ok(history.said.every(({ text }) => text !== ''));
  const agentSpans = loudSpans(await network.heard(sid));
  for (const { text, atMs, endMs } of history.said) {
    const overlap = agentSpans.filter(({ from, to }) => from < endMs && to > atMs).length * 20;
    t.ok(overlap <= OVERLAP_MS, `"${text}" overlaps the agent for ${overlap} ms`);
  }
  const spoken = [...agentSpans, ...history.said.map(({ atMs, endMs }) => ({ from: atMs, to: endMs }))];
  spoken.sort((a, b) => a.from - b.from);
  let silentFrom = 0;
  let longest = 0;
  for (const { from, to } of spoken) {
    longest = Math.max(longest, from - silentFrom);
    silentFrom = Math.max(silentFrom, to);
  }
  t.ok(longest <= SILENCE_MS, `the longest silence is ${longest} ms`);
  t.comment(
    `${history.said.length} lines of the customer, longest silence ${Math.round(longest)} ms\n${words}`,
  );
});
