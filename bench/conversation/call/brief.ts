/** The brief of a call's session, made as a node makes it: settings that are added later have their defaults. */
import { briefOf } from '../../../media/driver/session-brief.js';
import type { SessionBrief } from '../../../media/session/io.js';
import type { VoiceSettings } from '../../../schemas/agents/voice-settings.js';
import type { Voicemail } from '../../../schemas/agents/voicemail.js';

interface AgentOptions {
  /** BCP 47. */
  readonly language: string;
  /** Absent: the customer speaks first. */
  readonly greeting?: string;
  /** Absent: machines are not detected. */
  readonly voicemail?: Voicemail;
  readonly voiceSettings?: VoiceSettings;
}

export const briefFor = ({
  language,
  greeting = '',
  voicemail = { type: 'talk' },
  voiceSettings = {},
}: AgentOptions): SessionBrief =>
  briefOf(
    {
      agent: {
        agentId: 'agent',
        name: 'Ann',
        instructions: 'Help the customer.',
        greeting,
        languageCode: language,
        voiceSettings,
        voicemail,
        knowledgeSourceIds: [],
      },
      mediaStartedAt: 1_000_000,
      greetingBegun: false,
      turns: [],
      toolUses: [],
    },
    {
      attachmentId: 'attached0',
      confirmsVoice: true,
      preemptive: false,
      providers: { models: 1, synthesisers: 1, recognisers: 1 },
    },
  );
