/**
 * Reads a request's line and headers as plain data, and refuses bad ones before anything else is processed. uWebSockets uses the
 * first of two Content-Lengths and treats any Transfer-Encoding as chunked. A proxy in front of it may read them differently, and
 * then the two disagree about where a request ends (RFC 9112 section 11.2).
 */
import type { HttpRequest } from 'uWebSockets.js';
import { DomainError } from '../../schemas/errors.js';

/** A request's line and headers, read before the first await: uWebSockets discards them afterwards. */
export interface RequestHead {
  /** As received: methods are case-sensitive (RFC 9110 section 9.1). */
  readonly method: string;
  /** As received, not decoded. */
  readonly path: string;
  /** Without the question mark; empty when there is none. */
  readonly query: string;
  /** Names in lower case; a repeated header is one value, joined by ", " (RFC 9110 section 5.3). */
  readonly headers: Readonly<Record<string, string>>;
}

/** A header as received, its name in lower case. */
export type HeaderField = readonly [name: string, value: string];

/** Path and query together, bytes. Our longest address is a recording's link, some 300. */
const MAX_URL_BYTES = 8 * 1024;
/** Names and values together. uWebSockets already refuses headers beyond 4 KiB that arrive in pieces. */
const MAX_HEADER_BYTES = 16 * 1024;

const DIGITS = /^\d{1,15}$/;
const HOST = /^[^\s/?#@\\,]+$/;

/** Every header, in the order received. */
export const readFields = (req: HttpRequest): readonly HeaderField[] => {
  const fields: HeaderField[] = [];
  req.forEach((name, value) => {
    fields.push([name, value]);
  });
  return fields;
};

/** Builds the head of a request from its fields. */
export const readHead = (req: HttpRequest, fields: readonly HeaderField[]): RequestHead => {
  const headers: Record<string, string> = {};
  for (const [name, value] of fields) {
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return { method: req.getCaseSensitiveMethod(), path: req.getUrl(), query: req.getQuery() ?? '', headers };
};

/** The reason to refuse a request whatever it is for; null when nothing is wrong. Pure. */
export const headProblem = (
  { path, query }: Pick<RequestHead, 'path' | 'query'>,
  fields: readonly HeaderField[],
): DomainError | null => {
  if (path.length + query.length > MAX_URL_BYTES) return new DomainError('url_too_long');
  if (fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_HEADER_BYTES)
    return new DomainError('headers_too_large');
  const valuesOf = (header: string): readonly string[] =>
    fields.filter(([name]) => name === header).map(([, value]) => value);
  const lengths = valuesOf('content-length');
  if (lengths.length > 1 || !lengths.every((value) => DIGITS.test(value)))
    return malformed('send one Content-Length, a number of bytes');
  const encodings = valuesOf('transfer-encoding');
  if (encodings.length > 1 || !encodings.every((value) => value.toLowerCase() === 'chunked'))
    return malformed('the only supported Transfer-Encoding is chunked, sent once');
  if (encodings.length > 0 && lengths.length > 0)
    return malformed('send Content-Length or Transfer-Encoding, not both');
  const [host = '', ...others] = valuesOf('host');
  if (others.length > 0 || !HOST.test(host)) return malformed('send one Host header');
  return null;
};

const malformed = (detail: string): DomainError =>
  new DomainError('request_malformed', `The request's headers contradict HTTP: ${detail}.`);
