/**
 * The gateway: everything that reaches Parley over HTTP. Requests of the API go through the pipeline; besides
 * it there are probes, metrics, signed recordings, carriers' callbacks and their media sockets.
 */
import uWS, { type HttpRequest, type HttpResponse } from 'uWebSockets.js';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { MediaHost } from '../media/media-host.js';
import type { Operations } from '../operations/operations.js';
import type { Carrier } from '../providers/carriers/carrier.js';
import type { RecordingStore } from '../providers/recordings/recording-store.js';
import { DomainError } from '../schemas/errors.js';
import type { ViewStore } from '../views/views.js';
import { answerCallback } from './carrier-callbacks.js';
import { failure, type Reply } from './envelope.js';
import { type Connection, type RequestHead, readBody, readHead, send, track } from './http.js';
import type { IdempotencyStore } from './idempotency.js';
import { serveMediaSockets } from './media-sockets.js';
import { createGatewayMetrics } from './metrics.js';
import { openApiDocument } from './openapi.js';
import { type Endpoint, endpoint } from './pipeline.js';
import { createRateLimiter, type RateLimit } from './rate-limit.js';
import { createRecordingLinks } from './recording-links.js';
import { serveRecording } from './recordings.js';
import type { Route } from './route.js';
import { agentRoutes } from './routes/agents.js';
import { contactRoutes } from './routes/contacts.js';
import { voiceCallRoutes } from './routes/voice-calls.js';

/** Version of the API description (spec section 9). */
export const API_VERSION = '1.4.0';
/** Contract.md "Limits". */
const MAX_BODY_BYTES = 1024 * 1024;
/** How long a graceful stop waits for requests, ms. */
const STOP_MS = 10_000;

export interface GatewayDeps {
  readonly host: string;
  /** 0 = a free one. */
  readonly port: number;
  /** The address that carriers and clients reach, without a trailing slash; null: the one listened on. */
  readonly publicUrl: string | null;
  readonly operations: Operations;
  readonly views: ViewStore;
  readonly idempotency: IdempotencyStore;
  readonly mediaHost: MediaHost;
  readonly carriers: ReadonlyMap<string, Carrier>;
  readonly recordings: RecordingStore;
  readonly linkSecret: string;
  readonly rateLimit: RateLimit;
  /** Null when ready to serve, else why not. */
  readonly notReady: () => string | null;
  readonly now: () => number;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly registry: Registry;
}

export interface Gateway {
  /** The address listened on. */
  readonly url: string;
  readonly port: number;
  /** The address that carriers reach. */
  readonly publicUrl: string;
  readonly routes: readonly Route[];
  /** Stops listening, finishes what runs; idempotent. */
  close(): Promise<void>;
}

/** Every route of the API. */
export const apiRoutes = (
  deps: Pick<GatewayDeps, 'operations' | 'views'>,
  links: ReturnType<typeof createRecordingLinks>,
): readonly Route[] => [
  ...agentRoutes(deps.operations, deps.views),
  ...contactRoutes(deps.operations, deps.views),
  ...voiceCallRoutes(deps.operations, deps.views, links),
];

