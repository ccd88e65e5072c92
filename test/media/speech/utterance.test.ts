/** How much of an utterance's text counts as heard, and from where it resumes. */
import t from 'tap';
import {
  heardText,
  newUtterance,
  placeAhead,
  resumeMs,
  timedWords,
  type Utterance,
  unheardText,
} from '../../../media/speech/utterance.js';
import { pcmToMulaw } from '../../../providers/speech/dsp/g711.js';
import type { WordTiming } from '../../../providers/speech/synthesiser.js';

const tone = (ms: number, level = 6_000): Uint8Array =>
  new Uint8Array(ms * 8).map((_, index) => pcmToMulaw(Math.round(level * Math.sin(index / 3))));
const silence = (ms: number): Uint8Array => new Uint8Array(ms * 8).fill(0xff);

/** An utterance of these chunks, complete unless `expectedMs` is given. */
const spoken = (
  text: string,
  chunks: readonly Uint8Array[],
  words: readonly WordTiming[] = [],
  expectedMs: number | null = null,
): Utterance => {
  const utterance = newUtterance('u1', 1, 'reply', text, expectedMs ?? 0);
  utterance.chunks = [...chunks];
  utterance.bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  utterance.words = [...words];
  utterance.complete = expectedMs === null;
  return utterance;
};

t.test('a long word without times is not heard before it has been spoken', async (t) => {
  const text = 'Please go to https://www.example.com/track and type it.';
  // Three short words, an address of five seconds, three short words.
  const utterance = spoken(text, [tone(900), tone(5_000), tone(900)]);
  t.equal(heardText(utterance, 3_000), 'Please go to');
  t.equal(unheardText(utterance, 3_000), 'https://www.example.com/track and type it.');
  t.equal(heardText(utterance, 6_800), text);
});

t.test('words are aligned to the pauses in the sound', async (t) => {
  const text = 'Sure, I can do that.';
  // A voice that pauses for a second where the text has its comma.
  const utterance = spoken(text, [tone(450), silence(1_000), tone(1_000)]);
  t.equal(heardText(utterance, 700), 'Sure,');
  t.equal(heardText(utterance, 1_400), 'Sure,');
  const [first, second] = timedWords(utterance);
  t.ok((first?.endMs ?? 0) <= 600 && (second?.startMs ?? 0) >= 1_300, JSON.stringify([first, second]));
});

t.test('a cut sentence in a script without spaces is heard in part', async (t) => {
  const text = '您好，您的订单昨天已经发出。预计明天中午之前送到。';
  const utterance = spoken(text, [tone(5_000)]);
  const heard = heardText(utterance, 4_000);
  t.ok(heard.length > 12 && text.startsWith(heard), heard);
  t.equal(heard + unheardText(utterance, 4_000), text, 'no word is lost or separated');
});

t.test('an address in a Japanese text is as long as its letters read in kana', async (t) => {
  const text = '更新はexample.com/update.htmlからどうぞ。';
  // Three syllables, twenty letters with three marks, six kana.
  const addressEndsMs = 600 + 20 * 120 + 3 * 330;
  const utterance = spoken(text, [tone(600), tone(addressEndsMs - 600), tone(6 * 125)]);
  t.notMatch(heardText(utterance, addressEndsMs - 100), /html/);
  t.equal(heardText(utterance, addressEndsMs + 750), text);
});

t.test('the written text stays exact at every cut', async (t) => {
  const text = 'Two  plans:\n1. Basic — $5;\n2. 您好，Pro.';
  const utterance = spoken(text, [tone(6_000)]);
  for (let ms = 20; ms <= 6_000; ms += 20) {
    const heard = heardText(utterance, ms);
    const unheard = unheardText(utterance, ms);
    if (
      !text.startsWith(heard) ||
      !text.endsWith(unheard) ||
      text.slice(heard.length, text.length - unheard.length).trim() !== ''
    )
      t.fail(`at ${ms}: ${JSON.stringify([heard, unheard])}`);
  }
  t.equal(heardText(utterance, 6_000), text);
});

t.test('reported times are matched by content, not by their number', async (t) => {
  const words = ['you', 'owe', 'one', 'thousand', 'two', 'hundred'].map((word, index) => ({
    word,
    startMs: index * 300,
    endMs: (index + 1) * 300,
  }));
  const utterance = spoken('You owe 1,200 dollars and must pay by Friday.', [tone(1_800)], words, 4_000);
  t.equal(heardText(utterance, 1_800), 'You owe');
});

t.test('the last word of audio that still arrives is never heard', async (t) => {
  const utterance = spoken('Yes, of course.', [tone(2_000)], [], 800);
  t.notMatch(heardText(utterance, 2_000), 'course');
});

t.test('speech resumes at the beginning of the word that was cut', async (t) => {
  const words = [
    { word: 'Good', startMs: 40, endMs: 300 },
    { word: 'morning', startMs: 300, endMs: 800 },
    { word: 'everybody.', startMs: 900, endMs: 1_600 },
  ];
  const utterance = spoken('Good morning everybody.', [tone(1_700)], words);
  t.equal(resumeMs(utterance, 1_200), 900);
  t.equal(resumeMs(utterance, 850), 850, 'never later than the cut');
  t.equal(resumeMs(utterance, 0), 0);
  t.equal(
    resumeMs(
      spoken('Good morning everybody.', [tone(9_000)], [{ word: 'Good', startMs: 0, endMs: 8_000 }]),
      5_000,
    ),
    5_000,
    'a word of many seconds is not repeated',
  );
});

t.test('words that are placed in parts, ahead of the need, are placed as they are at once', async (t) => {
  const text = 'Your parcel has left our warehouse, and will arrive on Friday before noon.';
  const chunks = [tone(1_900), silence(300), tone(2_100)];
  const expected = timedWords(spoken(text, chunks));
  const inParts = spoken(text, chunks);
  let parts = 1;
  while (!placeAhead(inParts, 5)) parts += 1;
  t.ok(parts > 10, `${parts} parts`);
  t.same(timedWords(inParts), expected);

  const halfway = spoken(text, chunks);
  t.notOk(placeAhead(halfway, 40));
  t.same(timedWords(halfway), expected, 'the rest is done when it is needed');

  const early = spoken(text, [tone(1_900)], [], 4_300);
  placeAhead(early, 1_000);
  early.chunks.push(silence(300), tone(2_100));
  early.bytes += 2_400 * 8;
  early.complete = true;
  t.same(timedWords(early), expected, 'audio that has arrived since then counts');
});
