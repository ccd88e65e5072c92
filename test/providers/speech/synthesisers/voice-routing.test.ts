import t from 'tap';
import type { SpeechRequest, Synthesiser, Voice } from '../../../../providers/speech/synthesiser.js';
import {
  routesOf,
  routeVoices,
  standInVoice,
} from '../../../../providers/speech/synthesisers/voice-routing.js';

const voice = (id: string, language: string, gender: Voice['gender']): Voice => ({
  id,
  name: id,
  language,
  gender,
});

const A = [
  voice('a:ann', 'en-US', 'female'),
  voice('a:bob', 'en-US', 'male'),
  voice('a:dieter', 'de', 'male'),
];
const B = [
  voice('b:x', 'en', 'neutral'),
  voice('b:carl', 'en-GB', 'male'),
  voice('b:dora', 'de-DE', 'female'),
];

/** A synthesiser that records its requests, and yields one byte for each. */
const member = (
  name: string,
  voices: readonly Voice[],
  requests: SpeechRequest[] = [],
): Synthesiser & { closed: number } => {
  const self = {
    name,
    voices,
    closed: 0,
    synthesise: async function* (request: SpeechRequest) {
      requests.push(request);
      yield { mulaw: new Uint8Array(1) };
    },
    close: async () => {
      self.closed += 1;
    },
  };
  return self;
};

t.test(
  'a stand-in has the language and the gender if possible, and is the first voice if none fits better',
  async (t) => {
    t.equal(standInVoice(B, { gender: 'male' }, 'en-US'), 'b:carl');
    t.equal(standInVoice(B, { gender: 'female' }, 'de'), 'b:dora');
    t.equal(standInVoice(B, { gender: 'male' }, 'de'), 'b:dora', 'the language before the gender');
    t.equal(standInVoice(B, undefined, 'fr'), 'b:x');
    t.equal(standInVoice(B, { gender: 'female' }, 'fr'), 'b:dora');
    t.equal(standInVoice([], undefined, 'en'), null);
  },
);

t.test('routes a voice to its owner, then to the others in order', async (t) => {
  const members = [member('a', A), member('b', B), member('c', [])];
  t.same(routesOf(members, { voiceId: 'b:carl', language: 'en-US' }), [
    { index: 1, voiceId: 'b:carl' },
    { index: 0, voiceId: 'a:bob' },
  ]);
  t.same(
    routesOf(members, { voiceId: 'a:unlisted', language: 'en' })[0],
    { index: 0, voiceId: 'a:unlisted' },
    'its owner knows it although it is not in the list',
  );
  t.same(routesOf(members, { voiceId: 'gone:ann', language: 'de' }), [
    { index: 0, voiceId: 'a:dieter' },
    { index: 1, voiceId: 'b:dora' },
  ]);
});

t.test('the attempts go through all synthesisers, whichever owns the voice', async (t) => {
  const requests: SpeechRequest[] = [];
  const [a, b] = [member('a', A, requests), member('b', B, requests)];
  const attempts = routeVoices([a, b]);
  t.equal(attempts.length, 2);
  for (const synthesiser of attempts) {
    t.same(synthesiser.voices, [...A, ...B]);
    const request = { text: 'hello', voiceId: 'b:carl', language: 'en', background: true };
    for await (const _chunk of synthesiser.synthesise(request, new AbortController().signal));
  }
  t.same(
    requests.map(({ voiceId, text, background }) => [voiceId, text, background]),
    [
      ['b:carl', 'hello', true],
      ['a:bob', 'hello', true],
    ],
  );
  await Promise.all(attempts.map((synthesiser) => synthesiser.close()));
  t.same([a.closed, b.closed], [1, 1], 'each is closed once');
});

t.test('offers voices that are added to a list later', async (t) => {
  const voices = [...A];
  const [first] = routeVoices([member('a', voices)]);
  voices.push(voice('a:new', 'en', 'male'));
  t.equal(first.voices.at(-1)?.id, 'a:new');
});

t.test('a voice that takes over speaks as near to the requested speed as it can', async (t) => {
  const requests: SpeechRequest[] = [];
  const speeds = [0.7, 1.2] as const;
  const members = [
    member('a', A, requests),
    member(
      'b',
      B.map((voice) => ({ ...voice, speeds })),
      requests,
    ),
  ] as const;
  for (const synthesiser of routeVoices(members)) {
    const request = { text: 'hello', voiceId: 'b:carl', language: 'en', speed: 1.5 };
    for await (const _chunk of synthesiser.synthesise(request, new AbortController().signal));
  }
  t.same(
    requests.map(({ voiceId, speed }) => [voiceId, speed]),
    [
      ['b:carl', 1.2],
      ['a:bob', undefined],
    ],
  );
});
