/** Commands and queries of an agent. An agent has no effects. */
import type { Voicemail } from '../../schemas/agents/agent.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import type { AgentAuthor, AgentProfile } from './events.js';

export type AgentCommand =
  | {
      readonly type: 'create';
      readonly profile: AgentProfile;
      readonly contactContextRequired: boolean;
      readonly by?: AgentAuthor;
    }
  /** `revision`: the agent's revision that the profile is based on. Refused with `agent_changing` if it is no longer current. */
  | {
      readonly type: 'update';
      readonly profile: AgentProfile;
      readonly contactContextRequired: boolean;
      readonly revision?: number;
      readonly by?: AgentAuthor;
    }
  /** Refused with `agent_not_voice`, `agent_archived`. */
  | { readonly type: 'set_voicemail'; readonly voicemail: Voicemail }
  /** Refused with `agent_archived`. */
  | { readonly type: 'set_analysis'; readonly analysis: AnalysisSettings }
  /** Refused with `agent_archived`. */
  | { readonly type: 'set_memory'; readonly enabled: boolean }
  | { readonly type: 'archive' };

export interface AgentReplies {
  readonly create: AgentDetails;
  readonly update: AgentDetails;
  readonly set_voicemail: AgentDetails;
  readonly set_analysis: AgentDetails;
  readonly set_memory: AgentDetails;
  readonly archive: AgentDetails;
}

export interface AgentQueries {
  /** @throws DomainError agent_not_found */
  get(): AgentDetails;
}

export interface AgentDetails {
  readonly agentId: string;
  readonly referenceName: string;
  readonly status: 'active' | 'archived';
  readonly profile: AgentProfile;
  readonly contactContextRequired: boolean;
  /** What the agent does when a machine answers; absent: the default. */
  readonly voicemail?: Voicemail;
  /** What its calls are judged by; absent: nothing of its own. */
  readonly analysis?: AnalysisSettings;
  /** Whether it remembers contacts; absent: it does not. */
  readonly remembers?: boolean;
  /** Raised by each `update`. Absent from older builds. */
  readonly revision?: number;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
