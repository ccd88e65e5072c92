/** Commands, queries and effects of a summary run. */
import type { RunStanding } from '../priced-run/progress.js';
import type { ContactAssessment, SummaryRunEvent } from './events.js';

export type SummaryRunCommand =
  | (Omit<Extract<SummaryRunEvent, { type: 'summary.estimated' }>, 'type'> & { readonly type: 'estimate' })
  /** Refused with `summary_estimate_mismatch`. A repetition changes nothing. */
  | { readonly type: 'confirm'; readonly maxChargeMicrocredits: number }
  | { readonly type: 'fund_result'; readonly funded: boolean }
  | {
      readonly type: 'page_assessed';
      readonly page: number;
      readonly results: readonly ContactAssessment[];
      readonly cursor: string | null;
      /** The remaining contacts are left out. */
      readonly abandoned?: true;
    }
  | { readonly type: 'settle_result'; readonly chargedMicrocredits: number };

export type SummaryRunEffect =
  /** Reserve the whole charge; answers `fund_result`. */
  | { readonly kind: 'fund'; readonly microcredits: number }
  /** Assess the next contacts; answers `page_assessed`. */
  | {
      readonly kind: 'assess_page';
      readonly campaignId: string;
      readonly objective: string;
      readonly page: number;
      /** The most contacts of this page, so that no more are charged than were estimated. */
      readonly limit: number;
      /** The last assessed contact; null before the first. */
      readonly cursor: string | null;
    }
  /** Charge the completed assessments and free the rest; answers `settle_result`. */
  | { readonly kind: 'settle_summary'; readonly microcredits: number };

export interface SummaryRunReplies {
  readonly confirm: SummaryRunDetails;
}

export interface SummaryRunQueries {
  /** @throws DomainError summary_run_not_found */
  get(): SummaryRunDetails;
}

export interface SummaryRunDetails extends RunStanding {
  readonly campaignId: string;
}
