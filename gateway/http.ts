/** The little of uWebSockets.js that handlers meet: a request as plain data, a response that may be gone. */
import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { DomainError } from '../schemas/errors.js';
import type { Reply } from './envelope.js';

/** A request's line and headers, read before the first await: uWebSockets forgets them afterwards. */
export interface RequestHead {
  readonly method: string;
  /** As it came, not decoded. */
  readonly path: string;
  /** Without the question mark; empty when there is none. */
  readonly query: string;
  /** Names in lower case; a header that comes several times is one value, joined by ", " (RFC 9110 section 5.3). */
  readonly headers: Readonly<Record<string, string>>;
}

export const readHead = (req: HttpRequest): RequestHead => {
  const headers: Record<string, string> = {};
  req.forEach((name, value) => {
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  });
  return { method: req.getMethod().toUpperCase(), path: req.getUrl(), query: req.getQuery() ?? '', headers };
};

/** The client left before its request was complete: nobody is there to be answered. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** A response whose client may leave at any time. */
export interface Connection {
  readonly res: HttpResponse;
  /** The request was a HEAD: the answer has no body. */
  readonly headOnly: boolean;
  readonly gone: () => boolean;
  /** Runs once when the client leaves; at once if it has left. */
  readonly onGone: (listener: () => void) => void;
  /** Has the answer end the connection, because the rest of the request is not read. */
  readonly stopReading: () => void;
  readonly reading: () => boolean;
}

export const track = (res: HttpResponse, headOnly = false): Connection => {
  let gone = false;
  let reading = true;
  const listeners: (() => void)[] = [];
  res.onAborted(() => {
    gone = true;
    for (const listener of listeners) listener();
  });
  return {
    res,
    headOnly,
    gone: () => gone,
    onGone: (listener) => {
      if (gone) listener();
      else listeners.push(listener);
    },
    stopReading: () => {
      reading = false;
    },
    reading: () => reading,
  };
};

/** Sends a whole answer, unless the client has left. */
export const send = (
  connection: Connection,
  reply: Reply,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const { res } = connection;
  if (connection.gone()) return;
  const closing = !connection.reading();
  res.cork(() => {
    res.writeStatus(statusLine(reply.status));
    for (const [name, value] of Object.entries({ ...reply.headers, ...headers }))
      res.writeHeader(name, value);
    if (reply.status === 204) endWithoutBody(res, null);
    else if (connection.headOnly) endWithoutBody(res, Buffer.byteLength(reply.body));
    else res.end(reply.body, closing);
  });
};

/**
 * Ends a corked answer that has no body. `length` is what a GET would get, null where there is no such thing.
 * uWebSockets' own `endWithoutBody(length)` goes on waiting for that many bytes.
 */
export const endWithoutBody = (res: HttpResponse, length: number | null): void => {
  if (length !== null) res.writeHeader('Content-Length', String(length));
  res.endWithoutBody();
};

/** A body takes no longer than this to arrive, ms; then its connection is closed. Large ones get time by their size. */
const BODY_MS = 30_000;
const SLOWEST_BYTES_PER_SECOND = 256 * 1024;
/** So much of a body that is too large is still taken in, so that its sender gets to read the refusal. */
export const DISCARDED_BYTES = 8 * 1024 * 1024;

/**
 * Pieces that a body may come in beyond one for each {@link LEAST_PIECE_BYTES}: each of them costs as much as hundreds of
 * bytes, and a chunked body can consist of a hundred thousand in one read.
 */
const SPARE_PIECES = 1_024;
const LEAST_PIECE_BYTES = 64;
/** Pieces are gathered in blocks, so that many small ones do not become as many objects. */
const BLOCK_BYTES = 16 * 1024;

/** Gathers what arrives in pieces. */
const gathering = () => {
  const full: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  return {
    /** Copies: uWebSockets takes the memory back after its callback. */
    add: (piece: ArrayBuffer): void => {
      if (piece.byteLength > block.length - used) {
        if (used > 0) full.push(block.subarray(0, used));
        block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, piece.byteLength));
        used = 0;
      }
      block.set(new Uint8Array(piece), used);
      used += piece.byteLength;
    },
    whole: (): Buffer => Buffer.concat([...full, block.subarray(0, used)]),
    drop: (): void => {
      full.length = 0;
      block = Buffer.alloc(0);
      used = 0;
    },
  };
};

/**
 * The whole body. Must be called before the first await of a request, else parts of it are lost.
 * @throws DomainError body_too_large
 * @throws ClientGone when the client leaves, takes longer than {@link BODY_MS}, or sends it in more than
 * {@link SPARE_PIECES} tiny pieces: then its connection is closed
 */
export const readBody = (connection: Connection, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { res } = connection;
    const deadline = setTimeout(
      () => {
        if (!connection.gone()) res.close();
      },
      Math.max(BODY_MS, (maxBytes / SLOWEST_BYTES_PER_SECOND) * 1_000),
    );
    const settle = (work: () => void): void => {
      clearTimeout(deadline);
      work();
    };
    connection.onGone(() => settle(() => reject(new ClientGone())));
    if (connection.gone()) return;
    const gathered = gathering();
    let bytes = 0;
    let pieces = 0;
    let refused = false;
    const refuse = (): void => {
      refused = true;
      const message = `The body has more than ${maxBytes} bytes; send less.`;
      settle(() => reject(new DomainError('body_too_large', message)));
    };
    res.onData((chunk, isLast) => {
      if (refused) return;
      bytes += chunk.byteLength;
      pieces += 1;
      if (pieces > SPARE_PIECES + bytes / LEAST_PIECE_BYTES) {
        refused = true;
        gathered.drop();
        res.close();
        return;
      }
      if (bytes <= maxBytes) {
        gathered.add(chunk);
        if (isLast) settle(() => resolve(gathered.whole()));
        return;
      }
      gathered.drop();
      if (isLast) return refuse();
      if (bytes <= maxBytes + DISCARDED_BYTES) return;
      connection.stopReading();
      refuse();
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
  408: 'Request Timeout',
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
