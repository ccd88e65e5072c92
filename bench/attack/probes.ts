/** Single requests that once stopped the service or denied it to others; each must be answered at once. */
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { Client } from 'undici';
import type { AttackedTenant } from './tenant.js';

/** Limit for each answer, ms; for a large request it counts from the last byte sent. */
export const MAX_ANSWER_MS = 100;
const TIMEOUT_MS = 20_000;

export interface ProbeResult {
  readonly name: string;
  /** The slowest of its answers, ms. */
  readonly ms: number;
  readonly statuses: readonly number[];
  /** What went wrong; null if nothing did. */
  readonly wrong: string | null;
}

interface Answer {
  readonly status: number;
  readonly ms: number;
}

const MIB = 1024 * 1024;

/** Sends a POST over its own connection. */
const post = async (
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer> => {
  const client = new Client(url);
  try {
    const bytes = Buffer.from(body);
    let sentAt = performance.now();
    const answer = await client.request({
      method: 'POST',
      path,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      headers: { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers },
      body: Readable.from(
        (function* () {
          for (let at = 0; at < bytes.length; at += MIB) {
            yield bytes.subarray(at, at + MIB);
            sentAt = performance.now();
          }
        })(),
      ),
    });
    await answer.body.dump();
    return { status: answer.statusCode, ms: performance.now() - sentAt };
  } finally {
    await client.destroy();
  }
};

/** Writes raw bytes to a socket; resolves with the status of the answer, 0 if there is none. */
const raw = (url: string, bytes: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
    socket.once('data', (data) => {
      resolve({ status: Number(data.toString().split(' ')[1] ?? 0), ms: performance.now() - since });
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve({ status: 0, ms: performance.now() - since }));
  });

/** Opens uploads that send a byte now and then; returns a function that ends them. */
const openSlowUploads = (url: string, path: string, key: string, count: number): (() => void) => {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\nIdempotency-Key: slow\r\n\r\n--b',
      ),
    );
    socket.on('error', () => undefined);
    return socket;
  });
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 200);
  return () => {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  };
};

const probeResult = (name: string, answers: readonly Answer[], wanted: readonly number[]): ProbeResult => {
  const ms = Math.max(...answers.map((answer) => answer.ms));
  const statuses = [...new Set(answers.map(({ status }) => status))];
  const odd = statuses.filter((status) => !wanted.includes(status));
  const late = ms > MAX_ANSWER_MS ? `the last answer took ${Math.round(ms)} ms` : null;
  return { name, ms, statuses, wrong: odd.length > 0 ? `answered ${odd.join(', ')}` : late };
};

/** Runs the probes one after the other. @throws Error when the service cannot be reached at all */
export const runProbes = async (
  url: string,
  { businessId, apiKey, weakKey }: AttackedTenant,
  category: string,
  /** The key of another business. */
  strangerKey: string,
): Promise<readonly ProbeResult[]> => {
  let turn = 0;
  const as = (key: string): Readonly<Record<string, string>> => {
    turn += 1;
    return { authorization: `Bearer ${key}`, 'idempotency-key': `probe-${turn}` };
  };
  const rubbish = JSON.stringify({
    businessId,
    name: 'Rubbish',
    rows: Array.from({ length: 5_000 }, () => ({ rubbish: 1 })),
    fields: Array.from({ length: 5_000 }, () => ({ rubbish: 1 })),
  });
  const deep = (depth: number): string => `{"businessId":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const sources = '/api/v1/data-sources';
  const uploads = '/api/v1/data-sources/upload';
  const imports = '/api/v1/contacts/imports';
  const contact = (): Promise<Answer> =>
    post(
      url,
      imports,
      as(apiKey),
      JSON.stringify({
        businessId,
        categoryIds: [category],
        fileName: 'contacts.csv',
        contentBase64: Buffer.from(`Mobile;Name\n+1415555${3000 + turn};Ada\n`).toString('base64'),
      }),
    );

  const results: ProbeResult[] = [];
  results.push(
    probeResult('5,000 rows of rubbish', [await post(url, sources, as(apiKey), rubbish)], [400]),
    probeResult('the same without the scope', [await post(url, sources, as(weakKey), rubbish)], [403]),
  );
  const nested = await Promise.all(
    Array.from({ length: 4 }, () => post(url, uploads, as(apiKey), deep(4_000))),
  );
  results.push(
    probeResult('four uploads nested 4,000 deep', nested, [400, 429, 503]),
    probeResult('an upload after them', [await contact()], [200, 201, 202]),
  );
  const wide = `{"businessId":[${'[],'.repeat(20 * MIB)}[]]}`;
  results.push(
    probeResult('60 MiB of empty lists', [await post(url, uploads, as(apiKey), wide)], [400, 413]),
    probeResult('an upload after it', [await contact()], [200, 201, 202]),
  );
  const release = openSlowUploads(url, uploads, strangerKey, 8);
  try {
    results.push(
      probeResult(
        'an upload next to eight slow uploads of another business',
        [await contact()],
        [200, 201, 202],
      ),
    );
  } finally {
    release();
  }
  const signIns = Array.from({ length: 40 }, (_, index) =>
    post(
      url,
      '/api/v1/console/session',
      {},
      JSON.stringify({ email: `a${index}@example.com`, password: 'wrong-wrong' }),
    ),
  );
  const meanwhile = await post(url, '/api/v1/agents', as(weakKey), '{}');
  results.push(probeResult('a request during 40 sign-ins', [meanwhile], [400, 403]));
  results.push({
    ...probeResult('40 sign-ins at once', await Promise.all(signIns), [401, 429, 503]),
    name: '40 sign-ins at once',
  });
  const doubled =
    'POST /api/v1/console/session HTTP/1.1\r\nHost: parley\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} ';
  results.push(probeResult('two Content-Lengths', [await raw(url, doubled)], [400]));
  return results;
};
