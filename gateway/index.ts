/**
 * The gateway: everything that reaches Parley over HTTP. Requests of the API go through the pipeline; besides
 * it there are probes, metrics, signed recordings, carriers' callbacks and their media sockets.
 */

import uWS, { type HttpRequest, type HttpResponse } from 'uWebSockets.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { MediaHost } from '../media/media-host.js';
import type { SpeechSamples } from '../media/speech-samples.js';
import type { KeyUsage } from '../operations/key-usage.js';
import type { MediaLinks } from '../operations/media-links.js';
import type { Operations } from '../operations/operations.js';
import type { AssetStore } from '../providers/assets/asset-store.js';
import type { Carrier } from '../providers/carriers/carrier.js';
import type { MessagingChannel } from '../providers/channels/messaging-channel.js';
import type { RecordingStore } from '../providers/recordings/recording-store.js';
import type { Spool } from '../providers/spool/spool.js';
import { agentBodies } from '../schemas/agent.js';
import type { AccountChannel } from '../schemas/channel.js';
import { DomainError, statusOf } from '../schemas/errors.js';
import { languagesOf } from '../schemas/speech.js';
import type { ViewStore } from '../views/views.js';
import { sameSecret } from './authentication.js';
import { type BodyShare, createBodyBudget } from './body-budget.js';
import { type BodyThread, createBodyThread } from './body-thread.js';
import { answerCallback, CALLBACK_PATH } from './carrier-callbacks.js';
import { answerChannelWebhook, answerHandshake, CHANNEL_WEBHOOK_PATH } from './channel-webhooks.js';
import { clientAddress, type Networks } from './client-address.js';
import { ClientGone, type Connection, track } from './connection.js';
import { affordableConnections, boundConnections } from './connections.js';
import { failure, JSON_TYPE, type Reply } from './envelope.js';
import { readBody, send } from './http.js';
import type { IdempotencyStore } from './idempotency.js';
import { bodyThreadRoutes } from './intake.js';
import { createLoopTurns } from './loop-turns.js';
import { serveMediaSockets } from './media-sockets.js';
import { createGatewayMetrics, metricsText } from './metrics.js';
import { openApiDocument } from './openapi.js';
import { endpoint } from './pipeline.js';
import { createRateLimiter, type RateLimit } from './rate-limit.js';
import { type NotReady, readiness, refusalOf } from './readiness.js';
import { createReceivedMedia } from './received-media.js';
import { createRecordingLinks, type RecordingLinks } from './recording-links.js';
import { serveRecording } from './recordings.js';
import { headProblem, type RequestHead, readFields, readHead } from './request-head.js';
import type { Route } from './route.js';
import { createRouter } from './router.js';
import { agentRoutes } from './routes/agents.js';
import { campaignRoutes } from './routes/campaigns.js';
import { channelRoutes, type VoiceReadiness } from './routes/channels.js';
import { consoleRoutes } from './routes/console.js';
import { contactImportRoutes } from './routes/contact-imports.js';
import { contactRoutes } from './routes/contacts.js';
import { dataSourceRoutes } from './routes/data-sources.js';
import { messageRoutes } from './routes/messages.js';
import { subscriptionRoutes } from './routes/subscriptions.js';
import { summaryRoutes } from './routes/summaries.js';
import { voiceCallRoutes } from './routes/voice-calls.js';
import { voiceRoutes } from './routes/voices.js';
import { createSampleLinks, type SampleLinks } from './sample-links.js';
import { serveSample } from './samples.js';
import { sendStream } from './streaming.js';
import { arrive } from './uploads/arriving.js';
import { createUploads, type Uploads } from './uploads/index.js';

/** Version of the API description (spec section 9). */
export const API_VERSION = '1.4.0';
/** How long a graceful stop waits for requests, ms. */
const STOP_MS = 10_000;
/** What requests may do in one turn of the loop, ms, of the 20 between two frames of audio. */
const TURN_MS = 3;
const UNAUTHORIZED = 401;
const STOPPING: NotReady = {
  code: 'stopping',
  message: 'The service is stopping.',
  refuses: { what: 'requests', as: 'not_ready' },
};
/** Client Closed Request: nobody was there to be answered. For metrics alone. */
const CLIENT_GONE = 499;

