/** The filters of calls, as conditions on the table of calls. */
import type { CustomerRequest } from '../../schemas/analysis/call-analysis.js';
import type { CallFilter } from '../../schemas/calls/filters.js';

/** Named parameters of a statement. */
export type QueryParameters = Readonly<Record<string, string | number>>;

/** Each filter with a value, with its condition, in a fixed order. */
const CONDITIONS = [
  ['status', 'status = :status'],
  ['agentId', 'agent_id = :agentId'],
  ['agentVersion', 'agent_version = :agentVersion'],
  ['contactId', 'contact_id = :contactId'],
  ['campaignId', 'campaign_id = :campaignId'],
  ['analysis', 'analysis_status = :analysis'],
  ['success', 'success = :success'],
  ['sentiment', 'sentiment = :sentiment'],
  ['endedBy', 'ended_by = :endedBy'],
  ['endReason', 'end_reason = :endReason'],
  ['tag', 'id IN (SELECT call_id FROM call_tags WHERE business_id = :businessId AND tag = :tag)'],
  ['minScore', 'score >= :minScore'],
  ['maxScore', 'score <= :maxScore'],
  ['from', 'created_at >= :from'],
  ['to', 'created_at < :to'],
] as const satisfies readonly (readonly [keyof CallFilter, string])[];

/** The conditions without a parameter, so that their indexes can be used. */
const REQUEST_CONDITIONS: Readonly<Record<CustomerRequest, string>> = {
  human: 'wants_human = 1',
  no_contact: 'wants_no_contact = 1',
  call_back: 'wants_call_back = 1',
};

const MARKS = [
  ['slow', 'slow'],
  ['interrupted', 'interrupted'],
  ['toolFailed', 'tool_failed'],
  ['reviewed', 'reviewed'],
] as const satisfies readonly (readonly [keyof CallFilter, string])[];

/** A filter in SQL: `values` identify it in cursors, in a fixed order. */
export interface FilterConditions {
  readonly values: readonly (string | number | null)[];
  readonly conditions: readonly string[];
  readonly parameters: QueryParameters;
}

/** Each filter with its condition, for queries that must know which of them a call does not match. */
export const namedConditionsOf = (
  filter: CallFilter,
): readonly { readonly name: keyof CallFilter; readonly condition: string }[] =>
  Object.keys(filter)
    .filter(isFilter)
    .flatMap((name) =>
      conditionsOf({ [name]: filter[name] }).conditions.map((condition) => ({ name, condition })),
    );

const NAMES: readonly (keyof CallFilter)[] = [...CONDITIONS, ...MARKS].map(([name]) => name);

const isFilter = (name: string): name is keyof CallFilter =>
  name === 'request' || NAMES.some((known) => known === name);

/** The conditions of a filter on the columns of `calls`, with the parameter `:businessId`. */
export const conditionsOf = (filter: CallFilter): FilterConditions => {
  const named = CONDITIONS.flatMap(([name, condition]) => {
    const value = filter[name];
    if (value === undefined) return [];
    return [{ name, condition, value: typeof value === 'boolean' ? Number(value) : value }];
  });
  const marked = MARKS.flatMap(([name, column]) => {
    const value = filter[name];
    return value === undefined
      ? []
      : [{ name, condition: `${column} = ${Number(value)}`, value: Number(value) }];
  });
  const { request } = filter;
  const all = new Map<string, string | number>([...named, ...marked].map(({ name, value }) => [name, value]));
  return {
    values: [...[...CONDITIONS, ...MARKS].map(([name]) => all.get(name) ?? null), request ?? null],
    conditions: [
      ...[...named, ...marked].map(({ condition }) => condition),
      ...(request === undefined ? [] : [REQUEST_CONDITIONS[request]]),
    ],
    parameters: Object.fromEntries(named.map(({ name, value }) => [name, value])),
  };
};
