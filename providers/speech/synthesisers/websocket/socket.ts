/** One WebSocket to a provider: opened within a deadline, monitored while it is open, and closed once. */
import { WebSocket } from 'ws';
import type { ConnectionGuard } from '../../../egress/connection-guard.js';
import { readRetryAfter } from '../../../retry-after.js';
import { failureOfStatus, SynthesisFailure } from '../failure.js';
import { MAX_MESSAGE_BYTES } from '../limits.js';

export interface SocketOptions {
  readonly provider: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connectMs: number;
  /** Interval between pings, ms; a socket that did not answer the last one is cut. */
  readonly heartbeatMs: number;
  /** Sent with each ping; null: nothing. */
  readonly keepAlive: string | null;
  /** Decides where it may connect. */
  readonly guard?: ConnectionGuard | undefined;
}

export interface SocketListener {
  /** Text arrives as a string; bytes belong to the receiver. */
  onMessage(message: string | Uint8Array): void;
  /** Called once, whether or not the socket ever opened. `code`: of the close frame, if there was one. */
  onEnd(failure: SynthesisFailure | null, code: number | null): void;
}

export interface Socket {
  /** Messages are queued until the socket is open. */
  send(message: string): void;
  /** Closes with a close frame; cuts the socket if that is not answered in time. */
  close(goodbye: string | null): void;
  /** Ends the socket immediately. */
  cut(): void;
}

/** How long to wait for a close frame, ms. */
const CLOSE_MS = 1_000;
const NORMAL_CLOSE = 1_000;
/** No close frame arrived (RFC 6455, section 7.4.1). */
const ABNORMAL_CLOSE = 1_006;

export const openSocket = (options: SocketOptions, listener: SocketListener): Socket => {
  const { provider, connectMs, heartbeatMs, keepAlive, guard } = options;
  const socket = new WebSocket(options.url, {
    headers: options.headers,
    handshakeTimeout: connectMs,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    ...(guard === undefined ? {} : { agent: guard.socketAgent(options.url) }),
  });
  const unsent: string[] = [];
  let failure: SynthesisFailure | null = null;
  let heartbeat: NodeJS.Timeout | undefined;
  let closing: NodeJS.Timeout | undefined;
  let alive = true;

  const beat = (): void => {
    if (!alive) {
      failure = new SynthesisFailure('unavailable', `${provider} does not respond to pings`);
      return socket.terminate();
    }
    alive = false;
    socket.ping();
    if (keepAlive !== null) socket.send(keepAlive);
  };

  socket.on('open', () => {
    heartbeat = setInterval(beat, heartbeatMs);
    for (const message of unsent.splice(0)) socket.send(message);
  });
  socket.on('pong', () => {
    alive = true;
  });
  socket.on('message', (data: Buffer, isBinary) => {
    alive = true;
    // A copy, because the data may be part of a much larger buffer, which it would keep in memory.
    listener.onMessage(isBinary ? new Uint8Array(data) : data.toString('utf8'));
  });
  socket.on('unexpected-response', (request, response) => {
    const retryAfter = readRetryAfter(response.headers['retry-after'], Date.now());
    failure = failureOfStatus(provider, response.statusCode ?? 0, retryAfter);
    response.destroy();
    request.destroy();
    socket.terminate();
  });
  socket.on('error', (error) => {
    failure ??= failureOf(provider, error);
  });
  socket.on('close', (code) => {
    clearInterval(heartbeat);
    clearTimeout(closing);
    listener.onEnd(failure, code === ABNORMAL_CLOSE ? null : code);
  });

  return {
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
      else if (socket.readyState === WebSocket.CONNECTING) unsent.push(message);
    },
    close: (goodbye) => {
      clearInterval(heartbeat);
      if (socket.readyState !== WebSocket.OPEN) return socket.terminate();
      if (goodbye !== null) socket.send(goodbye);
      socket.close(NORMAL_CLOSE);
      closing = setTimeout(() => socket.terminate(), CLOSE_MS);
    },
    cut: () => socket.terminate(),
  };
};

/** Omits the message of `error`, which may contain the address. */
const failureOf = (provider: string, error: Error): SynthesisFailure => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('WS_ERR_') || error instanceof RangeError)
    return new SynthesisFailure('protocol', `${provider} sent an invalid WebSocket message`);
  if (error.message.includes('handshake has timed out'))
    return new SynthesisFailure('timeout', `${provider} did not open a connection in time`);
  const detail = /^[A-Z0-9_]{1,40}$/.test(code) ? ` (${code})` : '';
  return new SynthesisFailure('unavailable', `${provider} cannot be reached${detail}`);
};
