/** The analysis of an ended call as its actor writes it: decided by the actor itself, one commit per command. */
import type { AnalysisCommand } from '../../actors/analysis/commands.js';
import { analysis } from '../../actors/analysis/index.js';
import type { ActorRef } from '../../actors/runtime/actor.js';
import { commitText } from '../../actors/runtime/journal/commit.js';
import type { Findings, Sentiment } from '../../schemas/analysis/call-analysis.js';
import { NO_ANALYSIS_SETTINGS } from '../../schemas/analysis/settings.js';
import { deriveId } from '../../schemas/ids.js';
import type { WrittenCommit } from './ended-call.js';

/** What was found: whether the only criterion is met, and how the customer felt. */
export interface Verdict {
  readonly success: boolean;
  readonly sentiment: Sentiment;
}

const findingsOf = ({ success, sentiment }: Verdict): Findings => ({
  summary: success
    ? 'The customer got what they called for.'
    : 'The customer did not get what they called for.',
  sentiment,
  requests: [],
  criteria: [
    {
      key: 'solved',
      verdict: success ? 'met' : 'not_met',
      reason: success ? 'The agent confirms it.' : 'The agent has no answer.',
      evidence: [],
    },
  ],
  fields: [],
});

/** An analysis that was paid for and completed. `at`: ms since the epoch. */
export const analysisThatEnded = (
  ref: ActorRef,
  { agentId, at, verdict }: { readonly agentId: string; readonly at: number; readonly verdict: Verdict },
): readonly WrittenCommit[] => {
  let state = analysis.initial(ref);
  const settingsId = deriveId('analysis-settings', agentId);
  const commands: readonly AnalysisCommand[] = [
    { type: 'prepare', agentId },
    { type: 'request', settings: NO_ANALYSIS_SETTINGS, settingsId, priceMicrocredits: 5_000 },
    { type: 'fund_result', funded: true },
    { type: 'analysed', result: { type: 'completed', findings: findingsOf(verdict) } },
    { type: 'settle_result', chargedMicrocredits: 5_000 },
  ];
  return commands.map((command, index) => {
    const commandId = deriveId('analysis-command', ref.id, `${index}`);
    const events = analysis.decide(state, { commandId, at, command });
    for (const event of events) state = analysis.evolve(state, event, at);
    return { commandId, text: commitText({ commandId, at, events }) };
  });
};
