/** Media websockets of carriers: admitted by token at the upgrade, bounded in every direction. */
import type { HttpResponse, TemplatedApp, WebSocket } from 'uWebSockets.js';
import type { Logger } from 'pino';
import type { MediaAdmission, MediaConnection, MediaHost, MediaSocket } from '../../media/media-host.js';
import { DomainError } from '../../schemas/errors.js';
import type { Allowance } from '../access/rate-limit.js';
import { track } from '../http/connection.js';
import { failure } from '../http/envelope.js';
import { send } from '../http/http.js';
import {
  type HeaderField,
  headProblem,
  type RequestHead,
  readFields,
  readHead,
} from '../http/request-head.js';

/** The path to which a carrier streams one call. The token is in the path, because Twilio drops query strings. */
export const mediaPath = (carrier: string, token: string): string => `/media/${carrier}/${token}`;

/** A frame of 20 ms is some 300 bytes; no carrier needs more than this in one message. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Ten seconds of unread audio: a carrier that buffers more is disconnected. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const IDLE_SECONDS = 32;
/** RFC 6455 section 7.4.1. */
const CLOSE_INTERNAL = 1011;
/** The result of uWebSockets' `send` for a message that did not fit into the buffer (0: buffered, 1: sent). */
const DROPPED = 2;

interface SocketData {
  readonly admission: MediaAdmission;
  connection: MediaConnection | null;
}

export interface MediaSocketDeps {
  readonly mediaHost: MediaHost;
  readonly logger: Logger;
  readonly newId: () => string;
  readonly isDraining: () => boolean;
  /** As {@link GatewayDeps.catchUp}. */
  readonly catchUp: () => void;
  /** Counts an invalid token of a client address; not allowed: the address has guessed too often. */
  readonly limitAddress: (res: HttpResponse, head: RequestHead) => Allowance;
  /** An admitted socket has ended. */
  readonly onEnd: () => void;
}

export const serveMediaSockets = (app: TemplatedApp, deps: MediaSocketDeps): void => {
  const { mediaHost, logger } = deps;
  /** A failure in one socket's handling closes that socket only. */
  const guarded = (socket: WebSocket<SocketData>, work: () => void): void => {
    try {
      work();
    } catch (error) {
      logger.error({
        event: 'media.socket.failed',
        callId: socket.getUserData().admission.callId,
        err: error,
      });
      mediaSocket(socket).close(CLOSE_INTERNAL, 'internal');
    }
  };

  app.ws<SocketData>('/media/:carrier/:token', {
    maxPayloadLength: MAX_MESSAGE_BYTES,
    maxBackpressure: MAX_BUFFERED_BYTES,
    closeOnBackpressureLimit: 1,
    idleTimeout: IDLE_SECONDS,
    // Upgraded within the handler: uWebSockets may move a socket that is upgraded later, and then closes it at once.
    upgrade: (res, req, context) => {
      const carrier = req.getParameter(0) ?? '';
      const token = req.getParameter(1) ?? '';
      const fields = readFields(req);
      const head = readHead(req, fields);
      const connection = track(res);
      let admission: MediaAdmission;
      try {
        const problem = upgradeProblem(head, fields);
        if (problem !== null) {
          connection.stopReading();
          throw problem;
        }
        if (deps.isDraining()) throw new DomainError('not_ready');
        admission = mediaHost.admit(carrier, token);
      } catch (error) {
        const refusal = error instanceof DomainError ? error : new DomainError('internal');
        if (refusal.code === 'media_token_invalid') {
          const { allowed, headers } = deps.limitAddress(res, head);
          if (!allowed) {
            // Not logged: the log would grow with every guess.
            connection.stopReading();
            void send(connection, failure(new DomainError('rate_limited'), deps.newId(), headers));
            return;
          }
        }
        if (refusal === error) logger.warn({ event: 'media.socket.refused', carrier, code: refusal.code });
        else logger.error({ event: 'media.socket.refused', carrier, code: refusal.code, err: error });
        void send(connection, failure(refusal, deps.newId()));
        return;
      }
      res.upgrade<SocketData>(
        { admission, connection: null },
        req.getHeader('sec-websocket-key'),
        req.getHeader('sec-websocket-protocol'),
        req.getHeader('sec-websocket-extensions'),
        context,
      );
    },
    open: (socket) =>
      guarded(socket, () => {
        const data = socket.getUserData();
        data.connection = mediaHost.open(data.admission, mediaSocket(socket));
      }),
    message: (socket, message, isBinary) =>
      guarded(socket, () => {
        deps.catchUp();
        const { connection } = socket.getUserData();
        if (isBinary) connection?.onBinary(message.byteLength);
        else connection?.onText(new Uint8Array(message));
      }),
    close: (socket, code) => {
      const data = socket.getUserData();
      const { connection } = data;
      data.connection = null;
      deps.onEnd();
      try {
        connection?.onClose(code);
      } catch (error) {
        logger.error({ event: 'media.socket.failed', callId: data.admission.callId, err: error });
      }
    },
  });
};

/** Checks an upgrade like any request. In addition it must have no body and the one existing version (RFC 6455 section 4.1). */
export const upgradeProblem = (head: RequestHead, fields: readonly HeaderField[]): DomainError | null => {
  const problem = headProblem(head, fields);
  if (problem !== null) return problem;
  const {
    'content-length': length = '0',
    'transfer-encoding': encoding,
    'sec-websocket-version': version,
  } = head.headers;
  if (Number(length) > 0 || encoding !== undefined)
    return new DomainError(
      'request_malformed',
      'The request for a websocket has a body; send it without one.',
    );
  if (version !== '13')
    return new DomainError(
      'request_malformed',
      'Only websocket version 13 is supported; send Sec-WebSocket-Version: 13.',
    );
  return null;
};

/** uWebSockets throws when a closed socket is touched; here that counts as closed. */
const mediaSocket = (socket: WebSocket<SocketData>): MediaSocket => {
  const ifOpen = <T>(work: () => T, fallback: T): T => {
    try {
      return work();
    } catch {
      return fallback;
    }
  };
  return {
    send: (message) => {
      try {
        return socket.send(message) !== DROPPED;
      } catch {
        return false;
      }
    },
    cork: (work) => {
      // Distinguishes errors of `work` from those of uWebSockets about the socket.
      let hasRun = false;
      const once = (): void => {
        hasRun = true;
        work();
      };
      try {
        socket.cork(once);
      } catch (error) {
        if (hasRun) throw error;
        work();
      }
    },
    close: (code: number, reason: string): void => ifOpen(() => socket.end(code, reason), undefined),
    bufferedBytes: (): number => ifOpen(() => socket.getBufferedAmount(), 0),
  };
};
