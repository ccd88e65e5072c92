/** Uploads over a socket of their own: as slow and as odd as a client can be. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface RawAnswer {
  readonly status: number;
  readonly retryAfter: string;
  readonly code: string;
}

export interface RawUpload {
  /** Sends more of the body. Resolves once the socket took it, or is gone. */
  send(bytes: Uint8Array | string): Promise<void>;
  /** The answer; null when the connection ended without one. */
  readonly answer: Promise<RawAnswer | null>;
  /** Leaves. */
  end(): void;
}

interface RawRequest {
  readonly url: string;
  readonly apiKey: string;
  readonly contentType?: string;
  /** Of the whole body, bytes. */
  readonly length: number;
}

let lastKey = 0;

/** Begins an upload of `length` bytes; nothing of its body is sent yet. */
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
  socket.on('data', (chunk) => {
    text += chunk;
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
  const answered = async (): Promise<RawAnswer | null> => {
    while (!text.includes('\r\n\r\n') && !socket.destroyed) await Promise.race([ended, delay(10)]);
    const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
    if (status === undefined) return null;
    await delay(50);
    return {
      status: Number(status),
      retryAfter: /^Retry-After: (.*)$/im.exec(text)?.[1]?.trim() ?? '',
      code: /"code":"(\w+)"/.exec(text)?.[1] ?? '',
    };
  };
  return {
    send: (bytes) =>
      Promise.race([
        ended,
        new Promise<void>((resolve) => {
          if (socket.destroyed) resolve();
          else socket.write(bytes, () => resolve());
        }),
      ]),
    answer: answered(),
    end: () => socket.destroy(),
  };
};
