/** What operations on calls require of the node: browser legs, notes to live sessions, simulated callees. */
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

/** Delivers notes to the sessions of live calls. */
export interface NoteDesk {
  /** @throws DomainError call_not_live if no session has the call, not_ready if none answers in time */
  deliver(businessId: string, callId: string, noteId: string, text: string): Promise<void>;
}

/** Callees on the simulated network, if calls go over it. */
export interface SimulatedCallers {
  /**
   * For a business: makes the callee at this number (E.164) say these sentences, in turn.
   * @throws Error when the network refuses the script, or no voice is available
   */
  prepare(businessId: string, number: string, says: readonly string[]): Promise<void>;
}
