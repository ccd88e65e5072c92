/** Replies that were given passages of sources: their turns name the sources. */
import t from 'tap';
import type { Turn } from '../../../../actors/call/events.js';
import { briefOf, type Conversation, converse } from '../carrier.js';
import { ANSWER, quiet } from './preemptive-calls.js';

const SOURCES = [{ sourceId: 's1', title: 'Handbook', passages: [{ position: 2, heading: 'Parking' }] }];

const generationOf = (conversation: Conversation): number => conversation.last('respond')?.generation ?? 0;
const assistants = (conversation: Conversation): readonly Turn[] =>
  conversation.turns().filter(({ speaker }) => speaker === 'assistant');

t.test('the turn of a reply names its sources, and the next reply has none of them', async (t) => {
  const conversation = converse(briefOf({}, { greeting: 'Hello.' }));
  conversation.feed({ type: 'connected' });
  conversation.pass(3_000);
  conversation.hear('where can I park');
  conversation.pass(200);
  conversation.feed({ type: 'model_sources', generation: generationOf(conversation), sources: SOURCES });
  conversation.answer('In the garage.');
  conversation.pass(4_000);
  conversation.hear('thank you');
  conversation.pass(200);
  conversation.answer('You are welcome.');
  conversation.pass(4_000);
  t.same(
    assistants(conversation).map(({ sources }) => sources),
    [undefined, SOURCES, undefined],
    'a greeting has no sources',
  );
});

t.test('a preemptive reply keeps its sources until it is used', async (t) => {
  const conversation = quiet();
  conversation.hear('Are you open?', 400, false);
  conversation.feed({ type: 'model_sources', generation: generationOf(conversation), sources: SOURCES });
  conversation.answer(ANSWER);
  conversation.pass(4_000);
  t.same(
    assistants(conversation).map(({ sources }) => sources),
    [SOURCES],
  );
});

t.test('both turns of a reply that uses a tool have its sources', async (t) => {
  const conversation = converse(briefOf({}, { greeting: '' }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.hear('is there a free space');
  conversation.pass(200);
  const generation = generationOf(conversation);
  conversation.feed({ type: 'model_sources', generation, sources: SOURCES });
  conversation.feed({ type: 'model_text', generation, text: 'Let me look that up for you.' });
  conversation.feed({ type: 'model_tool', generation, name: 'look_up', arguments: {} });
  conversation.feed({ type: 'model_done', generation });
  conversation.pass(4_000);
  const use = conversation.outputs.flatMap(({ output }) => (output.type === 'use_tool' ? [output.use] : []));
  conversation.feed({ type: 'tool_done', use: use[0] ?? '', outcome: 'done', result: 'Two are free.' });
  conversation.pass(100);
  conversation.feed({ type: 'model_sources', generation, sources: SOURCES });
  conversation.answer('Two spaces are free.');
  conversation.pass(4_000);
  const turns = assistants(conversation).filter(({ nudge }) => nudge !== true);
  t.ok(turns.length >= 2);
  t.same(turns.at(0)?.sources, SOURCES);
  t.same(turns.at(-1)?.sources, SOURCES);
});
