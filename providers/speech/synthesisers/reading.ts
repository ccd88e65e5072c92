/** Reads messages of providers: a value of an unexpected type is detected, never guessed. */
import { isRecord } from '../../../schemas/json.js';
import type { Received } from './dialect.js';
import { SynthesisFailure } from './failure.js';

type Json = Readonly<Record<string, unknown>>;

/** The object in a text message; null if there is none. */
export const readObject = (message: string | Uint8Array): Json | null => {
  if (typeof message !== 'string') return null;
  try {
    const value: unknown = JSON.parse(message);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Base64 audio as bytes that are not shared; null if the value is not base64. */
export const readAudio = (value: unknown): Uint8Array | null =>
  typeof value === 'string' && value.length % 4 === 0 && BASE64.test(value)
    ? new Uint8Array(Buffer.from(value, 'base64'))
    : null;

export const readText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export const readNumbers = (value: unknown): readonly number[] | null =>
  Array.isArray(value) && value.every((each) => typeof each === 'number' && Number.isFinite(each))
    ? value
    : null;

export const readTexts = (value: unknown): readonly string[] | null =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;

/** The failure of a whole connection whose messages cannot be read. */
export const unreadable = (provider: string): readonly Received[] => [
  {
    type: 'failed',
    id: null,
    failure: new SynthesisFailure('protocol', `${provider} sent a message that cannot be read`),
  },
];
