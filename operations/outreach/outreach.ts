/**
 * Outreach: a call or a message that the business starts. Each rule judges it by itself; together they decide whether it may
 * go out. Their results are recorded in the journal before anything leaves (docs/contract.md "Outreach").
 */
import type { ErrorCode } from '../../schemas/error-table.js';

/** `service`: the customer's own business with the tenant. `marketing`: anything that a campaign or an offer brings. */
type OutreachPurpose = 'service' | 'marketing';

/** The rules, in the order in which they are evaluated. */
const OUTREACH_RULES = ['suppression', 'destination', 'calling_hours', 'attempts'] as const;

export type OutreachRule = (typeof OUTREACH_RULES)[number];

/** The outreach that is judged. */
export interface Outreach {
  readonly businessId: string;
  readonly channel: 'voice' | 'whatsapp' | 'instagram';
  /** E.164 of a call or a WhatsApp message; the person's id at the channel otherwise. */
  readonly to: string;
  /** Null: the recipient is no contact. */
  readonly contactId: string | null;
  readonly purpose: OutreachPurpose;
  /** Null: it belongs to no campaign. */
  readonly iterationId: string | null;
  /** ms since the epoch */
  readonly at: number;
  /**
   * When the customer wrote what this answers, ms since the epoch. An answer within the customer service window is no
   * outreach for what was suppressed before that. Null or absent: it is no answer.
   */
  readonly answersAt?: number | null;
  /** The customer of a call is put through to `to`; no customer is contacted. Absent: false. */
  readonly isTransfer?: boolean;
}

/** The result of a rule. `not_applicable`: the business has not set it, or the channel does not know it. */
export type RuleResult =
  | { readonly rule: OutreachRule; readonly result: 'passed' | 'not_applicable' }
  | {
      readonly rule: OutreachRule;
      readonly result: 'refused';
      /** With which the request is refused, or the call ends. */
      readonly code: ErrorCode;
      /** When the rule lets it pass, ms since the epoch; null: not by waiting. */
      readonly allowedFrom: number | null;
      /** What is wrong and what to do, in words; absent: what the code says. It repeats no number. */
      readonly message?: string;
    };

/** Judges an outreach; changes nothing. */
export type OutreachRuleCheck = (outreach: Outreach) => Promise<RuleResult>;
