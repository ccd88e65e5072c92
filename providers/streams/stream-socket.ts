/**
 * The socket of a provider's audio stream, for any protocol: connects, sends, reports incoming messages and keeps time. A
 * state machine decides what to do.
 */
import { type RawData, WebSocket } from 'ws';
import type { ConnectionGuard } from '../egress/connection-guard.js';
import { readRetryAfter } from '../retry-after.js';

/** The inputs of every machine. */
export type SocketInput =
  | { readonly type: 'audio'; readonly mulaw: Uint8Array }
  | { readonly type: 'opened' }
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'ponged' }
  /** The upgrade was refused with this HTTP status. `retryAfterMs`: the delay from Retry-After; null without one. */
  | { readonly type: 'refused'; readonly status: number; readonly retryAfterMs: number | null }
  | { readonly type: 'closed'; readonly code: number }
  /** The connection broke or was never established. */
  | { readonly type: 'broken' }
  /** A received message violates the websocket protocol or exceeds the size limit. */
  | { readonly type: 'rubbish' }
  | { readonly type: 'tick' }
  | { readonly type: 'finish' }
  | { readonly type: 'close' };

/** The actions that a machine requests. `Event`: what it reports to the opener of the stream. */
export type SocketOutput<Event> =
  | { readonly type: 'connect'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: 'send'; readonly data: string | Uint8Array }
  | { readonly type: 'ping' }
  /** Closes the current connection; its further messages are ignored. */
  | { readonly type: 'disconnect' }
  | { readonly type: 'event'; readonly event: Event }
  | { readonly type: 'finished' };

/** A provider's protocol as a state machine. `Own`: its additional inputs. */
interface StreamMachine<Own, Event> {
  /** `now`: ms of a monotonic clock. `queued`: bytes that the socket has buffered for sending. */
  feed(input: SocketInput | Own, now: number, queued: number): readonly SocketOutput<Event>[];
  /** When it needs the next `tick`; null: not before the next input. */
  wakeAt(): number | null;
}

interface StreamSocketOptions<Event> {
  /** Maximum size of one message from the provider. */
  readonly maxMessageBytes: number;
  /** Restricts where connections may go; absent: anywhere. */
  readonly guard: ConnectionGuard | undefined;
  readonly onEvent: (event: Event) => void;
  /** Called when the stream is finished: no event follows, and no connection is open. */
  readonly onFinished: () => void;
}

interface StreamSocket<Own> {
  /** Copies the audio that it keeps. */
  write(mulaw: Uint8Array): void;
  dispatch(input: Own): void;
  /** Resolves once the events for all written audio have been emitted. */
  finish(): Promise<void>;
  /** Idempotent; no event follows. */
  close(): void;
}

/** How long a provider may take to close an abandoned connection, ms. */
const CLOSE_MS = 1_000;

/** Runs the machine; it connects when the machine requests it. */
export const openStreamSocket = <Own, Event>(
  machine: StreamMachine<Own, Event>,
  options: StreamSocketOptions<Event>,
): StreamSocket<Own> => {
  const { onEvent, onFinished } = options;
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let resolveFinished: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    resolveFinished = resolve;
  });

  /** Queues inputs from event listeners until the current input's outputs are processed. */
  const inbox: (SocketInput | Own)[] = [];
  let busy = false;

  const feed = (input: SocketInput | Own): void => {
    inbox.push(input);
    if (busy) return;
    busy = true;
    for (let next = inbox.shift(); next !== undefined; next = inbox.shift())
      for (const output of machine.feed(next, performance.now(), socket?.bufferedAmount ?? 0)) act(output);
    busy = false;
    if (timer !== null) clearTimeout(timer);
    const at = machine.wakeAt();
    timer = at === null ? null : setTimeout(feed, Math.max(0, at - performance.now()), { type: 'tick' });
  };
  const act = (output: SocketOutput<Event>): void => {
    switch (output.type) {
      case 'connect':
        socket = connect(output.url, output.headers, options, (from, input) => {
          if (from === socket) feed(input);
        });
        return;
      case 'send':
        if (socket?.readyState === WebSocket.OPEN) socket.send(output.data);
        return;
      case 'ping':
        if (socket?.readyState === WebSocket.OPEN) socket.ping();
        return;
      case 'disconnect':
        if (socket !== null) abandon(socket);
        socket = null;
        return;
      case 'event':
        if (!closed) onEvent(output.event);
        return;
      case 'finished':
        resolveFinished();
        onFinished();
        return;
    }
  };
  return {
    write: (mulaw) => {
      if (!closed) feed({ type: 'audio', mulaw: busy ? mulaw.slice() : mulaw });
    },
    dispatch: feed,
    finish: () => {
      feed({ type: 'finish' });
      return finished;
    },
    close: () => {
      closed = true;
      feed({ type: 'close' });
    },
  };
};

const connect = (
  url: string,
  headers: Readonly<Record<string, string>>,
  { guard, maxMessageBytes }: Pick<StreamSocketOptions<unknown>, 'guard' | 'maxMessageBytes'>,
  onInput: (from: WebSocket, input: SocketInput) => void,
): WebSocket => {
  const socket = new WebSocket(url, {
    headers,
    // A redirect would send the key to another host.
    followRedirects: false,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    ...(guard === undefined ? {} : { agent: guard.socketAgent(url) }),
  });
  socket.on('open', () => onInput(socket, { type: 'opened' }));
  socket.on('message', (data) => {
    onInput(socket, { type: 'message', text: bytesOf(data).toString('utf8') });
  });
  socket.on('pong', () => onInput(socket, { type: 'ponged' }));
  socket.on('unexpected-response', (request, answer) => {
    request.destroy();
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], Date.now());
    onInput(socket, { type: 'refused', status: answer.statusCode ?? 0, retryAfterMs });
  });
  // The error object is not passed on: it may hold the request, and with it the key.
  socket.on('error', (error) => onInput(socket, { type: isProtocolError(error) ? 'rubbish' : 'broken' }));
  socket.on('close', (code) => onInput(socket, { type: 'closed', code }));
  return socket;
};

const bytesOf = (data: RawData): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
};

/** `ws` names protocol errors WS_ERR_UNSUPPORTED_MESSAGE_LENGTH and the like. */
const isProtocolError = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && error.code.startsWith('WS_ERR_');

/** Abandons the socket: further messages and errors from it are ignored. */
const abandon = (socket: WebSocket): void => {
  socket.removeAllListeners();
  // A socket that is terminated while connecting emits an error.
  socket.on('error', () => undefined);
  if (socket.readyState === WebSocket.CONNECTING) return socket.terminate();
  socket.close(1000);
  const timer = setTimeout(() => socket.terminate(), CLOSE_MS);
  timer.unref();
  socket.on('close', () => clearTimeout(timer));
};
