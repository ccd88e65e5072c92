/** Commands and queries of an agent. An agent has no effects. */
import type { Voicemail } from '../../schemas/agents/voicemail.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import type { AgentAuthor, AgentDraft, AgentProfile, AgentSplit } from './events.js';

/**
 * `expected`: tags of what the client has edited (see {@link tagOf} in state.ts), of which one must still be current. Refused with
 * `agent_changed` otherwise. Absent: whatever is current.
 */
interface Conditional {
  readonly expected?: readonly string[];
}

/** A publication: a profile that becomes the next version. */
interface Publication {
  readonly contactContextRequired: boolean;
  readonly note?: string;
  readonly by?: AgentAuthor;
}

export type AgentCommand =
  | {
      readonly type: 'create';
      readonly profile: AgentProfile;
      readonly contactContextRequired: boolean;
      readonly by?: AgentAuthor;
    }
  /** `revision`: the agent's revision that the profile is based on. Refused with `agent_changing` if it is no longer current. */
  | ({
      readonly type: 'update';
      readonly profile: AgentProfile;
      readonly revision?: number;
      /** The version that is published again. */
      readonly restored?: number;
    } & Publication &
      Conditional)
  /** `edited`: the tag that the profile is based on. Refused with `agent_archived`, and with `agent_changing` if it is no longer current. */
  | ({
      readonly type: 'save_draft';
      readonly profile: AgentProfile;
      readonly edited: string;
      readonly by?: AgentAuthor;
    } & Conditional)
  /** Refused with `draft_not_found`. */
  | ({ readonly type: 'discard_draft' } & Conditional)
  /**
   * Publishes the draft. `draft`: its tag when it was checked; refused with `agent_changing` if it is no longer current. `replaces`: the
   * published version that it may replace; absent: the one that it is based on. Refused with `draft_outdated` if another one is published.
   * `split`: the version that was published before stays with the other recipients.
   */
  | ({
      readonly type: 'publish';
      readonly draft: string;
      readonly replaces?: number;
      readonly split?: { readonly splitId: string; readonly percent: number };
    } & Publication &
      Conditional)
  /** `published`: the version that the request was checked with. Refused with `agent_archived`, `split_running`, `too_many_splits`. */
  | ({ readonly type: 'start_split'; readonly published: number; readonly by?: AgentAuthor } & AgentSplit)
  /** `winner`: null: none. `publication`: of the winner, if it is not published. Refused with `split_not_found`. */
  | {
      readonly type: 'end_split';
      readonly splitId: string;
      readonly winner: number | null;
      readonly publication: ({ readonly profile: AgentProfile } & Publication) | null;
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
  readonly save_draft: EditedAgent;
  readonly discard_draft: EditedAgent;
  readonly publish: EditedAgent;
  readonly start_split: EditedAgent;
  readonly end_split: EditedAgent;
  readonly set_voicemail: AgentDetails;
  readonly set_analysis: AgentDetails;
  readonly set_memory: AgentDetails;
  readonly archive: AgentDetails;
}

export interface AgentQueries {
  /** @throws DomainError agent_not_found */
  get(): AgentDetails;
  /** With its draft and its splits. @throws DomainError agent_not_found */
  edited(): EditedAgent;
}

/** An agent with what is not published of it. */
export interface EditedAgent {
  readonly agent: AgentDetails;
  /** Null: there is none. */
  readonly draft: StoredDraft | null;
  readonly splits: readonly RunningSplit[];
}

/** A draft. */
export interface StoredDraft extends AgentDraft {
  /** Changes with each save, and is never used again. */
  readonly tag: string;
  /** ms since the epoch. */
  readonly savedAt: number;
}

/** A split that divides recipients. */
export interface RunningSplit extends AgentSplit {
  /** The version that the other recipients get. */
  readonly published: number;
  /** ms since the epoch. */
  readonly startedAt: number;
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
