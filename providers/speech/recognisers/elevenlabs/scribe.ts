/** ElevenLabs' real-time Scribe (docs/reference/protocols/recognition.md "ElevenLabs"): commits transcripts at a pause or on demand. */

import { lasting, passing, type StreamFailure } from '../../../streams/stream-failure.js';
import { onlyLanguage, socketAddress } from '../addresses.js';
import { type KeyTermLimits, keyTermsOf } from '../key-terms.js';
import { confidenceOf, type Fields, fieldsOf, objectsAt, secondsAt, textAt, wordOf } from '../messages.js';
import { type NetworkKind, type NetworkSettings, networkKind } from '../network-kind.js';
import type { ProtocolEvent, ProtocolSession, RecognitionProtocol } from '../recognition-protocol.js';

/** Silence that ends an utterance, s: the allowed minimum is 0.3. */
const SILENCE_S = 0.5;
/** An utterance is assumed to begin this long before its first partial, ms: partials have no times. */
const PARTIAL_BEHIND_MS = 1_000;
const KEY_TERMS: KeyTermLimits = { maxTerms: 50, maxCharacters: 20, maxWords: 5, maxBytes: 1_500 };

/** A model of /v1/speech-to-text/realtime. */
const scribe = ({ model, key, address }: NetworkSettings): RecognitionProtocol => ({
  name: `elevenlabs:${model}`,
  // The recommended minimum: 100 ms.
  messageBytes: 800,
  shortMessages: true,
  saysReady: true,
  keepAlive: null,
  goodbye: null,
  address: (request) => {
    const query = new URLSearchParams({
      model_id: model,
      audio_format: 'ulaw_8000',
      commit_strategy: 'vad',
      vad_silence_threshold_secs: String(SILENCE_S),
      include_timestamps: 'true',
    });
    const spoken = onlyLanguage(request);
    if (spoken !== null) query.set('language_code', spoken);
    for (const term of keyTermsOf(request.phrases, KEY_TERMS)) query.append('keyterms', term);
    return {
      url: socketAddress(address, '/v1/speech-to-text/realtime', query),
      headers: { 'xi-api-key': key },
      firstMessage: null,
    };
  },
  session: createSession,
  closed: () => null,
});

/** Message types that are errors. */
const ERRORS: Readonly<Record<string, StreamFailure>> = {
  auth_error: lasting('auth', 'auth_error'),
  unaccepted_terms: lasting('auth', 'unaccepted_terms'),
  quota_exceeded: lasting('auth', 'quota_exceeded'),
  rate_limited: passing('rate', 'rate_limited'),
  resource_exhausted: passing('rate', 'resource_exhausted'),
  queue_overflow: passing('rate', 'queue_overflow'),
  chunk_size_exceeded: passing('protocol', 'chunk_size_exceeded'),
  input_error: passing('protocol', 'input_error'),
  invalid_request: lasting('protocol', 'invalid_request'),
  session_time_limit_exceeded: passing('unavailable', 'session_time_limit_exceeded'),
  insufficient_audio_activity: passing('unavailable', 'insufficient_audio_activity'),
  transcriber_error: passing('unavailable', 'transcriber_error'),
  error: passing('unavailable', 'provider error'),
};

const chunk = (audio: string, commit: boolean): string =>
  JSON.stringify({ message_type: 'input_audio_chunk', audio_base_64: audio, commit, sample_rate: 8_000 });

const createSession = (): ProtocolSession => {
  let finishing = false;
  /** The end of the last commit, and the assumed start of the current utterance. */
  let committedMs = 0;
  let guessMs: number | null = null;
  const committed = (fields: Fields): readonly ProtocolEvent[] => {
    const items = objectsAt(fields, 'words').filter(({ type }) => type !== 'spacing');
    const words = items.flatMap((word) =>
      wordOf(textAt(word, 'text'), secondsAt(word, 'start'), secondsAt(word, 'end')),
    );
    const startMs = words.at(0)?.startMs ?? guessMs ?? committedMs;
    const endMs = words.at(-1)?.endMs ?? startMs;
    committedMs = endMs;
    guessMs = null;
    const text = textAt(fields, 'text');
    const confidence = confidenceOf(items);
    const final: ProtocolEvent = {
      type: 'final',
      text,
      startMs,
      endMs,
      settledMs: endMs,
      confidence,
      // Only silence caused the commit.
      endOfUtterance: false,
      words,
    };
    return finishing ? [final, { type: 'flushed' }] : [final];
  };
  return {
    audio: (mulaw) => chunk(Buffer.from(mulaw).toString('base64'), false),
    read: (message, sentMs) => {
      const fields = fieldsOf(message);
      const kind = textAt(fields, 'message_type');
      const failure = ERRORS[kind];
      if (failure !== undefined) return [{ type: 'failed', failure }];
      switch (kind) {
        case 'session_started':
          return [{ type: 'ready' }];
        case 'partial_transcript': {
          const text = textAt(fields, 'text');
          if (text.trim() === '') return [];
          guessMs ??= Math.max(committedMs, sentMs - PARTIAL_BEHIND_MS);
          return [{ type: 'partial', text, startMs: guessMs, endMs: sentMs }];
        }
        case 'committed_transcript_with_timestamps':
          return committed(fields);
        case 'committed_transcript':
          // The same transcript follows with times, unless it is empty.
          return finishing && textAt(fields, 'text').trim() === '' ? [{ type: 'flushed' }] : [];
        case 'commit_throttled':
          return finishing ? [{ type: 'flushed' }] : [];
        default:
          return [];
      }
    },
    finish: () => {
      finishing = true;
      return { messages: [chunk('', true)], flushed: false };
    },
  };
};

/** ElevenLabs' real-time Scribe. */
export const ELEVENLABS: NetworkKind = networkKind({
  name: 'elevenlabs',
  keyVariable: 'ELEVENLABS_API_KEY',
  addressVariable: 'ELEVENLABS_BASE_URL',
  defaultAddress: 'https://api.elevenlabs.io',
  defaultChoice: 'scribe_v2_realtime',
  protocol: scribe,
});
