/** The settings that `parley tune` tries. */
import type { EndOfTurnSettings } from '../../media/policies/end-of-turn.js';
import { SILENCES } from '../../media/settings.js';
import type { Candidate } from '../../media/tuning/evaluate.js';
import type { Patience } from '../../schemas/agents/voice-settings.js';
import { ConfigError } from '../config/error.js';

/** Values to try, by setting; settings that are left out stay as recorded. */
export interface Grid {
  readonly least?: readonly number[];
  readonly sentence?: readonly number[];
  readonly usual?: readonly number[];
  readonly most?: readonly number[];
  readonly preemptive?: readonly boolean[];
  /** All silences of each; the other values replace some of them. */
  readonly patience?: readonly Patience[];
}

/** What a row tries. */
export interface Tried extends Candidate {
  /** Null: the silences are not those of a patience alone. */
  readonly patience: Patience | null;
}

/** Without any flag. */
const DEFAULT_GRID: Grid = { patience: ['low', 'normal', 'high'], preemptive: [false, true] };

const PATIENCES: readonly Patience[] = ['low', 'normal', 'high'];

const MAX_COMBINATIONS = 200;
const MAX_MS = 10_000;

/** All combinations of the values. @throws ConfigError if there are too many */
export const candidatesOf = (grid: Grid): readonly Tried[] => {
  const { least, sentence, usual, most, preemptive, patience } =
    Object.keys(grid).length === 0 ? DEFAULT_GRID : grid;
  const count = [least, sentence, usual, most, preemptive, patience].reduce(
    (product, values) => product * (values?.length ?? 1),
    1,
  );
  if (count > MAX_COMBINATIONS)
    throw new ConfigError(`${count} combinations are too many; the maximum is ${MAX_COMBINATIONS}`);
  const asRecorded: Tried = { endOfTurn: {}, preemptive: null, patience: null };
  let candidates: readonly Tried[] = patience?.map((name) => ({
    ...asRecorded,
    endOfTurn: SILENCES[name],
    patience: name,
  })) ?? [asRecorded];
  const withMs = (name: keyof EndOfTurnSettings, values: readonly number[] = []): void => {
    if (values.length === 0) return;
    candidates = candidates.flatMap((candidate) =>
      values.map((ms) => ({
        ...candidate,
        endOfTurn: { ...candidate.endOfTurn, [name]: ms },
        patience: null,
      })),
    );
  };
  withMs('leastMs', least);
  withMs('sentenceMs', sentence);
  withMs('usualMs', usual);
  withMs('mostMs', most);
  if (preemptive === undefined) return candidates;
  return candidates.flatMap((candidate) => preemptive.map((on) => ({ ...candidate, preemptive: on })));
};

/** Parses `300,400`: ms, each once. @throws Error that says what to write */
export const silences = (text: string): readonly number[] => {
  const values = text.split(',').map((part) => Number(part.trim() === '' ? Number.NaN : part));
  if (values.every((ms) => Number.isInteger(ms) && ms >= 0 && ms <= MAX_MS)) return [...new Set(values)];
  throw new Error(`write whole ms from 0 to ${MAX_MS}, like 300,400,600`);
};

/** Parses `low,normal,high` or some of them. @throws Error that says what to write */
export const patiences = (text: string): readonly Patience[] => {
  const names = text.split(',').map((part) => part.trim());
  const known = names.flatMap((name) => PATIENCES.find((patience) => patience === name) ?? []);
  if (known.length === names.length) return [...new Set(known)];
  throw new Error('write low, normal or high, or several of them, like low,normal,high');
};

/** Parses `on`, `off` or both. @throws Error that says what to write */
export const onOrOff = (text: string): readonly boolean[] => {
  const values = text.split(',').map((part) => part.trim());
  if (values.every((value) => value === 'on' || value === 'off'))
    return [...new Set(values)].map((value) => value === 'on');
  throw new Error('write on, off, or off,on');
};
