/** Speech is ready before a call needs it, whoever started the call. */
import t from 'tap';
import type { AgentSnapshot } from '../../actors/call/events.js';
import { FLITE_VOICES } from '../../providers/speech/voices.js';
import { createPreparation } from '../../src/preparation.js';

const agent: AgentSnapshot = {
  agentId: 'a1',
  name: 'Ann',
  instructions: 'Be kind.',
  greeting: 'Hello Grace.',
  languageCode: 'en',
  voiceSettings: {},
  knowledgeSourceIds: [],
};

const prepared = (changed: Partial<AgentSnapshot>): readonly string[] => {
  const done: string[] = [];
  createPreparation({
    defaultVoiceId: 'flite:slt',
    voices: () => FLITE_VOICES,
    prepare: (...asked) => void done.push(asked.join(' | ')),
    learn: (instructions) => void done.push(instructions),
  })({ ...agent, ...changed });
  return done;
};

t.test('the greeting first, as it will be spoken, then the phrases', async (t) => {
  t.same(prepared({}), ['Hello Grace. | flite:slt | en', 'Be kind.']);
  const voiceSettings = { liveVoiceId: 'flite:rms', language: 'de' };
  t.same(prepared({ voiceSettings }), ['Hello Grace. | flite:rms | de', 'Be kind.']);
  const man = { agentGender: 'male' } as const;
  t.same(prepared({ voiceSettings: man })[0], 'Hello Grace. | flite:rms | en', 'in the voice of its gender');
});

t.test('an agent without a greeting has its phrases ready', async (t) => {
  t.same(prepared({ greeting: '' }), ['Be kind.']);
});