export interface GatewayDeps {
  readonly host: string;
  /** 0 = a free one. */
  readonly port: number;
  /** The address that carriers and clients reach, without a trailing slash; null: the one listened on. */
  readonly publicUrl: string | null;
  readonly operations: Operations;
  readonly views: ViewStore;
  readonly idempotency: IdempotencyStore;
  /** Whether calls can be placed. */
  readonly voiceReadiness: VoiceReadiness;
  readonly mediaHost: MediaHost;
  readonly carriers: ReadonlyMap<string, Carrier>;
  readonly channels: ReadonlyMap<AccountChannel, MessagingChannel>;
  readonly recordings: Pick<RecordingStore, 'open'>;
  readonly samples: SpeechSamples;
  readonly linkSecret: string;
  /** Links to what customers sent, and where it lies. */
  readonly mediaLinks: MediaLinks;
  readonly assets: Pick<AssetStore, 'open'>;
  /** Where bodies that carry files wait. */
  readonly spool: Spool;
  /** Of each API key and session. */
  readonly rateLimit: RateLimit;
  /** Of each client's address: what it asks for without a key, and what it is refused for a wrong one. */
  readonly addressLimit: RateLimit;
  /** Who may say for whom they ask, in X-Forwarded-For. */
  readonly trustedProxies: Networks;
  /** Opens /metrics, and the details of /readyz; null: there is no /metrics. */
  readonly metricsToken: string | null;
  readonly keyUsage: KeyUsage;
  /** Why it does not serve; nothing when it does. */
  readonly notReady: () => readonly NotReady[];
  /** What `/readyz` says beside that it is ready, a line each. */
  readonly details: () => readonly string[];
  /** ms since the epoch. */
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
  /** Stops listening, finishes what runs within {@link STOP_MS}, closes every socket; idempotent. */
  close(): Promise<void>;
}

/** Links that open a door by themselves. */
export interface Links {
  readonly recordings: RecordingLinks;
  readonly samples: SampleLinks;
}

/** Every route of the API. */
export const apiRoutes = (
  deps: Pick<GatewayDeps, 'operations' | 'views' | 'voiceReadiness' | 'samples' | 'mediaLinks'>,
  links: Links,
  secureCookies: () => boolean,
): readonly Route[] => [
  ...agentRoutes(
    deps.operations,
    deps.views,
    deps.voiceReadiness,
    agentBodies(languagesOf(deps.samples.voices)),
  ),
  ...voiceRoutes(deps.samples.voices, links.samples),
  ...channelRoutes(deps.operations, deps.views, deps.voiceReadiness),
  ...contactRoutes(deps.operations, deps.views, deps.mediaLinks),
  ...contactImportRoutes(deps.operations, deps.views),
  ...dataSourceRoutes(deps.operations, deps.views),
  ...subscriptionRoutes(deps.operations, deps.views),
  ...campaignRoutes(deps.operations, deps.views),
  ...summaryRoutes(deps.operations, deps.views),
  ...messageRoutes(deps.operations, deps.views),
  ...voiceCallRoutes(deps.operations, deps.views, links.recordings),
  ...consoleRoutes(deps.operations, deps.views, secureCookies),
];

interface Request {
  readonly connection: Connection;
  readonly head: RequestHead;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** The address of whoever asks (client-address.ts). */
  readonly client: string;
}

/** One path and method of the server: an operation of the API, or what stands beside it. */
interface Served {
  readonly method: string;
  readonly path: string;
  /** Its name in metrics. */
  readonly operation: string;
  /** Asked for without any key, and not cheap: counts towards the limit of the client's address. */
  readonly limited?: boolean;
  /** A whole answer, or the status of one that it has sent itself. */
  readonly serve: (request: Request) => Promise<Reply | number>;
}

