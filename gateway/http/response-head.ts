/** Writes the head of every answer: the status line, its headers, and the security headers common to all answers. */
import type { Connection } from './connection.js';

/** A year, s, as the browsers' preload lists require. Subdomains are not ours to decide on. */
const HSTS = 'max-age=31536000';

/** Writes status and headers. The caller corks the response and ends the answer. */
export const writeHead = (
  { res, isHttps }: Pick<Connection, 'res' | 'isHttps'>,
  status: number,
  headers: Readonly<Record<string, string>>,
): void => {
  res.writeStatus(statusLine(status));
  for (const [name, value] of Object.entries(headers)) res.writeHeader(name, value);
  res.writeHeader('X-Content-Type-Options', 'nosniff');
  // RFC 6797 section 7.2: never over plain http.
  if (isHttps) res.writeHeader('Strict-Transport-Security', HSTS);
};

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

const statusLine = (status: number): string => `${status} ${REASONS[status] ?? ''}`.trim();
