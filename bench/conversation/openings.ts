/**
 * Who has answered? Plays the corpus of openings to the media session in virtual time, with agents that hang up on machines
 * and agents that leave a message, and with recognisers that report final words or partial ones alone. Prints how many
 * people and screeners were hung up on, how many machines were found, and where the message was left. Held-out failures
 * are counted, not named.
 * Run: `node dist/bench/conversation/openings.js`
 */
import { pathToFileURL } from 'node:url';
import type { Voicemail } from '../../schemas/agents/voicemail.js';
import { note, print, run } from '../command-line.js';
import { type Opening, readOpenings } from './corpora.js';
import { callOpening, MESSAGE, type OpeningOptions, type OpeningResult } from './opening-call.js';
import { halvesOf } from './split.js';

const HANGS_UP: Voicemail = { type: 'hang_up' };
const LEAVES: Voicemail = { type: 'leave_message', text: MESSAGE };
const RECOGNISERS = ['finals', 'partials'] as const;

/** An opening that was not handled as expected. */
interface Failure {
  readonly id: string;
  readonly recogniser: OpeningOptions['recogniser'];
  readonly what: string;
}

interface OpeningFigures {
  readonly recogniser: OpeningOptions['recogniser'];
  readonly people: number;
  /** People and screeners on whom an agent of either kind hung up. */
  readonly peopleHungUp: number;
  readonly screeners: number;
  readonly screenersHungUp: number;
  readonly mailboxes: number;
  /** Mailboxes that both kinds of agents found. */
  readonly mailboxesFound: number;
  /** Mailboxes with the whole message after the beep. */
  readonly messagesLeft: number;
  /** Announcements and menus, and those that ended with the expected reason. */
  readonly announcements: number;
  readonly announcementsFound: number;
  /** Mailboxes that got a reply before they were found. */
  readonly mailboxesAnswered: number;
  /** From a person's last word to the agent's first one, ms: median and most. */
  readonly waitMs: { readonly median: number; readonly most: number };
  readonly failures: readonly Failure[];
}

/** Calls each opening twice. `judge`: as in {@link OpeningOptions}. */
export const measureOpenings = (
  openings: readonly Opening[],
  recogniser: OpeningOptions['recogniser'],
  judge?: OpeningOptions['judge'],
): OpeningFigures => {
  const failures: Failure[] = [];
  const counts = {
    people: 0,
    peopleHungUp: 0,
    screeners: 0,
    screenersHungUp: 0,
    mailboxes: 0,
    mailboxesFound: 0,
    messagesLeft: 0,
    announcements: 0,
    announcementsFound: 0,
    mailboxesAnswered: 0,
  };
  const waits: number[] = [];
  for (const opening of openings) {
    const options = { recogniser, ...(judge === undefined ? {} : { judge }) };
    const hangingUp = callOpening(opening, { ...options, voicemail: HANGS_UP });
    const leaving = callOpening(opening, { ...options, voicemail: LEAVES });
    const fails = (what: string): void => void failures.push({ id: opening.id, recogniser, what });
    const { expected } = opening;
    const hungUp = [hangingUp, leaving].filter(({ reason }) => reason !== null);
    const because = reasonsOf([hangingUp, leaving]);
    if (expected.verdict === 'person') {
      counts.people += 1;
      if (hungUp.length > 0) counts.peopleHungUp += 1;
      if (hungUp.length > 0) fails(`person hung up on: ${because}`);
      else if (hangingUp.waitMs !== null) waits.push(hangingUp.waitMs);
      else fails('person not answered');
    } else if (expected.verdict === 'screener') {
      counts.screeners += 1;
      if (hungUp.length > 0) counts.screenersHungUp += 1;
      if (hungUp.length > 0) fails(`screener hung up on: ${because}`);
    } else if (expected.reason === 'voicemail') {
      counts.mailboxes += 1;
      const isFound = hangingUp.reason === 'voicemail' && leaving.reason === 'voicemail';
      if (isFound) counts.mailboxesFound += 1;
      if (leaving.messageLeft) counts.messagesLeft += 1;
      if (hangingUp.replies > 0) counts.mailboxesAnswered += 1;
      if (!isFound) fails(`mailbox not found: ${because}`);
      else if (!leaving.messageLeft) fails('message not left after the beep');
    } else {
      counts.announcements += 1;
      const isFound = [hangingUp, leaving].every(({ reason }) => reason === expected.reason);
      if (isFound) counts.announcementsFound += 1;
      else fails(`${expected.reason} not found: ${because}`);
    }
  }
  const sorted = waits.toSorted((a, b) => a - b);
  const waitMs = { median: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 };
  return { recogniser, ...counts, waitMs, failures };
};

const reasonsOf = (results: readonly OpeningResult[]): string =>
  results.map(({ reason }) => reason ?? 'none').join(', ');

/** The figures as lines for people. `names`: whether failures are named. */
export const linesOf = (title: string, figures: OpeningFigures, names: boolean): readonly string[] => [
  `${title}, recogniser with ${figures.recogniser}`,
  `  people hung up on        ${figures.peopleHungUp} of ${figures.people}`,
  `  screeners hung up on     ${figures.screenersHungUp} of ${figures.screeners}`,
  `  mailboxes found          ${figures.mailboxesFound} of ${figures.mailboxes}`,
  `  messages after the beep  ${figures.messagesLeft} of ${figures.mailboxes}`,
  `  mailboxes answered first ${figures.mailboxesAnswered} of ${figures.mailboxes}`,
  `  announcements and menus  ${figures.announcementsFound} of ${figures.announcements}`,
  `  a person waits, ms       ${figures.waitMs.median}, at most ${figures.waitMs.most}`,
  ...(names
    ? figures.failures.map(({ id, what }) => `  ${id}: ${what}`)
    : [`  failures                 ${figures.failures.length}`]),
];

const main = async (): Promise<void> => {
  const { open, heldOut } = halvesOf(readOpenings());
  for (const recogniser of RECOGNISERS) {
    for (const line of linesOf('Open half', measureOpenings(open, recogniser), true)) print(line);
    for (const line of linesOf('Held-out half', measureOpenings(heldOut, recogniser), false)) print(line);
  }
  note('The model was not asked: words and beeps alone decided.');
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) run(main);
