/** Commands, queries and effects of an analysis run. */
import type { AnalysisTask } from '../../schemas/analysis/settings.js';
import type { RunStanding } from '../priced-run/progress.js';
import type { AnalysedCalls, AnalysisRunEvent } from './events.js';

export type AnalysisRunCommand =
  | (Omit<Extract<AnalysisRunEvent, { type: 'analysis_run.estimated' }>, 'type'> & {
      readonly type: 'estimate';
    })
  /** Refused with `analysis_estimate_mismatch`. A repetition changes nothing. */
  | { readonly type: 'confirm'; readonly maxChargeMicrocredits: number }
  | { readonly type: 'fund_result'; readonly funded: boolean }
  | (Omit<Extract<AnalysisRunEvent, { type: 'analysis_run.page_analysed' }>, 'type'> & {
      readonly type: 'page_analysed';
      /** The remaining items are left out. */
      readonly abandoned?: true;
    })
  | { readonly type: 'settle_result'; readonly chargedMicrocredits: number };

export type AnalysisRunEffect =
  /** Reserve the whole charge; answers `fund_result`. */
  | { readonly kind: 'fund_run'; readonly microcredits: number }
  /** Analyse the next calls or conversations; answers `page_analysed`. */
  | {
      readonly kind: 'analyse_page';
      readonly of: AnalysedCalls;
      readonly settings: AnalysisTask;
      readonly settingsId: string;
      readonly priceMicrocredits: number;
      readonly page: number;
      /** The most items of this page, so that no more are charged than were estimated. */
      readonly limit: number;
      /** The last analysed item; null before the first. */
      readonly cursor: string | null;
    }
  /** Charge the completed analyses and free the rest; answers `settle_result`. */
  | { readonly kind: 'settle_run'; readonly microcredits: number };

export interface AnalysisRunReplies {
  readonly confirm: AnalysisRunDetails;
}

export interface AnalysisRunQueries {
  /** @throws DomainError analysis_run_not_found */
  get(): AnalysisRunDetails;
}

export interface AnalysisRunDetails extends RunStanding {
  readonly agentId: string;
}
