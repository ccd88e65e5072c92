/** Tools on a call: what they give is waited for, told and written down, and nothing is done twice. */
import t from 'tap';
import type { RecordedToolUse } from '../../actors/call/events.js';
import { briefOf, type Conversation, converse } from './carrier.js';

const FILLER = 'One moment.';
const STILL = 'Nearly there.';
const LOOK_UP = { name: 'look_up', arguments: { order: 'A1' } } as const;
const BOOK = { name: 'book', arguments: { at: '19:00' } } as const;

type Call = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };

/** A customer has asked something, and nothing else was said yet. */
const asked = (change: Parameters<typeof briefOf>[1] = {}): Conversation => {
  const conversation = converse(briefOf({}, { greeting: '', ...change }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.hear('where is my order');
  conversation.pass(200);
  return conversation;
};

/** The model says that, and asks for tools. */
const asks = (conversation: Conversation, text: string, ...calls: readonly Call[]): void => {
  const generation = conversation.last('respond')?.generation ?? 0;
  if (text !== '') conversation.feed({ type: 'model_text', generation, text });
  for (const call of calls) conversation.feed({ type: 'model_tool', generation, ...call });
  conversation.feed({ type: 'model_done', generation });
};

const used = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'use_tool' ? [output] : []));

/** The tool that was begun last gives that. */
const gives = (conversation: Conversation, result: string, outcome: 'done' | 'failed' = 'done'): void => {
  const { use = '' } = used(conversation).at(-1) ?? {};
  conversation.feed({ type: 'tool_done', use, outcome, result });
};

/** The line is gone and does not come back. */
const hangUp = (conversation: Conversation): void => {
  conversation.feed({ type: 'disconnected' });
  conversation.feed({ type: 'closing' });
  conversation.feed({ type: 'closed' });
};

const said = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);
const synthesised = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'synthesise' ? [output.text] : []));
const ends = (conversation: Conversation) =>
  conversation.commands().flatMap((command) => (command.type === 'end_tool' ? [command] : []));
const hungUp = (conversation: Conversation) => conversation.commands().find(({ type }) => type === 'hang_up');
const told = (conversation: Conversation) => conversation.last('respond')?.messages ?? [];

t.test('what a tool gives is told to the model, which answers with it', async (t) => {
  const conversation = asked();
  asks(conversation, 'Let me look. ', LOOK_UP);
  t.match(used(conversation), [{ name: 'look_up', arguments: { order: 'A1' } }]);
  t.match(
    conversation.commands().at(-1),
    { type: 'begin_tool', use: { name: 'look_up' } },
    'written down first',
  );
  conversation.pass(1_500);
  gives(conversation, 'On its way.');
  t.match(ends(conversation), [{ end: { outcome: 'done', result: 'On its way.', durationMs: 1_500 } }]);
  t.match(told(conversation).slice(1), [
    { role: 'user', content: 'where is my order' },
    { role: 'assistant', content: 'Let me look.' },
    { role: 'tools', uses: [{ name: 'look_up', arguments: { order: 'A1' }, result: 'On its way.' }] },
  ]);
  conversation.answer('It is on its way.');
  conversation.pass(4_000);
  t.same(said(conversation), [
    'customer: where is my order',
    'assistant: Let me look.',
    'assistant: It is on its way.',
  ]);
  conversation.hear('thanks');
  t.match(
    told(conversation).map((message) => message.role),
    ['system', 'user', 'tools', 'assistant', 'assistant', 'user'],
    'a later request is told of it at its place',
  );
});

t.test('a use is begun only when the answer that asks for it has ended', async (t) => {
  const conversation = asked();
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.feed({ type: 'model_tool', generation, ...LOOK_UP });
  t.same(used(conversation), []);
  conversation.hear('no wait');
  conversation.feed({ type: 'model_done', generation });
  t.same(used(conversation), [], 'the customer went on: it was for an answer that nobody waits for');
});

t.test('several tools of one answer are used beside each other', async (t) => {
  const conversation = asked();
  asks(conversation, '', LOOK_UP, BOOK, LOOK_UP);
  t.match(used(conversation), [LOOK_UP, BOOK], 'the same one once');
  const [one, other] = used(conversation);
  conversation.feed({ type: 'tool_done', use: other?.use ?? '', outcome: 'done', result: 'Booked.' });
  t.equal(conversation.sent('respond'), 1, 'all are waited for');
  conversation.feed({ type: 'tool_done', use: one?.use ?? '', outcome: 'failed', result: 'No such order.' });
  t.match(told(conversation).at(-1), {
    role: 'tools',
    uses: [
      { name: 'look_up', outcome: 'failed' },
      { name: 'book', outcome: 'done' },
    ],
  });
  t.match(told(conversation).at(-1), { uses: { length: 2 } });
});

t.test('while a tool is at work the customer is told again and again that something is done', async (t) => {
  const conversation = asked();
  asks(conversation, '', LOOK_UP);
  conversation.pass(15_000);
  const phrases = synthesised(conversation);
  t.same(phrases.slice(0, 3), [FILLER, STILL, STILL]);
  t.ok(
    conversation.outputs.some(({ output }) => output.type === 'prepare' && output.text === STILL),
    'in words that were made ahead',
  );
  t.notOk(hungUp(conversation));
  t.same(conversation.notes(), [], 'no model is late');
  gives(conversation, 'On its way.');
  conversation.answer('It is on its way.');
  conversation.pass(4_000);
  t.equal(said(conversation).at(-1), 'assistant: It is on its way.');
});

