/** What a voice is given in place of written text, and which written words it stands for. */
import fc from 'fast-check';
import t from 'tap';
import { spokenForms, spokenText } from '../../../../media/speech/spoken/spoken-forms.js';

const say = (written: string, language: string): string => spokenText(spokenForms(written, language));

const CASES: readonly (readonly [language: string, written: string, spoken: string])[] = [
  ['en', '**Sure!** See [our page](https://example.com/a?b=1). 😀', 'Sure! See our page.'],
  ['en', '## Plans', 'Plans.'],
  ['en', '- *Pro* – from $25', 'Pro, from twenty-five dollars.'],
  ['en', '| Plan | Price |', 'Plan, Price.'],
  ['en', '|---|:-:|', ''],
  ['en', '```js', ''],
  [
    'en',
    'Write to a.b-c_1@example.co.uk.',
    'Write to a dot b dash c underscore one at example dot co dot uk.',
  ],
  [
    'en',
    'It costs $4.50, not $0.99 or £1.',
    'It costs four dollars and fifty cents, not ninety-nine cents or one pound.',
  ],
  ['en', 'A $2.5 million deal.', 'A two point five million dollars deal.'],
  ['en', 'That is 1,000,001 or 0.05.', 'That is one million one or zero point zero five.'],
  [
    'en',
    'It was in 1999, 2005 and 2026.',
    'It was in nineteen ninety-nine, two thousand five and twenty twenty-six.',
  ],
  ['en', 'Open March 4–6, 2026.', 'Open March fourth to sixth, twenty twenty-six.'],
  ['en', 'From 9 a.m.–5 p.m.', 'From nine a m to five p m.'],
  ['en', 'On 2026-03-04 at 15:05.', 'On March fourth, twenty twenty-six at fifteen oh five.'],
  ['en', 'The 1st, 22nd and 103rd.', 'The first, twenty-second and one hundred third.'],
  ['en', 'Use 2 1/2 cups, or ½.', 'Use two and one half cups, or one half.'],
  [
    'en',
    'Version 2.4.1 runs at 5 km/h.',
    'Version two point four point one runs at five kilometers per hour.',
  ],
  ['en', 'Call +14155550132.', 'Call plus one, four one five, five five five, zero one three two.'],
  ['en', 'It is -3 °C, a 5-minute walk.', 'It is minus three degrees Celsius, a five-minute walk.'],
  [
    'en',
    'It takes 5 min. from here, and 60 in. is 5 in a row.',
    'It takes five minutes from here, and sixty inches is five in a row.',
  ],
  ['de', 'Es dauert 20 Min. und 3 Std.', 'Es dauert zwanzig Minuten und drei Stunden.'],
  ['en', 'Your code is AB12C7.', 'Your code is A B one two C seven.'],
  ['en', 'PLEASE CALL US TODAY', 'PLEASE CALL US TODAY'],
  [
    'en',
    'Dr. Lee of St. Paul is at 14 Elm Dr., not on Main St. Ask there.',
    'Doctor Lee of Saint Paul is at fourteen Elm Drive, not on Main Street Ask there.',
  ],
  ['en', 'Take Apt. 12B, a.k.a. the loft.', 'Take apartment twelve B, a k a the loft.'],
  ['en', 'Done 👍, as you asked !', 'Done, as you asked !'],
  [
    'de',
    'Am 3. März, in der 2. Etage, der 1. Platz.',
    'Am dritten März, in der zweiten Etage, der erste Platz.',
  ],
  ['de', 'Um 9–17 Uhr, ab 8:30 Uhr.', 'Um neun bis siebzehn Uhr, ab acht Uhr dreißig.'],
  ['de', '1 Paket für 1,00 €, 21 Stück.', 'Ein Paket für ein Euro, einundzwanzig Stück.'],
  ['es', 'Tiene 1 paquete y 21 días.', 'Tiene un paquete y veintiún días.'],
  [
    'fr',
    'Appelez le 06 12 34 56 80.',
    'Appelez le zéro six, douze, trente-quatre, cinquante-six, quatre-vingts.',
  ],
  ['es', 'De EE. UU. a la pza. Mayor, 2.º izq.', 'De Estados Unidos a la plaza Mayor, segundo izquierda.'],
  ['fr', '**Avec plaisir !** À demain 👋 !', 'Avec plaisir ! À demain !'],
  ['fr', 'Le 1er mars à 21h.', 'Le premier mars à vingt et une heures.'],
  ['it', 'Costa 1,50 € al kg, il 1° maggio.', 'Costa un euro e cinquanta al kg, il primo maggio.'],
  ['pt', 'São R$ 1.200,00 às 14h30.', 'São mil e duzentos reais às quatorze e trinta.'],
  ['zh', '**好的！** 😀', '好的！'],
];

