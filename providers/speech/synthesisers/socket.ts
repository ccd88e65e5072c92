/** One websocket to a provider: opened within a deadline, looked after while it is open, and closed once. */
import { WebSocket } from 'ws';
import type { ConnectionGuard } from '../../connection-guard.js';
import { readRetryAfter } from '../../retry-after.js';
import { failureOfStatus, SynthesisFailure } from './failure.js';
import { MOST_MESSAGE_BYTES } from './limits.js';

export interface SocketOptions {
  readonly provider: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connectMs: number;
  /** Between two pings; a socket that did not answer the last one is cut, ms. */
  readonly heartbeatMs: number;
  /** Sent with each ping; null: nothing. */
  readonly keepAlive: string | null;
  /** Says where it may connect to. */
  readonly guard?: ConnectionGuard | undefined;
}

export interface SocketListener {
  /** Text as a string; bytes are the receiver's own. */
  onMessage(message: string | Uint8Array): void;
  /** Told once, whether it ever opened or not. `code`: of the close frame, where there was one. */
  onEnd(failure: SynthesisFailure | null, code: number | null): void;
}

export interface Socket {
  /** Kept until the socket is open. */
  send(message: string): void;
  /** With a close frame; cut when it is not answered in time. */
  close(goodbye: string | null): void;
  /** At once. */
  cut(): void;
}

/** How long a close frame is waited for, ms. */
const CLOSE_MS = 1_000;
const NORMAL_CLOSE = 1_000;
/** No close frame came (RFC 6455, section 7.4.1). */
const ABNORMAL_CLOSE = 1_006;

export const openSocket = (options: SocketOptions, listener: SocketListener): Socket => {
  const { provider, connectMs, heartbeatMs, keepAlive, guard } = options;
  const socket = new WebSocket(options.url, {
    headers: options.headers,
    handshakeTimeout: connectMs,
    maxPayload: MOST_MESSAGE_BYTES,
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
      failure = new SynthesisFailure('unavailable', `${provider} gives no sign of life`);
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
    // A copy: what came may lie in a piece of memory that is much larger, and would be kept with it.
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

/** `error`'s own message stays out: it may hold the address. */
const failureOf = (provider: string, error: Error): SynthesisFailure => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('WS_ERR_') || error instanceof RangeError)
    return new SynthesisFailure('protocol', `${provider} sent what is no websocket message`);
  if (error.message.includes('handshake has timed out'))
    return new SynthesisFailure('timeout', `${provider} did not open a connection in time`);
  const why = /^[A-Z0-9_]{1,40}$/.test(code) ? ` (${code})` : '';
  return new SynthesisFailure('unavailable', `${provider} cannot be reached${why}`);
};
