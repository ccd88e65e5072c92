/**
 * The outreach decision: every rule is evaluated, in one order, for every request (docs/reference/api.md "Outreach"). Calls are
 * evaluated again once they have a line, messages again before the request to the provider.
 */
import type { EvaluatedRule } from '../../actors/call/events.js';
import type { EndReason } from '../../schemas/calls/voice-call.js';
import { DomainError } from '../../schemas/errors.js';
import { iso } from '../../views/kernel/dates.js';
import { attemptsRule } from './attempts-rule.js';
import { callingHoursRule } from './calling-hours-rule.js';
import { destinationRule } from './destination-rule.js';
import type { Outreach, OutreachRule, OutreachRuleCheck, RuleResult } from './outreach.js';
import type { OutreachDeps } from './outreach-deps.js';
import { suppressionRule } from './suppression-rule.js';

/** The rules in evaluation order; the first refusal decides. */
const RULES: readonly ((deps: OutreachDeps) => OutreachRuleCheck)[] = [
  suppressionRule,
  destinationRule,
  callingHoursRule,
];

/** Rules for requests alone: once a call has a line, its contact point decides them together with the clearance. */
const ENTRY_RULES: typeof RULES = [attemptsRule];

export type Refused = Extract<RuleResult, { readonly result: 'refused' }>;

/** An outreach that a rule refuses. */
export class OutreachRefused extends DomainError {
  readonly refusal: Refused;

  /** `at`: when it was evaluated, ms since the epoch. */
  constructor(refusal: Refused, at: number) {
    const { code, allowedFrom } = refusal;
    super(
      code,
      refusal.message,
      allowedFrom === null ? [] : [{ path: '', message: `allowed from ${iso(allowedFrom)}` }],
      allowedFrom === null ? null : Math.max(1, Math.ceil((allowedFrom - at) / 1_000)),
    );
    this.refusal = refusal;
  }
}

/** The results of all rules, in order. Changes nothing. @throws the errors of actors that cannot be reached */
export const evaluateOutreach = (deps: OutreachDeps, outreach: Outreach): Promise<readonly RuleResult[]> =>
  Promise.all(RULES.map((rule) => rule(deps)(outreach)));

/** The first refusal; null if every rule passes. */
export const refusedBy = (results: readonly RuleResult[]): Refused | null =>
  results.find((result): result is Refused => result.result === 'refused') ?? null;

/** Judges a request, including the rules for requests alone. Changes nothing. @throws as {@link evaluateOutreach} */
export const judgeOutreach = (deps: OutreachDeps, outreach: Outreach): Promise<readonly RuleResult[]> =>
  Promise.all([...RULES, ...ENTRY_RULES].map((rule) => rule(deps)(outreach)));

/**
 * `at`: when the results were found, ms since the epoch.
 * @throws OutreachRefused with the code of the first rule that refuses; `details` state from when it is allowed
 */
export const requirePassed = (results: readonly RuleResult[], at: number): void => {
  const refusal = refusedBy(results);
  if (refusal !== null) throw new OutreachRefused(refusal, at);
};

/** Judges a request. @throws OutreachRefused, as {@link requirePassed} */
export const requireOutreach = async (deps: OutreachDeps, outreach: Outreach): Promise<void> =>
  requirePassed(await judgeOutreach(deps, outreach), outreach.at);

/** The end reason of a call that a rule refuses once it has a line. */
export const END_REASON_OF: Readonly<Record<OutreachRule, EndReason>> = {
  suppression: 'suppressed',
  destination: 'destination_not_allowed',
  calling_hours: 'quiet_hours',
  attempts: 'attempts_exceeded',
};

/** The result as stored in the call's journal. */
export const evaluatedRule = (found: RuleResult): EvaluatedRule =>
  found.result === 'refused'
    ? { rule: found.rule, result: 'refused', code: found.code, allowedFrom: found.allowedFrom }
    : { rule: found.rule, result: found.result };
