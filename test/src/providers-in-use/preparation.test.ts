/** Speech is ready before a call needs it, however the call was started. */
import t from 'tap';
import type { AgentSnapshot } from '../../../actors/call/events.js';
import type { MediaProviders } from '../../../media/providers.js';
import { FLITE_VOICES } from '../../../providers/speech/offline/flite/synthesiser.js';
import type { Synthesiser } from '../../../providers/speech/synthesiser.js';
import type { TakenForSpeech } from '../../../src/providers-in-use/in-use.js';
import { createPreparation } from '../../../src/providers-in-use/preparation.js';
import { stub } from '../../../testkit/stub.js';

const agent: AgentSnapshot = {
  agentId: 'a1',
  name: 'Ann',
  instructions: 'Be kind.',
  greeting: 'Hello Grace.',
  languageCode: 'en',
  voiceSettings: {},
  knowledgeSourceIds: [],
};

const prepared = async (changed: Partial<AgentSnapshot>): Promise<readonly string[]> => {
  const done: string[] = [];
  let released = 0;
  const speaker: Synthesiser = {
    name: 'flite',
    voices: FLITE_VOICES,
    synthesise: () => stub({}),
    close: async () => undefined,
  };
  const taken: TakenForSpeech = {
    providers: { ...stub<MediaProviders>({}), synthesisers: [speaker] },
    defaultVoiceId: 'flite:slt',
    speaker: '',
    release: () => {
      released += 1;
    },
  };
  await createPreparation({
    take: async (businessId, agentId) => {
      t.same([businessId, agentId], ['b1', 'a1']);
      return taken;
    },
    prepare: async (_taken, { text, voiceId, language }) =>
      void done.push([text, voiceId, language].join(' | ')),
    learn: (instructions) => void done.push(instructions),
  })('b1', { ...agent, ...changed });
  await new Promise((resolve) => setImmediate(resolve));
  const isSilent = changed.greeting === '' && changed.disclosure === undefined;
  t.equal(released, isSilent ? 0 : 1, 'the provider is released');
  return done;
};

t.test('prepares the greeting as it will be spoken, then the phrases', async (t) => {
  t.same(await prepared({}), ['Hello Grace. | flite:slt | en', 'Be kind.']);
  const voiceSettings = { liveVoiceId: 'flite:rms', language: 'de' };
  t.same(await prepared({ voiceSettings }), ['Hello Grace. | flite:rms | de', 'Be kind.']);
  const MALE = { agentGender: 'male' } as const;
  t.same(
    (await prepared({ voiceSettings: MALE }))[0],
    'Hello Grace. | flite:rms | en',
    'in a voice of its gender',
  );
});

t.test('prepares the disclosure before the greeting, and also without a greeting', async (t) => {
  const disclosure = 'I am a machine.';
  t.same(await prepared({ disclosure }), [
    'I am a machine. | flite:slt | en',
    'Hello Grace. | flite:slt | en',
    'Be kind.',
  ]);
  t.same(await prepared({ disclosure, greeting: '' }), ['I am a machine. | flite:slt | en', 'Be kind.']);
});

t.test('prepares the phrases of an agent without a greeting', async (t) => {
  t.same(await prepared({ greeting: '' }), ['Be kind.']);
});
