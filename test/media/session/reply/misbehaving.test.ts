/** Models that misbehave: a call never goes silent because of an answer that is wrong, broken off or empty. */
import t from 'tap';
import { BROKEN_OFF, TOOL_RETURNED } from '../../../../providers/llm/language-model.js';
import { briefOf, type Conversation, converse } from '../carrier.js';

const TWO = { models: 2, synthesisers: 1, recognisers: 1 };
const APOLOGY = 'Sorry about that.';

/** A call on which the customer has asked a question, and nothing else was said. */
const afterQuestion = (change: Parameters<typeof briefOf>[1] = {}): Conversation => {
  const conversation = converse(briefOf({}, { greeting: '', ...change }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.hear('where is my order');
  conversation.pass(200);
  return conversation;
};

const generationOf = (conversation: Conversation): number => conversation.last('respond')?.generation ?? 0;
const requestsOf = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'respond' ? [output] : []));
const said = (conversation: Conversation) =>
  conversation.turns().flatMap(({ speaker, text }) => (speaker === 'assistant' ? [text] : []));
const used = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'use_tool' ? [output] : []));
const hungUp = (conversation: Conversation) => conversation.commands().find(({ type }) => type === 'hang_up');

/** The model writes `text`, and then its stream fails. */
const breakOff = (conversation: Conversation, text: string): void => {
  const generation = generationOf(conversation);
  conversation.feed({ type: 'model_text', generation, text });
  conversation.feed({ type: 'model_failed', generation });
};

/** The model requests a tool, and the tool is still running. */
const useSlowTool = (conversation: Conversation): string => {
  const generation = generationOf(conversation);
  conversation.feed({ type: 'model_tool', generation, name: 'look_up', arguments: { order: 'A1' } });
  conversation.feed({ type: 'model_done', generation });
  return used(conversation).at(-1)?.use ?? '';
};

t.test('a tool call that cannot be carried out returns the reason to the model', async (t) => {
  const conversation = afterQuestion();
  const generation = generationOf(conversation);
  const call = { name: 'look_up', arguments: {}, refusal: 'The arguments do not fit.' };
  conversation.feed({ type: 'model_tool', generation, ...call });
  conversation.feed({ type: 'model_tool', generation, ...call });
  conversation.feed({ type: 'model_done', generation });
  t.same(used(conversation), [], 'nothing is done');
  t.match(
    conversation.commands().filter(({ type }) => type === 'end_tool'),
    [{ end: { outcome: 'failed', result: 'The arguments do not fit.' } }, { end: { outcome: 'failed' } }],
    'each call has a result',
  );
  t.match(conversation.last('respond')?.messages.at(-1), {
    role: 'tools',
    uses: [{ name: 'look_up', outcome: 'failed', result: 'The arguments do not fit.' }, {}],
  });
  conversation.answer('Which order is it?');
  conversation.pass(3_000);
  t.same(said(conversation), ['Which order is it?']);
  t.same(conversation.notes(), [], 'no model has failed');
});

t.test('a model that never corrects its tool call is stopped, and the customer hears so', async (t) => {
  const conversation = afterQuestion();
  for (let round = 0; round < 12; round += 1) {
    const generation = generationOf(conversation);
    conversation.feed({ type: 'model_tool', generation, name: 'look_up', arguments: {}, refusal: 'No.' });
    conversation.feed({ type: 'model_done', generation });
  }
  conversation.pass(3_000);
  t.ok(requestsOf(conversation).length <= 7, `${requestsOf(conversation).length} requests`);
  t.same(said(conversation), [APOLOGY]);
});

t.test('a reply that breaks off after its first sentence is continued by the next model', async (t) => {
  const conversation = afterQuestion({ providers: TWO });
  breakOff(conversation, 'Let me check that for you. It is');
  t.match(conversation.last('respond'), { model: 2, generation: generationOf(conversation) });
  t.match(conversation.last('respond')?.messages.slice(1), [
    { role: 'user', content: 'where is my order' },
    { role: 'assistant', content: 'Let me check that for you.' },
    { role: 'user', content: BROKEN_OFF },
  ]);
  conversation.answer('It left yesterday.');
  conversation.pass(6_000);
  t.same(
    said(conversation),
    ['Let me check that for you. It left yesterday.'],
    'one turn, without the half sentence',
  );
  t.same(conversation.notes(), ['model_retried']);
});

t.test('a stream that stalls after the first sentence is continued as well', async (t) => {
  const conversation = afterQuestion();
  const generation = generationOf(conversation);
  conversation.feed({ type: 'model_text', generation, text: 'Let me check. ' });
  conversation.pass(2_200);
  conversation.answer('It left yesterday.');
  conversation.pass(4_000);
  t.same(said(conversation), ['Let me check. It left yesterday.']);
});

t.test('a reply that breaks off twice ends with an apology within four seconds', async (t) => {
  const conversation = afterQuestion();
  breakOff(conversation, 'Let me check that for you. ');
  conversation.feed({ type: 'model_failed', generation: generationOf(conversation) });
  conversation.pass(4_000);
  t.same(said(conversation), ['Let me check that for you.', APOLOGY]);
  t.equal(requestsOf(conversation).length, 2, 'it is continued once');
  t.notOk(hungUp(conversation), 'the customer may ask again');
});

t.test('after tools, the continuation follows their results', async (t) => {
  const conversation = afterQuestion();
  conversation.feed({ type: 'model_text', generation: generationOf(conversation), text: 'One second. ' });
  const use = useSlowTool(conversation);
  conversation.feed({ type: 'tool_done', use, outcome: 'done', result: 'Shipped.' });
  breakOff(conversation, 'It has shipped. ');
  t.match(
    conversation
      .last('respond')
      ?.messages.slice(1)
      .map(({ role }) => role),
    ['user', 'assistant', 'tools', 'assistant', 'user'],
  );
});

