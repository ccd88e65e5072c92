/** What Flite is given to say. */
import t from 'tap';
import { asEnglish, ENGLISH_ONLY } from '../../../../../providers/speech/offline/flite/english.js';

t.test('English stays as it is', async (t) => {
  for (const text of ['Hello, Ada here.', 'Is it 5 or 6?', '-voice hello', '%s%n', '"', '<speak>hi</speak>'])
    t.equal(asEnglish(text), text);
});

t.test('accents, typographic marks and wide letters become ASCII', async (t) => {
  for (const [text, said] of [
    ['Café Zoë, Straße 5', 'Cafe Zoe, Strasse 5'],
    ['Łódź and Ørsted', 'Lodz and Orsted'],
    ['It\u2019s \u201cfine\u201d \u2014 really\u2026', 'It\'s "fine" - really...'],
    ['\uff21\uff22\uff23 \uff11\uff12', 'ABC 12'],
    ['one\0two\nthree', 'one two three'],
  ] as const)
    t.equal(asEnglish(text), said);
});

t.test('a name in another script is left out of an English sentence', async (t) => {
  t.equal(asEnglish('Your table is booked for 李雷 at seven.'), 'Your table is booked for at seven.');
});

t.test('a sentence in another script becomes an apology', async (t) => {
  for (const text of [
    '你好，我是安。',
    'こんにちは',
    'Здравствуйте, это Анна.',
    'مرحبا',
    'नमस्ते',
    'OK 我明白了',
  ])
    t.equal(asEnglish(text), ENGLISH_ONLY, text);
});

t.test('text without anything to say is a moment of silence', async (t) => {
  for (const text of ['😀', '', '\u0000']) t.equal(asEnglish(text), '...', JSON.stringify(text));
});

t.test('the result is ASCII, whatever the text is', async (t) => {
  for (let code = 0; code < 0x1_10000; code += 61) {
    const said = asEnglish(`a ${String.fromCodePoint(code)} b`);
    if (!/^[\x20-\x7e]+$/.test(said)) t.fail(`U+${code.toString(16)} gives ${JSON.stringify(said)}`);
  }
  t.pass();
});
