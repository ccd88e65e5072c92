/**
 * Listens to a voice note through a recogniser that is made for calls.
 *
 * It guarantees:
 * L1. At most {@link MAX_NOTE_MS} of a note are listened to, at twice its speed: services for calls close connections that are
 *     flooded (../recognisers/limits.ts), and the engines of this machine leave the processor to live calls.
 * L2. If a recogniser fails, the next one listens from the beginning, as long as the signal allows.
 * L3. It never throws, and every stream that it opened is closed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Recogniser, RecogniserStream, RecognitionEvent, RecognitionRequest } from '../recogniser.js';
import { noteAudio } from './note-audio.js';

/** The longest note that is listened to in full, ms of audio. */
export const MAX_NOTE_MS = 90_000;
/** Longest text, characters; faster speech is no speech. */
const MAX_CHARACTERS = 4_000;
const SPEED = 2;
/** Audio sent at a time, ms: what services for calls expect. */
const PIECE_MS = 100;
const BYTES_PER_MS = 8;
/** µ-law's silence. */
const SILENCE = 0xff;
/** Silence after the words, ms: engines that hear the end of an utterance need it. */
const END_MS = 1_000;

/** The words of a note. `isCut`: whether only its beginning was listened to. */
export type HeardNote =
  | { readonly is: 'understood'; readonly text: string; readonly isCut: boolean }
  | {
      readonly is: 'failed';
      readonly code: 'format_unsupported' | 'no_words' | 'too_late' | 'recogniser_failed';
    };

export interface NoteListener {
  /** In fallback order. */
  readonly recognisers: readonly Recogniser[];
  readonly request: RecognitionRequest;
  /** Waits for `ms`; rejects if the signal aborts. Default: real time. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** `signal`: the deadline, after which the words so far count as the beginning of the note. */
export const listenToNote = async (
  file: Uint8Array,
  { recognisers, request, wait = (ms, signal) => delay(ms, undefined, { signal }) }: NoteListener,
  signal: AbortSignal,
): Promise<HeardNote> => {
  const audio = noteAudio(file);
  if (audio === null) return { is: 'failed', code: 'format_unsupported' };
  for (const recogniser of recognisers) {
    const heard = await listen(recogniser, request, audio, wait, signal);
    const text = heard.words.join(' ').replaceAll(/\s+/g, ' ').trim();
    const isCut = heard.isCut || text.length > MAX_CHARACTERS;
    if (signal.aborted)
      return text === ''
        ? { is: 'failed', code: 'too_late' }
        : { is: 'understood', text: text.slice(0, MAX_CHARACTERS), isCut: true };
    if (heard.hasFailed) continue;
    return text === ''
      ? { is: 'failed', code: 'no_words' }
      : { is: 'understood', text: text.slice(0, MAX_CHARACTERS), isCut };
  }
  return { is: 'failed', code: 'recogniser_failed' };
};

interface Listened {
  readonly words: readonly string[];
  readonly hasFailed: boolean;
  readonly isCut: boolean;
}

const listen = async (
  recogniser: Recogniser,
  request: RecognitionRequest,
  audio: Iterable<Uint8Array>,
  wait: NonNullable<NoteListener['wait']>,
  signal: AbortSignal,
): Promise<Listened> => {
  const words: string[] = [];
  let hasFailed = false;
  let isCut = false;
  const failed = new AbortController();
  const stopped = AbortSignal.any([signal, failed.signal]);
  const onEvent = (event: RecognitionEvent): void => {
    if (event.type === 'final') words.push(event.text);
    if (event.type !== 'failed') return;
    hasFailed = true;
    failed.abort();
  };
  let stream: RecogniserStream | null = null;
  try {
    stream = recogniser.open(request, onEvent);
    let sentMs = 0;
    for (const piece of pieces(audio)) {
      if (stopped.aborted) break;
      isCut = sentMs >= MAX_NOTE_MS;
      if (isCut) break;
      stream.write(piece);
      sentMs += piece.length / BYTES_PER_MS;
      await wait(piece.length / BYTES_PER_MS / SPEED, stopped).catch(() => undefined);
    }
    if (!stopped.aborted) {
      stream.write(new Uint8Array(END_MS * BYTES_PER_MS).fill(SILENCE));
      await Promise.race([stream.finish(), aborted(stopped)]);
    }
  } catch {
    hasFailed = true;
  } finally {
    stream?.close();
  }
  return { words, hasFailed, isCut };
};

/** The audio in pieces of {@link PIECE_MS}. */
function* pieces(audio: Iterable<Uint8Array>): Generator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of audio) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < PIECE_MS * BYTES_PER_MS) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
