/** What happened to one run of a campaign. */
import type { CampaignChannel, Outcome, SettledSettings } from '../../schemas/campaign.js';
import type { Gate } from '../recipients/events.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** Who is to be contacted, before it is known who exactly that is. */
export interface Audience {
  readonly contactIds: readonly string[];
  readonly categoryIds: readonly string[];
  readonly excludeContactIds: readonly string[];
  /** Members of these iterations that ended so. */
  readonly fromIterationIds: readonly string[];
  readonly outcomes: readonly Outcome[];
  /** Those whom this run recommends; null when nobody asked for them. */
  readonly recommendedBySummaryRunId: string | null;
}

/** Why nobody is contacted at this moment, though the iteration runs. */
export type GateReason = 'status' | 'window';

export type IterationEvent =
  | {
      readonly type: 'iteration.created';
      readonly campaignId: string;
      readonly campaignName: string;
      readonly ordinal: number;
      readonly channel: CampaignChannel;
      readonly agentId: string;
      readonly settings: SettledSettings;
      readonly audience: Audience;
      /** When it starts by itself, ms since the epoch; null: when somebody says so. */
      readonly startAt: number | null;
    }
  /** `eligible` of the `size` members are to be contacted. `cursor`: where the audience goes on; null at its end. */
  | {
      readonly type: 'iteration.block_loaded';
      readonly block: number;
      readonly size: number;
      readonly eligible: number;
      readonly cursor: string | null;
    }
  | { readonly type: 'iteration.started' }
  | { readonly type: 'iteration.paused' }
  | { readonly type: 'iteration.cancelling' }
  | { readonly type: 'iteration.ended'; readonly status: 'completed' | 'cancelled' }
  | {
      readonly type: 'iteration.gate_changed';
      readonly seq: number;
      readonly gate: Gate;
      readonly reason: GateReason;
    }
  | {
      readonly type: 'iteration.permitted';
      readonly block: number;
      readonly seq: number;
      readonly count: number;
    }
  | {
      readonly type: 'iteration.block_directed';
      readonly block: number;
      readonly gate: { readonly seq: number; readonly is: Gate };
      readonly grantSeq: number;
    }
  | {
      readonly type: 'iteration.block_reported';
      readonly block: number;
      readonly report: number;
      readonly returned: number;
      readonly wanted: number;
      readonly finished: boolean;
    }
  /** How many may be claimed or contacted at a time, and when to look again, ms since the epoch. */
  | { readonly type: 'iteration.sized'; readonly permits: number; readonly nextAt: number }
  | { readonly type: 'iteration.size_due' };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const ITERATION_EVENTS = {
  // With values for a template, which must be heeded.
  'iteration.created': 2,
  'iteration.block_loaded': 1,
  'iteration.started': 1,
  'iteration.paused': 1,
  'iteration.cancelling': 1,
  'iteration.ended': 1,
  'iteration.gate_changed': 1,
  'iteration.permitted': 1,
  'iteration.block_directed': 1,
  'iteration.block_reported': 1,
  'iteration.sized': 1,
  'iteration.size_due': 1,
} as const satisfies VersionsOf<IterationEvent>;

/** The kind, for those who read its events. */
export const ITERATION_KIND = eventKind<IterationEvent>('iteration', ITERATION_EVENTS);
