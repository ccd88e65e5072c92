/** A model that judges by the voice whether a turn has ended. */
import t from 'tap';
import { createTurnJudge } from '../../../../media/driver/turn-judge.js';
import { readSessionLogs } from '../../../../media/session/log.js';
import { SILENCES } from '../../../../media/settings.js';
import { turnsWith } from '../../../../media/tuning/evaluate.js';
import { factsOf } from '../../../../media/tuning/facts.js';
import { decodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { briefOf, converse } from '../carrier.js';

const { sentenceMs, usualMs, mostMs } = SILENCES.normal;

/** The customer speaks for 600 ms, and pauses for 260. */
const paused = (text: string, judgesTurns = true) => {
  const conversation = converse(briefOf({}, { greeting: '', judgesTurns }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.pass(600, true);
  conversation.hear(text, 600, false);
  conversation.pass(260);
  return conversation;
};

t.test('each pause is judged once, 200 ms after the voice has stopped', async (t) => {
  const conversation = paused('a table for two');
  t.equal(conversation.sent('judge_turn'), 1);
  conversation.pass(100, true);
  conversation.pass(180);
  t.equal(conversation.sent('judge_turn'), 1, 'too short a pause');
  conversation.pass(60);
  t.equal(conversation.sent('judge_turn'), 2);
  t.match(conversation.last('judge_turn'), { pause: 2 });
  t.equal(paused('a table for two', false).sent('judge_turn'), 0, 'without a model there is no request');
});

t.test('a verdict shortens or lengthens the wait, and none leaves it', async (t) => {
  const cases = [
    [0.95, sentenceMs],
    [null, usualMs],
    [0.05, mostMs],
  ] as const;
  for (const [probability, silenceMs] of cases) {
    const conversation = paused('a table for two');
    if (probability !== null) conversation.feed({ type: 'turn_judged', pause: 1, probability });
    conversation.pass(silenceMs - 260 - 60);
    t.equal(conversation.sent('respond'), 0, `${probability}: not yet`);
    conversation.pass(120);
    t.equal(conversation.sent('respond'), 1, `${probability}`);
  }
});

t.test('a verdict on an earlier pause, or after the voice sounds again, is dropped', async (t) => {
  const conversation = paused('a table for two');
  conversation.pass(100, true);
  conversation.feed({ type: 'turn_judged', pause: 1, probability: 0.05 });
  conversation.pass(260);
  conversation.feed({ type: 'turn_judged', pause: 1, probability: 0.05 });
  conversation.hear('for two', 100, false);
  conversation.pass(usualMs);
  t.equal(conversation.sent('respond'), 1);
});

t.test('nothing is judged while the agent speaks', async (t) => {
  const conversation = converse(briefOf({}, { judgesTurns: true }));
  conversation.feed({ type: 'connected' });
  conversation.pass(100);
  conversation.pass(300, true);
  conversation.pass(400);
  t.equal(conversation.sent('judge_turn'), 0);
});

t.test('a replayed call ends its turns when they ended', async (t) => {
  const conversation = paused('a table for two');
  conversation.feed({ type: 'turn_judged', pause: 1, probability: 0.95 });
  conversation.pass(1_500);
  const [log] = readSessionLogs(conversation.log()).sessions;
  if (log === undefined) throw new Error('nothing was logged');
  const facts = factsOf(log);
  t.ok(facts.isSame);
  const [turn] = turnsWith(facts, { endOfTurn: {}, preemptive: null }, 1_000);
  const ended = turn?.decisionMs ?? 0;
  t.ok(Math.abs(ended - sentenceMs) <= 40, `${ended}`);
});

t.test('the model gets the last 8 s of the customer, in order', async (t) => {
  const judged: Int16Array<ArrayBuffer>[] = [];
  const judge = createTurnJudge({
    name: 'toy',
    judge: async (pcm) => {
      judged.push(pcm);
      return judged.length === 1 ? 0.7 : null;
    },
    close: async () => undefined,
  });
  const audio = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256);
  const verdicts: number[] = [];
  const onVerdict = (probability: number): void => void verdicts.push(probability);
  judge.hear(audio.subarray(0, 160));
  judge.judge(onVerdict);
  for (let at = 160; at < 99_000; at += 160) judge.hear(audio.subarray(at, Math.min(at + 160, 99_000)));
  judge.judge(onVerdict);
  judge.hear(audio);
  judge.judge(onVerdict);
  await Promise.resolve();
  await Promise.resolve();
  const expected = [audio.subarray(0, 160), audio.subarray(35_000, 99_000), audio.subarray(36_000)];
  for (const [index, bytes] of expected.entries())
    t.ok(
      Buffer.from(decodeMulaw(bytes).buffer).equals(Buffer.from(judged[index]?.buffer ?? new ArrayBuffer(0))),
      `${index}`,
    );
  t.same(verdicts, [0.7], 'no verdict is no call');
});
