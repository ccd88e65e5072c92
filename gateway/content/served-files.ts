/** Serves a file: one byte range at a time (RFC 9110 section 14), streamed with backpressure. */

import type { Connection } from '../http/connection.js';
import { sendFile } from '../http/file-answer.js';
import { send } from '../http/http.js';
import type { RequestHead } from '../http/request-head.js';

type Range = { readonly start: number; readonly end: number };
type Headers = Readonly<Record<string, string>>;

/** A file to serve. */
export interface ServedFile {
  readonly size: number;
  readonly contentType: string;
  /** Bytes from `start` to `end`, both included. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/**
 * Answers `GET` and `HEAD` and returns the status. `headers`: of the file, beyond its type. A file that cannot be read to its end
 * closes the connection, so that the client notices the missing bytes.
 */
export const serveFile = async (
  connection: Connection,
  head: RequestHead,
  file: ServedFile,
  headers: Headers & { readonly ETag: string },
): Promise<number> => {
  // Ranges are defined for GET only (RFC 9110 section 14.2).
  const rangeHeader =
    head.method === 'GET' && conditionMet(head, headers.ETag) ? head.headers.range : undefined;
  const requested = parseRange(rangeHeader, file.size);
  const baseHeaders = { 'Content-Type': file.contentType, 'Accept-Ranges': 'bytes', ...headers };
  if (requested === 'unsatisfiable') {
    await send(connection, {
      status: 416,
      headers: { ...baseHeaders, 'Content-Range': `bytes */${file.size}` },
      body: '',
    });
    return 416;
  }
  const { start, end } = requested ?? { start: 0, end: file.size - 1 };
  const status = requested === null ? 200 : 206;
  const range = requested === null ? {} : { 'Content-Range': `bytes ${start}-${end}/${file.size}` };
  await sendFile(connection, {
    status,
    headers: { ...baseHeaders, ...range },
    total: end - start + 1,
    read: () => file.read(start, end),
  });
  return status;
};

/** A range of another version of the file means the whole file. */
const conditionMet = (head: RequestHead, etag: string): boolean => {
  const condition = head.headers['if-range'];
  return condition === undefined || condition === etag;
};

/** Parses one range; several ranges, or a unit other than bytes, are answered with the whole file. */
export const parseRange = (header: string | undefined, size: number): Range | 'unsatisfiable' | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const suffix = Number(last);
    if (suffix === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
};
