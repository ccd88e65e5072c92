/** What each protocol sends and understands, message by message (docs/reference/protocols/recognition.md), without sockets. */
import t from 'tap';
import type { NetworkKind } from '../../../../providers/speech/recognisers/network-kind.js';
import { NETWORK_RECOGNISERS } from '../../../../providers/speech/recognisers/recognisers.js';
import type {
  ProtocolEvent,
  ProtocolSession,
} from '../../../../providers/speech/recognisers/recognition-protocol.js';
import { isRecord } from '../../../../schemas/json.js';

const KEY = 'sk-0123456789';

const kindOf = (name: string): NetworkKind => {
  const kind = NETWORK_RECOGNISERS.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`no recogniser ${name}`);
  return kind;
};
const protocolOf = (name: string, choice = kindOf(name).defaultChoice) =>
  kindOf(name).protocol({ choice, key: KEY, address: kindOf(name).defaultAddress });

/** The address of a request, its headers, its parameters, and its first message. */
const requestOf = (
  name: string,
  choice: string,
  spoken: string | readonly [string, ...string[]],
  phrases: readonly string[] = [],
) => {
  const [language, ...furtherLanguages] = typeof spoken === 'string' ? [spoken] : spoken;
  const request = { language, phrases, ...(furtherLanguages.length === 0 ? {} : { furtherLanguages }) };
  const { url, headers, firstMessage } = protocolOf(name, choice).address(request);
  const { searchParams } = new URL(url);
  const first: unknown = firstMessage === null ? null : JSON.parse(firstMessage);
  return { url, headers, query: searchParams, first };
};

const read = (session: ProtocolSession, message: object, sentMs = 10_000): readonly ProtocolEvent[] =>
  session.read(JSON.stringify(message), sentMs);

t.test('sends the key only in a header', (t) => {
  const headers: Readonly<Record<string, object>> = {
    deepgram: { authorization: `Token ${KEY}` },
    assemblyai: { authorization: KEY },
    soniox: { authorization: `Bearer ${KEY}` },
    elevenlabs: { 'xi-api-key': KEY },
    openai: { authorization: `Bearer ${KEY}` },
  };
  for (const kind of NETWORK_RECOGNISERS) {
    const request = protocolOf(kind.name).address({ language: 'en', phrases: ['a'] });
    t.same(request.headers, headers[kind.name], kind.name);
    t.notOk(request.url.includes(KEY));
    t.notOk(request.firstMessage?.includes(KEY));
  }
  t.end();
});

t.test('sends the language as each provider writes it', (t) => {
  const nova = (tag: string) => requestOf('deepgram', 'nova-3', tag).query.get('language');
  t.same(['en-GB', 'en', 'de-AT', 'pt-BR', 'nb-NO', 'es-MX', '??'].map(nova), [
    'en-GB',
    'en',
    'de',
    'pt-BR',
    'no',
    'es',
    'multi',
  ]);
  t.equal(requestOf('deepgram', 'flux-general-en', 'en').query.get('language_hint'), null);
  t.equal(requestOf('deepgram', 'flux-general-multi', 'de-AT').query.get('language_hint'), 'de');
  t.equal(
    requestOf('deepgram', 'flux-general-multi', 'fi').query.get('language_hint'),
    null,
    'the model does not know the language',
  );
  t.equal(requestOf('assemblyai', 'universal-streaming-english', 'en').query.get('language_codes'), null);
  t.equal(requestOf('assemblyai', 'universal-3-5-pro', 'fr-CA').query.get('language_codes'), '["fr"]');
  t.match(requestOf('soniox', 'stt-rt-v5', 'de-CH').first, { language_hints: ['de'] });
  t.equal(requestOf('elevenlabs', 'scribe_v2_realtime', 'fil-PH').query.get('language_code'), 'fil');
  const { first } = requestOf('openai', 'gpt-4o-transcribe', 'en-US');
  t.match(first, { session: { audio: { input: { transcription: { language: 'en' } } } } });
  t.end();
});

