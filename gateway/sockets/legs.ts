/**
 * Websockets of browsers' legs (docs/how-to/browser-calls.md): bounded in every direction, and opened only by pages of this service.
 * media/legs/leg.ts handles their messages.
 */
import type { HttpResponse, TemplatedApp, WebSocket } from 'uWebSockets.js';
import type { Logger } from 'pino';
import type { LegConnection, LegSocket } from '../../media/legs/leg.js';
import type { BrowserLegs } from '../../media/legs/legs.js';
import { MAX_LEG_MESSAGE_BYTES } from '../../schemas/calls/leg-signalling.js';
import { DomainError } from '../../schemas/errors.js';
import type { Allowance } from '../access/rate-limit.js';
import { track } from '../http/connection.js';
import { failure } from '../http/envelope.js';
import { send } from '../http/http.js';
import { type RequestHead, readFields, readHead } from '../http/request-head.js';
import { upgradeProblem } from './media.js';

/** The path that opens a leg's websocket. */
export const LEG_PATH = '/api/v1/legs';

/** A page with this much unread data is disconnected. */
const MAX_BUFFERED_BYTES = 128 * 1024;
/** A page sends a message each second. */
const IDLE_SECONDS = 32;
/** The result of uWebSockets' `send` for a message that did not fit into the buffer. */
const DROPPED = 2;

interface SocketData {
  connection: LegConnection | null;
}

export interface LegSocketDeps {
  readonly legs: Pick<BrowserLegs, 'accept'>;
  readonly logger: Logger;
  readonly newId: () => string;
  readonly isDraining: () => boolean;
  /** As {@link GatewayDeps.catchUp}. */
  readonly catchUp: () => void;
  /** The configured address of the service; null: any address that clients use. */
  readonly publicUrl: string | null;
  /** Counts an unauthenticated request of a client address. */
  readonly limitAddress: (res: HttpResponse, head: RequestHead) => Allowance;
  /** An admitted socket has ended. */
  readonly onEnd: () => void;
}

export const serveLegSockets = (app: TemplatedApp, deps: LegSocketDeps): void => {
  app.ws<SocketData>(LEG_PATH, {
    maxPayloadLength: MAX_LEG_MESSAGE_BYTES,
    maxBackpressure: MAX_BUFFERED_BYTES,
    closeOnBackpressureLimit: 1,
    idleTimeout: IDLE_SECONDS,
    upgrade: (res, req, context) => {
      const fields = readFields(req);
      const head = readHead(req, fields);
      const connection = track(res);
      const { allowed, headers } = deps.limitAddress(res, head);
      const problem =
        upgradeProblem(head, fields) ??
        originProblem(head, deps.publicUrl) ??
        (allowed ? null : new DomainError('rate_limited')) ??
        (deps.isDraining() ? new DomainError('not_ready') : null);
      if (problem !== null) {
        connection.stopReading();
        void send(connection, failure(problem, deps.newId(), headers));
        return;
      }
      res.upgrade<SocketData>(
        { connection: null },
        req.getHeader('sec-websocket-key'),
        req.getHeader('sec-websocket-protocol'),
        req.getHeader('sec-websocket-extensions'),
        context,
      );
    },
    open: (socket) => {
      socket.getUserData().connection = deps.legs.accept(legSocket(socket));
    },
    message: (socket, message, isBinary) => {
      deps.catchUp();
      const { connection } = socket.getUserData();
      if (isBinary) connection?.onBinary();
      else connection?.onText(Buffer.from(message).toString());
    },
    close: (socket) => {
      const data = socket.getUserData();
      const { connection } = data;
      data.connection = null;
      deps.onEnd();
      connection?.onClose();
    },
  });
};

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks the page that opens a socket. Browsers report the page but do not stop it from opening sockets on other sites (RFC 6455
 * section 10.2). The page must be one of ours: its origin is the configured address, or its host is the requested one and either
 * no address is configured or the host is this machine. Null: the page is allowed. Pure.
 */
export const originProblem = (
  { headers }: Pick<RequestHead, 'headers'>,
  publicUrl: string | null,
): DomainError | null => {
  const { origin, host = '' } = headers;
  // Not a browser: its token is sufficient.
  if (origin === undefined) return null;
  const page = URL.canParse(origin) ? new URL(origin) : null;
  if (page !== null && publicUrl !== null && page.origin === new URL(publicUrl).origin) return null;
  const isSameHost = page !== null && page.host === host.toLowerCase();
  if (isSameHost && (publicUrl === null || LOOPBACK_NAMES.has(page.hostname))) return null;
  return new DomainError('origin_not_allowed');
};

/** uWebSockets throws when a closed socket is touched; here that counts as closed. */
const legSocket = (socket: WebSocket<SocketData>): LegSocket => ({
  send: (text) => {
    try {
      return socket.send(text) !== DROPPED;
    } catch {
      return false;
    }
  },
  close: (code, reason) => {
    try {
      socket.end(code, reason);
    } catch {
      // It is already closed.
    }
  },
});
