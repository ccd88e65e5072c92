/** Tools on a call: results are awaited, passed to the model and recorded, and nothing runs twice. */
import t from 'tap';
import type { RecordedToolUse } from '../../../../actors/call/events.js';
import { briefOf, type Conversation, converse } from '../carrier.js';

const FILLER = 'One moment.';
const STILL = 'Nearly there.';
const LOOK_UP = { name: 'look_up', arguments: { order: 'A1' } } as const;
const BOOK = { name: 'book', arguments: { at: '19:00' } } as const;

type Call = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };

/** A call on which the customer has asked a question, and nothing else was said. */
const afterQuestion = (change: Parameters<typeof briefOf>[1] = {}): Conversation => {
  const conversation = converse(briefOf({}, { greeting: '', ...change }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.hear('where is my order');
  conversation.pass(200);
  return conversation;
};

/** The model says `text`, and requests tools. */
const requestTools = (conversation: Conversation, text: string, ...calls: readonly Call[]): void => {
  const generation = conversation.last('respond')?.generation ?? 0;
  if (text !== '') conversation.feed({ type: 'model_text', generation, text });
  for (const call of calls) conversation.feed({ type: 'model_tool', generation, ...call });
  conversation.feed({ type: 'model_done', generation });
};

const used = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'use_tool' ? [output] : []));

/** The tool that was started last returns `result`. */
const returnResult = (
  conversation: Conversation,
  result: string,
  outcome: 'done' | 'failed' = 'done',
): void => {
  const { use = '' } = used(conversation).at(-1) ?? {};
  conversation.feed({ type: 'tool_done', use, outcome, result });
};

/** The line drops and does not return. */
const hangUp = (conversation: Conversation): void => {
  conversation.feed({ type: 'disconnected' });
  conversation.feed({ type: 'closing' });
  conversation.feed({ type: 'closed' });
};

const transcriptOf = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);
const synthesised = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'synthesise' ? [output.text] : []));
const ends = (conversation: Conversation) =>
  conversation.commands().flatMap((command) => (command.type === 'end_tool' ? [command] : []));
const hungUp = (conversation: Conversation) => conversation.commands().find(({ type }) => type === 'hang_up');
const lastMessages = (conversation: Conversation) => conversation.last('respond')?.messages ?? [];

t.test('the model gets the result of a tool, and answers with it', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, 'Let me look. ', LOOK_UP);
  t.match(used(conversation), [{ name: 'look_up', arguments: { order: 'A1' } }]);
  t.match(
    conversation.commands().at(-1),
    { type: 'begin_tool', use: { name: 'look_up' } },
    'recorded before it starts',
  );
  conversation.pass(1_500);
  returnResult(conversation, 'On its way.');
  t.match(ends(conversation), [{ end: { outcome: 'done', result: 'On its way.', durationMs: 1_500 } }]);
  t.match(lastMessages(conversation).slice(1), [
    { role: 'user', content: 'where is my order' },
    { role: 'assistant', content: 'Let me look.' },
    { role: 'tools', uses: [{ name: 'look_up', arguments: { order: 'A1' }, result: 'On its way.' }] },
  ]);
  conversation.answer('It is on its way.');
  conversation.pass(4_000);
  t.same(transcriptOf(conversation), [
    'customer: where is my order',
    'assistant: Let me look.',
    'assistant: It is on its way.',
  ]);
  conversation.hear('thanks');
  t.match(
    lastMessages(conversation).map((message) => message.role),
    ['system', 'user', 'tools', 'assistant', 'assistant', 'user'],
    'a later request has the use in its place',
  );
});

t.test('a tool starts only when the answer that requests it has ended', async (t) => {
  const conversation = afterQuestion();
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.feed({ type: 'model_tool', generation, ...LOOK_UP });
  t.same(used(conversation), []);
  conversation.hear('no wait');
  conversation.feed({ type: 'model_done', generation });
  t.same(used(conversation), [], 'the customer went on, so that answer is no longer wanted');
});

t.test('several tools of one answer run concurrently', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', LOOK_UP, BOOK, LOOK_UP);
  t.match(used(conversation), [LOOK_UP, BOOK], 'identical uses run once');
  const [lookUp, booking] = used(conversation);
  conversation.feed({ type: 'tool_done', use: booking?.use ?? '', outcome: 'done', result: 'Booked.' });
  t.equal(conversation.sent('respond'), 1, 'the model waits for all of them');
  conversation.feed({
    type: 'tool_done',
    use: lookUp?.use ?? '',
    outcome: 'failed',
    result: 'No such order.',
  });
  t.match(lastMessages(conversation).at(-1), {
    role: 'tools',
    uses: [
      { name: 'look_up', outcome: 'failed' },
      { name: 'book', outcome: 'done' },
    ],
  });
  t.match(lastMessages(conversation).at(-1), { uses: { length: 2 } });
});

