/** Handles one request of the server from head to answer: routing, reply and metrics. */

import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { assertNever } from '../../schemas/assert.js';
import { DomainError, statusOf } from '../../schemas/errors.js';
import type { Allowance } from '../access/rate-limit.js';
import { ClientGone, track } from '../http/connection.js';
import { failure, type Reply } from '../http/envelope.js';
import { send } from '../http/http.js';
import { renderReply } from '../http/read-answer.js';
import { headProblem, type RequestHead, readFields, readHead } from '../http/request-head.js';
import { sendStream } from '../http/streaming.js';
import type { GatewayMetrics } from '../metrics.js';
import type { Request, Served } from '../served.js';
import type { Found } from './router.js';

const UNAUTHORIZED = 401;
/** Client Closed Request: the client left before the answer. For metrics only. */
const CLIENT_GONE = 499;

export interface HandlerDeps {
  /** Finds the entry for a method and a path. */
  readonly find: (method: string, path: string) => Found<Served>;
  /** The page for an unknown path; null: the answer is a refusal. */
  readonly unknownPage: (head: RequestHead) => Promise<Reply | null>;
  /** The allowance of a client address without a key, or with a wrong one. */
  readonly limitAddress: (client: string) => Allowance;
  readonly clientOf: (res: HttpResponse, head: RequestHead) => string;
  /** Whether clients should send their next request elsewhere. */
  readonly isStopping: () => boolean;
  /** Whether clients reach the service over https. */
  readonly isHttps: () => boolean;
  readonly metrics: Pick<GatewayMetrics, 'requestStarted' | 'requestEnded'>;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** A request in progress. */
interface ActiveRequest extends Omit<Request, 'params'> {
  /** Resolves at the end of the request's turn; no answer is sent before. */
  readonly turn: Promise<void>;
  /** The status of the answer and the requested operation, for metrics. */
  status: number;
  operation: string;
}

/** Returns a function that resolves at the end of the current turn of the loop. Calls within one turn share a promise. */
const endOfTurn = (): (() => Promise<void>) => {
  let end: Promise<void> | null = null;
  return () => {
    end ??= nextTurn().then(() => {
      end = null;
    });
    return end;
  };
};

/**
 * Returns a function that handles a request; it must be called in the turn in which the request arrived. It rejects when even a
 * refusal cannot be sent.
 */
export const createHandler = (deps: HandlerDeps) => {
  const turn = endOfTurn();
  return async (res: HttpResponse, req: HttpRequest): Promise<void> => {
    const fields = readFields(req);
    const head = readHead(req, fields);
    const connection = track(res, { headOnly: head.method === 'HEAD', isHttps: deps.isHttps() });
    const problem = headProblem(head, fields);
    // The start of the next request is unknown, so this one ends its connection before more of it is read.
    if (problem !== null) connection.stopReading();
    const request: ActiveRequest = {
      connection,
      head,
      // An answer is never sent in the turn of its request. uWebSockets then refuses pipelined requests, thousands of which in
      // one packet would delay audio.
      turn: turn(),
      client: deps.clientOf(res, head),
      requestId: deps.newId(),
      status: 500,
      operation: 'none',
    };
    const startedAt = performance.now();
    deps.metrics.requestStarted();
    try {
      if (problem !== null) throw problem;
      const answered = await answerTo(deps, request);
      if (typeof answered === 'number') request.status = answered;
      else if (answered.status === UNAUTHORIZED)
        await reply(deps, request, throttled(deps, request, answered));
      else await reply(deps, request, answered);
    } catch (error) {
      await refuse(deps, request, error);
    } finally {
      deps.metrics.requestEnded(request.operation, request.status, (performance.now() - startedAt) / 1_000);
    }
  };
};

const answerTo = async (deps: HandlerDeps, request: ActiveRequest): Promise<Reply | number> => {
  const { connection, head, requestId, client } = request;
  const found = deps.find(head.method, head.path);
  switch (found.type) {
    case 'unknown': {
      const page = await deps.unknownPage(head);
      if (page === null) throw new DomainError('route_not_found');
      return page;
    }
    case 'other_method':
      return failure(new DomainError('method_not_allowed'), requestId, { Allow: found.allow });
    case 'found':
      request.operation = found.entry.operation;
      if (found.entry.limited === true) {
        const { allowed, headers } = deps.limitAddress(client);
        if (!allowed) return failure(new DomainError('rate_limited'), requestId, headers);
      }
      return found.entry.serve({ connection, head, requestId, client, params: found.params });
    default:
      return assertNever(found);
  }
};

const reply = async (deps: HandlerDeps, request: ActiveRequest, answer: Reply): Promise<void> => {
  const { connection, operation, requestId } = request;
  const headers = {
    'X-Request-Id': requestId,
    ...(deps.isStopping() ? { Connection: 'close' } : {}),
  };
  await request.turn;
  const rendered = renderReply(answer);
  const { status } = rendered;
  request.status = status;
  if (rendered.stream === undefined) await send(connection, rendered, headers);
  else
    await sendStream(
      connection,
      { ...rendered, headers: { ...rendered.headers, ...headers } },
      rendered.stream,
    ).catch((error: unknown) =>
      deps.logger.error({ event: 'response.broken', operation, requestId, err: error }),
    );
};

const refuse = async (deps: HandlerDeps, request: ActiveRequest, error: unknown): Promise<void> => {
  if (error instanceof ClientGone) {
    request.status = CLIENT_GONE;
    return;
  }
  const { operation, requestId } = request;
  const shown = error instanceof DomainError ? error : new DomainError('internal');
  const { cause, code } = shown;
  if (shown !== error) deps.logger.error({ event: 'request.failed', operation, requestId, err: error });
  else if (cause !== undefined)
    deps.logger.warn({ event: 'request.unavailable', operation, requestId, code, err: cause });
  const refusal = failure(shown, requestId);
  await reply(deps, request, isAuthenticationFailure(shown) ? throttled(deps, request, refusal) : refusal);
};

/** Tells clients that repeatedly fail authentication to wait, and to use another connection. */
const throttled = (
  deps: HandlerDeps,
  { connection, client, requestId }: ActiveRequest,
  refusal: Reply,
): Reply => {
  const { allowed, headers } = deps.limitAddress(client);
  if (allowed) return refusal;
  connection.stopReading();
  return failure(new DomainError('rate_limited'), requestId, headers);
};

/** Whether a proof is missing or wrong: a token, a signature. The address limit bounds guesses at them. */
const isAuthenticationFailure = ({ code }: DomainError): boolean =>
  statusOf(code) === UNAUTHORIZED || code === 'signature_invalid';
