/** The tool that transfers the customer of a call: the call sends the request to its carrier, and keeps the outcome. */
import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../../actors/call/index.js';
import type { ActorClient, Target } from '../../actors/runtime/actor-client.js';
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import { nullOn } from '../../schemas/errors.js';

/** A carrier answers within a second; its deadline is ten (providers/http-api.ts). */
const ANSWERED_WITHIN_MS = 15_000;
const POLL_MS = 150;

interface PutThrough {
  readonly outcome: ToolOutcome;
  /** For the model to read. */
  readonly result: string;
}

const NOT_NOW: PutThrough = {
  outcome: 'failed',
  result:
    'That is not possible at the moment: the call is ending or is already being put through. Nothing was done.',
};
const OUTCOME_UNKNOWN: PutThrough = {
  outcome: 'unknown',
  result: 'Whether the customer is being put through is unknown.',
};

/** `useId`: as the call knows it; repeating a transfer under it does nothing. */
export const putThrough = async (
  actors: ActorClient,
  target: Target,
  useId: string,
  to: string,
): Promise<PutThrough> => {
  const requested = await actors
    .ask(call, target, { type: 'transfer', useId, to })
    .catch(nullOn('call_not_live'));
  if (requested === null) return NOT_NOW;
  for (let waitedMs = 0; waitedMs < ANSWERED_WITHIN_MS; waitedMs += POLL_MS) {
    const { transfer } = (await actors.query(call, target, 'get')).answer;
    const outcome = transfer?.useId === useId ? transfer.outcome : null;
    if (outcome === 'accepted' || outcome === 'returned')
      return { outcome: 'done', result: 'The customer is being put through.' };
    if (outcome === 'refused')
      return { outcome: 'failed', result: 'The carrier refused. The customer is still with you.' };
    if (outcome === 'unknown') return OUTCOME_UNKNOWN;
    await delay(POLL_MS);
  }
  return OUTCOME_UNKNOWN;
};
