/** States and outcomes of campaigns, their iterations and recipients (spec section 4.8). */
import type { Static } from 'typebox';
import { literals } from '../shapes.js';

export const CampaignChannel = literals(['voice', 'whatsapp', 'sms'], {
  description: '`sms` is refused until it is available.',
});
/** Channels that campaigns can run on: `sms` is refused. */
export type CampaignChannel = 'voice' | 'whatsapp';

export const IterationStatus = literals(
  ['draft', 'scheduled', 'running', 'paused', 'cancelling', 'cancelled', 'completed'],
  {
    description:
      'draft: it awaits `action: start`. scheduled: it awaits `startAt`. cancelling: its calls are being hung up. completed: every recipient has an outcome.',
  },
);
export type IterationStatus = Static<typeof IterationStatus>;

/** Final outcomes of a recipient. `voicemail`: a machine answered, or an announcement that the callee is unavailable. */
export const OUTCOMES = [
  'completed',
  'voicemail',
  'no_answer',
  'busy',
  'failed',
  'cancelled',
  'skipped',
] as const;
export const Outcome = literals(OUTCOMES, {
  description:
    'The final outcome of a recipient. voicemail: a machine or an announcement answered. skipped: it was not contacted, and `skipReason` says why.',
});
export type Outcome = Static<typeof Outcome>;

export const MEMBERSHIP_STATUSES = ['pending', 'claimed', 'active', 'retry_wait', ...OUTCOMES] as const;
export const MembershipStatus = literals(MEMBERSHIP_STATUSES, {
  description:
    'pending: not tried yet. claimed: about to be contacted. active: being contacted. retry_wait: waits for `retryAt`. The others are final outcomes.',
});
export type MembershipStatus = Static<typeof MembershipStatus>;

/** Why a recipient is not contacted yet: hours in its time zone, the attempts limit of its number, another limit, or its own request. */
export const RECIPIENT_WAITS = ['calling_hours', 'attempts', 'limits', 'call_back'] as const;
export type RecipientWait = (typeof RECIPIENT_WAITS)[number];