/** Starts the gateway. @throws Error when the address cannot be listened on */
export const createGateway = async (deps: GatewayDeps): Promise<Gateway> => {
  const { logger, newId, now } = deps;
  let listening = '';
  let stopping: Promise<void> | null = null;
  const atWork = new Set<Promise<void>>();
  const publicUrl = (): string => deps.publicUrl ?? listening;
  const notReady = (): readonly NotReady[] => (stopping === null ? deps.notReady() : [STOPPING]);
  const links = {
    recordings: createRecordingLinks(deps.linkSecret, publicUrl, now),
    samples: createSampleLinks(deps.linkSecret, publicUrl, now),
  };
  const routes = apiRoutes(deps, links, () => publicUrl().startsWith('https:'));
  const metrics = createGatewayMetrics(deps.registry);
  const uploads = createUploads(deps.spool);
  const bodyThread = createBodyThread(bodyThreadRoutes(routes));
  const atTheDoor = createRateLimiter(deps.addressLimit, now);
  const clientOf = (res: HttpResponse, { headers }: RequestHead): string =>
    clientAddress(
      Buffer.from(res.getRemoteAddressAsText()).toString('latin1'),
      headers['x-forwarded-for'],
      deps.trustedProxies,
    );
  const operator = operatorCheck(deps.metricsToken);
  const find = createRouter([
    ...apiEntries(routes, deps, uploads, bodyThread, notReady),
    ...probeEntries(deps, notReady, operator),
    ...linkedEntries(deps, links),
    ...mediaEntries(deps),
    ...signedEntries(deps, publicUrl),
  ]);

  const answer = async (request: Omit<Request, 'params'>, named: (operation: string) => void) => {
    const { head, requestId } = request;
    const found = find(head.method, head.path);
    switch (found.is) {
      case 'unknown':
        throw new DomainError('route_not_found');
      case 'other_method':
        return failure(new DomainError('method_not_allowed'), requestId, { Allow: found.allow });
      case 'found':
        named(found.entry.operation);
        if (found.entry.limited === true) {
          const { allowed, headers } = atTheDoor(request.client);
          if (!allowed) return failure(new DomainError('rate_limited'), requestId, headers);
        }
        return found.entry.serve({ ...request, params: found.params });
    }
  };

  const handle = async (res: HttpResponse, req: HttpRequest): Promise<void> => {
    const fields = readFields(req);
    const head = readHead(req, fields);
    const connection = track(res, head.method === 'HEAD');
    const problem = headProblem(head, fields);
    // Nobody can tell where the next request begins: this one ends its connection, before more of it is read.
    if (problem !== null) connection.stopReading();
    // An answer never leaves in the turn of its request: uWebSockets then refuses requests that were sent without
    // waiting for it, thousands of which in one packet would keep audio waiting.
    const turn = nextTurn();
    const client = clientOf(res, head);
    const requestId = newId();
    const began = performance.now();
    metrics.began();
    let status = 500;
    let operation = 'none';
    const reply = async (whole: Reply): Promise<void> => {
      status = whole.status;
      const headers = {
        'X-Request-Id': requestId,
        ...(stopping === null ? {} : { Connection: 'close' }),
      };
      await turn;
      if (whole.stream === undefined) await send(connection, whole, headers);
      else
        await sendStream(
          connection,
          { status, headers: { ...whole.headers, ...headers } },
          whole.stream,
        ).catch((error: unknown) => logger.error({ event: 'response.broken', operation, requestId, error }));
    };
    /** Whoever is refused again and again for what they cannot prove is told to wait, on another connection. */
    const turnedAway = (refusal: Reply): Reply => {
      const { allowed, headers } = atTheDoor(client);
      if (allowed) return refusal;
      connection.stopReading();
      return failure(new DomainError('rate_limited'), requestId, headers);
    };
    try {
      if (problem !== null) throw problem;
      const answered = await answer({ connection, head, requestId, client }, (name) => {
        operation = name;
      });
      if (typeof answered === 'number') status = answered;
      else if (answered.status === UNAUTHORIZED) await reply(turnedAway(answered));
      else await reply(answered);
    } catch (error) {
      if (error instanceof ClientGone) {
        status = CLIENT_GONE;
        return;
      }
      const known = error instanceof DomainError ? error : new DomainError('internal');
      if (known !== error) logger.error({ event: 'request.failed', operation, requestId, error });
      const refusal = failure(known, requestId);
      await reply(isUnproven(known) ? turnedAway(refusal) : refusal);
    } finally {
      metrics.ended(operation, status, (performance.now() - began) / 1_000);
    }
  };

  const app = uWS.App();
  const most = affordableConnections();
  const connections = boundConnections(app, most, metrics.connectionRefused);
  metrics.observeConnections(connections.count);
  serveMediaSockets(app, {
    mediaHost: deps.mediaHost,
    logger,
    newId,
    draining: () => stopping !== null,
    onEnd: connections.websocketEnded,
    guess: (res, head) => atTheDoor(clientOf(res, head)),
  });
  app.any('/*', (res, req) => {
    const work = handle(res, req)
      .catch((error: unknown) => logger.error({ event: 'request.failed', error }))
      .finally(() => atWork.delete(work));
    atWork.add(work);
  });

  const socket = await new Promise<uWS.us_listen_socket>((resolve, reject) => {
    app.listen(deps.host, deps.port, (opened) => {
      if (opened) resolve(opened);
      else
        reject(new Error(`cannot listen on ${deps.host}:${deps.port}; is another program using the port?`));
    });
  });
  const port = uWS.us_socket_local_port(socket);
  bodyThread.start();
  listening = `http://${reachable(deps.host)}:${port}`;

  const stop = async (): Promise<void> => {
    uWS.us_listen_socket_close(socket);
    let deadline: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      deadline = setTimeout(resolve, STOP_MS);
    });
    // Requests that come over open connections meanwhile are told to go elsewhere.
    await Promise.race([late, Promise.allSettled([...atWork])]);
    clearTimeout(deadline);
    app.close();
    await Promise.all([uploads.close(), bodyThread.close()]);
  };

  return {
    url: listening,
    port,
    publicUrl: publicUrl(),
    routes,
    close: () => {
      stopping ??= Promise.resolve().then(stop);
      return stopping;
    },
  };
};

