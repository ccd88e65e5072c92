/** Events of one run of a campaign. */

import type { SettledSettings } from '../../schemas/campaigns/iteration-settings.js';
import type { CampaignChannel, Outcome } from '../../schemas/campaigns/states.js';
import type { Gate } from '../recipients/events.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The audience as it is selected, before it is resolved to members. */
export interface Audience {
  readonly contactIds: readonly string[];
  readonly categoryIds: readonly string[];
  readonly excludeContactIds: readonly string[];
  /** Members of these iterations with one of `outcomes`. */
  readonly fromIterationIds: readonly string[];
  readonly outcomes: readonly Outcome[];
  /** Contacts that this summary run recommends; null: none. */
  readonly recommendedBySummaryRunId: string | null;
}

/** What determines the gate: the status of the iteration, or its window. */
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
      /** When it starts automatically, ms since the epoch; null: on command. */
      readonly startAt: number | null;
    }
  /** `eligible` of the `size` members are to be contacted. `cursor`: where the audience continues; null at its end. */
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
  /** How many recipients may be claimed or contacted at a time, and when to size again, ms since the epoch. */
  | { readonly type: 'iteration.sized'; readonly permits: number; readonly nextAt: number }
  | { readonly type: 'iteration.size_due' };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const ITERATION_EVENTS = {
  // Carries template values (version 2) and limits of call-backs (version 3), which readers must not ignore.
  'iteration.created': 3,
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

/** The kind, for readers of its events. */
export const ITERATION_KIND = eventKind<IterationEvent>('iteration', ITERATION_EVENTS);
