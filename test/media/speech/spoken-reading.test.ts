/** How words without a known spoken form are read, and the sounds that their scripts show. */
import t from 'tap';
import { readAloud } from '../../../media/speech/spoken-reading.js';
import { isJapanese, type SoundKind, soundsOf } from '../../../media/speech/spoken-sounds.js';

const READINGS: readonly (readonly [word: string, read: string])[] = [
  // Initials letter by letter, words as words.
  ['U.S.', 'you ess'],
  ['IBM', 'eye be em'],
  ['HTML', 'aitch tee em ell'],
  ['NASA', 'NASA'],
  ['AT&T', 'ay tee and tee'],
  ['F16', 'eff sixteen'],
  ['ÉA', 'é ay'],
  ['C++', 'see plus plus'],
  ["don't", "don't"],
  ['well-known', 'well known'],
  // Short forms in full: with their dot, or without a vowel.
  ['Dr.', 'doctor'],
  ['kg', 'kilograms'],
  ['no.', 'number'],
  ['no', 'no'],
  ['5kg', 'five kilograms'],
  ['7mm', 'seven millimeters'],
  // Amounts: silent zeros after the point, other decimals one by one.
  ['$5.00', 'dollars five'],
  ['$4.50', 'dollars four point five zero'],
  ['3.14', 'three point one four'],
  ['50%', 'fifty percent'],
  ['20°', 'twenty degrees'],
  ['#4', 'number four'],
  // Years in pairs, and other numbers whole.
  ['1999', 'nineteen ninety nine'],
  ['1900', 'nineteen hundred'],
  ['2005', 'two thousand five'],
  ['2026', 'twenty twenty six'],
  ['1,250', 'one thousand two hundred fifty'],
  ['1250', 'twelve fifty'],
  ['1000', 'one thousand'],
  ['100', 'one hundred'],
  ['100,000', 'one hundred thousand'],
  ['21', 'twenty one'],
  ['80', 'eighty'],
  // Codes and phone numbers digit by digit.
  ['007', 'zero zero seven'],
  ['1234567', 'one two three four five six seven'],
  ['555-0132', 'five five five zero one three two'],
  ['(415)', 'four one five'],
  // A hyphen between numbers is a range.
  ['10-12', 'ten to twelve'],
  ['a@b.com', 'a at b dot com'],
  ['a-4u.com', 'a dash four u dot com'],
  ['https://a.com/x-y_1', 'aitch tee tee pee ess colon slash slash a dot com slash x dash y underscore one'],
];

t.test('reads digits, symbols and initials as they are usually spoken', async (t) => {
  for (const [word, read] of READINGS) t.equal(readAloud(word).replaceAll(/\s+/g, ' ').trim(), read, word);
});

const SOUNDS: readonly (readonly [text: string, kinds: readonly SoundKind[]])[] = [
  ['то', ['stop', 'vowel']],
  ['ось', ['vowel', 'fricative']],
  ['νέα', ['sonorant', 'vowel', 'vowel']],
  ['한국', ['any', 'any']],
  ['ሰላ', ['any', 'any']],
  ['你', ['any', 'vowel']],
  ['かー', ['any', 'vowel', 'any']],
  ['سل', ['any', 'any']],
  ['box', ['stop', 'vowel', 'stop', 'fricative']],
  // A final e is one sound, which is often silent.
  ['name', ['sonorant', 'vowel', 'sonorant', 'vowel']],
  ['þi', ['any', 'vowel']],
];

t.test('the letters of a script show the kinds of its sounds', async (t) => {
  for (const [text, kinds] of SOUNDS)
    t.same(
      soundsOf({ text }).sounds.map(({ kind }) => kind),
      kinds,
      text,
    );
  t.same(
    soundsOf({ text: '3', spoken: '٣' }).sounds.map(({ kind }) => kind),
    ['any'],
    'a digit that no language rule has spoken',
  );
  const [, , , last] = soundsOf({ text: 'name' }).sounds;
  t.ok((last?.silent ?? 0) > 0.5, 'the final e is often silent');
});

t.test('Latin letters and digits of a Japanese text take the time of their kana', async (t) => {
  t.ok(isJapanese('です'));
  t.notOk(isJapanese('你好'));
  const length = (text: string): number =>
    soundsOf({ text }, true).sounds.reduce((all, { ms }) => all + ms, 0);
  t.equal(length('com'), 3 * 120);
  t.equal(length('12'), 2 * 250);
  t.equal(length('a.b'), 2 * 120 + 330, 'a dot is a word');
  t.equal(length('aの'), 120 + 125, 'kana are syllables of their own');
});

t.test('the last sounds before a pause are longer', async (t) => {
  const [inside, end] = ['name', 'name.'].map((text) => soundsOf({ text }));
  t.equal(inside?.pause, 'none');
  t.equal(end?.pause, 'long');
  t.equal(soundsOf({ text: 'name,' }).pause, 'some');
  t.equal(end?.sounds[0]?.ms, inside?.sounds[0]?.ms, 'the first of four sounds is as long');
  t.ok((end?.sounds[3]?.ms ?? 0) > (inside?.sounds[3]?.ms ?? 0));
});
