/** How messages of recognisers are read: every field may be missing or of another kind. */
import { isRecord } from '../../../schemas/json.js';
import type { RecognisedWord } from '../recogniser.js';

/** A message of a recogniser, as JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Of one message: twenty minutes of speech have about as many. */
const MOST_CHARACTERS = 20_000;
const MOST_WORDS = 2_000;

/** @throws Error when it is no JSON object */
export const fieldsOf = (message: string): Fields => {
  const value: unknown = JSON.parse(message);
  if (!isRecord(value)) throw new Error('a message that is no object');
  return value;
};

/** An object below a name; an empty one where there is none. */
export const objectAt = (fields: Fields, name: string): Fields => {
  const value = fields[name];
  return isRecord(value) ? value : {};
};

/** The objects of a list below a name. @throws Error when it is too long */
export const objectsAt = (fields: Fields, name: string): readonly Fields[] => {
  const value = fields[name];
  if (!Array.isArray(value)) return [];
  if (value.length > MOST_WORDS) throw new Error('a list that is too long');
  return value.filter(isRecord);
};

/** Empty where there is none. @throws Error when it is too long */
export const textAt = (fields: Fields, name: string): string => {
  const value = fields[name];
  if (typeof value !== 'string') return '';
  if (value.length > MOST_CHARACTERS) throw new Error('a text that is too long');
  return value;
};

/** Null where there is none. */
export const numberAt = (fields: Fields, name: string): number | null => {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** Seconds as ms; null where there are none. */
export const secondsAt = (fields: Fields, name: string): number | null => {
  const seconds = numberAt(fields, name);
  return seconds === null ? null : Math.round(seconds * 1_000);
};

/** 0 to 1; `otherwise` where the provider says nothing. */
export const shareAt = (fields: Fields, name: string, otherwise: number): number =>
  Math.min(1, Math.max(0, numberAt(fields, name) ?? otherwise));

/** A word, where its text and both times are known. */
export const wordOf = (text: string, startMs: number | null, endMs: number | null): RecognisedWord[] =>
  text.trim() === '' || startMs === null || endMs === null ? [] : [{ text: text.trim(), startMs, endMs }];

/** Their mean; `otherwise` where there are none. */
export const meanOf = (shares: readonly number[], otherwise: number): number =>
  shares.length === 0 ? otherwise : shares.reduce((sum, each) => sum + each, 0) / shares.length;

/** How sure a provider is that gives logarithms of probabilities, 0 to 1; 1 where it gives none. */
export const confidenceOf = (items: readonly Fields[]): number => {
  const logs = items.flatMap((item) => numberAt(item, 'logprob') ?? []);
  return Math.min(1, Math.exp(meanOf(logs, 0)));
};