for (const [language, written, spoken] of CASES)
  t.test(`${language}: ${written}`, async (t) => {
    t.equal(say(written, language), spoken);
  });

t.test('every written word has a spoken form, and several only where they are spoken as one', async (t) => {
  t.same(spokenForms('Pay **$1,299.00** – by 10:30 a.m. on [our page](https://a.com/b). 😀', 'en'), [
    { written: 'Pay', spoken: 'Pay' },
    { written: '**$1,299.00** –', spoken: 'one thousand two hundred ninety-nine dollars,' },
    { written: 'by', spoken: 'by' },
    { written: '10:30 a.m.', spoken: 'ten thirty a m' },
    { written: 'on', spoken: 'on' },
    { written: '[our', spoken: 'our' },
    { written: 'page](https://a.com/b).', spoken: 'page.' },
    { written: '😀', spoken: '' },
  ]);
});

t.test('an agent pronounces the words of its lexicon', async (t) => {
  const lexicon = [
    { written: 'Nginx', spoken: 'engine X' },
    { written: 'SQL', spoken: 'sequel' },
    { written: 'Ng', spoken: 'Eng' },
  ];
  t.equal(
    spokenText(spokenForms('NGINX and SQL, Mr. Ng.', 'en', lexicon)),
    'Engine X and sequel, Mister Eng.',
  );
  t.equal(spokenText(spokenForms('Nginxes', 'en', lexicon)), 'Nginxes', 'whole words only');
});

t.test('no digit, mark or emoji is left, whatever a model writes', async (t) => {
  const languages = fc.constantFrom('en', 'de', 'es', 'fr', 'it', 'pt');
  const parts = fc.constantFrom(
    ...[
      '**',
      '1.',
      '3/4',
      '10:30',
      '$',
      '€',
      '4,5',
      '1.299,00',
      '+49',
      '030',
      '5550-147',
      'km/h',
      '31.12.',
      '2026-03-04',
    ],
    ...[
      '😀',
      '#',
      '_',
      'a@b.de',
      'https://a.de/?x=1',
      '|',
      '---',
      '°C',
      '9–17',
      'Uhr',
      'a.m.',
      '½',
      '100000000000000',
      '12h',
    ],
  );
  fc.assert(
    fc.property(
      languages,
      fc.array(parts, { maxLength: 12 }),
      fc.constantFrom(' ', '', '\n'),
      (language, all, joint) => {
        const spoken = say(all.join(joint), language);
        return !/[\p{N}*_#|€$°\p{Extended_Pictographic}]/u.test(spoken);
      },
    ),
  );
  t.pass();
});

t.test('the written forms are the text', async (t) => {
  const single = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  fc.assert(
    fc.property(
      fc.constantFrom('en', 'de', 'fr', 'zh'),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      (language, text) => {
        fc.pre(!/[|\n]/.test(text));
        return (
          spokenForms(text, language)
            .map(({ written }) => written)
            .join(' ') === single(text)
        );
      },
    ),
  );
  t.pass();
});
