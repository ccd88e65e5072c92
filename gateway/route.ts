/**
 * A route is data: one value says where it is, who may call it, what it takes, gives and refuses. Validation,
 * auth, idempotency, the OpenAPI document and the contract tests all read the same table.
 */
import type { Static, TSchema } from 'typebox';
import type { Visitor } from '../operations/accounts/credentials.js';
import type { LegHolder } from '../operations/calls/leg-desk.js';
import type { Caller } from '../operations/operations.js';
import type { AuditAction, Origin } from '../schemas/audit.js';
import type { ErrorCode } from '../schemas/error-table.js';
import type { DomainError } from '../schemas/errors.js';
import type { QuotaItem } from '../schemas/quotas.js';
import { leastRoleWith, type Role } from '../schemas/roles.js';
import type { Scope } from '../schemas/scopes.js';
import type { SessionRecord } from '../views/accounts/index.js';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Largest JSON body of all (docs/contract.md "Limits"): of the routes that take long lists or texts. */
export const JSON_BODY_BYTES = 1024 * 1024;
/** Largest body of a route that says nothing else: 4,096 characters of text fit in, however they are escaped. */
const DEFAULT_BODY_BYTES = 64 * 1024;
/**
 * Largest JSON body that is parsed, checked and hashed on the thread that paces audio: 1 to 3 ms at the worst, ten
 * times that before the code is warm. Larger ones go to a thread of their own.
 */
export const INLINE_BODY_BYTES = 16 * 1024;

/** What a handler gives: data in the envelope, or a text file. */
export type RouteAnswer =
  | {
      readonly data: unknown;
      /** One of the route's `otherStatuses`, instead of its own. */
      readonly status?: number;
      /** The commit that must be visible here before the answer leaves (read your writes). */
      readonly written?: { readonly shard: number; readonly seq: number };
      /** Nothing was done, and this is why; `data` says more (see `dataOnRefusal`). */
      readonly refused?: DomainError;
      /** What a repetition of the request is told instead of `data`: secrets are told once. */
      readonly repeated?: unknown;
      /** Each a Set-Cookie. */
      readonly cookies?: readonly string[];
    }
  /** Data of a read that are JSON already, in pieces: they leave as they are, and nothing joins them before. */
  | { readonly json: readonly string[] }
  | { readonly text: string; readonly filename: string }
  /** A file of the route's `fileType` that is made while it is sent. */
  | { readonly stream: AsyncIterable<string>; readonly filename: string }
  /** Events as they happen (`events` of the route), for as long as the client listens. */
  | { readonly live: AsyncIterable<string> };

export interface RouteInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The file of an `upload` route, or the JSON of the `detached` field where the body has it; empty on others. */
  readonly upload: Uint8Array;
  /** The caller's business; equal to the `businessId` of the request. Empty on public routes. */
  readonly businessId: string;
  /** The address of whoever asks (client-address.ts). */
  readonly client: string;
  /** Where the request came from. */
  readonly from: () => Origin;
  /** The same with the token of a browser that signed in before; for those that let in. */
  readonly visitor: () => Visitor;
  /** Whose session asks; null with a key, and on public routes. */
  readonly session: { readonly record: SessionRecord; readonly token: string } | null;
  /** The session that lasts and whose cookie came with the request, also on public routes; for those that let in. */
  readonly sessionBefore: () => SessionRecord | null;
  /** Whose key or session it is; null on public routes. */
  readonly by: LegHolder | null;
  readonly caller: Caller;
  /**
   * What whoever asks may do by now; null when their key or session has ended. For answers that last.
   * @throws DomainError not_ready where this node does not know
   */
  readonly access: () => readonly Scope[] | null;
  /** The last event that the client has of an earlier answer; null: it names none. */
  readonly lastEventId: string | null;
}

/** Where a route finds the id of what it changes: in the request, or in the `data` of its answer. */
type AuditTarget = `${'params' | 'query' | 'body' | 'data'}.${string}`;

/** Which field of the body says whose account or team is tried: an e-mail address, or the token of an invitation. */
export interface AuditedBy {
  readonly field: string;
  readonly is: 'email' | 'invitation';
}

/** What the audit log says of a route's requests (gateway/auditing.ts), or why it says nothing. */
export type RouteAudit =
  | {
      readonly action: AuditAction;
      readonly target?: AuditTarget;
      readonly refusedOf?: AuditedBy;
      /**
       * The answer has a session in another business, whose log has the entry; this one is that of the business that the
       * session leaves.
       */
      readonly leaves?: AuditAction;
      /** It concerns the user in all their businesses: each has the entry. */
      readonly everywhere?: true;
    }
  | { readonly none: string };

