/** Decides when two requests are the same request (docs/reference/api.md "Idempotency"). */
import { createHash } from 'node:crypto';
import { canonicalize } from 'json-canonicalize';

/** Hashes the parts that must be equal in the same request: method, path, and the body in canonical JSON (RFC 8785). */
export const hashRequest = (method: string, path: string, body: unknown): string =>
  createHash('sha256')
    .update(`${method} ${path} ${body === undefined ? '' : canonicalize(body)}`)
    .digest('hex');
