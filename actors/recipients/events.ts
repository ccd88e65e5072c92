/** Events of a block of an iteration's recipients. `index` is a recipient's place in the block. */
import type { CampaignChannel, Outcome } from '../../schemas/campaigns/states.js';
import type { TemplateComponent } from '../../schemas/channels/template.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The iteration and the campaign that the block belongs to. */
export interface IterationLink {
  readonly campaignId: string;
  readonly campaignName: string;
  readonly iterationId: string;
  /** Number of the block, from 0. */
  readonly block: number;
}

/** How recipients are contacted. */
export interface Work {
  readonly channel: CampaignChannel;
  readonly agentId: string;
  readonly messageText: string | null;
  readonly templateName: string | null;
  /** As in the settings (schemas/campaigns/campaign.ts). */
  readonly templateLanguage?: string | null;
  readonly templateComponents?: readonly TemplateComponent[];
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  /** Whether an attempt that a machine answered is retried; absent: no. Builds that do not know it never retry one. */
  readonly retryVoicemail?: boolean;
  /** Call-backs that customers request; absent: none is made. */
  readonly callBacks?: {
    /** The most for each recipient. */
    readonly max: number;
    /** How long after a request it may be followed, ms. */
    readonly withinMs: number;
  };
}

/** Why a requested call-back is not planned. */
export type CallBackDeclined = 'no_contact' | 'too_late';

export interface Member {
  readonly contactId: string;
  /** The error code for which the contact is skipped; null: it is not skipped. */
  readonly skip: string | null;
}

/** `open`: claims may be made. `closed`: not now. `cancelled`: never again. */
export type Gate = 'open' | 'closed' | 'cancelled';

/** The call or message of an attempt. */
export interface Activity {
  readonly kind: 'call' | 'message';
  readonly id: string;
}

/** A report to the iteration. Values are absolute except `returned`; each report counts once, by its number. */
export interface Report {
  readonly report: number;
  /** Permits returned. */
  readonly returned: number;
  /** Recipients that could be claimed at once with more permits. */
  readonly wanted: number;
  /** The last grant that the block had received. */
  readonly grantSeq: number;
  /** Whether no recipient is left to contact, and none is being contacted. */
  readonly finished: boolean;
}

/** Why a block is on hold although its gate is open. */
export type HoldReason = 'credit' | 'agent' | 'channel' | 'limit';

export type RecipientsEvent =
  | {
      readonly type: 'recipients.created';
      readonly link: IterationLink;
      readonly work: Work;
      readonly members: readonly Member[];
      /** Where the audience continues after this block; null at its end. */
      readonly cursor: string | null;
    }
  | { readonly type: 'recipients.permitted'; readonly seq: number; readonly count: number }
  | { readonly type: 'recipients.gated'; readonly seq: number; readonly gate: Gate }
  | { readonly type: 'recipients.reported'; readonly report: Report }
  | { readonly type: 'recipients.report_taken'; readonly report: number }
  /** Each claim has a revision of its own; an older one is lost. */
  | {
      readonly type: 'recipients.claimed';
      readonly claims: readonly { readonly index: number; readonly revision: number }[];
    }
  /** Claims are released before contact, and their recipients wait again. `withdraw`: what was begun is cancelled. */
  | { readonly type: 'recipients.released'; readonly indexes: readonly number[]; readonly withdraw: boolean }
  /** The claim held at the last moment before contact. It counts as an attempt. */
  | {
      readonly type: 'recipient.contacted';
      readonly index: number;
      readonly revision: number;
      readonly activity: Activity;
    }
  /** The conversation has the message. */
  | { readonly type: 'recipient.handed_over'; readonly index: number; readonly revision: number }
  /** The attempt has ended. `retryAt`: when the next one is due, ms since the epoch; null: none. */
  | {
      readonly type: 'recipient.ended';
      readonly index: number;
      readonly revision: number;
      readonly outcome: Outcome;
      readonly retryAt: number | null;
      /** The customer may have requested a call-back: until when the findings are awaited, ms since the epoch. Absent: they are not. */
      readonly findingsUntil?: number;
    }
  /** The findings about the recipient's call lead to no call-back. `callBackAt`: the time that was requested; null: none. */
  | {
      readonly type: 'recipient.findings_noted';
      readonly index: number;
      readonly callBackAt: number | null;
      readonly declined: CallBackDeclined | null;
    }
  /** The recipient is called again at the requested time, from `until` on and not after `latestAt`; all in ms since the epoch. */
  | {
      readonly type: 'recipient.call_back_planned';
      readonly index: number;
      readonly callBackAt: number;
      readonly until: number;
      readonly latestAt: number;
    }
  /** The planned call-back is not made. */
  | { readonly type: 'recipient.call_back_dropped'; readonly index: number; readonly reason: string }
  | { readonly type: 'recipient.skipped'; readonly index: number; readonly reason: string }
  /** The claim is released before contact; no attempt is made before `until`, ms since the epoch. */
  | {
      readonly type: 'recipient.postponed';
      readonly index: number;
      readonly reason: string;
      readonly until: number;
    }
  | { readonly type: 'recipients.retries_due'; readonly indexes: readonly number[] }
  | { readonly type: 'recipients.held'; readonly reason: HoldReason; readonly until: number }
  | { readonly type: 'recipients.hold_ended' }
  /** Recipients not contacted yet (`indexes`) are cancelled; what claimed or active ones began (`withdraw`) is withdrawn. */
  | {
      readonly type: 'recipients.cancelled';
      readonly indexes: readonly number[];
      readonly withdraw: readonly number[];
    }
  | { readonly type: 'recipient.withdrawn'; readonly index: number; readonly revision: number };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const RECIPIENTS_EVENTS = {
  // Carries template values (version 2) and limits of call-backs (version 4), which readers must not ignore.
  'recipients.created': 4,
  'recipients.permitted': 1,
  'recipients.gated': 1,
  'recipients.reported': 1,
  'recipients.report_taken': 1,
  'recipients.claimed': 1,
  'recipients.released': 1,
  'recipient.contacted': 1,
  'recipient.handed_over': 1,
  'recipient.ended': 1,
  'recipient.skipped': 1,
  'recipient.postponed': 3,
  'recipient.findings_noted': 4,
  'recipient.call_back_planned': 4,
  'recipient.call_back_dropped': 4,
  'recipients.retries_due': 1,
  'recipients.held': 1,
  'recipients.hold_ended': 1,
  'recipients.cancelled': 1,
  'recipient.withdrawn': 1,
} as const satisfies VersionsOf<RecipientsEvent>;

/** The kind, for readers of its events. */
export const RECIPIENTS_KIND = eventKind<RecipientsEvent>('recipients', RECIPIENTS_EVENTS);
