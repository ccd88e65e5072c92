/** Calls to colleagues, who are consulted about the customer of another call. */
import type { CalleeSnapshot } from '../../actors/call/events.js';
import type { OperationsDeps } from '../deps.js';
import { type ConsultDeps, consultingAgent } from '../tools/consult.js';
import { voiceAgent } from './call-context.js';
import { type AcceptDeps, acceptCall } from './calls.js';

/** `now`: ms since the epoch. */
export const colleagueCalls =
  (deps: AcceptDeps & Pick<OperationsDeps, 'views'>, now: () => number): ConsultDeps['callColleague'] =>
  async ({ businessId, callId, agentId, to, brief, consultationOf }) => {
    const agent = consultingAgent(await voiceAgent(deps, businessId, agentId), brief);
    const callee: CalleeSnapshot = {
      contactId: null,
      contactName: null,
      destination: to,
      values: {},
      callData: {},
      sourceName: null,
    };
    return acceptCall(deps, { businessId, callId, agent, callee, at: now(), consultationOf });
  };
