/**
 * ElevenLabs' multi-context WebSocket (docs/reference/protocols/synthesis.md "ElevenLabs"): a connection has one voice and one model,
 * and carries up to five utterances; each piece of audio comes with the times of its letters. Pure.
 */

import { isRecord } from '../../../../schemas/json.js';
import { languageOf } from '../../../../schemas/language-tag.js';
import type { Letter, Received, SpeechDialect, Utterance } from '../dialect.js';
import { type FailureKind, SynthesisFailure } from '../failure.js';
import { readAudio, readNumbers, readObject, readText, readTexts, unreadable } from '../reading.js';

const PROVIDER = 'elevenlabs';
/** The provider closes a connection that has more contexts, including those that it is still closing. */
const PER_CONNECTION = 5;
const CONNECTIONS = 16;
/** The maximum that can be requested. */
const INACTIVITY_S = 180;
const IDLE_MS = 170_000;
const AGE_MS = 50 * 60_000;
/** Only these models accept a language; others detect it from the text, and reject the parameter. */
const TAKES_LANGUAGE = /^eleven_(?:flash|turbo)_v2_5$/;

/** Of `voice_settings`, whatever the model. */
export const ELEVENLABS_SPEEDS = [0.7, 1.2] as const;

export const elevenlabsHeaders = (key: string): Readonly<Record<string, string>> => ({ 'xi-api-key': key });

export const createElevenlabsDialect = (model: string): SpeechDialect => ({
  name: PROVIDER,
  limits: {
    perConnection: PER_CONNECTION,
    connections: CONNECTIONS,
    begins: null,
    idleMs: IDLE_MS,
    ageMs: AGE_MS,
  },
  path: (voice, language) => {
    const query = new URLSearchParams({
      model_id: model,
      output_format: 'ulaw_8000',
      inactivity_timeout: String(INACTIVITY_S),
      sync_alignment: 'true',
    });
    if (TAKES_LANGUAGE.test(model)) query.set('language_code', languageOf(language));
    return `/v1/text-to-speech/${encodeURIComponent(voice)}/multi-stream-input?${query}`;
  },
  headers: elevenlabsHeaders,
  begin,
  contextMs: null,
  cancel: (id) => [close(id)],
  cancelEndsWith: 'done',
  keepAlive: null,
  goodbye: JSON.stringify({ close_socket: true }),
  read,
  closed: (code) =>
    new SynthesisFailure(
      code === 1_008 ? 'refused' : 'unavailable',
      `${PROVIDER} closed the connection (${code})`,
    ),
});

const close = (id: string): string => JSON.stringify({ context_id: id, close_context: true });

/** Flushed text is spoken to its end after the context is closed, and its end is reported only for a closed context. */
const begin = ({ id, text, speed }: Utterance): readonly string[] => [
  JSON.stringify({ text: ' ', context_id: id, ...(speed === 1 ? {} : { voice_settings: { speed } }) }),
  JSON.stringify({ text: `${text.trimEnd()} `, context_id: id, flush: true }),
  close(id),
];

const read = (message: string | Uint8Array): readonly Received[] => {
  const json = readObject(message);
  if (json === null) return unreadable(PROVIDER);
  const id = readText(json.contextId) ?? readText(json.context_id);
  if (typeof json.error === 'string') return [{ type: 'failed', id, failure: failureOf(json.error) }];
  if (id === null) return [{ type: 'nothing' }];
  const isFinal = json.isFinal === true || json.is_final === true;
  const received: Received[] = [];
  if (json.audio !== null && json.audio !== undefined) {
    const mulaw = readAudio(json.audio);
    if (mulaw === null) return unreadable(PROVIDER);
    received.push({ type: 'audio', id, mulaw, letters: lettersOf(json.alignment) });
  }
  if (isFinal) received.push({ type: 'done', id });
  return received;
};

/** Failure kinds by the provider's own word; an unknown word counts as a refusal. */
const KINDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/api_key|auth|permission|quota|payment/i, 'auth'],
  [/rate|too_many|concurren|max_active|busy/i, 'rate'],
  [/timeout/i, 'timeout'],
  [/internal|server|unavailable/i, 'unavailable'],
];

const failureOf = (word: string): SynthesisFailure => {
  const kind = KINDS.find(([pattern]) => pattern.test(word))?.[1] ?? 'refused';
  return new SynthesisFailure(kind, `${PROVIDER} reported an error`);
};

/** Letters of the text as it was sent, not as it is read out. The provider has spelled the lists' names in two ways. */
const lettersOf = (value: unknown): readonly Letter[] => {
  const alignment = isRecord(value) ? value : {};
  const letters = readTexts(alignment.chars);
  const starts = readNumbers(alignment.charStartTimesMs) ?? readNumbers(alignment.charsStartTimesMs);
  const lengths = readNumbers(alignment.charDurationsMs) ?? readNumbers(alignment.charsDurationsMs);
  if (letters === null || starts === null || lengths === null) return [];
  if (letters.length !== starts.length || letters.length !== lengths.length) return [];
  return letters.map((letter, at) => {
    const startMs = starts[at] ?? 0;
    return { letter, startMs, endMs: startMs + (lengths[at] ?? 0) };
  });
};
