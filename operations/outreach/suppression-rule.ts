/** The rule that refuses outreach to those whom the business may not contact. */
import type { OutreachRuleCheck, RuleResult } from './outreach.js';
import type { OutreachDeps } from './outreach-deps.js';

const PASSED: RuleResult = { rule: 'suppression', result: 'passed' };

/**
 * A contact's block refuses its number at every door, also where the request names the number alone.
 */
export const suppressionRule =
  ({ views }: Pick<OutreachDeps, 'views'>): OutreachRuleCheck =>
  async ({ businessId, channel, to, contactId }) => {
    const holder = contactId ?? (channel === 'instagram' ? null : views.contactOfMobile(businessId, to));
    const contact = holder === null ? null : views.contact(businessId, holder);
    if (contact?.communicationBlocked !== true) return PASSED;
    const code = contactId === null ? 'suppressed' : 'contact_blocked';
    return { rule: 'suppression', result: 'refused', code, allowedFrom: null };
  };
