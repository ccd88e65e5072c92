/** Reads fields from messages of recognisers: each may be missing or of another type. */
import { isRecord } from '../../../schemas/json.js';
import type { RecognisedWord } from '../recogniser.js';

/** A message of a recogniser, as JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Bounds of one message: twenty minutes of speech have about as many. */
const MAX_CHARACTERS = 20_000;
const MAX_WORDS = 2_000;

/** @throws Error if the message is no JSON object */
export const fieldsOf = (message: string): Fields => {
  const value: unknown = JSON.parse(message);
  if (!isRecord(value)) throw new Error('a message that is not an object');
  return value;
};

/** The object under a name; an empty one if there is none. */
export const objectAt = (fields: Fields, name: string): Fields => {
  const value = fields[name];
  return isRecord(value) ? value : {};
};

/** The objects in the list under a name. @throws Error if the list is too long */
export const objectsAt = (fields: Fields, name: string): readonly Fields[] => {
  const value = fields[name];
  if (!Array.isArray(value)) return [];
  if (value.length > MAX_WORDS) throw new Error('a list that is too long');
  return value.filter(isRecord);
};

/** The text under a name; empty if there is none. @throws Error if it is too long */
export const textAt = (fields: Fields, name: string): string => {
  const value = fields[name];
  if (typeof value !== 'string') return '';
  if (value.length > MAX_CHARACTERS) throw new Error('a text that is too long');
  return value;
};

/** The number under a name; null if there is none. */
export const numberAt = (fields: Fields, name: string): number | null => {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** Converts seconds to ms; null if there are none. */
export const secondsAt = (fields: Fields, name: string): number | null => {
  const seconds = numberAt(fields, name);
  return seconds === null ? null : Math.round(seconds * 1_000);
};

/** 0 to 1; `otherwise` if the provider sends none. */
export const shareAt = (fields: Fields, name: string, otherwise: number): number =>
  Math.min(1, Math.max(0, numberAt(fields, name) ?? otherwise));

/** A word, if its text and both times are known. */
export const wordOf = (text: string, startMs: number | null, endMs: number | null): RecognisedWord[] =>
  text.trim() === '' || startMs === null || endMs === null ? [] : [{ text: text.trim(), startMs, endMs }];

/** The mean; `otherwise` if there are no values. */
export const meanOf = (shares: readonly number[], otherwise: number): number =>
  shares.length === 0 ? otherwise : shares.reduce((sum, each) => sum + each, 0) / shares.length;

/** The confidence of a provider that reports log probabilities, 0 to 1; 1 if it reports none. */
export const confidenceOf = (items: readonly Fields[]): number => {
  const logs = items.flatMap((item) => numberAt(item, 'logprob') ?? []);
  return Math.min(1, Math.exp(meanOf(logs, 0)));
};
