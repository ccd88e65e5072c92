/** Tools that use the line: transfers and key presses, which never happen in mid-sentence. */
import t from 'tap';
import { TRANSFER_FAILED } from '../../../../providers/llm/language-model.js';
import { briefOf, type Conversation, converse } from '../carrier.js';

const CONSULT = { name: 'ask_support', arguments: { brief: 'It is Ada.' }, onLine: 'consult' } as const;
const TRANSFER = { name: 'to_support', arguments: {}, onLine: 'transfer' } as const;
const END = { name: 'end_call', arguments: {} } as const;
const keys = (digits: unknown) => ({ name: 'press', arguments: { digits }, onLine: 'send_digits' }) as const;

const afterQuestion = (change: Parameters<typeof briefOf>[1] = {}): Conversation => {
  const conversation = converse(briefOf({}, { greeting: '', ...change }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  if (conversation.sent('respond') > 0) return conversation;
  conversation.hear('can I talk to somebody');
  conversation.pass(200);
  return conversation;
};

const requestTools = (
  conversation: Conversation,
  text: string,
  ...calls: readonly (typeof TRANSFER | typeof CONSULT | ReturnType<typeof keys> | typeof END)[]
): void => {
  const generation = conversation.last('respond')?.generation ?? 0;
  if (text !== '') conversation.feed({ type: 'model_text', generation, text });
  for (const call of calls) conversation.feed({ type: 'model_tool', generation, ...call });
  conversation.feed({ type: 'model_done', generation });
};

const ends = (conversation: Conversation) =>
  conversation.commands().flatMap((command) => (command.type === 'end_tool' ? [command.end] : []));
const hungUp = (conversation: Conversation) => conversation.commands().some(({ type }) => type === 'hang_up');
const use = (conversation: Conversation): string => conversation.last('use_tool')?.use ?? '';
const lastMessages = (conversation: Conversation) => conversation.last('respond')?.messages ?? [];
/** Number of µ-law bytes that left after that moment, without silence and speech. */
const soundAfter = (conversation: Conversation, atMs: number): number =>
  conversation.outputs
    .flatMap(({ atMs: at, output }) => (at > atMs && output.type === 'send_audio' ? [...output.payload] : []))
    .filter((byte) => byte !== 0xff && byte !== 0x20).length;

t.test('the customer is transferred once the last words were heard', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, 'I will put you through to support now. ', TRANSFER);
  t.match(conversation.commands().at(-1), { type: 'begin_tool', use: { name: 'to_support' } });
  conversation.pass(1_000);
  t.equal(conversation.sent('use_tool'), 0, 'the words are still being spoken');
  conversation.pass(3_000);
  t.equal(conversation.sent('use_tool'), 1);
  t.match(conversation.turns().at(-1), { text: 'I will put you through to support now.', heard: 'acked' });
  const requests = conversation.sent('respond');
  conversation.feed({ type: 'tool_done', use: use(conversation), outcome: 'done', result: 'On its way.' });
  conversation.pass(1_000);
  t.equal(conversation.sent('respond'), requests, 'the agent does not speak to a leaving customer');
  t.notOk(hungUp(conversation));
  conversation.feed({ type: 'closing' });
  conversation.feed({ type: 'closed' });
  t.match(ends(conversation), [{ outcome: 'done' }]);
});

t.test('a goodbye along with a transfer does not hang up', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, 'Goodbye. ', TRANSFER, END);
  conversation.pass(3_000);
  t.equal(conversation.sent('use_tool'), 1);
  t.notOk(hungUp(conversation));
});

t.test('a failed transfer is explained to the customer', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', TRANSFER);
  conversation.pass(100);
  conversation.feed({ type: 'tool_done', use: use(conversation), outcome: 'failed', result: 'It refused.' });
  t.match(lastMessages(conversation).at(-1), { role: 'tools', uses: [{ result: 'It refused.' }] });
  conversation.answer('I cannot reach them.');
  conversation.pass(3_000);
  t.equal(conversation.turns().at(-1)?.text, 'I cannot reach them.');
});

t.test('an interruption before the transfer cancels it', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, 'I will put you through to support now. ', TRANSFER);
  conversation.pass(600);
  conversation.pass(600, true);
  conversation.hear('no wait');
  conversation.pass(1_500);
  t.equal(conversation.sent('use_tool'), 0);
  t.match(ends(conversation), [{ outcome: 'failed', result: /Nothing was done/ }]);
  t.match(
    lastMessages(conversation).filter(({ role }) => role === 'tools'),
    [{ uses: [{ name: 'to_support', outcome: 'failed' }] }],
  );
});

t.test('a hang-up before the transfer cancels it', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, 'I will put you through to support now. ', TRANSFER);
  conversation.pass(600);
  for (const type of ['disconnected', 'closing', 'closed'] as const) conversation.feed({ type });
  t.match(ends(conversation), [{ outcome: 'failed', result: /ended before/ }]);
});

