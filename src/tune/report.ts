/** The results of `parley tune`, for people and for programs. */
import type { EndOfTurnSettings } from '../../media/end-of-turn.js';
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
  'What the agent said is as it was recorded: a customer who hears an answer sooner, or later, may say something else.',
  'Who was cut off in the recording may have stopped because of it: they are not counted.',
  'Where a recogniser said that the turn is over, no silence was waited for; those turns are counted in byRecogniser alone.',
  'A recogniser that is asked for likely ends says more than one that was recorded without: with PARLEY_PREEMPTIVE off none are in the log.',
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
