/** Commands and effects of the analysis of a call. */
import type { Findings } from '../../schemas/analysis/call-analysis.js';
import type { AnalysisSettings } from '../../schemas/analysis/settings.js';
import type { AnalysisResult } from './events.js';

export type AnalysisCommand =
  /** The call has ended. A repetition changes nothing. */
  | { readonly type: 'prepare'; readonly agentId: string }
  /** What the call is judged by, and at what price. A repetition changes nothing. `settingsId`: identifies the settings. */
  | {
      readonly type: 'request';
      readonly settings: AnalysisSettings;
      readonly settingsId: string;
      readonly priceMicrocredits: number;
    }
  | { readonly type: 'fund_result'; readonly funded: boolean }
  | { readonly type: 'analysed'; readonly result: AnalysisResult }
  | { readonly type: 'settle_result'; readonly chargedMicrocredits: number }
  /** A run has analysed the call. Its findings replace the former ones, once per run. */
  | {
      readonly type: 'repeat';
      readonly analysisRunId: string;
      readonly settingsId: string;
      readonly findings: Findings;
      readonly chargedMicrocredits: number;
    };

export type AnalysisEffect =
  /** Read what the agent's calls are judged by; answers `request`. */
  | { readonly kind: 'read_settings'; readonly agentId: string }
  /** Reserve the charge; answers `fund_result`. */
  | { readonly kind: 'fund_analysis'; readonly microcredits: number }
  /** Have the model analyse the transcript; answers `analysed`. */
  | { readonly kind: 'analyse'; readonly settings: AnalysisSettings }
  /** Charge a completed analysis, or free the reservation; answers `settle_result`. */
  | { readonly kind: 'settle_analysis'; readonly microcredits: number };

export interface AnalysisReplies {
  /** Whether the run's findings are those of the call, also if an earlier repetition recorded them. */
  readonly repeat: { readonly analysisRunId: string | null };
}
