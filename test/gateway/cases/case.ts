/** What the contract test knows of an operation. */
import { BUSINESS } from '../fakes/ids.js';

/** A request that succeeds. */
export interface Case {
  readonly path: string;
  readonly status: number;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Another request of the same route, for the same key. */
  readonly other?: { readonly path?: string; readonly body?: Readonly<Record<string, unknown>> };
  /** It commits nothing, though it is no read. */
  readonly changesNothing?: true;
  /** Requests that need a scope which others of the route do not. */
  readonly conditional?: readonly {
    readonly path?: string;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly scope: string;
  }[];
  /** Where problems are, for a body or query whose values are all wrong. */
  readonly wrong: { readonly query?: string; readonly body?: Readonly<Record<string, unknown>> };
  readonly problems: readonly string[];
}

/** By the ids of their operations. */
export type Cases = Readonly<Record<string, Case>>;

/** The business, for a query. */
export const q = `businessId=${BUSINESS}`;
/** A page that cannot be asked for. */
export const wrongPage = 'limit=many&cursor=';
