/** Deepgram's /v1/listen (docs/reference/protocols/recognition.md "Deepgram, v1"). */

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

/** A segment is final after this many words, whether the speaker pauses or not. */
const SEGMENT_WORDS = 3;

export const deepgramNova: Dialect = {
  path: '/v1/listen',
  keyOf: (request) => authorizationOf(request, 'Token'),
  complaint: (url) =>
    complaintAbout(url, { model: /^nova/, encoding: 'mulaw', sample_rate: '8000' }) ??
    (url.searchParams.getAll('keyterm').length > 100 ? 'keyterm' : null),
  open: (line) => createSession(line),
};

const createSession = (line: Line): DialectSession => {
  /** Start of the segment that is not final yet. */
  let segmentMs = 0;
  /** Number of words of the utterance that are final. */
  let finalWords = 0;
  const results = (
    words: readonly HeardWord[],
    toMs: number,
    flags: { readonly final: boolean; readonly speech: boolean; readonly finalize?: boolean },
  ): void => {
    const transcript = sentence(words);
    line.say({
      type: 'Results',
      channel_index: [0, 1],
      start: segmentMs / 1_000,
      duration: (toMs - segmentMs) / 1_000,
      is_final: flags.final,
      speech_final: flags.speech,
      from_finalize: flags.finalize === true,
      channel: {
        alternatives: [
          {
            transcript,
            confidence: transcript === '' ? 0 : 0.9,
            words: words.map(({ text, startMs, endMs }) => ({
              word: text.toLowerCase(),
              punctuated_word: text,
              start: startMs / 1_000,
              end: endMs / 1_000,
              confidence: 0.9,
            })),
          },
        ],
      },
      metadata: {
        request_id: 'simulated',
        model_uuid: 'simulated',
        model_info: { name: 'simulated', version: '1', arch: 'simulated' },
      },
    });
    if (flags.final) segmentMs = toMs;
  };
  return {
    take: (data, binary) => {
      if (binary) return { type: 'audio', mulaw: data };
      switch (jsonOf(data).type) {
        case 'KeepAlive':
          break;
        case 'Finalize':
          line.flush();
          results([], line.detector.heardMs(), { final: true, speech: false, finalize: true });
          break;
        case 'CloseStream':
          line.flush();
          line.say({
            type: 'Metadata',
            request_id: 'simulated',
            duration: line.detector.heardMs() / 1_000,
            channels: 1,
          });
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
          return line.say({ type: 'SpeechStarted', channel: [0, 1], timestamp: hearing.startMs / 1_000 });
        case 'word': {
          const open = hearing.words.slice(finalWords);
          const full = open.length >= SEGMENT_WORDS;
          results(open, hearing.atMs, { final: full, speech: false });
          if (full) finalWords = hearing.words.length;
          return;
        }
        case 'end': {
          const open = hearing.words.slice(finalWords);
          finalWords = 0;
          return results(open, hearing.atMs, { final: true, speech: true });
        }
        case 'quiet':
          return results([], hearing.atMs, { final: true, speech: false });
      }
    },
    fail: () => {
      line.say({ type: 'Error', description: 'simulated: the key secret-of-the-provider', variant: 'x' });
      line.close(1011);
    },
  };
};
