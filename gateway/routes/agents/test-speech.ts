/** Speaks what an agent said in a written test, in the voice of the version that is tested (docs/reference/api.md "Voices and noises"). */
import { Type } from 'typebox';
import type { SpeechSamples } from '../../../media/speech/samples.js';
import type { Operations } from '../../../operations/operations.js';
import { voiceFor } from '../../../providers/speech/voice-choice.js';
import { AgentTestSpeech, AgentTestSpeechResource, TestId } from '../../../schemas/accounts/console.js';
import { DomainError } from '../../../schemas/errors.js';
import { closed } from '../../../schemas/shapes.js';
import type { SampleLinks } from '../../content/sample-links.js';
import { type Route, route } from '../../route.js';

export const testSpeechRoutes = (
  operations: Pick<Operations, 'agentTests'>,
  samples: Pick<SpeechSamples, 'voices'>,
  links: SampleLinks,
): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/agent-tests/{testId}/speech',
    operationId: 'speakAgentTest',
    audit: { none: 'a typed test conversation reaches no customer' },
    summary:
      'Return the address of what the agent said in a test, spoken in the voice that its calls would have.',
    description:
      'Only text that the agent said in this test is spoken, up to the first minute, and costs no credit, like the test. The audio is made when the address is first requested, one text at a time; the address is signed and valid for at least one hour.',
    sessionOnly: true,
    role: 'operator',
    quota: 'none',
    params: Type.Object({ testId: TestId }, closed),
    body: AgentTestSpeech,
    response: AgentTestSpeechResource,
    errors: ['agent_test_not_found', 'sample_not_found'],
    handler: async ({ businessId, params, body }) => {
      const { text, language, voiceId, agentGender } = body;
      await operations.agentTests.requireSaid(businessId, params.testId, text);
      const voices = await samples.voices(businessId);
      const settings = {
        ...(voiceId === undefined ? {} : { liveVoiceId: voiceId }),
        ...(agentGender === undefined ? {} : { agentGender }),
      };
      const id = voiceFor(voices, settings, language, voices[0]?.id ?? '');
      const voice = voices.find((candidate) => candidate.id === id);
      if (voice === undefined) throw new DomainError('sample_not_found');
      const audioUrl = links.sign({ of: 'voice', id, owner: voice.owner, text, language });
      return { data: { voiceId: id, voiceName: voice.name, audioUrl } };
    },
  }),
];
