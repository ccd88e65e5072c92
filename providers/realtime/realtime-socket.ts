/** The socket of a stream of speech to speech: connects, sends, tells what comes, and knows the time. Decides nothing. */
import { type RawData, WebSocket } from 'ws';
import type { ConnectionGuard } from '../connection-guard.js';
import type { ChatMessage } from '../llm/language-model.js';
import { readRetryAfter } from '../retry-after.js';
import type { RealtimeEvent, RealtimeStream, RealtimeTask, ResponseRequest } from './realtime-engine.js';

export type StreamInput =
  | { readonly type: 'audio'; readonly mulaw: Uint8Array }
  | { readonly type: 'opened' }
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'ponged' }
  /** The upgrade was answered with that status. `retryAfterMs`: it wants to be left alone for so long; null: it says nothing. */
  | { readonly type: 'refused'; readonly status: number; readonly retryAfterMs: number | null }
  | { readonly type: 'closed'; readonly code: number }
  /** The connection broke, or never came about. */
  | { readonly type: 'broken' }
  /** What was received breaks the rules of websockets, or is larger than it may be. */
  | { readonly type: 'rubbish' }
  | { readonly type: 'tick' }
  | { readonly type: 'prepare'; readonly task: RealtimeTask }
  | { readonly type: 'converse'; readonly messages: readonly ChatMessage[] }
  | { readonly type: 'say'; readonly id: string; readonly text: string }
  | { readonly type: 'respond'; readonly request: ResponseRequest }
  | { readonly type: 'cancel'; readonly response: string }
  | { readonly type: 'heard'; readonly response: string; readonly playedMs: number }
  | { readonly type: 'finish' }
  | { readonly type: 'close' };

export type StreamOutput =
  | { readonly type: 'connect'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: 'send'; readonly data: string }
  | { readonly type: 'ping' }
  /** The present connection is not listened to any more. */
  | { readonly type: 'disconnect' }
  | { readonly type: 'event'; readonly event: RealtimeEvent }
  | { readonly type: 'finished' };

/** What a provider's protocol makes of it. */
export interface StreamMachine {
  /** `now`: ms of a clock that only goes forward. `queued`: bytes that the socket holds back. */
  feed(input: StreamInput, now: number, queued: number): readonly StreamOutput[];
  /** When it wants a `tick`; null: not before something happens. */
  wakeAt(): number | null;
  /** As RealtimeStream. */
  unheard(): Uint8Array;
}

/** Of one message of a provider: audio comes in pieces of some 100 ms, an account of a whole response is longer. */
const MOST_MESSAGE_BYTES = 1_024 * 1_024;
/** How long a provider may take to close a connection that is not listened to any more, ms. */
const CLOSE_MS = 1_000;

/** Its first connection is opened once it is prepared. `onOver`: once no event follows and no connection is open. `guard`: says where to. */
export const openRealtimeSocket = (
  machine: StreamMachine,
  onEvent: (event: RealtimeEvent) => void,
  onOver: () => void,
  guard?: ConnectionGuard,
): RealtimeStream => {
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let over: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    over = resolve;
  });

  /** What an event's listener does is done after what the event came with. */
  const inbox: StreamInput[] = [];
  let busy = false;

  const feed = (input: StreamInput): void => {
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
  const act = (output: StreamOutput): void => {
    switch (output.type) {
      case 'connect':
        socket = connect(output.url, output.headers, guard, (from, input) => {
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
    prepare: (task) => feed({ type: 'prepare', task }),
    converse: (messages) => feed({ type: 'converse', messages }),
    say: (id, text) => feed({ type: 'say', id, text }),
    respond: (request) => feed({ type: 'respond', request }),
    cancel: (response) => feed({ type: 'cancel', response }),
    heard: (response, playedMs) => feed({ type: 'heard', response, playedMs }),
    unheard: () => machine.unheard(),
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
  guard: ConnectionGuard | undefined,
  tell: (from: WebSocket, input: StreamInput) => void,
): WebSocket => {
  const socket = new WebSocket(url, {
    headers,
    // A redirect would take the key elsewhere.
    followRedirects: false,
    ...(guard === undefined ? {} : { lookup: guard.lookup }),
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  socket.on('open', () => tell(socket, { type: 'opened' }));
  socket.on('message', (data) => tell(socket, { type: 'message', text: bytesOf(data).toString('utf8') }));
  socket.on('pong', () => tell(socket, { type: 'ponged' }));
  socket.on('unexpected-response', (request, answer) => {
    request.destroy();
    const status = answer.statusCode ?? 0;
    tell(socket, {
      type: 'refused',
      status,
      retryAfterMs: readRetryAfter(answer.headers['retry-after'], Date.now()),
    });
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
