/** The first sentence of a preemptive reply is synthesised before the turn ends. */
import t from 'tap';
import { sessionSettings } from '../../../../media/settings.js';
import type { Conversation } from '../carrier.js';
import { ANSWER, feedPartial, quiet, spoken, texts } from './preemptive-calls.js';

/** Feeds `ms` of audio for the sentence that was requested last. */
const feedSpeech = (conversation: Conversation, ms: number, isWhole = true): void => {
  const utterance = conversation.last('synthesise')?.utterance ?? '';
  const payload = new Uint8Array(ms * 8).fill(0x20);
  conversation.feed({ type: 'speech_audio', utterance, payload, words: [] });
  if (isWhole) conversation.feed({ type: 'speech_done', utterance });
};

t.test('the first sentence is synthesised ahead, and plays when the turn ends', async (t) => {
  const conversation = quiet({}, { mute: true });
  conversation.hear('I want a table.', 400, false);
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.pass(100);
  conversation.feed({ type: 'model_text', generation, text: 'Gladly, of course. For ' });
  t.same(spoken(conversation), ['Gladly, of course.']);
  conversation.pass(100);
  feedSpeech(conversation, 400, false);
  conversation.feed({ type: 'model_text', generation, text: 'how many? ' });
  conversation.pass(180);
  t.equal(conversation.sent('send_audio'), 0);
  t.same(spoken(conversation), ['Gladly, of course.'], 'later sentences wait');
  conversation.pass(40);
  t.same(spoken(conversation), ['Gladly, of course.', 'For how many?']);
  t.ok(conversation.sent('send_audio') > 0, 'its audio leaves at once');
  const [first] = conversation.outputs.flatMap(({ output }) =>
    output.type === 'synthesise' ? [output.utterance] : [],
  );
  feedSpeech(conversation, 600);
  conversation.feed({ type: 'speech_done', utterance: first ?? '' });
  conversation.feed({ type: 'model_done', generation });
  conversation.pass(2_000);
  t.equal(texts(conversation).at(-1), 'assistant: Gladly, of course. For how many?');
  t.match(conversation.turns().at(-1)?.latencies, { firstTokenMs: 80, firstAudioMs: 180, firstFrameMs: 380 });
});

t.test('a first sentence that fails, or is not spoken, costs nothing but itself', async (t) => {
  const failing = quiet({ providers: { models: 1, synthesisers: 2, recognisers: 1 } }, { mute: true });
  failing.hear('Are you open?', 400, false);
  failing.answer(ANSWER);
  failing.feed({ type: 'speech_failed', utterance: failing.last('synthesise')?.utterance ?? '' });
  t.same(failing.notes(), []);
  failing.pass(220);
  t.match(failing.last('synthesise'), { text: ANSWER, synthesiser: 2 });
  feedSpeech(failing, 500);
  failing.pass(1_000);
  t.equal(texts(failing).at(-1), `assistant: ${ANSWER}`);

  const changed = quiet({}, { mute: true });
  changed.hear('Are you open?', 400, false);
  changed.answer(ANSWER);
  const ahead = changed.last('synthesise')?.utterance;
  feedPartial(changed, 'on sundays');
  t.equal(changed.last('cancel_synthesis')?.utterance, ahead);
  feedSpeech(changed, 500);
  changed.pass(1_000);
  t.equal(changed.sent('send_audio'), 0, 'its late audio is discarded');

  const endless = quiet({}, { mute: true });
  endless.hear('Are you open?', 400, false);
  endless.answer(ANSWER);
  feedSpeech(endless, 61_000, false);
  t.equal(endless.sent('cancel_synthesis'), 1);
  endless.pass(220);
  t.equal(endless.sent('synthesise'), 2, 'it is requested again when it is spoken');

  const late = quiet({}, { mute: true });
  late.hear('Are you open?', 400, false);
  late.answer(`${'a'.repeat(300)}.`);
  t.equal(late.sent('synthesise'), 0, 'too long to be synthesised in vain');
  late.pass(220);
  t.equal(late.sent('synthesise'), 1);
});

t.test('repeats the interrupted sentence before the one synthesised ahead', async (t) => {
  const settings = { ...sessionSettings({ repeatInterruptedSentence: true }), preemptive: true };
  const conversation = quiet({ settings });
  conversation.hear('hours');
  conversation.answer('We are open every day from noon to midnight.');
  conversation.pass(1_000);
  conversation.hear('wait.', 100, false);
  conversation.pass(20);
  conversation.answer('Yes, I wait for you.');
  conversation.pass(8_000);
  t.match(texts(conversation).slice(-1), [
    'assistant: We are open every day from noon to midnight. Yes, I wait for you.',
  ]);
  t.same(spoken(conversation).slice(1), [
    'Yes, I wait for you.',
    'We are open every day from noon to midnight.',
  ]);
});
