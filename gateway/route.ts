/**
 * A route is data: one value states its path, who may call it, its input, its output and its refusals. Validation,
 * authentication, idempotency, the OpenAPI document and the contract tests all read the same table.
 */
import { type Static, type TSchema, Type } from 'typebox';
import type { Visitor } from '../operations/accounts/credentials.js';
import type { Caller } from '../operations/caller.js';
import type { LegHolder } from '../operations/calls/call-deps.js';
import type { Written } from '../operations/written.js';
import { minimumRoleFor, type Role, type Scope } from '../schemas/accounts/access.js';
import type { AuditAction, Origin } from '../schemas/accounts/audit.js';
import type { QuotaItem } from '../schemas/accounts/quotas.js';
import type { ErrorCode } from '../schemas/error-table.js';
import type { DomainError } from '../schemas/errors.js';
import { closed } from '../schemas/shapes.js';
import type { SessionRecord } from '../views/accounts/index.js';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The media type of compressed files. */
export const GZIP_TYPE = 'application/gzip';
/** The media type of files as a client uploaded them. */
export const UPLOADED_TYPE = 'application/octet-stream';

/** Whether files of the media type are bytes; all others are text in UTF-8. */
export const isBinary = (fileType: string): boolean => fileType === GZIP_TYPE || fileType === UPLOADED_TYPE;

/** The largest JSON body (docs/reference/api.md "Limits"), for routes that take long lists or texts. */
export const JSON_BODY_BYTES = 1024 * 1024;
/** The largest body of a route that sets no other limit: 4,096 characters of text fit, however they are escaped. */
const DEFAULT_BODY_BYTES = 64 * 1024;
/**
 * The largest JSON body that is parsed, validated and hashed on the thread that paces audio: 1 to 3 ms in the worst case, ten
 * times that before the code is warm. Larger ones go to a thread of their own.
 */
export const INLINE_BODY_BYTES = 16 * 1024;

/** A change: its result is the data, and its commit must be visible here before the answer is sent (read your writes). */
export interface WrittenAnswer extends Written<unknown> {
  /** One of the route's `otherStatuses`, instead of its own. */
  readonly status?: number;
  /** Replaces the result when the request is repeated: secrets are shown once. */
  readonly repeated?: unknown;
  /** The values of the Set-Cookie headers. */
  readonly cookies?: readonly string[];
}

/** The result of a handler: data in the envelope, a file, or live events. */
export type RouteAnswer =
  | WrittenAnswer
  | {
      readonly data: unknown;
      /** The tag of what was read, on `tagged` routes. */
      readonly tag?: string;
      /** Nothing was changed, for this reason; `data` adds details (see `dataOnRefusal`). */
      readonly refused?: DomainError;
    }
  /** Data of a read already serialised as JSON, in pieces: they are sent unchanged, without joining them first. */
  | { readonly json: readonly string[]; readonly tag?: string }
  | { readonly text: string; readonly filename: string }
  /** A file of the route's `fileType` that is produced while it is sent. */
  | { readonly stream: AsyncIterable<string | Uint8Array>; readonly filename: string }
  /** Events as they happen (`events` of the route), until the client disconnects. */
  | { readonly live: AsyncIterable<string> };

export interface RouteInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The file of an `upload` route, or the JSON of the `detached` field where the body has it; empty otherwise. */
  readonly upload: Uint8Array;
  /** The caller's business; equal to the `businessId` of the request. Empty on public routes. */
  readonly businessId: string;
  /** The client address (client-address.ts). */
  readonly client: string;
  /** The origin of the request. */
  readonly from: () => Origin;
  /** The origin with the token of a browser that signed in before; for sign-in routes. */
  readonly visitor: () => Visitor;
  /** The caller's session; null with a key, and on public routes. */
  readonly session: { readonly record: SessionRecord; readonly token: string } | null;
  /** The valid session whose cookie the request carries, also on public routes; for sign-in routes. */
  readonly sessionBefore: () => SessionRecord | null;
  /** The same with its token, after the views have caught up where they do not know it; for the start of the console. */
  readonly sessionNow: () => Promise<{ readonly record: SessionRecord; readonly token: string } | null>;
  /** The caller's key or session; null on public routes. */
  readonly by: LegHolder | null;
  readonly caller: Caller;
  /**
   * The caller's current scopes; null when its key or session has ended. For long-lived answers.
   * @throws DomainError not_ready where this node does not know
   */
  readonly access: () => readonly Scope[] | null;
  /** The tags that the change is conditional on; null: it is not. */
  readonly expectedTags: readonly string[] | null;
  /** The last event that the client received from an earlier answer; null: it names none. */
  readonly lastEventId: string | null;
}