t.test('a goodbye that breaks off after its call is hung up', async (t) => {
  const conversation = afterQuestion();
  const generation = generationOf(conversation);
  conversation.feed({ type: 'model_text', generation, text: 'Goodbye then. And' });
  conversation.feed({ type: 'model_tool', generation, name: 'end_call', arguments: {} });
  conversation.feed({ type: 'model_failed', generation });
  conversation.pass(3_000);
  t.same(said(conversation), ['Goodbye then.']);
  t.match(hungUp(conversation), { by: 'agent', reason: 'agent_hangup' });
});

t.test('a hang-up in a failed attempt without words is not kept for the next attempt', async (t) => {
  const conversation = afterQuestion();
  const generation = generationOf(conversation);
  conversation.feed({ type: 'model_tool', generation, name: 'end_call', arguments: {} });
  conversation.feed({ type: 'model_failed', generation });
  conversation.answer('Which order is it?');
  conversation.pass(4_000);
  t.notOk(hungUp(conversation));
});

t.test('an empty answer is requested again, and then from the next model', async (t) => {
  for (const empty of ['', '  \n ', '…']) {
    const conversation = afterQuestion({ providers: TWO });
    conversation.answer(empty);
    conversation.answer(empty);
    t.same(
      requestsOf(conversation).map(({ model }) => model),
      [1, 1, 2],
      JSON.stringify(empty),
    );
    conversation.answer('It left yesterday.');
    conversation.pass(4_000);
    t.equal(said(conversation).at(-1), 'It left yesterday.');
  }
});

t.test('a model that has nothing to say is not asked for ever', async (t) => {
  const conversation = afterQuestion();
  conversation.answer('');
  conversation.answer('');
  t.equal(requestsOf(conversation).length, 2);
  t.same(conversation.notes(), ['model_retried', 'model_said_nothing']);
});

t.test('silence on purpose is not requested again', async (t) => {
  const conversation = afterQuestion();
  conversation.feed({ type: 'model_done', generation: generationOf(conversation), isDeliberate: true });
  t.equal(requestsOf(conversation).length, 1);
  t.same(conversation.notes(), ['model_said_nothing']);
});

t.test('a hang-up or a tool without words is no empty answer', async (t) => {
  const ending = afterQuestion();
  ending.answer('', true);
  ending.pass(200);
  t.match(hungUp(ending), { by: 'agent' });
  const working = afterQuestion();
  useSlowTool(working);
  t.equal(requestsOf(working).length, 1);
});

t.test('an empty answer after a tool is requested again with its result', async (t) => {
  const conversation = afterQuestion();
  const use = useSlowTool(conversation);
  conversation.feed({ type: 'tool_done', use, outcome: 'done', result: 'Shipped.' });
  conversation.answer('');
  t.match(conversation.last('respond')?.messages.at(-1), { role: 'tools', uses: [{ result: 'Shipped.' }] });
  t.equal(requestsOf(conversation).length, 3);
});

/** The customer speaks while a tool runs, and gets an answer without its result. */
const interrupted = (): { readonly conversation: Conversation; readonly use: string } => {
  const conversation = afterQuestion();
  const use = useSlowTool(conversation);
  conversation.pass(500);
  conversation.hear('are you still there');
  conversation.answer('Yes, I am looking.');
  return { conversation, use };
};

t.test('a result that arrives in silence begins a reply, once', async (t) => {
  const { conversation, use } = interrupted();
  conversation.pass(4_000);
  const before = requestsOf(conversation).length;
  conversation.feed({ type: 'tool_done', use, outcome: 'done', result: 'Shipped.' });
  conversation.pass(100);
  t.equal(requestsOf(conversation).length, before + 1, 'without a word of the customer');
  t.match(conversation.last('respond')?.messages.at(-1), { role: 'user', content: TOOL_RETURNED });
  t.ok(JSON.stringify(conversation.last('respond')?.messages).includes('Shipped.'));
  conversation.answer('It has shipped.');
  conversation.pass(6_000);
  t.equal(said(conversation).at(-1), 'It has shipped.');
  t.equal(requestsOf(conversation).length, before + 1, 'it is reported once');
});

t.test('a result that arrives while the agent speaks waits for the end of that speech', async (t) => {
  const { conversation, use } = interrupted();
  conversation.pass(300);
  const before = requestsOf(conversation).length;
  conversation.feed({ type: 'tool_done', use, outcome: 'done', result: 'Shipped.' });
  conversation.pass(300);
  t.equal(requestsOf(conversation).length, before);
  conversation.pass(1_500);
  t.equal(requestsOf(conversation).length, before + 1);
});

t.test('a result that arrives while the customer speaks is part of the next answer', async (t) => {
  const { conversation, use } = interrupted();
  conversation.pass(4_000);
  const before = requestsOf(conversation).length;
  conversation.pass(300, true);
  conversation.feed({ type: 'tool_done', use, outcome: 'done', result: 'Shipped.' });
  conversation.pass(300, true);
  conversation.hear('and how long will it take', 600);
  t.equal(requestsOf(conversation).length, before + 1);
  t.match(conversation.last('respond')?.messages.at(-1), { content: 'and how long will it take' });
  t.ok(JSON.stringify(conversation.last('respond')?.messages).includes('Shipped.'));
  conversation.answer('Two days.');
  conversation.pass(5_000);
  t.equal(requestsOf(conversation).length, before + 1);
});
