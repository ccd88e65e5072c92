/** What is kept of a conversation has a bounded size. */
import t from 'tap';
import { keptConversation } from '../../../operations/simulations/kept-conversation.js';
import type { RehearsedConversation } from '../../../schemas/simulations/conversation.js';

const short: RehearsedConversation = {
  lines: [{ speaker: 'customer', text: 'hello', said: 'hello?', startMs: 1, endMs: 2 }],
  toolUses: [
    { tool: 'book', arguments: { day: 'monday' }, outcome: 'done', result: 'ok', startMs: 3, ms: 300 },
  ],
  endReason: 'agent_hangup',
  answerMs: [800],
  talkedOverMs: [20],
  durationMs: 9_000,
  problem: null,
  tooSlow: null,
};

t.test('a usual conversation is kept as it is', async (t) => {
  const verdicts = [{ criterion: 'x', outcome: 'passed', reason: 'so', answer: { day: 'monday' } }] as const;
  t.same(keptConversation(short, verdicts), { ...short, verdicts: [...verdicts], isCut: false });
});

t.test('long parts are cut, whatever their number', async (t) => {
  const long = 'x'.repeat(30_000);
  const kept = keptConversation(
    {
      ...short,
      lines: Array.from({ length: 1_000 }, () => ({ speaker: 'agent', text: long, said: long })),
      toolUses: Array.from({ length: 1_000 }, () => ({
        tool: 'book',
        arguments: { text: long },
        outcome: 'done',
        result: long,
        startMs: 0,
        ms: 1,
      })),
      answerMs: Array.from({ length: 5_000 }, () => 1),
      problem: { of: 'agent', text: long },
    },
    Array.from({ length: 50 }, (_, index) => ({
      criterion: `c${index}`,
      outcome: 'failed',
      reason: long,
      answer: { text: long },
    })),
  );
  t.equal(kept.isCut, true);
  t.equal(kept.lines.length, 200);
  t.equal(kept.lines[0]?.text.length, 2_000);
  t.equal(kept.toolUses.length, 100);
  t.same(kept.toolUses[0]?.arguments, {});
  t.equal(kept.verdicts.length, 50, 'each criterion keeps its verdict');
  t.equal(kept.verdicts[0]?.reason.length, 500);
  t.ok(JSON.stringify(kept).length < 250_000, 'it fits into one message of the journal');
});
