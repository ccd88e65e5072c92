/** Replies that are heard in part: what was heard stays, in the transcript and in what the model is told. */
import t from 'tap';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from './carrier.js';

const GREETING_MS = 'Hello there, how can I help?'.length * MS_PER_CHARACTER;
const FIRST = 'We are open every day.';
const FIRST_MS = FIRST.length * MS_PER_CHARACTER;

const texts = (one: Conversation) => one.turns().map(({ speaker, text }) => `${speaker}: ${text}`);

const greeted = (voice = {}, rules = {}) => {
  const one = converse(briefOf(voice), rules);
  one.feed({ type: 'connected' });
  one.pass(GREETING_MS + 300);
  return one;
};

/** The model begins to answer and goes on thinking. */
const beginAnswer = (one: Conversation, text: string): void => {
  const generation = one.last('respond')?.generation ?? 0;
  one.feed({ type: 'model_text', generation, text });
};

/** What the latest request told the model, as `role: content`. */
const told = (one: Conversation): readonly string[] =>
  (one.last('respond')?.messages ?? []).map(({ role, content }) => `${role}: ${content}`);

t.test('a sentence that was heard stays when the customer speaks before the next one is there', async (t) => {
  const one = greeted();
  one.hear('hours');
  beginAnswer(one, `${FIRST} `);
  one.pass(FIRST_MS + 200);
  one.hear('and on sundays');
  t.same(texts(one).slice(1), ['customer: hours', `assistant: ${FIRST}`, 'customer: and on sundays']);
  t.ok(told(one).includes(`assistant: ${FIRST}`), 'the model knows what was heard');
  t.equal(told(one).at(-1), 'user: and on sundays');
  t.match(one.turns()[2], { interrupted: true });
});

t.test('a sentence that was heard stays when the model fails after it', async (t) => {
  const one = greeted();
  one.hear('hours');
  beginAnswer(one, `${FIRST} And on`);
  one.pass(FIRST_MS + 200);
  one.feed({ type: 'model_failed', generation: one.last('respond')?.generation ?? 0 });
  one.pass(400);
  t.equal(texts(one).at(-1), `assistant: ${FIRST}`, 'it ends at its last whole sentence');
  t.equal(one.sent('respond'), 1, 'and is not begun again');
  one.hear('what');
  t.ok(told(one).includes(`assistant: ${FIRST}`));
});

t.test(
  'a reply of which only the last receipt is missing is told to the model as far as it is proven',
  async (t) => {
    const one = greeted({}, { lateMs: 400 });
    one.pass(1_000);
    one.hear('hours');
    one.answer(FIRST);
    one.pass(FIRST_MS + 40);
    one.hear('and on sundays');
    const line = told(one).find((message) => message.startsWith('assistant: We are'));
    t.ok(line !== undefined && `assistant: ${FIRST}`.startsWith(line), line ?? 'nothing');
    one.pass(600);
    t.ok(texts(one).includes(`assistant: ${FIRST}`), 'once, and whole, when its receipt comes');
    t.equal(texts(one).filter((text) => text.startsWith('assistant: We are')).length, 1);
  },
);

t.test(
  'a greeting cut in its last 200 ms is booked once, and no receipt is said to be missing',
  async (t) => {
    const one = converse(briefOf({ allowGreetingInterrupt: true }));
    one.feed({ type: 'connected' });
    one.pass(GREETING_MS - 100);
    one.hear('wait');
    one.answer(FIRST);
    one.pass(4_000);
    t.equal(texts(one).filter((text) => text.startsWith('assistant: Hello')).length, 1);
    t.same(one.notes(), []);
  },
);

t.test('a reply that a cough cut in its last 200 ms is booked once', async (t) => {
  const one = greeted();
  one.pass(300);
  one.hear('hours');
  one.answer(FIRST);
  one.pass(FIRST_MS - 320);
  one.pass(240, true);
  t.equal(one.sent('send_clear'), 1);
  one.pass(5_000);
  t.equal(texts(one).filter((text) => text === `assistant: ${FIRST}`).length, 1);
  t.same(one.notes(), []);
});

t.test('of audio that is still being made, only the words that it can hold are taken as heard', async (t) => {
  const one = converse(briefOf({}, { greeting: '' }), { mute: true });
  one.feed({ type: 'connected' });
  one.hear('hours');
  one.answer('We are open every day from noon to midnight, and longer on Saturdays.');
  const utterance = one.last('synthesise')?.utterance ?? '';
  one.feed({ type: 'speech_audio', utterance, payload: new Uint8Array(8_000).fill(0x20), words: [] });
  one.pass(1_100);
  one.hear('wait');
  const heard = one.turns().find(({ text }) => text.startsWith('We'))?.text ?? '';
  t.ok(heard.length > 0 && heard.split(' ').length <= 5, `a second of speech: ${heard}`);
});

t.test(
  'the model is asked again when it fails before its first sentence, also after its first token',
  async (t) => {
    const one = greeted();
    one.hear('hours');
    beginAnswer(one, 'We');
    one.feed({ type: 'model_failed', generation: one.last('respond')?.generation ?? 0 });
    t.equal(one.last('respond')?.attempt, 2);
    beginAnswer(one, FIRST);
    one.feed({ type: 'model_done', generation: one.last('respond')?.generation ?? 0 });
    one.pass(FIRST_MS + 300);
    t.equal(texts(one).at(-1), `assistant: ${FIRST}`, 'what the first attempt began is not said');
  },
);
