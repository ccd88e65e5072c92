/** What a block of recipients can be told and asked, and what it owes. */
import type { CampaignChannel, Outcome } from '../../schemas/campaign.js';
import type { Activity, Gate, HoldReason, IterationLink, Member, Report, Work } from './events.js';

/** A recipient under a claim, named so that only who still holds the claim is heard. */
export interface RecipientClaim {
  readonly index: number;
  readonly revision: number;
}

export type RecipientsCommand =
  /** The first one counts: later ones are told what is there. */
  | {
      readonly type: 'create';
      readonly link: IterationLink;
      readonly work: Work;
      readonly members: readonly Member[];
      readonly cursor: string | null;
    }
  /** The iteration's word: `grant.count` more permits with grant `grant.seq`, and the gate. Repetitions are harmless. */
  | {
      readonly type: 'direct';
      readonly gate: { readonly seq: number; readonly is: Gate };
      readonly grant: { readonly seq: number; readonly count: number };
    }
  | { readonly type: 'report_taken'; readonly report: number }
  /** The last question before contact: whether it may be made. Asked again it is answered alike. */
  | { readonly type: 'confirm'; readonly claim: RecipientClaim; readonly activity: Activity }
  /** The conversation has the message of the claim. */
  | { readonly type: 'handed_over'; readonly claim: RecipientClaim }
  /** Changes nothing when the claim was lost. `no_line`: nobody was contacted. */
  | { readonly type: 'attempt_ended'; readonly claim: RecipientClaim; readonly outcome: Outcome | 'no_line' }
  /** The claimed recipient cannot be contacted: ever, or for a while. */
  | { readonly type: 'skip'; readonly claim: RecipientClaim; readonly reason: string }
  | {
      readonly type: 'hold';
      readonly claim: RecipientClaim;
      readonly reason: HoldReason;
      readonly forMs: number;
    }
  /** The claimed recipient may be contacted from `until`, ms since the epoch; it was not, and no attempt is used. */
  | {
      readonly type: 'postpone';
      readonly claim: RecipientClaim;
      readonly reason: string;
      readonly until: number;
    }
  | { readonly type: 'withdrawn'; readonly claim: RecipientClaim };

export type RecipientsEffect =
  /** Begins the attempt; answers null (the call speaks for itself), `confirm` (of a message), `skip` or `hold`. */
  | {
      readonly kind: 'dispatch';
      readonly link: IterationLink;
      readonly work: Work;
      readonly contactId: string;
      readonly claim: RecipientClaim;
    }
  /** Gives the message of a confirmed claim to its conversation; answers `handed_over`, or `attempt_ended`. */
  | {
      readonly kind: 'hand_over';
      readonly link: IterationLink;
      readonly work: Work;
      readonly contactId: string;
      readonly claim: RecipientClaim;
    }
  /** Calls off what the claim began; answers `withdrawn`. */
  | {
      readonly kind: 'withdraw';
      readonly link: IterationLink;
      readonly channel: CampaignChannel;
      readonly contactId: string;
      readonly claim: RecipientClaim;
    }
  /** Tells the iteration; answers `report_taken`. */
  | {
      readonly kind: 'report';
      readonly iterationId: string;
      readonly block: number;
      readonly report: Report;
    };

/** What an iteration has to know of a block of its audience. */
export interface BlockFacts {
  readonly size: number;
  /** Those who are not passed over. */
  readonly eligible: number;
  /** Where the audience goes on; null at its end. */
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
  /** Null while there is no such block. */
  get(): BlockFacts | null;
  /** Whether the recipient is under the claim still. */
  is_held(claim: RecipientClaim): boolean;
}
