/**
 * The upload thread: takes uploads apart, so that no request and no call waits while 64 MiB of JSON or of
 * multipart are read.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { Busboy } from '@fastify/busboy';
import { yieldToCalls } from '../providers/yield-to-calls.js';
import type { ParsedUpload, UploadTask } from './uploads.js';

const MAX_FIELD_BYTES = 256 * 1024;
const MAX_FIELDS = 20;

class Malformed extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const fromJson = (bytes: Uint8Array): { body: Record<string, unknown>; content: Uint8Array | null } => {
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Malformed('json_malformed');
  }
  if (!isRecord(body)) return { body: { body }, content: null };
  const text = body.contentBase64;
  if (typeof text !== 'string') return { body, content: null };
  if (text.length % 4 !== 0 || !BASE64.test(text))
    throw new Malformed('contentBase64 must be base64 with padding');
  return { body, content: Buffer.from(text, 'base64') };
};

/** A field that is JSON means what it says; one that comes several times is a list. */
const fieldValue = (texts: readonly string[]): unknown => {
  const [first = '', ...more] = texts;
  if (more.length > 0) return texts;
  if (!/^[[{]/.test(first)) return first;
  try {
    const value: unknown = JSON.parse(first);
    return value;
  } catch {
    return first;
  }
};

const fromMultipart = (
  bytes: Uint8Array,
  contentType: string,
): Promise<{ body: Record<string, unknown>; content: Uint8Array | null }> =>
  new Promise((resolve, reject) => {
    const fields = new Map<string, string[]>();
    const chunks: Buffer[] = [];
    let files = 0;
    let fileName = '';
    const damaged = (): void => reject(new Malformed('the multipart body is damaged'));
    let reader: ReturnType<typeof Busboy>;
    try {
      reader = Busboy({
        headers: { 'content-type': contentType },
        limits: { files: 2, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
      });
    } catch {
      reject(new Malformed('the multipart body has no boundary'));
      return;
    }
    reader.on('file', (name, stream, named) => {
      files += 1;
      if (name === 'file') fileName = named;
      // A body that ends too soon shows here, not at the reader.
      stream.on('error', damaged);
      stream.on('data', (chunk: Buffer) => {
        if (name === 'file') chunks.push(chunk);
      });
    });
    reader.on('field', (name, value) => void fields.set(name, [...(fields.get(name) ?? []), value]));
    reader.on('error', damaged);
    reader.on('finish', () => {
      if (files > 1) {
        reject(new Malformed('send one file, in the part named file'));
        return;
      }
      const body: Record<string, unknown> = Object.fromEntries(
        [...fields].map(([name, texts]) => [name, fieldValue(texts)]),
      );
      if (fileName !== '' && body.fileName === undefined) body.fileName = fileName;
      resolve({ body, content: files === 0 ? null : Buffer.concat(chunks) });
    });
    Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]).pipe(reader);
  });

/** The content gives way to its hash, so that what is checked, hashed and logged stays small. */
const parse = async ({ contentType, bytes }: UploadTask): Promise<ParsedUpload> => {
  try {
    const multipart = contentType.toLowerCase().startsWith('multipart/form-data');
    const { body, content } = multipart ? await fromMultipart(bytes, contentType) : fromJson(bytes);
    if (content === null) return { ok: true, body, content: null };
    const contentBase64 = createHash('sha256').update(content).digest('hex');
    return { ok: true, body: { ...body, contentBase64 }, content };
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, problem: error.message };
    throw error;
  }
};

yieldToCalls(2);
parentPort?.on('message', (task: UploadTask) => {
  void parse(task).then((parsed) => parentPort?.postMessage({ id: task.id, parsed }));
});
