/**
 * Receives a request's body: checks content type and size, then runs `body-work.ts`. Small bodies run on this thread, large ones
 * on the body thread, and bodies with a file are read by the upload thread.
 */
import type { TSchema } from 'typebox';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { MAX_PROBLEMS } from '../http/refusal-size.js';
import type { RequestHead } from '../http/request-head.js';
import { bodyLimitOf, INLINE_BODY_BYTES, type Route } from '../route.js';
import type { UploadRequest, Uploads } from '../uploads/index.js';
import type { BodyThread, BodyThreadRoutes } from './body-thread.js';
import {
  type BodyRequester,
  type BodyRules,
  type BodyVerdict,
  checkBody,
  hashRequest,
  readBodyOf,
} from './body-work.js';
import { compileBodyCheck } from './validation.js';

const NOTHING = new Uint8Array();

/** The verdict on a body with the file of an upload, or the reason why the body could not be read. */
export interface ReceivedBody {
  readonly verdict: BodyVerdict | { readonly type: 'refused'; readonly error: DomainError };
  readonly upload: Uint8Array;
}

/** A request without a body. Hashed only when it is `idempotent`; otherwise the hash is not needed. */
export const emptyBody = ({ method, path }: BodyRequester, idempotent: boolean): ReceivedBody => ({
  verdict: {
    type: 'good',
    body: undefined,
    detached: null,
    hash: idempotent ? hashRequest(method, path, undefined) : '',
  },
  upload: NOTHING,
});

/** The body rules of a route. */
export const bodyRules = (route: Route, schema: TSchema): BodyRules => ({
  check: compileBodyCheck(schema),
  namesBusiness: route.public !== true && hasField(schema, 'businessId'),
  detached: route.detached ?? null,
});

/** The route data for the thread of large bodies. */
export const bodyThreadRoutes = (routes: readonly Route[]): BodyThreadRoutes =>
  Object.fromEntries(
    routes.flatMap((route) => {
      if (route.body === null || route.upload === true) return [];
      const { namesBusiness, detached } = bodyRules(route, route.body);
      // Through JSON: the other properties of a schema cannot be transferred.
      const schema: TSchema = JSON.parse(JSON.stringify(route.body));
      return [[route.operationId, { schema, namesBusiness, detached }]];
    }),
  );

/** Whether bodies of a schema, or of a branch of a union, have a field. */
const hasField = (schema: unknown, name: string): boolean => {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('anyOf' in schema && Array.isArray(schema.anyOf))
    return schema.anyOf.some((branch) => hasField(branch, name));
  return (
    'properties' in schema &&
    typeof schema.properties === 'object' &&
    schema.properties !== null &&
    Object.hasOwn(schema.properties, name)
  );
};

/** Reads the body and checks it as far as the caller's permissions allow. @throws ClientGone, DomainError body_too_large */
export const receiveBody = async (
  route: Route,
  rules: BodyRules,
  requester: BodyRequester,
  head: RequestHead,
  incoming: {
    readonly readBody: (maxBytes: number) => Promise<Buffer>;
    readonly streamBody: (maxBytes: number, ...to: Parameters<UploadRequest['streamBody']>) => Promise<void>;
  },
  deps: { readonly uploads: Uploads; readonly bodyThread: BodyThread },
  onRelease: (release: () => Promise<void>) => void,
): Promise<ReceivedBody> => {
  try {
    if (route.upload === true) {
      const contentType = uploadType(head);
      const { body, content, release } = await deps.uploads.receive({
        businessId: requester.businessId,
        contentType,
        streamBody: (write) => incoming.streamBody(bodyLimitOf(route), write),
      });
      onRelease(release);
      return { verdict: checkBody(body, rules, requester), upload: content ?? NOTHING };
    }
    checkContentType(head);
    const bytes = await incoming.readBody(bodyLimitOf(route));
    const verdict =
      bytes.length > INLINE_BODY_BYTES
        ? await deps.bodyThread.run({ operationId: route.operationId, bytes, requester })
        : readBodyOf(bytes, rules, requester);
    return { verdict, upload: verdict.type === 'good' ? (verdict.detached ?? NOTHING) : NOTHING };
  } catch (error) {
    // The owner of a body that was not read to its end is unknown, so its size is refused before anything else.
    if (!(error instanceof DomainError) || error.code === 'body_too_large') throw error;
    return { verdict: { type: 'refused', error }, upload: NOTHING };
  }
};

/** @throws DomainError with all problems of the request, in all its parts */
export const accepted = (
  { verdict, upload }: ReceivedBody,
  headProblems: readonly ErrorDetail[],
): { readonly body: unknown; readonly upload: Uint8Array; readonly hash: string } => {
  if (verdict.type === 'refused') throw verdict.error;
  if (verdict.type === 'unreadable') throw new DomainError(verdict.code, undefined, verdict.details);
  const problems = [...headProblems, ...(verdict.type === 'invalid' ? verdict.details : [])];
  if (problems.length > 0)
    throw new DomainError('validation_failed', undefined, problems.slice(0, MAX_PROBLEMS));
  if (verdict.type !== 'good') throw new Error(`a body that was ${verdict.type} cannot be accepted`);
  return { body: verdict.body, upload, hash: verdict.hash };
};

/** RFC 8259 section 8.1: JSON is UTF-8. */
const checkContentType = (head: RequestHead): void => {
  const [type = '', ...parameters] = (head.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (type === 'application/json' && (charset === undefined || /^"?utf-8"?$/.test(charset))) return;
  throw new DomainError('content_type_unsupported');
};

/** JSON as everywhere else, or `multipart/form-data`. */
const uploadType = (head: RequestHead): string => {
  const type = head.headers['content-type'] ?? '';
  if (/^multipart\/form-data\s*(;|$)/i.test(type)) return type;
  checkContentType(head);
  return type;
};
