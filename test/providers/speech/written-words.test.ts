import fc from 'fast-check';
import t from 'tap';
import { joinText, joinTexts, writtenWords } from '../../../providers/speech/written-words.js';

const words = (text: string): readonly string[] => writtenWords(text).map((word) => word.text);

t.test('white space separates words, and punctuation belongs to its word', async (t) => {
  t.same(words(' Please go to\n$1,299.00, now - "yes". '), [
    'Please',
    'go',
    'to',
    '$1,299.00,',
    'now',
    '-',
    '"yes".',
  ]);
  t.same(words(' \n '), []);
});

t.test('scripts without spaces have words, too', async (t) => {
  t.same(words('您好，您的订单昨天已经发出。'), ['您好，', '您', '的', '订单', '昨天', '已经', '发出。']);
  t.same(words('请说“好的”。'), ['请', '说', '“好的”。']);
  for (const text of [
    'お電話ありがとうございます。',
    'สวัสดีค่ะ คำสั่งซื้อของคุณ',
    'ជំរាបសួរអ្នកសុខសប្បាយ',
    '预计10:30送到example.com。',
  ])
    t.ok(words(text).length > 2, text);
});

t.test('words keep the written text, wherever it is cut', async () => {
  const piece = fc.constantFrom(
    'a',
    'Mr.',
    ' ',
    '\n',
    '您好',
    '，',
    '。',
    '10:30',
    'สวัสดี',
    '“',
    '”',
    'é',
    '👍',
    '(',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('');
      const found = writtenWords(text);
      const first = found[0]?.from ?? 0;
      return (
        found.every(({ text: word, from, to }) => word === text.slice(from, to) && !/\s/u.test(word)) &&
        found.every(({ from }, index) => /^\s*$/u.test(text.slice(found[index - 1]?.to ?? 0, from))) &&
        text.slice(first, found.at(-1)?.to ?? 0) === text.trim()
      );
    }),
  );
});

t.test('texts are joined with a space, unless their script writes none', async (t) => {
  t.equal(joinTexts(['One.', '', 'Two.']), 'One. Two.');
  t.equal(joinTexts(['您好。', '请问？']), '您好。请问？');
  t.equal(joinTexts(['สวัสดีค่ะ', 'ขอบคุณ']), 'สวัสดีค่ะ ขอบคุณ', 'Thai writes spaces between sentences');
  t.equal(joinText('คำ', 'สั่ง', true), 'คำสั่ง');
});
