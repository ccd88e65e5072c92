/**
 * The client's end of a websocket with as little as possible between the caller and the kernel: a bench of servers must
 * not become a bench of its own client. Text only, no extensions, no fragments; a mask of zeros, which RFC 6455 allows
 * and which leaves the text unchanged.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** One open websocket. */
export interface BareSocket {
  send(text: string): void;
  /** Cuts the connection. */
  end(): void;
}

/** Receives what a socket delivers. */
export interface BareListener {
  /** All messages of one piece of the stream, in order; valid until it returns. */
  onTexts(texts: readonly Buffer[]): void;
  /** The connection has closed, from either side. */
  onClose(): void;
}

const OPEN_MS = 10_000;
const TEXT = 0x81;
const PONG = 0x8a;
const OPCODE = { text: 1, close: 8, ping: 9 } as const;
const END_OF_HEAD = '\r\n\r\n';

const frameOf = (first: number, payload: Buffer): Buffer => {
  const head = payload.length < 126 ? 6 : 8;
  const frame = Buffer.alloc(head + payload.length);
  frame[0] = first;
  if (payload.length < 126) frame[1] = 0x80 | payload.length;
  else {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(payload.length, 2);
  }
  payload.copy(frame, head);
  return frame;
};

/** Position of the frame that starts at `at` in `bytes`; null while it is incomplete. */
const frameAt = (
  bytes: Buffer,
  at: number,
): { readonly opcode: number; readonly from: number; readonly to: number } | null => {
  if (bytes.length < at + 2) return null;
  const short = bytes.readUInt8(at + 1) & 0x7f;
  if (short === 127) throw new Error('a message of 64 KiB or more');
  const from = at + (short === 126 ? 4 : 2);
  if (bytes.length < from) return null;
  const to = from + (short === 126 ? bytes.readUInt16BE(at + 2) : short);
  return bytes.length < to ? null : { opcode: bytes.readUInt8(at) & 0x0f, from, to };
};

/** Opens a websocket at `url` (ws:). @throws Error when it is refused, or not opened in time */
export const openBareSocket = async (url: string, listener: BareListener): Promise<BareSocket> => {
  const { hostname, port, pathname, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const rest = await new Promise<Buffer>((resolve, reject) => {
    let head = Buffer.alloc(0);
    const timer = setTimeout(() => socket.destroy(new Error(`${url} did not open in time`)), OPEN_MS);
    const onData = (bytes: Buffer): void => {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      clearTimeout(timer);
      socket.off('data', onData);
      if (head.toString('latin1', 0, 12) === 'HTTP/1.1 101') resolve(head.subarray(end + END_OF_HEAD.length));
      else reject(new Error(`${url} refused: ${head.toString('latin1', 0, 200)}`));
    };
    socket.on('data', onData);
    socket.once('error', reject);
    socket.once('connect', () =>
      socket.write(
        `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13${END_OF_HEAD}`,
      ),
    );
  });
  listen(socket, rest, listener);
  return {
    send: (text) => {
      if (socket.writable) socket.write(frameOf(TEXT, Buffer.from(text, 'latin1')));
    },
    end: () => socket.destroy(),
  };
};

const listen = (socket: Socket, first: Buffer, { onTexts, onClose }: BareListener): void => {
  let rest: Buffer = Buffer.alloc(0);
  const onData = (bytes: Buffer): void => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const texts: Buffer[] = [];
    let at = 0;
    for (let frame = frameAt(all, at); frame !== null; frame = frameAt(all, at)) {
      const payload = all.subarray(frame.from, frame.to);
      if (frame.opcode === OPCODE.text) texts.push(payload);
      else if (frame.opcode === OPCODE.ping) socket.write(frameOf(PONG, payload));
      else if (frame.opcode === OPCODE.close) socket.destroy();
      at = frame.to;
    }
    rest = all.subarray(at);
    if (texts.length > 0) onTexts(texts);
  };
  socket.on('error', () => undefined);
  socket.on('close', onClose);
  socket.on('data', onData);
  if (first.length > 0) onData(first);
};
