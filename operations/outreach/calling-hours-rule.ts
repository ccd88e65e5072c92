/** The rule for when recipients may be contacted (docs/reference/api.md "When people may be called"). */
import { zonesOfNumber } from '../../providers/numbering/number-zones.js';
import { readThrough } from '../../views/kernel/read-through.js';
import type { Views } from '../../views/views.js';
import { type ContactHours, contactTimeAt } from './calling-hours.js';
import type { Outreach, OutreachRuleCheck } from './outreach.js';

/** The time zones of a recipient: one that is known for certain, or several possible ones. */
export interface RecipientZonesDeps {
  readonly views: Pick<Views, 'currentContact' | 'contactOfMobile' | 'timeZoneOf'>;
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
  const own = holder === null ? null : (views.currentContact(businessId, holder)?.timeZone ?? null);
  if (own !== null) return [own];
  const zones = isNumber ? zonesOfNumber(to) : [];
  return zones.length === 0 ? null : zones;
};

/** The zone of the business, for recipients whose own zone is unknown. */
export const businessZone = (
  { views, installationTimeZone }: RecipientZonesDeps,
  businessId: string,
): string => views.timeZoneOf(businessId) ?? installationTimeZone;

export interface CallingHoursDeps extends RecipientZonesDeps {
  readonly views: RecipientZonesDeps['views'] &
    Pick<Views, 'callingHoursOf' | 'iterationSettings'> & {
      catchUp(businessId: string): Promise<void>;
    };
}

/**
 * Calls, however requested, and campaign messages obey the quiet hours of the business; campaign contacts also obey the
 * campaign's window if it applies in the recipient's time zone. Transfers, and messages outside campaigns, do not.
 */
export const callingHoursRule =
  (deps: CallingHoursDeps): OutreachRuleCheck =>
  async (outreach) => {
    const rule = 'calling_hours';
    const hours = await hoursFor(deps, outreach);
    if (hours === null) return { rule, result: 'not_applicable' };
    const time = contactTimeAt(hours, outreach.at);
    if (time.allowed) return { rule, result: 'passed' };
    const code = time.from === null ? 'no_common_window' : 'quiet_hours';
    return { rule, result: 'refused', code, allowedFrom: time.from };
  };

/** Null: no hours apply to it. */
const hoursFor = async (deps: CallingHoursDeps, outreach: Outreach): Promise<ContactHours | null> => {
  const { businessId, channel, purpose, iterationId, isTransfer = false } = outreach;
  if (isTransfer || (channel !== 'voice' && purpose === 'service')) return null;
  const { views } = deps;
  const { quietHours } = views.callingHoursOf(businessId);
  const settings =
    iterationId === null
      ? null
      : await readThrough(views, businessId, () => views.iterationSettings(businessId, iterationId));
  const window = settings?.window?.recipientTimezone === true ? settings.window : null;
  if (quietHours === null && window === null) return null;
  const zones = recipientZones(deps, outreach);
  return {
    window: window === null ? null : { hours: [window], zones: zones ?? [window.timezone] },
    quiet:
      quietHours === null ? null : { hours: quietHours, zones: zones ?? [businessZone(deps, businessId)] },
  };
};
