/** What callers pass to operations and receive from them, derived from the generated types. */
import type { Operations } from './api.js';

/** The name of an operation in the API document. */
export type OperationName = keyof Operations;

/** Each variant of a type without the business, which the client fills in, or with it for another key's business. */
type OfBusiness<T> = T extends unknown ? Omit<T, 'businessId'> & WithBusiness<T> : never;
type WithBusiness<T> = T extends { readonly businessId: infer Id } ? { readonly businessId?: Id } : unknown;

/** Everything that an operation takes, wherever it is sent: in the path, the query or the body. */
export type Params<Name extends OperationName> = Operations[Name]['path'] &
  OfBusiness<Operations[Name]['query']> &
  OfBusiness<Operations[Name]['body']>;

/** What an operation answers with. */
export type Data<Name extends OperationName> = Operations[Name]['data'];

/** How one request is sent. */
export interface RequestOptions {
  /** Default: a random one, the same for all attempts. Pass your own so that a repeated run of your program repeats nothing. */
  readonly idempotencyKey?: string;
  /**
   * Of a change: the `tag` (of an agent: the `version`, as text) of what it is based on. Refused with 412 (`resource_changed`,
   * `agent_changed`) if it has changed since. Default: not checked.
   */
  readonly ifMatch?: string;
  /** Aborts the request and its retries; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Deadline of each attempt, ms; default: that of the client. */
  readonly timeoutMs?: number;
  /** Attempts after the first; default: that of the client. */
  readonly maxRetries?: number;
}

/** The arguments of an operation: without required parameters, none is needed. */
export type Arguments<Name extends OperationName> =
  Record<never, never> extends Params<Name>
    ? [params?: Params<Name>, options?: RequestOptions]
    : [params: Params<Name>, options?: RequestOptions];

/** Sends one request. @throws ParleyError */
export type Operation<Name extends OperationName> = (...args: Arguments<Name>) => Promise<Data<Name>>;

/** One page of a list. */
export interface Page<Item, Answer> {
  readonly items: readonly Item[];
  /** The whole answer, with what the list has beside its items. */
  readonly data: Answer;
  /** For `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** A list: `await` gives its first page, `for await` all of its items, page by page. */
export interface Listing<Item, Answer> extends AsyncIterable<Item>, PromiseLike<Page<Item, Answer>> {
  /** Page by page. */
  pages(): AsyncIterable<Page<Item, Answer>>;
}

/** The names of the lists in an answer. */
export type ListIn<Answer> = {
  [Key in keyof Answer]: Answer[Key] extends readonly unknown[] ? Key : never;
}[keyof Answer];

/** An operation that answers with pages. */
export type List<Name extends OperationName, Key extends ListIn<Data<Name>>> = (
  ...args: Arguments<Name>
) => Listing<Data<Name>[Key] extends readonly (infer Item)[] ? Item : never, Data<Name>>;
