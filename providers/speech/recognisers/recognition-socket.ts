/** The socket of a stream (recognition-stream.ts): connects, sends, tells what comes, and knows the time. Decides nothing. */

import { type RawData, WebSocket } from 'ws';
import type { ConnectionGuard } from '../../connection-guard.js';
import { readRetryAfter } from '../../retry-after.js';
import type { RecogniserStream, RecognitionEvent } from '../recogniser.js';
import type { RecognitionStream, StreamInput, StreamOutput } from './recognition-stream.js';

/** Of one message of a provider; a long turn with all its words has some 50 kB. */
const MOST_MESSAGE_BYTES = 256 * 1_024;
/** How long a provider may take to close a connection that is not listened to any more, ms. */
const CLOSE_MS = 1_000;

/** Opens the stream's first connection. `onOver`: once no event follows and no connection is open. */
export const openRecognitionSocket = (
  stream: RecognitionStream,
  onEvent: (event: RecognitionEvent) => void,
  onOver: () => void,
  guard?: ConnectionGuard,
): RecogniserStream => {
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
      for (const output of stream.feed(next, performance.now(), socket?.bufferedAmount ?? 0)) act(output);
    busy = false;
    if (timer !== null) clearTimeout(timer);
    const at = stream.wakeAt();
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
  feed({ type: 'start' });
  return {
    write: (mulaw) => {
      if (!closed) feed({ type: 'audio', mulaw: busy ? mulaw.slice() : mulaw });
    },
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
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: false,
    ...(guard === undefined ? {} : { lookup: guard.lookup }),
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
