/** Whether talking to an agent is offered, looked up whenever it is shown. */
import { useRead } from '../../../api/live.js';
import { useTalkProblem } from '../../browser-calls/availability.js';
import { BROWSER_CALLS } from '../../browser-calls/messages.js';
import { useBusinessId } from '../../session/session.js';
import { AGENTS } from '../messages.js';

/** How often a service that cannot carry calls of browsers is looked at again, ms. */
const LOOK_AGAIN_MS = 15_000;

export interface TalkOffer {
  /** Why it is not possible, and what to do; null: it is possible, or not known yet. */
  readonly reason: string | null;
  readonly isKnown: boolean;
}

export const useTalkOffer = (): TalkOffer => {
  const businessId = useBusinessId();
  const problem = useTalkProblem();
  const query = { query: { businessId } };
  const service = useRead('readOverview', query).data?.browserLegs;
  // The worker may be installed while the page is open.
  useRead('readOverview', query, service === false ? { pollMs: LOOK_AGAIN_MS } : {});
  if (service === false) return { reason: AGENTS.talk.unavailable, isKnown: true };
  const isKnown = service !== undefined && problem !== undefined;
  if (problem === null || problem === undefined) return { reason: null, isKnown };
  return { reason: BROWSER_CALLS.problems[problem], isKnown };
};
