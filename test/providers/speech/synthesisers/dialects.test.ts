/** The messages that dialects send and read, tested without a socket. */
import t from 'tap';
import { createCartesiaDialect } from '../../../../providers/speech/synthesisers/cartesia/dialect.js';
import { deepgramDialect } from '../../../../providers/speech/synthesisers/deepgram/dialect.js';
import type { SpeechDialect } from '../../../../providers/speech/synthesisers/dialect.js';
import { createElevenlabsDialect } from '../../../../providers/speech/synthesisers/elevenlabs/dialect.js';
import {
  createSpeechReader,
  speechRequest,
} from '../../../../providers/speech/synthesisers/openai/speech.js';
import { createSonioxDialect } from '../../../../providers/speech/synthesisers/soniox/dialect.js';

const cartesia = createCartesiaDialect('sonic-3');
const elevenlabs = createElevenlabsDialect('eleven_flash_v2_5');
const soniox = createSonioxDialect('tts-rt-v1');
const UTTERANCE = { id: 'u1', text: 'Hello there.', voice: 'v1', language: 'en-GB', speed: 1, reply: null };
const AUDIO = Buffer.from([1, 2, 3, 4]).toString('base64');

const begun = (dialect: SpeechDialect): unknown[] =>
  dialect.begin(UTTERANCE, null).map((message): unknown => JSON.parse(message));
const read = (dialect: SpeechDialect, message: object) => dialect.read(JSON.stringify(message));

t.test('Cartesia takes one message for each text, in any voice over one address', async (t) => {
  t.equal(cartesia.path('v1', 'en'), cartesia.path('v2', 'de'));
  t.same(cartesia.headers('k'), { authorization: 'Bearer k', 'cartesia-version': '2026-08-14' });
  t.same(begun(cartesia), [
    {
      context_id: 'u1',
      model_id: 'sonic-3',
      transcript: 'Hello there.',
      voice: { mode: 'id', id: 'v1' },
      language: 'en',
      output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8_000 },
      add_timestamps: true,
      continue: false,
    },
  ]);
  t.same(cartesia.cancel('u1'), ['{"context_id":"u1","cancel":true}']);
});

t.test(
  'sentences of a reply continue one another in a context of Cartesia, and each is spoken at once',
  async (t) => {
    t.match(JSON.parse(cartesia.begin({ ...UTTERANCE, id: 'u2', reply: 'r1' }, 'u1')[0] ?? ''), {
      context_id: 'u1',
      transcript: 'Hello there.',
      continue: true,
      flush: true,
      max_buffer_delay_ms: 0,
    });
    t.same(read(cartesia, { type: 'flush_done', context_id: 'u1', flush_done: true, flush_id: 1 }), [
      { type: 'piece_done', id: 'u1' },
    ]);
  },
);

t.test('a speed is sent where the model has one', async (t) => {
  const fast = { ...UTTERANCE, speed: 1.1 };
  const first = (dialect: SpeechDialect): unknown => JSON.parse(dialect.begin(fast, null)[0] ?? '');
  t.match(first(cartesia), { generation_config: { speed: 1.1 } });
  t.notMatch(first(createCartesiaDialect('sonic-2')), { generation_config: {} });
  t.match(first(createElevenlabsDialect('eleven_flash_v2_5')), { voice_settings: { speed: 1.1 } });
  t.match(speechRequest('tts-1', 'nova', 'Hi.', 1.1), { speed: 1.1 });
});

t.test("reads Cartesia's audio, words in ms, ends, and errors of a context", async (t) => {
  t.match(read(cartesia, { type: 'chunk', context_id: 'u1', data: AUDIO, done: false }), [
    { type: 'audio', id: 'u1', mulaw: Uint8Array.of(1, 2, 3, 4), letters: [] },
  ]);
  const word_timestamps = { words: ['It', 'is'], start: [0.02, 0.2], end: [0.18, 0.31] };
  t.same(read(cartesia, { type: 'timestamps', context_id: 'u1', word_timestamps }), [
    {
      type: 'words',
      id: 'u1',
      words: [
        { word: 'It', startMs: 20, endMs: 180 },
        { word: 'is', startMs: 200, endMs: 310 },
      ],
    },
  ]);
  t.same(read(cartesia, { type: 'done', context_id: 'u1', done: true }), [{ type: 'done', id: 'u1' }]);
  t.match(read(cartesia, { type: 'error', context_id: 'u1', status_code: 429, message: 'words' }), [
    { type: 'failed', id: 'u1', failure: { kind: 'rate', message: /^cartesia answered 429$/ } },
  ]);
  t.match(read(cartesia, { type: 'error', error: 'an older one' }), [
    { type: 'failed', id: null, failure: { kind: 'refused' } },
  ]);
  t.same(read(cartesia, { type: 'phoneme_timestamps', context_id: 'u1' }), [{ type: 'nothing' }]);
});

