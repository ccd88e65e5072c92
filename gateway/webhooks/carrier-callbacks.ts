/** Status callbacks of carriers: verified, parsed and committed before they are acknowledged. */
import type { CallOperations } from '../../operations/calls/calls.js';
import type { CallbackRequest, Carrier } from '../../providers/carriers/carrier.js';
import { DomainError } from '../../schemas/errors.js';
import { isUuid } from '../../schemas/ids.js';
import type { Reply } from '../http/envelope.js';
import type { RequestHead } from '../http/request-head.js';

/** Route pattern of {@link statusPath}. */
export const CALLBACK_PATH = '/carriers/{carrier}/status/{businessId}/{callId}';

/** The path to which a carrier reports on one call. It contains the call's id, so a report needs no lookup. */
export const statusPath = (carrier: string, businessId: string, callId: string): string =>
  `/carriers/${carrier}/status/${businessId}/${callId}`;

/** Route pattern of {@link documentPath}. */
export const DOCUMENT_PATH = '/carriers/{carrier}/document/{businessId}/{callId}';

/** The path at which a carrier requests the instructions for a call. */
export const documentPath = (carrier: string, businessId: string, callId: string): string =>
  `/carriers/${carrier}/document/${businessId}/${callId}`;

/** A report is a form of some twenty short fields. */
const MAX_BODY_BYTES = 64 * 1024;

export interface CallbackDeps {
  readonly carriers: ReadonlyMap<string, Carrier>;
  readonly operations: { readonly calls: Pick<CallOperations, 'reportProgress'> };
  /** The public address registered with carriers, without a trailing slash. */
  readonly publicUrl: () => string;
  /** The address to which a carrier streams a call's media. */
  readonly mediaUrl: (carrier: string, businessId: string, callId: string) => string;
}

type Body = (maxBytes: number) => Promise<Buffer>;

/** A callback with a verified signature of its carrier, and its call. */
interface SignedCallback {
  readonly carrier: Carrier;
  readonly businessId: string;
  readonly callId: string;
  readonly request: CallbackRequest;
}

/** @throws DomainError route_not_found, body_too_large, signature_invalid */
const signedCallback = async (
  deps: CallbackDeps,
  head: RequestHead,
  params: Readonly<Record<string, string>>,
  body: Body,
): Promise<SignedCallback> => {
  const { carrier: name = '', businessId = '', callId = '' } = params;
  const carrier = deps.carriers.get(name);
  if (carrier === undefined || !isUuid(businessId) || !isUuid(callId))
    throw new DomainError('route_not_found');
  const query = head.query === '' ? '' : `?${head.query}`;
  const request = {
    url: `${deps.publicUrl()}${head.path}${query}`,
    headers: head.headers,
    body: await body(MAX_BODY_BYTES),
  };
  if (!carrier.verifyCallback(request)) throw new DomainError('signature_invalid');
  return { carrier, businessId, callId, request };
};

/** 204 once the report is committed. @throws DomainError route_not_found, body_too_large, signature_invalid, call_not_found */
export const answerCallback = async (
  deps: CallbackDeps,
  head: RequestHead,
  params: Readonly<Record<string, string>>,
  body: Body,
): Promise<Reply> => {
  const { carrier, businessId, callId, request } = await signedCallback(deps, head, params, body);
  const report = carrier.parseCallback(request);
  if (report !== null) await deps.operations.calls.reportProgress(businessId, callId, report);
  await carrier.afterCallback(request, deps.mediaUrl(carrier.name, businessId, callId));
  return { status: 204, headers: {}, body: '' };
};

/**
 * Answers with the carrier's instructions for the call. @throws DomainError route_not_found, body_too_large, signature_invalid
 */
export const answerDocument = async (
  deps: CallbackDeps,
  head: RequestHead,
  params: Readonly<Record<string, string>>,
  body: Body,
): Promise<Reply> => {
  const { carrier, businessId, callId, request } = await signedCallback(deps, head, params, body);
  const document = await carrier.document(request, deps.mediaUrl(carrier.name, businessId, callId));
  return { status: 200, headers: { 'content-type': document.contentType }, body: document.body };
};
