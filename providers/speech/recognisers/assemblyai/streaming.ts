/** AssemblyAI's /v3/ws (docs/reference/protocols/recognition.md "AssemblyAI"): turns, whose words become final one by one. */

import { failureOfCloseCode, lasting, passing, type StreamFailure } from '../../../streams/stream-failure.js';
import { primaryLanguages, socketAddress } from '../addresses.js';
import { type KeyTermLimits, keyTermsOf } from '../key-terms.js';
import { type Fields, fieldsOf, meanOf, numberAt, objectsAt, shareAt, textAt, wordOf } from '../messages.js';
import { type NetworkKind, type NetworkSettings, networkKind } from '../network-kind.js';
import type { ProtocolEvent, ProtocolSession, RecognitionProtocol } from '../recognition-protocol.js';

/** Three frames of a call: the service accepts no less than 50 ms. */
const MESSAGE_BYTES = 480;

/** All terms are part of the address, which proxies truncate at some thousand bytes. */
const KEY_TERMS: KeyTermLimits = { maxTerms: 100, maxCharacters: 50, maxWords: 12, maxBytes: 1_500 };

/** A model of /v3/ws. */
const assemblyAi = ({ model, key, address }: NetworkSettings): RecognitionProtocol => ({
  name: `assemblyai:${model}`,
  messageBytes: MESSAGE_BYTES,
  shortMessages: false,
  saysReady: true,
  keepAlive: null,
  goodbye: '{"type":"Terminate"}',
  address: (request) => {
    const query = new URLSearchParams({
      sample_rate: '8000',
      encoding: 'pcm_mulaw',
      format_turns: 'false',
      speech_model: model,
    });
    const spoken = primaryLanguages(request);
    if (model.startsWith('universal-3') && spoken.length > 0)
      query.set('language_codes', JSON.stringify(spoken));
    const terms = keyTermsOf(request.phrases, KEY_TERMS);
    if (terms.length > 0) query.set('keyterms_prompt', JSON.stringify(terms));
    return {
      url: socketAddress(address, '/v3/ws', query),
      headers: { authorization: key },
      firstMessage: null,
    };
  },
  session: createSession,
  closed: failureOfCode,
});

/** Null: the code is not one of AssemblyAI's own. */
const failureOfCode = (code: number): StreamFailure | null => {
  const detail = `close code ${code}`;
  switch (code) {
    case 1008:
      return lasting('auth', detail);
    case 3005:
    case 3008:
      return passing('unavailable', detail);
    case 3006:
    case 3007:
      return passing('protocol', detail);
    case 3009:
      return passing('rate', detail);
    default:
      return null;
  }
};

const createSession = (): ProtocolSession => {
  /** Turns before this one have ended. */
  let nextTurn = 0;
  const turn = (fields: Fields): readonly ProtocolEvent[] => {
    const order = numberAt(fields, 'turn_order');
    if (order === null) throw new Error('a turn without an order');
    if (order < nextTurn) return [];
    const items = objectsAt(fields, 'words');
    const words = items.flatMap((word) =>
      wordOf(textAt(word, 'text'), numberAt(word, 'start'), numberAt(word, 'end')),
    );
    const ended = fields.end_of_turn === true;
    if (ended) nextTurn = order + 1;
    const [first] = words;
    const last = words.at(-1);
    // Until a turn ends, its transcript contains only the words that are final.
    const guess = words.map((word) => word.text).join(' ');
    const text = ended ? textAt(fields, 'transcript') : guess;
    if (first === undefined || last === undefined || text === '') return [];
    const { startMs } = first;
    const { endMs } = last;
    // `utterance` is set at a pause that may be the end: the turn continues, or ends with these words.
    const isPause = textAt(fields, 'utterance') !== '' && items.every((word) => word.word_is_final === true);
    if (!ended)
      return [{ type: 'partial', text, startMs, endMs, ...(isPause ? { end: 'likely' as const } : {}) }];
    const confidence = meanOf(
      items.map((word) => shareAt(word, 'confidence', 1)),
      1,
    );
    return [
      { type: 'final', text, startMs, endMs, settledMs: endMs, confidence, endOfUtterance: true, words },
    ];
  };
  return {
    audio: (mulaw) => mulaw,
    read: (message) => {
      const fields = fieldsOf(message);
      switch (fields.type) {
        case 'Begin':
          return [{ type: 'ready' }];
        case 'Turn':
          return turn(fields);
        case 'Termination':
          return [{ type: 'flushed' }];
        case 'Error': {
          const code = numberAt(fields, 'error_code') ?? 3005;
          return [{ type: 'failed', failure: failureOfCode(code) ?? failureOfCloseCode(code) }];
        }
        default:
          return [];
      }
    },
    finish: () => ({ messages: ['{"type":"ForceEndpoint"}', '{"type":"Terminate"}'], flushed: false }),
  };
};

/** AssemblyAI's streaming models. */
export const ASSEMBLYAI: NetworkKind = networkKind({
  name: 'assemblyai',
  keyVariable: 'ASSEMBLYAI_API_KEY',
  addressVariable: 'ASSEMBLYAI_BASE_URL',
  defaultAddress: 'https://streaming.assemblyai.com',
  defaultChoice: 'universal-streaming-english',
  protocol: assemblyAi,
});
