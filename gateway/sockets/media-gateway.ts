/** A listener for carriers' media sockets only. Each media thread opens one, and all of them share a port. */
import uWS, { type HttpResponse } from 'uWebSockets.js';
import type { Logger } from 'pino';
import type { MediaHost } from '../../media/media-host.js';
import { DomainError } from '../../schemas/errors.js';
import { createClientAddressCache, type Networks } from '../access/client-address.js';
import { createRateLimiter, type RateLimit } from '../access/rate-limit.js';
import { track } from '../http/connection.js';
import { failure } from '../http/envelope.js';
import { send } from '../http/http.js';
import type { RequestHead } from '../http/request-head.js';
import { boundConnections } from '../server/connections.js';
import { type ListenAddress, listenOn } from '../server/listening.js';
import { serveMediaSockets } from './media.js';

export interface MediaGatewayDeps extends ListenAddress {
  readonly mediaHost: MediaHost;
  /** The limit of each client address for invalid tokens. */
  readonly addressLimit: RateLimit;
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: Networks;
  /** Open connections at a time. */
  readonly maxConnections: number;
  /** As {@link GatewayDeps.catchUp}. */
  readonly catchUp: () => void;
  readonly onConnectionRefused: () => void;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly logger: Logger;
}

export interface MediaGateway {
  /** Admits no more sockets; open ones stay. */
  refuse(): void;
  /** Closes every socket. Idempotent. */
  close(): void;
}

/** @throws Error when it cannot listen on the address */
export const createMediaGateway = async (deps: MediaGatewayDeps): Promise<MediaGateway> => {
  const { mediaHost, logger, newId, catchUp } = deps;
  let isRefusing = false;
  let closed = false;
  const limitAddress = createRateLimiter(deps.addressLimit, deps.now);
  const addressOf = createClientAddressCache(deps.trustedProxies);
  const clientOf = (res: HttpResponse, { headers }: RequestHead): string =>
    addressOf(Buffer.from(res.getRemoteAddressAsText()).toString('latin1'), headers['x-forwarded-for']);

  const app = uWS.App();
  const connections = boundConnections(app, deps.maxConnections, deps.onConnectionRefused);
  serveMediaSockets(app, {
    mediaHost,
    logger,
    newId,
    isDraining: () => isRefusing,
    catchUp,
    onEnd: connections.websocketEnded,
    limitAddress: (res, head) => limitAddress(clientOf(res, head)),
  });
  app.any('/*', (res) => {
    catchUp();
    const connection = track(res);
    connection.stopReading();
    void send(connection, failure(new DomainError('route_not_found'), newId()));
  });

  const socket = await listenOn(app, deps);
  return {
    refuse: () => {
      if (isRefusing) return;
      isRefusing = true;
      uWS.us_listen_socket_close(socket);
    },
    close: () => {
      if (closed) return;
      closed = true;
      if (!isRefusing) uWS.us_listen_socket_close(socket);
      isRefusing = true;
      app.close();
    },
  };
};
