/** Soniox' real-time interface (docs/reference/protocols/recognition.md "Soniox"): tokens, each final once, and markers among them. */

import { failureOfStatus, type StreamFailure } from '../../../streams/stream-failure.js';
import { primaryLanguages, socketAddress } from '../addresses.js';
import { type KeyTermLimits, keyTermsOf } from '../key-terms.js';
import { type Fields, fieldsOf, numberAt, objectsAt, shareAt, textAt } from '../messages.js';
import { type NetworkKind, type NetworkSettings, networkKind } from '../network-kind.js';
import type { ProtocolEvent, ProtocolSession, RecognitionProtocol } from '../recognition-protocol.js';
import { finalOf, type Token, textOf } from './tokens.js';

/** Less than the twenty seconds after which Soniox closes, ms. */
const KEEP_ALIVE_MS = 8_000;
/** A context may have 10,000 characters; a text never has fewer bytes than characters. */
const KEY_TERMS: KeyTermLimits = { maxTerms: 500, maxCharacters: 200, maxWords: 20, maxBytes: 8_000 };
/** Without a pause, final tokens are reported in pieces of this length, ms, so that their audio need not be kept longer. */
const LONGEST_MS = 8_000;

/** A model of /transcribe-websocket. */
const soniox = ({ model, key, address }: NetworkSettings): RecognitionProtocol => ({
  name: `soniox:${model}`,
  messageBytes: 480,
  shortMessages: true,
  saysReady: false,
  keepAlive: { afterMs: KEEP_ALIVE_MS, message: '{"type":"keepalive"}' },
  goodbye: null,
  address: (request) => {
    const { phrases } = request;
    const terms = keyTermsOf(phrases, KEY_TERMS);
    const spoken = primaryLanguages(request);
    const configuration: Record<string, unknown> = {
      model,
      audio_format: 'mulaw',
      sample_rate: 8_000,
      num_channels: 1,
      enable_endpoint_detection: true,
    };
    if (spoken.length > 0) configuration.language_hints = spoken;
    if (terms.length > 0) configuration.context = { terms };
    return {
      url: socketAddress(address, '/transcribe-websocket', new URLSearchParams()),
      headers: { authorization: `Bearer ${key}` },
      firstMessage: JSON.stringify(configuration),
    };
  },
  session: createSession,
  closed: () => null,
});

const createSession = (): ProtocolSession => {
  /** Final tokens that are not reported yet. */
  let held: Token[] = [];
  const flush = (endOfUtterance: boolean): readonly ProtocolEvent[] => {
    const final = finalOf(held, endOfUtterance);
    held = [];
    return final === null ? [] : [final];
  };
  const hold = (token: Token): readonly ProtocolEvent[] => {
    const [first] = held;
    const isLong =
      first !== undefined && token.endMs - first.startMs > LONGEST_MS && token.text.startsWith(' ');
    const finals = isLong ? flush(false) : [];
    held.push(token);
    return finals;
  };
  return {
    audio: (mulaw) => mulaw,
    read: (message) => {
      const fields = fieldsOf(message);
      if (fields.error_code !== undefined) return [{ type: 'failed', failure: failureOf(fields) }];
      const events: ProtocolEvent[] = [];
      const guess: Token[] = [];
      for (const item of objectsAt(fields, 'tokens')) {
        const text = textAt(item, 'text');
        if (text === '<end>' || text === '<fin>') events.push(...flush(true));
        else if (item.is_final === true) events.push(...hold(tokenOf(item, text)));
        else guess.push(tokenOf(item, text));
      }
      if (fields.finished === true) return [...events, ...flush(true), { type: 'flushed' }];
      const open = [...held, ...guess];
      const [first] = open;
      const last = open.at(-1);
      const settledMs = numberAt(fields, 'final_audio_proc_ms');
      if (held.length === 0 && settledMs !== null) events.push({ type: 'settled', throughMs: settledMs });
      if (first === undefined || last === undefined) return events;
      const { startMs } = first;
      return [...events, { type: 'partial', text: textOf(open), startMs, endMs: last.endMs }];
    },
    // An empty message makes all sent audio final; the last answer reports that.
    finish: () => ({ messages: [''], flushed: false }),
  };
};

/** @throws Error if the token has no times */
const tokenOf = (item: Fields, text: string): Token => {
  const startMs = numberAt(item, 'start_ms');
  const endMs = numberAt(item, 'end_ms');
  if (startMs === null || endMs === null) throw new Error('a token without times');
  return { text, startMs, endMs, confidence: shareAt(item, 'confidence', 1) };
};

/** Soniox' error codes are HTTP statuses. */
const failureOf = (fields: Fields): StreamFailure => failureOfStatus(numberAt(fields, 'error_code') ?? 500);

/** Soniox' real-time models. */
export const SONIOX: NetworkKind = networkKind({
  name: 'soniox',
  keyVariable: 'SONIOX_API_KEY',
  addressVariable: 'SONIOX_BASE_URL',
  defaultAddress: 'https://stt-rt.soniox.com',
  defaultChoice: 'stt-rt-v5',
  protocol: soniox,
});
