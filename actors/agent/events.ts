/** What happened to an agent. */
import type { AgentChannel, DataSourceVariable, VoiceSettings } from '../../schemas/agent.js';

/** Everything about an agent that its owner edits, defaults filled in. */
export interface AgentProfile {
  readonly channel: AgentChannel;
  readonly name: string;
  readonly instructions: string;
  readonly languageCode: string;
  readonly dataSourceIds: readonly string[];
  readonly contactCategoryIds: readonly string[];
  readonly dataSourceVariables: readonly DataSourceVariable[];
  readonly voiceSettings: VoiceSettings;
  readonly instagramCollectMobileEnabled: boolean;
}

export type AgentEvent =
  | {
      readonly type: 'agent.created';
      readonly referenceName: string;
      readonly profile: AgentProfile;
      readonly contactContextRequired: boolean;
    }
  | {
      readonly type: 'agent.updated';
      readonly profile: AgentProfile;
      readonly contactContextRequired: boolean;
    }
  | { readonly type: 'agent.archived' };
