/** The corpora of conversations: they have the promised cases, their fields agree, and their halves are fair. */
import t from 'tap';
import {
  parseOpenings,
  readBackchannels,
  readOpenings,
  readSegments,
  readSpokenForms,
  readTurns,
} from '../../../bench/conversation/corpora.js';
import { wordsOf } from '../../../bench/conversation/opening-words.js';
import { halvesOf } from '../../../bench/conversation/split.js';

interface Case {
  readonly id: string;
  readonly language: string;
  readonly kind: string;
  readonly batch?: number;
}

const CORPORA: Readonly<Record<string, readonly Case[]>> = {
  openings: readOpenings(),
  turns: readTurns(),
  backchannels: readBackchannels(),
  'spoken-forms': readSpokenForms().cases,
  segments: readSegments(),
};

/** The script that a language is written in, where it is not Latin. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  th: /\p{Script=Thai}/u,
  zh: /\p{Script=Han}/u,
};
/** Languages of the Latin script that cannot be written with the letters of English. */
const DIACRITIC = ['de', 'es', 'fr', 'it', 'pl', 'pt', 'tr'];
const WITHOUT_SPACES = new Set(['ja', 'th', 'zh']);

const countBy = <C>(cases: readonly C[], key: (entry: C) => string): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const entry of cases) counts[key(entry)] = (counts[key(entry)] ?? 0) + 1;
  return counts;
};
const languagesOf = (cases: readonly Case[]): readonly string[] =>
  [...new Set(cases.map(({ language }) => language))].sort();
const firstBatch = <C extends Case>(cases: readonly C[]): readonly C[] =>
  cases.filter(({ batch }) => batch === undefined);
/** Ids of the cases for which `isRight` does not hold; one assertion for all, since thousands of them take seconds. */
const wrong = <C extends Case>(cases: readonly C[], isRight: (entry: C) => boolean): readonly string[] =>
  cases.filter((entry) => !isRight(entry)).map(({ id }) => id);
const ALL: readonly Case[] = Object.values(CORPORA).flat();
const withoutSpace = (text: string): string => text.replaceAll(/\s/gu, '');