interface RouteFacts {
  readonly method: Method;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** All of them are needed. Ignored on public routes. */
  readonly scopes: readonly Scope[];
  /** Needs no key. */
  readonly public?: boolean;
  /** Needs a session of the console; a key does not do. Those that name no business mean the session's. */
  readonly sessionOnly?: boolean;
  /** The least role whose sessions may ask; where nothing stands {@link leastRoleOf} says which. */
  readonly role?: Role;
  /** It starts calls: a node that drains and has no successor refuses it. */
  readonly startsCalls?: true;
  /** What the audit log says of it. Every route that changes something has one; reads have one where they are audited. */
  readonly audit?: RouteAudit;
  /** A read that tells a secret: nobody keeps a copy of it. */
  readonly secret?: boolean;
  /** Needs an Idempotency-Key (marked Idem in the spec); `optional`: takes one where the client sends it. */
  readonly idempotent: boolean | 'optional';
  /** Status of success. */
  readonly status: number;
  /** Further statuses of success that the handler may choose. */
  readonly otherStatuses?: readonly number[];
  /** Refusals by the handler can carry `data` of the response's shape besides `error`. */
  readonly dataOnRefusal?: boolean;
  /**
   * The quota that it adds to; absent: {@link quotaOf} says so. `none`: it ends, protects or frees something, or is paid for, and is
   * let through where the business has used up its quotas.
   */
  readonly quota?: QuotaItem | 'none';
  /** Largest body; {@link DEFAULT_BODY_BYTES} when absent. */
  readonly maxBodyBytes?: number;
  /**
   * A field of the body that the handler gets as the bytes of its JSON, in `upload` and not in `body`: one that may
   * hold a hundred thousand values, and is passed on as it is.
   */
  readonly detached?: string;
  /** The body carries a file, as `contentBase64` in JSON or as the part `file` of `multipart/form-data`. */
  readonly upload?: boolean;
  /** The file is passed on and not stored: it needs no room in a quota. */
  readonly passesFileOn?: true;
  /** Media type of the file that a route without `response` answers with; default `text/plain`. */
  readonly fileType?: string;
  /** Schema of an event's data, of a route that answers with `live` ones; its `response` is null. */
  readonly events?: TSchema;
  /** Schema of `data`; null for a file. */
  readonly response: TSchema | null;
  /** Codes it can refuse with, beyond those that every route has. */
  readonly errors: readonly ErrorCode[];
}

/** Scopes that only some requests of a route need. */
interface ConditionalScopes<B, Q> {
  /** When, for readers of the OpenAPI document: "assignment is given". */
  readonly when: string;
  readonly scopes: readonly Scope[];
  readonly applies: (body: B, query: Q) => boolean;
}

interface RouteSpec<P extends TSchema, Q extends TSchema, B extends TSchema> extends RouteFacts {
  readonly params: P;
  readonly query: Q;
  readonly body: B | null;
  readonly scopesIf?: readonly ConditionalScopes<Static<B>, Static<Q>>[];
  readonly handler: (input: RouteInput<Static<P>, Static<Q>, Static<B>>) => Promise<RouteAnswer>;
}

/** A route with its types forgotten: its functions must only be given what its schemas have let through. */
export interface Route extends RouteFacts {
  readonly params: TSchema;
  readonly query: TSchema;
  readonly body: TSchema | null;
  readonly scopesIf?: readonly ConditionalScopes<never, never>[];
  readonly handler: (input: RouteInput<never, never, never>) => Promise<RouteAnswer>;
}

/** Whether answers carry a validator, and who names it gets 304 (conditional.ts). */
export const isConditional = ({
  method,
  response,
  secret,
}: Pick<Route, 'method' | 'response' | 'secret'>): boolean =>
  method === 'GET' && response !== null && secret !== true;

/**
 * The role that may least of those whose sessions may ask. What only sessions may ask and says no role is the owner's: a
 * route for which it was forgotten opens nothing.
 */
export const leastRoleOf = ({
  role,
  sessionOnly,
  scopes,
}: Pick<Route, 'role' | 'sessionOnly' | 'scopes'>): Role =>
  role ?? (sessionOnly === true ? 'owner' : leastRoleWith(scopes));

/**
 * The quota that a request must leave room in; null: none. A route that changes something and does not say otherwise stores
 * something: a route for which it was forgotten is bounded.
 */
export const quotaOf = ({ quota, method, public: isPublic }: Route): QuotaItem | null => {
  if (quota === 'none' || isPublic === true || method === 'GET' || method === 'DELETE') return null;
  return quota ?? 'stored_bytes';
};

/** Bytes that the file of a request needs in the quota of what is stored. */
export const fileBytesOf = ({ passesFileOn }: Pick<Route, 'passesFileOn'>, upload: Uint8Array): number =>
  passesFileOn === true ? 0 : upload.length;

/** Bytes that a body of the route may have. */
export const bodyLimitOf = (route: Pick<Route, 'maxBodyBytes'>): number =>
  route.maxBodyBytes ?? DEFAULT_BODY_BYTES;

/** Ties the handler's types to the schemas. */
export const route = <P extends TSchema, Q extends TSchema, B extends TSchema>(
  spec: RouteSpec<P, Q, B>,
): Route => spec;
