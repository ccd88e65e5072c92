/** The patterns of rules are matched in a thread, for a limited time. */
import t from 'tap';
import { createRuleThreads } from '../../../operations/simulations/rule-verdicts.js';

const conversation = {
  lines: [{ speaker: 'agent' as const, text: `Good day, ${'a'.repeat(40)}!` }],
  toolUses: [],
  endReason: null,
  answerMs: [],
  problem: null,
};
const never = new AbortController().signal;

t.test('rules have verdicts, and none has no thread', async (t) => {
  const { judge, close } = createRuleThreads();
  t.teardown(close);
  t.same(await judge({ conversation, criteria: [] }, never), []);
  const criteria = [
    { name: 'greets', says: 'good day' },
    { name: 'no discount', neverSays: 'discount|day' },
  ];
  t.match(await judge({ conversation, criteria }, never), [
    { criterion: 'greets', outcome: 'passed' },
    { criterion: 'no discount', outcome: 'failed' },
  ]);
});

t.test('a pattern that backtracks without end is undecided, and delays nothing after it', async (t) => {
  const { judge, close } = createRuleThreads(1_500);
  t.teardown(close);
  const hostile = [
    { name: 'greets', says: 'good day' },
    { name: 'hostile', says: '(a+)+$' },
  ];
  t.match(await judge({ conversation, criteria: hostile }, never), [
    { criterion: 'greets', outcome: 'error' },
    { criterion: 'hostile', outcome: 'error', reason: /too long/ },
  ]);
  const criteria = [{ name: 'greets', says: 'good day' }];
  t.match(await judge({ conversation, criteria }, never), [{ outcome: 'passed' }]);
});

t.test('an abort ends the thread', async (t) => {
  const { judge, close } = createRuleThreads();
  t.teardown(close);
  const stop = new AbortController();
  const judging = judge({ conversation, criteria: [{ name: 'hostile', says: '(a+)+$' }] }, stop.signal);
  stop.abort(new Error('cancelled'));
  await t.rejects(judging, { message: 'cancelled' });
});