t.test('while a tool runs, the customer hears again and again that work is in progress', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', LOOK_UP);
  conversation.pass(15_000);
  const phrases = synthesised(conversation);
  t.same(phrases.slice(0, 3), [FILLER, STILL, STILL]);
  t.ok(
    conversation.outputs.some(({ output }) => output.type === 'prepare' && output.text === STILL),
    'the phrase is synthesised in advance',
  );
  t.notOk(hungUp(conversation));
  t.same(conversation.notes(), [], 'no model is late');
  returnResult(conversation, 'On its way.');
  conversation.answer('It is on its way.');
  conversation.pass(4_000);
  t.equal(transcriptOf(conversation).at(-1), 'assistant: It is on its way.');
});

t.test('a tool without a result in time is given up, and the model is notified', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', BOOK);
  conversation.pass(32_100);
  t.match(ends(conversation), [{ end: { outcome: 'unknown' } }]);
  t.match(lastMessages(conversation).at(-1), {
    role: 'tools',
    uses: [{ outcome: 'unknown', result: /in time/ }],
  });
  const before = conversation.sent('respond');
  returnResult(conversation, 'Booked.');
  t.equal(ends(conversation).length, 1, 'a late result changes nothing');
  t.equal(conversation.sent('respond'), before);
});

t.test('an interruption while a table is booked does not book another one', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', BOOK);
  conversation.pass(500);
  conversation.hear('are you there');
  t.equal(conversation.sent('respond'), 2);
  requestTools(conversation, '', BOOK);
  t.equal(used(conversation).length, 1, 'the first use is still running');
  conversation.pass(500);
  returnResult(conversation, 'Booked.');
  t.match(
    lastMessages(conversation).at(-1),
    { role: 'tools', uses: [{ result: 'Booked.' }] },
    'its result is shared',
  );
  conversation.answer('You have a table.');
  conversation.pass(3_000);
  t.equal(ends(conversation).length, 1);
  conversation.hear('and another one at the same time');
  requestTools(conversation, '', BOOK);
  t.equal(used(conversation).length, 2, 'a request that knows of the first use runs the tool again');
});

t.test('the next answer knows the tool uses of an interrupted one', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', BOOK);
  conversation.hear('what are your hours');
  conversation.answer('From noon.');
  returnResult(conversation, 'Booked.');
  conversation.pass(3_000);
  conversation.hear('and my table');
  t.match(
    lastMessages(conversation).filter(({ role }) => role === 'tools'),
    [{ uses: [{ name: 'book', result: 'Booked.' }] }],
  );
});

t.test('a model that keeps using tools is instructed to answer, and then given up', async (t) => {
  const conversation = afterQuestion();
  for (let round = 0; round < 5; round += 1) {
    requestTools(conversation, '', { name: 'look_up', arguments: { round } });
    returnResult(conversation, 'Nothing.');
  }
  t.equal(used(conversation).length, 5);
  requestTools(conversation, '', { name: 'look_up', arguments: { round: 5 } });
  t.equal(used(conversation).length, 5, 'the tool does not run');
  t.match(lastMessages(conversation).at(-1), {
    uses: [{ outcome: 'failed', result: /Answer with what you know/ }],
  });
  requestTools(conversation, '', { name: 'look_up', arguments: { round: 6 } });
  conversation.pass(3_000);
  t.match(synthesised(conversation).at(-1), /sorry/i);
});

t.test('the number of tool uses of a call, and the size of each, are limited', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', { name: 'look_up', arguments: { order: 'x'.repeat(4_000) } });
  t.same(used(conversation), []);
  t.match(ends(conversation), [{ end: { outcome: 'failed', result: /too long/ } }]);
  conversation.answer('No.');
  for (let turn = 0; turn < 60; turn += 1) {
    conversation.pass(2_000);
    conversation.hear(`order ${turn}`);
    requestTools(conversation, '', { name: 'look_up', arguments: { turn } });
    if (used(conversation).length === turn + 1) returnResult(conversation, 'Nothing.');
    conversation.answer('No.');
  }
  t.equal(used(conversation).length, 49);
});

t.test('a goodbye does not wait for a tool that is used along with it', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, 'Goodbye! ', BOOK, { name: 'end_call', arguments: {} });
  t.equal(used(conversation).length, 1);
  conversation.pass(3_000);
  t.match(hungUp(conversation), { by: 'agent' });
  hangUp(conversation);
  t.match(ends(conversation), [{ end: { outcome: 'unknown' } }], 'the end of the use is recorded');
});

t.test('a session that resumes elsewhere knows earlier tool uses', async (t) => {
  const use: RecordedToolUse = {
    id: 'attach001',
    name: 'book',
    arguments: {},
    at: 1_000_050,
    outcome: 'unknown',
    result: 'It is unknown whether it was done.',
    durationMs: 0,
  };
  const conversation = afterQuestion({ toolUses: [use] });
  t.match(lastMessages(conversation).slice(1), [
    { role: 'tools', uses: [{ id: 'attach001', outcome: 'unknown' }] },
    { role: 'user', content: 'where is my order' },
  ]);
});

t.test('a tool result after the end of the session is ignored', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', BOOK);
  hangUp(conversation);
  const before = conversation.outputs.length;
  returnResult(conversation, 'Booked.');
  t.equal(conversation.outputs.length, before);
});
