/**
 * Deepgram's WebSocket for Aura (docs/reference/protocols/synthesis.md "Deepgram"): a connection has one voice, and carries one
 * utterance at a time; audio arrives as bytes, without an id and without times. Pure.
 */
import type { Received, SpeechDialect } from '../dialect.js';
import { SynthesisFailure } from '../failure.js';
import { readObject, unreadable } from '../reading.js';

const PROVIDER = 'deepgram';
/** At most 20 in 60 s; observed to be counted over 64 s. */
const FLUSHES = { max: 20, withinMs: 65_000 } as const;
/** Each can speak one sentence every three seconds. */
const CONNECTIONS = 40;
const IDLE_MS = 4 * 60_000;
/** Less than the hour after which the provider ends a connection. */
const AGE_MS = 50 * 60_000;

export const deepgramDialect: SpeechDialect = {
  name: PROVIDER,
  limits: { perConnection: 1, connections: CONNECTIONS, begins: FLUSHES, idleMs: IDLE_MS, ageMs: AGE_MS },
  path: (voice) =>
    `/v1/speak?${new URLSearchParams({ model: voice, encoding: 'mulaw', sample_rate: '8000', container: 'none' })}`,
  headers: (key) => ({ authorization: `Token ${key}` }),
  begin: ({ text }) => [JSON.stringify({ type: 'Speak', text }), JSON.stringify({ type: 'Flush' })],
  contextMs: null,
  cancel: () => [JSON.stringify({ type: 'Clear' })],
  cancelEndsWith: 'cancelled',
  keepAlive: null,
  goodbye: JSON.stringify({ type: 'Close' }),
  read: (message) => {
    if (typeof message !== 'string') return [{ type: 'audio', id: null, mulaw: message, letters: [] }];
    const json = readObject(message);
    return json === null ? unreadable(PROVIDER) : [meaningOf(json)];
  },
  closed: (code) => new SynthesisFailure(kindOfClose(code), `${PROVIDER} closed the connection (${code})`),
};

const meaningOf = ({ type, code }: Readonly<Record<string, unknown>>): Received => {
  switch (type) {
    case 'Flushed':
      return { type: 'done', id: null };
    case 'Cleared':
      return { type: 'cancelled', id: null };
    case 'Warning':
      return code === 'EXCESSIVE_FLUSH'
        ? {
            type: 'failed',
            id: null,
            failure: new SynthesisFailure('rate', `${PROVIDER} accepts no more flushes`),
          }
        : { type: 'nothing' };
    case 'Error':
      return {
        type: 'failed',
        id: null,
        failure: new SynthesisFailure('refused', `${PROVIDER} reported an error`),
      };
    default:
      return { type: 'nothing' };
  }
};

/** 1008: the input cannot be spoken; 1011 and 1000: an error of the service, or the hour has passed. */
const kindOfClose = (code: number): 'refused' | 'unavailable' => (code === 1_008 ? 'refused' : 'unavailable');