/** Where the target id of an audited request is found: in the request, or in the `data` of its answer. */
type AuditTarget = `${'params' | 'query' | 'body' | 'data'}.${string}`;

/** The field of the body that names the account or team of an attempt: an e-mail address, or the token of an invitation. */
export interface AuditedBy {
  readonly field: string;
  readonly is: 'email' | 'invitation';
}

/** How a route's requests appear in the audit log (gateway/pipeline/auditing.ts), or why they do not. */
export type RouteAudit =
  | {
      readonly action: AuditAction;
      readonly target?: AuditTarget;
      readonly refusedOf?: AuditedBy;
      /**
       * The answer contains a session in another business, whose log receives the entry. This action is logged in the business
       * that the session leaves.
       */
      readonly leaves?: AuditAction;
      /** It concerns the user in all their businesses: each log receives the entry. */
      readonly everywhere?: true;
    }
  | { readonly none: string };

interface RouteFacts {
  readonly method: Method;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** What a client needs to know beyond the summary, Markdown: effects, limits, what happens next. */
  readonly description?: string;
  /** All of them are required. Empty on routes that keys cannot call, or with other scopes for each kind of request. */
  readonly scopes: readonly Scope[];
  /** Requires no key or session: the request carries another credential, which the handler checks. */
  readonly public?: boolean;
  /** Requires a session of the console; a key is not accepted. Requests that name no business use the session's. */
  readonly sessionOnly?: boolean;
  /** About the caller's own key or session: the request names no business. */
  readonly ofCaller?: true;
  /** The lowest role whose sessions are allowed; when absent, {@link minimumRoleOf} decides. */
  readonly role?: Role;
  /** It starts calls: a draining node without a successor refuses it. */
  readonly startsCalls?: true;
  /** Its entries in the audit log. Every route that changes something has one; reads have one where they are audited. */
  readonly audit?: RouteAudit;
  /**
   * Of something that several clients edit: a read answers with its tag in a strong `ETag`, and a change accepts `If-Match`
   * (http/conditional.ts).
   */
  readonly tagged?: true;
  /** A read that returns a secret: its answer must not be cached. */
  readonly secret?: boolean;
  /** Requires an Idempotency-Key (marked Idem in the spec); `optional`: accepts one. */
  readonly idempotent: boolean | 'optional';
  /** Status of success. */
  readonly status: number;
  /** Further statuses of success that the handler may choose. */
  readonly otherStatuses?: readonly number[];
  /** The handler's refusals can carry `data` of the response's shape besides `error`. */
  readonly dataOnRefusal?: boolean;
  /**
   * The quota that it adds to; absent: {@link quotaOf} decides. `none`: it ends, protects or frees something, or is paid for, and
   * is allowed where the business has used up its quotas.
   */
  readonly quota?: QuotaItem | 'none';
  /** Largest body; {@link DEFAULT_BODY_BYTES} when absent. */
  readonly maxBodyBytes?: number;
  /**
   * A field of the body that the handler receives as the bytes of its JSON, in `upload` and not in `body`: one that may hold a
   * hundred thousand values, and is passed on unchanged.
   */
  readonly detached?: string;
  /** The body carries a file, as `contentBase64` in JSON or as the part `file` of `multipart/form-data`. */
  readonly upload?: boolean;
  /** The file is passed on and not stored: it counts towards no quota. */
  readonly forwardsFile?: true;
  /** Media type of the file that a route without `response` answers with; default `text/plain`. */
  readonly fileType?: string;
  /** Schema of an event's data, for routes that answer with `live` events; their `response` is null. */
  readonly events?: TSchema;
  /** Schema of `data`; null for a file. */
  readonly response: TSchema | null;
  /** Codes it can refuse with, beyond those that every route has. */
  readonly errors: readonly ErrorCode[];
}

