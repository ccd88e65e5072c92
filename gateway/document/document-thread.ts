/** The thread that makes an API document and its compressed forms, which takes a second of processor time; it makes one, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import { nameThread } from '../../actors/runtime/thread-name.js';
import type { RouteData } from '../route.js';
import { type Audience, openApiDocument } from './openapi.js';

/** The document that is made. */
export interface DocumentRequest {
  /** Without functions, which the document does not need, and threads cannot be given. */
  readonly routes: readonly RouteData[];
  readonly version: string;
  readonly audience: Audience;
}

/** The document in each form. */
export interface DocumentForms {
  readonly plain: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

const made = ({ routes, version, audience }: DocumentRequest): DocumentForms => {
  const plain = Buffer.from(JSON.stringify(openApiDocument(routes, version, audience)));
  const params = { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY };
  return { plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain, { level: 9 }) };
};

nameThread('api-document');
parentPort?.postMessage(made(workerData));
