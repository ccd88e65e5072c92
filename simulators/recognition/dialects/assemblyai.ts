/** AssemblyAI's /v3/ws (docs/reference/protocols/recognition.md "AssemblyAI"). */

import type { HeardWord } from '../../support/word-detector.js';
import {
  complaintAbout,
  type Dialect,
  type DialectSession,
  jsonOf,
  type Line,
  sentence,
} from '../dialect.js';

const MIN_BYTES = 50 * 8;
const MAX_BYTES = 1_000 * 8;

export const assemblyAi: Dialect = {
  path: '/v3/ws',
  keyOf: (request) => request.headers.authorization ?? null,
  complaint: (url) =>
    complaintAbout(url, { encoding: 'pcm_mulaw', sample_rate: '8000', speech_model: /^[a-z]/ }) ??
    (termsOf(url) <= 100 ? null : 'keyterms_prompt'),
  open: (line) => createSession(line),
};

/** @throws SyntaxError if they are not JSON */
const termsOf = ({ searchParams }: URL): number => {
  const terms: unknown = JSON.parse(searchParams.get('keyterms_prompt') ?? '[]');
  return Array.isArray(terms) ? terms.length : Number.POSITIVE_INFINITY;
};

const createSession = (line: Line): DialectSession => {
  let order = 0;
  const formatted = line.url.searchParams.get('format_turns') === 'true';
  const turn = (words: readonly HeardWord[], ended: boolean, isFormatted: boolean, pauses = ended): void =>
    line.say({
      type: 'Turn',
      turn_order: order,
      turn_is_formatted: isFormatted,
      end_of_turn: ended,
      transcript: sentence(pauses ? words : words.slice(0, -1)),
      utterance: pauses ? sentence(words) : '',
      end_of_turn_confidence: ended ? 0.8 : 0.1,
      words: words.map(({ text, startMs, endMs }, index) => ({
        text,
        start: Math.round(startMs),
        end: Math.round(endMs),
        confidence: 0.9,
        word_is_final: pauses || index < words.length - 1,
      })),
    });
  const fail = (code: number): void => {
    line.say({ type: 'Error', error_code: code, error: 'simulated: the key secret-of-the-provider' });
    line.close(code);
  };
  line.say({ type: 'Begin', id: 'simulated', expires_at: 2_000_000_000 });
  return {
    take: (data, binary) => {
      if (binary) {
        if (data.length < MIN_BYTES || data.length > MAX_BYTES) fail(3007);
        return { type: 'audio', mulaw: data };
      }
      switch (jsonOf(data).type) {
        case 'KeepAlive':
        case 'UpdateConfiguration':
          break;
        case 'ForceEndpoint':
          line.flush();
          break;
        case 'Terminate':
          line.flush();
          line.say({
            type: 'Termination',
            audio_duration_seconds: line.detector.heardMs() / 1_000,
            session_duration_seconds: 1,
          });
          line.close(1000);
          break;
        default:
          fail(3006);
      }
      return { type: 'other' };
    },
    hear: (hearing) => {
      if (hearing.type === 'word') return turn(hearing.words, false, false);
      if (hearing.type === 'pause') return turn(hearing.words, false, false, true);
      if (hearing.type !== 'end') return;
      turn(hearing.words, true, false);
      if (formatted) turn(hearing.words, true, true);
      order += 1;
    },
    fail: () => fail(3005),
  };
};
