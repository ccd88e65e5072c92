/** The time zones of a recipient: one that is known for certain, or several possible ones. */
import { zonesOfNumber } from '../../providers/numbering/number-zones.js';
import type { Views } from '../../views/views.js';
import type { Outreach } from './outreach.js';

export interface RecipientZonesDeps {
  readonly views: Pick<Views, 'contact' | 'contactOfMobile' | 'timeZoneOf'>;
  /** The time zone of businesses that have none of their own. */
  readonly installationTimeZone: string;
}

/** The contact's own zone, or those of the number's area; null: neither is known. */
export const recipientZones = (
  { views }: RecipientZonesDeps,
  { businessId, channel, to, contactId }: Pick<Outreach, 'businessId' | 'channel' | 'to' | 'contactId'>,
): readonly string[] | null => {
  const isNumber = channel !== 'instagram';
  const holder = contactId ?? (isNumber ? views.contactOfMobile(businessId, to) : null);
  const own = holder === null ? null : (views.contact(businessId, holder)?.timeZone ?? null);
  if (own !== null) return [own];
  const zones = isNumber ? zonesOfNumber(to) : [];
  return zones.length === 0 ? null : zones;
};

/** The zone of the business, for recipients whose own zone is unknown. */
export const businessZone = (
  { views, installationTimeZone }: RecipientZonesDeps,
  businessId: string,
): string => views.timeZoneOf(businessId) ?? installationTimeZone;
