/** ElevenLabs' /v1/speech-to-text/realtime (docs/reference/protocols/recognition.md "ElevenLabs"). */

import type { HeardWord } from '../../support/word-detector.js';
import {
  complaintAbout,
  type Dialect,
  type DialectSession,
  jsonOf,
  type Line,
  sentence,
} from '../dialect.js';

/** Shorter audio cannot be committed. */
const MIN_COMMIT_MS = 300;

export const elevenLabs: Dialect = {
  path: '/v1/speech-to-text/realtime',
  keyOf: (request) => {
    const key = request.headers['xi-api-key'];
    return typeof key === 'string' ? key : null;
  },
  complaint: (url) =>
    complaintAbout(url, { model_id: /^scribe/, audio_format: 'ulaw_8000', commit_strategy: 'vad' }) ??
    (termsOf(url).length > 50 || termsOf(url).some(({ length }) => length > 20) ? 'keyterms' : null),
  open: (line) => createSession(line),
};

const termsOf = ({ searchParams }: URL): readonly string[] => searchParams.getAll('keyterms');

const createSession = (line: Line): DialectSession => {
  const timed = line.url.searchParams.get('include_timestamps') === 'true';
  let committedMs = 0;
  const error = (kind: string): void =>
    line.say({ message_type: kind, error: 'simulated: the key secret-of-the-provider' });
  const committed = (words: readonly HeardWord[]): void => {
    committedMs = line.detector.heardMs();
    const text = sentence(words);
    line.say({ message_type: 'committed_transcript', text });
    if (!timed || words.length === 0) return;
    const timedWords = words.flatMap((word, index) => {
      const [start, end] = [word.startMs / 1_000, word.endMs / 1_000];
      const space = { text: ' ', start, end: start, type: 'spacing', logprob: 0 };
      return [...(index === 0 ? [] : [space]), { text: word.text, start, end, type: 'word', logprob: -0.1 }];
    });
    line.say({
      message_type: 'committed_transcript_with_timestamps',
      text,
      language_code: 'en',
      words: timedWords,
    });
  };
  line.say({
    message_type: 'session_started',
    session_id: 'simulated',
    config: { audio_format: 'ulaw_8000' },
  });
  return {
    take: (data, binary) => {
      if (binary) throw new Error('binary messages are not accepted');
      const { message_type: kind, audio_base_64: audio, commit, sample_rate: rate } = jsonOf(data);
      if (kind !== 'input_audio_chunk' || typeof audio !== 'string' || rate !== 8_000)
        throw new Error('not a chunk');
      if (commit !== true) return { type: 'audio', mulaw: Buffer.from(audio, 'base64') };
      const before = committedMs;
      if (line.detector.heardMs() - before < MIN_COMMIT_MS) error('commit_throttled');
      else {
        line.flush();
        if (committedMs === before) committed([]);
      }
      return { type: 'other' };
    },
    hear: (hearing) => {
      if (hearing.type === 'word')
        line.say({ message_type: 'partial_transcript', text: sentence(hearing.words) });
      if (hearing.type === 'end') committed(hearing.words);
    },
    fail: () => {
      error('transcriber_error');
      line.close(1011);
    },
  };
};
