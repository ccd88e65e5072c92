/** Soniox' /transcribe-websocket (docs/reference/protocols/recognition.md "Soniox"). */

import type { HeardWord } from '../../support/word-detector.js';
import { authorizationOf, type Dialect, type DialectSession, jsonOf, type Line } from '../dialect.js';

export const soniox: Dialect = {
  path: '/transcribe-websocket',
  keyOf: (request) => authorizationOf(request, 'Bearer'),
  // The SDK still sends it that way.
  keyInMessage: true,
  complaint: () => null,
  open: (line, shown) => createSession(line, shown),
};

/** Two tokens per word, the first of which begins with a space. */
const tokensOf = ({ text, startMs, endMs }: HeardWord, final: boolean): readonly object[] => {
  const half = Math.ceil(text.length / 2);
  const middleMs = Math.round((startMs + endMs) / 2);
  const common = { confidence: 0.9, is_final: final };
  const first = {
    text: ` ${text.slice(0, half)}`,
    start_ms: Math.round(startMs),
    end_ms: middleMs,
    ...common,
  };
  if (half === text.length) return [{ ...first, end_ms: Math.round(endMs) }];
  return [first, { text: text.slice(half), start_ms: middleMs, end_ms: Math.round(endMs), ...common }];
};

const mark = (text: string): object => ({ text, confidence: 1, is_final: true });

const createSession = (line: Line, isKey: (key: string | null) => boolean): DialectSession => {
  let configured = false;
  /** Number of words of the utterance that were sent as final, and the end of the last of them. */
  let finalWords = 0;
  let finalMs = 0;
  let ending = '<end>';
  const say = (tokens: readonly object[], more: object = {}): void =>
    line.say({
      tokens,
      final_audio_proc_ms: Math.round(finalMs),
      total_audio_proc_ms: Math.round(line.detector.heardMs()),
      ...more,
    });
  const fail = (code: number): void => {
    line.say({ error_code: code, error_message: 'simulated: the key secret-of-the-provider' });
    line.close(1011);
  };
  const configure = (data: Buffer): void => {
    const { api_key: key, model, audio_format: format, sample_rate: rate } = jsonOf(data);
    configured = true;
    if (!isKey(typeof key === 'string' ? key : null)) return fail(401);
    if (typeof model !== 'string' || format !== 'mulaw' || rate !== 8_000) fail(400);
  };
  const flush = (marker: string): void => {
    ending = marker;
    line.flush();
    ending = '<end>';
  };
  const finals = (words: readonly HeardWord[], until: number): readonly object[] => {
    const newWords = words.slice(finalWords, until);
    finalWords = Math.max(finalWords, until);
    finalMs = newWords.at(-1)?.endMs ?? finalMs;
    return newWords.flatMap((word) => tokensOf(word, true));
  };
  return {
    take: (data, binary) => {
      if (binary) return { type: 'audio', mulaw: data };
      if (!configured) configure(data);
      else if (data.length === 0) {
        flush('');
        say([], { finished: true });
        line.close(1000);
      } else if (jsonOf(data).type === 'finalize') {
        flush('<fin>');
      } else if (jsonOf(data).type !== 'keepalive') fail(400);
      return { type: 'other' };
    },
    hear: (hearing) => {
      switch (hearing.type) {
        case 'speech':
          return;
        case 'word': {
          const { words } = hearing;
          const final = finals(words, words.length - 1);
          return say([...final, ...words.slice(-1).flatMap((word) => tokensOf(word, false))]);
        }
        case 'end': {
          const tokens = finals(hearing.words, hearing.words.length);
          finalWords = 0;
          finalMs = hearing.atMs;
          return say(ending === '' ? tokens : [...tokens, mark(ending)]);
        }
        case 'quiet':
          finalMs = hearing.atMs;
          return say([]);
      }
    },
    fail: () => fail(503),
  };
};
