/** Late providers: the customer hears a filler, another provider is asked, and the line is never dead. */
import t from 'tap';
import type { SessionBrief } from '../../../../media/session/io.js';
import { sessionSettings } from '../../../../media/settings.js';
import type { VoiceSettings } from '../../../../schemas/agents/voice-settings.js';
import { IS_FULL_RUN } from '../../../support/full-run.js';
import { briefOf, type Conversation, converse } from '../carrier.js';

const TWO = { providers: { models: 2, synthesisers: 2, recognisers: 2 } };
const ONE = { providers: { models: 1, synthesisers: 1, recognisers: 1 } };
const FILLER = 'One moment.';
const APOLOGY = 'Sorry about that.';

/** A call on which the customer has asked a question, and nothing else was said. */
const afterQuestion = (
  providers: Pick<SessionBrief, 'providers'>,
  mute = false,
  voice: VoiceSettings = {},
): Conversation => {
  const conversation = converse(briefOf(voice, { ...providers, greeting: '' }), { mute });
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.hear('hours');
  return conversation;
};

const spoken = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output, atMs }) =>
    output.type === 'synthesise' ? [{ text: output.text, by: output.synthesiser, atMs: atMs - 1_000 }] : [],
  );
const requests = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output, atMs }) =>
    output.type === 'respond' ? [{ model: output.model, atMs: atMs - 1_000 }] : [],
  );
const hangUp = (conversation: Conversation) =>
  conversation.outputs.find(({ output }) => output.type === 'command' && output.command.type === 'hang_up');

const audio = (ms: number) => new Uint8Array(ms * 8).fill(0x20);

t.test('a late model leads to a filler, the next model, an apology, then the end', async (t) => {
  const conversation = afterQuestion(TWO);
  conversation.pass(20_000);
  t.match(requests(conversation), [
    { model: 1, atMs: 0 },
    { model: 2, atMs: 2_200 },
  ]);
  const [filler, apology, ...more] = spoken(conversation);
  t.match(filler, { text: FILLER });
  t.ok(Math.abs((filler?.atMs ?? 0) - 2_010) <= 10, `${filler?.atMs}`);
  t.match(apology, { text: APOLOGY });
  const fillerMs = FILLER.length * 60;
  t.ok((apology?.atMs ?? 0) <= 2_000 + fillerMs + 3_600, `${apology?.atMs}`);
  t.same(conversation.notes(), ['model_retried', 'model_failed']);
  t.notMatch(more, [{ text: APOLOGY }], 'the customer may ask again');
  conversation.hear('hello', 400);
  conversation.pass(20_000);
  t.match(hangUp(conversation)?.output, { command: { by: 'provider', reason: 'model_failed' } });
});

t.test('a late answer follows the filler that bridged the wait', async (t) => {
  const conversation = afterQuestion(ONE);
  conversation.pass(2_100);
  conversation.answer('From noon.');
  conversation.pass(5_000);
  t.same(
    conversation.turns().map(({ speaker, text }) => `${speaker}: ${text}`),
    ['customer: hours', `assistant: ${FILLER}`, 'assistant: From noon.'],
  );
  conversation.hear('and tomorrow');
  conversation.pass(300);
  conversation.answer('From noon, too.');
  conversation.pass(5_000);
  t.equal(
    spoken(conversation).filter(({ text }) => text === FILLER).length,
    1,
    'a quick answer comes without a filler',
  );
});

t.test('the filler is not spoken if the answer has audio first', async (t) => {
  const conversation = afterQuestion(ONE, true);
  conversation.pass(2_100);
  const filler = conversation.last('synthesise')?.utterance ?? '';
  conversation.answer('From noon.');
  const reply = conversation.last('synthesise')?.utterance ?? '';
  conversation.feed({ type: 'speech_audio', utterance: reply, payload: audio(600), words: [] });
  conversation.feed({ type: 'speech_done', utterance: reply });
  conversation.feed({ type: 'speech_audio', utterance: filler, payload: audio(600), words: [] });
  conversation.feed({ type: 'speech_done', utterance: filler });
  conversation.pass(5_000);
  t.same(
    conversation.turns().map(({ text }) => text),
    ['hours', 'From noon.'],
  );
});

