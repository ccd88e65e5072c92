/** The history of a business, read from the journal, for facts that no state keeps. */
import { BUSINESS_KIND, type BusinessEvent } from '../../actors/business/events.js';
import { gapIn, isJournalEvent, renamed } from '../../actors/runtime/event-versions.js';
import { DomainError } from '../../schemas/errors.js';
import { type Admin, businessRef } from './as-admin.js';

/**
 * The events in order; `at` in ms since the epoch.
 * @throws DomainError business_not_found if there are none, upgrade_in_progress for events of a newer build
 */
export async function* businessEvents(
  { journal }: Admin,
  businessId: string,
): AsyncGenerator<{ readonly at: number; readonly event: BusinessEvent }> {
  let found = false;
  for await (const written of journal.read({ kind: 'business', ...businessRef(businessId) }, 0)) {
    found = true;
    const commit = renamed(BUSINESS_KIND.versions, written);
    // A history with gaps would be misleading.
    if (gapIn(BUSINESS_KIND.versions, commit) !== null) throw new DomainError('upgrade_in_progress');
    const { at, events } = commit;
    for (const event of events) if (isJournalEvent(event) && BUSINESS_KIND.is(event)) yield { at, event };
  }
  if (!found) throw new DomainError('business_not_found');
}
