/** A speed that the agent's voice cannot speak at is refused when it is saved. */
import t from 'tap';
import type { AgentProfile } from '../../../actors/agent/events.js';
import { newProfile } from '../../../operations/agents/agent-profile.js';
import { checkLanguage, checkSpeed } from '../../../operations/agents/speech-choices.js';
import type { VoiceSettings } from '../../../schemas/agents/voice-settings.js';

const BUSINESS = '7b0f3c86-3a53-4d4c-9a42-000000000001';

const VOICES = [
  { id: 'flite:slt', name: 'Slt', language: 'en', gender: 'female' },
  { id: 'cartesia:ann', name: 'Ann', language: 'en', gender: 'female', speeds: [0.6, 1.5] },
] as const;
const deps = { voicesOf: async () => VOICES };

const profile = (voiceSettings: VoiceSettings, channel: 'voice' | 'whatsapp' = 'voice'): AgentProfile =>
  newProfile({ businessId: BUSINESS, channel, name: 'Ann', instructions: 'Help.', voiceSettings });

const refusal = async (agent: AgentProfile, before: AgentProfile | null = null): Promise<string | null> => {
  try {
    await checkSpeed(deps, BUSINESS, before, agent);
    return null;
  } catch (error) {
    return JSON.stringify(error instanceof Error && 'details' in error ? error.details : error);
  }
};

t.test('an agent continues only in languages that a voice speaks', async (t) => {
  const check = (agent: AgentProfile, before: AgentProfile | null = null): Promise<void> =>
    checkLanguage(deps, BUSINESS, before, agent);
  await check(profile({ language: 'en', furtherLanguages: ['en'] }));
  const agent = profile({ language: 'en', furtherLanguages: ['en', 'de'] });
  await t.rejects(check(agent), {
    code: 'validation_failed',
    details: [{ path: '/voiceSettings/furtherLanguages/1', message: /no voice speaks de; choose one of en/ }],
  });
  await check({ ...agent, name: 'Bea' }, agent);
  await check(profile({ furtherLanguages: ['de'] }, 'whatsapp'));
});

t.test('a voice with speeds accepts those', async (t) => {
  for (const speakingSpeed of [0.6, 1.1, 1.5])
    t.equal(await refusal(profile({ liveVoiceId: 'cartesia:ann', speakingSpeed })), null);
  t.match(await refusal(profile({ liveVoiceId: 'cartesia:ann', speakingSpeed: 1.6 })), /0.6 to 1.5 times/);
});

t.test('a voice without speeds refuses all but its own', async (t) => {
  t.match(
    await refusal(profile({ speakingSpeed: 1.1 })),
    /Slt speaks at one speed/,
    'the default voice, too',
  );
  t.equal(await refusal(profile({ speakingSpeed: 1 })), null);
  t.match(await refusal(profile({ speakingSpeed: 1.1 }, 'whatsapp')), /only agents of the voice channel/);
});

t.test('a speed is checked again when the voice changes, and not otherwise', async (t) => {
  const before = profile({ liveVoiceId: 'cartesia:ann', speakingSpeed: 1.1 });
  t.match(await refusal(profile({ liveVoiceId: 'flite:slt', speakingSpeed: 1.1 }), before), /one speed/);
  const kept = profile({ liveVoiceId: 'flite:slt', speakingSpeed: 1.1 });
  t.equal(await refusal({ ...kept, name: 'Bea' }, kept), null);
});