t.test('the call ends within four seconds if nothing can be heard', async (t) => {
  const conversation = afterQuestion(ONE, true);
  conversation.pass(6_000);
  const ended = hangUp(conversation);
  t.match(ended?.output, { command: { by: 'provider', reason: 'speech_provider_failed' } });
  t.ok((ended?.atMs ?? 0) - 1_000 <= 4_000, `${ended?.atMs}`);
  t.match(
    spoken(conversation).map(({ text }) => text),
    [FILLER, APOLOGY],
  );
});

t.test('a late synthesiser leads to the next one, then to an apology', async (t) => {
  for (const [providers, secondAt] of [
    [TWO, 2_200],
    [ONE, 3_000],
  ] as const) {
    const conversation = converse(briefOf({}, providers), { mute: true });
    conversation.feed({ type: 'connected' });
    conversation.pass(6_000);
    const requested = spoken(conversation).map((entry) => ({ ...entry, atMs: entry.atMs + 1_000 }));
    t.match(requested.slice(0, 3), [
      { by: 1, atMs: 0 },
      { by: providers.providers.synthesisers, atMs: secondAt },
      { text: APOLOGY, by: providers.providers.synthesisers },
    ]);
    t.ok((hangUp(conversation)?.atMs ?? 9_999) <= 4_000, 'an unspoken greeting ends the call in time');
  }
});

t.test('noise during a filler has no effect, and words are a new question', async (t) => {
  const noisy = afterQuestion(ONE);
  noisy.pass(2_100);
  noisy.pass(500, true);
  noisy.pass(500);
  noisy.answer('From noon.');
  noisy.pass(5_000);
  t.equal(noisy.turns().at(-1)?.text, 'From noon.');
  t.equal(noisy.sent('send_clear'), 0);

  const impatient = afterQuestion(ONE);
  impatient.pass(2_200);
  impatient.hear('are you there', 200);
  t.equal(impatient.sent('send_clear'), 1);
  impatient.answer('Yes, from noon.');
  impatient.pass(5_000);
  t.equal(impatient.turns().at(-1)?.text, 'Yes, from noon.');
});

t.test('time without a line does not count as waiting', async (t) => {
  const conversation = afterQuestion(ONE);
  conversation.pass(500);
  conversation.feed({ type: 'disconnected' });
  for (let time = 0; time < 200; time += 1) conversation.pass(20);
  conversation.feed({ type: 'connected' });
  t.equal(conversation.sent('respond'), 2, 'a reply of which nothing was heard is requested again');
  conversation.pass(500);
  t.notOk(hangUp(conversation));
  conversation.answer('From noon.');
  conversation.pass(3_000);
  t.equal(conversation.turns().at(-1)?.text, 'From noon.');
});

t.test(
  'several sentences that cannot be spoken are one failure, and so are words without any audio',
  async (t) => {
    const conversation = afterQuestion(ONE, true);
    conversation.answer('From noon. Every day. Until midnight.');
    for (const { output } of [...conversation.outputs])
      if (output.type === 'synthesise' && output.text !== APOLOGY)
        conversation.feed({ type: 'speech_done', utterance: output.utterance });
    const first = conversation.outputs.find(({ output }) => output.type === 'synthesise')?.output;
    if (first?.type !== 'synthesise') throw new Error('nothing was synthesised');
    conversation.feed({ type: 'speech_failed', utterance: first.utterance });
    t.same(
      conversation.notes().filter((code) => code === 'speech_provider_failed').length,
      1,
      'the rest is not requested',
    );
    t.notOk(hangUp(conversation));
  },
);

