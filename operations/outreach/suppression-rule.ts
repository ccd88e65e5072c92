/** The rule that refuses outreach to people whom the business may not contact. */
import type { StandingSuppression } from '../../actors/contact-point/commands.js';
import type { Point } from '../../actors/contact-point/events.js';
import { contactPoint } from '../../actors/contact-point/index.js';
import { spellingsOf } from '../../providers/numbering/spellings.js';
import { contactPointOf } from './contact-point-of.js';
import type { Outreach, OutreachRuleCheck, RuleResult } from './outreach.js';
import type { OutreachDeps } from './outreach-deps.js';

const phone = (address: string): Point => ({ channel: 'phone', address });
const PASSED: RuleResult = { rule: 'suppression', result: 'passed' };
/** How long a message may answer the customer, ms (docs/reference/protocols/whatsapp.md "The 24 hours"). */
const ANSWER_WINDOW_MS = 24 * 3_600_000;

/**
 * Checks the number, the further numbers and the channel identities of its contact, and the contact's own block, which older builds did not
 * record as a suppression.
 */
export const suppressionRule =
  (deps: OutreachDeps): OutreachRuleCheck =>
  async (outreach) => {
    const { businessId, channel, to, contactId } = outreach;
    const { views } = deps;
    const holder = contactId ?? (channel === 'instagram' ? null : holderOf(deps, businessId, to));
    const contact = holder === null ? null : views.currentContact(businessId, holder);
    const refused = {
      rule: 'suppression',
      result: 'refused',
      code: contactId !== null && contact?.communicationBlocked === true ? 'contact_blocked' : 'suppressed',
      allowedFrom: null,
    } as const;
    if (contact?.communicationBlocked === true) return refused;
    const own: Point = { channel: channel === 'instagram' ? 'instagram' : 'phone', address: to };
    const linked: readonly Point[] =
      contact === null
        ? []
        : [
            ...[contact.mobile, ...(contact.otherMobiles ?? [])].map(phone),
            ...views.whatsAppNumbers(businessId, contact.id).map(phone),
            ...views
              .instagramIdentities(businessId, contact.id)
              .map((address): Point => ({ channel: 'instagram', address })),
          ];
    const points = new Map(
      [own, ...linked].flatMap(spelled).map((point) => [`${point.channel} ${point.address}`, point]),
    );
    const found = await Promise.all(
      [...points.values()].map(async (point) => {
        const target = contactPointOf(deps, businessId, point);
        return (await deps.actors.query(contactPoint, target, 'suppressions')).answer;
      }),
    );
    return found.flat().some(refuses(outreach)) ? refused : PASSED;
  };

/** The contact with the number, in any spelling of it. */
const holderOf = ({ views }: OutreachDeps, businessId: string, to: string): string | null => {
  for (const spelling of new Set([to, ...spellingsOf(to)])) {
    const holder = views.contactOfMobile(businessId, spelling);
    if (holder !== null) return holder;
  }
  return null;
};

/** The point, and those of the other spellings of its number: a suppression of any of them holds. */
const spelled = (point: Point): readonly Point[] =>
  point.channel === 'phone'
    ? [point, ...spellingsOf(point.address).map((address): Point => ({ channel: 'phone', address }))]
    : [point];

/** An answer to what the customer wrote after the suppression is not outreach; a contact's block refuses answers, too. */
const refuses =
  ({ purpose, at, answersAt = null }: Outreach) =>
  (suppression: StandingSuppression): boolean => {
    if (suppression.purpose === 'marketing' && purpose === 'service') return false;
    const isAnswer = answersAt !== null && answersAt > suppression.at && at - answersAt < ANSWER_WINDOW_MS;
    return !isAnswer || suppression.source === 'contact_block';
  };
