/** The node's browser legs, as operations see them. */
import type { LegGrant, LegPurpose } from '../../schemas/calls/leg.js';

/** The holder of a leg; the leg ends when the holder loses access. */
export type LegHolder =
  | { readonly type: 'key'; readonly keyId: string }
  | { readonly type: 'session'; readonly sessionId: string; readonly userId: string };

/** What a leg's token grants. */
export interface LegClaim {
  readonly businessId: string;
  readonly callId: string;
  readonly purpose: LegPurpose;
  readonly by: LegHolder;
}

/** Grants browser legs of this node. */
export interface LegDesk {
  /** @throws DomainError browser_legs_unavailable, which states what is missing */
  checkAvailable(): void;
  /** Returns a signed token, valid for one socket within a minute. */
  grant(claim: LegClaim): LegGrant;
}
