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
export type Question = Static<typeof Question>;

const Handbook = Type.Object(
  {
    language: Type.Union([Type.Literal('en'), Type.Literal('de'), Type.Literal('zh')]),
    pages: Type.Array(
      Type.Object({ title: Text, words: Type.Array(Text, { minItems: 5, maxItems: 5 }), fact: Text }, closed),
      { minItems: 10 },
    ),
    /** By kind. */
    questions: Type.Record(Type.String(), Type.Array(Question, { minItems: 10 })),
  },
  closed,
);
export type Handbook = Static<typeof Handbook>;
type Page = Handbook['pages'][number];

/** @throws Error if a file is not as described, or a question names no page */
export const readHandbook = (language: Handbook['language']): Handbook => {
  const handbook = Value.Parse(
    Handbook,
    parse(readFileSync(new URL(`handbook-${language}.yaml`, FOLDER), 'utf8')),
  );
  const titles = new Set(handbook.pages.map(({ title }) => title));
  for (const { page } of Object.values(handbook.questions).flat())
    if (!titles.has(page)) throw new Error(`a question names the page "${page}", which does not exist`);
  return handbook;
};

/** Sentences of every page. `1` and `2` are two of its words. */
const SENTENCES: Readonly<Record<Handbook['language'], readonly string[]>> = {
  en: [
    'This part of the house has been looked after by the same people for many years, and they know what guests like.',
    'If something about the {1} is not as you expect it, please tell us, and somebody will come to you within the hour.',
    'The {1} and the {2} are checked every morning before the first guests use them.',
    'You do not have to pay for the {1} in advance, and it costs nothing to ask about it.',
    'How long that takes depends on the time of day, and whether many guests want the {1} at once.',
    'In the summer there is more to do, so please ask for the {2} early if you need it on a certain day.',
    'We got the {1} two years ago, and what we can say is that it is much better than the old one.',
    'Where is the {2}? You get there from the entrance, past the {1}, and then to the left.',
    'Of course you may bring your own {2}, as long as the others in the house do not mind.',
    'All of this is open to everybody who stays with us, on any day of the week and at no extra charge.',
  ],
  de: [
    'Um diesen Bereich kümmern sich seit vielen Jahren dieselben Leute, und sie wissen, was Kunden mögen.',
    'Wenn mit {1} etwas nicht so ist, wie Sie es erwarten, sagen Sie uns das bitte, und wir melden uns innerhalb einer Stunde.',
    '{1} und {2} werden jeden Morgen geprüft, bevor die ersten Kunden kommen.',
    'Wie lange das dauert, hängt von der Zeit ab und davon, wie viele Kunden {1} auf einmal wollen.',
    'Im Sommer ist mehr zu tun, fragen Sie also bitte früh nach {2}, wenn Sie es an einem bestimmten Tag brauchen.',
    'Wir haben {1} vor zwei Jahren eingeführt und können sagen, dass es viel besser ist als vorher.',
    'Wo ist {2}? Sie kommen vom Eingang aus dorthin, an {1} vorbei und dann nach links.',
    'Das alles steht jedem offen, der bei uns einkauft, an jedem Tag der Woche und ohne Aufpreis.',
  ],
  zh: [
    '这里的工作人员有多年的经验，知道大家需要什么。',
    '如果{1}有什么问题，请告诉我们，一个小时以内会有人来帮助您。',
    '我们每天早上都会检查{1}和{2}。',
    '需要多长时间要看当时的情况，也要看有多少人同时需要{1}。',
    '夏天的时候人比较多，如果您需要{2}，请早一点告诉我们。',
    '请问{2}在哪里？从大门进来，经过{1}，然后往左走。',
    '所有来这里的人都可以使用，每天都一样，不另外收费。',
  ],
};

/** Paragraphs of a page beside its fact. */
const PARAGRAPHS = 4;
const SENTENCES_IN_PARAGRAPH = 7;

const paragraph = ({ words }: Page, language: Handbook['language'], random: () => number): string => {
  const sentences = SENTENCES[language];
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
export const textOf = ({ pages, language }: Handbook): string => {
  const random = createRandom(pages.length);
  return pages
    .flatMap((page) => {
      const paragraphs = Array.from({ length: PARAGRAPHS }, () => paragraph(page, language, random));
      const place = Math.floor(random() * (PARAGRAPHS + 1));
      return [page.title, ...paragraphs.slice(0, place), page.fact, ...paragraphs.slice(place)];
    })
    .join('\n\n');
};
