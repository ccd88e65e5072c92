/** Session logs as JSON lines, the form of earlier builds: tests read it, and a bench compares with it. */
import { createHash } from 'node:crypto';
import type { SessionBrief, SessionInput, SessionOutput } from '../media/session/io.js';

const write = (value: unknown): string => JSON.stringify(withBase64(value));

const withBase64 = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(withBase64);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withBase64(part)]));
};

/** The first line of a log. */
export const briefLine = (brief: SessionBrief): string => `${write(brief)}\n`;

/** A further line. `outputs`: their digest. */
export const inputLine = (input: SessionInput, atMs: number, outputs: string): string =>
  `${write({ atMs, input, outputs })}\n`;

/** The digest in those lines. */
export const lineDigest = (outputs: readonly SessionOutput[]): string =>
  outputs.length === 0 ? '' : createHash('sha1').update(write(outputs)).digest('base64url');
