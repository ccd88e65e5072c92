/**
 * Which function of the client sends an operation, read off the resources themselves: for the samples of the API reference, and for
 * clients in other languages, which are generated. The client does without it.
 */
import { resourcesOf } from './all.js';

/** What a function returns: an answer, a list with its items under `items`, or live events. */
export type Returns =
  | { readonly kind: 'answer' }
  | { readonly kind: 'list'; readonly items: string }
  | { readonly kind: 'events' };

/** A function of the client: `calls.start`. */
export interface ClientFunction {
  readonly name: string;
  readonly operationId: string;
  readonly returns: Returns;
}

type Described = Omit<ClientFunction, 'name'>;

const described = (operationId: string, returns: Returns): (() => never) & Described =>
  Object.assign(
    (): never => {
      throw new Error(`${operationId} is only described here`);
    },
    { operationId, returns },
  );

const isDescribed = (value: unknown): value is Described =>
  typeof value === 'function' && 'operationId' in value && 'returns' in value;

const functionsIn = (resources: object, path: string): readonly ClientFunction[] =>
  Object.entries(resources).flatMap(([name, value]: [string, unknown]) => {
    if (isDescribed(value))
      return [{ name: path + name, operationId: value.operationId, returns: value.returns }];
    return typeof value === 'object' && value !== null ? functionsIn(value, `${path}${name}.`) : [];
  });

/** All of them, in the order of the resources. */
export const CLIENT_FUNCTIONS: readonly ClientFunction[] = [
  ...functionsIn(
    resourcesOf({
      operation: (name) => described(name, { kind: 'answer' }),
      list: (name, key) => described(name, { kind: 'list', items: String(key) }),
    }),
    '',
  ),
  // Opened in another way than the rest.
  { name: 'live.follow', operationId: 'followLive', returns: { kind: 'events' } },
];
