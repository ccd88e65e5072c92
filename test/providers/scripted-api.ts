/** An HTTP API on the loopback interface whose answers a test states. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../../simulators/support/listening.js';
import type { Lifetime } from '../../testkit/lifetime.js';

/** `lost`: the connection ends without an answer. */
type Answer = { readonly status: number; readonly body?: unknown } | 'lost';

export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** As it was sent. */
  readonly body: string;
}

interface ScriptedApi {
  readonly url: string;
  /** Requests so far, in their order. */
  readonly received: readonly Received[];
}

/** `answer` decides on each request. */
export const startScriptedApi = async (
  t: Lifetime,
  answer: (request: Received) => Answer,
): Promise<ScriptedApi> => {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    const request = { method: req.method ?? '', path: req.url ?? '', body: await text(req) };
    received.push(request);
    const response = answer(request);
    if (response === 'lost') return void req.socket.destroy();
    res.writeHead(response.status, { 'content-type': 'application/json' });
    res.end(JSON.stringify(response.body ?? {}));
  });
  const port = await listening(server);
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${port}`, received };
};

/** An address at which nothing listens. */
export const NOWHERE = 'http://127.0.0.1:9';