t.test('the first batch has the promised cases', async (t) => {
  const openings = firstBatch(readOpenings());
  t.same(
    countBy(openings, ({ kind }) => kind),
    { mailbox: 40, carrier: 20, screener: 20, person: 40, ivr: 10 },
  );
  t.same(
    countBy(
      openings.filter(({ kind }) => kind === 'mailbox'),
      ({ language }) => language,
    ),
    { de: 5, en: 5, es: 5, fr: 5, it: 5, nl: 5, pl: 5, pt: 5 },
  );
  const turns = firstBatch(readTurns());
  t.equal(turns.length, 200);
  t.equal(turns.filter(({ pauses }) => pauses.length > 0).length, 40);
  t.same(languagesOf(turns), ['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'nl', 'pl', 'pt', 'tr']);
  const backchannels = firstBatch(readBackchannels());
  t.same(
    countBy(backchannels, ({ kind }) => kind),
    { backchannel: 40, interruption: 40, answer: 20 },
  );
  for (const kind of ['backchannel', 'interruption', 'answer'])
    t.ok(languagesOf(backchannels.filter((entry) => entry.kind === kind)).length >= 8, kind);
  const forms = firstBatch(readSpokenForms().cases);
  t.ok(forms.length >= 150);
  t.same(languagesOf(forms), ['de', 'en', 'es', 'fr', 'it', 'pt']);
  const segments = firstBatch(readSegments());
  t.equal(segments.length, 120);
  t.same(languagesOf(segments), ['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'pl', 'pt', 'th', 'zh']);
});

t.test('ids are unique and name the kind and the language', async (t) => {
  for (const [corpus, cases] of Object.entries(CORPORA))
    t.equal(new Set(cases.map(({ id }) => id)).size, cases.length, corpus);
  t.same(
    wrong(ALL, ({ id, kind, language }) => id.startsWith(`${kind}-${language}-`)),
    [],
  );
});

t.test('no two cases of a corpus have the same text', async (t) => {
  const texts = {
    openings: readOpenings().map(({ phrases }) => phrases.map(({ text }) => text).join(' ')),
    turns: readTurns().map(({ language, asked, turn }) => `${language} ${asked ?? ''} ${turn}`),
    backchannels: readBackchannels().map(
      ({ kind, language, text }) => `${kind} ${language} ${text.toLowerCase()}`,
    ),
    spoken: readSpokenForms().cases.map(({ written }) => written),
    segments: readSegments().map(({ reply }) => reply),
  };
  for (const [corpus, each] of Object.entries(texts)) t.equal(new Set(each).size, each.length, corpus);
});

t.test('texts are written in their language, with its letters', async (t) => {
  const textOf = (entry: Case): string => JSON.stringify(entry);
  t.same(
    wrong(ALL, (entry) => textOf(entry) === textOf(entry).normalize('NFC')),
    [],
    'letters are composed',
  );
  t.same(
    wrong(ALL, (entry) => !textOf(entry).includes('\uFFFD')),
    [],
  );
  t.same(
    wrong(ALL, (entry) => SCRIPTS[entry.language]?.test(textOf(entry)) ?? true),
    [],
  );
  for (const [corpus, cases] of Object.entries(CORPORA))
    for (const language of DIACRITIC) {
      const texts = cases.filter((entry) => entry.language === language).map(textOf);
      if (texts.length > 3) t.match(texts.join(), /(?!\p{ASCII})\p{Letter}/u, `${corpus}: ${language}`);
    }
});

t.test('the halves of a kind of a batch, and of its languages, differ by one case at most', async (t) => {
  const strata = [
    ({ batch = 1, kind }: Case) => `${batch} ${kind}`,
    ({ batch = 1, kind, language }: Case) => `${batch} ${kind} ${language}`,
  ];
  for (const [corpus, cases] of Object.entries(CORPORA)) {
    const { open, heldOut } = halvesOf(cases);
    t.same([...open, ...heldOut].map(({ id }) => id).sort(), cases.map(({ id }) => id).sort(), corpus);
    for (const stratum of strata) {
      const inOpen = countBy(open, stratum);
      const inHeldOut = countBy(heldOut, stratum);
      const uneven = Object.keys(countBy(cases, stratum)).filter(
        (name) => Math.abs((inOpen[name] ?? 0) - (inHeldOut[name] ?? 0)) > 1,
      );
      t.same(uneven, [], corpus);
    }
  }
});

t.test('the seed and the ids alone decide the halves', async (t) => {
  const cases = readTurns();
  const ids = (entries: readonly Case[]): readonly string[] => entries.map(({ id }) => id).sort();
  const { open } = halvesOf(cases);
  t.same(ids(halvesOf(cases.toReversed()).open), ids(open), 'the order of the file does not');
  t.same(ids(halvesOf(cases, 36).open), ids(open), 'the benches use seed 36');
  const halves = [1, 2, 3, 4, 5].map((seed) => ids(halvesOf(cases, seed).open).join());
  t.equal(new Set(halves).size, halves.length);
});

t.test('cases of a later batch leave the halves as they are', async (t) => {
  const cases = firstBatch(readSegments());
  const before = halvesOf(cases);
  for (let count = 1; count <= 4; count += 1) {
    const later = Array.from({ length: count }, (_, index) => ({
      id: `plain-en-${900 + index}`,
      language: 'en',
      kind: 'plain',
      batch: 2,
    }));
    const after = halvesOf<Case>([...cases, ...later]);
    t.same(firstBatch(after.open), before.open);
    t.same(firstBatch(after.heldOut), before.heldOut);
    t.ok(Math.abs(after.open.length - before.open.length - count / 2) <= 0.5, 'and are split themselves');
  }
});

t.test('the phrases of an opening follow one another', async (t) => {
  t.same(
    wrong(readOpenings(), (opening) => {
      const phrases = wordsOf(opening);
      return phrases.every((words, index) => {
        const previousEndMs = phrases[index - 1]?.at(-1)?.endMs ?? -300;
        return (words[0]?.startMs ?? 0) >= previousEndMs + 300;
      });
    }),
    [],
  );
  t.same(
    wrong(readOpenings(), (opening) =>
      wordsOf(opening).every(
        (words, index) => words.map(({ text }) => text).join('') === opening.phrases[index]?.text,
      ),
    ),
    [],
    'their words are the whole phrase',
  );
  const japanese = readOpenings().filter(({ language }) => language === 'ja');
  t.same(
    wrong(japanese, (opening) => wordsOf(opening).flat().length >= 4),
    [],
    'Japanese is cut into words',
  );
});

t.test('the kind of an opening fits its verdict, and only mailboxes beep', async (t) => {
  const possible = {
    mailbox: ['voicemail'],
    carrier: ['mailbox_full', 'not_in_service', 'unavailable'],
    screener: ['screener'],
    person: ['person'],
    ivr: ['ivr_menu'],
  };
  const openings = readOpenings();
  t.same(
    wrong(openings, ({ kind, expected }) =>
      possible[kind].includes(expected.verdict === 'machine' ? expected.reason : expected.verdict),
    ),
    [],
  );
  t.same(
    wrong(openings, ({ kind, beep }) => kind === 'mailbox' || beep === null),
    [],
  );
  t.ok(openings.filter(({ kind, beep }) => kind === 'mailbox' && beep === null).length <= 2);
});

t.test('a turn is its segments, with a pause between each two', async (t) => {
  const paused = ['digits', 'spelling', 'email', 'address', 'hesitation', 'open_word', 'yes_but'];
  const turns = readTurns();
  t.same(
    wrong(turns, ({ segments, pauses }) => pauses.length === segments.length - 1),
    [],
  );
  t.same(
    wrong(turns, ({ kind, pauses }) => pauses.length > 0 === paused.includes(kind)),
    [],
  );
  t.same(
    wrong(
      turns,
      ({ language, segments, turn }) => segments.join(WITHOUT_SPACES.has(language) ? '' : ' ') === turn,
    ),
    [],
  );
  t.same(
    wrong(turns, ({ segments }) =>
      segments.slice(0, -1).every((segment) => !/[.!?。！？।؟]$/u.test(segment)),
    ),
    [],
    'the full stop at a pause is a field',
  );
  const stops = turns.flatMap(({ pauses }) => pauses.map(({ fullStop }) => fullStop));
  t.same([...new Set(stops)].sort(), [false, true]);
});

t.test('what is said over the agent has one outcome a kind, and an answer has a question', async (t) => {
  const outcomes = { backchannel: 'goes_on', interruption: 'stops', answer: 'answers' };
  const cases = readBackchannels();
  t.same(
    wrong(cases, ({ kind, expected }) => expected === outcomes[kind]),
    [],
  );
  t.same(
    wrong(cases, ({ kind, asked }) => (asked !== null) === (kind === 'answer')),
    [],
  );
  t.same(
    wrong(cases, ({ kind, soundMs }) => kind === 'interruption' || soundMs <= 700),
    [],
    'a word of listening is short',
  );
});

t.test('a spoken form has words alone, and each language has every kind and its conventions', async (t) => {
  const { conventions, cases } = readSpokenForms();
  const symbols = /[\p{N}\p{Extended_Pictographic}*_#`|[\]()@/&+=%€$£°<>\n–]/u;
  t.same(
    wrong(cases, ({ written, spoken }) => !symbols.test(spoken) && written !== spoken),
    [],
  );
  const kindsOf = (forms: readonly Case[]): readonly string[] =>
    [...new Set(forms.map(({ kind }) => kind))].sort();
  t.equal(kindsOf(cases).length, 18);
  for (const language of languagesOf(cases)) {
    t.same(kindsOf(cases.filter((entry) => entry.language === language)), kindsOf(cases), language);
    t.ok(language in conventions, language);
  }
  t.ok('all' in conventions);
});

t.test('pieces are the whole reply, and each has words', async (t) => {
  const replies = readSegments();
  t.same(
    wrong(replies, ({ reply, pieces }) => withoutSpace(pieces.join('')) === withoutSpace(reply)),
    [],
  );
  t.same(
    wrong(replies, ({ pieces }) =>
      pieces.every((piece) => /\p{L}/u.test(piece) && piece === piece.trim() && !piece.includes('\n')),
    ),
    [],
  );
  t.ok(replies.some(({ pieces }) => pieces.length === 1));
});

t.test('a case with a wrong field is refused, with its place', async (t) => {
  const text = `cases:
  - { id: person-en-1, language: en, kind: person, msPerWord: 300, phrases: [{ startMs: 0, text: "Hi." }],
      beep: null, expected: { verdict: person } }`;
  t.equal(parseOpenings('a.yaml', text).length, 1);
  t.throws(() => parseOpenings('a.yaml', text.replace('beep: null', 'beeps: null')), /a\.yaml: \/cases\/0/);
  t.throws(() => parseOpenings('a.yaml', text.replace('msPerWord: 300', 'msPerWord: "300"')), /msPerWord/);
  t.throws(() => parseOpenings('a.yaml', text.replace('kind: person', 'kind: parrot')), /\/cases\/0\/kind/);
  t.throws(() => parseOpenings('a.yaml', text.replace('kind: person', 'kind: person, kind: ivr')), /unique/);
});
