/** Ended calls with generated transcripts, as the projector reads them: words as rare as in a language, and every tenth call in Chinese. */
import { isJournalEvent, type JournalEvent } from '../../actors/runtime/event-versions.js';
import { parseCommits } from '../../actors/runtime/journal/commit.js';
import { deriveId } from '../../schemas/ids.js';
import { callThatEnded } from '../../testkit/journal/ended-call.js';
import { seeded } from '../../testkit/seeded.js';
import type { JournalCommit } from '../../views/kernel/projection.js';

export const BUSINESS = deriveId('bench', 'search');
/** The time between two calls, ms: 100,000 calls in a year. */
const SPACING_MS = 315_000;
/** 1 January 2025, UTC, ms since the epoch. */
export const BEGINS = Date.UTC(2025, 0, 1);
/** Calls whose events are decided by the actor; the others have the same events with other words. */
const COURSES = 200;
const WORDS = 20_000;
const CHARACTERS = 2_000;
const CHINESE_EVERY = 10;

const SYLLABLES = [
  'ba',
  'den',
  'fi',
  'gor',
  'hul',
  'ka',
  'lem',
  'mi',
  'no',
  'par',
  'qui',
  'ras',
  'so',
  'tel',
  'va',
];

/** The word of a rank in their frequency, from 0: each has syllables of its own. */
export const wordOf = (rank: number): string => {
  let rest = rank + SYLLABLES.length;
  let word = '';
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += SYLLABLES[rest % SYLLABLES.length];
  return word;
};

/** The Chinese character of a rank, from 0. */
export const characterOf = (rank: number): string => String.fromCodePoint(0x4e00 + rank);

/** A rank below `count`: the nth word is said a nth as often as the first. */
const rankBelow = (count: number, random: () => number): number => Math.floor(count ** random()) - 1;

const sentence = (isChinese: boolean, random: () => number): string => {
  const length = 4 + Math.floor(random() * 9);
  const parts = Array.from({ length: isChinese ? 2 * length : length }, () =>
    isChinese ? characterOf(rankBelow(CHARACTERS, random)) : wordOf(rankBelow(WORDS, random)),
  );
  return parts.join(isChinese ? '' : ' ');
};

interface Course {
  readonly beganAt: number;
  readonly commits: readonly {
    readonly at: number;
    readonly version: number;
    readonly events: readonly JournalEvent[];
  }[];
}

const courses = (): readonly Course[] => {
  const random = seeded(7);
  return Array.from({ length: COURSES }, (_, n) => {
    const ref = { kind: 'call', business: BUSINESS, id: deriveId('bench', 'course', `${n}`) };
    const callee = { contactId: null, name: null, number: '+14155550100' };
    const commits = callThatEnded(ref, { to: callee, beganAt: BEGINS, random }).flatMap(({ text }) =>
      parseCommits(text).map(({ at, version, events }) => ({
        at,
        version,
        events: events.filter(isJournalEvent),
      })),
    );
    return { beganAt: BEGINS, commits };
  });
};

const isTurn = (event: JournalEvent): event is JournalEvent & { readonly turn: { readonly text: string } } =>
  event.type === 'call.turn' && 'turn' in event;

/** A call: its commits, and all that was said on it. */
export interface SpokenCall {
  readonly commits: readonly JournalCommit[];
  readonly text: string;
}

/** The calls one after the other, in the order of the journal. */
export function* spokenCalls(count: number): Generator<SpokenCall> {
  const random = seeded(13);
  const all = courses();
  let seq = 0;
  for (let n = 0; n < count; n += 1) {
    const course = all[n % all.length];
    if (course === undefined) return;
    const id = deriveId('bench', 'search', `${n}`);
    const later = n * SPACING_MS;
    const said: string[] = [];
    const withWords = (event: JournalEvent): JournalEvent => {
      if (!isTurn(event)) return event;
      const text = sentence(n % CHINESE_EVERY === 0, random);
      said.push(text);
      const spoken = { ...event, turn: { ...event.turn, text } };
      return spoken;
    };
    const commits = course.commits.map(({ at, version, events }): JournalCommit => {
      seq += 1;
      const ref = { kind: 'call', businessId: BUSINESS, id };
      return { ...ref, seq, mark: '', at: at + later, version, bytes: 0, events: events.map(withWords) };
    });
    yield { commits, text: said.join('\n') };
  }
}
