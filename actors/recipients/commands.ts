/** Commands, queries and effects of a block of recipients. */
import type { CampaignChannel, Outcome } from '../../schemas/campaigns/states.js';
import type { Activity, Gate, HoldReason, IterationLink, Member, Report, Work } from './events.js';

/** A claim on a recipient. Commands under a lost claim are ignored. */
export interface RecipientClaim {
  readonly index: number;
  readonly revision: number;
}

export type RecipientsCommand =
  /** The first one counts; later ones get the facts of the existing block. */
  | {
      readonly type: 'create';
      readonly link: IterationLink;
      readonly work: Work;
      readonly members: readonly Member[];
      readonly cursor: string | null;
    }
  /** Sent by the iteration: `grant.count` more permits with grant `grant.seq`, and the gate. Repetitions are harmless. */
  | {
      readonly type: 'direct';
      readonly gate: { readonly seq: number; readonly is: Gate };
      readonly grant: { readonly seq: number; readonly count: number };
    }
  | { readonly type: 'report_taken'; readonly report: number }
  /** The last check before contact: whether it may be made. A repetition gets the same answer. */
  | { readonly type: 'confirm'; readonly claim: RecipientClaim; readonly activity: Activity }
  /** The conversation has the message of the claim. */
  | { readonly type: 'handed_over'; readonly claim: RecipientClaim }
  /**
   * Changes nothing if the claim was lost. `no_line`: the recipient was not contacted. `awaitsFindings`: the call is analysed, and
   * `findings` follows.
   */
  | {
      readonly type: 'attempt_ended';
      readonly claim: RecipientClaim;
      readonly outcome: Outcome | 'no_line';
      readonly awaitsFindings?: boolean;
    }
  /**
   * What the analysis of the call of an ended attempt found, or that it failed. `callBackAt`: when the customer wants to be called
   * back, ms since the epoch; null: no time was named. A repetition changes nothing.
   */
  | {
      readonly type: 'findings';
      readonly claim: RecipientClaim;
      readonly callBackAt: number | null;
      readonly refusesContact: boolean;
    }
  /** The claimed recipient cannot be contacted: ever (`skip`), or for a while (`hold`). */
  | { readonly type: 'skip'; readonly claim: RecipientClaim; readonly reason: string }
  | {
      readonly type: 'hold';
      readonly claim: RecipientClaim;
      readonly reason: HoldReason;
      readonly forMs: number;
    }
  /** The claimed recipient may be contacted from `until`, ms since the epoch. It was not contacted, and no attempt is used. */
  | {
      readonly type: 'postpone';
      readonly claim: RecipientClaim;
      readonly reason: string;
      readonly until: number;
    }
  | { readonly type: 'withdrawn'; readonly claim: RecipientClaim };

export type RecipientsEffect =
  /** Begin the attempt; answers null (the call reports itself), `confirm` (for a message), `skip`, `hold` or `postpone`. */
  | {
      readonly kind: 'dispatch';
      readonly link: IterationLink;
      readonly work: Work;
      readonly contactId: string;
      readonly claim: RecipientClaim;
      /** It is a call-back that was planned then, ms since the epoch; absent: it is none. */
      readonly callBackPlannedAt?: number;
    }
  /** Hand the message of a confirmed claim over to its conversation; answers `handed_over` or `attempt_ended`. */
  | {
      readonly kind: 'hand_over';
      readonly link: IterationLink;
      readonly work: Work;
      readonly contactId: string;
      readonly claim: RecipientClaim;
    }
  /** Cancel what the claim began; answers `withdrawn`. */
  | {
      readonly kind: 'withdraw';
      readonly link: IterationLink;
      readonly channel: CampaignChannel;
      readonly contactId: string;
      readonly claim: RecipientClaim;
    }
  /** Send the report to the iteration; answers `report_taken`. */
  | {
      readonly kind: 'report';
      readonly iterationId: string;
      readonly block: number;
      readonly report: Report;
    };

/** What an iteration needs to know about a block of its audience. */
export interface BlockFacts {
  readonly size: number;
  /** Members that are not skipped. */
  readonly eligible: number;
  /** Where the audience continues; null at its end. */
  readonly cursor: string | null;
}

export interface RecipientsReplies {
  readonly create: BlockFacts;
  readonly confirm: {
    /** Whether the claim allows contact. */
    readonly confirmed: boolean;
  };
}

export interface RecipientsQueries {
  /** Null while the block does not exist. */
  get(): BlockFacts | null;
  /** Whether the claim on the recipient still holds. */
  is_held(claim: RecipientClaim): boolean;
}
