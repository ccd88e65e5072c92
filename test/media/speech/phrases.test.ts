/** The agent's own phrases are in the language of its call. */
import t from 'tap';
import { hasPhrases, phrasesFor, withOwn } from '../../../media/speech/phrases.js';
import { PHRASES_BY_LANGUAGE } from '../../../media/speech/phrases-by-language.js';

const LANGUAGES = [
  'en',
  'de',
  'es',
  'fr',
  'it',
  'pt',
  'nl',
  'pl',
  'tr',
  'ar',
  'hi',
  'zh',
  'ja',
  'ko',
  'ru',
  'sv',
];

t.test('every language has phrases of its own, each a whole sentence', async (t) => {
  t.same(Object.keys(PHRASES_BY_LANGUAGE).sort(), [...LANGUAGES].sort());
  const seen = new Set<string>();
  for (const [language, phrases] of Object.entries(PHRASES_BY_LANGUAGE))
    for (const [name, phrase] of Object.entries(phrases)) {
      t.match(phrase, /\p{L}.*[.?!。？।؟]$/u, `${language} ${name}`);
      t.notOk(seen.has(phrase), `${language} ${name} is unlike every other phrase`);
      seen.add(phrase);
    }
});

t.test('questions are questions', async (t) => {
  for (const [language, { nudge }] of Object.entries(PHRASES_BY_LANGUAGE))
    t.match(nudge, /[?？؟]$/u, language);
});

t.test('a regional variant has the phrases of its language', async (t) => {
  t.equal(phrasesFor('it-CH').nudge, PHRASES_BY_LANGUAGE.it.nudge);
  t.equal(phrasesFor('PT_br').filler, PHRASES_BY_LANGUAGE.pt.filler);
  t.ok(hasPhrases('zh-Hant-TW'));
});

t.test('another language has no filler until its phrases are written', async (t) => {
  t.notOk(hasPhrases('cs'));
  t.equal(phrasesFor('cs').filler, '');
});

t.test('the agent sets its nudge and its filler', async (t) => {
  const phrases = withOwn(phrasesFor('de'), 'After silence, say "Hallo?".', 'Moment.');
  t.match(phrases, { nudge: 'Hallo?', filler: 'Moment.', apology: PHRASES_BY_LANGUAGE.de.apology });
  t.equal(withOwn(phrasesFor('de'), '', '').filler, '', 'an empty filler is none');
});
