/** Events of the claim of a business on something that is unique among all businesses. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export type ClaimEvent =
  | {
      readonly type: 'claim.granted';
      /** What kind of thing is claimed, and which: a channel and an account on it. */
      readonly namespace: string;
      readonly key: string;
      /** Id of the business. */
      readonly holder: string;
    }
  | { readonly type: 'claim.released' };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const CLAIM_EVENTS = {
  'claim.granted': 1,
  'claim.released': 1,
} as const satisfies VersionsOf<ClaimEvent>;

/** The kind, for readers of its events. */
export const CLAIM_KIND = eventKind<ClaimEvent>('claim', CLAIM_EVENTS);
