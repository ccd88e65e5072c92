/** Samples of a judge, the record that it reads, rules on tools and times, and scores. */
import t from 'tap';
import { recordOf } from '../../../operations/simulations/record.js';
import { scoresOf } from '../../../operations/simulations/scores.js';
import { verdictsOn } from '../../../operations/simulations/verdicts.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import type { RehearsedConversation } from '../../../schemas/simulations/conversation.js';
import type { Criterion } from '../../../schemas/simulations/criterion.js';

const HELD: RehearsedConversation = {
  lines: [
    { speaker: 'agent', text: 'Hello.', startMs: 0, endMs: 900 },
    { speaker: 'customer', text: 'For two.', startMs: 2_400, endMs: 3_000, said: 'For two, please.' },
    { speaker: 'agent', text: 'It is', startMs: 3_900, endMs: 4_600, interrupted: true },
    { speaker: 'customer', text: 'No, three.', startMs: 4_300, endMs: 5_000 },
  ],
  toolUses: [
    {
      tool: 'book',
      arguments: { people: 2, note: 'Window' },
      outcome: 'done',
      result: 'ok',
      startMs: 3_100,
      ms: 500,
    },
  ],
  endReason: 'customer_hangup',
  answerMs: [900],
  talkedOverMs: [300],
  problem: null,
};

const verdictOn = async (
  rule: Omit<Criterion, 'name'>,
  conversation: RehearsedConversation = HELD,
  judge: Parameters<typeof verdictsOn>[2] = null,
) => (await verdictsOn(conversation, [{ name: 'wanted', ...rule }], judge))[0];

/** A judge with an answer for each sample. */
const judgeOf = (...answers: readonly (object | Error)[]) => {
  let next = 0;
  const model: LanguageModel = {
    name: 'judge',
    respond: async function* () {
      const answer = answers[next % answers.length];
      next += 1;
      if (answer instanceof Error) throw answer;
      yield { type: 'text', text: JSON.stringify(answer) };
    },
  };
  return { model, samples: answers.length };
};

t.test('the judge sees times, silences, interruptions and tools in order', async (t) => {
  t.same(JSON.parse(recordOf(HELD)), [
    { speaker: 'agent', text: 'Hello.', startMs: 0, endMs: 900 },
    { speaker: 'customer', text: 'For two.', startMs: 2_400, endMs: 3_000, silenceBeforeMs: 1_500 },
    {
      agentUsedTool: 'book',
      arguments: { people: 2, note: 'Window' },
      outcome: 'done',
      result: 'ok',
      startMs: 3_100,
      ms: 500,
    },
    {
      speaker: 'agent',
      text: 'It is',
      startMs: 3_900,
      endMs: 4_600,
      silenceBeforeMs: 900,
      interrupted: true,
    },
    { speaker: 'customer', text: 'No, three.', startMs: 4_300, endMs: 5_000, beganWhileTheOtherSpokeMs: 300 },
  ]);
});

t.test('rules on tools and on talking at once', async (t) => {
  t.match(await verdictOn({ usesTool: { tool: 'book' } }), { outcome: 'passed', reason: /book with/ });
  t.match(await verdictOn({ usesTool: { tool: 'book', arguments: { people: '^2$', note: 'window' } } }), {
    outcome: 'passed',
  });
  t.match(await verdictOn({ usesTool: { tool: 'book', arguments: { people: '3' } } }), { outcome: 'failed' });
  t.match(await verdictOn({ usesTool: { tool: 'book', arguments: { toString: '.' } } }), {
    outcome: 'failed',
  });
  t.match(await verdictOn({ neverUsesTool: { tool: 'book' } }), { outcome: 'failed' });
  t.match(await verdictOn({ neverUsesTool: { tool: 'refund' } }), { outcome: 'passed' });
  t.match(await verdictOn({ talksOverWithinMs: 300 }), { outcome: 'passed', reason: /300 ms/ });
  t.match(await verdictOn({ talksOverWithinMs: 299 }), { outcome: 'failed' });
});

t.test('a machine that was too slow leaves every criterion undecided', async (t) => {
  const late = { ...HELD, tooSlow: { behindMs: 900 } };
  t.match(await verdictOn({ says: 'Hello' }, late), { outcome: 'error', reason: /900 ms behind/ });
  const failed = { ...late, problem: { of: 'agent', text: 'silent' } as const };
  t.match(
    await verdictOn({ says: 'Hello' }, failed),
    { outcome: 'error' },
    'also if the agent seems to be at fault',
  );
});

t.test('several samples of a score have a mean and a spread', async (t) => {
  const scored = (score: number) => ({ reason: `It is ${score}.`, score });
  const rule = { judge: 'It is polite.', atLeast: 7 };
  t.match(await verdictOn(rule, HELD, judgeOf(scored(6), scored(8), scored(9))), {
    outcome: 'passed',
    score: 23 / 3,
    spread: Math.sqrt(14 / 9),
    agreement: 2 / 3,
    reason: '7.7 ± 1.2 in 3 samples: 8 of 10: It is 8.',
  });
  t.match(await verdictOn(rule, HELD, judgeOf(scored(4), scored(8))), { outcome: 'failed', score: 6 });
});

t.test('several samples of a statement decide by majority, and invalid ones do not count', async (t) => {
  const held = (passed: boolean) => ({ reason: passed ? 'It is.' : 'It is not.', passed });
  const rule = { judge: 'It is polite.' };
  t.match(await verdictOn(rule, HELD, judgeOf(held(true), held(false), held(true))), {
    outcome: 'passed',
    agreement: 2 / 3,
    reason: '2 of 3 samples pass: It is.',
  });
  t.match(await verdictOn(rule, HELD, judgeOf(held(true), held(false))), {
    outcome: 'failed',
    agreement: 0.5,
  });
  t.match(await verdictOn(rule, HELD, judgeOf(new Error('down'), held(true))), { outcome: 'passed' });
  t.match(await verdictOn(rule, HELD, judgeOf(new Error('down'), {}, held(true))), { outcome: 'error' });
});

t.test('scores by criterion', async (t) => {
  const verdict = (criterion: string, outcome: 'passed' | 'failed' | 'error', score?: number) => ({
    criterion,
    outcome,
    reason: '',
    ...(score === undefined ? {} : { score }),
  });
  t.same(
    scoresOf([
      verdict('polite', 'passed', 8),
      verdict('quick', 'failed'),
      verdict('polite', 'failed', 4),
      verdict('polite', 'error'),
    ]),
    [
      { criterion: 'polite', passed: 1, failed: 1, errors: 1, meanScore: 6, spread: 2 },
      { criterion: 'quick', passed: 0, failed: 1, errors: 0, meanScore: null, spread: null },
    ],
  );
});
