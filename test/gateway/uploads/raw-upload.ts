/** Uploads over a raw socket, as slow and as odd as a client can be. */
import { connect } from 'node:net';

interface RawAnswer {
  readonly status: number;
  readonly retryAfter: string;
  readonly code: string;
}

export interface RawUpload {
  /** Sends more of the body. Resolves once the socket has taken it, or is closed. */
  send(bytes: Uint8Array | string): Promise<void>;
  /** The answer; null when the connection ended without one. */
  readonly answer: Promise<RawAnswer | null>;
  /** Disconnects. */
  end(): void;
}

interface RawRequest {
  readonly url: string;
  readonly apiKey: string;
  readonly contentType?: string;
  /** Length of the whole body, bytes. */
  readonly length: number;
}

let lastKey = 0;

/** Whether an answer is complete: its head, and the body that the head announces. */
const isWhole = (text: string): boolean => {
  const [head, ...rest] = text.split('\r\n\r\n');
  if (rest.length === 0) return false;
  const body = rest.join('\r\n\r\n');
  const length = /^Content-Length: (\d+)/im.exec(head ?? '')?.[1];
  if (length !== undefined) return Buffer.byteLength(body) >= Number(length);
  return !/^Transfer-Encoding: chunked/im.test(head ?? '') || body.endsWith('0\r\n\r\n');
};

const answerIn = (text: string): RawAnswer | null => {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  if (status === undefined) return null;
  return {
    status: Number(status),
    retryAfter: /^Retry-After: (.*)$/im.exec(text)?.[1]?.trim() ?? '',
    code: /"code":"(\w+)"/.exec(text)?.[1] ?? '',
  };
};

/** Starts an upload of `length` bytes, and sends nothing of its body. */
export const rawUpload = ({
  url,
  apiKey,
  length,
  contentType = 'application/json',
}: RawRequest): RawUpload => {
  lastKey += 1;
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8');
  const whole = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk;
      if (isWhole(text)) resolve();
    });
  });
  const ended = new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  const head = [
    'POST /api/v1/contacts/imports HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${apiKey}`,
    `Idempotency-Key: raw${lastKey}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return {
    send: (bytes) =>
      Promise.race([
        ended,
        new Promise<void>((resolve) => {
          if (socket.destroyed) resolve();
          else socket.write(bytes, () => resolve());
        }),
      ]),
    answer: Promise.race([whole, ended]).then(() => answerIn(text)),
    end: () => socket.destroy(),
  };
};
