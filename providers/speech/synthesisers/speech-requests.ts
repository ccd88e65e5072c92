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
import { hasWords } from '../written-words.js';
import { SynthesisFailure } from './failure.js';
import { MAX_CHARACTERS, type SpeechDeadlines } from './limits.js';

/** A validated request. */
export interface ProviderSpeechRequest {
  readonly text: string;
  /** The provider's own id of the voice. */
  readonly voice: string;
  /** BCP 47. */
  readonly language: string;
  readonly background: boolean;
  /** 1: the voice's own. */
  readonly speed: number;
  /** The reply that it is part of; null: it stands alone. */
  readonly reply: string | null;
}

export interface SpeechProvider {
  readonly provider: string;
  readonly deadlines: SpeechDeadlines;
  /** Makes one attempt. `signal` aborts when the speech is no longer needed. */
  speak(request: ProviderSpeechRequest, signal: AbortSignal): AsyncIterable<SpeechChunk>;
}

/** Minimum remaining time for another attempt, ms. */
const MIN_ATTEMPT_MS = 300;
/** 200 ms of µ-law silence. */
const PAUSE = new Uint8Array(1_600).fill(0xff);
const VOICE_ID = /^[\w-][\w.-]{0,127}$/;

/** @throws SynthesisFailure; the signal's reason */
export async function* requestSpeech(
  { provider, deadlines, speak }: SpeechProvider,
  request: SpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<SpeechChunk, void> {
  signal.throwIfAborted();
  const validated = validate(provider, request);
  if (!hasWords(validated.text)) {
    // A4
    yield { mulaw: PAUSE };
    return;
  }
  const deadline = performance.now() + (validated.background ? deadlines.firstAheadMs : deadlines.firstMs);
  for (let attempt = 1; ; attempt += 1) {
    let hasAudio = false;
    try {
      const limits = { firstMs: Math.max(1, deadline - performance.now()), betweenMs: deadlines.betweenMs };
      for await (const chunk of unlessStalled((stop) => speak(validated, stop), signal, limits)) {
        hasAudio = true;
        yield chunk;
      }
      return;
    } catch (error) {
      // A1
      signal.throwIfAborted();
      const failure = failureOf(provider, error);
      const waitMs = hasAudio || attempt > 1 ? null : waitBeforeNext(failure);
      // A2, A3
      if (waitMs === null || performance.now() + waitMs + MIN_ATTEMPT_MS > deadline) throw failure;
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
    return new SynthesisFailure('timeout', `${provider} returned no audio in time`);
  throw error;
};

/** The provider's own id of a voice; null: the voice is another provider's. */
const voiceOfProvider = (provider: string, voiceId: string): string | null => {
  const voice = voiceId.startsWith(`${provider}:`) ? voiceId.slice(provider.length + 1) : '';
  return VOICE_ID.test(voice) ? voice : null;
};

const validate = (
  provider: string,
  { text, voiceId, language, background = false, speed = 1, reply }: SpeechRequest,
): ProviderSpeechRequest => {
  const voice = voiceOfProvider(provider, voiceId);
  if (voice === null) throw new SynthesisFailure('refused', `${provider} has no voice with that id`);
  if (text.trim() === '' || text.length > MAX_CHARACTERS)
    throw new SynthesisFailure('refused', `the text must have 1 to ${MAX_CHARACTERS} characters`);
  return { text, voice, language, background, speed, reply: reply ?? null };
};
