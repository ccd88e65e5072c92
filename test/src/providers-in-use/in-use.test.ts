/** Which providers a business uses: those of its own lists, and those of the installation at that time. */
import pino from 'pino';
import t, { type Test } from 'tap';
import type { OwnList } from '../../../operations/providers/own-lists.js';
import { readConfig } from '../../../src/config/index.js';
import { openProvidersInUse } from '../../../src/providers-in-use/in-use.js';
import { unknownNames } from '../../support/names.js';

const MODEL = {
  provider: 'openai-compatible',
  choice: 'of-a',
  key: 'sk-secret-1',
  address: 'http://127.0.0.1:9/v1',
};
const VOICE = { provider: 'deepgram', choice: 'aura-2-thalia-en', key: 'dg-secret-2', address: null };
const listOf = (
  role: OwnList['role'],
  choices: OwnList['choices'],
  change: Partial<OwnList> = {},
): OwnList => ({
  role,
  agentId: null,
  choices,
  standIn: 'none',
  ...change,
});

const start = async (
  t: Test,
  lists: (businessId: string) => readonly OwnList[] | Promise<never>,
  env: Readonly<Record<string, string>> = {},
) => {
  const dataDir = t.testdir({});
  const logged: string[] = [];
  const counted: string[] = [];
  const config = readConfig({ dataDir }, { OPENAI_API_KEY: 'sk-installed', ...env });
  const inUse = await openProvidersInUse(config, {
    config,
    development: true,
    names: await unknownNames(t),
    countTokens: () => undefined,
    countLists: (role, outcome) => void counted.push(`${role} ${outcome}`),
    listsFor: async (businessId) => lists(businessId),
    speakersOf: async (businessId) => (await lists(businessId)).filter(({ role }) => role === 'synthesiser'),
    timeZone: 'UTC',
    voiceDetector: null,
    wallClock: Date.now,
    logger: pino({}, { write: (line: string) => void logged.push(line) }),
  });
  t.teardown(() => inUse.close());
  const names = async (businessId: string) => {
    const { providers, defaultVoiceId, speaker, release } = await inUse.take(businessId, 'agent');
    release();
    return {
      models: providers.models.map(({ name }) => name),
      recognisers: providers.recognisers.map(({ name }) => name),
      synthesisers: providers.synthesisers.map(({ name }) => name),
      engines: providers.engines.map(({ name }) => name),
      defaultVoiceId,
      speaker,
    };
  };
  return { inUse, names, logged, counted, dataDir };
};

t.test('a business has its own providers and their fallbacks; others have the installation', async (t) => {
  const { names, counted } = await start(
    t,
    (businessId) => {
      if (businessId === 'b') return [];
      const standIn = businessId === 'a2' ? 'installation' : 'none';
      return [listOf('model', [MODEL], { standIn }), listOf('synthesiser', [VOICE], { standIn })];
    },
    { PARLEY_MODEL: 'openai:gpt-x' },
  );
  t.match(await names('a'), {
    models: ['openai-compatible:of-a'],
    recognisers: ['phrase-book'],
    synthesisers: ['deepgram'],
    defaultVoiceId: 'deepgram:aura-2-thalia-en',
  });
  t.match(await names('a2'), {
    models: ['openai-compatible:of-a', 'openai:gpt-x'],
    synthesisers: ['deepgram', 'flite'],
  });
  t.match(await names('b'), {
    models: ['openai:gpt-x'],
    synthesisers: ['flite'],
    defaultVoiceId: 'flite:slt',
    speaker: '',
  });
  t.same([...counted].sort(), ['model taken', 'model taken', 'synthesiser taken', 'synthesiser taken']);
  t.not((await names('a')).speaker, (await names('a2')).speaker, 'other fallbacks may speak for it');
  t.notMatch((await names('a')).speaker, /secret/);
});

t.test('an engine serves businesses that chose it, and none that chose other providers', async (t) => {
  const engine = { provider: 'openai', choice: 'gpt-own', key: 'sk-secret-4', address: null };
  const { names, inUse } = await start(
    t,
    (businessId) => {
      if (businessId === 'b') return [];
      if (businessId === 'thinks') return [listOf('model', [MODEL])];
      return [
        listOf('engine', [engine], { standIn: businessId === 'both' ? 'installation' : 'none' }),
        listOf('model', [MODEL]),
      ];
    },
    {
      PARLEY_REALTIME: 'openai:gpt-realtime',
      PARLEY_PUBLIC_URL: 'https://a.example',
      WHATSAPP_APP_SECRET: 'a',
      WHATSAPP_VERIFY_TOKEN: 'b',
    },
  );
  t.match(await names('b'), { engines: ['openai:gpt-realtime'], models: ['none'] });
  t.match(await names('thinks'), { engines: [], models: ['openai-compatible:of-a'] });
  t.match(await names('own'), { engines: ['openai:gpt-own'], models: ['openai-compatible:of-a'] });
  t.match(await names('both'), { engines: ['openai:gpt-own', 'openai:gpt-realtime'] });
  const { providers, release } = await inUse.take('b', 'agent');
  // A failed engine is followed by an apology, not by a silent model.
  const answer = providers.models[0].respond({ messages: [], tools: [] }, new AbortController().signal);
  await t.rejects(answer[Symbol.asyncIterator]().next());
  release();
});

