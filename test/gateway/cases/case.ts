/** What the contract test knows about an operation. */
import { BUSINESS } from '../fakes/ids.js';

/** A request that succeeds. */
export interface Case {
  readonly path: string;
  readonly status: number;
  readonly body?: Readonly<Record<string, unknown>>;
  /** A different request to the same route, for the same key. */
  readonly other?: { readonly path?: string; readonly body?: Readonly<Record<string, unknown>> };
  /** Commits nothing, although it is not a read. */
  readonly changesNothing?: true;
  /** Requests that need a scope that other requests to the route do not need. */
  readonly conditional?: readonly {
    readonly path?: string;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly scope: string;
  }[];
  /** A body or query whose values are all invalid; `problems` are the paths of what is wrong. */
  readonly invalid: { readonly query?: string; readonly body?: Readonly<Record<string, unknown>> };
  readonly problems: readonly string[];
}

/** Cases by operation id. */
export type Cases = Readonly<Record<string, Case>>;

/** The query parameter that names the business. */
export const q = `businessId=${BUSINESS}`;
/** Invalid parameters of a page. */
export const invalidPage = 'limit=many&cursor=';