t.test('names all languages of a caller who may change, or lets the provider detect them', (t) => {
  const SPOKEN = ['de-AT', 'en-GB', 'pt-BR', 'en'] as const;
  const nova = requestOf('deepgram', 'nova-3', SPOKEN).query;
  t.equal(nova.get('language'), 'multi');
  t.same(nova.getAll('language_hint'), ['de', 'en', 'pt']);
  const unknown = requestOf('deepgram', 'nova-3', ['de-AT', 'is']).query;
  t.equal(unknown.get('language'), 'de', 'Icelandic cannot be detected');
  t.same(unknown.getAll('language_hint'), []);
  t.equal(requestOf('deepgram', 'nova-2', SPOKEN).query.get('language'), 'de');
  t.same(requestOf('deepgram', 'flux-general-multi', SPOKEN).query.getAll('language_hint'), [
    'de',
    'en',
    'pt',
  ]);
  const assembly = requestOf('assemblyai', 'universal-3-5-pro', SPOKEN).query;
  t.equal(assembly.get('language_codes'), '["de","en","pt"]');
  t.match(requestOf('soniox', 'stt-rt-v5', SPOKEN).first, { language_hints: ['de', 'en', 'pt'] });
  t.equal(requestOf('elevenlabs', 'scribe_v2_realtime', SPOKEN).query.get('language_code'), null);
  const { first } = requestOf('openai', 'gpt-4o-transcribe', SPOKEN);
  t.notMatch(first, { session: { audio: { input: { transcription: { language: /./ } } } } });
  t.end();
});

t.test('sends phrases as key terms, within the limits of the provider', (t) => {
  const phrases = [
    ' two   people ',
    'two people',
    '',
    'x'.repeat(120),
    ...Array.from({ length: 300 }, (_, index) => `term ${index} aaa bbb ccc ddd`.slice(0, 8 + (index % 20))),
  ];
  const nova = requestOf('deepgram', 'nova-3', 'en', phrases).query.getAll('keyterm');
  t.equal(nova[0], 'two people');
  t.ok(nova.length <= 100 && Buffer.byteLength(nova.join('')) <= 1_000, `${nova.length} terms`);
  t.same(requestOf('deepgram', 'nova-2-phonecall', 'en', phrases).query.getAll('keyterm'), [], 'nova-3 only');
  t.same(requestOf('deepgram', 'flux-general-en', 'en', phrases).query.getAll('keyterm'), nova);
  const assembly: unknown = JSON.parse(
    requestOf('assemblyai', 'universal-streaming-english', 'en', phrases).query.get('keyterms_prompt') ?? '',
  );
  t.ok(Array.isArray(assembly) && assembly.length <= 100 && assembly.every((term) => term.length <= 50));
  const scribe = requestOf('elevenlabs', 'scribe_v2_realtime', 'en', phrases).query.getAll('keyterms');
  t.equal(scribe.length, 50);
  t.ok(scribe.every((term) => term.length <= 20 && term.split(' ').length <= 5));
  const { first } = requestOf('soniox', 'stt-rt-v5', 'en', phrases);
  t.ok(isRecord(first) && JSON.stringify(first.context).length < 10_000);
  t.match(requestOf('openai', 'gpt-4o-transcribe', 'en', ['Parley', 'seven']).first, {
    session: { audio: { input: { transcription: { prompt: 'Parley, seven' } } } },
  });
  const diarizing = requestOf('openai', 'gpt-4o-transcribe-diarize', 'en', ['Parley']);
  t.notOk(JSON.stringify(diarizing.first).includes('prompt'));
  for (const { name, defaultChoice } of NETWORK_RECOGNISERS) {
    const { url, first } = requestOf(name, defaultChoice, 'en');
    t.notMatch(`${url}${JSON.stringify(first)}`, /keyterm|context|prompt/, `${name}: none without phrases`);
    const { url: longest } = requestOf(
      name,
      defaultChoice,
      'ja',
      Array.from({ length: 999 }, (_, i) => `言葉${i}`),
    );
    t.ok(longest.length < 7_000, `${name}: ${longest.length} characters`);
  }
  t.end();
});

t.test('refuses unsuitable models, and suggests one that fits', async (t) => {
  const { open, defaultAddress } = kindOf('openai');
  for (const choice of ['gpt-realtime-whisper', 'gpt-realtime'])
    await t.rejects(open({ choice, key: KEY, address: defaultAddress }), /such as gpt-4o-transcribe/);
  t.equal(new URL(requestOf('deepgram', 'flux-general-en', 'en').url).pathname, '/v2/listen');
  t.equal(new URL(requestOf('deepgram', 'nova-2', 'en').url).pathname, '/v1/listen');
});

