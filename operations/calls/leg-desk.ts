/** What operations need of the browser legs of their node. */
import type { LegGrant, LegPurpose } from '../../schemas/leg.js';

/** Who has a leg; it ends with their access. */
export type LegHolder =
  | { readonly type: 'key'; readonly keyId: string }
  | { readonly type: 'session'; readonly sessionId: string; readonly userId: string };

/** What a leg's token stands for. */
export interface LegClaim {
  readonly businessId: string;
  readonly callId: string;
  readonly purpose: LegPurpose;
  readonly by: LegHolder;
}

/** The node's browser legs, as far as operations need them. */
export interface LegDesk {
  /** @throws DomainError browser_legs_unavailable, which says what is missing */
  checkAvailable(): void;
  /** Signed; good for one socket, within a minute. */
  grant(claim: LegClaim): LegGrant;
}
