/** Deepgram's /v1/listen (docs/reference/protocols/recognition.md "Deepgram, v1"): finals arrive in pieces, at a pause at the latest. */

import { passing } from '../../../streams/stream-failure.js';
import type { RecognitionRequest } from '../../recogniser.js';
import { primaryLanguage, primaryLanguages, socketAddress } from '../addresses.js';
import { keyTermsOf } from '../key-terms.js';
import {
  type Fields,
  fieldsOf,
  objectAt,
  objectsAt,
  secondsAt,
  shareAt,
  textAt,
  wordOf,
} from '../messages.js';
import type { NetworkSettings } from '../network-kind.js';
import type { ProtocolEvent, ProtocolSession, RecognitionProtocol } from '../recognition-protocol.js';
import { DEEPGRAM_KEY_TERMS } from './key-terms.js';

/** Silence that ends an utterance, ms: the same as for the offline recogniser. */
const ENDPOINTING_MS = 300;
/** Less than the ten seconds after which Deepgram closes, ms. */
const KEEP_ALIVE_MS = 4_000;

/** Tags with a region that nova models support; for other tags, only the language is sent. */
const KNOWN_REGIONS = new Set(
  'da-DK de-CH en-AU en-GB en-IN en-NZ en-US es-419 fr-CA ko-KR nl-BE pt-BR pt-PT sv-SE'.split(' '),
);

/** A model of /v1/listen. */
export const deepgramNova = ({ model, key, address }: NetworkSettings): RecognitionProtocol => ({
  name: `deepgram:${model}`,
  messageBytes: 160,
  shortMessages: true,
  saysReady: false,
  keepAlive: { afterMs: KEEP_ALIVE_MS, message: '{"type":"KeepAlive"}' },
  goodbye: '{"type":"CloseStream"}',
  address: (request) => {
    const { language, phrases } = request;
    const detects = detectsLanguages(model, request);
    const query = new URLSearchParams({
      model,
      encoding: 'mulaw',
      sample_rate: '8000',
      channels: '1',
      language: detects ? 'multi' : languageOf(language),
      interim_results: 'true',
      punctuate: 'true',
      endpointing: String(ENDPOINTING_MS),
    });
    if (detects) for (const spoken of primaryLanguages(request)) query.append('language_hint', spoken);
    if (model.startsWith('nova-3'))
      for (const term of keyTermsOf(phrases, DEEPGRAM_KEY_TERMS)) query.append('keyterm', term);
    return {
      url: socketAddress(address, '/v1/listen', query),
      headers: { authorization: `Token ${key}` },
      firstMessage: null,
    };
  },
  session: createSession,
  closed: () => null,
});

/** The languages that nova-3 detects; with any other one, the stream stays in its first language. */
const DETECTED = new Set(
  (
    'af ar be bg bn bs ca cs da de el en es et fa fi fr gl gu he hi hr hu id it ja kn ko lt lv mk mr ms nl no pl pt ro ru sk ' +
    'sl sr sv ta te th tl tr uk vi xh zh zu'
  ).split(' '),
);

const detectsLanguages = (model: string, request: RecognitionRequest): boolean => {
  const spoken = primaryLanguages(request);
  return (
    model.startsWith('nova-3') && spoken.length > 1 && spoken.every((language) => DETECTED.has(language))
  );
};

const languageOf = (tag: string): string => {
  if (KNOWN_REGIONS.has(tag)) return tag;
  const language = primaryLanguage(tag);
  // Nova supports one Norwegian, under this tag.
  if (language === 'nb' || language === 'nn') return 'no';
  return language ?? 'multi';
};

const createSession = (): ProtocolSession => {
  let finishing = false;
  return {
    audio: (mulaw) => mulaw,
    read: (message) => {
      const fields = fieldsOf(message);
      switch (fields.type) {
        case 'Results':
          return resultsOf(fields);
        case 'Metadata':
          return finishing ? [{ type: 'flushed' }] : [];
        case 'Error':
          return [{ type: 'failed', failure: passing('protocol', 'provider error') }];
        default:
          return [];
      }
    },
    finish: () => {
      finishing = true;
      return { messages: ['{"type":"Finalize"}', '{"type":"CloseStream"}'], flushed: false };
    },
  };
};

const resultsOf = (fields: Fields): readonly ProtocolEvent[] => {
  const startMs = secondsAt(fields, 'start');
  const durationMs = secondsAt(fields, 'duration');
  if (startMs === null || durationMs === null) throw new Error('results without a time');
  const endMs = startMs + durationMs;
  const [best = {}] = objectsAt(objectAt(fields, 'channel'), 'alternatives');
  const text = textAt(best, 'transcript');
  const words = objectsAt(best, 'words').flatMap((word) =>
    wordOf(
      textAt(word, 'punctuated_word') || textAt(word, 'word'),
      secondsAt(word, 'start'),
      secondsAt(word, 'end'),
    ),
  );
  const from = words.at(0)?.startMs ?? startMs;
  const to = words.at(-1)?.endMs ?? endMs;
  if (fields.is_final !== true)
    return text === '' ? [] : [{ type: 'partial', text, startMs: from, endMs: to }];
  if (text === '') return [{ type: 'settled', throughMs: endMs }];
  return [
    {
      type: 'final',
      text,
      startMs: from,
      endMs: to,
      settledMs: endMs,
      confidence: shareAt(best, 'confidence', 1),
      // `speech_final` only means a pause; whether that ends the turn depends on the words, which are judged elsewhere.
      endOfUtterance: false,
      words,
    },
  ];
};
