/** Status callbacks of carriers: verified, parsed, committed, and only then acknowledged. */
import type { Operations } from '../operations/operations.js';
import type { Carrier } from '../providers/carriers/carrier.js';
import { DomainError } from '../schemas/errors.js';
import type { Reply } from './envelope.js';
import type { RequestHead } from './http.js';

/** Where a carrier reports on one call: the call's id lies in the path, so a report finds its call by itself. */
export const statusPath = (carrier: string, businessId: string, callId: string): string =>
  `/carriers/${carrier}/status/${businessId}/${callId}`;

const PATH = /^\/carriers\/([a-z]+)\/status\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/;

export interface CallbackDeps {
  readonly carriers: ReadonlyMap<string, Carrier>;
  readonly operations: Pick<Operations, 'reportProgress'>;
  /** The address that carriers were given, without a trailing slash. */
  readonly publicUrl: () => string;
}

/** Null when the path is no callback. @throws DomainError signature_invalid, call_not_found */
export const answerCallback = async (
  deps: CallbackDeps,
  head: RequestHead,
  body: () => Promise<Buffer>,
): Promise<Reply | null> => {
  const [, name = '', businessId = '', callId = ''] = PATH.exec(head.path) ?? [];
  const carrier = deps.carriers.get(name);
  if (carrier === undefined || head.method !== 'POST') return null;
  const query = head.query === '' ? '' : `?${head.query}`;
  const request = {
    url: `${deps.publicUrl()}${head.path}${query}`,
    headers: head.headers,
    body: await body(),
  };
  if (!carrier.verifyCallback(request)) throw new DomainError('signature_invalid');
  const report = carrier.parseCallback(request);
  if (report !== null) await deps.operations.reportProgress(businessId, callId, report);
  return { status: 204, headers: {}, body: '' };
};
