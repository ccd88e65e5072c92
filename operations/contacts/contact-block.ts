/**
 * A contact's block is a suppression of its number for everything that the business initiates, with the source
 * `contact_block`. The block moves with the contact to a new number.
 */
import type { SuppressedBy } from '../../actors/contact-point/events.js';
import { deriveId } from '../../schemas/ids.js';
import { liftSuppression, type SuppressingDeps, suppress } from '../outreach/suppressing.js';

interface BlockedContact {
  /** E.164. */
  readonly mobile: string;
  readonly communicationBlocked: boolean;
}

const BLOCK = { purpose: 'service', source: 'contact_block' } as const;

/**
 * Aligns the suppressions with the contact's current state. Resolves once no call to a blocked number can be placed.
 * `commandId` is the same for a repeated request.
 * @throws DomainError not_ready
 */
export const followBlock = async (
  deps: SuppressingDeps,
  businessId: string,
  before: BlockedContact,
  after: BlockedContact,
  by: SuppressedBy | null,
  commandId: string,
): Promise<void> => {
  const id = (step: string): string => deriveId('contact-block', commandId, step);
  const point = (address: string) => ({ channel: 'phone', address }) as const;
  // The new number first: between the two steps both are suppressed.
  if (after.communicationBlocked)
    await suppress(
      deps,
      businessId,
      { ...BLOCK, point: point(after.mobile), reason: '', by, hangUp: false },
      id('suppress'),
    );
  else await liftSuppression(deps, businessId, point(after.mobile), BLOCK, by, id('lift'));
  if (before.mobile !== after.mobile && before.communicationBlocked)
    await liftSuppression(deps, businessId, point(before.mobile), BLOCK, by, id('lift-former'));
};
