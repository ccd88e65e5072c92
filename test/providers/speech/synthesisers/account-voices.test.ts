/** The voices of accounts, listed when a provider is opened and refreshed from time to time. */
import { createServer } from 'node:http';
import t from 'tap';
import { followVoices, type VoiceListing } from '../../../../providers/speech/synthesisers/account-voices.js';
import { readCartesiaVoices } from '../../../../providers/speech/synthesisers/cartesia/kind.js';
import type { SynthesisFailure } from '../../../../providers/speech/synthesisers/failure.js';
import { createProviderHttp } from '../../../../providers/speech/synthesisers/http.js';
import { listening } from '../../../../simulators/support/listening.js';
import { startSpeechSimulator } from '../../../../testkit/simulators/speech-simulator.js';
import { until } from '../../../../testkit/until.js';
import { createKey, openSubject, SUBJECTS, TEST_DEADLINES } from './subjects.js';

const key = createKey(3);
const simulator = await startSpeechSimulator(key);
t.teardown(() => simulator.stop());

const subjectOf = (name: string) => {
  const subject = SUBJECTS.find((each) => each.name === name);
  if (subject === undefined) throw new Error(`no subject ${name}`);
  return subject;
};

const EXPECTED = {
  cartesia: [
    { id: 'cartesia:voice-a', name: 'voice-a', language: 'en', gender: 'neutral' },
    { id: 'cartesia:voice-b', name: 'Brook', language: 'en-GB', gender: 'female' },
    { id: 'cartesia:voice-c', name: 'Klaus', language: 'de', gender: 'male' },
    { id: 'cartesia:voice-d', name: 'Sam', language: 'en', gender: 'neutral' },
  ],
  elevenlabs: [
    { id: 'elevenlabs:voice-a', name: 'voice-a', language: 'en', gender: 'neutral' },
    { id: 'elevenlabs:voice-b', name: 'Rachel', language: 'en-US', gender: 'female' },
    { id: 'elevenlabs:voice-c', name: 'Karl', language: 'de', gender: 'male' },
    { id: 'elevenlabs:voice-d', name: 'Nobody', language: 'en', gender: 'neutral' },
  ],
};

for (const [name, voices] of Object.entries(EXPECTED))
  t.test(`${name}: offers the configured voice and all voices of the account, page by page`, async (t) => {
    const { synthesiser, warnings } = await openSubject(subjectOf(name), simulator, key);
    t.match(synthesiser.voices, voices);
    t.equal(synthesiser.voices.length, voices.length);
    for (const { furtherLanguages = [] } of synthesiser.voices)
      t.ok(furtherLanguages.includes('de'), 'languages come from the model, not from the voice');
    t.same(warnings, []);
    await synthesiser.close();
    const chosen = { ...subjectOf(name), choice: 'voice-c@some-model' };
    const second = await openSubject(chosen, simulator, key);
    t.match(second.synthesiser.voices[0], voices[2], 'details of the configured voice are listed');
    t.equal(second.synthesiser.voices.length, 3);
    await second.synthesiser.close();
  });

for (const [fault, kind] of [
  ['unauthorised', 'auth'],
  ['throttled', 'rate'],
  ['down', 'unavailable'],
] as const)
  t.test(`${fault}: offers only the configured voice, and warns with the reason`, async (t) => {
    for (const name of ['cartesia', 'elevenlabs'] as const) {
      await simulator.behave({ fault, times: 1 });
      const { synthesiser, warnings } = await openSubject(subjectOf(name), simulator, key);
      t.match(synthesiser.voices, EXPECTED[name].slice(0, 1));
      t.equal(synthesiser.voices.length, 1);
      t.match(warnings, [{ kind }]);
      await synthesiser.close();
    }
  });

/** A listing from a server that sends the text of `answer`; null: it does not answer. */
const listingFrom = async (
  t: { teardown(close: () => Promise<void>): void },
  answer: () => string | null,
  more: Partial<VoiceListing>,
): Promise<{ readonly listing: VoiceListing; readonly warnings: SynthesisFailure[] }> => {
  const server = createServer((_req, res) => {
    const text = answer();
    if (text !== null) res.end(text);
  });
  const port = await listening(server);
  const http = createProviderHttp('cartesia', 1, TEST_DEADLINES);
  t.teardown(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });
  const warnings: SynthesisFailure[] = [];
  const listing: VoiceListing = {
    provider: 'cartesia',
    configured: 'mine',
    http,
    address: `http://127.0.0.1:${port}`,
    headers: {},
    languages: [],
    speeds: null,
    first: '/voices',
    readPage: readCartesiaVoices,
    onWarning: (_provider, failure) => warnings.push(failure),
    ...more,
  };
  return { listing, warnings };
};

t.test(
  'a list that is late, invalid or too long is ignored, and the configured voice is still offered',
  async (t) => {
    for (const [answer, kind] of [
      [null, 'timeout'],
      ['no json', 'protocol'],
      [`"${'x'.repeat(5 * 1024 * 1024)}"`, 'protocol'],
    ] as const) {
      const { listing, warnings } = await listingFrom(t, () => answer, { listMs: 300 });
      const voices = await followVoices(listing);
      t.same(
        voices.current().map(({ id }) => id),
        ['cartesia:mine'],
      );
      t.match(warnings, [{ kind }]);
      voices.close();
    }
  },
);

t.test('cuts an endless list, and leaves out invalid voices', async (t) => {
  const data = Array.from({ length: 100 }, (_, at) => ({
    id: `v${at}`,
    name: 'n'.repeat(1_000),
    language: '???',
  }));
  const page = JSON.stringify({ data: [{ id: 'a b' }, { name: 'none' }, 7, ...data], has_more: true });
  const { listing } = await listingFrom(t, () => page, {});
  const voices = await followVoices(listing);
  t.equal(voices.current().length, 501);
  t.match(voices.current()[1], { id: 'cartesia:v0', language: 'en', gender: 'neutral' });
  t.equal(voices.current()[1]?.name.length, 100);
  voices.close();
});

t.test('refreshes the list from time to time, and keeps the last one if a refresh fails', async (t) => {
  let requests = 0;
  const answer = (): string => {
    requests += 1;
    return requests === 2 ? 'no json' : JSON.stringify({ data: [{ id: `v${requests}`, name: 'V' }] });
  };
  const { listing, warnings } = await listingFrom(t, answer, { refreshMs: 50 });
  const voices = await followVoices(listing);
  t.equal(voices.current()[1]?.id, 'cartesia:v1');
  await until('a list to fail', () => warnings.length > 0);
  t.equal(voices.current()[1]?.id, 'cartesia:v1');
  await until('another list', () => voices.current()[1]?.id === 'cartesia:v3');
  voices.close();
});