const apiEntries = (
  routes: readonly Route[],
  deps: GatewayDeps,
  uploads: Uploads,
  bodyThread: BodyThread,
  notReady: () => readonly NotReady[],
): readonly Served[] => {
  const { views, idempotency, keyUsage, now, logger } = deps;
  const rateLimit = createRateLimiter(deps.rateLimit, now);
  const turns = createLoopTurns(TURN_MS, () => performance.now());
  // The document never changes while the process lives.
  const document = Buffer.from(JSON.stringify(openApiDocument(routes, API_VERSION)));
  return [
    {
      method: 'GET',
      path: '/api/v1/openapi.json',
      operation: 'readOpenApi',
      limited: true,
      serve: async () => ({ status: 200, headers: { 'Content-Type': JSON_TYPE }, body: '', bytes: document }),
    },
    ...routes.map((route): Served => {
      const call = endpoint(route, {
        views,
        idempotency,
        rateLimit,
        keyUsage,
        uploads,
        bodyThread,
        turns,
        now,
        logger,
      });
      return {
        method: route.method,
        path: route.path,
        operation: route.operationId,
        limited: route.public === true,
        serve: async ({ connection, head, params, requestId, client }) => {
          const refusal = refusalOf(notReady(), route.method);
          if (refusal !== null) throw refusal;
          return call({
            head,
            params,
            requestId,
            client,
            body: (maxBytes) => readBody(connection, maxBytes),
            arrive: (maxBytes, write) => arrive(connection, maxBytes, write),
          });
        },
      };
    }),
  ];
};

/** Whether a request carries the operator's token. */
type OperatorCheck = (head: RequestHead) => boolean;