t.test('a tool that gives nothing in time is given up, and the model is told so', async (t) => {
  const conversation = asked();
  asks(conversation, '', BOOK);
  conversation.pass(32_100);
  t.match(ends(conversation), [{ end: { outcome: 'unknown' } }]);
  t.match(told(conversation).at(-1), { role: 'tools', uses: [{ outcome: 'unknown', result: /in time/ }] });
  const before = conversation.sent('respond');
  gives(conversation, 'Booked.');
  t.equal(ends(conversation).length, 1, 'what comes later changes nothing');
  t.equal(conversation.sent('respond'), before);
});

t.test('who interrupts while a table is booked does not book two', async (t) => {
  const conversation = asked();
  asks(conversation, '', BOOK);
  conversation.pass(500);
  conversation.hear('are you there');
  t.equal(conversation.sent('respond'), 2);
  asks(conversation, '', BOOK);
  t.equal(used(conversation).length, 1, 'it is at work');
  conversation.pass(500);
  gives(conversation, 'Booked.');
  t.match(
    told(conversation).at(-1),
    { role: 'tools', uses: [{ result: 'Booked.' }] },
    'its result is shared',
  );
  conversation.answer('You have a table.');
  conversation.pass(3_000);
  t.equal(ends(conversation).length, 1);
  conversation.hear('and another one at the same time');
  asks(conversation, '', BOOK);
  t.equal(used(conversation).length, 2, 'who asks for it again, knowing of the first, gets another');
});

t.test('what an interrupted answer has used is told to the next one', async (t) => {
  const conversation = asked();
  asks(conversation, '', BOOK);
  conversation.hear('what are your hours');
  conversation.answer('From noon.');
  gives(conversation, 'Booked.');
  conversation.pass(3_000);
  conversation.hear('and my table');
  t.match(
    told(conversation).filter(({ role }) => role === 'tools'),
    [{ uses: [{ name: 'book', result: 'Booked.' }] }],
  );
});

t.test('a model that goes on using tools is told to answer, and then given up', async (t) => {
  const conversation = asked();
  for (let round = 0; round < 5; round += 1) {
    asks(conversation, '', { name: 'look_up', arguments: { round } });
    gives(conversation, 'Nothing.');
  }
  t.equal(used(conversation).length, 5);
  asks(conversation, '', { name: 'look_up', arguments: { round: 5 } });
  t.equal(used(conversation).length, 5, 'nothing is asked to do it');
  t.match(told(conversation).at(-1), { uses: [{ outcome: 'failed', result: /Answer with what you know/ }] });
  asks(conversation, '', { name: 'look_up', arguments: { round: 6 } });
  conversation.pass(3_000);
  t.match(synthesised(conversation).at(-1), /sorry/i);
});

t.test('a call has so many uses, each of so much', async (t) => {
  const conversation = asked();
  asks(conversation, '', { name: 'look_up', arguments: { order: 'x'.repeat(4_000) } });
  t.same(used(conversation), []);
  t.match(ends(conversation), [{ end: { outcome: 'failed', result: /too long/ } }]);
  conversation.answer('No.');
  for (let turn = 0; turn < 60; turn += 1) {
    conversation.pass(2_000);
    conversation.hear(`order ${turn}`);
    asks(conversation, '', { name: 'look_up', arguments: { turn } });
    if (used(conversation).length === turn + 1) gives(conversation, 'Nothing.');
    conversation.answer('No.');
  }
  t.equal(used(conversation).length, 49);
});

t.test('who says goodbye and uses a tool does not wait for it', async (t) => {
  const conversation = asked();
  asks(conversation, 'Goodbye! ', BOOK, { name: 'end_call', arguments: {} });
  t.equal(used(conversation).length, 1);
  conversation.pass(3_000);
  t.match(hungUp(conversation), { by: 'agent' });
  hangUp(conversation);
  t.match(ends(conversation), [{ end: { outcome: 'unknown' } }], 'the books tell of it');
});

t.test('a session that goes on elsewhere knows what was used', async (t) => {
  const use: RecordedToolUse = {
    id: 'attach001',
    name: 'book',
    arguments: {},
    at: 1_000_050,
    outcome: 'unknown',
    result: 'Nobody can tell whether it was done.',
    durationMs: 0,
  };
  const conversation = asked({ toolUses: [use] });
  t.match(told(conversation).slice(1), [
    { role: 'tools', uses: [{ id: 'attach001', outcome: 'unknown' }] },
    { role: 'user', content: 'where is my order' },
  ]);
});

t.test('what a tool gives after the session has ended is nobody’s', async (t) => {
  const conversation = asked();
  asks(conversation, '', BOOK);
  hangUp(conversation);
  const before = conversation.outputs.length;
  gives(conversation, 'Booked.');
  t.equal(conversation.outputs.length, before);
});
