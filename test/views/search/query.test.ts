/** Words are found as users write them, in any language, and shown where they were found. */
import t from 'tap';
import { excerptOf, foundIn } from '../../../views/search/excerpt.js';
import { indexedWords, isSearchable, searchOf } from '../../../views/search/query.js';

const needlesOf = (text: string): readonly RegExp[] => searchOf(1, text)?.needles ?? [];
const finds = (search: string, text: string): boolean => {
  const needles = needlesOf(search);
  return foundIn(text, needles).length === needles.length;
};
/** The words that were marked. */
const marked = (search: string, text: string): readonly string[] => {
  const excerpt = excerptOf(text, needlesOf(search));
  return excerpt.matches.map(({ start, end }) => excerpt.text.slice(start, end));
};

t.test('every word must begin a word of the text, whatever its case and accents', async (t) => {
  t.ok(finds('REFUND cafe', 'I was refunded at the Café.'));
  t.notOk(finds('fund', 'I was refunded.'), 'not inside a word');
  t.notOk(finds('refund tomorrow', 'I was refunded.'), 'all words');
  t.ok(finds('no', 'Oh no!'));
  t.notOk(finds('no', 'Nobody knows.'), 'short words are whole');
});

t.test('words in quotation marks follow each other', async (t) => {
  t.ok(finds('"cancel my order"', 'Please cancel, my ORDER is late.'));
  t.notOk(finds('"cancel my order"', 'My order: cancel it.'));
  t.ok(finds('order "cancel it"', 'My order: cancel it.'));
  t.notOk(finds('"for ward"', 'Forward.'), 'words stay apart');
  t.ok(finds('„too late“', 'It is Too late.'), 'other quotation marks');
});

t.test('Chinese, Japanese and Thai words are found inside of a text', async (t) => {
  t.ok(finds('退款', '我想申请退款，谢谢。'));
  t.ok(finds('款', '我想申请退款。'), 'a single character');
  t.notOk(finds('退款单', '退款，我的款单。'), 'the characters follow each other');
  t.ok(finds('キャンセル', '予約をｷｬﾝｾﾙしたいです。'), 'in another width');
  t.ok(finds('iphone手机', '我的 iPhone 手机坏了'), 'in mixed scripts, each part');
  t.ok(finds('คืนเงิน', 'ต้องการคืนเงินค่ะ'));
  t.ok(finds('환불', '환불을 원해요'), 'Korean words by their beginning');
  t.same(marked('退款', '我想申请退款，谢谢。'), ['退款']);
});

t.test('the index has every word that a search may name', async (t) => {
  t.equal(indexedWords(1, ['Hé 4.50 hé']), '0001he 00014 000150');
  t.equal(indexedWords(36, ['退款单']), '0010退款 0010款单 0010单');
  t.equal(
    searchOf(36, '退款单 re go "退 it"')?.match,
    '"0010退"* AND "0010it" AND "0010退款" AND "0010款单" AND "0010re" AND "0010go"',
  );
  t.equal(searchOf(1, 'refund"*')?.match, '"0001refund"*', 'no operator reaches the index');
});

t.test('a search without letters and digits is none', async (t) => {
  for (const text of ['', '…', '"" — !', '👍👍']) {
    t.equal(searchOf(1, text), null, text);
    t.notOk(isSearchable(text), text);
  }
  t.ok(isSearchable('é'));
});

t.test('an excerpt is around the first match, and bounded', async (t) => {
  const long = `${'before '.repeat(50)}the Straße is 😀 closed${' after'.repeat(50)}`;
  const { text, matches } = excerptOf(long, needlesOf('stra closed'));
  t.ok(text.startsWith('…') && text.endsWith('…'));
  t.ok(text.length <= 242, `${text.length} characters`);
  t.same(
    matches.map(({ start, end }) => text.slice(start, end)),
    ['Stra', 'closed'],
  );
  t.same(excerptOf('A refund.', needlesOf('refund')), { text: 'A refund.', matches: [{ start: 2, end: 8 }] });
  t.same(marked('cafe', 'The cafe\u0301 opens.'), ['café'], 'of composed accents');
  const pairs = excerptOf(`${'😀'.repeat(200)} end`, needlesOf('end'));
  t.notMatch(pairs.text, /^…[\uDC00-\uDFFF]/, 'no half of a character');
  t.ok(excerptOf('a refund '.repeat(500), needlesOf('refund')).matches.length <= 20);
});
