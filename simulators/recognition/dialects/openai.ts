/** OpenAI's transcription sessions (docs/reference/protocols/recognition.md "OpenAI"). */
import { isRecord } from '../../support/json.js';
import type { HeardWord } from '../../support/word-detector.js';
import {
  authorizationOf,
  type Dialect,
  type DialectSession,
  jsonOf,
  type Line,
  sentence,
} from '../dialect.js';

export const openAi: Dialect = {
  path: '/v1/realtime',
  keyOf: (request) => authorizationOf(request, 'Bearer'),
  complaint: () => null,
  open: (line) => createSession(line),
};

/** The value at a path of names in JSON; undefined if there is none. */
const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((inner: unknown, name) => (isRecord(inner) ? inner[name] : undefined), value);

/** The error code of a `session.update`; null if it is valid. */
const complaintOf = (url: URL, message: Readonly<Record<string, unknown>>): string | null => {
  const input = at(message, 'session', 'audio', 'input');
  const isTranscription = url.searchParams.get('intent') === 'transcription';
  if (!isTranscription || at(message, 'session', 'type') !== 'transcription') return 'invalid_session_type';
  const isMulaw = at(input, 'format', 'type') === 'audio/pcmu';
  return isMulaw && typeof at(input, 'transcription', 'model') === 'string' ? null : 'invalid_value';
};

/** How late a transcript may be, ms, when no other comes before. */
const LATE_MS = 60;

const createSession = (line: Line): DialectSession => {
  let events = 0;
  let item = 0;
  let committedMs = 0;
  /** Finished transcripts that are sent after the next one: transcripts keep no order. */
  let late: readonly object[] = [];
  const say = (message: object): void => {
    events += 1;
    line.say({ event_id: `event_${events}`, ...message });
  };
  const error = (type: string, code: string | null): void =>
    say({ type: 'error', error: { type, code, message: 'simulated: the key secret-of-the-provider' } });
  const update = (message: Readonly<Record<string, unknown>>): void => {
    const complaint = complaintOf(line.url, message);
    if (complaint !== null) return error('invalid_request_error', complaint);
    say({ type: 'session.updated', session: message.session ?? null });
  };
  const sendLate = (): void => {
    for (const message of late) say(message);
    late = [];
  };
  const finishUtterance = (words: readonly HeardWord[]): void => {
    const ids = { item_id: `item_${item}`, content_index: 0 };
    committedMs = line.detector.heardMs();
    say({ type: 'input_audio_buffer.committed', item_id: ids.item_id, previous_item_id: null });
    const name = 'conversation.item.input_audio_transcription';
    const transcription = [
      ...words.map(({ text }, index) => ({
        type: `${name}.delta`,
        delta: index === 0 ? text : ` ${text}`,
        ...ids,
      })),
      {
        type: `${name}.completed`,
        transcript: sentence(words),
        logprobs: words.map(({ text }) => ({ token: text, logprob: -0.1, bytes: [] })),
        usage: { type: 'duration', seconds: 1 },
        ...ids,
      },
    ];
    item += 1;
    if (item % 3 === 1 && late.length === 0) {
      late = transcription;
      setTimeout(sendLate, LATE_MS).unref();
      return;
    }
    for (const message of transcription) say(message);
    sendLate();
  };
  say({ type: 'session.created', session: { type: 'transcription', id: 'simulated' } });
  let flushing = false;
  return {
    take: (data, binary) => {
      if (binary) throw new Error('binary messages are not accepted');
      const message = jsonOf(data);
      switch (message.type) {
        case 'session.update':
          update(message);
          break;
        case 'input_audio_buffer.append':
          return { type: 'audio', mulaw: Buffer.from(String(message.audio), 'base64') };
        case 'input_audio_buffer.commit': {
          const before = committedMs;
          flushing = true;
          line.flush();
          flushing = false;
          if (committedMs === before) error('invalid_request_error', 'input_audio_buffer_commit_empty');
          break;
        }
        default:
          error('invalid_request_error', 'unknown_event');
      }
      return { type: 'other' };
    },
    hear: (hearing) => {
      const id = `item_${item}`;
      if (hearing.type === 'speech')
        say({
          type: 'input_audio_buffer.speech_started',
          audio_start_ms: Math.round(hearing.startMs),
          item_id: id,
        });
      if (hearing.type !== 'end') return;
      const endMs = Math.round(hearing.words.at(-1)?.endMs ?? hearing.atMs);
      if (!flushing) say({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: endMs, item_id: id });
      finishUtterance(hearing.words);
    },
    fail: () => {
      error('server_error', null);
      line.close(1011);
    },
  };
};
