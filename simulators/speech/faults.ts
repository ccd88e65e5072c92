/** Faults of the simulated providers, on demand. */
import { isRecord } from '../support/json.js';

const FAULTS = [
  'none',
  /** The upgrade, or the request, is answered 401. */
  'unauthorised',
  /** The same with 429, and Retry-After. */
  'throttled',
  /** The same with 503. */
  'down',
  /** The connection is accepted, and never upgraded or answered. */
  'mute',
  /** The text is accepted, and nothing follows. */
  'stall_before_audio',
  /** Only half of the audio arrives. */
  'stall_after_audio',
  /** The connection breaks after half of the audio. */
  'broken',
  /** The connection breaks before any audio. */
  'broken_before_audio',
  /** The output is not a message of the protocol. */
  'rubbish',
  /** The provider's own error message. */
  'refused',
  /** A piece of a few ms every 50 ms. */
  'drip',
  /** The audio never ends. */
  'endless',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Behaviour {
  readonly fault: Fault;
  /** How many connections, requests or texts the fault hits; there is none afterwards. */
  readonly times: number;
  /** Value of Retry-After, s. */
  readonly retryAfterS: number;
  /** How much audio is sent at once, ms. */
  readonly pieceMs: number;
  /** Pause between two pieces, ms. */
  readonly pauseMs: number;
}

export const DEFAULT_BEHAVIOUR: Behaviour = {
  fault: 'none',
  times: 0,
  retryAfterS: 1,
  pieceMs: 100,
  pauseMs: 1,
};

const isFault = (value: unknown): value is Fault => FAULTS.some((fault) => fault === value);

/** Values that are left out have their defaults. Null if a value is invalid. */
export const parseBehaviour = (value: unknown): Behaviour | null => {
  if (!isRecord(value)) return null;
  const { fault = DEFAULT_BEHAVIOUR.fault, ...numbers } = value;
  const fits = Object.entries(numbers).every(
    ([name, setting]) =>
      Object.hasOwn(DEFAULT_BEHAVIOUR, name) && typeof setting === 'number' && setting >= 0,
  );
  return fits && isFault(fault) ? { ...DEFAULT_BEHAVIOUR, ...numbers, fault } : null;
};