/** Scopes that only some requests of a route need. */
interface ConditionalScopes<B, Q> {
  /** The condition, for readers of the OpenAPI document: "assignment is given". */
  readonly when: string;
  readonly scopes: readonly Scope[];
  readonly applies: (body: B, query: Q) => boolean;
}

const Empty = Type.Object({}, closed);

/** What an omitted field means: no parameters, no body, no refusals beyond the common ones, and 200 on success. */
const DEFAULTS = {
  scopes: [],
  params: Empty,
  query: Empty,
  body: null,
  idempotent: false,
  status: 200,
  errors: [],
} as const;

/** `scopes` can be omitted only where keys are not accepted: forgotten scopes would open the route to every key. */
type Access =
  | { readonly scopes: readonly Scope[] }
  | { readonly sessionOnly: true }
  | { readonly public: true };

type WithDefault = 'scopes' | 'idempotent' | 'status' | 'errors';

interface RouteSpec<P extends TSchema, Q extends TSchema, B extends TSchema>
  extends Omit<RouteFacts, WithDefault>,
    Partial<Pick<RouteFacts, WithDefault>> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly scopesIf?: readonly ConditionalScopes<Static<B>, Static<Q>>[];
  readonly handler: (input: RouteInput<Static<P>, Static<Q>, Static<B>>) => Promise<RouteAnswer>;
}

/** A route without its functions: what the API document needs, and threads can be given. */
export interface RouteData extends RouteFacts {
  readonly params: TSchema;
  readonly query: TSchema;
  readonly body: TSchema | null;
  readonly scopesIf?: readonly Pick<ConditionalScopes<never, never>, 'when' | 'scopes'>[];
}

/** A route without its static types: its functions accept only values that its schemas have validated. */
export interface Route extends RouteData {
  readonly scopesIf?: readonly ConditionalScopes<never, never>[];
  readonly handler: (input: RouteInput<never, never, never>) => Promise<RouteAnswer>;
}

/** Whether answers carry a validator, so that clients that name it get 304 (conditional.ts). */
export const isConditional = ({
  method,
  response,
  secret,
}: Pick<Route, 'method' | 'response' | 'secret'>): boolean =>
  method === 'GET' && response !== null && secret !== true;

/**
 * The lowest role whose sessions are allowed. A session-only route without a role requires the owner, so a forgotten role grants
 * nothing.
 */
export const minimumRoleOf = ({
  role,
  sessionOnly,
  scopes,
}: Pick<Route, 'role' | 'sessionOnly' | 'scopes'>): Role =>
  role ?? (sessionOnly === true ? 'owner' : minimumRoleFor(scopes));

/**
 * The quota that must have room for a request; null: none. A route that changes something counts as storing something unless it
 * says otherwise, so a forgotten quota is still bounded.
 */
export const quotaOf = ({ quota, method, public: isPublic }: RouteData): QuotaItem | null => {
  if (quota === 'none' || isPublic === true || method === 'GET' || method === 'DELETE') return null;
  return quota ?? 'stored_bytes';
};

/** Bytes that the file of a request adds to the storage quota. */
export const fileBytesOf = ({ forwardsFile }: Pick<Route, 'forwardsFile'>, upload: Uint8Array): number =>
  forwardsFile === true ? 0 : upload.length;

/** The largest body of the route, bytes. */
export const bodyLimitOf = (route: Pick<Route, 'maxBodyBytes'>): number =>
  route.maxBodyBytes ?? DEFAULT_BODY_BYTES;

/** Completes a route with {@link DEFAULTS}, and ties the handler's types to its schemas. */
export const route = <
  P extends TSchema = typeof Empty,
  Q extends TSchema = typeof Empty,
  B extends TSchema = TSchema,
>(
  spec: RouteSpec<P, Q, B> & Access,
): Route => ({ ...DEFAULTS, ...spec });
