/**
 * An S3 store for tests, in memory. It checks what S3 promises and other simulators seldom check: signatures (AWS
 * Signature Version 4), hashes of bodies, preconditions, ranges, paged listings, and the minimum part size of multipart
 * uploads. Errors have S3's own codes. Path style only.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../../../simulators/support/listening.js';
import type { Lifetime } from '../../../testkit/lifetime.js';

/** The only valid credentials. */
export const S3_TEST_CREDENTIALS = { accessKeyId: 'TESTKEY', secretAccessKey: 'secret/of+a=test' } as const;
/** The only bucket. */
export const S3_TEST_BUCKET = 'recordings-of-a-test';

/** Keys per page of a listing. */
const PAGE = 7;
/** Applies to every part but the last. */
const LEAST_PART_BYTES = 5 * 1024 * 1024;
const SKEW_MS = 15 * 60_000;

/** The store, and how a test controls it. */
export interface S3Simulator {
  readonly url: string;
  /** By key; a test may change them without a request. */
  readonly objects: Map<string, Buffer>;
  /** Multipart uploads that were started, and neither completed nor aborted. */
  readonly uploads: ReadonlyMap<string, unknown>;
  /** Method and path with query of every request, in order. */
  readonly requests: readonly string[];
  /** What it does with requests: serves them, drops the connection, or never answers. */
  mode: 'serving' | 'away' | 'silent';
  /** How it handles `If-None-Match`: as S3 does, by ignoring it, or by refusing it (501). */
  conditions: 'kept' | 'ignored' | 'refused';
  /** Serves the next request, but loses its answer. */
  loseNextAnswer: boolean;
}

class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

interface S3Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const etags = new WeakMap<Buffer, string>();
const etagOf = (bytes: Buffer): string => {
  const etag = etags.get(bytes) ?? `"${createHash('md5').update(bytes).digest('hex')}"`;
  etags.set(bytes, etag);
  return etag;
};
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Checks the signature of the request (Signature Version 4, in the Authorization header). @throws S3Error */
const verify = (request: S3Request): void => {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (match === null) throw new S3Error(403, 'AccessDenied');
  const [, keyId, day = '', region = '', signedHeaders = '', signature] = match;
  if (keyId !== S3_TEST_CREDENTIALS.accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId');
  const date = String(request.headers['x-amz-date']);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - at) < SKEW_MS)) throw new S3Error(403, 'RequestTimeTooSkewed');
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256'))
    throw new S3Error(403, 'AccessDenied');
  const payload = String(request.headers['x-amz-content-sha256']);
  if (payload !== sha256(request.body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch');
  const query = [...request.query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [
    request.method,
    request.path,
    query,
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const keys = [day, region, 's3', 'aws4_request'];
  const key = keys.reduce<Buffer | string>(hmac, `AWS4${S3_TEST_CREDENTIALS.secretAccessKey}`);
  if (createHmac('sha256', key).update(toSign).digest('hex') !== signature)
    throw new S3Error(403, 'SignatureDoesNotMatch');
};

/** A multipart upload that was started. */
interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/** The stored data, and how preconditions are handled. */
interface Store {
  readonly objects: Map<string, Buffer>;
  readonly uploads: Map<string, Upload>;
  readonly conditions: S3Simulator['conditions'];
}

const answer = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(body);
};

const checkConditions = ({ objects, conditions }: Store, key: string, { headers }: S3Request): void => {
  const there = objects.get(key);
  const none = headers['if-none-match'];
  if (none !== undefined && conditions === 'refused') throw new S3Error(501, 'NotImplemented');
  if (none === '*' && there !== undefined && conditions === 'kept')
    throw new S3Error(412, 'PreconditionFailed');
  const match = headers['if-match'];
  if (match !== undefined && (there === undefined || etagOf(there) !== match))
    throw new S3Error(412, 'PreconditionFailed');
};

const uploadOf = ({ uploads }: Store, request: S3Request): Upload => {
  const upload = uploads.get(request.query.get('uploadId') ?? '');
  if (upload === undefined) throw new S3Error(404, 'NoSuchUpload');
  return upload;
};

const list = ({ objects }: Store, response: ServerResponse, { query }: S3Request): void => {
  if (query.get('list-type') !== '2') throw new S3Error(501, 'NotImplemented');
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE);
  const more = keys.length > page.length;
  const next = Buffer.from(page.at(-1) ?? '').toString('base64url');
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
  );
  answer(
    response,
    200,
    `<ListBucketResult><Name>${S3_TEST_BUCKET}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
  );
};

const read = (store: Store, response: ServerResponse, key: string, request: S3Request): void => {
  const bytes = store.objects.get(key);
  if (bytes === undefined) throw new S3Error(404, 'NoSuchKey');
  checkConditions(store, key, request);
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const from = Number(range?.[1] ?? 0);
  if (range !== null && from >= bytes.length) throw new S3Error(416, 'InvalidRange');
  const part = range === null ? bytes : bytes.subarray(from, Number(range[2]) + 1);
  response.writeHead(range === null ? 200 : 206, {
    'Content-Length': part.length,
    ETag: etagOf(bytes),
    ...(range === null ? {} : { 'Content-Range': `bytes ${from}-${from + part.length - 1}/${bytes.length}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
};

const complete = (store: Store, response: ServerResponse, key: string, request: S3Request): void => {
  const { parts } = uploadOf(store, request);
  checkConditions(store, key, request);
  const named = [...request.body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }));
  const bytes = named.map(({ number, etag }) => {
    const part = parts.get(number);
    if (part === undefined || etagOf(part) !== etag) throw new S3Error(400, 'InvalidPart');
    return part;
  });
  if (bytes.slice(0, -1).some((part) => part.length < LEAST_PART_BYTES))
    throw new S3Error(400, 'EntityTooSmall');
  store.objects.set(key, Buffer.concat(bytes));
  store.uploads.delete(request.query.get('uploadId') ?? '');
  answer(response, 200, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
};

