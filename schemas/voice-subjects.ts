/** Where media sessions and open pages of all nodes meet over who speaks (docs/live.md "Who speaks"): NATS subjects, kept nowhere. */

/** Who follows a business says so three times in this time, ms; after it nobody does. */
export const INTEREST_MS = 15_000;

/** Says that somebody follows a business; `*`: any. */
export const interestIn = (businessId: string): string => `voices.follow.${businessId}`;

/** What is told of the voices of a business: `{ calls: CallVoices[] }` as JSON. */
export const voicesSubject = (businessId: string): string => `voices.told.${businessId}`;
