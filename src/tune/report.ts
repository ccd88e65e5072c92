/** The results of `parley tune`, for people and for programs. */
import type { Candidate } from '../../media/tuning/evaluate.js';
import type { SessionFacts } from '../../media/tuning/facts.js';
import { type Summary, summaryOf } from '../../media/tuning/summary.js';
import type { Patience } from '../../schemas/agents/voice-settings.js';
import type { Tried } from './grid.js';
import type { ReadLogs } from './logs.js';

/** Settings, and their results. Recorded values that differ are `mixed`. */
interface Row extends Summary {
  readonly settings: 'recorded' | 'tried';
  readonly least: number | 'mixed';
  readonly sentence: number | 'mixed';
  readonly usual: number | 'mixed';
  readonly most: number | 'mixed';
  readonly preemptive: 'on' | 'off' | 'mixed';
  /** `none`: the silences are not those of a patience. */
  readonly patience: Patience | 'none';
}

export interface TuneReport {
  readonly files: number;
  readonly sessions: number;
  /** A customer who continues this soon after a decision was cut off, ms. */
  readonly withinMs: number;
  /** The recorded settings first. */
  readonly rows: readonly Row[];
  /** The patience that {@link advisedPatience} chooses from the rows. */
  readonly advised: Patience | 'none';
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
  candidates: readonly Tried[],
  withinMs: number,
): TuneReport => {
  const row = (candidate: Tried, settings: Row['settings']): Row => ({
    settings,
    patience: candidate.patience ?? 'none',
    ...settingsOf(sessions, candidate),
    ...summaryOf(sessions, candidate, withinMs),
  });
  const tried = candidates.map((candidate) => row(candidate, 'tried'));
  return {
    files,
    sessions: sessions.length,
    withinMs,
    rows: [row({ endOfTurn: {}, preemptive: null, patience: null }, 'recorded'), ...tried],
    advised: advisedPatience(tried) ?? 'none',
    remarks,
    limits: LIMITS,
  };
};

/** More turns than this share that are cut off are too many. */
const CUT_SHARE = 0.05;

/**
 * Of the rows with a patience, the one that answers soonest among those that cut off at most 5 % of the turns; if all cut
 * off more, the one that cuts off fewest. Null: no row has a patience, or no turn was ended by a silence.
 */
export const advisedPatience = (
  rows: readonly Pick<Row, 'patience' | 'turns' | 'falseCuts' | 'p50'>[],
): Patience | null => {
  const shares = rows.flatMap(({ patience, turns, falseCuts, p50 }) =>
    patience === 'none' || turns === 0 || p50 === null ? [] : [{ patience, share: falseCuts / turns, p50 }],
  );
  const few = shares.filter(({ share }) => share <= CUT_SHARE).toSorted((a, b) => a.p50 - b.p50)[0];
  return (few ?? shares.toSorted((a, b) => a.share - b.share || a.p50 - b.p50)[0])?.patience ?? null;
};

const settingsOf = (
  sessions: readonly SessionFacts[],
  { endOfTurn, preemptive }: Candidate,
): Omit<Row, keyof Summary | 'settings' | 'patience'> => {
  const ms = (name: 'leastMs' | 'sentenceMs' | 'usualMs' | 'mostMs'): number | 'mixed' =>
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
