/** The little of uWebSockets.js that handlers meet: a request as plain data, a response that may be gone. */
import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { DomainError } from '../schemas/errors.js';
import type { Reply } from './envelope.js';

/** A request's line and headers, read before the first await: uWebSockets forgets them afterwards. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const readHead = (req: HttpRequest): RequestHead => {
  const headers: Record<string, string> = {};
  req.forEach((name, value) => {
    headers[name] = value;
  });
  return { method: req.getMethod().toUpperCase(), path: req.getUrl(), query: req.getQuery() ?? '', headers };
};

/** A response whose client may leave at any time. */
export interface Connection {
  readonly res: HttpResponse;
  readonly gone: () => boolean;
  /** Runs once when the client leaves; at once if it has left. */
  readonly onGone: (listener: () => void) => void;
}

export const track = (res: HttpResponse): Connection => {
  let gone = false;
  const listeners: (() => void)[] = [];
  res.onAborted(() => {
    gone = true;
    for (const listener of listeners) listener();
  });
  return {
    res,
    gone: () => gone,
    onGone: (listener) => {
      if (gone) listener();
      else listeners.push(listener);
    },
  };
};

/** Sends a whole answer, unless the client has left. */
export const send = (
  { res, gone }: Connection,
  reply: Reply,
  headers: Readonly<Record<string, string>> = {},
): void => {
  if (gone()) return;
  res.cork(() => {
    res.writeStatus(statusLine(reply.status));
    for (const [name, value] of Object.entries({ ...reply.headers, ...headers }))
      res.writeHeader(name, value);
    res.end(reply.status === 204 ? undefined : reply.body);
  });
};

/** The whole body. @throws DomainError body_too_large; never settles when the client leaves. */
export const readBody = ({ res, gone }: Connection, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (gone()) return;
    const chunks: Buffer[] = [];
    let bytes = 0;
    let refused = false;
    res.onData((chunk, isLast) => {
      bytes += chunk.byteLength;
      if (refused) return;
      if (bytes > maxBytes) {
        refused = true;
        chunks.length = 0;
        reject(new DomainError('body_too_large', `The body has more than ${maxBytes} bytes.`));
        return;
      }
      // uWebSockets takes the memory back after this callback.
      chunks.push(Buffer.from(chunk.slice(0)));
      if (isLast) resolve(Buffer.concat(chunks));
    });
  });

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

export const statusLine = (status: number): string => `${status} ${REASONS[status] ?? ''}`.trim();
