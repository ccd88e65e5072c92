/** The state of the simulated providers: what was received, which fault is on, and how their audio is sent. */
import { setTimeout as delay } from 'node:timers/promises';
import { encodeMulaw } from '../support/mulaw.js';
import { toneSamples } from '../support/tones.js';
import { type Behaviour, DEFAULT_BEHAVIOUR, type Fault } from './faults.js';

/** A connection or a request, and its messages. */
export interface Visit {
  readonly id: number;
  readonly provider: string;
  /** With its query. */
  readonly path: string;
  /** Whether the key was the required one. */
  readonly authorised: boolean;
  readonly messages: unknown[];
  /** µ-law bytes, or samples, of audio that were sent. */
  sent: number;
  open: boolean;
}

export interface World {
  /** The key that all providers require. */
  readonly key: string;
  behaviour: Behaviour;
  readonly visits: Visit[];
  /** The active fault, if it is one of these; uses up one of its times. */
  hits(...faults: readonly Fault[]): Fault | null;
  visit(provider: string, path: string, authorised: boolean): Visit;
}

const MAX_VISITS = 10_000;

export const createWorld = (key: string): World => {
  const visits: Visit[] = [];
  let latest = 0;
  const world: World = {
    key,
    behaviour: DEFAULT_BEHAVIOUR,
    visits,
    hits: (...faults) => {
      const { fault, times } = world.behaviour;
      if (times <= 0 || !faults.includes(fault)) return null;
      world.behaviour = { ...world.behaviour, times: times - 1 };
      return fault;
    },
    visit: (provider, path, authorised) => {
      latest += 1;
      const visit: Visit = { id: latest, provider, path, authorised, messages: [], sent: 0, open: true };
      visits.push(visit);
      if (visits.length > MAX_VISITS) visits.shift();
      return visit;
    },
  };
  return world;
};

/** How a provider sends the audio of a text. */
export interface Wire {
  /** A piece of the audio, `fromMs` after its start. */
  piece(mulaw: Uint8Array, fromMs: number): void;
  end(): void;
  /** The connection breaks. */
  cut(): void;
  rubbish(): void;
  refuse(): void;
}

const BYTES_PER_MS = 8;
const DRIP_MS = 5;
const DRIP_PAUSE_MS = 50;

/** Faults that hit a text rather than a connection. */
const TEXT_FAULTS: readonly Fault[] = [
  'stall_before_audio',
  'stall_after_audio',
  'broken',
  'broken_before_audio',
  'rubbish',
  'refused',
  'drip',
  'endless',
];

/** Speaks a text, piece by piece, until it ends or `signal` aborts. Never throws. */
export const speak = async (
  world: World,
  visit: Visit,
  text: string,
  wire: Wire,
  signal: AbortSignal,
): Promise<void> => {
  const fault = world.hits(...TEXT_FAULTS);
  if (fault === 'stall_before_audio') return;
  if (fault === 'broken_before_audio') return wire.cut();
  if (fault === 'rubbish') return wire.rubbish();
  if (fault === 'refused') return wire.refuse();
  const { pieceMs, pauseMs } = world.behaviour;
  const isDrip = fault === 'drip';
  const audio = encodeMulaw(toneSamples(text, 8_000));
  const step = (isDrip ? DRIP_MS : Math.max(1, pieceMs)) * BYTES_PER_MS;
  for (let at = 0; at < audio.length || fault === 'endless'; at += step) {
    await delay(isDrip ? DRIP_PAUSE_MS : pauseMs);
    if (signal.aborted) return;
    if (at >= audio.length / 2 && fault === 'stall_after_audio') return;
    if (at >= audio.length / 2 && fault === 'broken') return wire.cut();
    const piece = fault === 'endless' ? new Uint8Array(20 * step).fill(0x7f) : audio.subarray(at, at + step);
    visit.sent += piece.length;
    wire.piece(piece, at / BYTES_PER_MS);
  }
  wire.end();
};
