/** A scenario while it is edited. Settings that the form does not show are kept. */
import type { Data } from '../../api/client.js';
import { numberIn } from '../../ui/forms/number-in.js';

export type Scenario = Data<'listSimulationScenarios'>['scenarios'][number];
export type Content = Scenario['scenario'];
type Customer = Content['customers'][number];
type Criterion = Content['criteria'][number];

export const CUSTOMER_KINDS = ['persona', 'lines'] as const;
type CustomerKind = (typeof CUSTOMER_KINDS)[number];
export const CRITERION_KINDS = ['judge', 'score', 'says', 'neverSays'] as const;
type CriterionKind = (typeof CRITERION_KINDS)[number];

export interface CustomerDraft {
  readonly name: string;
  readonly kind: CustomerKind;
  /** A persona, or lines. */
  readonly text: string;
  /** A number; empty: as the scenario says. */
  readonly runs: string;
  /** As it was; null: it is new. */
  readonly before: Customer | null;
}

export interface CriterionDraft {
  readonly name: string;
  /** `other`: a rule that the form does not show. */
  readonly kind: CriterionKind | 'other';
  /** What to judge, or a pattern. */
  readonly text: string;
  /** Of a score. */
  readonly atLeast: string;
  readonly before: Criterion | null;
}

export interface ScenarioDraft {
  readonly name: string;
  readonly isForAgent: boolean;
  readonly customers: readonly CustomerDraft[];
  readonly criteria: readonly CriterionDraft[];
}

export const NEW_CUSTOMER: CustomerDraft = { name: '', kind: 'persona', text: '', runs: '', before: null };
export const NEW_CRITERION: CriterionDraft = {
  name: '',
  kind: 'judge',
  text: '',
  atLeast: '7',
  before: null,
};

/** The draft of a kept scenario; null: of a new one. */
export const scenarioDraftOf = (scenario: Scenario | null): ScenarioDraft =>
  scenario === null
    ? { name: '', isForAgent: true, customers: [NEW_CUSTOMER], criteria: [NEW_CRITERION] }
    : {
        name: scenario.name,
        isForAgent: scenario.agentId !== null,
        customers: scenario.scenario.customers.map(customerDraftOf),
        criteria: scenario.scenario.criteria.map(criterionDraftOf),
      };

const customerDraftOf = (before: Customer): CustomerDraft => ({
  name: before.name,
  kind: before.lines === undefined ? 'persona' : 'lines',
  text: before.lines?.join('\n') ?? before.persona ?? '',
  runs: before.runs === undefined ? '' : String(before.runs),
  before,
});

const kindOf = ({ says, neverSays, judge, atLeast, schema }: Criterion): CriterionDraft['kind'] => {
  if (says !== undefined) return 'says';
  if (neverSays !== undefined) return 'neverSays';
  if (judge === undefined || schema !== undefined) return 'other';
  return atLeast === undefined ? 'judge' : 'score';
};

const criterionDraftOf = (before: Criterion): CriterionDraft => ({
  name: before.name,
  kind: kindOf(before),
  text: before.says ?? before.neverSays ?? before.judge ?? '',
  atLeast: String(before.atLeast ?? NEW_CRITERION.atLeast),
  before,
});

/** The content to save. `before`: the content that it replaces; null: there is none. */
export const contentOf = ({ customers, criteria }: ScenarioDraft, before: Content | null): Content => ({
  ...before,
  customers: customers.map(customerOf),
  criteria: criteria.map(criterionOf),
});

const customerOf = ({ name, kind, text, runs, before }: CustomerDraft): Customer => {
  const { persona: _, lines: _lines, runs: _runs, ...rest } = before ?? { name };
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  // A customer with an intention of their own needs no persona.
  const words = kind === 'lines' ? { lines } : text.trim() === '' ? {} : { persona: text.trim() };
  return { ...rest, name, ...words, ...(runs.trim() === '' ? {} : { runs: Number(runs) }) };
};

const criterionOf = ({ name, kind, text, atLeast, before }: CriterionDraft): Criterion => {
  switch (kind) {
    case 'says':
      return { name, says: text };
    case 'neverSays':
      return { name, neverSays: text };
    case 'judge':
      return { name, judge: text };
    case 'score':
      return { name, judge: text, atLeast: numberIn(atLeast) };
    case 'other':
      return { ...before, name };
    default:
      return kind satisfies never;
  }
};
