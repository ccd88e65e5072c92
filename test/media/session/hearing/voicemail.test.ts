/** Answering machines are detected; the agent hangs up, or leaves its message after the beep. */
import t from 'tap';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import type { Voicemail } from '../../../../schemas/agents/agent.js';
import { briefOf, type Conversation, converse } from '../carrier.js';

const MESSAGE = 'This is Ada. Please call me back.';
const LEAVES: Voicemail = { type: 'leave_message', text: MESSAGE };
const GREETING = 'you have reached bob please leave a message after the tone';
const BEEP = encodeMulaw(
  Int16Array.from({ length: 2_400 }, (_, index) => Math.round(8_000 * Math.sin((2 * Math.PI * index) / 8))),
);

const answered = (voicemail: Voicemail, change: Parameters<typeof briefOf>[1] = {}): Conversation => {
  const conversation = converse(briefOf({}, { voicemail, ...change }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  return conversation;
};
const hangUp = (conversation: Conversation) =>
  conversation.commands().find((command) => command.type === 'hang_up');
const transcriptOf = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);
const synthesised = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'synthesise' ? [output.text] : []));

t.test('the agent hangs up on a machine even in the middle of its own greeting', async (t) => {
  const conversation = answered({ type: 'hang_up' });
  conversation.hear(GREETING, 900);
  conversation.pass(100);
  t.match(hangUp(conversation), { by: 'customer', reason: 'voicemail' });
  t.same(conversation.notes(), ['voicemail']);
  t.equal(conversation.sent('respond'), 0);
  conversation.feed({ type: 'closing' });
  conversation.feed({ type: 'closed' });
  t.match(transcriptOf(conversation).sort(), [/^assistant: Hello/, `customer: ${GREETING}`]);
});

t.test('a partial result is enough to detect a machine', async (t) => {
  const conversation = answered({ type: 'hang_up' });
  conversation.feed({
    type: 'recognised',
    event: { type: 'partial', text: 'leave a message after the tone', startMs: 0, endMs: 900 },
  });
  conversation.pass(100);
  t.match(hangUp(conversation), { reason: 'voicemail' });
});

t.test('a machine is detected even if its greeting comes in pieces and was answered', async (t) => {
  const conversation = answered({ type: 'hang_up' }, { greeting: '' });
  conversation.hear('you have reached bob');
  conversation.answer('Hello Bob.');
  conversation.pass(2_000);
  t.notOk(hangUp(conversation));
  conversation.hear('please leave a message');
  conversation.pass(100);
  t.match(hangUp(conversation), { reason: 'voicemail' });
});

t.test('leaves the whole message after the beep, then hangs up', async (t) => {
  const conversation = answered(LEAVES);
  conversation.hear(GREETING, 900);
  conversation.pass(1_000, true);
  t.notOk(synthesised(conversation).includes(MESSAGE), 'the machine still speaks');
  conversation.line(BEEP);
  conversation.pass(40);
  t.ok(synthesised(conversation).includes(MESSAGE));
  conversation.pass(800, true);
  conversation.hear('press one for more options');
  conversation.pass(4_000);
  t.match(hangUp(conversation), { by: 'customer', reason: 'voicemail' });
  t.ok(transcriptOf(conversation).includes(`assistant: ${MESSAGE}`), 'words of the machine do not cut it');
  t.equal(conversation.sent('respond'), 0, 'words of the machine are not answered');
});

t.test('leaves the message after a silence if there is no beep', async (t) => {
  const conversation = answered(LEAVES);
  conversation.hear(GREETING, 900);
  conversation.pass(1_000, true);
  conversation.pass(2_000);
  t.notOk(synthesised(conversation).includes(MESSAGE));
  conversation.pass(2_000);
  t.ok(synthesised(conversation).includes(MESSAGE));
});

t.test('leaves the message after a minute if the machine never falls silent', async (t) => {
  const conversation = answered(LEAVES);
  conversation.hear(GREETING, 900);
  for (let second = 0; second < 61; second += 1) {
    conversation.pass(1_000, true);
    conversation.hear('and on and on', 900, false);
  }
  t.ok(synthesised(conversation).includes(MESSAGE));
});

t.test('a beep alone identifies a machine', async (t) => {
  const conversation = answered(LEAVES);
  conversation.line(BEEP);
  conversation.pass(40);
  t.same(conversation.notes(), ['voicemail']);
  t.ok(synthesised(conversation).includes(MESSAGE));
});

t.test('hangs up on a machine that takes no messages', async (t) => {
  const conversation = answered(LEAVES);
  conversation.hear('the mailbox is full goodbye', 900);
  conversation.pass(100);
  t.match(hangUp(conversation), { reason: 'voicemail' });
  t.notOk(synthesised(conversation).includes(MESSAGE));
});

t.test('answers an assistant that screens calls', async (t) => {
  const conversation = answered({ type: 'hang_up' }, { greeting: '' });
  conversation.hear('go ahead and say your name and why you are calling', 900);
  conversation.pass(100);
  t.notOk(hangUp(conversation));
  t.ok(conversation.notes().includes('call_screened'));
  t.equal(conversation.sent('respond'), 1);
});

t.test('an agent that talks to machines does not detect them', async (t) => {
  const conversation = answered({ type: 'talk' }, { greeting: '' });
  conversation.hear(GREETING, 900);
  conversation.pass(100);
  t.notOk(hangUp(conversation));
  t.equal(conversation.sent('respond'), 1);
});

t.test('no machine is detected later in a call', async (t) => {
  const talked = answered({ type: 'hang_up' }, { greeting: '' });
  for (const words of ['hello', 'who is there', 'what do you want']) {
    talked.hear(words);
    talked.pass(100);
    talked.answer('I see.');
    talked.pass(2_000);
  }
  talked.hear('please leave a message after the tone I always say', 400);
  talked.line(BEEP);
  talked.pass(100);
  t.notOk(hangUp(talked), 'a conversation has taken place');
  const late = answered({ type: 'hang_up' }, { greeting: '' });
  late.pass(45_000);
  late.line(BEEP);
  late.pass(100);
  t.notOk(hangUp(late)?.reason === 'voicemail', 'the detection has timed out');
  const resumed = answered({ type: 'hang_up' }, { resumed: true });
  resumed.hear(GREETING, 900);
  resumed.pass(100);
  t.notOk(hangUp(resumed), 'the call began in another session');
});
