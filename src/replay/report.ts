/** The results of `parley replay`, for people and for programs. */
import type { Difference } from '../../media/replay/comparison.js';
import type { Replayed, ReplayedSession } from './run.js';

export interface ReplayReport extends Replayed {
  /** Whether the sessions were compared with themselves under a change, or with their recordings. */
  readonly compared: 'recording' | 'change';
  readonly same: number;
  readonly different: number;
}

export const reportOf = (replayed: Replayed, isChanged: boolean): ReplayReport => {
  const different = replayed.sessions.filter(({ difference }) => difference !== null).length;
  return {
    compared: isChanged ? 'change' : 'recording',
    same: replayed.sessions.length - different,
    different,
    ...replayed,
  };
};

/** 0: no difference; 1: a difference; 2: no difference, but something cannot be read. */
export const exitCodeOf = ({ different, unreadable }: ReplayReport): 0 | 1 | 2 => {
  if (different > 0) return 1;
  return unreadable.length > 0 ? 2 : 0;
};

/** The lines about one session. `build`: the one that replays. */
export const sessionInWords = (session: ReplayedSession, build: string, isChanged: boolean): string => {
  const { log, session: number, inputs, durationMs, turns, difference } = session;
  const measures = `${count(inputs, 'input')}, ${(durationMs / 1_000).toFixed(1)} s, ${count(turns, 'turn')}`;
  const lines = [
    `${log}, session ${number}: ${measures}: ${difference === null ? 'no differences' : `differs at ${ms(difference.atMs)}`}`,
  ];
  lines.push(...remarksOf(session, build));
  if (difference !== null) lines.push(...differenceInWords(difference, isChanged));
  return lines.map((line) => `${line}\n`).join('');
};

const remarksOf = (
  { build: recordedBy, torn, incomplete, otherBuildFromMs }: ReplayedSession,
  build: string,
): readonly string[] => {
  const remarks: string[] = [];
  if (recordedBy !== build)
    remarks.push(`  recorded by ${recordedBy ?? 'a build without a name'}, replayed by ${build}`);
  if (torn > 0)
    remarks.push(`  ${count(torn, 'part')} of it cannot be read: what they did is missing from the replay`);
  if (incomplete !== null)
    remarks.push(
      `  the node stopped writing it before the session ended (${incomplete.replaceAll('_', ' ')})`,
    );
  if (otherBuildFromMs !== null)
    remarks.push(
      `  this build differs from the recording from ${ms(otherBuildFromMs)} on, even without the change`,
    );
  return remarks;
};

const differenceInWords = (
  { turn, input, cause, recorded, replayed, ends }: Difference,
  isChanged: boolean,
): readonly string[] => [
  turn === null
    ? '  after the last turn'
    : `  turn ${turn.number} (${turn.turnId}), ${turn.speaker}: "${turn.text}"`,
  `  input ${input}: ${cause}`,
  `  ${isChanged ? 'without the change' : 'recorded'}:`,
  ...outputs(recorded, 'the log does not show it'),
  `  ${isChanged ? 'with the change' : 'replayed'}:`,
  ...outputs(replayed, ''),
  ...(recorded !== null && recorded.length + replayed.length === 0
    ? ['  In words both are the same: audio, or a text that is cut here, differs.']
    : []),
  `  ${ends}`,
];

const outputs = (words: readonly string[] | null, unknown: string): readonly string[] => {
  if (words === null) return [`    ${unknown}`];
  return words.length === 0 ? ['    nothing else'] : words.map((line) => `    ${line}`);
};

/** The last lines. */
export const summaryInWords = ({ same, different, unreadable }: ReplayReport): string =>
  [
    ...unreadable.map(({ log, reason }) => `${log}: ${reason}`),
    `${count(same + different, 'session')}: ${same} without differences, ${different} with one`,
  ]
    .map((line) => `${line}\n`)
    .join('');

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const ms = (atMs: number): string => `${Math.round(atMs).toLocaleString('en-US')} ms`;
