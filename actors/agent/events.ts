/** Events of an agent. */
import type {
  AgentChannel,
  ChatSettings,
  DataSourceVariable,
  Voicemail,
  VoiceSettings,
} from '../../schemas/agents/agent.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** Everything about an agent that its owner can edit, with defaults filled in. */
export interface AgentProfile {
  readonly channel: AgentChannel;
  readonly name: string;
  readonly instructions: string;
  readonly languageCode: string;
  readonly dataSourceIds: readonly string[];
  readonly contactCategoryIds: readonly string[];
  readonly dataSourceVariables: readonly DataSourceVariable[];
  readonly voiceSettings: VoiceSettings;
  /** Absent from older builds, and if all have their defaults. */
  readonly chatSettings?: ChatSettings;
  readonly instagramCollectMobileEnabled: boolean;
}

/** The author of a profile. */
export type AgentAuthor =
  | { readonly type: 'user'; readonly userId: string }
  | { readonly type: 'key'; readonly keyId: string };

/** `by`: absent if the author is unknown, and in events of earlier versions. */
export type AgentEvent =
  | {
      readonly type: 'agent.created';
      readonly referenceName: string;
      readonly profile: AgentProfile;
      readonly contactContextRequired: boolean;
      readonly by?: AgentAuthor;
    }
  | {
      readonly type: 'agent.updated';
      readonly profile: AgentProfile;
      readonly contactContextRequired: boolean;
      readonly by?: AgentAuthor;
    }
  /** What the agent does when a machine answers. */
  | { readonly type: 'agent.voicemail_set'; readonly voicemail: Voicemail }
  /** What its calls are judged by. */
  | { readonly type: 'agent.analysis_set'; readonly analysis: AnalysisSettings }
  /** Whether it remembers contacts. */
  | { readonly type: 'agent.memory_set'; readonly enabled: boolean }
  | { readonly type: 'agent.archived' };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const AGENT_EVENTS = {
  'agent.created': 1,
  'agent.updated': 1,
  'agent.voicemail_set': 1,
  'agent.analysis_set': 2,
  'agent.memory_set': 3,
  'agent.archived': 1,
} as const satisfies VersionsOf<AgentEvent>;

/** The kind, for readers of its events. */
export const AGENT_KIND = eventKind<AgentEvent>('agent', AGENT_EVENTS);