t.test('Deepgram takes a text and a flush, over the address of the voice', async (t) => {
  t.equal(
    deepgramDialect.path('aura-2-zeus-en', 'en'),
    '/v1/speak?model=aura-2-zeus-en&encoding=mulaw&sample_rate=8000&container=none',
  );
  t.same(deepgramDialect.headers('k'), { authorization: 'Token k' });
  t.same(begun(deepgramDialect), [{ type: 'Speak', text: 'Hello there.' }, { type: 'Flush' }]);
  t.same(deepgramDialect.cancel('u1'), ['{"type":"Clear"}']);
});

t.test("reads Deepgram's audio, and the ends of flushed and of cleared texts", async (t) => {
  const mulaw = Uint8Array.of(1, 2);
  t.same(deepgramDialect.read(mulaw), [{ type: 'audio', id: null, mulaw, letters: [] }]);
  t.same(read(deepgramDialect, { type: 'Flushed', sequence_id: 0 }), [{ type: 'done', id: null }]);
  t.same(read(deepgramDialect, { type: 'Cleared', sequence_id: 0 }), [{ type: 'cancelled', id: null }]);
  t.same(read(deepgramDialect, { type: 'Metadata', request_id: 'r' }), [{ type: 'nothing' }]);
  t.same(read(deepgramDialect, { type: 'Warning', code: 'OTHER' }), [{ type: 'nothing' }]);
  t.match(read(deepgramDialect, { type: 'Warning', code: 'EXCESSIVE_FLUSH' }), [
    { type: 'failed', id: null, failure: { kind: 'rate' } },
  ]);
});

t.test(
  'ElevenLabs takes a context that is flushed and closed, with the language if the model supports it',
  async (t) => {
    t.equal(
      elevenlabs.path('v1', 'de-DE'),
      '/v1/text-to-speech/v1/multi-stream-input?model_id=eleven_flash_v2_5&output_format=ulaw_8000&inactivity_timeout=180&sync_alignment=true&language_code=de',
    );
    t.notMatch(createElevenlabsDialect('eleven_multilingual_v2').path('v1', 'de'), 'language_code');
    t.same(elevenlabs.headers('k'), { 'xi-api-key': 'k' });
    t.same(begun(elevenlabs), [
      { text: ' ', context_id: 'u1' },
      { text: 'Hello there. ', context_id: 'u1', flush: true },
      { context_id: 'u1', close_context: true },
    ]);
  },
);

t.test("reads ElevenLabs' audio with letters, in both spellings, ends, and errors", async (t) => {
  const letters = [
    { letter: 'I', startMs: 0, endMs: 46 },
    { letter: 't', startMs: 46, endMs: 104 },
  ];
  for (const [start, length] of [
    ['charStartTimesMs', 'charDurationsMs'],
    ['charsStartTimesMs', 'charsDurationsMs'],
  ] as const) {
    const alignment = { chars: ['I', 't'], [start]: [0, 46], [length]: [46, 58] };
    t.match(read(elevenlabs, { audio: AUDIO, contextId: 'u1', isFinal: null, alignment }), [
      { type: 'audio', id: 'u1', mulaw: Uint8Array.of(1, 2, 3, 4), letters },
    ]);
  }
  t.match(read(elevenlabs, { audio: AUDIO, contextId: 'u1', alignment: null }), [
    { type: 'audio', letters: [] },
  ]);
  t.same(read(elevenlabs, { audio: null, contextId: 'u1', isFinal: true }), [{ type: 'done', id: 'u1' }]);
  t.same(read(elevenlabs, { contextId: 'u1', is_final: true }), [{ type: 'done', id: 'u1' }]);
  for (const [error, kind] of [
    ['invalid_api_key', 'auth'],
    ['quota_exceeded', 'auth'],
    ['too_many_concurrent_requests', 'rate'],
    ['max_active_conversations', 'rate'],
    ['voice_id_does_not_exist', 'refused'],
    ['internal_error', 'unavailable'],
  ] as const)
    t.match(read(elevenlabs, { error, message: 'words', code: 1_008 }), [
      { type: 'failed', id: null, failure: { kind, message: 'elevenlabs reported an error' } },
    ]);
});

