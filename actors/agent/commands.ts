/** What an agent can be told and what it answers. An agent owes nothing to the outside world. */
import type { AgentProfile } from './events.js';

export type AgentCommand =
  | { readonly type: 'look' }
  | { readonly type: 'create'; readonly profile: AgentProfile; readonly contactContextRequired: boolean }
  | { readonly type: 'update'; readonly profile: AgentProfile; readonly contactContextRequired: boolean }
  | { readonly type: 'archive' };

export interface AgentAnswer {
  readonly agentId: string;
  readonly referenceName: string;
  readonly status: 'active' | 'archived';
  readonly profile: AgentProfile;
  readonly contactContextRequired: boolean;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