t.test('a missing model of the installation is no fallback', async (t) => {
  const { names } = await start(t, () => [listOf('model', [MODEL], { standIn: 'installation' })], {
    WHATSAPP_APP_SECRET: 'a',
    WHATSAPP_VERIFY_TOKEN: 'b',
  });
  t.same((await names('a')).models, ['openai-compatible:of-a']);
});

t.test(
  'if a list cannot be loaded the installation takes its role, and the log does not contain keys',
  async (t) => {
    const gone = { provider: 'gone', choice: 'x', key: 'sk-secret-3', address: null };
    const { names, logged, counted } = await start(t, (businessId) => {
      if (businessId === 'broken') return Promise.reject(new Error('the journal is away'));
      if (businessId === 'slow') return new Promise<never>(() => undefined);
      return [
        listOf('model', [MODEL, gone]),
        listOf('recogniser', [{ ...gone, provider: 'deepgram', choice: '?' }]),
      ];
    });
    t.match(await names('a'), { models: ['scripted'], recognisers: ['phrase-book'] });
    t.same([...counted].sort(), ['model failed', 'recogniser failed']);
    t.match(logged.join(''), /"provider.list_failed".*names \\"gone\\"; write one of openai/);
    const keep = setInterval(() => undefined, 1_000);
    t.match(await names('broken'), { models: ['scripted'] });
    t.match(await names('slow'), { models: ['scripted'] });
    clearInterval(keep);
    t.same(counted.slice(2), ['all unknown', 'all unknown']);
    t.match(logged.join(''), /"provider.lists_unknown".*the journal is away/);
    t.notMatch(logged.join(''), /secret/);
  },
);

t.test('providers in use stay unchanged when those of the installation change', async (t) => {
  const { inUse, names, dataDir } = await start(t, () => [], { PARLEY_MODEL: 'openai:gpt-x' });
  const setting = (env: Readonly<Record<string, string>>) =>
    readConfig({ dataDir }, { OPENAI_API_KEY: 'sk-installed', ...env });
  const taken = await inUse.take('a', 'agent');
  await inUse.change(setting({ PARLEY_MODEL: 'openai:gpt-y' }));
  t.equal(taken.providers.models[0].name, 'openai:gpt-x');
  t.same((await names('a')).models, ['openai:gpt-y']);
  await inUse.change(setting({ PARLEY_MODEL: 'openai:gpt-y', PARLEY_SYNTHESISER: 'flite:rms' }));
  t.equal((await names('a')).defaultVoiceId, 'flite:rms');
  const request = { text: 'Hello.', voiceId: 'flite:slt', language: 'en' };
  let bytes = 0;
  for await (const { mulaw } of taken.providers.synthesisers[0].synthesise(
    request,
    AbortSignal.timeout(10_000),
  ))
    bytes += mulaw.length;
  t.ok(bytes > 1_000, 'the synthesiser still speaks');
  const invalid = setting({ PARLEY_MODEL: 'openai:gpt-z', PARLEY_SYNTHESISER: 'flite:unknown' });
  await t.rejects(inUse.change(invalid), { name: 'ConfigError', message: /write one of flite:/ });
  t.match(await names('a'), { models: ['openai:gpt-y'], defaultVoiceId: 'flite:rms' }, 'refused as a whole');
  taken.release();
});

t.test(
  'voices are those of all lists of a business, and of the installation where it is a fallback',
  async (t) => {
    const own = { ...VOICE, choice: 'aura-2-apollo-en' };
    const { inUse } = await start(t, (businessId) => {
      if (businessId === 'none') return [];
      if (businessId === 'agent') return [listOf('synthesiser', [own], { agentId: 'x' })];
      return [listOf('synthesiser', [own])];
    });
    const ids = async (businessId: string): Promise<readonly string[]> =>
      (await inUse.voicesOf(businessId)).map(({ id, owner }) => `${id} ${owner ?? 'installation'}`);
    t.ok((await ids('none')).every((id) => id.startsWith('flite:')));
    t.ok((await ids('own')).every((id) => id.startsWith('deepgram:') && id.endsWith(' own')));
    t.equal((await ids('own'))[0], 'deepgram:aura-2-apollo-en own');
    const both = await ids('agent');
    t.equal(both[0], 'deepgram:aura-2-apollo-en agent');
    t.ok(both.includes('flite:slt installation'));
    const speaker = await inUse.speakerOf('own', 'deepgram:aura-2-apollo-en');
    t.equal(speaker?.value.name, 'deepgram');
    speaker?.release();
    t.equal(await inUse.speakerOf('none', 'deepgram:aura-2-apollo-en'), null, 'of no other business');
    t.equal(await inUse.speakerOf(null, 'deepgram:aura-2-apollo-en'), null);
    const installed = await inUse.speakerOf(null, 'flite:rms');
    t.equal(installed?.value.name, 'flite');
    installed?.release();
  },
);
