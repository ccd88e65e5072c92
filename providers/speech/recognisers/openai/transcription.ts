/** OpenAI's transcription sessions (docs/reference/protocols/recognition.md "OpenAI"): the server detects pauses, without word times. */

import { lasting, passing, type StreamFailure } from '../../../streams/stream-failure.js';
import { onlyLanguage, socketAddress } from '../addresses.js';
import { type KeyTermLimits, keyTermsOf } from '../key-terms.js';
import { confidenceOf, type Fields, fieldsOf, numberAt, objectAt, objectsAt, textAt } from '../messages.js';
import { type NetworkKind, type NetworkSettings, networkKind } from '../network-kind.js';
import type { ProtocolEvent, ProtocolSession, RecognitionProtocol } from '../recognition-protocol.js';
import { createItems } from './items.js';

/** Silence that ends an utterance, ms: the server's own default. */
const SILENCE_MS = 500;
/** A prompt of whisper-1 has at most 224 tokens. */
const KEY_TERMS: KeyTermLimits = { maxTerms: 50, maxCharacters: 60, maxWords: 8, maxBytes: 400 };
/** From this segment (of eight) on, µ-law values are louder than a quiet line: some -37 dBFS. */
const LOUD_SEGMENT = 2;

/**
 * A transcription model.
 * @throws Error for models that cannot detect pauses, or hold conversations
 */
const transcription = ({ model, key, address }: NetworkSettings): RecognitionProtocol => {
  if (/realtime/.test(model))
    throw new Error('write a transcription model that finds pauses, such as gpt-4o-transcribe');
  return {
    name: `openai:${model}`,
    messageBytes: 480,
    shortMessages: true,
    saysReady: true,
    keepAlive: null,
    goodbye: null,
    address: (request) => ({
      url: socketAddress(address, '/realtime', new URLSearchParams({ intent: 'transcription' })),
      headers: { authorization: `Bearer ${key}` },
      firstMessage: sessionUpdate(model, onlyLanguage(request), keyTermsOf(request.phrases, KEY_TERMS)),
    }),
    session: createSession,
    closed: () => null,
  };
};

const sessionUpdate = (model: string, language: string | null, terms: readonly string[]): string => {
  const chosen: Record<string, unknown> = { model };
  if (language !== null) chosen.language = language;
  if (/^(whisper-1|gpt-4o-(mini-)?transcribe(-\d.*)?)$/.test(model) && terms.length > 0)
    chosen.prompt = terms.join(', ');
  return JSON.stringify({
    type: 'session.update',
    session: {
      type: 'transcription',
      audio: {
        input: {
          format: { type: 'audio/pcmu' },
          transcription: chosen,
          turn_detection: { type: 'server_vad', silence_duration_ms: SILENCE_MS },
        },
      },
      include: ['item.input_audio_transcription.logprobs'],
    },
  });
};

/** Errors that make a session unusable; others leave it intact. */
const ERRORS: Readonly<Record<string, StreamFailure>> = {
  invalid_api_key: lasting('auth', 'invalid_api_key'),
  insufficient_quota: lasting('auth', 'insufficient_quota'),
  rate_limit_exceeded: passing('rate', 'rate_limit_exceeded'),
  session_expired: passing('unavailable', 'session_expired'),
  server_error: passing('unavailable', 'server_error'),
};

const createSession = (): ProtocolSession => {
  const items = createItems();
  let ready = false;
  /** Whether the end was requested, and whether our commit is still unanswered. */
  let finishing = false;
  let committing = false;
  let sentMs = 0;
  /** The time of the last sound. */
  let loudMs = 0;

  const failed = (fields: Fields): readonly ProtocolEvent[] => {
    const error = objectAt(fields, 'error');
    const code = textAt(error, 'code');
    if (code === 'input_audio_buffer_commit_empty') {
      committing = false;
      return [];
    }
    const failure = ERRORS[code] ?? ERRORS[textAt(error, 'type')];
    if (failure !== undefined) return [{ type: 'failed', failure }];
    // An error before the session is ready means that the server rejects its settings.
    return ready ? [] : [{ type: 'failed', failure: lasting('protocol', 'the session was refused') }];
  };
  const read = (fields: Fields): readonly ProtocolEvent[] => {
    const id = textAt(fields, 'item_id');
    switch (fields.type) {
      case 'session.updated':
        ready = true;
        return [{ type: 'ready' }];
      case 'input_audio_buffer.speech_started': {
        const startMs = numberAt(fields, 'audio_start_ms') ?? sentMs;
        const quiet = items.pending() === 0;
        items.started(id, startMs);
        const speech: ProtocolEvent = { type: 'speech', startMs };
        return quiet ? [{ type: 'settled', throughMs: startMs }, speech] : [speech];
      }
      case 'input_audio_buffer.speech_stopped':
        items.ended(id, numberAt(fields, 'audio_end_ms') ?? sentMs);
        return [{ type: 'awaited' }];
      case 'input_audio_buffer.committed':
        items.started(id, items.endedMs());
        // An item that had already ended was committed by the server; the answer to our own commit follows.
        if (items.ended(id, sentMs)) committing = false;
        return [{ type: 'awaited' }];
      case 'conversation.item.input_audio_transcription.delta':
        return items.guessed(id, textAt(fields, 'delta'), sentMs);
      case 'conversation.item.input_audio_transcription.completed':
        return items.done(
          id,
          textAt(fields, 'transcript'),
          confidenceOf(objectsAt(fields, 'logprobs')),
          sentMs,
        );
      case 'conversation.item.input_audio_transcription.failed':
        // The words are not lost: the failure makes the stream send their audio again.
        return [{ type: 'failed', failure: passing('unavailable', 'a transcription failed') }];
      case 'error':
        return failed(fields);
      default:
        return [];
    }
  };
  const flushed = (): boolean => finishing && !committing && items.pending() === 0;
  return {
    audio: (mulaw) => {
      const last = mulaw.findLastIndex((byte) => ((~byte >> 4) & 7) >= LOUD_SEGMENT);
      if (last >= 0) loudMs = sentMs + last / 8;
      sentMs += mulaw.length / 8;
      return JSON.stringify({
        type: 'input_audio_buffer.append',
        audio: Buffer.from(mulaw).toString('base64'),
      });
    },
    read: (message) => {
      const events = read(fieldsOf(message));
      return flushed() ? [...events, { type: 'flushed' }] : events;
    },
    finish: () => {
      finishing = true;
      // Silence is not committed, because models of this kind transcribe words from it.
      committing = loudMs > items.endedMs();
      const messages = committing ? ['{"type":"input_audio_buffer.commit"}'] : [];
      return { messages, flushed: flushed() };
    },
  };
};

/** OpenAI's real-time transcription models. */
export const OPENAI: NetworkKind = networkKind({
  name: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  addressVariable: 'OPENAI_BASE_URL',
  defaultAddress: 'https://api.openai.com/v1',
  defaultChoice: 'gpt-4o-transcribe',
  protocol: transcription,
});
