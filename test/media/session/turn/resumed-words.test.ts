/** Speech that a cough cut: from where it resumes, and what the transcript has of it. */
import t from 'tap';
import { briefOf, type Conversation, converse } from '../carrier.js';

const TEXT = 'We deliver tomorrow afternoon, between three and five.';
const WORDS = TEXT.split(' ').map((word, index) => ({
  word,
  startMs: index * 400 + 20,
  endMs: index * 400 + 380,
}));
const LENGTH_MS = WORDS.length * 400;
/** Each 10 ms of the audio have a value of their own. */
const AUDIO = Uint8Array.from({ length: LENGTH_MS * 8 }, (_, index) => Math.floor(index / 80) % 251);

/** The agent has spoken for a while, and a cough has cut it. */
const cut = (timed: boolean): Conversation => {
  const conversation = converse(briefOf({}, { greeting: '' }), { mute: true });
  conversation.feed({ type: 'connected' });
  conversation.pass(300, true);
  conversation.hear('when does it come');
  conversation.answer(TEXT);
  const utterance = conversation.last('synthesise')?.utterance ?? '';
  conversation.feed({ type: 'speech_audio', utterance, payload: AUDIO, words: timed ? WORDS : [] });
  conversation.feed({ type: 'speech_done', utterance });
  conversation.pass(1_300);
  conversation.pass(640, true);
  t.equal(conversation.sent('send_clear'), 2, 'the voice was lowered, and then stopped');
  return conversation;
};

t.test('speech that was cut in the middle of a word resumes at its beginning', async (t) => {
  const conversation = cut(true);
  const before = conversation.outputs.length;
  conversation.pass(2_500);
  const resumed = conversation.outputs
    .slice(before)
    .flatMap(({ output }) => (output.type === 'send_audio' ? [output.payload] : []))[0];
  t.equal((resumed?.[0] ?? 0) * 10, 1_620, 'the beginning of "between"');
  conversation.pass(5_000);
  t.match(conversation.turns().at(-1), { text: TEXT, interrupted: false, heard: 'acked' });
});

t.test('no word is lost or doubled when a voice without word times resumes', async (t) => {
  const conversation = cut(false);
  conversation.pass(8_000);
  t.match(conversation.turns().at(-1), { text: TEXT, interrupted: false });
});

t.test('marks are denser while the customer makes a sound', async (t) => {
  const conversation = cut(true);
  const marks = conversation.outputs.flatMap(({ output }) =>
    output.type === 'send_mark' ? [Number(output.name.split(':')[2])] : [],
  );
  t.same(marks.slice(0, 5), [20, 100, 200, 300, 400]);
  t.ok(
    marks.some((ms) => ms % 100 !== 0 && ms > 1_000),
    marks.join(' '),
  );
});
