/** OpenAI's speech as a synthesiser: a bounded number of requests over pooled connections. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ConnectionGuard } from '../../../egress/connection-guard.js';
import { createFairSlots } from '../../../scheduling/fair-slots.js';
import type { SpeechChunk, Synthesiser, Voice } from '../../synthesiser.js';
import { SynthesisFailure } from '../failure.js';
import { attempt, createProviderHttp } from '../http.js';
import { MAX_WAITING, type SpeechDeadlines } from '../limits.js';
import { type ProviderSpeechRequest, requestSpeech } from '../speech-requests.js';
import { createSpeechReader, speechRequest } from './speech.js';

const PROVIDER = 'openai';
/** 100 ms of samples, which take a quarter of a millisecond to process. */
const SLICE_BYTES = 4_800;
/** Concurrent texts. */
const MAX_REQUESTS = 32;
/** Places that speech made ahead of its use may take of those, so that a listener always finds one. */
const MAX_AHEAD = 24;

export interface OpenaiOptions {
  readonly model: string;
  readonly key: string;
  /** Base address of requests, with its version, without a trailing slash. */
  readonly address: string;
  readonly voices: readonly Voice[];
  readonly deadlines: SpeechDeadlines;
  readonly guard?: ConnectionGuard | undefined;
}

/** Opens its first connection with the first request. */
export const createOpenaiSynthesiser = ({
  model,
  key,
  address,
  voices,
  deadlines,
  guard,
}: OpenaiOptions): Synthesiser => {
  const http = createProviderHttp(PROVIDER, MAX_REQUESTS, deadlines, guard);
  const slots = createFairSlots({ inAll: MAX_REQUESTS, perOwner: MAX_REQUESTS });
  const aheadSlots = createFairSlots({ inAll: MAX_AHEAD, perOwner: MAX_AHEAD });

  async function* speak(
    request: ProviderSpeechRequest,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk, void> {
    const { text, voice, background, speed } = request;
    if (slots.waiting() + aheadSlots.waiting() >= MAX_WAITING)
      throw new SynthesisFailure('unavailable', `too many texts are queued for ${PROVIDER}`);
    const releaseAhead = background ? await aheadSlots.take('ahead', signal) : () => undefined;
    let releaseSlot: () => void = () => undefined;
    const release = (): void => {
      releaseSlot();
      releaseAhead();
    };
    // The abort also covers a reader that stops: code after the last chunk that is read never runs.
    signal.addEventListener('abort', release, { once: true });
    try {
      releaseSlot = await slots.take('any', signal);
      const headers = { authorization: `Bearer ${key}` };
      const body = speechRequest(model, voice, text, speed);
      const answer = await http.ask(
        { method: 'POST', url: `${address}/audio/speech`, headers, body },
        signal,
      );
      yield* read(answer.body, answer.headers['content-type'], text, signal);
    } finally {
      signal.removeEventListener('abort', release);
      release();
    }
  }

  const provider = { provider: PROVIDER, deadlines, speak };
  return {
    name: PROVIDER,
    voices,
    synthesise: (request, signal) => requestSpeech(provider, request, signal),
    close: () => http.close(),
  };
};

/** Whether an answer is text, which must not be read as audio. */
const isText = (contentType: string | readonly string[] | undefined): boolean =>
  /json|text|html/i.test(String(contentType ?? ''));

async function* read(
  body: AsyncIterable<unknown> & { destroy(): unknown },
  contentType: string | readonly string[] | undefined,
  text: string,
  signal: AbortSignal,
): AsyncGenerator<SpeechChunk, void> {
  const reader = createSpeechReader(text.length, String(contentType ?? ''));
  const pieces = body[Symbol.asyncIterator]();
  try {
    if (isText(contentType)) throw new SynthesisFailure('protocol', `${PROVIDER} sent text instead of audio`);
    for (;;) {
      const piece = await attempt(PROVIDER, signal, () => pieces.next());
      if (piece.done === true) break;
      if (!(piece.value instanceof Uint8Array)) continue;
      for (let at = 0; at < piece.value.length; at += SLICE_BYTES) {
        // This thread paces calls, so it filters no more than one slice a turn of its event loop.
        if (at > 0) await nextTurn();
        const chunk = reader.push(piece.value.subarray(at, at + SLICE_BYTES));
        if (chunk !== null) yield chunk;
      }
    }
    const rest = reader.end();
    if (rest !== null) yield rest;
  } finally {
    body.destroy();
  }
}
