/** Replies that are heard in part: the heard part stays, in the transcript and in the messages to the model. */
import t from 'tap';
import { textMessages } from '../../../support/prompts/text-messages.js';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from '../carrier.js';

const GREETING_MS = 'Hello there, how can I help?'.length * MS_PER_CHARACTER;
const FIRST = 'We are open every day.';
const FIRST_MS = FIRST.length * MS_PER_CHARACTER;

const texts = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);

const greeted = (voice = {}, rules = {}) => {
  const conversation = converse(briefOf(voice), rules);
  conversation.feed({ type: 'connected' });
  conversation.pass(GREETING_MS + 300);
  return conversation;
};

/** The model begins to answer, and does not finish yet. */
const beginAnswer = (conversation: Conversation, text: string): void => {
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.feed({ type: 'model_text', generation, text });
};

/** The messages of the latest request to the model, as `role: content`. */
const modelMessages = (conversation: Conversation): readonly string[] =>
  textMessages(conversation.last('respond')?.messages ?? []).map(
    ({ role, content }) => `${role}: ${content}`,
  );

t.test('a heard sentence is kept when the customer speaks before the next one arrives', async (t) => {
  const conversation = greeted();
  conversation.hear('hours');
  beginAnswer(conversation, `${FIRST} `);
  conversation.pass(FIRST_MS + 200);
  conversation.hear('and on sundays');
  t.same(texts(conversation).slice(1), [
    'customer: hours',
    `assistant: ${FIRST}`,
    'customer: and on sundays',
  ]);
  t.ok(modelMessages(conversation).includes(`assistant: ${FIRST}`), 'the model knows what was heard');
  t.equal(modelMessages(conversation).at(-1), 'user: and on sundays');
  t.match(conversation.turns()[2], { interrupted: true });
});

t.test('a heard sentence is kept when the model fails after it', async (t) => {
  const conversation = greeted();
  conversation.hear('hours');
  beginAnswer(conversation, `${FIRST} And on`);
  conversation.pass(FIRST_MS + 200);
  conversation.feed({ type: 'model_failed', generation: conversation.last('respond')?.generation ?? 0 });
  t.equal(conversation.sent('respond'), 2, 'the reply is continued');
  conversation.feed({ type: 'model_failed', generation: conversation.last('respond')?.generation ?? 0 });
  conversation.pass(400);
  t.equal(texts(conversation).at(-1), `assistant: ${FIRST}`, 'the reply ends at its last whole sentence');
  t.equal(conversation.sent('respond'), 2, 'the reply is not started again');
  t.equal(conversation.last('synthesise')?.text, 'Sorry about that.');
  conversation.hear('what');
  t.ok(modelMessages(conversation).includes(`assistant: ${FIRST}`));
});

t.test(
  'the model gets a reply that lacks only its last receipt as far as other receipts prove it',
  async (t) => {
    const conversation = greeted({}, { lateMs: 400 });
    conversation.pass(1_000);
    conversation.hear('hours');
    conversation.answer(FIRST);
    conversation.pass(FIRST_MS + 40);
    conversation.hear('and on sundays');
    const line = modelMessages(conversation).find((message) => message.startsWith('assistant: We are'));
    t.ok(line !== undefined && `assistant: ${FIRST}`.startsWith(line), line ?? 'nothing');
    conversation.pass(600);
    t.ok(texts(conversation).includes(`assistant: ${FIRST}`), 'it is recorded whole when its receipt comes');
    t.equal(texts(conversation).filter((text) => text.startsWith('assistant: We are')).length, 1);
  },
);

t.test(
  'a greeting cut in its last 200 ms is recorded once, and no receipt is reported as missing',
  async (t) => {
    const conversation = converse(briefOf({ allowGreetingInterrupt: true }));
    conversation.feed({ type: 'connected' });
    conversation.pass(GREETING_MS - 100);
    conversation.hear('wait');
    conversation.answer(FIRST);
    conversation.pass(4_000);
    t.equal(texts(conversation).filter((text) => text.startsWith('assistant: Hello')).length, 1);
    t.same(conversation.notes(), []);
  },
);

t.test('a reply that a cough cut in its last 200 ms is recorded once', async (t) => {
  const conversation = greeted();
  conversation.pass(300);
  conversation.hear('hours');
  conversation.answer(FIRST);
  conversation.pass(FIRST_MS - 320);
  conversation.pass(240, true);
  t.equal(conversation.sent('send_clear'), 1);
  conversation.pass(5_000);
  t.equal(texts(conversation).filter((text) => text === `assistant: ${FIRST}`).length, 1);
  t.same(conversation.notes(), []);
});

t.test('of audio that is still being synthesised, only words that fit into it count as heard', async (t) => {
  const conversation = converse(briefOf({}, { greeting: '' }), { mute: true });
  conversation.feed({ type: 'connected' });
  conversation.hear('hours');
  conversation.answer('We are open every day from noon to midnight and longer on Saturdays.');
  const utterance = conversation.last('synthesise')?.utterance ?? '';
  conversation.feed({
    type: 'speech_audio',
    utterance,
    payload: new Uint8Array(8_000).fill(0x20),
    words: [],
  });
  conversation.pass(1_100);
  conversation.hear('wait');
  const heard = conversation.turns().find(({ text }) => text.startsWith('We'))?.text ?? '';
  t.ok(heard.length > 0 && heard.split(' ').length <= 5, `a second of speech: ${heard}`);
});

t.test(
  'the model is asked again if it fails before its first sentence, even after its first token',
  async (t) => {
    const conversation = greeted();
    conversation.hear('hours');
    beginAnswer(conversation, 'We');
    conversation.feed({ type: 'model_failed', generation: conversation.last('respond')?.generation ?? 0 });
    t.equal(conversation.sent('respond'), 2);
    beginAnswer(conversation, FIRST);
    conversation.feed({ type: 'model_done', generation: conversation.last('respond')?.generation ?? 0 });
    conversation.pass(FIRST_MS + 300);
    t.equal(texts(conversation).at(-1), `assistant: ${FIRST}`, 'text of the first attempt is not spoken');
  },
);