t.test('the outcome of a transfer is left to the call if the line drops first', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', TRANSFER);
  conversation.pass(100);
  t.equal(conversation.sent('use_tool'), 1);
  for (const type of ['disconnected', 'closing', 'closed'] as const) conversation.feed({ type });
  t.same(ends(conversation), []);
});

t.test('a customer who returns from a failed transfer is spoken to at once', async (t) => {
  const turn = {
    turnId: 't1',
    speaker: 'assistant',
    text: 'I put you through.',
    at: 1_000,
    audioOffsetMs: 0,
    audioEndOffsetMs: 900,
    interrupted: false,
    heard: 'acked',
    latencies: null,
  } as const;
  const conversation = afterQuestion({ resumed: true, isBack: true, turns: [turn] });
  t.match(lastMessages(conversation).at(-1), { role: 'user', content: TRANSFER_FAILED });
  conversation.answer('The line was busy.');
  conversation.pass(3_000);
  t.equal(conversation.turns().at(-1)?.text, 'The line was busy.');
});

t.test('a customer on hold for a colleague hears every 15 seconds that the agent is there', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, 'Please hold. ', CONSULT);
  conversation.pass(3_000);
  t.equal(conversation.sent('use_tool'), 1, 'once the agent has said so');
  conversation.pass(58_000);
  const phrases = conversation.outputs.flatMap(({ output }) =>
    output.type === 'synthesise' ? [output.text] : [],
  );
  t.same([phrases[0], phrases.length], ['Please hold.', 4]);
  t.same(ends(conversation), []);
  t.notOk(hungUp(conversation));
  conversation.feed({
    type: 'tool_done',
    use: use(conversation),
    outcome: 'failed',
    result: 'The line is busy.',
  });
  t.match(lastMessages(conversation).at(-1), { role: 'tools', uses: [{ result: 'The line is busy.' }] });
});

t.test('after a hold the model has as much time as for any reply', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, 'Please hold. ', CONSULT);
  conversation.pass(3_000);
  conversation.pass(12_000);
  conversation.feed({
    type: 'tool_done',
    use: use(conversation),
    outcome: 'failed',
    result: 'The line is busy.',
  });
  conversation.pass(2_000);
  requestTools(conversation, 'They will call you. ');
  conversation.pass(3_000);
  const phrases = conversation.turns().map(({ text }) => text);
  t.equal(phrases.at(-1), 'They will call you.');
  t.notOk(
    phrases.some((text) => /sorry/.test(text)),
    'the wait of the hold is not held against it',
  );
});

t.test('a consultation without a result is given up after more than three minutes', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', CONSULT);
  conversation.pass(190_000);
  t.same(ends(conversation), []);
  conversation.pass(15_000);
  t.match(ends(conversation), [{ outcome: 'unknown' }]);
});

t.test('keys are sent after the words before them, and the model continues', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, 'One moment. ', keys('12w#'));
  conversation.pass(300);
  t.equal(soundAfter(conversation, 0), 0, 'words first');
  const before = conversation.now();
  conversation.pass(3_500);
  t.ok(soundAfter(conversation, before) > 3 * 90 * 8, 'three keys are sent');
  t.match(ends(conversation), [{ outcome: 'done', result: 'The keys were pressed.' }]);
  t.match(lastMessages(conversation).at(-1), { role: 'tools', uses: [{ name: 'press', outcome: 'done' }] });
  t.same(
    conversation.turns().map(({ text }) => text),
    ['can I talk to somebody', 'One moment.'],
    'keys are not words',
  );
  t.equal(conversation.sent('use_tool'), 0, 'the tool runs in the session');
});

t.test('invalid keys are refused', async (t) => {
  for (const digits of ['', 'wx', '1'.repeat(33), 12, 'w']) {
    const conversation = afterQuestion();
    requestTools(conversation, '', keys(digits));
    conversation.pass(100);
    t.match(ends(conversation), [{ outcome: 'failed', result: /Nothing was pressed/ }], String(digits));
  }
});

t.test('reports how many keys were sent before an interruption', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, '', keys('1234567890'));
  conversation.pass(500);
  conversation.pass(600, true);
  conversation.hear('please hold');
  conversation.pass(200);
  const [end] = ends(conversation);
  t.match(end, { outcome: 'failed', result: /Only the first [1-6] of 10/ });
});

t.test('keys before a goodbye are sent before the call ends', async (t) => {
  const conversation = afterQuestion();
  requestTools(conversation, 'Goodbye. ', keys('9'), END);
  conversation.pass(4_000);
  t.match(ends(conversation), [{ outcome: 'done' }]);
  t.ok(hungUp(conversation));
});
