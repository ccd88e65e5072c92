/** Deepgram's /v2/listen, Flux (docs/reference/protocols/recognition.md "Deepgram, Flux"): turns, ended by the model itself. */

import { passing } from '../../../streams/stream-failure.js';
import { primaryLanguages, socketAddress } from '../addresses.js';
import { keyTermsOf } from '../key-terms.js';
import { type Fields, fieldsOf, objectsAt, secondsAt, shareAt, textAt, wordOf } from '../messages.js';
import type { NetworkSettings } from '../network-kind.js';
import type { ProtocolEvent, ProtocolSession, RecognitionProtocol } from '../recognition-protocol.js';
import { DEEPGRAM_KEY_TERMS } from './key-terms.js';

/** Silence that ends a turn regardless of the model, ms: less than the three seconds after which a session trusts a partial. */
const TURN_TIMEOUT_MS = 2_500;
/**
 * Confidence from which an end counts as likely, of 0.3 to 0.9: well below the 0.7 that ends a turn. It is requested only if
 * likely ends are used, because the model then sends more events, and withdraws some of them.
 */
const LIKELY_END = '0.5';
/** Words are reported at most this long after they begin, ms. */
const BEHIND_MS = 1_000;

/** Languages of flux-general-multi. */
const LANGUAGES = new Set(['de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'nl', 'pt', 'ru']);

/** A model of /v2/listen. */
export const deepgramFlux = ({ model, key, address }: NetworkSettings): RecognitionProtocol => ({
  name: `deepgram:${model}`,
  // Deepgram recommends 80 ms for Flux; shorter messages do not bring words sooner.
  messageBytes: 640,
  shortMessages: true,
  saysReady: true,
  keepAlive: null,
  goodbye: '{"type":"CloseStream"}',
  address: (request) => {
    const { phrases, likelyEnds = false } = request;
    const query = new URLSearchParams({
      model,
      encoding: 'mulaw',
      sample_rate: '8000',
      eot_timeout_ms: String(TURN_TIMEOUT_MS),
    });
    if (likelyEnds) query.set('eager_eot_threshold', LIKELY_END);
    if (!model.endsWith('-en'))
      for (const spoken of primaryLanguages(request))
        if (LANGUAGES.has(spoken)) query.append('language_hint', spoken);
    for (const term of keyTermsOf(phrases, DEEPGRAM_KEY_TERMS)) query.append('keyterm', term);
    return {
      url: socketAddress(address, '/v2/listen', query),
      headers: { authorization: `Token ${key}` },
      firstMessage: null,
    };
  },
  session: createSession,
  closed: () => null,
});

/** The meaning of an event for the end of the turn. */
const ENDS: Readonly<Record<string, { readonly end: 'likely' | 'withdrawn' }>> = {
  EagerEndOfTurn: { end: 'likely' },
  TurnResumed: { end: 'withdrawn' },
};

const createSession = (): ProtocolSession => {
  let inTurn = false;
  const turn = (fields: Fields): readonly ProtocolEvent[] => {
    const windowEnd = secondsAt(fields, 'audio_window_end');
    if (windowEnd === null) throw new Error('a turn without a time');
    const text = textAt(fields, 'transcript');
    const items = objectsAt(fields, 'words');
    const words = items.flatMap((word) =>
      wordOf(textAt(word, 'word'), secondsAt(word, 'start'), secondsAt(word, 'end')),
    );
    const startMs = words.at(0)?.startMs ?? secondsAt(fields, 'audio_window_start') ?? windowEnd;
    const endMs = words.at(-1)?.endMs ?? windowEnd;
    if (fields.event === 'EndOfTurn') {
      inTurn = false;
      const confidences = items.map((word) => shareAt(word, 'confidence', 1));
      const confidence =
        confidences.length === 0 ? 1 : confidences.reduce((sum, each) => sum + each, 0) / confidences.length;
      const heard = { text, startMs, endMs, settledMs: windowEnd, confidence, endOfUtterance: true, words };
      return [{ type: 'final', ...heard }];
    }
    if (fields.event === 'StartOfTurn') inTurn = true;
    if (text !== '') return [{ type: 'partial', text, startMs, endMs, ...ENDS[String(fields.event)] }];
    return inTurn ? [] : [{ type: 'settled', throughMs: Math.max(0, windowEnd - BEHIND_MS) }];
  };
  return {
    audio: (mulaw) => mulaw,
    read: (message) => {
      const fields = fieldsOf(message);
      switch (fields.type) {
        case 'Connected':
          return [{ type: 'ready' }];
        case 'TurnInfo':
          return turn(fields);
        case 'Error':
          return [{ type: 'failed', failure: passing('unavailable', 'provider error') }];
        default:
          return [];
      }
    },
    // ForceEndTurn would end the stream with an error where it is not enabled. The close marks the end of all results.
    finish: () => ({ messages: ['{"type":"CloseStream"}'], flushed: false }),
  };
};
