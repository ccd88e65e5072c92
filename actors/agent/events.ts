/** Events of an agent. */
import type { AgentChannel, DataSourceVariable } from '../../schemas/agents/agent.js';
import type { ChatSettings } from '../../schemas/agents/chat-settings.js';
import type { VoiceSettings } from '../../schemas/agents/voice-settings.js';
import type { Voicemail } from '../../schemas/agents/voicemail.js';
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

/** A draft: the profile that the next publication may have. */
export interface AgentDraft {
  readonly profile: AgentProfile;
  /** The version that was published when the draft was begun. */
  readonly basedOn: number;
  readonly by?: AgentAuthor;
}

/**
 * Divides the recipients of an agent, or of one of its campaigns, between the published version and another one. A split ends when
 * another version is published.
 */
export interface AgentSplit {
  readonly splitId: string;
  /** The version beside the published one. */
  readonly version: number;
  /** The share of the recipients that get it, from 1 to 99. */
  readonly percent: number;
  /** The campaign whose calls are divided; null: everything that the agent does. */
  readonly campaignId: string | null;
}

/**
 * Why a split ended: it was ended by a request, with the better version or without; another version was published; the agent was archived.
 */
export type SplitEnd = 'chosen' | 'dropped' | 'published' | 'archived';

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
      /** What its author wrote about it; absent: nothing. */
      readonly note?: string;
      /** The earlier version whose profile it has; absent: it is a change. */
      readonly restored?: number;
    }
  | ({ readonly type: 'agent.draft_saved' } & AgentDraft)
  /** Published or deleted. */
  | { readonly type: 'agent.draft_discarded' }
  | ({ readonly type: 'agent.split_started'; readonly by?: AgentAuthor } & AgentSplit)
  /** `winner`: the version that was chosen; null: none was. */
  | {
      readonly type: 'agent.split_ended';
      readonly splitId: string;
      readonly reason: SplitEnd;
      readonly winner: number | null;
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
  'agent.draft_saved': 4,
  'agent.draft_discarded': 4,
  'agent.split_started': 4,
  'agent.split_ended': 4,
  'agent.archived': 1,
} as const satisfies VersionsOf<AgentEvent>;

/** The kind, for readers of its events. */
export const AGENT_KIND = eventKind<AgentEvent>('agent', AGENT_EVENTS);
