/** Events of a run that analyses ended calls or silent conversations of an agent again. */
import type { AnalysisFailure } from '../../schemas/analysis/call-analysis.js';
import type { AnalysisTask } from '../../schemas/analysis/settings.js';
import type { RunFilter } from '../../schemas/calls/filters.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** What a run covers. Times in ms since the epoch, `to` excluded. */
export interface AnalysedCalls {
  /** Absent: calls. */
  readonly what?: 'conversations';
  readonly agentId: string;
  readonly from: number;
  readonly to: number;
  /** Absent: all calls. */
  readonly filter?: RunFilter;
}

export type AnalysisRunEvent =
  | ({
      readonly type: 'analysis_run.estimated';
      readonly settings: AnalysisTask;
      readonly settingsId: string;
      /** Number of calls or conversations to analyse, and the price of each. */
      readonly calls: number;
      readonly priceMicrocredits: number;
      /** ms since the epoch. */
      readonly expiresAt: number;
    } & AnalysedCalls)
  | { readonly type: 'analysis_run.confirmed' }
  /** The charge is reserved. */
  | { readonly type: 'analysis_run.funded' }
  | { readonly type: 'analysis_run.unfunded' }
  /** `callId`: a call or a conversation. `cursor`: the last one of the page; null if there are no more. */
  | {
      readonly type: 'analysis_run.page_analysed';
      readonly page: number;
      readonly analysed: number;
      readonly failures: readonly { readonly callId: string; readonly failure: AnalysisFailure }[];
      readonly cursor: string | null;
    }
  | { readonly type: 'analysis_run.ended'; readonly status: 'completed' | 'partial' }
  | { readonly type: 'analysis_run.settled'; readonly chargedMicrocredits: number };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const ANALYSIS_RUN_EVENTS = {
  // Version 2: a run over conversations, which an older build would take for one over calls. Version 3: a run over some calls, which an
  // older build would take for one over all.
  'analysis_run.estimated': 3,
  'analysis_run.confirmed': 1,
  'analysis_run.funded': 1,
  'analysis_run.unfunded': 1,
  'analysis_run.page_analysed': 1,
  'analysis_run.ended': 1,
  'analysis_run.settled': 1,
} as const satisfies VersionsOf<AnalysisRunEvent>;

/** The kind, for readers of its events. */
export const ANALYSIS_RUN_KIND = eventKind<AnalysisRunEvent>('analysis-run', ANALYSIS_RUN_EVENTS);
