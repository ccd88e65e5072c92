/** Answering machines are detected; the agent hangs up, or leaves its message after the beep. */
import t from 'tap';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import type { Voicemail } from '../../../../schemas/agents/voicemail.js';
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

const partial = (conversation: Conversation, text: string, lengthMs = 900) =>
  conversation.feed({
    type: 'recognised',
    event: { type: 'partial', text, startMs: conversation.now() - lengthMs, endMs: conversation.now() },
  });

t.test('a partial result detects a machine once no more words follow', async (t) => {
  const conversation = answered({ type: 'hang_up' });
  partial(conversation, 'leave a message after the');
  conversation.pass(400);
  partial(conversation, 'leave a message after the tone');
  conversation.pass(600);
  t.notOk(hangUp(conversation), 'more words may follow');
  conversation.pass(200);
  t.match(hangUp(conversation), { reason: 'voicemail' });
});

t.test('a screener is answered, however its words arrive', async (t) => {
  const text = "Hi the person you're calling is not available without a screening service so say your name";
  const conversation = answered({ type: 'hang_up' }, { greeting: '' });
  const words = text.split(' ');
  for (const [index] of words.entries()) {
    partial(conversation, words.slice(0, index + 1).join(' '));
    conversation.pass(330, true);
  }
  t.notOk(hangUp(conversation));
  conversation.hear(text, 4_000);
  conversation.pass(1_000);
  t.notOk(hangUp(conversation));
  t.same(conversation.notes(), ['call_screened']);
  t.equal(conversation.sent('respond'), 1);
});

t.test('a person who offers to take a message is not hung up on', async (t) => {
  const conversation = answered({ type: 'hang_up' }, { greeting: '' });
  for (const text of ['he is not here', 'he is not here but you can leave a message and']) {
    partial(conversation, text);
    conversation.pass(900, true);
  }
  conversation.hear('he is not here but you can leave a message and I will tell him');
  conversation.pass(100);
  t.notOk(hangUp(conversation));
  t.equal(conversation.sent('respond'), 1, 'the answer does not wait');
});

t.test('a suspicious opener is not answered until its next phrase', async (t) => {
  const conversation = answered({ type: 'hang_up' }, { greeting: '' });
  conversation.hear('you have reached bob');
  conversation.pass(1_200);
  t.equal(conversation.sent('respond'), 0);
  conversation.hear('please leave a message');
  conversation.pass(100);
  t.match(hangUp(conversation), { reason: 'voicemail' });
});

t.test('a suspicious opener that nothing follows is answered', async (t) => {
  const conversation = answered({ type: 'hang_up' }, { greeting: '' });
  conversation.hear('you have reached bob');
  conversation.pass(1_700);
  t.equal(conversation.sent('respond'), 0);
  conversation.pass(200);
  t.equal(conversation.sent('respond'), 1);
  t.notOk(hangUp(conversation));
});

t.test('an opener is suspicious only at the beginning of a call', async (t) => {
  const conversation = answered({ type: 'hang_up' }, { greeting: '' });
  conversation.pass(20_000);
  conversation.hear('you have reached bob');
  conversation.pass(100);
  t.equal(conversation.sent('respond'), 1);
});

t.test('a monologue without a pause delays the answer', async (t) => {
  const conversation = answered({ type: 'hang_up' }, { greeting: '' });
  conversation.pass(5_000, true);
  conversation.hear('welcome to the home of the Smith family of number nine', 4_500);
  conversation.pass(1_500);
  t.equal(conversation.sent('respond'), 0);
  conversation.pass(500);
  t.equal(conversation.sent('respond'), 1);
});

t.test('an announcement counts if nothing follows, and a mailbox may follow it', async (t) => {
  const unavailable = 'the person you are trying to reach is not available';
  const alone = answered(LEAVES, { greeting: '' });
  alone.hear(unavailable);
  alone.pass(2_400);
  t.notOk(hangUp(alone));
  alone.pass(200);
  t.match(hangUp(alone), { by: 'customer', reason: 'unavailable' });
  const followed = answered(LEAVES, { greeting: '' });
  followed.hear(unavailable);
  followed.pass(1_500);
  followed.hear('please leave a message after the tone');
  followed.pass(500);
  followed.line(BEEP);
  followed.pass(4_000);
  t.match(hangUp(followed), { reason: 'voicemail' });
});

t.test('a beep counts after any number of answers if the words were suspicious', async (t) => {
  const conversation = answered(LEAVES, { greeting: '' });
  for (const words of ['hi', 'you have reached bob', 'I am a busy man', 'and I like bikes', 'so long']) {
    conversation.hear(words);
    conversation.pass(2_000);
    if (conversation.sent('respond') > 0) conversation.answer('I see.');
    conversation.pass(1_000);
  }
  t.ok(conversation.sent('respond') > 3);
  conversation.line(BEEP);
  conversation.pass(40);
  t.ok(synthesised(conversation).includes(MESSAGE));
});

