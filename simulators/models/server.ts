/**
 * An LLM provider whose answers and faults are set by a test: in the test's process, or in a separate one (main.ts).
 *
 * Control: `PUT /control/answers` takes the arguments of `answer` as a list; `GET /control/requests` returns the requests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listening } from '../support/listening.js';
import type { ModelDialect, SimulatedAnswer } from './dialects.js';

/** A fault, and when it occurs. */
type ModelFault =
  /** An error status; `retryAfter` is the value of the header. */
  | { readonly type: 'status'; readonly status: number; readonly retryAfter?: string }
  /** The stream stalls, before or after the first event. */
  | { readonly type: 'stall'; readonly afterEvents: number }
  /** The connection breaks after this many events. */
  | { readonly type: 'cut'; readonly afterEvents: number }
  /** Bytes that are no event of the protocol replace the last events. */
  | { readonly type: 'rubbish'; readonly afterEvents: number }
  /** The interval between events, ms. */
  | { readonly type: 'drip'; readonly everyMs: number }
  /** Redirects the client. */
  | { readonly type: 'redirect'; readonly to: string };

export interface ModelRequestSeen {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the client disconnected before the end. */
  left: boolean;
}

/** The answer to a request. */
export type ModelAnswer = SimulatedAnswer | ModelFault;

export interface ModelServer {
  /** The base address for a client of this dialect. */
  readonly url: string;
  readonly requests: readonly ModelRequestSeen[];
  /** Sets the answers to the next requests, one each; the last one is repeated. */
  answer(...answers: readonly ModelAnswer[]): void;
  /** From now on, answers each request by its body, as JSON. */
  answerBy(choose: (body: string) => ModelAnswer): void;
  close(): void;
}

/** The body of an error. It contains the key of the request, as with some providers. */
const errorBody = (key: string): string =>
  JSON.stringify({ type: 'error', error: { type: 'simulated_error', message: `invalid key: ${key}` } });

const textOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
};

/** Serves on this machine's loopback address. */
export const serveModel = async (dialect: ModelDialect): Promise<ModelServer> => {
  const requests: ModelRequestSeen[] = [];
  let next: ModelAnswer[] = [{ text: ['Hello.'] }];
  let choose: ((body: string) => ModelAnswer) | null = null;

  const stream = async (
    response: ServerResponse,
    events: readonly (string | Uint8Array)[],
    everyMs: number,
  ): Promise<void> => {
    for (const event of events) {
      if (everyMs > 0) await delay(everyMs);
      if (response.closed) return;
      response.write(event);
    }
  };

  const control = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'PUT' && request.url === '/control/answers')
      next = JSON.parse(await textOf(request));
    else if (request.url !== '/control/requests') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(requests));
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.startsWith('/control/') === true) return control(request, response);
    const seen: ModelRequestSeen = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse((await textOf(request)) || '{}'),
      left: false,
    };
    requests.push(seen);
    response.on('close', () => {
      seen.left = !response.writableEnded;
    });
    const [path = ''] = seen.path.split('?');
    const following = next.length > 1 ? next.shift() : next[0];
    const answer = choose === null ? following : choose(JSON.stringify(seen.body));
    if (!dialect.path.test(path) || answer === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end(errorBody(''));
      return;
    }
    const fault = 'type' in answer ? answer : null;
    if (fault?.type === 'status') {
      response.writeHead(fault.status, {
        'content-type': 'application/json',
        ...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
      });
      response.end(errorBody(String(request.headers[dialect.keyHeader])));
      return;
    }
    if (fault?.type === 'redirect') {
      response.writeHead(307, { location: fault.to }).end();
      return;
    }
    const events = dialect.events('type' in answer ? { text: ['One ', 'two ', 'three.'] } : answer);
    const count = fault !== null && 'afterEvents' in fault ? fault.afterEvents : events.length;
    response.writeHead(200, { 'content-type': dialect.contentType ?? 'text/event-stream' });
    response.flushHeaders();
    await stream(response, events.slice(0, count), fault?.type === 'drip' ? fault.everyMs : 0);
    if (fault?.type === 'stall') return;
    if (fault?.type === 'cut') {
      response.socket?.destroySoon();
      return;
    }
    if (fault?.type === 'rubbish') response.write('data: {"what": is this\n\n');
    response.end();
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}${dialect.basePath}`,
    requests,
    answer: (...answers) => {
      next = [...answers];
      choose = null;
    },
    answerBy: (given) => {
      choose = given;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