t.test('skips unknown messages, and refuses malformed ones', (t) => {
  for (const { name } of NETWORK_RECOGNISERS) {
    const session = protocolOf(name).session();
    t.same(read(session, { type: 'News', message_type: 'news', value: 1 }), [], name);
    for (const rubbish of ['', 'null', '7', '[]', '"x"', '{"type":', 'x'])
      t.throws(() => session.read(rubbish, 0), `${name} ${rubbish}`);
  }
  const long = 'x'.repeat(20_001);
  const nova = protocolOf('deepgram').session();
  const results = (transcript: string, words: readonly object[] = []): object => ({
    type: 'Results',
    start: 0,
    duration: 1,
    is_final: true,
    channel: { alternatives: [{ transcript, confidence: 7, words }] },
  });
  t.throws(() => read(nova, results(long)), 'a text that is too long');
  t.throws(
    () =>
      read(
        nova,
        results(
          'x',
          Array.from({ length: 2_001 }, () => ({})),
        ),
      ),
    'too many words',
  );
  t.throws(() => read(nova, { type: 'Results', start: null }), 'no time');
  t.match(read(nova, results('x', [{ word: 7 }])), [{ type: 'final', confidence: 1, words: [] }]);
  t.end();
});

t.test('AssemblyAI: a turn ends once, however often its end is reported', (t) => {
  const session = protocolOf('assemblyai').session();
  const turn = (order: number, ended: boolean, formatted: boolean): object => ({
    type: 'Turn',
    turn_order: order,
    end_of_turn: ended,
    turn_is_formatted: formatted,
    transcript: formatted ? 'Hello.' : 'hello',
    words: [{ text: 'hello', start: 100, end: 400, confidence: 0.5, word_is_final: ended }],
  });
  t.match(read(session, turn(0, false, false)), [
    { type: 'partial', text: 'hello', startMs: 100, endMs: 400 },
  ]);
  t.match(read(session, turn(0, true, false)), [{ type: 'final', text: 'hello', confidence: 0.5 }]);
  t.same(read(session, turn(0, true, true)), []);
  t.same(read(session, turn(0, false, false)), [], 'the turn does not begin again');
  t.match(read(session, turn(1, true, true)), [{ type: 'final', text: 'Hello.' }]);
  for (const [code, kind] of [
    [1008, 'auth'],
    [3005, 'unavailable'],
    [3007, 'protocol'],
    [3009, 'rate'],
  ])
    t.match(read(session, { type: 'Error', error_code: code }), [{ type: 'failed', failure: { kind } }]);
  t.end();
});

t.test('Soniox: tokens become words, marks end utterances, and long ones come in pieces', (t) => {
  const session = protocolOf('soniox').session();
  const token = (text: string, startMs: number, final: boolean): object => ({
    text,
    start_ms: startMs,
    end_ms: startMs + 100,
    confidence: 0.5,
    is_final: final,
  });
  const say = (tokens: readonly object[], finalMs = 0): readonly ProtocolEvent[] =>
    read(session, { tokens, final_audio_proc_ms: finalMs, total_audio_proc_ms: finalMs });
  t.same(say([token(' hel', 0, true), token('lo', 100, false)]), [
    { type: 'partial', text: 'hello', startMs: 0, endMs: 200 },
  ]);
  t.match(say([token('lo', 100, true), token(' you', 200, true), { text: '<end>', is_final: true }], 900), [
    {
      type: 'final',
      text: 'hello you',
      startMs: 0,
      endMs: 300,
      endOfUtterance: true,
      words: [
        { text: 'hello', startMs: 0, endMs: 200 },
        { text: 'you', startMs: 200, endMs: 300 },
      ],
    },
    { type: 'settled', throughMs: 900 },
  ]);
  const events = Array.from({ length: 100 }, (_, index) =>
    say([token(` w${index}`, 1_000 + index * 100, true)]),
  );
  const finals = events.flat().filter(({ type }) => type === 'final');
  t.match(finals, [{ endOfUtterance: false, startMs: 1_000 }], 'after eight seconds');
  t.match(read(session, { error_code: 503, error_message: KEY }), [
    { type: 'failed', failure: { kind: 'unavailable', lasting: false, detail: 'HTTP 503' } },
  ]);
  t.match(read(session, { error_code: 401 }), [{ failure: { kind: 'auth', lasting: true } }]);
  t.end();
});

t.test('ElevenLabs: maps errors to kinds, and one of them means that no audio was left', (t) => {
  const session = protocolOf('elevenlabs').session();
  const kinds = {
    auth_error: 'auth',
    rate_limited: 'rate',
    input_error: 'protocol',
    transcriber_error: 'unavailable',
  };
  for (const [kind, failure] of Object.entries(kinds))
    t.match(read(session, { message_type: kind, error: KEY }), [
      { type: 'failed', failure: { kind: failure } },
    ]);
  t.same(read(session, { message_type: 'commit_throttled' }), []);
  session.finish(10_000);
  t.same(read(session, { message_type: 'commit_throttled' }), [{ type: 'flushed' }]);
  t.end();
});

