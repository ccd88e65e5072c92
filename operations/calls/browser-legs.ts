/** Browsers on calls: test calls, whose caller is a browser, and permission to listen to a call or take it over. */
import { call } from '../../actors/call/index.js';
import {
  BROWSER_CARRIER,
  type LegGrant,
  type LegPurpose,
  type TestCallStart,
} from '../../schemas/calls/leg.js';
import { DomainError } from '../../schemas/errors.js';
import { testedAgent } from '../agents/tested-agent.js';
import type { Caller } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { directCallee, voiceAgent } from './call-context.js';
import type { LegHolder } from './call-deps.js';
import { acceptCall, callIdOf } from './calls.js';

interface BrowserLegOperations {
  /**
   * A call whose caller is a browser. With the draft, or with words of its own, it is a call of no version.
   * @throws DomainError as calls.start, and browser_legs_unavailable, draft_not_found
   */
  startTestCall(caller: Caller, by: LegHolder, body: TestCallStart): Promise<Written<LegGrant>>;
  /** @throws DomainError call_not_found, call_not_live, not_a_test_call, browser_legs_unavailable */
  open(businessId: string, callId: string, purpose: LegPurpose, by: LegHolder): Promise<LegGrant>;
}

export const browserLegOperations = (deps: OperationsDeps): BrowserLegOperations => ({
  startTestCall: async (caller, by, { agentId, testVariables, businessId: _business, ...wanted }) => {
    deps.legs.checkAvailable();
    const { businessId } = caller;
    const published = await voiceAgent(deps, businessId, agentId);
    const agent = await testedAgent(deps, businessId, published, wanted);
    const isPublished = wanted.useDraft !== true && wanted.instructions === undefined;
    if (agent.channel !== 'voice') throw new DomainError('agent_not_voice');
    const callee = directCallee(deps, businessId, agent, BROWSER_CARRIER, testVariables);
    const { result, ...written } = await acceptCall(
      {
        actors: deps.actors,
        views: deps.views,
        sealer: deps.sealer,
        installationTimeZone: deps.installationTimeZone,
        destinations: deps.destinations,
        carrier: BROWSER_CARRIER,
      },
      { businessId, callId: callIdOf(caller), agent, isPublished, callee, at: caller.at },
    );
    return {
      result: deps.legs.grant({ businessId, callId: result.callId, purpose: 'test', by }),
      ...written,
    };
  },

  open: async (businessId, callId, purpose, by) => {
    deps.legs.checkAvailable();
    const { answer } = await deps.actors.query(call, { business: businessId, id: callId }, 'get');
    if (answer.ended !== null || answer.hangupRequested) throw new DomainError('call_not_live');
    const isTest = answer.destination === BROWSER_CARRIER;
    if (purpose === 'test' && !isTest) throw new DomainError('not_a_test_call');
    return deps.legs.grant({ businessId, callId, purpose, by });
  },
});
