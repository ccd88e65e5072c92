/** Variables of a call: granted ones, and the values a client supplied in their place to test an agent. Pure. */
import type { ReplacedVariable } from '../../actors/call/events.js';
import type { DataSourceVariable } from '../../schemas/agents/agent.js';
import { MAX_VALUE_CHARACTERS, oneLine } from '../../schemas/text.js';

type Values = Readonly<Record<string, string>>;

export interface SettledVariables {
  /** By alias. */
  readonly values: Values;
  /** Values visible to everyone who can see the call. */
  readonly callData: Values;
  /** Sources of the values, in the order of the variables. */
  readonly sourceIds: readonly string[];
  readonly replaced: readonly ReplacedVariable[];
  /** Variables that have no value from any source or client. */
  readonly missing: readonly DataSourceVariable[];
}

/** As long as a value that a client can supply (spec section 8), because a list of calls holds hundreds of these texts. */
const SHOWN_CHARACTERS = 500;

/**
 * `values`: from the sources, empty if a source has none. `testValues`: from the client; empty ones are ignored.
 * Values of the contact itself are used but not shown (spec section 2.3); `isContacts` identifies the contacts source.
 */
export const settleVariables = (
  variables: readonly DataSourceVariable[],
  values: Values,
  testValues: Values,
  isContacts: (sourceId: string) => boolean,
): SettledVariables => {
  const overrides = new Map(
    Object.entries(testValues)
      .map(([alias, value]) => [alias, oneLine(value, MAX_VALUE_CHARACTERS)] as const)
      .filter(([, value]) => value !== ''),
  );
  const found = variables.filter(({ alias }) => !overrides.has(alias) && values[alias] !== '');
  const shown = found
    .filter(({ sourceId }) => !isContacts(sourceId))
    .map(({ alias }): [string, string] => [alias, (values[alias] ?? '').slice(0, SHOWN_CHARACTERS)]);
  return {
    values: { ...values, ...Object.fromEntries(overrides) },
    callData: Object.fromEntries([...shown, ...overrides]),
    sourceIds: [...new Set(found.map(({ sourceId }) => sourceId))],
    replaced: variables.flatMap(({ alias }) =>
      overrides.has(alias)
        ? [{ alias, was: values[alias] === '' ? ('missing' as const) : ('value' as const) }]
        : [],
    ),
    missing: variables.filter(({ alias }) => !overrides.has(alias) && values[alias] === ''),
  };
};
