/** Providers that stall: each stream has a deadline for its first byte and between chunks. */
import t from 'tap';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from './carrier.js';

const GREETING = 'Hello there, how can I help?';
const GREETING_MS = GREETING.length * MS_PER_CHARACTER;
const texts = (one: Conversation) => one.turns().map(({ speaker, text }) => `${speaker}: ${text}`);
const audio = (ms: number) => new Uint8Array(ms * 8).fill(0x20);

t.test('a greeting whose synthesis stalls is finished by what came, and the call goes on', async (t) => {
  const one = converse(briefOf(), { mute: true });
  one.feed({ type: 'connected' });
  const utterance = one.last('synthesise')?.utterance ?? '';
  one.feed({ type: 'speech_audio', utterance, payload: audio(900), words: [] });
  one.pass(500);
  one.hear('hours');
  one.pass(1_600);
  t.equal(one.last('cancel_synthesis')?.utterance, utterance);
  const turn = one.turns().find(({ speaker }) => speaker === 'assistant');
  t.ok(turn !== undefined && GREETING.startsWith(turn.text) && turn.text.length < GREETING.length);
  t.equal(one.sent('respond'), 1, 'what was held is answered');
  t.notOk(one.commands().some(({ type }) => type === 'hang_up'));
  t.same(one.notes(), ['speech_provider_failed']);
});

t.test('a reply whose synthesis stalls ends where its audio ends, and the agent apologises', async (t) => {
  const one = converse(briefOf({}, { greeting: '' }), { mute: true });
  one.feed({ type: 'connected' });
  one.hear('hours');
  one.answer('We are open every day from noon to midnight.');
  const utterance = one.last('synthesise')?.utterance ?? '';
  one.feed({
    type: 'speech_audio',
    utterance,
    payload: audio(500),
    words: [
      { word: 'We', startMs: 0, endMs: 200 },
      { word: 'are', startMs: 200, endMs: 450 },
    ],
  });
  one.pass(2_200);
  t.equal(one.last('synthesise')?.text, 'Sorry about that.');
  t.ok(texts(one).includes('assistant: We are'), 'the words that were made');
});

t.test('a model that stalls in the middle of a sentence ends its reply at the last whole one', async (t) => {
  const one = converse(briefOf());
  one.feed({ type: 'connected' });
  one.pass(GREETING_MS + 300);
  one.hear('hours');
  const generation = one.last('respond')?.generation ?? 0;
  one.feed({ type: 'model_text', generation, text: 'We are open every day. From noon' });
  one.pass(2_100);
  t.equal(one.last('cancel_response')?.generation, generation);
  one.pass(1_000);
  t.equal(texts(one).at(-1), 'assistant: We are open every day.');
  t.ok(one.notes().includes('model_failed'));
  one.feed({ type: 'model_text', generation, text: ' to midnight.' });
  one.pass(1_000);
  t.notOk(texts(one).some((text) => text.includes('midnight')));
});

t.test('a model that stalls after its first word is asked once more', async (t) => {
  const one = converse(briefOf());
  one.feed({ type: 'connected' });
  one.pass(GREETING_MS + 300);
  one.hear('hours');
  one.feed({ type: 'model_text', generation: one.last('respond')?.generation ?? 0, text: 'We' });
  one.pass(2_100);
  t.equal(one.last('respond')?.attempt, 2);
});

t.test('a model and a synthesiser that are slow but steady are waited for', async (t) => {
  const one = converse(briefOf(), { mute: true });
  one.feed({ type: 'connected' });
  const utterance = one.last('synthesise')?.utterance ?? '';
  for (let piece = 0; piece < 4; piece += 1) {
    one.feed({ type: 'speech_audio', utterance, payload: audio(GREETING_MS / 4), words: [] });
    one.pass(1_900);
  }
  one.feed({ type: 'speech_done', utterance });
  one.pass(300);
  t.equal(texts(one).at(-1), `assistant: ${GREETING}`);
  t.notOk(one.notes().includes('speech_provider_failed'));
});

t.test('a recogniser that guesses and never makes it final is believed after a while', async (t) => {
  const one = converse(briefOf());
  one.feed({ type: 'connected' });
  one.pass(GREETING_MS + 300);
  const at = one.now();
  one.feed({
    type: 'recognised',
    event: { type: 'partial', text: 'what are your hours', startMs: at - 600, endMs: at },
  });
  one.pass(3_900);
  t.equal(one.last('respond')?.messages.at(-1)?.content, 'what are your hours');
  one.feed({
    type: 'recognised',
    event: {
      type: 'final',
      text: 'what are your hours today',
      startMs: at - 600,
      endMs: at + 200,
      confidence: 1,
      endOfUtterance: true,
    },
  });
  const said = one.turns().filter(({ speaker }) => speaker === 'customer');
  t.same(
    said.map(({ text }) => text),
    ['what are your hours', 'today'],
    'no word twice',
  );
});

t.test('two failures of a recogniser hours apart do not end a call; two in a row do', async (t) => {
  const fail = { type: 'recognised', event: { type: 'failed', reason: 'gone' } } as const;
  const apart = converse(briefOf({ maxCallDurationSeconds: 14_400, nudgeAfterSilenceSeconds: 120 }));
  apart.feed({ type: 'connected' });
  apart.pass(GREETING_MS + 300);
  apart.feed(fail);
  apart.pass(62_000 / 2);
  apart.feed({ type: 'dtmf', digit: '1' });
  apart.pass(62_000 / 2);
  apart.feed(fail);
  t.equal(apart.last('open_recogniser')?.attempt, 2);
  t.notOk(apart.commands().some(({ type }) => type === 'hang_up'));

  const inARow = converse(briefOf());
  inARow.feed({ type: 'connected' });
  inARow.pass(GREETING_MS + 300);
  inARow.feed(fail);
  inARow.pass(1_000);
  inARow.feed(fail);
  inARow.pass(4_000);
  t.match(
    inARow.commands().find(({ type }) => type === 'hang_up'),
    { reason: 'speech_provider_failed' },
  );
});
