/**
 * The socket of a provider's stream of audio, whatever its protocol: connects, sends, tells what comes, and knows the time. What is
 * to be done decides a state machine.
 */
import { type RawData, WebSocket } from 'ws';
import type { ConnectionGuard } from './connection-guard.js';
import { readRetryAfter } from './retry-after.js';

/** What every machine is told. */
export type SocketInput =
  | { readonly type: 'audio'; readonly mulaw: Uint8Array }
  | { readonly type: 'opened' }
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'ponged' }
  /** The upgrade was answered with that status; `retryAfterMs`: how long the provider wants to be left alone, null: it did not say. */
  | { readonly type: 'refused'; readonly status: number; readonly retryAfterMs: number | null }
  | { readonly type: 'closed'; readonly code: number }
  /** The connection broke, or never came about. */
  | { readonly type: 'broken' }
  /** What was received breaks the rules of websockets, or is larger than it may be. */
  | { readonly type: 'rubbish' }
  | { readonly type: 'tick' }
  | { readonly type: 'finish' }
  | { readonly type: 'close' };

/** What a machine has done. `Event`: what it tells whoever opened the stream. */
export type SocketOutput<Event> =
  | { readonly type: 'connect'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: 'send'; readonly data: string | Uint8Array }
  | { readonly type: 'ping' }
  /** The present connection is not listened to any more. */
  | { readonly type: 'disconnect' }
  | { readonly type: 'event'; readonly event: Event }
  | { readonly type: 'finished' };

/** What a provider's protocol makes of it. `Own`: what it is told besides. */
interface StreamMachine<Own, Event> {
  /** `now`: ms of a clock that only goes forward. `queued`: bytes that the socket holds back. */
  feed(input: SocketInput | Own, now: number, queued: number): readonly SocketOutput<Event>[];
  /** When it wants a `tick`; null: not before something happens. */
  wakeAt(): number | null;
}

interface StreamSocketOptions<Event> {
  /** Of one message of the provider. */
  readonly mostMessageBytes: number;
  /** Says where connections may go; absent: anywhere. */
  readonly guard: ConnectionGuard | undefined;
  readonly onEvent: (event: Event) => void;
  /** No event follows, and no connection is open. */
  readonly onOver: () => void;
}

interface StreamSocket<Own> {
  /** Copies what it keeps. */
  write(mulaw: Uint8Array): void;
  tell(input: Own): void;
  /** Resolves once everything that was written has been told of. */
  finish(): Promise<void>;
  /** Idempotent; no event follows. */
  close(): void;
}

/** How long a provider may take to close a connection that is not listened to any more, ms. */
const CLOSE_MS = 1_000;

/** Does what the machine says, from now on; it connects when that says so. */
export const openStreamSocket = <Own, Event>(
  machine: StreamMachine<Own, Event>,
  options: StreamSocketOptions<Event>,
): StreamSocket<Own> => {
  const { onEvent, onOver } = options;
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let over: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    over = resolve;
  });

  /** What an event's listener does is done after what the event came with. */
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
        if (socket !== null) leave(socket);
        socket = null;
        return;
      case 'event':
        if (!closed) onEvent(output.event);
        return;
      case 'finished':
        over();
        onOver();
        return;
    }
  };
  return {
    write: (mulaw) => {
      if (!closed) feed({ type: 'audio', mulaw: busy ? mulaw.slice() : mulaw });
    },
    tell: feed,
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
  { guard, mostMessageBytes }: Pick<StreamSocketOptions<unknown>, 'guard' | 'mostMessageBytes'>,
  tell: (from: WebSocket, input: SocketInput) => void,
): WebSocket => {
  const socket = new WebSocket(url, {
    headers,
    // A redirect would take the key elsewhere.
    followRedirects: false,
    maxPayload: mostMessageBytes,
    perMessageDeflate: false,
    ...(guard === undefined ? {} : { agent: guard.socketAgent(url) }),
  });
  socket.on('open', () => tell(socket, { type: 'opened' }));
  socket.on('message', (data) => {
    tell(socket, { type: 'message', text: bytesOf(data).toString('utf8') });
  });
  socket.on('pong', () => tell(socket, { type: 'ponged' }));
  socket.on('unexpected-response', (request, answer) => {
    request.destroy();
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], Date.now());
    tell(socket, { type: 'refused', status: answer.statusCode ?? 0, retryAfterMs });
  });
  // The error itself may hold the request, and in it the key.
  socket.on('error', (error) => tell(socket, { type: breaksRules(error) ? 'rubbish' : 'broken' }));
  socket.on('close', (code) => tell(socket, { type: 'closed', code }));
  return socket;
};

const bytesOf = (data: RawData): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
};

/** As `ws` names what it cannot read: WS_ERR_UNSUPPORTED_MESSAGE_LENGTH and the like. */
const breaksRules = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && error.code.startsWith('WS_ERR_');

/** What comes from it is nobody's any more. */
const leave = (socket: WebSocket): void => {
  socket.removeAllListeners();
  // One that is ended while it connects says so as an error.
  socket.on('error', () => undefined);
  if (socket.readyState === WebSocket.CONNECTING) return socket.terminate();
  socket.close(1000);
  const timer = setTimeout(() => socket.terminate(), CLOSE_MS);
  timer.unref();
  socket.on('close', () => clearTimeout(timer));
};
