/** The last check before a call is placed: whether the outreach rules and its campaign still allow it. */
import type { CallCommand, CallEffect, ClearResult } from '../../../actors/call/commands.js';
import type { CampaignLink } from '../../../actors/call/events.js';
import { contactPoint } from '../../../actors/contact-point/index.js';
import { recipientsOf } from '../../../actors/recipients/block.js';
import { recipients } from '../../../actors/recipients/index.js';
import type { ActorRef, EffectHandlers } from '../../../actors/runtime/actor.js';
import { BROWSER_CARRIER } from '../../../schemas/calls/leg.js';
import { toRecipientsCommand } from '../../campaigns/contacting.js';
import { attemptsLimitOf } from '../../outreach/attempts-rule.js';
import { contactPointOf } from '../../outreach/contact-point-of.js';
import type { Outreach, RuleResult } from '../../outreach/outreach.js';
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
  const { to, contactId, campaign, isConsultation = false } = effect;
  const at = deps.now();
  // A browser that tests an agent is not a customer.
  if (effect.carrier === BROWSER_CARRIER) return { outcome: 'cleared', at, rules: [] };
  const outreach: Outreach = {
    businessId: ref.business,
    channel: 'voice',
    to,
    contactId,
    purpose: campaign === null ? 'service' : 'marketing',
    iterationId: campaign?.iterationId ?? null,
    at,
    isTransfer: isConsultation,
  };
  const results = await evaluateOutreach(deps, outreach);
  const attempts = refusedBy(results) === null ? await clearance(deps, ref, outreach) : null;
  const found = attempts === null ? results : [...results, attempts];
  const rules = found.map(evaluatedRule);
  const refusal = refusedBy(found);
  if (refusal !== null) {
    if (campaign !== null)
      await skipRecipient(deps, ref.business, campaign, new OutreachRefused(refusal, at));
    return { outcome: 'refused', reason: END_REASON_OF[refusal.rule], rules };
  }
  return campaign === null || (await isConfirmed(deps, ref, campaign))
    ? { outcome: 'cleared', at, rules }
    : { outcome: 'claim_lost' };
};

/** Requests clearance from the number's contact point (actors/contact-point/decide.ts, P1); returns the attempts result. */
const clearance = async (deps: ClearingDeps, ref: ActorRef, outreach: Outreach): Promise<RuleResult> => {
  const { businessId, to, purpose, at } = outreach;
  const limit = attemptsLimitOf(deps, outreach);
  const target = contactPointOf(deps, businessId, { channel: 'phone', address: to });
  const command = { type: 'clear', callId: ref.id, purpose, at, limit } as const;
  const { answer } = await deps.actors.ask(contactPoint, target, command);
  if (answer.cleared) return { rule: 'attempts', result: limit === null ? 'not_applicable' : 'passed' };
  const { refusedBy: rule, allowedFrom } = answer;
  const code = rule === 'suppression' ? 'suppressed' : 'attempts_exceeded';
  return { rule, result: 'refused', code, allowedFrom };
};

/** Skips the recipient, which was not contacted, or postpones it until the rule allows it. */
const skipRecipient = async (
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
