/** What a call knows: granted variables, and what its client gave in their place, to try an agent out. Pure. */
import type { ReplacedVariable } from '../../actors/call/events.js';
import type { DataSourceVariable } from '../../schemas/agent.js';
import { MAX_VALUE_CHARACTERS, oneLine } from '../../schemas/text.js';

type Values = Readonly<Record<string, string>>;

export interface SettledVariables {
  /** By alias. */
  readonly values: Values;
  /** What everybody sees who sees the call. */
  readonly callData: Values;
  /** Where values came from, in the order of the variables. */
  readonly sourceIds: readonly string[];
  readonly replaced: readonly ReplacedVariable[];
  /** Without a value from anywhere. */
  readonly missing: readonly DataSourceVariable[];
}

/** As long as what a client can give (spec section 8): a list of calls holds hundreds of such texts. */
const SHOWN_CHARACTERS = 500;

/**
 * `values`: what the sources say, empty where they say nothing. `given`: by the client; what is empty there is not given.
 * Values of the contact itself are used and not shown (spec section 2.3); `isContacts` says which source is the contacts.
 */
export const settleVariables = (
  variables: readonly DataSourceVariable[],
  values: Values,
  given: Values,
  isContacts: (sourceId: string) => boolean,
): SettledVariables => {
  const standIns = new Map(
    Object.entries(given)
      .map(([alias, value]) => [alias, oneLine(value, MAX_VALUE_CHARACTERS)] as const)
      .filter(([, value]) => value !== ''),
  );
  const found = variables.filter(({ alias }) => !standIns.has(alias) && values[alias] !== '');
  const shown = found
    .filter(({ sourceId }) => !isContacts(sourceId))
    .map(({ alias }): [string, string] => [alias, (values[alias] ?? '').slice(0, SHOWN_CHARACTERS)]);
  return {
    values: { ...values, ...Object.fromEntries(standIns) },
    callData: Object.fromEntries([...shown, ...standIns]),
    sourceIds: [...new Set(found.map(({ sourceId }) => sourceId))],
    replaced: variables.flatMap(({ alias }) =>
      standIns.has(alias)
        ? [{ alias, was: values[alias] === '' ? ('missing' as const) : ('value' as const) }]
        : [],
    ),
    missing: variables.filter(({ alias }) => !standIns.has(alias) && values[alias] === ''),
  };
};