t.test('a message that was begun without a beep begins again after it', async (t) => {
  const conversation = answered(LEAVES);
  conversation.hear(GREETING, 900);
  conversation.pass(4_000);
  t.same(
    synthesised(conversation).filter((text) => text === MESSAGE),
    [MESSAGE],
  );
  conversation.line(BEEP);
  conversation.pass(100);
  t.same(
    synthesised(conversation).filter((text) => text === MESSAGE),
    [MESSAGE, MESSAGE],
  );
  conversation.pass(300);
  conversation.line(BEEP);
  conversation.pass(4_000);
  t.equal(synthesised(conversation).filter((text) => text === MESSAGE).length, 2, 'once');
  t.match(hangUp(conversation), { reason: 'voicemail' });
});

t.test('a message does not begin in the middle of a beep', async (t) => {
  const conversation = answered(LEAVES);
  conversation.hear(GREETING, 900);
  conversation.pass(2_900);
  conversation.line(BEEP);
  t.notOk(synthesised(conversation).includes(MESSAGE));
  conversation.pass(40);
  t.ok(synthesised(conversation).includes(MESSAGE));
});

t.test('an agent that can press keys talks to a menu; others hang up', async (t) => {
  const menu = 'for sales press one for support press two';
  const other = answered(LEAVES, { greeting: '' });
  other.hear(menu);
  other.pass(100);
  t.match(hangUp(other), { by: 'customer', reason: 'ivr_menu' });
  const presses = answered(LEAVES, { greeting: '' });
  presses.feed({ type: 'can_press_keys' });
  presses.hear(menu);
  presses.pass(100);
  t.notOk(hangUp(presses));
  t.same(presses.notes(), ['ivr_menu']);
  t.equal(presses.sent('respond'), 1);
});

t.test('a number that does not exist is the end of the call', async (t) => {
  const conversation = answered(LEAVES, { greeting: '' });
  conversation.hear('the number you have dialed is not in service');
  conversation.pass(100);
  t.match(hangUp(conversation), { by: 'provider', reason: 'not_in_service' });
});

t.test('the verdict of the model decides about suspicious words', async (t) => {
  const asked = (verdict: 'person' | 'voicemail' | 'screener' | null): Conversation => {
    const conversation = answered({ type: 'hang_up' }, { greeting: '' });
    conversation.hear('you have reached bob');
    conversation.pass(300);
    t.match(conversation.last('ask_answerer'), { question: 1, model: 1, words: 'you have reached bob' });
    conversation.feed({ type: 'answerer_judged', question: 1, verdict });
    conversation.pass(100);
    return conversation;
  };
  t.match(hangUp(asked('voicemail')), { reason: 'voicemail' });
  for (const verdict of ['person', 'screener'] as const) {
    const conversation = asked(verdict);
    conversation.pass(1_700);
    t.equal(conversation.sent('respond'), 1, verdict);
    t.notOk(hangUp(conversation));
  }
  const unclear = asked(null);
  t.equal(unclear.sent('respond'), 0, 'the answer still waits');
});

t.test('the model has a deadline, and is asked at most three times', async (t) => {
  const conversation = answered({ type: 'hang_up' }, { greeting: '' });
  conversation.hear('you have reached bob');
  conversation.pass(1_600);
  t.match(conversation.last('cancel_question'), { question: 1 });
  conversation.feed({ type: 'answerer_judged', question: 1, verdict: 'voicemail' });
  conversation.pass(100);
  t.notOk(hangUp(conversation), 'a late verdict does not count');
  for (let phrase = 0; phrase < 5; phrase += 1) {
    conversation.hear('of Baker Street');
    conversation.pass(500);
  }
  t.equal(conversation.sent('ask_answerer'), 3);
});

t.test('a long opener in a language without phrases is put to the model', async (t) => {
  const conversation = answered({ type: 'hang_up' }, { greeting: '', language: 'vi-VN' });
  conversation.hear('alo, ai do');
  conversation.pass(100);
  t.equal(conversation.sent('ask_answerer'), 0);
  const long = answered({ type: 'hang_up' }, { greeting: '', language: 'vi-VN' });
  long.hear(`${'alo, '.repeat(8)}xin moi noi`);
  long.pass(100);
  t.equal(long.sent('ask_answerer'), 1);
  long.feed({ type: 'answerer_judged', question: 1, verdict: 'voicemail' });
  long.pass(100);
  t.match(hangUp(long), { reason: 'voicemail' });
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
  t.match(hangUp(conversation), { reason: 'mailbox_full' });
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
