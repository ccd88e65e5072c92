/** Events of the analysis of a call or of an episode of a conversation. The actor of a call has the id of the call. */
import type { AnalysisFailure, Findings } from '../../schemas/analysis/call-analysis.js';
import type { Episode } from '../../schemas/analysis/conversation-analysis.js';
import type { AnalysisTask } from '../../schemas/analysis/settings.js';
import type { Remembered } from '../../schemas/contacts/memory.js';
import type { RecipientClaim } from '../recipients/commands.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The recipient of a campaign that a call was for. */
export interface AnalysedRecipient {
  readonly iterationId: string;
  readonly block: number;
  readonly claim: RecipientClaim;
}

/** How an analysis ended. `memory`: what it leaves of the contact; absent: nothing is remembered. */
export type AnalysisResult<Found = Findings> =
  | { readonly type: 'completed'; readonly findings: Found; readonly memory?: Remembered }
  | { readonly type: 'failed'; readonly failure: AnalysisFailure };

export type AnalysisEvent<Found = Findings> =
  /** The call has ended, or the conversation fell silent. Absent from older analyses. */
  | {
      readonly type: 'analysis.prepared';
      /** Null: no agent is assigned to the account of the conversation. */
      readonly agentId: string | null;
      /** Absent: a call. */
      readonly episode?: Episode;
      /** Its campaign waits for the findings; absent: none does. */
      readonly recipient?: AnalysedRecipient;
    }
  | {
      readonly type: 'analysis.requested';
      readonly settings: AnalysisTask;
      readonly settingsId: string;
      readonly priceMicrocredits: number;
    }
  /** The charge is reserved. */
  | { readonly type: 'analysis.funded' }
  /** `settingsId`: empty if the settings could not be read. */
  | { readonly type: 'analysis.ended'; readonly settingsId: string; readonly result: AnalysisResult<Found> }
  | { readonly type: 'analysis.settled'; readonly chargedMicrocredits: number }
  /** The campaign has what was found. */
  | { readonly type: 'analysis.reported' }
  /** A run has analysed it again, and charges for it. */
  | {
      readonly type: 'analysis.repeated';
      readonly analysisRunId: string;
      readonly settingsId: string;
      readonly findings: Found;
      readonly memory?: Remembered;
      readonly chargedMicrocredits: number;
      /** Absent: a call. */
      readonly episode?: Episode;
    };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const ANALYSIS_EVENTS = {
  // Version 3: names a recipient to report to, which older builds would not.
  'analysis.prepared': 3,
  'analysis.requested': 1,
  'analysis.funded': 1,
  'analysis.ended': 1,
  'analysis.settled': 1,
  'analysis.reported': 3,
  'analysis.repeated': 1,
} as const satisfies VersionsOf<AnalysisEvent>;

/** The kind, for readers of its events. */
export const ANALYSIS_KIND = eventKind<AnalysisEvent>('analysis', ANALYSIS_EVENTS);
