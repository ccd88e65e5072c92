/** The pieces of a reply: whole sentences in every script, wherever the tokens are cut. */
import fc from 'fast-check';
import t from 'tap';
import { createSentences, type SentenceOptions } from '../../../media/speech/sentences.js';

/** The pieces of a reply that arrives in tokens of some letters. */
const piecesOf = (reply: string, options: SentenceOptions = {}, letters = 3): readonly string[] => {
  const sentences = createSentences(options);
  const pieces: string[] = [];
  for (let at = 0; at < reply.length; at += letters)
    pieces.push(...sentences.push(reply.slice(at, at + letters)));
  return [...pieces, sentences.rest()].filter((piece) => piece !== '');
};

const CASES: readonly (readonly [language: string, pieces: readonly string[], joint?: string])[] = [
  ['en', ['Your appointment with Dr. Smith is confirmed.', 'Anything else?']],
  ['en', ['We are at No. 5, St. James Street.', 'Come in.']],
  ['en', ['Please come at 9 a.m. on Monday.', 'We open by 8 a.m. Monday to Friday.', 'Thanks a lot.']],
  ['en', ['You owe approx. 3.5 percent, i.e. $1,299.00 by 10:30 a.m. on Monday.']],
  ['en', ['The office closes at 5 p.m.', 'Please call before that.']],
  ['en', ['I said no.', 'That is final, and number one.']],
  ['en', ['Here are your options:', '1. Window seat', '2. Aisle seat', 'Which one?'], '\n'],
  ['en', ['He said "Stop!" and left.', 'Then he said "Go home."', 'So we went.']],
  ['en', ['One moment … here it is.', 'Is that right?']],
  ['de', ['Das ist z. B. am 3. März um ca. 9 Uhr möglich.', 'Passt Ihnen das?']],
  ['de', ['Wir sind im 2. Stock der Hauptstr. 12 in Berlin.', 'Kommen Sie vorbei.']],
  ['de', ['Sie haben die Nummer 7.', 'Bitte warten Sie einen Moment.']],
  ['es', ['La Dra. Vega atiende en la Avda. Sol, núm. 4.', '¿Le va bien?']],
  ['es', ['Trabaja en EE. UU. para RR. HH. desde 2010.', '¿Le va bien?']],
  ['en', ['It is at 14 Elm Dr.', 'The office of Dr. Lee is on St. Paul Ave., near the park.']],
  ['fr', ['M. Petit et Mme Roy sont à env. 5 min.', 'Cela vous va ?']],
  ['it', ['La dott.ssa Riva e il sig. Neri ricevono il lunedì.', 'Con chi parla?']],
  ['pt', ['Fica na Av. Brasil, nº 12, ao lado da Prado Ltda. e da farmácia.', 'Dá para estacionar.']],
  ['pl', ['Pani dr Wilk przyjmuje np. rano przy ul. Nowej.', 'Kiedy panią zapisać?']],
  [
    'zh',
    ['您的订单昨天已经从仓库发出了。', '请打开example.com/a.html，然后点“安装”。', '她说：“请按两次门铃。”'],
    '',
  ],
  [
    'ja',
    ['かしこまりました！', '伝言には「ベルを鳴らしてください。」とありました。', 'よろしいですか？'],
    '',
  ],
  ['de', ['Sie sagte: „Bitte klingeln.“', 'Dann ging sie.']],
  ['hi', ['डॉ. शर्मा सुबह दस बजे मिलेंगी।', 'क्या यह ठीक है?']],
  ['pl', ['Przyjmie pana lek. med. Nowak, tzw. lekarz nowego skrzydła.', 'Czy to panu odpowiada?']],
  ['hi', ['कुल 1,299.50 रुपये 10:30 बजे तक देने हैं।', 'मैं आपको बिल भेज देती हूँ।']],
  ['ar', ['هل تريد إرجاع المنتج أم استبداله؟', 'يمكننا القيام بالأمرين.']],
  ['th', ['ดิฉันเลื่อนนัดให้แล้วค่ะ', 'เข้าไปที่ example.com แล้วเลือกติดตั้งนะคะ']],
];

