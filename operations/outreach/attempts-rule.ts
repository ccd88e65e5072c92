/** How often a day a number may be called (docs/reference/api.md "When people may be called"). */
import type { AttemptsLimit } from '../../actors/contact-point/commands.js';
import { contactPoint } from '../../actors/contact-point/index.js';
import type { Views } from '../../views/views.js';
import { dayStartIn, nextDayIn } from './calling-hours.js';
import { businessZone, type RecipientZonesDeps, recipientZones } from './calling-hours-rule.js';
import { contactPointOf } from './contact-point-of.js';
import type { Outreach, OutreachRuleCheck } from './outreach.js';
import type { OutreachDeps } from './outreach-deps.js';

export interface AttemptsDeps extends RecipientZonesDeps {
  readonly views: RecipientZonesDeps['views'] & Pick<Views, 'callingHoursOf'>;
}

/**
 * How often a number may be called today: since the start of the recipient's day, in the zone in which that was earliest,
 * until the next day has begun in every zone. Null: the business has set no limit, or it is not a call to a customer.
 */
export const attemptsLimitOf = (deps: AttemptsDeps, outreach: Outreach): AttemptsLimit | null => {
  const { businessId, channel, isTransfer = false, at } = outreach;
  const { attemptsPerDay } = deps.views.callingHoursOf(businessId);
  if (attemptsPerDay === null || channel !== 'voice' || isTransfer) return null;
  const zones = recipientZones(deps, outreach) ?? [businessZone(deps, businessId)];
  // Attempts later than `since` count: one at midnight belongs to the new day.
  return { attempts: attemptsPerDay, since: dayStartIn(zones, at) - 1, until: nextDayIn(zones, at) };
};

/** No call has this id: a call that is only requested has none yet. */
const NO_CALL = '';

/**
 * Judges a call when it is requested. Once it has a line, its contact point counts it itself, in one step with the
 * clearance (operations/effects/call/clearing.ts), so that concurrent requests cannot exceed the limit.
 */
export const attemptsRule =
  (deps: OutreachDeps): OutreachRuleCheck =>
  async (outreach) => {
    const rule = 'attempts';
    const limit = attemptsLimitOf(deps, outreach);
    if (limit === null) return { rule, result: 'not_applicable' };
    const { businessId, to, purpose, at } = outreach;
    const target = contactPointOf(deps, businessId, { channel: 'phone', address: to });
    const params = { callId: NO_CALL, purpose, at, limit };
    const { answer } = await deps.actors.query(contactPoint, target, 'clearance', params);
    return answer.cleared || answer.refusedBy !== 'attempts'
      ? { rule, result: 'passed' }
      : { rule, result: 'refused', code: 'attempts_exceeded', allowedFrom: answer.allowedFrom };
  };
