/** NATS subjects that carry voices from media sessions to open pages, on all nodes; not stored (docs/how-to/live-updates.md "Who speaks"). */

/** A follower of a business announces itself three times in this time, ms; without that, the business has no followers. */
export const INTEREST_MS = 15_000;

/** Subject on which followers of a business announce themselves; `*`: any business. */
export const interestIn = (businessId: string): string => `voices.follow.${businessId}`;

/** Subject of the voices of a business: `{ calls: CallVoices[] }` as JSON. */
export const voicesSubject = (businessId: string): string => `voices.told.${businessId}`;
