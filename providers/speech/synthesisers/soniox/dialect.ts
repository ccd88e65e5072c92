/**
 * Soniox' WebSocket (docs/reference/protocols/synthesis.md "Soniox"): one connection carries up to five utterances, each a stream with
 * our own id, in any voice; no word times. Pure.
 */
import { languageOf } from '../../../../schemas/language-tag.js';
import type { Received, SpeechDialect } from '../dialect.js';
import { failureOfStatus, SynthesisFailure } from '../failure.js';
import { readAudio, readObject, readText, unreadable } from '../reading.js';

const PROVIDER = 'soniox';
const PER_CONNECTION = 5;
/** The default limit of an account. */
const CONNECTIONS = 3;
const IDLE_MS = 4 * 60_000;
const AGE_MS = 50 * 60_000;

export const createSonioxDialect = (model: string): SpeechDialect => ({
  name: PROVIDER,
  limits: {
    perConnection: PER_CONNECTION,
    connections: CONNECTIONS,
    begins: null,
    idleMs: IDLE_MS,
    ageMs: AGE_MS,
  },
  path: () => '/tts-websocket',
  // A key in the first message is refused from January 2027 on.
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  begin: ({ id, text, voice, language }) => [
    JSON.stringify({
      stream_id: id,
      model,
      voice,
      language: languageOf(language),
      audio_format: 'pcm_mulaw',
      sample_rate: 8_000,
    }),
    JSON.stringify({ stream_id: id, text, text_end: true }),
  ],
  contextMs: null,
  cancel: (id) => [JSON.stringify({ stream_id: id, cancel: true })],
  cancelEndsWith: 'done',
  keepAlive: JSON.stringify({ keep_alive: true }),
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
  if (json === null) return unreadable(PROVIDER);
  const id = readText(json.stream_id);
  if (typeof json.error_code === 'number')
    return [{ type: 'failed', id, failure: failureOfStatus(PROVIDER, json.error_code) }];
  if (id === null) return [{ type: 'nothing' }];
  const received: Received[] = [];
  if (json.audio !== null && json.audio !== undefined) {
    const mulaw = readAudio(json.audio);
    if (mulaw === null) return unreadable(PROVIDER);
    received.push({ type: 'audio', id, mulaw, letters: [] });
  }
  // Not at the last audio: the provider frees the place only now.
  if (json.terminated === true) received.push({ type: 'done', id });
  return received;
};
