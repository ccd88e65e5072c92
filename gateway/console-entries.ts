/**
 * The console at `/`: one page for each of its addresses, asked about before each use, and files whose names have a hash,
 * kept for ever. The page may do little (docs/console.md "How it is made"): scripts and styles are files of ours, and
 * nobody may frame it.
 */

import { DomainError } from '../schemas/errors.js';
import { isNamed } from './conditional.js';
import { CODINGS, type Coding, type ConsoleFile, type ConsoleFiles } from './console-files.js';
import type { Reply } from './envelope.js';
import type { RequestHead } from './request-head.js';
import type { Served } from './served.js';

/** Of all that the console consists of. */
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
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(self)',
} as const;

const FOR_EVER = 'public, max-age=31536000, immutable';

/** Nothing where the console was not built: its addresses lead nowhere then. `pages`: its addresses beside `/`. */
export const consoleEntries = (files: ConsoleFiles | null, pages: readonly string[]): readonly Served[] => {
  if (files === null) return [];
  const { page, assets } = files;
  return ['GET', 'HEAD'].flatMap((method): readonly Served[] => [
    ...['/', ...pages].map(
      (path): Served => ({
        method,
        path,
        operation: 'console',
        serve: async ({ head }) => fileReply(page, head, 'no-cache'),
      }),
    ),
    {
      method,
      path: '/assets/{name}',
      operation: 'console',
      serve: async ({ head, params }) => {
        const file = assets.get(params.name ?? '');
        if (file === undefined) throw new DomainError('route_not_found');
        return fileReply(file, head, FOR_EVER);
      },
    },
  ]);
};

const fileReply = (file: ConsoleFile, { headers: asked }: RequestHead, cacheControl: string): Reply => {
  const headers = {
    ...CONSOLE_HEADERS,
    'Cache-Control': cacheControl,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  };
  if (isNamed(asked['if-none-match'], file.etag)) return { status: 304, headers, body: '' };
  const coding = codingFor(asked['accept-encoding'] ?? '', file);
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': file.contentType,
      ...(coding === null ? {} : { 'Content-Encoding': coding }),
    },
    body: '',
    bytes: (coding === null ? undefined : file.coded[coding]) ?? file.plain,
  };
};

/** The best one that there is and that is taken; null: the file as it is. Weights are not compared, but 0 means never. */
const codingFor = (accepted: string, file: ConsoleFile): Coding | null => {
  const taken = new Set(
    accepted
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return CODINGS.find((coding) => taken.has(coding) && file.coded[coding] !== undefined) ?? null;
};