for (const [language, pieces, joint = ' '] of CASES)
  t.test(`cuts whole sentences: ${pieces[0]}`, async (t) => {
    for (const letters of [1, 3, 1_000])
      t.same(piecesOf(pieces.join(joint), { language }, letters), pieces, `${letters} letters a token`);
  });

t.test('a short word with a dot ends no sentence before a small letter or a digit', async (t) => {
  const piecesOfWords = (reply: string): readonly string[] => {
    const sentences = createSentences({ language: 'fr' });
    const pieces = reply.split(/(?= )/).flatMap((token) => sentences.push(token));
    return [...pieces, sentences.rest()];
  };
  t.same(piecesOfWords('Voici le pdf. signé en 5 min. par le cl. 18. Il est prêt. Merci beaucoup.'), [
    'Voici le pdf. signé en 5 min. par le cl. 18.',
    'Il est prêt.',
    'Merci beaucoup.',
  ]);
});

t.test('an emoji belongs to the sentence before it', async (t) => {
  const pieces = ['Great, all set! 👋', 'See you tomorrow! 😊'];
  t.same(piecesOf(pieces.join(' '), {}, 1_000), pieces);
  const sentences = createSentences();
  t.same(
    sentences.push('Great, all set! '),
    ['Great, all set!'],
    'a sentence does not wait for the next token',
  );
});

t.test('the first piece may end at a clause, and no other', async (t) => {
  const reply =
    'I have found your reservation for Friday evening, which is for four people, at eight. It is confirmed, and all is set.';
  t.same(piecesOf(reply, { clauseLetters: 40 }), [
    'I have found your reservation for Friday evening,',
    'which is for four people, at eight.',
    'It is confirmed, and all is set.',
  ]);
  const date = 'Your next appointment with our team is on March 4, 2026, at the main office.';
  t.same(piecesOf(date, { clauseLetters: 40 }), [
    'Your next appointment with our team is on March 4, 2026,',
    'at the main office.',
  ]);
  t.same(piecesOf('Yes, of course, that is fine.', { clauseLetters: 40 }), ['Yes, of course, that is fine.']);
});

t.test('a number, an address or an abbreviation is whole when it reaches the voice', async (t) => {
  const reply = 'Go to example.com/a.b and pay $1,299.00 to Dr. Ray. Then call +1 (415) 555-0132.';
  for (let letters = 1; letters <= 12; letters += 1)
    t.same(piecesOf(reply, {}, letters), [
      'Go to example.com/a.b and pay $1,299.00 to Dr. Ray.',
      'Then call +1 (415) 555-0132.',
    ]);
});

t.test('the pieces are the text, however it is cut into tokens', async (t) => {
  const languages = fc.constantFrom('en', 'de', 'fr', 'pl', 'zh', 'ja', 'hi', 'ar', 'th', 'xx');
  const words = fc.constantFrom(
    'Dr.',
    'a',
    'No.',
    '3.',
    'z.',
    'B.',
    'Hi!',
    '…',
    '。',
    '।',
    '👋',
    '\n',
    '"',
    'x.y',
    '1,5',
  );
  fc.assert(
    fc.property(
      languages,
      fc.array(fc.oneof(words, fc.string({ maxLength: 6 })), { maxLength: 30 }),
      fc.integer({ min: 1, max: 9 }),
      (language, parts, letters) => {
        const reply = parts.join(' ');
        const bare = (text: string): string => text.replaceAll(/\s/g, '');
        const options = { language, clauseLetters: 12 };
        return bare(piecesOf(reply, options, letters).join('')) === bare(reply);
      },
    ),
  );
  t.pass();
});
