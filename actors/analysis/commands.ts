/** Commands and effects of an analysis. */
import type { Findings } from '../../schemas/analysis/call-analysis.js';
import type { Episode } from '../../schemas/analysis/conversation-analysis.js';
import type { AnalysisTask } from '../../schemas/analysis/settings.js';
import type { Remembered } from '../../schemas/contacts/memory.js';
import type { AnalysedRecipient, AnalysisResult } from './events.js';

export type AnalysisCommand<Found = Findings> =
  /** The call has ended, or the conversation fell silent. A repetition changes nothing. */
  | {
      readonly type: 'prepare';
      readonly agentId: string | null;
      readonly episode?: Episode;
      readonly recipient?: AnalysedRecipient;
    }
  /** What it is judged by, and at what price. A repetition changes nothing. `settingsId`: identifies the settings. */
  | {
      readonly type: 'request';
      readonly settings: AnalysisTask;
      readonly settingsId: string;
      readonly priceMicrocredits: number;
    }
  | { readonly type: 'fund_result'; readonly funded: boolean }
  | { readonly type: 'analysed'; readonly result: AnalysisResult<Found> }
  | { readonly type: 'settle_result'; readonly chargedMicrocredits: number }
  /** The campaign has what was found. */
  | { readonly type: 'report_taken' }
  /** A run has analysed it. Its findings replace the former ones, once per run. */
  | {
      readonly type: 'repeat';
      readonly analysisRunId: string;
      readonly settingsId: string;
      readonly findings: Found;
      readonly memory?: Remembered;
      readonly chargedMicrocredits: number;
      readonly episode?: Episode;
    };

export type AnalysisEffect =
  /** Read what the agent's work is judged by; answers `request`. */
  | { readonly kind: 'read_settings'; readonly agentId: string | null }
  /** Reserve the charge; answers `fund_result`. */
  | { readonly kind: 'fund_analysis'; readonly microcredits: number }
  /** Have the model analyse the transcript; answers `analysed`. */
  | { readonly kind: 'analyse'; readonly settings: AnalysisTask; readonly episode?: Episode }
  /** Charge a completed analysis, or free the reservation; answers `settle_result`. */
  | { readonly kind: 'settle_analysis'; readonly microcredits: number; readonly episode?: Episode }
  /** Tell the campaign what its recipient requested, also if the analysis failed; answers `report_taken`. */
  | {
      readonly kind: 'report_findings';
      readonly recipient: AnalysedRecipient;
      readonly requested: Requested;
    };

/** What a recipient requested. `callBackAt`: ms since the epoch; null: no call back at a time. */
export interface Requested {
  readonly callBackAt: number | null;
  readonly refusesContact: boolean;
}

export interface AnalysisReplies {
  /** Whether the run's findings count, also if an earlier repetition recorded them. */
  readonly repeat: { readonly analysisRunId: string | null };
}
