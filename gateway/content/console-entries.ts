/**
 * The console at `/`: one page for each of its addresses, revalidated before each use, and files with a hash in their name,
 * cached for ever; and the API reference at `/docs`. What the pages may do is narrow (docs/explanation/console.md "How it is
 * made"): scripts and styles come from our own files, and no site may frame them.
 */

import { DomainError } from '../../schemas/errors.js';
import type { Reply } from '../http/envelope.js';
import type { RequestHead } from '../http/request-head.js';
import { storedReply } from '../http/stored-body.js';
import type { Served } from '../served.js';
import type { ConsoleFiles } from './console-files.js';

/** Headers of every console file. */
const CONSOLE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(self)',
} as const;

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The address of the API reference. */
const DOCS_PATH = '/docs';

/**
 * The console's page for an address that does not exist, which says so; null: the console was not built, or the client is a program.
 * Only browsers accept HTML by name.
 */
export const unknownPage = (files: ConsoleFiles | null): ((head: RequestHead) => Promise<Reply | null>) => {
  if (files === null) return async () => null;
  return async (head) => {
    const { method, path, headers } = head;
    const isPage = (method === 'GET' || method === 'HEAD') && !PROGRAMS.test(path);
    if (!isPage || !/\btext\/html\b/i.test(headers.accept ?? '')) return null;
    const { 'if-none-match': _validator, ...unconditional } = headers;
    const reply = await storedReply(files.page, { ...head, headers: unconditional }, CONSOLE_HEADERS);
    return { ...reply, status: 404, headers: { ...reply.headers, 'Cache-Control': 'no-store' } };
  };
};

/** Paths that answer programs, also where a browser follows them. */
const PROGRAMS = /^\/(?:api|assets)\//;

/** The routes of the console and the API reference, or none where they were not built. `pages`: addresses of the console besides `/`. */
export const consoleEntries = (files: ConsoleFiles | null, pages: readonly string[]): readonly Served[] => {
  if (files === null) return [];
  const { page, docs, assets } = files;
  return ['GET', 'HEAD'].flatMap((method): readonly Served[] => [
    ...[...['/', ...pages].map((path) => ({ path, body: page })), { path: DOCS_PATH, body: docs }].map(
      ({ path, body }): Served => ({
        method,
        path,
        operation: 'console',
        serve: async ({ head }) =>
          storedReply(body, head, { ...CONSOLE_HEADERS, 'Cache-Control': 'no-cache' }),
      }),
    ),
    {
      method,
      path: '/assets/{name}',
      operation: 'console',
      serve: async ({ head, params }) => {
        const file = assets.get(params.name ?? '');
        if (file === undefined) throw new DomainError('route_not_found');
        return storedReply(file, head, { ...CONSOLE_HEADERS, 'Cache-Control': IMMUTABLE });
      },
    },
  ]);
};