t.test('Soniox takes a stream and its text, and the key only in the header', async (t) => {
  t.same(soniox.headers('k'), { authorization: 'Bearer k' });
  t.same(begun(soniox), [
    {
      stream_id: 'u1',
      model: 'tts-rt-v1',
      voice: 'v1',
      language: 'en',
      audio_format: 'pcm_mulaw',
      sample_rate: 8_000,
    },
    { stream_id: 'u1', text: 'Hello there.', text_end: true },
  ]);
  t.same(soniox.cancel('u1'), ['{"stream_id":"u1","cancel":true}']);
});

t.test(
  "reads Soniox' audio, errors of a stream, and the end of a stream, which is not that of the audio",
  async (t) => {
    t.match(read(soniox, { stream_id: 'u1', audio: AUDIO, audio_end: true }), [
      { type: 'audio', id: 'u1', mulaw: Uint8Array.of(1, 2, 3, 4) },
    ]);
    t.equal(read(soniox, { stream_id: 'u1', audio: AUDIO, audio_end: true }).length, 1);
    t.same(read(soniox, { stream_id: 'u1', terminated: true }), [{ type: 'done', id: 'u1' }]);
    for (const [error_code, kind] of [
      [401, 'auth'],
      [429, 'rate'],
      [400, 'refused'],
      [503, 'unavailable'],
    ] as const)
      t.match(read(soniox, { stream_id: 'u1', error_code, error_message: 'words' }), [
        { type: 'failed', id: 'u1', failure: { kind, message: `soniox answered ${error_code}` } },
      ]);
  },
);

for (const dialect of [cartesia, elevenlabs, deepgramDialect, soniox])
  t.test(
    `${dialect.name}: unreadable messages fail the connection; lists that do not match are left out`,
    async (t) => {
      for (const rubbish of ['', '{"type":', '[]', '"text"', '7', 'null'])
        t.match(
          dialect.read(rubbish),
          [{ type: 'failed', id: null, failure: { kind: 'protocol' } }],
          rubbish,
        );
      t.same(read(dialect, {}), [{ type: 'nothing' }]);
      t.match(dialect.closed(1_008), { kind: 'refused' });
      t.match(dialect.closed(1_011), { kind: 'unavailable' });
      if (dialect === deepgramDialect) return;
      for (const data of ['a', '!!!!', 7])
        t.match(read(dialect, { type: 'chunk', context_id: 'u1', stream_id: 'u1', data, audio: data }), [
          { type: 'failed', id: null, failure: { kind: 'protocol' } },
        ]);
      const uneven = {
        words: ['a'],
        start: [1, 2],
        end: [1],
        chars: ['a'],
        charStartTimesMs: [],
        charDurationsMs: [1],
      };
      t.match(
        read(dialect, {
          type: 'timestamps',
          context_id: 'u1',
          stream_id: 'u1',
          word_timestamps: uneven,
          alignment: uneven,
          audio: AUDIO,
        }),
        dialect === cartesia ? [{ type: 'words', words: [] }] : [{ type: 'audio', letters: [] }],
      );
    },
  );

t.test('OpenAI sends samples, which are joined wherever they were cut', async (t) => {
  t.same(speechRequest('tts-1', 'nova', 'Hi.'), {
    model: 'tts-1',
    voice: 'nova',
    input: 'Hi.',
    response_format: 'pcm',
  });
  const bytes = Buffer.from(Int16Array.from({ length: 2_400 }, (_, at) => (at % 48) * 300).buffer);
  const inOne = createSpeechReader(3);
  const whole = [inOne.push(bytes), inOne.end()];
  const byByte = createSpeechReader(3);
  const cut = [...Array.from(bytes, (byte) => byByte.push(Uint8Array.of(byte))), byByte.end()];
  const join = (chunks: typeof whole): Buffer =>
    Buffer.concat(chunks.flatMap((chunk) => (chunk === null ? [] : [chunk.mulaw])));
  t.equal(join(whole).length, 800);
  t.ok(join(cut).equals(join(whole)));
});

t.test("OpenAI's speech cannot end with half a sample, or without audio", async (t) => {
  t.throws(() => createSpeechReader(3).end(), { code: 'synthesis_protocol' });
  const reader = createSpeechReader(3);
  reader.push(new Uint8Array(4_801));
  t.throws(() => reader.end(), { code: 'synthesis_protocol' });
});
