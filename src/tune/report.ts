/** The results of `parley tune`, for people and for programs. */
import type { EndOfTurnSettings } from '../../media/policies/end-of-turn.js';
import type { Candidate } from '../../media/tuning/evaluate.js';
import type { SessionFacts } from '../../media/tuning/facts.js';
import { type Summary, summaryOf } from '../../media/tuning/summary.js';
import type { ReadLogs } from './logs.js';

/** Settings, and their results. Recorded values that differ are `mixed`. */
interface Row extends Summary {
  readonly settings: 'recorded' | 'tried';
  readonly least: number | 'mixed';
  readonly sentence: number | 'mixed';
  readonly usual: number | 'mixed';
  readonly most: number | 'mixed';
  readonly preemptive: 'on' | 'off' | 'mixed';
}

export interface TuneReport {
  readonly files: number;
  readonly sessions: number;
  /** A customer who continues this soon after a decision was cut off, ms. */
  readonly withinMs: number;
  /** The recorded settings first. */
  readonly rows: readonly Row[];
  readonly remarks: ReadLogs['remarks'];
  readonly limits: readonly string[];
}

/** What a replay cannot know. */
const LIMITS = [
  'Agent speech is as recorded: with an earlier or later answer, a customer might have spoken differently.',
  'Customers who were cut off in the recording may have stopped speaking because of it: they are not counted.',
  'Turns that a recogniser ended needed no silence: they are counted only in byRecogniser.',
  'Recognisers report likely ends only for preemptive replies: recordings with PARLEY_PREEMPTIVE off contain none.',
];

export const reportOf = (
  { sessions, files, remarks }: ReadLogs,
  candidates: readonly Candidate[],
  withinMs: number,
): TuneReport => {
  const row = (candidate: Candidate, settings: Row['settings']): Row => ({
    settings,
    ...settingsOf(sessions, candidate),
    ...summaryOf(sessions, candidate, withinMs),
  });
  return {
    files,
    sessions: sessions.length,
    withinMs,
    rows: [
      row({ endOfTurn: {}, preemptive: null }, 'recorded'),
      ...candidates.map((candidate) => row(candidate, 'tried')),
    ],
    remarks,
    limits: LIMITS,
  };
};

const settingsOf = (
  sessions: readonly SessionFacts[],
  { endOfTurn, preemptive }: Candidate,
): Omit<Row, keyof Summary | 'settings'> => {
  const ms = (name: keyof EndOfTurnSettings): number | 'mixed' =>
    onlyOf(sessions.map((facts) => endOfTurn[name] ?? facts.endOfTurn[name]));
  return {
    least: ms('leastMs'),
    sentence: ms('sentenceMs'),
    usual: ms('usualMs'),
    most: ms('mostMs'),
    preemptive: onlyOf<'on' | 'off'>(
      sessions.map((facts) => ((preemptive ?? facts.preemptive) ? 'on' : 'off')),
    ),
  };
};

/** The value that all have, or `mixed`. */
const onlyOf = <T>(values: readonly T[]): T | 'mixed' => {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : 'mixed';
};