interface Matched {
  readonly route: Route;
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** Starts the gateway. @throws Error when the address cannot be listened on */
export const createGateway = async (deps: GatewayDeps): Promise<Gateway> => {
  const { logger, newId, now } = deps;
  let listening = '';
  let draining = false;
  let inFlight = 0;
  const publicUrl = (): string => deps.publicUrl ?? listening;
  const links = createRecordingLinks(deps.linkSecret, publicUrl, now);
  const routes = apiRoutes(deps, links);
  const metrics = createGatewayMetrics(deps.registry);
  const pipeline = {
    views: deps.views,
    idempotency: deps.idempotency,
    rateLimit: createRateLimiter(deps.rateLimit, now),
    now,
    logger,
  };
  const table = routes.map(
    (route): Matched => ({ route, endpoint: endpoint(route, pipeline), ...patternOf(route.path) }),
  );
  // The document never changes while the process lives.
  const openApi = JSON.stringify(openApiDocument(routes, API_VERSION));

  const answerApi = async (
    connection: Connection,
    head: RequestHead,
    requestId: string,
  ): Promise<{ reply: Reply; operation: string }> => {
    if (head.method === 'GET' && head.path === '/api/v1/openapi.json') {
      return {
        reply: { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: openApi },
        operation: 'readOpenApi',
      };
    }
    const onPath = table
      .filter((entry) => entry.pattern.test(head.path))
      .sort((a, b) => a.names.length - b.names.length);
    if (onPath.length === 0) throw new DomainError('route_not_found');
    const matched = onPath.find((entry) => entry.route.method === head.method);
    if (matched === undefined) {
      const allow = [...new Set(onPath.map((entry) => entry.route.method))].join(', ');
      return {
        reply: failure(new DomainError('method_not_allowed'), requestId, { Allow: allow }),
        operation: 'none',
      };
    }
    if (draining || deps.notReady() !== null)
      throw new DomainError('not_ready', deps.notReady() ?? undefined);
    const values = matched.pattern.exec(head.path)?.slice(1) ?? [];
    const params = Object.fromEntries(
      matched.names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
    );
    const reply = await matched.endpoint({
      head,
      params,
      requestId,
      body: () => readBody(connection, MAX_BODY_BYTES),
    });
    return { reply, operation: matched.route.operationId };
  };

  const answer = async (
    connection: Connection,
    head: RequestHead,
    requestId: string,
  ): Promise<{ reply: Reply | null; operation: string }> => {
    switch (head.path) {
      case '/healthz':
        return { reply: plain(200, 'ok'), operation: 'healthz' };
      case '/readyz': {
        const reason = draining ? 'The service is stopping.' : deps.notReady();
        return {
          reply:
            reason === null ? plain(200, 'ready') : failure(new DomainError('not_ready', reason), requestId),
          operation: 'readyz',
        };
      }
      case '/metrics':
        return {
          reply: {
            status: 200,
            headers: { 'Content-Type': deps.registry.contentType },
            body: await deps.registry.metrics(),
          },
          operation: 'metrics',
        };
    }
    if (head.path.startsWith('/recordings/')) {
      if (head.method !== 'GET' && head.method !== 'HEAD') {
        return {
          reply: failure(new DomainError('method_not_allowed'), requestId, { Allow: 'GET, HEAD' }),
          operation: 'serveRecording',
        };
      }
      await serveRecording(connection, head, head.path.slice('/recordings/'.length), links, deps.recordings);
      return { reply: null, operation: 'serveRecording' };
    }
    const callback = await answerCallback(
      { carriers: deps.carriers, operations: deps.operations, publicUrl },
      head,
      () => readBody(connection, MAX_BODY_BYTES),
    );
    if (callback !== null) return { reply: callback, operation: 'carrierCallback' };
    return answerApi(connection, head, requestId);
  };

  const handle = async (res: HttpResponse, req: HttpRequest): Promise<void> => {
    const connection = track(res);
    const head = readHead(req);
    const requestId = newId();
    const began = performance.now();
    inFlight += 1;
    metrics.began();
    let status = 500;
    let operation = 'none';
    try {
      const answered = await answer(connection, head, requestId);
      operation = answered.operation;
      status = answered.reply?.status ?? 200;
      if (answered.reply !== null) send(connection, answered.reply, { 'X-Request-Id': requestId });
    } catch (error) {
      const known = error instanceof DomainError ? error : new DomainError('internal');
      if (known !== error) logger.error({ event: 'request.failed', path: head.path, requestId, error });
      const reply = failure(known, requestId);
      status = reply.status;
      send(connection, reply, { 'X-Request-Id': requestId });
    } finally {
      inFlight -= 1;
      metrics.ended(operation, status, (performance.now() - began) / 1_000);
    }
  };

  const app = uWS.App();
  serveMediaSockets(app, { mediaHost: deps.mediaHost, logger, newId, draining: () => draining });
  app.any('/*', (res, req) => void handle(res, req));

  const socket = await new Promise<uWS.us_listen_socket>((resolve, reject) => {
    app.listen(deps.host, deps.port, (opened) => {
      if (opened) resolve(opened);
      else
        reject(new Error(`cannot listen on ${deps.host}:${deps.port}; is another program using the port?`));
    });
  });
  const port = uWS.us_socket_local_port(socket);
  listening = `http://${deps.host === '0.0.0.0' ? '127.0.0.1' : deps.host}:${port}`;

  return {
    url: listening,
    port,
    publicUrl: publicUrl(),
    routes,
    close: async () => {
      if (draining) return;
      draining = true;
      uWS.us_listen_socket_close(socket);
      const until = performance.now() + STOP_MS;
      while (inFlight > 0 && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 10));
      app.close();
    },
  };
};

const plain = (status: number, body: string): Reply => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body,
});

/** A path with `{name}`s as a pattern; a name matches one segment. */
const patternOf = (path: string): { readonly pattern: RegExp; readonly names: readonly string[] } => {
  const names: string[] = [];
  const source = path.replaceAll(/\{(\w+)\}|[.]/g, (part, name: string | undefined) => {
    if (name === undefined) return `\\${part}`;
    names.push(name);
    return '([^/]+)';
  });
  return { pattern: new RegExp(`^${source}$`), names };
};
