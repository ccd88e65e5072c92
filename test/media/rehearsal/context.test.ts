/** What an agent has in a rehearsal: its tools, its sources, what it remembers, and an earlier conversation. */
import t from 'tap';
import type { AgentTools } from '../../../operations/tools/agent-tools.js';
import type { ModelRequest } from '../../../providers/llm/language-model.js';
import { modelOf, rehearse, rehearseWith, requestOf, resultsIn, says, uses } from './stage.js';

const BOOK = {
  name: 'book_table',
  description: 'Books a table.',
  parameters: { type: 'object', properties: { people: { type: 'integer' } } },
};

/** Books once, and says the result. */
const booking = modelOf((request) => {
  const [result] = resultsIn(request);
  return result === undefined ? [uses('book_table', { people: 2 })] : says(`${result}.`);
});

t.test('mocked tools answer by their arguments, in their own time', async (t) => {
  const answers = [
    { tool: 'book_table', arguments: { people: '^3$' }, result: 'Three seats' },
    { tool: 'book_table', arguments: { people: '2' }, result: 'Table nine is yours', ms: 1_500 },
  ];
  const conversation = await rehearse(booking, { tools: { mode: 'mocked', offered: [BOOK], answers } });
  t.match(conversation.toolUses, [
    { tool: 'book_table', arguments: { people: 2 }, outcome: 'done', result: 'Table nine is yours' },
  ]);
  const [use] = conversation.toolUses;
  t.ok((use?.ms ?? 0) >= 1_400 && (use?.ms ?? 0) < 2_000, `${use?.ms} ms`);
  t.match(conversation.lines.at(-1), { speaker: 'agent', text: 'Table nine is yours.' });
});

t.test('recorded answers are given again, and an unknown use fails', async (t) => {
  const usesBefore = [{ tool: 'book_table', arguments: { people: 2 }, result: 'As recorded' }];
  const recorded = { mode: 'recorded', offered: [BOOK], uses: usesBefore } as const;
  t.match((await rehearse(booking, { tools: recorded })).toolUses, [
    { outcome: 'done', result: 'As recorded' },
  ]);
  const other = { ...recorded, uses: [] };
  t.match((await rehearse(booking, { tools: other })).toolUses, [{ outcome: 'failed' }]);
});

t.test('live tools are used only if they are chosen', async (t) => {
  const used: string[] = [];
  const tools: AgentTools = {
    of: async () => [BOOK],
    use: async ({ businessId, agentId, context, name, useId }) => {
      used.push([businessId, agentId, context.type, context.id, name, useId.slice(0, 3)].join(' '));
      return { outcome: 'done', result: 'Really booked' };
    },
  };
  const play = rehearseWith(booking, { tools });
  const agent = { agentId: 'a1' };
  const mocked = await play(requestOf({ agent }), new AbortController().signal);
  t.same(used, []);
  t.match(mocked.toolUses, [{ tool: 'book_table', outcome: 'failed' }], 'the tool of the agent is offered');
  const live = await play(requestOf({ agent, tools: { mode: 'live' } }), new AbortController().signal);
  t.same(used, ['b1 a1 trial c1 book_table c1-']);
  t.match(live.toolUses, [{ outcome: 'done', result: 'Really booked' }]);
});

t.test('the model receives sources, memories and an earlier conversation', async (t) => {
  const requests: ModelRequest[] = [];
  const agent = modelOf((request) => {
    requests.push(request);
    return says('At eight, as always.');
  });
  const play = rehearseWith(agent, {
    knowledge: async (businessId, sourceIds, { text }) => [
      { source: 'Menu', text: `${businessId} ${sourceIds.join()} ${text}` },
    ],
  });
  const conversation = await play(
    requestOf({
      agent: { knowledgeSourceIds: ['s1'] },
      customer: { name: 'Ann', lines: ['at which time then'] },
      memories: [{ day: '2026-01-01', kind: 'fact', text: 'Ann always comes at eight', by: null }],
      history: {
        lines: [
          { speaker: 'agent', text: 'Hello.', startMs: 0, endMs: 800 },
          { speaker: 'customer', text: 'the usual table', startMs: 1_200, endMs: 2_600 },
          { speaker: 'agent', text: 'Of course.', startMs: 3_200, endMs: 4_100 },
        ],
        toolUses: [
          {
            name: 'book_table',
            arguments: { people: 2 },
            outcome: 'done',
            result: 'Booked before',
            atMs: 2_600,
            durationMs: 400,
          },
        ],
      },
    }),
    new AbortController().signal,
  );
  const prompt = JSON.stringify(requests[0]?.messages);
  for (const part of ['Ann always comes at eight', 'b1 s1 at which time', 'the usual table', 'Booked before'])
    t.ok(prompt.includes(part), part);
  t.same(
    conversation.lines.map(({ speaker, text }) => `${speaker}: ${text}`),
    ['customer: at which time then', 'agent: At eight, as always.'],
    'without the lines before it, and without a greeting',
  );
  t.ok((conversation.lines[0]?.startMs ?? 0) > 4_100, 'after the earlier conversation');
});

t.test('a conversation that is continued at the words of the customer is answered at once', async (t) => {
  const agent = modelOf((_request, heard) => says(heard.includes('two') ? 'For two.' : 'Goodbye.'));
  const conversation = await rehearse(agent, {
    customer: { name: 'Ann', lines: ['goodbye then'] },
    history: { lines: [{ speaker: 'customer', text: 'for two', startMs: 0, endMs: 700 }], toolUses: [] },
  });
  t.match(conversation.lines, [
    { speaker: 'agent', text: 'For two.' },
    { speaker: 'customer', text: 'goodbye then' },
    { speaker: 'agent', text: 'Goodbye.' },
  ]);
});
