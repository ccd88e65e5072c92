/** Runs the handler of a route, and turns its answer into the reply. */
import type { Quotas } from '../../operations/quotas/quotas.js';
import { NO_STORE } from '../http/conditional.js';
import { failure, type Reply, success } from '../http/envelope.js';
import type { RequestHead } from '../http/request-head.js';
import {
  fileBytesOf,
  isBinary,
  isConditional,
  quotaOf,
  type Route,
  type RouteAnswer,
  type RouteInput,
  type WrittenAnswer,
} from '../route.js';
import type { AuditedRequest } from './audit-entries.js';
import type { Auditing } from './auditing.js';
import type { CommitPlace } from './idempotency.js';
import type { Incoming } from './request.js';
import type { Handled } from './run-once.js';

/** UTF-8 by the standard. */
const LIVE_TYPE = 'text/event-stream';

export interface HandlerDeps {
  readonly quotas: Pick<Quotas, 'require'>;
  readonly auditing: Auditing;
}

/** Runs the handler of an admitted request with its validated input. @throws DomainError when the request is refused */
export const runHandler = async (
  route: Route,
  deps: HandlerDeps,
  { requestId, head }: Pick<Incoming, 'requestId' | 'head'>,
  audited: AuditedRequest,
  input: RouteInput<never, never, never>,
): Promise<Handled> => {
  const quota = quotaOf(route);
  if (quota !== null) deps.quotas.require(input.businessId, quota, fileBytesOf(route, input.upload));
  const answer = await route.handler(input);
  const reply = replyOf(route, answer, requestId, head);
  const refused = 'data' in answer ? answer.refused : undefined;
  if (refused !== undefined) deps.auditing.refused(audited, refused);
  return {
    reply,
    written: writtenIn(answer),
    audited: refused === undefined ? deps.auditing.completed(audited, dataOf(answer)) : null,
  };
};

/** The commit that the answer reports; null: none. */
const writtenIn = (answer: RouteAnswer): CommitPlace | null =>
  'result' in answer ? { shard: answer.shard, seq: answer.seq } : null;

/** The data of an answer, for the audit log. */
const dataOf = (answer: RouteAnswer): unknown => {
  if ('result' in answer) return answer.result;
  return 'data' in answer ? answer.data : undefined;
};

const replyOf = (route: Route, answer: RouteAnswer, requestId: string, head: RequestHead): Reply => {
  if ('result' in answer) return writtenReply(route, answer, requestId);
  if ('json' in answer) return readReply(route, answer.json, requestId, head, answer.tag);
  if ('live' in answer)
    return {
      status: route.status,
      headers: {
        'Cache-Control': NO_STORE,
        'Content-Type': LIVE_TYPE,
        // Keeps buffering proxies (nginx) from holding the stream back.
        'X-Accel-Buffering': 'no',
      },
      body: '',
      stream: answer.live,
      isLongLived: true,
    };
  if (!('data' in answer)) {
    return {
      status: route.status,
      headers: {
        'Cache-Control': NO_STORE,
        'Content-Type': fileTypeOf(route),
        'Content-Disposition': `attachment; filename="${answer.filename}"`,
      },
      ...('text' in answer ? { body: answer.text } : { body: '', stream: answer.stream }),
    };
  }
  if (answer.refused !== undefined) return failure(answer.refused, requestId, {}, answer.data);
  if (isConditional(route))
    return readReply(route, [JSON.stringify(answer.data)], requestId, head, answer.tag);
  return success(route.status, answer.data, requestId);
};

const fileTypeOf = ({ fileType = 'text/plain' }: Pick<Route, 'fileType'>): string =>
  isBinary(fileType) ? fileType : `${fileType}; charset=utf-8`;

const writtenReply = (
  route: Route,
  { result, status = route.status, cookies, repeated }: WrittenAnswer,
  requestId: string,
): Reply => ({
  ...success(status, result, requestId),
  ...(cookies === undefined ? {} : { cookies }),
  ...(repeated === undefined ? {} : { repeatedBody: success(status, repeated, requestId).body }),
});

const readReply = (
  { status }: Route,
  json: readonly string[],
  requestId: string,
  { headers }: RequestHead,
  tag?: string,
): Reply => ({
  status,
  headers: {},
  body: '',
  read: {
    json,
    requestId,
    ifNoneMatch: headers['if-none-match'],
    ...(tag === undefined ? {} : { tag }),
  },
});
