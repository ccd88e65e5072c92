/** Deepgram's /v2/listen, Flux (docs/reference/protocols/recognition.md "Deepgram, Flux"). */

import type { HeardWord } from '../../support/word-detector.js';
import {
  authorizationOf,
  complaintAbout,
  type Dialect,
  type DialectSession,
  jsonOf,
  type Line,
  sentence,
} from '../dialect.js';

export const deepgramFlux: Dialect = {
  path: '/v2/listen',
  keyOf: (request) => authorizationOf(request, 'Token'),
  complaint: (url) =>
    complaintAbout(url, { model: /^flux-/, encoding: 'mulaw', sample_rate: '8000' }) ??
    (/^(0\.[3-6]\d*|0\.7)?$/.test(url.searchParams.get('eager_eot_threshold') ?? '')
      ? null
      : 'eager_eot_threshold') ??
    (/-en$/.test(url.searchParams.get('model') ?? '') && url.searchParams.has('language_hint')
      ? 'language_hint'
      : null),
  open: (line) => createSession(line),
};

const createSession = (line: Line): DialectSession => {
  /** Whether the client requested likely ends of turns. */
  const eager = line.url.searchParams.has('eager_eot_threshold');
  /** The words of the likely end, as long as nothing else is said. */
  let likely: string | null = null;
  let sequence = 0;
  let turn = 0;
  let turnMs = 0;
  const say = (message: object): void => {
    line.say({ request_id: 'simulated', sequence_id: sequence, ...message });
    sequence += 1;
  };
  const info = (event: string, words: readonly HeardWord[], atMs: number, more: object = {}): void =>
    say({
      type: 'TurnInfo',
      event,
      turn_index: turn,
      audio_window_start: turnMs / 1_000,
      audio_window_end: atMs / 1_000,
      transcript: sentence(words),
      words: words.map(({ text, startMs, endMs }) => ({
        word: text,
        confidence: 0.9,
        start: startMs / 1_000,
        end: endMs / 1_000,
      })),
      end_of_turn_confidence: event === 'EndOfTurn' ? 0.8 : 0.1,
      ...more,
    });
  say({ type: 'Connected' });
  return {
    take: (data, binary) => {
      if (binary) return { type: 'audio', mulaw: data };
      switch (jsonOf(data).type) {
        case 'ForceEndTurn':
          line.flush();
          break;
        case 'CloseStream':
          line.flush();
          line.close(1000);
          break;
        default:
          throw new Error('an unknown message');
      }
      return { type: 'other' };
    },
    hear: (hearing) => {
      switch (hearing.type) {
        case 'speech':
          turnMs = hearing.startMs;
          return info('StartOfTurn', [], hearing.startMs);
        case 'word':
          if (likely !== null) info('TurnResumed', hearing.words, hearing.atMs);
          likely = null;
          return info('Update', hearing.words, hearing.atMs);
        case 'pause':
          if (!eager || likely === sentence(hearing.words)) return;
          likely = sentence(hearing.words);
          return info('EagerEndOfTurn', hearing.words, hearing.atMs);
        case 'end':
          likely = null;
          info('EndOfTurn', hearing.words, hearing.atMs, { trigger: 'model' });
          turn += 1;
          turnMs = hearing.atMs;
          return;
        case 'quiet':
          return info('Update', [], hearing.atMs);
      }
    },
    fail: () => {
      say({ type: 'Error', code: 'SIMULATED', description: 'simulated: the key secret-of-the-provider' });
      line.close(1011);
    },
  };
};
