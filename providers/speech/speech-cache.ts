/**
 * Caches synthesised speech by voice, language, speed and text, so that a greeting made while the phone rings is ready when it
 * is answered.
 *
 * Numbered promises: C1 concurrent requests for the same speech share one synthesis. C2 a synthesis without any waiting
 * request is cancelled; complete speech is kept. C3 failures and stalled syntheses are not cached, so that later requests
 * do not wait for audio that never comes. C4 at most `maxBytes` of finished audio is kept; the least recently used is
 * evicted first. C5 all requests share the same bytes: a call costs a view of them, whatever their length. C6 waiting
 * requests are notified in slices, so that no call's frames wait until the last one is notified. C7 shared speech is due
 * when the earliest request needs it, even if that request comes last.
 */
import { createSlices, type Slices } from '../scheduling/in-slices.js';
import { AHEAD_LIMITS, LIVE_LIMITS, type StallLimits, unlessStalled } from '../stalls.js';
import { type GrowingAudio, growingAudio } from './growing-audio.js';
import { dueAtOf, type SpeechChunk, type SpeechRequest, type Synthesiser } from './synthesiser.js';

/** About half an hour of telephone speech. */
const MAX_BYTES = 16 * 1024 * 1024;

interface Entry {
  readonly audio: GrowingAudio;
  readonly giveUp: AbortController;
  state: 'making' | 'done' | { readonly failed: unknown };
  waiting: number;
  /** When it was started or last produced audio, ms of the monotonic clock. */
  movedAt: number;
  /** When the earliest request needs it, ms of the monotonic clock. */
  dueAt: number;
  /** Callbacks of readers that wait for more. */
  readonly sleepers: Set<() => void>;
}

const createEntry = (): Entry => ({
  audio: growingAudio(),
  giveUp: new AbortController(),
  state: 'making',
  waiting: 0,
  movedAt: performance.now(),
  dueAt: Number.POSITIVE_INFINITY,
  sleepers: new Set(),
});

/** C6 */
const wakeAll = (entry: Entry, slices: Slices): void => {
  entry.movedAt = performance.now();
  for (const wake of entry.sleepers) slices(wake);
  entry.sleepers.clear();
};

/** Yields the audio that exists and all that follows, to the end. @throws the signal's reason; the error of the synthesis */
async function* follow(entry: Entry, signal: AbortSignal): AsyncGenerator<SpeechChunk, void> {
  let wake: () => void = () => undefined;
  const stop = (): void => {
    entry.sleepers.delete(wake);
    wake();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (let heard = entry.audio.start; ; ) {
      signal.throwIfAborted();
      const update = entry.audio.since(heard);
      if (update !== null) {
        heard = update.upTo;
        yield update.chunk;
      } else if (entry.state === 'making')
        await new Promise<void>((resolve) => {
          wake = resolve;
          entry.sleepers.add(wake);
        });
      else if (entry.state === 'done') return;
      else throw entry.state.failed;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Closing it closes `inner`. */
export const withCache = (
  inner: Synthesiser,
  maxBytes = MAX_BYTES,
  limits: StallLimits = AHEAD_LIMITS,
  stale: StallLimits = inner.hasQueue === true ? limits : LIVE_LIMITS,
): Synthesiser => {
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  const slices = createSlices();
  let keptBytes = 0;

  const keep = (entry: Entry): void => {
    entry.state = 'done';
    entry.audio.trim();
    keptBytes += entry.audio.bytes();
    for (const [key, old] of entries) {
      if (keptBytes <= maxBytes) return;
      if (old.state !== 'done') continue;
      entries.delete(key);
      keptBytes -= old.audio.bytes();
    }
  };

  const forget = (key: string, entry: Entry): void => {
    if (entries.get(key) === entry) entries.delete(key);
  };

  const make = async (key: string, entry: Entry, request: SpeechRequest): Promise<void> => {
    try {
      const open = (stop: AbortSignal) => inner.synthesise({ ...request, dueAt: () => entry.dueAt }, stop);
      for await (const chunk of unlessStalled(open, entry.giveUp.signal, limits)) {
        entry.audio.append(chunk);
        wakeAll(entry, slices);
      }
      keep(entry);
    } catch (error) {
      forget(key, entry);
      entry.state = { failed: error };
    }
    wakeAll(entry, slices);
  };

  /** C3: requests that already wait for it keep waiting, because it may only be slow. */
  const isStale = ({ state, audio, movedAt }: Entry): boolean =>
    state === 'making' &&
    performance.now() - movedAt > (audio.bytes() === 0 ? stale.firstMs : stale.betweenMs);

  const find = (request: SpeechRequest): { readonly key: string; readonly entry: Entry } => {
    const key = JSON.stringify([request.voiceId, request.language, request.text, request.speed ?? 1]);
    const earlier = entries.get(key);
    const entry = earlier === undefined || isStale(earlier) ? createEntry() : earlier;
    entries.delete(key);
    entries.set(key, entry);
    entry.dueAt = Math.min(entry.dueAt, dueAtOf(request)); // C7
    if (entry !== earlier) void make(key, entry, request);
    return { key, entry };
  };

  return {
    name: inner.name,
    get voices() {
      return inner.voices;
    },
    hasQueue: inner.hasQueue === true,
    synthesise: async function* (request, signal) {
      signal.throwIfAborted();
      const { key, entry } = find(request);
      entry.waiting += 1;
      try {
        yield* follow(entry, signal);
      } finally {
        entry.waiting -= 1;
        // C2
        if (entry.waiting === 0 && entry.state === 'making') {
          forget(key, entry);
          entry.giveUp.abort();
        }
      }
    },
    close: () => inner.close(),
  };
};

/**
 * Synthesises a text ahead of its use. Never throws: `onFailed` receives the error. The request that needs the text later
 * meets the failure itself, and handles it.
 */
export const prepareSpeech = async (
  synthesiser: Synthesiser,
  request: SpeechRequest,
  onFailed: (error: unknown) => void,
): Promise<void> => {
  try {
    for await (const _chunk of synthesiser.synthesise(request, new AbortController().signal));
  } catch (error) {
    onFailed(error);
  }
};
