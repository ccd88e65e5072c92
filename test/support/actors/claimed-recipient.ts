/** A campaign recipient under its first claim, for tests of its later states. */
import type { RecipientClaim, RecipientsCommand } from '../../../actors/recipients/commands.js';

/** The run and the block that the recipient belongs to. */
export const LINK = { campaignId: 'k', campaignName: 'K', iterationId: 'i', block: 0 } as const;

/** Calls without retries. */
const WORK = {
  channel: 'voice',
  agentId: 'a',
  messageText: null,
  templateName: null,
  maxRetries: 0,
  retryDelayMs: 60_000,
} as const;

/** The claim of the only recipient. */
export const CLAIM: RecipientClaim = { index: 0, revision: 1 };

/** Commands that create a block with the single recipient `p1`, and have it claimed. */
export const CLAIMING: readonly RecipientsCommand[] = [
  { type: 'create', link: LINK, work: WORK, members: [{ contactId: 'p1', skip: null }], cursor: null },
  { type: 'direct', gate: { seq: 0, is: 'open' }, grant: { seq: 1, count: 1 } },
];
