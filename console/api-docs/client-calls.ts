/** Which function of the TypeScript client sends an operation, read off the client itself. Pure. */
import { resourcesOf } from '../../packages/client/src/resources/all.js';
import type { ClientCall } from './typescript.js';

interface Described {
  readonly operationId: string;
  readonly kind: ClientCall['kind'];
}

const described = (operationId: string, kind: ClientCall['kind']): (() => never) & Described =>
  Object.assign(
    (): never => {
      throw new Error(`${operationId} is only described here`);
    },
    { operationId, kind },
  );

const isDescribed = (value: unknown): value is Described =>
  typeof value === 'function' && 'operationId' in value && 'kind' in value;

const callsIn = (resources: object, path: string): readonly (readonly [string, ClientCall])[] =>
  Object.entries(resources).flatMap(([name, value]: [string, unknown]) => {
    if (isDescribed(value)) return [[value.operationId, { name: path + name, kind: value.kind }] as const];
    return typeof value === 'object' && value !== null ? callsIn(value, `${path}${name}.`) : [];
  });

const CALLS: ReadonlyMap<string, ClientCall> = new Map([
  ...callsIn(
    resourcesOf({
      operation: (name) => described(name, 'answer'),
      list: (name) => described(name, 'list'),
    }),
    '',
  ),
  // Opened in another way than the rest.
  ['followLive', { name: 'live.follow', kind: 'events' }],
]);

/** Null where the client has no function for the operation. */
export const clientCallOf = (operationId: string): ClientCall | null => CALLS.get(operationId) ?? null;
