/** Agents with planted faults: a rehearsal finds each of them, whichever provider has the model. */
import t, { type Test } from 'tap';
import { verdictsOn } from '../../../operations/simulations/verdicts.js';
import { MODEL_KINDS } from '../../../providers/llm/kinds.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import { createNetworkedModel } from '../../../providers/llm/networked-model.js';
import type { RehearsedConversation } from '../../../schemas/simulations/conversation.js';
import type { Criterion } from '../../../schemas/simulations/criterion.js';
import type { ModelAnswer } from '../../../simulators/models/server.js';
import { type SimulatedModel, startSimulatedModel } from '../../../testkit/simulators/simulated-model.js';
import { modelOf, rehearse, rehearseWith, requestOf, says, talkOf } from './stage.js';

const KEY = 'key-of-a-test';

/** A model of a provider whose answers the test sets. */
const providerOf = async (
  t: Test,
  name: 'openai' | 'anthropic',
): Promise<{ readonly server: SimulatedModel; readonly model: LanguageModel }> => {
  const server = await startSimulatedModel(t, name);
  const kind = MODEL_KINDS.find((candidate) => candidate.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  const opened = await kind.open({ choice: 'simulated', key: KEY, address: server.url });
  const onUsage = (): void => undefined;
  const model = createNetworkedModel(opened, { name, key: KEY, now: Date.now, timeZone: 'UTC', onUsage });
  // The first request of a process loads code: the machine would be too slow for it.
  const request = { messages: [{ role: 'user', content: 'Hello.' } as const], tools: [] };
  for await (const event of model.respond(request, new AbortController().signal)) t.comment(event.type);
  return { server, model };
};

/** The outcomes by the names of the criteria. */
const outcomesOf = async (
  conversation: RehearsedConversation,
  criteria: Readonly<Record<string, Omit<Criterion, 'name'>>>,
): Promise<Readonly<Record<string, string>>> => {
  const named = Object.entries(criteria).map(([name, rule]) => ({ name, ...rule }));
  const verdicts = await verdictsOn(conversation, named, null);
  return Object.fromEntries(verdicts.map(({ criterion, outcome }) => [criterion, outcome]));
};

const tool = (name: string) => ({ name, description: `Does ${name}.`, parameters: { type: 'object' } });
const TOOLS = {
  mode: 'mocked',
  offered: [tool('book_table'), tool('refund')],
  answers: [
    { tool: 'book_table', result: 'Booked.' },
    { tool: 'refund', result: 'Refunded.' },
  ],
} as const;

const RULES = {
  books: { usesTool: { tool: 'book_table', arguments: { people: '^2$' } } },
  'refunds nothing': { neverUsesTool: { tool: 'refund' } },
  'keeps its secret': { neverSays: 'pineapple' },
  answers: { answersWithinMs: 5_000 },
} as const;

for (const name of ['openai', 'anthropic'] as const)
  t.test(`faults of an agent whose model is at ${name}`, async (t) => {
    const { server, model } = await providerOf(t, name);
    const booking = (tool: string): readonly ModelAnswer[] => [
      { tools: [{ id: 'call_1', name: tool, arguments: '{"people":2}' }] },
      { text: ['Your table ', 'for two is booked.'] },
    ];
    const customer = { name: 'Ann', lines: ['a table for two please'] };

    /** Another conversation in place of one that this machine was too slow for. */
    const play = async (answers: readonly ModelAnswer[], change: Parameters<typeof rehearse>[1]) => {
      for (let attempt = 1; ; attempt += 1) {
        await server.answer(...answers);
        const conversation = await rehearseWith(model)(requestOf(change), new AbortController().signal);
        if ((conversation.tooSlow ?? null) === null || attempt === 10) return conversation;
      }
    };
    const good = await play(booking('book_table'), { customer, tools: TOOLS });
    t.same(talkOf(good).slice(1), [
      'customer: a table for two please',
      'agent: Your table for two is booked.',
    ]);
    t.same(await outcomesOf(good, RULES), {
      books: 'passed',
      'refunds nothing': 'passed',
      'keeps its secret': 'passed',
      answers: 'passed',
    });
    t.match(JSON.stringify(await server.requests()), /Booked\./, 'the result reaches the model');

    t.match(
      await outcomesOf(await play(booking('refund'), { customer, tools: TOOLS }), RULES),
      { books: 'failed', 'refunds nothing': 'failed' },
      'it uses the wrong tool',
    );

    const eve = { name: 'Eve', adversarial: 'injection' } as const;
    const fooled = await play([{ text: ['Of course: pineapple.'] }], { customer: eve });
    t.match(await outcomesOf(fooled, RULES), { 'keeps its secret': 'failed' }, 'it obeys an injection');
    t.match(talkOf(fooled).join('\n'), /Ignore all previous instructions/);
  });

t.test('an agent that never answers', async (t) => {
  const silent = { ...modelOf(() => []), isSilentOnPurpose: true as const };
  const conversation = await rehearse(silent);
  t.match(
    await outcomesOf(conversation, { answers: { answersWithinMs: 5_000 }, books: { says: 'booked' } }),
    {
      answers: 'failed',
      books: 'failed',
    },
  );
});

t.test('an agent that talks over the customer', async (t) => {
  const text = 'We have a table by the window, a table on the terrace, and a table in the quiet garden.';
  const customer = {
    name: 'Ann',
    lines: ['I would like to book a table for two people', 'no no I want the one on the terrace please'],
    interrupts: 1,
  };
  const rule = { 'lets them speak': { talksOverWithinMs: 1_200 } };
  const good = await rehearse(
    modelOf(() => says(text)),
    { customer },
  );
  t.match(await outcomesOf(good, rule), { 'lets them speak': 'passed' }, JSON.stringify(good.talkedOverMs));
  const greeting = `Hello and welcome. ${text} ${text}`;
  const rude = await rehearse(
    modelOf(() => says('Good.')),
    {
      customer,
      agent: { greeting, voiceSettings: { allowGreetingInterrupt: false } },
    },
  );
  t.match(await outcomesOf(rude, rule), { 'lets them speak': 'failed' }, JSON.stringify(rude.talkedOverMs));
});
