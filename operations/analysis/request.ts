/** Requests analyses of calls that have ended, if their business has switched that on. */
import { agent } from '../../actors/agent/index.js';
import type { AnalysisCommand } from '../../actors/analysis/commands.js';
import type { AnalysedRecipient } from '../../actors/analysis/events.js';
import { analysis } from '../../actors/analysis/index.js';
import { business } from '../../actors/business/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import { analysisTaskOf, settingsIdOf } from './settings.js';

/** Whether calls of the business are analysed. */
export const analysesCalls = async (actors: ActorClient, businessId: string): Promise<boolean> => {
  const owner = await actors.query(business, { business: businessId, id: businessId }, 'get');
  return owner.answer.analysesCalls === true;
};

interface EndedCall {
  readonly businessId: string;
  readonly callId: string;
  readonly agentId: string;
  /** Null: the call belongs to no campaign. */
  readonly recipient: AnalysedRecipient | null;
}

/** Idempotent: a call is analysed once at its end. Reads nothing of the agent, so it cannot fail because of it. */
export const requestAnalysis = async (
  actors: ActorClient,
  { businessId, callId, agentId, recipient }: EndedCall,
): Promise<void> => {
  await actors.ask(
    analysis,
    { business: businessId, id: callId },
    { type: 'prepare', agentId, ...(recipient === null ? {} : { recipient }) },
  );
};

/** What the agent's work is judged by, and at what price; `agentId` null: no agent's. @throws DomainError agent_not_found */
export const analysisRequest = async (
  actors: ActorClient,
  businessId: string,
  agentId: string | null,
  item: 'call_analysis' | 'conversation_analysis',
): Promise<Extract<AnalysisCommand<never>, { readonly type: 'request' }>> => {
  const owner = await actors.query(business, { business: businessId, id: businessId }, 'get');
  const details =
    agentId === null
      ? null
      : (await actors.query(agent, { business: businessId, id: agentId }, 'get')).answer;
  const settings = analysisTaskOf(details);
  return {
    type: 'request',
    settings,
    settingsId: settingsIdOf(settings),
    // A business on a node of an older build does not know the item.
    priceMicrocredits: owner.answer.prices[item] ?? STANDARD_PRICES[item],
  };
};
