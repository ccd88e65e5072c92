/**
 * Cartesia's WebSocket (docs/reference/protocols/synthesis.md "Cartesia"): one connection carries many utterances, each a context with
 * our own id, in any voice. Pure.
 */

import { isRecord } from '../../../../schemas/json.js';
import { languageOf } from '../../../../schemas/language-tag.js';
import type { WordTiming } from '../../synthesiser.js';
import type { Received, SpeechDialect } from '../dialect.js';
import { failureOfStatus, SynthesisFailure } from '../failure.js';
import { readAudio, readNumbers, readObject, readText, readTexts, unreadable } from '../reading.js';

const PROVIDER = 'cartesia';
/** The date of the protocol version. */
const CARTESIA_VERSION = '2026-08-14';
/** Utterances on one connection; the provider recommends "dozens". */
const PER_CONNECTION = 32;
const CONNECTIONS = 4;
/** Less than the five minutes without a generation after which the provider closes. */
const IDLE_MS = 4 * 60_000;
const AGE_MS = 50 * 60_000;
/** Less than the second after its last audio after which the provider closes a context. */
const CONTEXT_MS = 700;

export const cartesiaHeaders = (key: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${key}`,
  'cartesia-version': CARTESIA_VERSION,
});

/** Only the models that take `generation_config` have speeds. */
export const cartesiaSpeeds = (model: string): readonly [number, number] | null =>
  model.startsWith('sonic-3') ? [0.6, 1.5] : null;

export const createCartesiaDialect = (model: string): SpeechDialect => ({
  name: PROVIDER,
  limits: {
    perConnection: PER_CONNECTION,
    connections: CONNECTIONS,
    begins: null,
    idleMs: IDLE_MS,
    ageMs: AGE_MS,
  },
  path: () => '/tts/websocket',
  headers: cartesiaHeaders,
  begin: ({ id, text, voice, language, speed }, context) => [
    JSON.stringify({
      context_id: context ?? id,
      model_id: model,
      transcript: text,
      voice: { mode: 'id', id: voice },
      language: languageOf(language),
      output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8_000 },
      add_timestamps: true,
      // The reply's next sentence continues this one; the flush has it spoken now.
      ...(context === null ? { continue: false } : { continue: true, flush: true, max_buffer_delay_ms: 0 }),
      ...(speed === 1 || cartesiaSpeeds(model) === null ? {} : { generation_config: { speed } }),
    }),
  ],
  contextMs: CONTEXT_MS,
  cancel: (id) => [JSON.stringify({ context_id: id, cancel: true })],
  cancelEndsWith: null,
  keepAlive: null,
  goodbye: null,
  read,
  closed: (code) =>
    new SynthesisFailure(
      code === 1_008 ? 'refused' : 'unavailable',
      `${PROVIDER} closed the connection (${code})`,
    ),
});

const read = (message: string | Uint8Array): readonly Received[] => {
  const json = readObject(message);
  const id = readText(json?.context_id);
  if (json === null) return unreadable(PROVIDER);
  if (json.type === 'error') return [{ type: 'failed', id, failure: failureOf(json.status_code) }];
  if (id === null) return [{ type: 'nothing' }];
  switch (json.type) {
    case 'chunk': {
      const mulaw = readAudio(json.data);
      return mulaw === null ? unreadable(PROVIDER) : [{ type: 'audio', id, mulaw, letters: [] }];
    }
    case 'timestamps':
      return [{ type: 'words', id, words: wordsOf(json.word_timestamps) }];
    case 'flush_done':
      return [{ type: 'piece_done', id }];
    case 'done':
      return [{ type: 'done', id }];
    default:
      return [{ type: 'nothing' }];
  }
};

const failureOf = (status: unknown): SynthesisFailure =>
  typeof status === 'number'
    ? failureOfStatus(PROVIDER, status)
    : new SynthesisFailure('refused', `${PROVIDER} reported an error`);

/** Words with the seconds of the context, from three lists of equal length; empty if their lengths differ. */
const wordsOf = (value: unknown): readonly WordTiming[] => {
  const lists = isRecord(value) ? value : null;
  const words = readTexts(lists?.words);
  const start = readNumbers(lists?.start);
  const end = readNumbers(lists?.end);
  if (words === null || start === null || end === null) return [];
  if (words.length !== start.length || words.length !== end.length) return [];
  return words.map((word, at) => ({
    word,
    startMs: Math.round((start[at] ?? 0) * 1_000),
    endMs: Math.round((end[at] ?? 0) * 1_000),
  }));
};