t.test('OpenAI: reports items in the order in which they were spoken', (t) => {
  const session = protocolOf('openai').session();
  const say = (type: string, fields: object): readonly ProtocolEvent[] => read(session, { type, ...fields });
  const buffer = 'input_audio_buffer';
  const name = 'conversation.item.input_audio_transcription';
  t.same(say('session.updated', {}), [{ type: 'ready' }]);
  say(`${buffer}.speech_started`, { item_id: 'a', audio_start_ms: 100 });
  say(`${buffer}.speech_stopped`, { item_id: 'a', audio_end_ms: 900 });
  say(`${buffer}.speech_started`, { item_id: 'b', audio_start_ms: 2_000 });
  say(`${buffer}.speech_stopped`, { item_id: 'b', audio_end_ms: 3_000 });
  t.match(say(`${name}.delta`, { item_id: 'a', delta: 'one' }), [
    { type: 'partial', text: 'one', startMs: 100 },
  ]);
  t.same(say(`${name}.completed`, { item_id: 'b', transcript: 'two' }), [], 'the first is not complete');
  t.match(
    say(`${name}.completed`, { item_id: 'a', transcript: 'one', logprobs: [{ logprob: Math.log(0.5) }] }),
    [
      { text: 'one', startMs: 100, endMs: 900, confidence: 0.5, words: null },
      { text: 'two', startMs: 2_000, endMs: 3_000, confidence: 1 },
    ],
  );
  say(`${buffer}.speech_started`, { item_id: 'c', audio_start_ms: 4_000 });
  t.match(
    say(`${name}.failed`, { item_id: 'c' }),
    [{ type: 'failed', failure: { kind: 'unavailable', lasting: false } }],
    'audio that could not be transcribed is sent again',
  );
  t.same(
    say('error', { error: { type: 'invalid_request_error', code: 'x' } }),
    [],
    'most errors do not end the session',
  );
  t.match(say('error', { error: { code: 'session_expired' } }), [{ failure: { kind: 'unavailable' } }]);
  t.throws(() => {
    for (let index = 0; index < 200; index += 1)
      say(`${buffer}.speech_started`, { item_id: `n${index}`, audio_start_ms: index });
  }, 'items are bounded');
  t.end();
});

t.test('OpenAI: commits speech at the end, but not silence', (t) => {
  const quiet = protocolOf('openai').session();
  quiet.audio(new Uint8Array(800).fill(0xfe));
  t.same(quiet.finish(100), { messages: [], flushed: true });
  const loud = protocolOf('openai').session();
  loud.audio(new Uint8Array(800).fill(0x20));
  t.same(loud.finish(100), { messages: ['{"type":"input_audio_buffer.commit"}'], flushed: false });
  t.same(read(loud, { type: 'error', error: { code: 'input_audio_buffer_commit_empty' } }), [
    { type: 'flushed' },
  ]);
  t.end();
});

t.test(
  'requests likely ends only where that changes the provider, and reports when one is withdrawn',
  (t) => {
    const threshold = (likelyEnds: boolean): string | null => {
      const { url } = protocolOf('deepgram', 'flux-general-en').address({
        language: 'en',
        phrases: [],
        likelyEnds,
      });
      return new URL(url).searchParams.get('eager_eot_threshold');
    };
    t.same([threshold(false), threshold(true)], [null, '0.5']);
    const session = protocolOf('deepgram', 'flux-general-en').session();
    const ends = ['StartOfTurn', 'Update', 'EagerEndOfTurn', 'TurnResumed', 'constructor'].map((event) => {
      const [first] = read(session, { type: 'TurnInfo', event, audio_window_end: 1, transcript: 'hello' });
      return first?.type === 'partial' ? (first.end ?? null) : first;
    });
    t.same(ends, [null, null, 'likely', 'withdrawn', null]);
    const turns = protocolOf('assemblyai').session();
    const word = { text: 'hello', start: 0, end: 100 };
    const pauses = [
      { utterance: '', words: [{ ...word, word_is_final: true }] },
      { utterance: 'hello', words: [{ ...word, word_is_final: true }] },
      {
        utterance: 'hello',
        words: [
          { ...word, word_is_final: true },
          { ...word, text: 'I', word_is_final: false },
        ],
      },
    ].map((turn) =>
      read(turns, { type: 'Turn', turn_order: 0, end_of_turn: false, transcript: '', ...turn }),
    );
    t.match(pauses, [[{ end: undefined }], [{ end: 'likely' }], [{ end: undefined }]]);
    t.end();
  },
);
