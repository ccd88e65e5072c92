/**
 * The handbooks that judge the search of an agent's sources: pages with one fact each, and questions about them. The facts and
 * questions are written by hand; the rest of a page is made of its own words in sentences that all pages share, so that
 * common words prove nothing.
 */
import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';
import { createRandom } from '../../simulators/meta/faults.js';

/** Relative to the compiled file. */
const FOLDER = new URL('../../../bench/retrieval/corpora/', import.meta.url);

const closed = { additionalProperties: false } as const;
const Text = Type.String({ minLength: 1 });

const Question = Type.Object(
  {
    /** The title of the page that has the answer. */
    page: Text,
    text: Text,
    /** What the customer and the agent said before, in turn. */
    before: Type.Optional(Type.Array(Text, { minItems: 2 })),
  },
  closed,
);

const Handbook = Type.Object(
  {
    language: Type.Union([Type.Literal('en'), Type.Literal('de'), Type.Literal('zh')]),
    pages: Type.Array(
      Type.Object({ title: Text, words: Type.Array(Text, { minItems: 5, maxItems: 5 }), fact: Text }, closed),
      { minItems: 10 },
    ),
    /** Sentences of every page. `{1}` and `{2}` are two of its words. */
    sentences: Type.Array(Text, { minItems: 5 }),
    /** By kind. */
    questions: Type.Record(Type.String(), Type.Array(Question, { minItems: 10 })),
  },
  closed,
);
export type Handbook = Static<typeof Handbook>;
type Page = Handbook['pages'][number];

/** The files of the handbooks: `handbook-<name>.yaml`. */
export const HANDBOOKS = ['en', 'en-telephone', 'de', 'zh'] as const;
export type HandbookName = (typeof HANDBOOKS)[number];

/** @throws Error if a file is not as described, or a question names no page */
export const readHandbook = (name: HandbookName): Handbook => {
  const handbook = Value.Parse(
    Handbook,
    parse(readFileSync(new URL(`handbook-${name}.yaml`, FOLDER), 'utf8')),
  );
  const titles = new Set(handbook.pages.map(({ title }) => title));
  for (const { page } of Object.values(handbook.questions).flat())
    if (!titles.has(page)) throw new Error(`a question names the page "${page}", which does not exist`);
  return handbook;
};

/** Paragraphs of a page beside its fact: passages are of one length in all languages, and a Chinese sentence is short. */
const PARAGRAPHS: Readonly<Record<Handbook['language'], number>> = { en: 4, de: 4, zh: 20 };
const SENTENCES_IN_PARAGRAPH = 7;

const paragraph = (
  { words }: Page,
  { language, sentences }: Pick<Handbook, 'language' | 'sentences'>,
  random: () => number,
): string => {
  const any = <E>(list: readonly E[]): E => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new Error('the list is empty');
    return found;
  };
  return Array.from({ length: SENTENCES_IN_PARAGRAPH }, () =>
    any(sentences)
      .replaceAll('{1}', () => any(words))
      .replaceAll('{2}', () => any(words)),
  ).join(language === 'zh' ? '' : ' ');
};

/** The whole text, as a document is read: a title is a paragraph of its own. The same at every call. */
export const textOf = (handbook: Handbook): string => {
  const { pages, language } = handbook;
  const random = createRandom(pages.length);
  return pages
    .flatMap((page) => {
      const paragraphs = Array.from({ length: PARAGRAPHS[language] }, () =>
        paragraph(page, handbook, random),
      );
      const place = Math.floor(random() * (PARAGRAPHS[language] + 1));
      return [page.title, ...paragraphs.slice(0, place), page.fact, ...paragraphs.slice(place)];
    })
    .join('\n\n');
};
