/** Which words only signal listening, in the languages that have a list. */
import t from 'tap';
import { asks, isBackchannel, mayBecomeBackchannel } from '../../../media/policies/backchannel.js';
import { LISTENING_WORDS } from '../../../media/policies/listening-words.js';

/** As recognisers write them: with hyphens, capitals, full stops and repetitions. */
const LISTENING: readonly (readonly [language: string, ...texts: readonly string[]])[] = [
  [
    'en',
    'Mm-hmm.',
    'Mhmm.',
    'Uh-huh, uh-huh.',
    'Yeah. Yeah.',
    'Right, right, right.',
    'Oh nice',
    'mm-hmm okay',
    'Yeaaah',
  ],
  ['en-GB', 'I see', 'Okay, okay.', 'That’s right.', 'Oh really?', 'Haha, okay.'],
  ['de', 'Mm-hm.', 'Ja, ja, genau.', 'Ach so, okay', 'Echt?'],
  ['es', 'Ajá, sí.', 'Sí, sí, claro que sí.', '¿En serio?', 'vale vale'],
  ['fr', 'Oui, d’accord.', 'Ah bon ?', 'ouais ouais'],
  ['it', 'Ah, ho capito.', 'sì sì', 'Va bene, va bene.'],
  ['pt', 'Tá bom, tá.', 'Pois é.', 'Sim, entendi.', 'Uhum.', 'Aham, aham.', 'Anhã.'],
  ['nl', 'Ja ja, precies.', 'Oké, duidelijk.'],
  ['pl', 'No tak, tak.', 'Aha, rozumiem.'],
  ['tr', 'Hı-hı, tamam.', 'Öyle mi?', 'İyi, iyi'],
  ['ar', 'نعم، نعم', 'طيب، تمام.'],
  ['hi', 'हाँ, ठीक है।', 'जी जी'],
  ['zh', '嗯嗯，好的。', '对对对', '好的明白了'],
  ['ja', 'はい、はい。', 'ああなるほど', 'ええ、そうですね。'],
  ['ko', '네, 네.', '아, 그렇군요.'],
  ['ru', 'Ага, понятно.', 'да-да-да'],
  ['sv', 'Ja, just det.', 'Jaså, okej'],
  ['da', 'Ja, nemlig.'],
  ['no', 'Ja, akkurat.'],
  ['fi', 'Joo joo, aivan.'],
  ['cs', 'No jo, jasně.'],
  ['uk', 'Так, зрозуміло.'],
  ['ro', 'Da, am înțeles.'],
  ['hu', 'Igen, értem.', 'Ühüm.'],
  ['el', 'Ναι, εντάξει.'],
  ['he', 'כן, בסדר'],
  ['id', 'Iya, baik.'],
  ['vi', 'Dạ vâng ạ'],
  ['sw', 'Mm-hmm, okay'],
];

/** They stop the agent, some of them after a listening word. */
const SPEECH: readonly (readonly [language: string, ...texts: readonly string[]])[] = [
  [
    'en',
    'wait',
    'no',
    'stop',
    'yeah no',
    'Right, let me stop you.',
    'Okay but when?',
    'hm?',
    'okay?',
    'hello',
    '',
  ],
  ['de', 'nein', 'Moment', 'ja aber', 'halt', 'genau nicht'],
  ['es', 'no', 'espera', 'sí, pero'],
  ['fr', 'non', 'attendez', 'oui mais'],
  ['it', 'no', 'aspetti', 'sì ma', 'ehi'],
  ['pt', 'não', 'espere', 'sim mas'],
  ['nl', 'nee', 'wacht even', 'ja maar'],
  ['pl', 'nie', 'proszę poczekać', 'no nie'],
  ['tr', 'hayır', 'bekle', 'evet ama'],
  ['ar', 'لا', 'انتظر', 'نعم لكن'],
  ['hi', 'नहीं', 'रुकिए', 'हाँ लेकिन'],
  ['zh', '不', '等一下', '是不是', '对不起', '好不好', '不对'],
  ['ja', 'いいえ', 'ちょっと待って', 'え？', 'ううん', 'はい、でも'],
  ['ko', '아니요', '잠깐만요', '네 그런데'],
  ['ru', 'нет', 'подождите', 'да нет'],
  ['sv', 'nej', 'vänta', 'ja men'],
];

t.test('any sequence of listening words and hums is a backchannel', async (t) => {
  for (const [language, ...texts] of LISTENING)
    for (const text of texts) t.ok(isBackchannel(text, language), `${language}: ${text}`);
});

t.test('one other word, a negation or a question makes it speech', async (t) => {
  for (const [language, ...texts] of SPEECH)
    for (const text of texts) t.notOk(isBackchannel(text, language), `${language}: ${text}`);
});

t.test(
  'there are at least 15 languages, and every phrase of a list is a backchannel by itself',
  async (t) => {
    const languages = Object.entries(LISTENING_WORDS);
    t.ok(languages.length >= 15, `${languages.length} languages`);
    for (const [language, { words, surprised = [] }] of languages) {
      t.same(
        words.filter((phrase) => !isBackchannel(phrase, language)),
        [],
        language,
      );
      t.same(
        surprised.filter((phrase) => !isBackchannel(`${phrase}?`, language)),
        [],
        `${language}, surprised`,
      );
    }
  },
);

t.test('an agent can have listening words of its own', async (t) => {
  const own = ['Roger that', 'so I have been led to believe'];
  t.notOk(isBackchannel('Roger that.', 'en'));
  t.ok(isBackchannel('Roger that.', 'en', own));
  t.ok(isBackchannel('mm-hm, roger-that, okay', 'en', own));
  t.ok(isBackchannel('So I have been led to believe.', 'en', own));
  t.notOk(isBackchannel('roger', 'en', own));
});

t.test('the beginning of a phrase may become a backchannel, a negation or request may not', async (t) => {
  for (const text of ['got', 'Got', 'yeah got', 'I', 'that makes', 'mm-hm sounds'])
    t.ok(mayBecomeBackchannel(text, 'en'), text);
  for (const text of ['no', 'wait', 'stop', 'hang', 'got the', 'I need', 'yeah no', 'got?', ''])
    t.notOk(mayBecomeBackchannel(text, 'en'), text);
  t.ok(mayBecomeBackchannel('Roger', 'en', ['Roger that']));
  t.notOk(mayBecomeBackchannel('Roger', 'en'));
  const refusals = {
    de: 'nein',
    es: 'no',
    fr: 'non',
    it: 'no',
    pt: 'não',
    nl: 'nee',
    tr: 'hayır',
    ru: 'нет',
    sv: 'nej',
    hi: 'नहीं',
  };
  for (const [language, text] of Object.entries(refusals))
    t.notOk(mayBecomeBackchannel(text, language), `${language}: ${text}`);
});

t.test('long texts are judged quickly, and are speech', async (t) => {
  t.notOk(isBackchannel('yeah '.repeat(10_000), 'en'));
  t.notOk(isBackchannel('はい'.repeat(10_000), 'ja'));
});

t.test('a question ends with its sign', async (t) => {
  for (const text of ['Is that right?', 'Is that “right”?', '好吗？', 'هل هذا صحيح؟', '"Is it?"'])
    t.ok(asks(text, 'en'), text);
  t.notOk(asks('We are open.', 'en'));
  t.ok(asks('Είστε εκεί;', 'el'));
  t.notOk(asks('One thing;', 'en'));
});