t.test('a failed provider is not asked first for a minute, so the next sentence is on time', async (t) => {
  const conversation = afterQuestion(TWO, true, {
    nudgeAfterSilenceSeconds: 200,
    disconnectAfterSilenceSeconds: 300,
  });
  const speak = (): void => {
    const utterance = conversation.last('synthesise')?.utterance ?? '';
    conversation.feed({ type: 'speech_audio', utterance, payload: audio(400), words: [] });
    conversation.feed({ type: 'speech_done', utterance });
    conversation.pass(3_000);
  };
  conversation.feed({ type: 'model_failed', generation: 1 });
  conversation.answer('From noon.');
  conversation.feed({ type: 'speech_failed', utterance: conversation.last('synthesise')?.utterance ?? '' });
  t.match(spoken(conversation), [{ by: 1 }, { by: 2 }]);
  speak();
  conversation.hear('thank you');
  t.equal(conversation.last('respond')?.model, 2);
  conversation.answer('You are welcome.');
  t.match(spoken(conversation).at(-1), { by: 2, text: 'You are welcome.' });
  speak();
  conversation.pass(60_000);
  conversation.hear('hello');
  t.equal(conversation.last('respond')?.model, 1, 'later the first one is tried again');
});

t.test(
  'a sentence that cannot be spoken drops what follows it, and nothing that was synthesised before it',
  async (t) => {
    const conversation = afterQuestion(ONE, true);
    conversation.answer('From noon. Every day. Until midnight. But not today.');
    const ids = conversation.outputs.flatMap(({ output }) =>
      output.type === 'synthesise' ? [output.utterance] : [],
    );
    const [first = '', second = '', third = '', last = ''] = ids;
    for (const utterance of [first, second, last]) {
      conversation.feed({ type: 'speech_audio', utterance, payload: audio(600), words: [] });
      conversation.feed({ type: 'speech_done', utterance });
    }
    for (let attempt = 0; attempt < 2; attempt += 1)
      conversation.feed({ type: 'speech_failed', utterance: third });
    conversation.pass(1_600);
    const apology = conversation.last('synthesise')?.utterance ?? '';
    conversation.feed({ type: 'speech_audio', utterance: apology, payload: audio(600), words: [] });
    conversation.feed({ type: 'speech_done', utterance: apology });
    conversation.pass(2_000);
    t.same(
      conversation.turns().map(({ text }) => text),
      ['hours', 'From noon. Every day.', APOLOGY],
    );
  },
);

