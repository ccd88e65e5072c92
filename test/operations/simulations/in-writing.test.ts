/** Rehearsals in writing: the answers, the tools and the time of a written conversation. */
import t from 'tap';
import type { ModelRequest } from '../../../providers/llm/language-model.js';
import { modelOf, rehearseWith, requestOf, resultsIn, says, uses } from '../../media/rehearsal/stage.js';

const writing = { channel: 'whatsapp' } as const;
const signal = () => new AbortController().signal;

t.test('the customer writes first, and the agent answers with its tools', async (t) => {
  const requests: ModelRequest[] = [];
  const agent = modelOf((request) => {
    requests.push(request);
    const [result] = resultsIn(request);
    return result === undefined ? [uses('track', { order: 'A7' })] : says(`It is in ${result}.`);
  });
  const tools = {
    mode: 'mocked',
    offered: [{ name: 'track', description: 'Tracks an order.', parameters: { type: 'object' } }],
    answers: [{ tool: 'track', arguments: { order: 'a7' }, result: 'Boston', ms: 2_000 }],
  } as const;
  const conversation = await rehearseWith(agent)(
    requestOf({
      ...writing,
      customer: { name: 'Ann', lines: ['Where is my order A7?'] },
      tools,
      memories: [{ day: '2026-01-01', kind: 'fact', text: 'Ann lives in Boston', by: null }],
    }),
    signal(),
  );
  t.match(conversation, {
    lines: [
      { speaker: 'customer', text: 'Where is my order A7?', startMs: 0 },
      { speaker: 'agent', text: 'It is in Boston.' },
    ],
    toolUses: [{ tool: 'track', arguments: { order: 'A7' }, outcome: 'done', result: 'Boston', ms: 2_000 }],
    endReason: null,
    problem: null,
  });
  t.ok((conversation.durationMs ?? 0) >= 2_000, 'the tool has taken its time');
  t.ok((conversation.durationMs ?? 0) < 10_000);
  t.match(JSON.stringify(requests[0]?.messages), /Ann lives in Boston/);
  t.equal(requests[0]?.manner, 'written');
});

t.test('without a line of their own they greet, and an earlier conversation is continued', async (t) => {
  const agent = modelOf((_request, heard) => says(`You wrote: ${heard}`));
  const play = rehearseWith(agent, { customerModelOf: () => modelOf(() => says('[hangs up]')) });
  const customer = { name: 'Ann', persona: 'You are Ann.' };
  const begun = await play(requestOf({ ...writing, customer }), signal());
  t.match(begun.lines, [{ text: 'Hello' }, { text: 'You wrote: Hello' }]);
  const history = { lines: [{ speaker: 'agent', text: 'Anything else?' } as const], toolUses: [] };
  const continued = await play(requestOf({ ...writing, customer, history }), signal());
  t.same(continued.lines, []);
});

t.test('an agent that writes nothing fails, and a model that fails is no fault of the agent', async (t) => {
  const silent = await rehearseWith(modelOf(() => []))(requestOf(writing), signal());
  t.match(silent.problem, { of: 'agent', text: /wrote nothing/ });
  const failing = modelOf(() => {
    throw new Error('down');
  });
  const failed = await rehearseWith(failing)(requestOf(writing), signal());
  t.match(failed.problem, { of: 'simulation', text: /down/ });
  t.match(failed.lines, [{ speaker: 'customer' }]);
  const abort = new AbortController();
  abort.abort(new Error('enough'));
  await t.rejects(rehearseWith(failing)(requestOf(writing), abort.signal), { message: 'enough' });
});

t.test('live tools act, and a tool without an answer fails', async (t) => {
  const agent = modelOf((request) =>
    resultsIn(request).length > 0 ? says('Done.') : [uses('track', { order: 'A7' })],
  );
  const used: string[] = [];
  const play = rehearseWith(agent, {
    tools: {
      of: async () => [{ name: 'track', description: 'Tracks.', parameters: { type: 'object' } }],
      use: async ({ context, name }) => {
        used.push(`${context.type} ${name}`);
        return { outcome: 'done', result: 'Boston' };
      },
    },
  });
  const real = { ...writing, agent: { agentId: 'a1' } };
  t.match((await play(requestOf(real), signal())).toolUses, [{ outcome: 'failed' }]);
  t.same(used, []);
  const live = await play(requestOf({ ...real, tools: { mode: 'live' } }), signal());
  t.match(live.toolUses, [{ outcome: 'done', result: 'Boston' }]);
  t.same(used, ['trial track']);
});
