/** Events of one AI summary of a campaign. */
import type { Assessment, AssessmentFailure } from '../../schemas/campaigns/summary-run.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** One contact's assessment; null if the model returned no valid one. */
export interface ContactAssessment {
  readonly contactId: string;
  readonly assessment: Assessment | null;
  /** Why there is none; absent in older runs. */
  readonly failure?: AssessmentFailure;
}

export type SummaryRunEvent =
  | {
      readonly type: 'summary.estimated';
      readonly campaignId: string;
      readonly objective: string;
      /** Iterations of the campaign, all of which had ended. */
      readonly iterationIds: readonly string[];
      /** Number of contacts to assess, and the price of each. */
      readonly contacts: number;
      readonly priceMicrocredits: number;
      /** ms since the epoch. */
      readonly expiresAt: number;
    }
  | { readonly type: 'summary.confirmed' }
  /** The charge is reserved. */
  | { readonly type: 'summary.funded' }
  | { readonly type: 'summary.unfunded' }
  /** `cursor`: the last contact of the page; null if there are no more. */
  | {
      readonly type: 'summary.page_assessed';
      readonly page: number;
      readonly results: readonly ContactAssessment[];
      readonly cursor: string | null;
    }
  | { readonly type: 'summary.ended'; readonly status: 'completed' | 'partial' }
  | { readonly type: 'summary.settled'; readonly chargedMicrocredits: number };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const SUMMARY_RUN_EVENTS = {
  'summary.estimated': 1,
  'summary.confirmed': 1,
  'summary.funded': 1,
  'summary.unfunded': 1,
  'summary.page_assessed': 1,
  'summary.ended': 1,
  'summary.settled': 1,
} as const satisfies VersionsOf<SummaryRunEvent>;

/** The kind, for readers of its events. */
export const SUMMARY_RUN_KIND = eventKind<SummaryRunEvent>('summary-run', SUMMARY_RUN_EVENTS);
