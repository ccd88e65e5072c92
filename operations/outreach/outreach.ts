/**
 * Outreach: a call or a message that the business initiates. Each rule judges it independently; together they decide whether
 * it may go out. Their results are recorded in the journal before anything leaves (docs/reference/api.md "Outreach").
 */
import type { ErrorCode } from '../../schemas/error-table.js';

/** `service`: the customer's own business with the tenant. `marketing`: anything from a campaign or an offer. */
type OutreachPurpose = 'service' | 'marketing';

/** The rules, in evaluation order. */
const OUTREACH_RULES = ['suppression', 'destination', 'calling_hours', 'attempts'] as const;

export type OutreachRule = (typeof OUTREACH_RULES)[number];

/** The outreach to judge. */
export interface Outreach {
  readonly businessId: string;
  readonly channel: 'voice' | 'whatsapp' | 'instagram';
  /** E.164 of a call or a WhatsApp message; the person's id at the channel otherwise. */
  readonly to: string;
  /** Null: the recipient is not a contact. */
  readonly contactId: string | null;
  readonly purpose: OutreachPurpose;
  /** Null: it belongs to no campaign. */
  readonly iterationId: string | null;
  /** ms since the epoch */
  readonly at: number;
  /**
   * When the customer wrote the message that this answers, ms since the epoch. An answer within the customer service window
   * is not outreach for suppressions made before that. Null or absent: it is not an answer.
   */
  readonly answersAt?: number | null;
  /** The customer of a call is put through to `to`, or `to` is consulted about them; no customer is contacted. Absent: false. */
  readonly isTransfer?: boolean;
}

/** The result of a rule. `not_applicable`: the business has not set it, or the channel does not have it. */
export type RuleResult =
  | { readonly rule: OutreachRule; readonly result: 'passed' | 'not_applicable' }
  | {
      readonly rule: OutreachRule;
      readonly result: 'refused';
      /** The code with which the request is refused, or the call ends. */
      readonly code: ErrorCode;
      /** When the rule will pass, ms since the epoch; null: waiting does not help. */
      readonly allowedFrom: number | null;
      /** The problem and what to do, in words; absent: the message of the code. It repeats no number. */
      readonly message?: string;
    };

/** Judges an outreach; changes nothing. */
export type OutreachRuleCheck = (outreach: Outreach) => Promise<RuleResult>;
