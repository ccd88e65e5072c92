/**
 * Every path and method that is served. API requests go through the pipeline; the rest are probes, metrics, signed recordings,
 * callbacks of carriers and webhooks of channels.
 */
import { CONSOLE_PAGES } from '../schemas/accounts/console-pages.js';
import { DomainError } from '../schemas/errors.js';
import { secretsMatch } from './access/authentication.js';
import { createRateLimiter } from './access/rate-limit.js';
import type { Links } from './api-routes.js';
import { consoleEntries } from './content/console-entries.js';
import type { ConsoleFiles } from './content/console-files.js';
import { createReceivedMedia } from './content/received-media.js';
import { createRecordingReads } from './content/recording-reads.js';
import { serveRecording } from './content/recordings.js';
import { serveSample } from './content/samples.js';
import type { GatewayDeps } from './deps.js';
import { openApiEntries } from './document/served-documents.js';
import { type BodyShare, createBodyBudget } from './http/body-budget.js';
import type { Reply } from './http/envelope.js';
import { readBody } from './http/http.js';
import type { RequestHead } from './http/request-head.js';
import type { BodyThread } from './intake/body-thread.js';
import { metricsText } from './metrics.js';
import { createAuditMetrics } from './pipeline/audit-metrics.js';
import { createAuditing } from './pipeline/auditing.js';
import { createLoopTurns } from './pipeline/loop-turns.js';
import { endpoint } from './pipeline/pipeline.js';
import { type NotReady, readiness, refusalOf } from './readiness.js';
import type { Route } from './route.js';
import type { Request, Served } from './served.js';
import type { Uploads } from './uploads/index.js';
import { streamBody } from './uploads/stream-body.js';
import {
  answerCallback,
  answerDocument,
  CALLBACK_PATH,
  DOCUMENT_PATH,
} from './webhooks/carrier-callbacks.js';
import { answerChannelWebhook, answerHandshake, CHANNEL_WEBHOOK_PATH } from './webhooks/channels.js';

/** The time that requests may use in one turn of the loop, ms, of the 20 between two frames of audio. */
const TURN_MS = 3;

/** The parts that the gateway itself creates. */
export interface EntryParts {
  readonly routes: readonly Route[];
  readonly links: Links;
  readonly uploads: Uploads;
  readonly bodyThread: BodyThread;
  /** Null where the console was not built. */
  readonly consoleFiles: ConsoleFiles | null;
  /** The address that carriers reach; known once the server listens. */
  readonly publicUrl: () => string;
  /** Whether clients reach the service over https. */
  readonly secureCookies: () => boolean;
  /** Why the node does not serve; empty when it does. */
  readonly notReady: () => readonly NotReady[];
}

/** Every entry that is served. */
export const servedEntries = (deps: GatewayDeps, parts: EntryParts): readonly Served[] => [
  ...apiEntries(deps, parts),
  ...consoleEntries(parts.consoleFiles, CONSOLE_PAGES),
  ...probeEntries(deps, parts.notReady, operatorCheck(deps.metricsToken)),
  ...linkedEntries(deps, parts.links),
  ...mediaEntries(deps),
  ...signedEntries(deps, parts.publicUrl),
];

const apiEntries = (
  deps: GatewayDeps,
  { routes, uploads, bodyThread, secureCookies, notReady }: EntryParts,
): readonly Served[] => {
  const { views, idempotency, keyUsage, quotas, now, logger } = deps;
  const auditing = createAuditing({ trail: deps.audit, views, metrics: createAuditMetrics(deps.registry) });
  const rateLimit = createRateLimiter(deps.rateLimit, now);
  const turns = createLoopTurns(TURN_MS, () => performance.now());
  const budget = createBodyBudget();
  return [
    ...openApiEntries(routes),
    ...routes.map((route): Served => {
      const call = endpoint(route, {
        views,
        secureCookies,
        idempotency,
        rateLimit,
        keyUsage,
        quotas,
        auditing,
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
          const refusal = refusalOf(notReady(), route);
          if (refusal !== null) throw refusal;
          return call({
            head,
            params,
            requestId,
            client,
            body: (maxBytes) => readBody(connection, maxBytes),
            streamBody: (maxBytes, write) => streamBody(connection, maxBytes, write),
            hold: () => connection.body.hold(budget(client)),
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
  return ({ headers }) => secretsMatch(headers.authorization ?? '', `Bearer ${token}`);
};

/** Probes are public and report why a node does not serve; its details and metrics require the operator's token. */
const probeEntries = (
  deps: GatewayDeps,
  notReady: () => readonly NotReady[],
  isOperator: OperatorCheck,
): readonly Served[] =>
  ['GET', 'HEAD'].flatMap((method): readonly Served[] => [
    { method, path: '/healthz', operation: 'healthz', serve: async () => plain('ok') },
    {
      method,
      path: '/readyz',
      operation: 'readyz',
      serve: async ({ head, requestId }) =>
        readiness(notReady(), requestId, isOperator(head) ? deps.details() : []),
    },
    ...(deps.metricsToken === null
      ? []
      : [
          {
            method,
            path: '/metrics',
            operation: 'metrics',
            serve: async ({ head }: Request) => {
              if (!isOperator(head)) throw new DomainError('metrics_token_invalid');
              return plain(await metricsText(deps.registry), deps.registry.contentType);
            },
          },
        ]),
  ]);

const linkedEntries = ({ recordings, samples, audit, now }: GatewayDeps, links: Links): readonly Served[] => {
  const reads = createRecordingReads(audit, now);
  return ['GET', 'HEAD'].flatMap((method): readonly Served[] => [
    {
      method,
      path: '/recordings/{token}',
      operation: 'serveRecording',
      serve: (request) => serveRecording(request, { links: links.recordings, store: recordings, reads }),
    },
    {
      method,
      path: '/samples/{token}',
      operation: 'serveSample',
      serve: ({ connection, head, params }) =>
        serveSample(connection, head, params.token ?? '', links.samples, samples),
    },
  ]);
};

const mediaEntries = (deps: GatewayDeps): readonly Served[] => {
  const serve = createReceivedMedia({ ...deps, links: deps.mediaLinks });
  return ['GET', 'HEAD'].map((method) => ({
    method,
    path: '/files/{token}',
    operation: 'serveMedia',
    serve: ({ connection, params }) => serve(connection, params.token ?? ''),
  }));
};

/** An entry whose signature covers the body: the body is read first, then the signature is verified, then the rest is checked. */
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
      share.release();
    }
  },
});

const signedEntries = (deps: GatewayDeps, publicUrl: () => string): readonly Served[] => {
  const { carriers, operations, mediaUrl } = deps;
  const callbacks = { carriers, operations, publicUrl, mediaUrl };
  const budget = createBodyBudget();
  return [
    signedEntry(
      { method: 'POST', path: CALLBACK_PATH, operation: 'carrierCallback' },
      budget,
      ({ head, params }, body) => answerCallback(callbacks, head, params, body),
    ),
    signedEntry(
      { method: 'POST', path: DOCUMENT_PATH, operation: 'carrierDocument' },
      budget,
      ({ head, params }, body) => answerDocument(callbacks, head, params, body),
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

const plain = (body: string, contentType = 'text/plain; charset=utf-8'): Reply => ({
  status: 200,
  headers: { 'Content-Type': contentType },
  body,
});
