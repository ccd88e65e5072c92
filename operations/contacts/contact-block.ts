/**
 * A contact's block is a suppression of its numbers for everything that the business initiates, with the source
 * `contact_block`. The block moves with the contact to a new number.
 */
import type { SuppressedBy } from '../../actors/contact-point/events.js';
import { deriveId } from '../../schemas/ids.js';
import { inParallel } from '../in-parallel.js';
import { liftSuppression, type SuppressingDeps, suppress } from '../outreach/suppressing.js';

interface BlockedContact {
  /** Its numbers, E.164; at least its mobile. */
  readonly mobiles: readonly string[];
  readonly communicationBlocked: boolean;
}

const BLOCK = { purpose: 'service', source: 'contact_block' } as const;

/** Numbers of one contact that are suppressed at a time. */
const CONCURRENCY = 4;

const pointOf = (address: string) => ({ channel: 'phone', address }) as const;

/** Each number has an id of its own; the mobile's are those of older builds, so that a repeated request finds its step. */
const idOf = (commandId: string, step: string, index: number, mobile: string): string =>
  index === 0
    ? deriveId('contact-block', commandId, step)
    : deriveId('contact-block', commandId, step, mobile);

/**
 * Suppresses numbers, the contact's mobile first. Resolves once no call to any of them can be placed. `commandId` is the
 * same for a repeated request.
 * @throws DomainError not_ready
 */
export const blockNumbers = async (
  deps: SuppressingDeps,
  businessId: string,
  mobiles: readonly string[],
  by: SuppressedBy | null,
  commandId: string,
): Promise<void> => {
  const block = { ...BLOCK, reason: '', by, hangUp: false };
  await inParallel([...mobiles.entries()], CONCURRENCY, async ([index, mobile]) => {
    const id = idOf(commandId, 'suppress', index, mobile);
    await suppress(deps, businessId, { ...block, point: pointOf(mobile) }, id);
  });
};

const unblockNumbers = async (
  deps: SuppressingDeps,
  businessId: string,
  mobiles: readonly string[],
  by: SuppressedBy | null,
  { commandId, step }: { readonly commandId: string; readonly step: string },
): Promise<void> => {
  for (const [index, mobile] of mobiles.entries())
    await liftSuppression(deps, businessId, pointOf(mobile), BLOCK, by, idOf(commandId, step, index, mobile));
};

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
  // The new numbers first: between the two steps both are suppressed.
  if (after.communicationBlocked) await blockNumbers(deps, businessId, after.mobiles, by, commandId);
  else await unblockNumbers(deps, businessId, after.mobiles, by, { commandId, step: 'lift' });
  if (!before.communicationBlocked) return;
  const former = before.mobiles.filter((mobile) => !after.mobiles.includes(mobile));
  await unblockNumbers(deps, businessId, former, by, { commandId, step: 'lift-former' });
};