const operatorCheck = (token: string | null): OperatorCheck => {
  if (token === null) return () => false;
  return ({ headers }) => sameSecret(headers.authorization ?? '', `Bearer ${token}`);
};

/** Probes are for everybody, and say why a node does not serve; where it stands and its numbers are the operator's. */
const probeEntries = (
  deps: GatewayDeps,
  notReady: () => readonly NotReady[],
  operator: OperatorCheck,
): readonly Served[] =>
  ['GET', 'HEAD'].flatMap((method): readonly Served[] => [
    { method, path: '/healthz', operation: 'healthz', serve: async () => plain('ok') },
    {
      method,
      path: '/readyz',
      operation: 'readyz',
      serve: async ({ head, requestId }) =>
        readiness(notReady(), requestId, deps.metricsToken === null || operator(head) ? deps.details() : []),
    },
    ...(deps.metricsToken === null
      ? []
      : [
          {
            method,
            path: '/metrics',
            operation: 'metrics',
            serve: async ({ head }: Request) => {
              if (!operator(head)) throw new DomainError('metrics_token_invalid');
              return plain(await metricsText(deps.registry), deps.registry.contentType);
            },
          },
        ]),
  ]);

const linkedEntries = ({ recordings, samples }: GatewayDeps, links: Links): readonly Served[] =>
  ['GET', 'HEAD'].flatMap((method): readonly Served[] => [
    {
      method,
      path: '/recordings/{token}',
      operation: 'serveRecording',
      serve: ({ connection, head, params }) =>
        serveRecording(connection, head, params.token ?? '', links.recordings, recordings),
    },
    {
      method,
      path: '/samples/{token}',
      operation: 'serveSample',
      serve: ({ connection, head, params }) =>
        serveSample(connection, head, params.token ?? '', links.samples, samples),
    },
  ]);

const mediaEntries = (deps: GatewayDeps): readonly Served[] => {
  const serve = createReceivedMedia({ ...deps, links: deps.mediaLinks });
  return ['GET', 'HEAD'].map((method) => ({
    method,
    path: '/files/{token}',
    operation: 'serveMedia',
    serve: ({ connection, params }) => serve(connection, params.token ?? ''),
  }));
};

/** What is signed over its body: the body comes first, then the signature is looked at, then anything else. */
const signedEntry = (
  entry: Omit<Served, 'serve'>,
  budget: (client: string) => BodyShare,
  serve: (request: Request, body: (maxBytes: number) => Promise<Buffer>) => Promise<Reply>,
): Served => ({
  ...entry,
  serve: async (request) => {
    const share = budget(request.client);
    try {
      return await serve(request, (maxBytes) => readBody(request.connection, maxBytes, share));
    } finally {
      share.leave();
    }
  },
});

const signedEntries = (deps: GatewayDeps, publicUrl: () => string): readonly Served[] => {
  const { carriers, operations } = deps;
  const budget = createBodyBudget();
  return [
    signedEntry(
      { method: 'POST', path: CALLBACK_PATH, operation: 'carrierCallback' },
      budget,
      ({ head, params }, body) => answerCallback({ carriers, operations, publicUrl }, head, params, body),
    ),
    {
      method: 'GET',
      path: CHANNEL_WEBHOOK_PATH,
      operation: 'channelHandshake',
      serve: ({ head, params }) => answerHandshake(deps, head, params),
    },
    signedEntry(
      { method: 'POST', path: CHANNEL_WEBHOOK_PATH, operation: 'channelWebhook' },
      budget,
      ({ head, params }, body) => answerChannelWebhook(deps, head, params, body),
    ),
  ];
};

/** Refused for want of a proof: a token, a signature. Guessing at one is what the limit of an address is for. */
const isUnproven = ({ code }: DomainError): boolean =>
  statusOf(code) === UNAUTHORIZED || code === 'signature_invalid';

const plain = (body: string, contentType = 'text/plain; charset=utf-8'): Reply => ({
  status: 200,
  headers: { 'Content-Type': contentType },
  body,
});

/** A host that is listened on, as part of an address that can be reached from here. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};
