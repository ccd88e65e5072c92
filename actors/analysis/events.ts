/** Events of the analysis of one call. The actor has the id of the call. */
import type { AnalysisFailure, Findings } from '../../schemas/analysis/call-analysis.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** How an analysis ended. */
export type AnalysisResult =
  | { readonly type: 'completed'; readonly findings: Findings }
  | { readonly type: 'failed'; readonly failure: AnalysisFailure };

export type AnalysisEvent =
  /** The call has ended. Absent from older analyses. */
  | { readonly type: 'analysis.prepared'; readonly agentId: string }
  | {
      readonly type: 'analysis.requested';
      readonly settings: AnalysisSettings;
      readonly settingsId: string;
      readonly priceMicrocredits: number;
    }
  /** The charge is reserved. */
  | { readonly type: 'analysis.funded' }
  /** `settingsId`: empty if the settings could not be read. */
  | { readonly type: 'analysis.ended'; readonly settingsId: string; readonly result: AnalysisResult }
  | { readonly type: 'analysis.settled'; readonly chargedMicrocredits: number }
  /** A run has analysed the call again, and charges for it. */
  | {
      readonly type: 'analysis.repeated';
      readonly analysisRunId: string;
      readonly settingsId: string;
      readonly findings: Findings;
      readonly chargedMicrocredits: number;
    };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const ANALYSIS_EVENTS = {
  'analysis.prepared': 2,
  'analysis.requested': 1,
  'analysis.funded': 1,
  'analysis.ended': 1,
  'analysis.settled': 1,
  'analysis.repeated': 1,
} as const satisfies VersionsOf<AnalysisEvent>;

/** The kind, for readers of its events. */
export const ANALYSIS_KIND = eventKind<AnalysisEvent>('analysis', ANALYSIS_EVENTS);
