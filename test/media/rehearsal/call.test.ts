/** Calls in virtual time: the agent's own session, with simulated customers. */
import t from 'tap';
import { createScriptedModel } from '../../../providers/llm/scripted.js';
import { rehearse, talkOf } from './stage.js';

t.test('a call takes much less than that, and reports what was heard and when', async (t) => {
  const startedAt = performance.now();
  const agent = createScriptedModel();
  const instructions = [
    'When the customer says "table for two", say "For which time?".',
    'When the customer says "at eight", say "A table for two at eight. Goodbye.". Then hang up.',
  ].join('\n');
  const conversation = await rehearse(agent, {
    agent: { instructions },
    customer: { name: 'Ann', lines: ['I would like a table for two', 'at eight please'] },
  });
  t.same(talkOf(conversation), [
    'agent: Hello, this is the restaurant. How can I help you?',
    'customer: I would like a table for two',
    'agent: For which time?',
    'customer: at eight please',
    'agent: A table for two at eight. Goodbye.',
  ]);
  t.match(conversation, { endReason: 'agent_hangup', problem: null, tooSlow: null, toolUses: [] });
  const times = conversation.lines.flatMap(({ startMs, endMs }) => [startMs ?? -1, endMs ?? -1]);
  t.same(
    times,
    [...times].sort((a, b) => a - b),
    'in order',
  );
  t.ok((conversation.durationMs ?? 0) > 10_000);
  t.ok(conversation.answerMs.length === 2 && conversation.answerMs.every((ms) => ms > 200 && ms < 3_000));
  t.ok(performance.now() - startedAt < (conversation.durationMs ?? 0));
});
