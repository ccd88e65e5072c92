/** The call's last question before it is placed: whether the outreach rules and its campaign still allow it. */
import type { CallCommand, CallEffect, ClearResult } from '../../../actors/call/commands.js';
import type { CampaignLink } from '../../../actors/call/events.js';
import { recipients } from '../../../actors/recipients/index.js';
import type { ActorRef, EffectHandlers } from '../../../actors/runtime/actor.js';
import { BROWSER_CARRIER } from '../../../schemas/leg.js';
import { toRecipientsCommand } from '../../campaigns/contacting.js';
import { recipientsOf } from '../../campaigns/recipients-of.js';
import type { OutreachDeps } from '../../outreach/outreach-deps.js';
import {
  END_REASON_OF,
  evaluatedRule,
  evaluateOutreach,
  OutreachRefused,
  refusedBy,
} from '../../outreach/rules.js';

export interface ClearingDeps extends OutreachDeps {
  /** ms since the epoch. */
  readonly now: () => number;
}

type ClearEffect = Extract<CallEffect, { kind: 'clear' }>;

export const clearingEffects = (deps: ClearingDeps): EffectHandlers<ClearEffect, CallCommand> => ({
  clear: async ({ ref, effect }) => ({ type: 'clear_result', result: await clear(deps, ref, effect) }),
});

const clear = async (deps: ClearingDeps, ref: ActorRef, effect: ClearEffect): Promise<ClearResult> => {
  const { to, contactId, campaign } = effect;
  const at = deps.now();
  // A browser that tests an agent is no customer.
  if (effect.carrier === BROWSER_CARRIER) return { outcome: 'cleared', at, rules: [] };
  const results = await evaluateOutreach(deps, {
    businessId: ref.business,
    channel: 'voice',
    to,
    contactId,
    purpose: campaign === null ? 'service' : 'marketing',
    iterationId: campaign?.iterationId ?? null,
    at,
  });
  const rules = results.map(evaluatedRule);
  const refusal = refusedBy(results);
  if (refusal !== null) {
    if (campaign !== null) await passOver(deps, ref.business, campaign, new OutreachRefused(refusal, at));
    return { outcome: 'refused', reason: END_REASON_OF[refusal.rule], rules };
  }
  return campaign === null || (await isConfirmed(deps, ref, campaign))
    ? { outcome: 'cleared', at, rules }
    : { outcome: 'claim_lost' };
};

/** The recipient is skipped, or tried again once the rule allows it: it was not contacted. */
const passOver = async (
  { actors }: ClearingDeps,
  businessId: string,
  campaign: CampaignLink,
  refused: OutreachRefused,
): Promise<void> => {
  const block = recipientsOf(businessId, campaign);
  await actors.ask(recipients, block, toRecipientsCommand(campaign.claim, refused));
};

const isConfirmed = async (
  { actors }: ClearingDeps,
  ref: ActorRef,
  campaign: CampaignLink,
): Promise<boolean> => {
  const { answer } = await actors.ask(recipients, recipientsOf(ref.business, campaign), {
    type: 'confirm',
    claim: campaign.claim,
    activity: { kind: 'call', id: ref.id },
  });
  return answer.confirmed;
};
