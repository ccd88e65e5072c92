/**
 * Requests speech from a provider: the deadlines, the single retry, and the texts that never go to a provider. Shared by
 * providers with and without WebSockets.
 *
 * Numbered promises: A1 an abort throws the signal's reason, and stops the current attempt. A2 an attempt without audio is
 * retried once, if a second connection or a short wait may help and the deadline leaves time for it. A3 after the first
 * audio nothing is retried, because it would be heard twice. A4 a text without anything to pronounce is a pause.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Stalled, unlessStalled } from '../../stalls.js';
import type { SpeechChunk, SpeechRequest } from '../synthesiser.js';
import { SynthesisFailure } from './failure.js';
import { MOST_CHARACTERS, type SpeechDeadlines } from './limits.js';

/** A validated request. */
export interface Asked {
  readonly text: string;
  /** The provider's own id of the voice. */
  readonly voice: string;
  /** BCP 47. */
  readonly language: string;
  readonly background: boolean;
}

export interface Asking {
  readonly provider: string;
  readonly deadlines: SpeechDeadlines;
  /** Makes one attempt. `signal` aborts when the speech is no longer needed. */
  speak(asked: Asked, signal: AbortSignal): AsyncIterable<SpeechChunk>;
}

/** Minimum remaining time for another attempt, ms. */
const LEAST_MS = 300;
/** 200 ms of µ-law silence. */
const PAUSE = new Uint8Array(1_600).fill(0xff);
const PRONOUNCED = /[\p{L}\p{N}]/u;
const VOICE_ID = /^[\w-][\w.-]{0,127}$/;

/** @throws SynthesisFailure; the signal's reason */
export async function* askForSpeech(
  { provider, deadlines, speak }: Asking,
  request: SpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<SpeechChunk, void> {
  signal.throwIfAborted();
  const asked = look(provider, request);
  if (!PRONOUNCED.test(asked.text)) {
    // A4
    yield { mulaw: PAUSE };
    return;
  }
  const until = performance.now() + (asked.background ? deadlines.firstAheadMs : deadlines.firstMs);
  for (let attempt = 1; ; attempt += 1) {
    let isHeard = false;
    try {
      const limits = { firstMs: Math.max(1, until - performance.now()), betweenMs: deadlines.betweenMs };
      for await (const chunk of unlessStalled((stop) => speak(asked, stop), signal, limits)) {
        isHeard = true;
        yield chunk;
      }
      return;
    } catch (error) {
      // A1
      signal.throwIfAborted();
      const failure = failureOf(provider, error);
      const waitMs = isHeard || attempt > 1 ? null : waitBeforeNext(failure);
      // A2, A3
      if (waitMs === null || performance.now() + waitMs + LEAST_MS > until) throw failure;
      await delay(waitMs, undefined, { signal });
    }
  }
}

/** The wait before a retry, ms; null: a retry would not help. */
const waitBeforeNext = ({ kind, retryAfterMs }: SynthesisFailure): number | null => {
  if (kind === 'unavailable' || kind === 'protocol') return retryAfterMs ?? 0;
  return kind === 'rate' ? retryAfterMs : null;
};

const failureOf = (provider: string, error: unknown): SynthesisFailure => {
  if (error instanceof SynthesisFailure) return error;
  if (error instanceof Stalled)
    return new SynthesisFailure('timeout', `${provider} brought no audio in time`);
  throw error;
};

/** The provider's own id of a voice; null: the voice is another provider's. */
const ownVoice = (provider: string, voiceId: string): string | null => {
  const voice = voiceId.startsWith(`${provider}:`) ? voiceId.slice(provider.length + 1) : '';
  return VOICE_ID.test(voice) ? voice : null;
};

const look = (provider: string, { text, voiceId, language, background = false }: SpeechRequest): Asked => {
  const voice = ownVoice(provider, voiceId);
  if (voice === null) throw new SynthesisFailure('refused', `${provider} has no voice of that id`);
  if (text.trim() === '' || text.length > MOST_CHARACTERS)
    throw new SynthesisFailure('refused', `a text of 1 to ${MOST_CHARACTERS} characters is needed`);
  return { text, voice, language, background };
};
