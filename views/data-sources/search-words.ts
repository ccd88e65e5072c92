/**
 * The words by which passages are found: without accents, without the words that say nothing ("how", "the"), and as their stems, so
 * that "charges" finds "charge".
 *
 * W1. Words of languages without spaces are their neighbouring characters, two by two.
 * W2. A text is of one language, the one whose common words it has most of. Questions are reduced as the text was.
 * W3. Digits are kept as they are.
 */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stopwords as arabicStops } from '@orama/stopwords/arabic';
import { stopwords as bulgarianStops } from '@orama/stopwords/bulgarian';
import { stopwords as danishStops } from '@orama/stopwords/danish';
import { stopwords as dutchStops } from '@orama/stopwords/dutch';
import { stopwords as englishStops } from '@orama/stopwords/english';
import { stopwords as finnishStops } from '@orama/stopwords/finnish';
import { stopwords as frenchStops } from '@orama/stopwords/french';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { stopwords as greekStops } from '@orama/stopwords/greek';
import { stopwords as hungarianStops } from '@orama/stopwords/hungarian';
import { stopwords as italianStops } from '@orama/stopwords/italian';
import { stopwords as japaneseStops } from '@orama/stopwords/japanese';
import { stopwords as chineseStops } from '@orama/stopwords/mandarin';
import { stopwords as norwegianStops } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese';
import { stopwords as romanianStops } from '@orama/stopwords/romanian';
import { stopwords as russianStops } from '@orama/stopwords/russian';
import { stopwords as spanishStops } from '@orama/stopwords/spanish';
import { stopwords as swedishStops } from '@orama/stopwords/swedish';
import { stopwords as turkishStops } from '@orama/stopwords/turkish';
import { denseRuns, pairsOf, plain, spaced } from '../kernel/words.js';

interface Language {
  readonly stops: ReadonlySet<string>;
  readonly stem: (word: string) => string;
}

/** A language's words, and its stemmer. By ISO 639-1. */
const SOURCES: Readonly<Record<string, readonly [stops: readonly string[], stem: Language['stem']]>> = {
  ar: [arabicStops, arabic],
  bg: [bulgarianStops, bulgarian],
  da: [danishStops, danish],
  de: [germanStops, german],
  el: [greekStops, greek],
  en: [englishStops, english],
  es: [spanishStops, spanish],
  fi: [finnishStops, finnish],
  fr: [frenchStops, french],
  hu: [hungarianStops, hungarian],
  it: [italianStops, italian],
  nl: [dutchStops, dutch],
  no: [norwegianStops, norwegian],
  pt: [portugueseStops, portuguese],
  ro: [romanianStops, romanian],
  ru: [russianStops, russian],
  sv: [swedishStops, swedish],
  tr: [turkishStops, turkish],
};

const plainWords = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => plain(word).split("'")));

interface Languages {
  readonly byCode: ReadonlyMap<string, Language>;
  /** Pairs of Chinese and Japanese characters, and thus of texts in any language. */
  readonly denseStops: ReadonlySet<string>;
}

/** A language that is not known: all words count as they are. */
const UNKNOWN: Language = { stops: new Set(), stem: (word) => word };

let made: Languages | null = null;

/** Made at the first search: most processes and threads of a node search nothing. */
const languages = (): Languages => {
  made ??= {
    byCode: new Map(
      Object.entries(SOURCES).map(([code, [stops, stem]]) => [code, { stops: plainWords(stops), stem }]),
    ),
    denseStops: new Set([...chineseStops, ...japaneseStops].map(plain)),
  };
  return made;
};

/** How much of a text is read to find its language, in characters. */
const SAMPLE = 20_000;
/** The share of common words in a text of the language, at least. */
const LEAST_SHARE = 0.1;

/** The language of a text, ISO 639-1; empty: none of those that are known (W2). */
export const languageOfText = (text: string): string => {
  const words = spaced(plain(text.slice(0, SAMPLE)));
  let best = { code: '', count: words.length * LEAST_SHARE };
  for (const [code, { stops }] of languages().byCode) {
    const count = words.filter((word) => stops.has(word)).length;
    if (count > best.count) best = { code, count };
  }
  return best.code;
};

/** The words of a text that it is found by, in order and with repetitions. `code`: its language, as {@link languageOfText} gives it. */
export const searchWords = (text: string, code: string): readonly string[] => {
  const { byCode, denseStops } = languages();
  const { stops, stem } = byCode.get(code) ?? UNKNOWN;
  const bare = plain(text);
  const pairs = denseRuns(bare)
    .flatMap(pairsOf)
    .filter((pair) => !denseStops.has(pair));
  const words = spaced(bare)
    .filter((word) => !stops.has(word))
    .map((word) => (/^\p{N}/u.test(word) ? word : stem(word)));
  return [...words, ...pairs];
};
