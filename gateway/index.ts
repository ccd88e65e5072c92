/** The gateway: everything that reaches Parley over HTTP (entries.ts), and the media sockets of carriers (sockets/media.ts). */

import uWS, { type HttpResponse } from 'uWebSockets.js';
import { createClientAddressCache } from './access/client-address.js';
import { createRateLimiter } from './access/rate-limit.js';
import { createUnnamedProxies } from './access/unnamed-proxies.js';
import { apiRoutes } from './api-routes.js';
import { unknownPage } from './content/console-entries.js';
import { readConsole } from './content/console-files.js';
import { createRecordingLinks } from './content/recording-links.js';
import { createSampleLinks } from './content/sample-links.js';
import type { GatewayDeps } from './deps.js';
import { servedEntries } from './entries.js';
import type { RequestHead } from './http/request-head.js';
import { createBodyThread } from './intake/body-thread.js';
import { bodyThreadRoutes } from './intake/intake.js';
import { createLiveStreams } from './live/streams.js';
import { createGatewayMetrics, createLiveMetrics } from './metrics.js';
import type { NotReady } from './readiness.js';
import type { Route } from './route.js';
import { boundConnections } from './server/connections.js';
import { createHandler } from './server/handler.js';
import { checkPortIsFree, listenOn, reachable } from './server/listening.js';
import { createRouter } from './server/router.js';
import { serveLegSockets } from './sockets/legs.js';
import { serveMediaSockets } from './sockets/media.js';
import { createUploads } from './uploads/index.js';

/** How long a graceful stop waits for requests, ms. */
const STOP_MS = 10_000;
const STOPPING: NotReady = {
  code: 'stopping',
  message: 'The service is stopping.',
  refuses: { what: 'requests', as: 'not_ready' },
};

export interface Gateway {
  /** The listening address. */
  readonly url: string;
  readonly port: number;
  /** The address that carriers reach. */
  readonly publicUrl: string;
  readonly routes: readonly Route[];
  /** Stops listening, completes running requests within {@link STOP_MS}, closes every socket; idempotent. */
  close(): Promise<void>;
}

/** Starts the gateway. @throws Error when it cannot listen on the address */
export const createGateway = async (deps: GatewayDeps): Promise<Gateway> => {
  const { logger, newId, now } = deps;
  let listening = '';
  let stopping: Promise<void> | null = null;
  const isStopping = (): boolean => stopping !== null;
  const publicUrl = (): string => deps.publicUrl ?? listening;
  const links = {
    recordings: createRecordingLinks(deps.linkSecret, publicUrl, now),
    samples: createSampleLinks(deps.linkSecret, publicUrl, now),
  };
  const live = createLiveStreams({
    feed: deps.live,
    voices: deps.voices,
    metrics: createLiveMetrics(deps.registry),
    logger,
    now,
  });
  const isHttps = (): boolean => publicUrl().startsWith('https:');
  const routes = apiRoutes(deps, links, live, isHttps);
  const metrics = createGatewayMetrics(deps.registry);
  const uploads = createUploads(deps.spool);
  const bodyThread = createBodyThread(bodyThreadRoutes(routes));
  const limitAddress = createRateLimiter(deps.addressLimit, now);
  const { clientOf, lines } = clientsOf(deps);
  const notReady = (): readonly NotReady[] => (isStopping() ? [STOPPING] : deps.notReady());
  const details = (): readonly string[] => [...deps.details(), ...lines()];
  const consoleFiles = readConsole(deps.consoleDir);
  const content = { routes, links, uploads, bodyThread, consoleFiles };
  const parts = { ...content, publicUrl, secureCookies: isHttps, notReady };
  const find = createRouter(servedEntries({ ...deps, details }, parts));
  const closesConnections = (): boolean => isStopping() || deps.isDraining();
  const clients = { limitAddress, clientOf, isStopping: closesConnections, isHttps };
  const handlerParts = { ...clients, find, unknownPage: unknownPage(consoleFiles) };
  const handle = createHandler({ ...handlerParts, metrics, newId, logger });

  const app = uWS.App();
  const connections = boundConnections(app, deps.maxConnections, metrics.connectionRefused);
  metrics.observeConnections(connections.count);
  serveMediaSockets(app, {
    mediaHost: deps.mediaHost,
    logger,
    newId,
    isDraining: isStopping,
    catchUp: deps.catchUp,
    onEnd: connections.websocketEnded,
    limitAddress: (res, head) => limitAddress(clientOf(res, head)),
  });
  serveLegSockets(app, {
    legs: deps.legs,
    logger,
    newId,
    isDraining: isStopping,
    catchUp: deps.catchUp,
    publicUrl: deps.publicUrl,
    limitAddress: (res, head) => limitAddress(clientOf(res, head)),
    onEnd: connections.websocketEnded,
  });
  const atWork = new Set<Promise<void>>();
  app.any('/*', (res, req) => {
    deps.catchUp();
    const work = handle(res, req)
      .catch((error: unknown) => logger.error({ event: 'request.failed', err: error }))
      .finally(() => atWork.delete(work));
    atWork.add(work);
  });

  await checkPortIsFree(deps);
  const socket = await listenOn(app, deps);
  const port = uWS.us_socket_local_port(socket);
  bodyThread.start();
  listening = `http://${reachable(deps.host)}:${port}`;

  const stop = async (): Promise<void> => {
    uWS.us_listen_socket_close(socket);
    live.close();
    // Meanwhile, requests on open connections are refused, and their clients reconnect elsewhere.
    await withinStop(Promise.allSettled([...atWork]));
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

/** Determines client addresses, and the lines of `/readyz` about proxies missing from the trusted ones. */
const clientsOf = ({ trustedProxies: trusted, registry, logger, now }: GatewayDeps) => {
  const addressOf = createClientAddressCache(trusted);
  const { notice, lines } = createUnnamedProxies({ trusted, registry, logger, now });
  const clientOf = (res: HttpResponse, { headers }: RequestHead): string => {
    const peer = Buffer.from(res.getRemoteAddressAsText()).toString('latin1');
    notice(peer, headers);
    return addressOf(peer, headers['x-forwarded-for']);
  };
  return { clientOf, lines };
};

/** Waits for `work`, at most {@link STOP_MS}. */
const withinStop = async (work: Promise<unknown>): Promise<void> => {
  let deadline: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    deadline = setTimeout(resolve, STOP_MS);
  });
  await Promise.race([timeout, work]);
  clearTimeout(deadline);
};