const serve = (store: Store, response: ServerResponse, request: S3Request): void => {
  verify(request);
  const [, bucket, ...rest] = decodeURIComponent(request.path).split('/');
  const key = rest.join('/');
  if (bucket !== S3_TEST_BUCKET) throw new S3Error(404, 'NoSuchBucket');
  const { query } = request;
  if (key === '') return list(store, response, request);
  switch (request.method) {
    case 'HEAD':
    case 'GET':
      return read(store, response, key, request);
    case 'PUT':
      if (query.has('partNumber'))
        uploadOf(store, request).parts.set(Number(query.get('partNumber')), request.body);
      else {
        checkConditions(store, key, request);
        store.objects.set(key, request.body);
      }
      response.writeHead(200, { ETag: etagOf(request.body) }).end();
      return;
    case 'POST': {
      if (query.has('uploadId')) return complete(store, response, key, request);
      const id = randomUUID();
      store.uploads.set(id, { key, parts: new Map() });
      return answer(
        response,
        200,
        `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    case 'DELETE':
      if (query.has('uploadId')) {
        uploadOf(store, request);
        store.uploads.delete(query.get('uploadId') ?? '');
      } else store.objects.delete(key);
      response.writeHead(204).end();
      return;
    default:
      throw new S3Error(405, 'MethodNotAllowed');
  }
};

/** Serves the request, but loses its answer. */
const serveInVain = (
  store: Store,
  request: IncomingMessage,
  response: ServerResponse,
  parsed: S3Request,
): void => {
  const nowhere = Object.create(response, {
    writeHead: { value: () => nowhere },
    end: { value: () => request.socket.destroy() },
  });
  serve(store, nowhere, parsed);
};

const readRequest = async (request: IncomingMessage): Promise<S3Request> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const url = new URL(request.url ?? '', 'http://localhost');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(parts),
  };
};

/** Starts a store with one empty bucket; it ends with the test. */
export const startS3 = async (t: Lifetime): Promise<S3Simulator> => {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const requests: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (simulator.mode === 'away') {
      request.socket.destroy();
      return;
    }
    const parsed = await readRequest(request);
    if (simulator.mode === 'silent') return;
    requests.push(`${parsed.method} ${request.url}`);
    const isLost = simulator.loseNextAnswer;
    simulator.loseNextAnswer = false;
    const store = { objects, uploads, conditions: simulator.conditions };
    try {
      if (isLost) serveInVain(store, request, response, parsed);
      else serve(store, response, parsed);
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      const body = `<Error><Code>${error.code}</Code><Message>${error.code}</Message></Error>`;
      answer(response, error.status, parsed.method === 'HEAD' ? '' : body);
    }
  };
  const server = createServer((request, response) => {
    void take(request, response).catch(() => request.socket.destroy());
  });
  const port = await listening(server);
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const simulator: S3Simulator = {
    url: `http://127.0.0.1:${port}`,
    objects,
    uploads,
    requests,
    mode: 'serving',
    conditions: 'kept',
    loseNextAnswer: false,
  };
  return simulator;
};
