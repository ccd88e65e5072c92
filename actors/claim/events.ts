/** Events of a claim: a business's hold on something that is unique among all businesses. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export type ClaimEvent =
  | {
      readonly type: 'claim.granted';
      /** The kind of thing that is claimed, and which one: a channel and an account on it. */
      readonly namespace: string;
      readonly key: string;
      /** Id of the business. */
      readonly holder: string;
    }
  | { readonly type: 'claim.released' };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CLAIM_EVENTS = {
  'claim.granted': 1,
  'claim.released': 1,
} as const satisfies VersionsOf<ClaimEvent>;

/** The kind, for readers of its events. */
export const CLAIM_KIND = eventKind<ClaimEvent>('claim', CLAIM_EVENTS);