t.test('by default no filler is spoken before three seconds', async (t) => {
  const conversation = converse(briefOf({}, { settings: sessionSettings({}), greeting: '' }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.hear('hours');
  conversation.pass(2_900);
  t.same(spoken(conversation), []);
  conversation.pass(200);
  t.match(spoken(conversation), [{ text: FILLER }]);
});

/** When the filler and the apology were requested after the customer's last word, ms; the words arrived `lateMs` after it. */
const fillerAndApology = (fillerAfterSeconds: number, lateMs: number) => {
  const settings = sessionSettings({ fillerAfterSeconds });
  const conversation = converse(briefOf({}, { ...ONE, settings, greeting: '' }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.pass(lateMs);
  const words = { text: 'hours', startMs: 600, endMs: 1_000, confidence: 1, endOfUtterance: true };
  conversation.feed({ type: 'recognised', event: { type: 'final', ...words } });
  conversation.pass(12_000);
  const momentOf = (phrase: string) => spoken(conversation).find(({ text }) => text === phrase)?.atMs ?? null;
  return { filler: momentOf(FILLER), apology: momentOf(APOLOGY) };
};

/** Between the ends of turns that are tried, ms. */
const EVERY_MS = IS_FULL_RUN ? 100 : 400;

t.test(
  'a filler never begins after the apology or right before it, however late the turn ended',
  async (t) => {
    for (const fillerAfterSeconds of [1, 2, 2.5, 3])
      for (let lateMs = 0; lateMs <= 3_400; lateMs += EVERY_MS) {
        const { filler, apology } = fillerAndApology(fillerAfterSeconds, lateMs);
        const about = `${fillerAfterSeconds} s, ${lateMs} ms late: filler ${filler}, apology ${apology}`;
        if (apology === null) t.fail(about);
        else if (filler !== null) t.ok(apology - filler >= 2_000, about);
        // Later words leave too little time for it before the apology.
        if (lateMs <= 3_200) t.ok(filler !== null && filler <= 3_250, about);
      }
  },
);

t.test('an agent without a filler waits in silence, and still says that it works on something', async (t) => {
  const phrases = { ...briefOf().phrases, filler: '' };
  const conversation = converse(briefOf({}, { greeting: '', phrases }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.hear('hours');
  conversation.pass(2_500);
  t.same(spoken(conversation), []);
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.feed({ type: 'model_tool', generation, name: 'look_up', arguments: {} });
  conversation.feed({ type: 'model_done', generation });
  conversation.pass(3_000);
  t.match(spoken(conversation)[0], { text: 'Nearly there.' });
});

t.test('phrases that a model has written take the place of those of the brief', async (t) => {
  const conversation = converse(briefOf({ nudgeAfterSilenceSeconds: 2 }, { greeting: '' }));
  conversation.feed({ type: 'connected' });
  const phrases = { ...briefOf().phrases, nudge: 'Jste tam ještě?' };
  conversation.feed({ type: 'phrases', language: 'en', phrases });
  t.ok(conversation.outputs.some(({ output }) => output.type === 'prepare' && output.text === phrases.nudge));
  conversation.pass(3_000);
  t.match(spoken(conversation)[0], { text: phrases.nudge });
});

/** A call on which a reply waits for a synthesiser, which has the phrases already. */
const withBusyVoice = (speechQueues: boolean) => {
  const conversation = afterQuestion({ providers: { ...ONE.providers, speechQueues } }, true);
  conversation.answer('From noon.');
  let seen = 0;
  const pass = (ms: number): void => {
    for (const until = conversation.now() + ms; conversation.now() < until; conversation.pass(20)) {
      for (const { output } of conversation.outputs.slice(seen))
        if (output.type === 'synthesise' && output.text !== 'From noon.') {
          const { utterance, text } = output;
          conversation.feed({ type: 'speech_audio', utterance, payload: audio(text.length * 60), words: [] });
          conversation.feed({ type: 'speech_done', utterance });
        }
      seen = conversation.outputs.length;
    }
  };
  return { conversation, pass };
};

t.test('speech that waits in a queue is bridged a second time, and keeps its place', async (t) => {
  const { conversation, pass } = withBusyVoice(true);
  pass(9_000);
  const requested = spoken(conversation).map(({ text }) => text);
  t.same(requested, ['From noon.', FILLER, 'Nearly there.'], 'it is requested once');
  const [utterance = ''] = conversation.outputs.flatMap(({ output }) =>
    output.type === 'synthesise' && output.text === 'From noon.' ? [output.utterance] : [],
  );
  conversation.feed({ type: 'speech_audio', utterance, payload: audio(600), words: [] });
  conversation.feed({ type: 'speech_done', utterance });
  pass(3_000);
  t.equal(conversation.turns().at(-1)?.text, 'From noon.');
  t.same(conversation.notes(), []);
});

t.test('speech that never leaves the queue is given up after the second filler', async (t) => {
  const { conversation, pass } = withBusyVoice(true);
  pass(20_000);
  const requested = spoken(conversation).map(({ text }) => text);
  t.same(requested, ['From noon.', FILLER, 'Nearly there.', APOLOGY]);
  t.same(conversation.notes(), ['speech_provider_failed']);
});

t.test('a synthesiser without a queue is requested again, for a text that is late already', async (t) => {
  const { conversation, pass } = withBusyVoice(false);
  pass(4_000);
  const again = conversation.outputs.flatMap(({ output }) =>
    output.type === 'synthesise' && output.text === 'From noon.' ? [output.inMs] : [],
  );
  t.equal(again.length, 2);
  t.ok((again[1] ?? 0) <= -3_000, `due ${again[1]} ms from now`);
});
