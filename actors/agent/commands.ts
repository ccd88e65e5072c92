/** What an agent can be told and asked. An agent owes nothing to the outside world. */
import type { Voicemail } from '../../schemas/voicemail.js';
import type { AgentAuthor, AgentProfile } from './events.js';

export type AgentCommand =
  | {
      readonly type: 'create';
      readonly profile: AgentProfile;
      readonly contactContextRequired: boolean;
      readonly by?: AgentAuthor;
    }
  /** `revision`: of the agent that the profile was made from; refused with `agent_changing` when it is another by now. */
  | {
      readonly type: 'update';
      readonly profile: AgentProfile;
      readonly contactContextRequired: boolean;
      readonly revision?: number;
      readonly by?: AgentAuthor;
    }
  /** Refused with `agent_not_voice`, `agent_archived`. */
  | { readonly type: 'set_voicemail'; readonly voicemail: Voicemail }
  | { readonly type: 'archive' };

export interface AgentReplies {
  readonly create: AgentDetails;
  readonly update: AgentDetails;
  readonly set_voicemail: AgentDetails;
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
  /** What it does when a machine answers; absent: as usual. */
  readonly voicemail?: Voicemail;
  /** Another one after each change; absent where a build that is older than it says so. */
  readonly revision?: number;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
