/** Success criteria, fields and a run of an agent. */
import type { Operations } from '../../../operations/operations.js';
import type { ConversationAnalysis } from '../../../schemas/analysis/conversation-analysis.js';
import type { AnalysisRunResource } from '../../../schemas/analysis/run.js';
import type { AnalysisSettings } from '../../../schemas/analysis/settings.js';
import { deriveId } from '../../../schemas/ids.js';
import type { Views } from '../../../views/views.js';
import { AGENT, MESSAGE } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

export const ANALYSIS: AnalysisSettings = {
  criteria: [{ key: 'booked', description: 'A table is booked.' }],
  fields: { type: 'object', properties: { guests: { type: 'integer', description: 'How many guests.' } } },
};
export const ANALYSIS_RUN = deriveId('analysis-run');
const AT = '2026-01-02T03:04:05.678Z';

const run: AnalysisRunResource = {
  analysisRunId: ANALYSIS_RUN,
  agentId: AGENT,
  status: 'partial',
  of: 'calls',
  calls: 2,
  analyzed: 1,
  failed: 1,
  maxChargeMicrocredits: 4_000,
  chargedMicrocredits: 2_000,
  createdAt: AT,
  expiresAt: AT,
  endedAt: AT,
};

const EVIDENCE = [{ messageId: MESSAGE, at: AT }];
const CONVERSATION_ANALYSIS: ConversationAnalysis = {
  status: 'completed',
  success: true,
  findings: {
    summary: 'Books a table.',
    sentiment: 'positive',
    requests: [{ request: 'call_back', at: AT, evidence: EVIDENCE }],
    criteria: [{ key: 'booked', verdict: 'met', reason: 'Said so.', evidence: EVIDENCE }],
    fields: [{ key: 'guests', value: 4, evidence: EVIDENCE }],
  },
  failure: null,
  firstMessageId: MESSAGE,
  lastMessageId: MESSAGE,
  analysisRunId: null,
  analyzedAt: AT,
  chargedMicrocredits: 2_000,
};

export const analysisViews = (): Pick<
  Views,
  | 'analysisOf'
  | 'countCallsToAnalyse'
  | 'callsToAnalyse'
  | 'analysisRun'
  | 'analysisRuns'
  | 'analysisOfConversation'
  | 'conversationOfAnalysis'
  | 'countConversationsToAnalyse'
  | 'conversationsToAnalyse'
  | 'episodeMessages'
  | 'outcomeOfCall'
  | 'findingsOfCampaign'
  | 'analysedCallOf'
  | 'refusedInCall'
  | 'refusedInWriting'
> => ({
  analysisOf: () => null,
  analysisOfConversation: () => CONVERSATION_ANALYSIS,
  conversationOfAnalysis: () => null,
  countConversationsToAnalyse: () => 2,
  conversationsToAnalyse: () => [],
  outcomeOfCall: () => null,
  findingsOfCampaign: () => [],
  analysedCallOf: () => null,
  refusedInCall: () => false,
  refusedInWriting: () => false,
  episodeMessages: () => ({ earlier: [], messages: [] }),
  countCallsToAnalyse: () => 2,
  callsToAnalyse: () => [],
  analysisRun: (_, _agentId, id) => (id === ANALYSIS_RUN ? run : null),
  analysisRuns: (_, _agentId, page) => pageOf(run, page),
});

export const analysisOperations = ({ record }: OperationLog): Operations['analysisSettings'] => ({
  read: async () => ANALYSIS,
  set: (caller, _agentId, settings) => record(caller, settings),
});

export const analysisRunOperations = ({ record }: OperationLog): Operations['analysisRuns'] => ({
  estimate: (caller) => record(caller, { ...run, status: 'estimated' as const }),
  confirm: (caller) => record(caller, { ...run, status: 'running' as const }),
});
