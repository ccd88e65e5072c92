/** The carrier's end of one media socket, under a test's control: it sends whatever the test wants, well-formed or not. */
import WebSocket from 'ws';

/** One open media socket; the test decides what is sent on it. */
export interface CarrierStream {
  readonly streamSid: string;
  /** The protocol's own opening: `connected` and `start`. */
  begin(): void;
  /** A numbered message of this stream; `streamSid` may be that of another. */
  event(name: string, body: object, streamSid?: string): void;
  /** 20 ms of silence at `timestampMs`. */
  frame(timestampMs: number, streamSid?: string): void;
  raw(data: string | Buffer): void;
  /** The messages received so far. */
  readonly received: readonly { readonly event: string; readonly mark?: { readonly name: string } }[];
  isOpen(): boolean;
  /** The code with which the other side closed. */
  readonly closed: Promise<number>;
  /** Cuts the socket. */
  drop(): void;
}

/** The status and the body with which an upgrade was refused. */
export interface RefusedUpgrade {
  readonly status: number;
  readonly text: string;
}

const connectTo = (url: string): Promise<WebSocket | RefusedUpgrade> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { maxPayload: 1024 * 1024 });
    socket.once('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        socket.terminate();
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });

/** How an upgrade at `url` is refused; null if it is accepted, in which case the socket is cut at once. */
export const refusal = async (url: string): Promise<RefusedUpgrade | null> => {
  const outcome = await connectTo(url);
  if (!(outcome instanceof WebSocket)) return outcome;
  outcome.terminate();
  return null;
};

let streams = 0;

/** Opens a media socket. @throws Error if it is refused */
export const openCarrierStream = async (url: string): Promise<CarrierStream> => {
  const socket = await connectTo(url);
  if (!(socket instanceof WebSocket)) throw new Error(`refused with ${socket.status}: ${socket.text}`);
  streams += 1;
  const ownStreamSid = `MZ${String(streams).padStart(32, '0')}`;
  const received: { event: string; mark?: { name: string } }[] = [];
  socket.on('message', (data) => received.push(JSON.parse(data.toString())));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  let sequence = 0;
  const raw = (data: string | Buffer): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(data);
  };
  const event = (name: string, body: object, streamSid = ownStreamSid): void => {
    sequence += 1;
    raw(JSON.stringify({ event: name, sequenceNumber: String(sequence), streamSid, [name]: body }));
  };
  return {
    streamSid: ownStreamSid,
    begin: () => {
      raw(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }));
      event('start', {
        streamSid: ownStreamSid,
        callSid: `CA${ownStreamSid.slice(2)}`,
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
      });
    },
    event,
    frame: (timestampMs, streamSid = ownStreamSid) =>
      event(
        'media',
        {
          track: 'inbound',
          timestamp: String(timestampMs),
          payload: Buffer.alloc(160, 0xff).toString('base64'),
        },
        streamSid,
      ),
    raw,
    received,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    closed,
    drop: () => socket.terminate(),
  };
};
