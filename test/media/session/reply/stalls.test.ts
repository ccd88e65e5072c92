/** Providers that stall: each stream has a deadline for its first byte and between chunks. */
import t from 'tap';
import { textMessages } from '../../../support/prompts/text-messages.js';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from '../carrier.js';

const GREETING = 'Hello there, how can I help?';
const GREETING_MS = GREETING.length * MS_PER_CHARACTER;
const texts = (conversation: Conversation) =>
  conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`);
const audio = (ms: number) => new Uint8Array(ms * 8).fill(0x20);

t.test('a greeting whose synthesis stalls ends with the audio so far, and the call continues', async (t) => {
  const conversation = converse(briefOf(), { mute: true });
  conversation.feed({ type: 'connected' });
  const utterance = conversation.last('synthesise')?.utterance ?? '';
  conversation.feed({ type: 'speech_audio', utterance, payload: audio(900), words: [] });
  conversation.pass(500);
  conversation.hear('hours');
  conversation.pass(1_600);
  t.equal(conversation.last('cancel_synthesis')?.utterance, utterance);
  const turn = conversation.turns().find(({ speaker }) => speaker === 'assistant');
  t.ok(turn !== undefined && GREETING.startsWith(turn.text) && turn.text.length < GREETING.length);
  t.equal(conversation.sent('respond'), 1, 'the held words are answered');
  t.notOk(conversation.commands().some(({ type }) => type === 'hang_up'));
  t.same(conversation.notes(), ['speech_provider_failed']);
});

t.test('a reply whose synthesis stalls ends where its audio ends, and the agent apologises', async (t) => {
  const conversation = converse(briefOf({}, { greeting: '' }), { mute: true });
  conversation.feed({ type: 'connected' });
  conversation.hear('hours');
  conversation.answer('We are open every day from noon to midnight.');
  const utterance = conversation.last('synthesise')?.utterance ?? '';
  conversation.feed({
    type: 'speech_audio',
    utterance,
    payload: audio(500),
    words: [
      { word: 'We', startMs: 0, endMs: 200 },
      { word: 'are', startMs: 200, endMs: 450 },
    ],
  });
  conversation.pass(2_200);
  t.equal(conversation.last('synthesise')?.text, 'Sorry about that.');
  t.ok(texts(conversation).includes('assistant: We are'), 'only the synthesised words');
});

t.test('a model that stalls in mid-sentence continues its reply after the last whole sentence', async (t) => {
  const conversation = converse(briefOf());
  conversation.feed({ type: 'connected' });
  conversation.pass(GREETING_MS + 300);
  conversation.hear('hours');
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.feed({ type: 'model_text', generation, text: 'We are open every day. From noon' });
  conversation.pass(2_100);
  t.equal(conversation.last('cancel_response')?.generation, generation);
  t.equal(conversation.sent('respond'), 2);
  conversation.pass(3_100);
  t.equal(texts(conversation).at(-1), 'assistant: We are open every day.', 'the continuation stalls, too');
  t.ok(conversation.notes().includes('model_failed'));
  conversation.feed({ type: 'model_text', generation, text: ' to midnight.' });
  conversation.pass(1_500);
  t.equal(texts(conversation).at(-1), 'assistant: Sorry about that.');
  t.notOk(texts(conversation).some((text) => text.includes('midnight')));
});

t.test('a model that stalls after its first word is asked once more', async (t) => {
  const conversation = converse(briefOf());
  conversation.feed({ type: 'connected' });
  conversation.pass(GREETING_MS + 300);
  conversation.hear('hours');
  conversation.feed({
    type: 'model_text',
    generation: conversation.last('respond')?.generation ?? 0,
    text: 'We',
  });
  conversation.pass(2_100);
  t.equal(conversation.sent('respond'), 2);
});

t.test('a synthesiser that is slow but steady is waited for', async (t) => {
  const conversation = converse(briefOf(), { mute: true });
  conversation.feed({ type: 'connected' });
  const utterance = conversation.last('synthesise')?.utterance ?? '';
  for (let piece = 0; piece < 4; piece += 1) {
    conversation.feed({ type: 'speech_audio', utterance, payload: audio(GREETING_MS / 4), words: [] });
    conversation.pass(1_900);
  }
  conversation.feed({ type: 'speech_done', utterance });
  conversation.pass(300);
  t.equal(texts(conversation).at(-1), `assistant: ${GREETING}`);
  t.notOk(conversation.notes().includes('speech_provider_failed'));
});

t.test('a partial result that was accepted and is repeated counts once', async (t) => {
  const conversation = converse(briefOf({}, { greeting: '' }));
  conversation.feed({ type: 'connected' });
  const feedPartial = (text: string): void =>
    conversation.feed({ type: 'recognised', event: { type: 'partial', text, startMs: 0, endMs: 600 } });
  const answered = (): void => {
    conversation.pass(4_000);
    conversation.answer('Yes.');
  };
  conversation.pass(600);
  feedPartial('are you open');
  answered();
  feedPartial('are you open');
  conversation.pass(4_000);
  t.equal(conversation.sent('respond'), 1);
  feedPartial('are you open on sundays');
  answered();
  conversation.feed({
    type: 'recognised',
    event: {
      type: 'final',
      text: 'are you open on sundays please',
      startMs: 0,
      endMs: 700,
      confidence: 1,
      endOfUtterance: true,
    },
  });
  t.same(
    texts(conversation).filter((text) => text.startsWith('customer')),
    ['customer: are you open', 'customer: on sundays', 'customer: please'],
  );
});

t.test('a partial result that never becomes final is accepted after a while', async (t) => {
  const conversation = converse(briefOf());
  conversation.feed({ type: 'connected' });
  conversation.pass(GREETING_MS + 300);
  const at = conversation.now();
  conversation.feed({
    type: 'recognised',
    event: { type: 'partial', text: 'what are your hours', startMs: at - 600, endMs: at },
  });
  conversation.pass(3_900);
  t.equal(textMessages(conversation.last('respond')?.messages ?? []).at(-1)?.content, 'what are your hours');
  conversation.feed({
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
  const turns = conversation.turns().filter(({ speaker }) => speaker === 'customer');
  t.same(
    turns.map(({ text }) => text),
    ['what are your hours', 'today'],
    'no word is repeated',
  );
});

t.test('two recogniser failures a minute apart do not end a call; two in a row do', async (t) => {
  const fail = { type: 'recognised', event: { type: 'failed', reason: 'gone' } } as const;
  const apart = converse(briefOf({ nudgeAfterSilenceSeconds: 200, disconnectAfterSilenceSeconds: 300 }));
  apart.feed({ type: 'connected' });
  apart.pass(GREETING_MS + 300);
  apart.feed(fail);
  apart.pass(62_000);
  apart.feed(fail);
  t.equal(apart.sent('open_recogniser'), 3);
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

t.test(
  'a sentence due later counts as late once there would be no time left for a second attempt',
  async (t) => {
    const conversation = converse(briefOf({}, { greeting: '' }), { mute: true });
    conversation.feed({ type: 'connected' });
    conversation.hear('hours');
    conversation.answer('We are open every day from noon to midnight. May I do anything else for you?');
    const [first = ''] = conversation.outputs
      .flatMap(({ output }) => (output.type === 'synthesise' ? [output.utterance] : []))
      .slice(-2);
    conversation.feed({ type: 'speech_audio', utterance: first, payload: audio(9_000), words: [] });
    conversation.feed({ type: 'speech_done', utterance: first });
    conversation.pass(3_500);
    t.notOk(conversation.notes().includes('synthesiser_retried'), 'it is due in more than five seconds');
    conversation.pass(3_000);
    t.ok(conversation.notes().includes('synthesiser_retried'));
    t.equal(conversation.last('synthesise')?.text, 'May I do anything else for you?');
  },
);
