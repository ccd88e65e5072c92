/** Signed links, ranges, and clients that read slowly or not at all. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import t from 'tap';
import { createRecordingLinks } from '../../gateway/recording-links.js';
import { parseRange } from '../../gateway/served-files.js';
import type { RecordingFile } from '../../providers/recordings/recording-store.js';
import { until } from '../../testkit/until.js';
import { BUSINESS, CALL, NOBODY, QUEUED_CALL } from './fakes.js';
import { startGateway } from './gateway-under-test.js';

const CHUNK = 16 * 1024;

/** A file of `size` bytes, each telling its place; `read` counts what is read. */
const fileOf = (size: number, onRead: (bytes: number) => void = () => undefined): RecordingFile => ({
  size,
  filename: 'jose.opus',
  contentType: 'audio/ogg',
  read: async function* (start, end) {
    for (let at = start; at <= end; at += CHUNK) {
      const chunk = Uint8Array.from(
        { length: Math.min(CHUNK, end - at + 1) },
        (_, index) => (at + index) % 251,
      );
      onRead(chunk.length);
      yield chunk;
    }
  },
});

const expected = (start: number, end: number): Buffer =>
  Buffer.from(Array.from({ length: end - start + 1 }, (_, index) => (start + index) % 251));

t.test('recordings', async (t) => {
  let clock = Date.UTC(2026, 0, 31);
  const size = 100_001;
  const under = await startGateway(t, {
    now: () => clock,
    recordings: {
      open: async (businessId, callId) => (businessId === BUSINESS && callId === CALL ? fileOf(size) : null),
    },
  });
  const links = createRecordingLinks(
    'secret-of-a-test',
    () => under.url,
    () => clock,
  );
  const { recordingUrl, recordingDownloadUrl } = links.sign(BUSINESS, CALL);
  const get = async (headers: Readonly<Record<string, string>> = {}, url = recordingUrl, method = 'GET') => {
    const response = await fetch(url, { headers, method });
    const header = (name: string): string | null => response.headers.get(name);
    return { status: response.status, header, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const refusal = async (url: string): Promise<string> => {
    const response = await fetch(url);
    const { error }: { error: { code: string } } = JSON.parse(await response.text());
    return `${response.status} ${error.code}`;
  };

  await t.test('the links of the call lead to it', async (t) => {
    const response = await fetch(`${under.url}/api/v1/voice/calls/${CALL}?businessId=${BUSINESS}`, {
      headers: { authorization: `Bearer ${under.apiKey}` },
    });
    const { data }: { data: { recordingUrl: string; recordingFilename: string } } = JSON.parse(
      await response.text(),
    );
    t.equal(data.recordingFilename, 'jose.opus');
    t.equal((await get({}, data.recordingUrl)).bytes.length, size);
  });

  await t.test('the whole file', async (t) => {
    const whole = await get();
    t.equal(whole.status, 200);
    t.ok(whole.bytes.equals(expected(0, size - 1)));
    t.equal(whole.header('content-type'), 'audio/ogg');
    t.equal(whole.header('content-disposition'), 'inline; filename="jose.opus"');
    t.equal(whole.header('accept-ranges'), 'bytes');
    t.equal(whole.header('cache-control'), 'private, no-store');
    const download = await get({}, recordingDownloadUrl);
    t.equal(download.header('content-disposition'), 'attachment; filename="jose.opus"');
  });

  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, size - 1],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    ['bytes=-1', size - 1, size - 1],
    [`bytes=-${size * 2}`, 0, size - 1],
    ['bytes=16383-16384', 16_383, 16_384],
    ['bytes=5-9999999', 5, size - 1],
  ] as const) {
    await t.test(range, async (t) => {
      const part = await get({ range });
      t.equal(part.status, 206);
      t.equal(part.header('content-range'), `bytes ${start}-${end}/${size}`);
      t.ok(part.bytes.equals(expected(start, end)));
    });
  }

  await t.test('ranges that cannot be had, and that mean nothing', async (t) => {
    for (const range of [`bytes=${size}-`, 'bytes=-0', `bytes=${size}-${size + 1}`]) {
      const refused = await get({ range });
      t.equal(refused.status, 416, range);
      t.equal(refused.header('content-range'), `bytes */${size}`);
      t.equal(refused.bytes.length, 0);
    }
    for (const range of ['bytes=5-4', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,4-5', 'bytes=999999-3'])
      t.equal((await get({ range })).status, 200, range);
    t.equal(parseRange('bytes=0-', 0), 'unsatisfiable');
    t.equal(parseRange('bytes=-5', 0), 'unsatisfiable');
    t.equal(parseRange(undefined, 0), null);
  });

  await t.test('a range of the version that the client knows', async (t) => {
    const etag = (await get()).header('etag') ?? '';
    t.equal((await get({ range: 'bytes=0-9', 'if-range': etag })).status, 206);
    t.equal((await get({ range: 'bytes=0-9', 'if-range': '"another"' })).status, 200);
  });

  await t.test('HEAD', async (t) => {
    const head = await get({ range: 'bytes=0-9' }, recordingUrl, 'HEAD');
    t.equal(head.status, 200, 'ranges are for GET');
    t.equal(head.header('content-length'), String(size));
    t.equal(head.bytes.length, 0);
    t.equal((await get({}, recordingUrl, 'POST')).status, 405);
  });

  await t.test('links that are damaged, foreign, of nothing, or too old', async (t) => {
    const [base = '', token = ''] = recordingUrl.split('/recordings/');
    const [payload = '', signature = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify([NOBODY, CALL, false, clock + 60_000])).toString('base64url');
    for (const damaged of [
      'x',
      `${payload}.`,
      `.${signature}`,
      `${forged}.${signature}`,
      `${payload}.${signature.slice(0, -2)}`,
      `${payload}.${'A'.repeat(signature.length)}`,
    ])
      t.equal(await refusal(`${base}/recordings/${damaged}`), '403 signature_invalid', damaged);
    const other = createRecordingLinks(
      'another secret',
      () => under.url,
      () => clock,
    );
    t.equal(await refusal(other.sign(BUSINESS, CALL).recordingUrl), '403 signature_invalid');
    t.equal(await refusal(links.sign(NOBODY, CALL).recordingUrl), '404 recording_not_found');
    t.equal(await refusal(links.sign(BUSINESS, QUEUED_CALL).recordingUrl), '404 recording_not_found');
    clock += 5 * 60_000;
    t.equal((await get()).status, 200, 'five minutes later');
    clock += 1;
    t.equal(await refusal(recordingUrl), '403 link_expired');
  });
});

t.test('an empty file', async (t) => {
  const under = await startGateway(t, { recordings: { open: async () => fileOf(0) } });
  const links = createRecordingLinks('secret-of-a-test', () => under.url, Date.now);
  const response = await fetch(links.sign(BUSINESS, CALL).recordingUrl);
  t.equal(response.status, 200);
  t.equal((await response.arrayBuffer()).byteLength, 0);
});

t.test(
  'a large file goes no faster than its reader, is never whole in memory, and arrives whole',
  async (t) => {
    const size = 32 * 1024 * 1024;
    let read = 0;
    const under = await startGateway(t, {
      recordings: {
        open: async () =>
          fileOf(size, (bytes) => {
            read += bytes;
          }),
      },
    });
    const links = createRecordingLinks('secret-of-a-test', () => under.url, Date.now);
    const path = new URL(links.sign(BUSINESS, CALL).recordingUrl).pathname;
    const socket = connect({ port: under.gateway.port, host: '127.0.0.1' });
    t.teardown(() => socket.destroy());
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    let before = -1;
    // The kernel's buffers are full once nothing more is read for a while.
    let still = 0;
    await until('the reader is waited for', () => {
      still = read === before && read > 0 ? still + 1 : 0;
      before = read;
      return still > 20;
    });
    t.ok(read < size / 2, `${read} of ${size} bytes were read from the file`);
    const head = /\r\n\r\n/;
    const hash = createHash('sha256');
    let received = 0;
    let text = '';
    socket.on('data', (data) => {
      if (received === 0 && !head.test(text)) {
        text += data.toString('latin1');
        const [, ...rest] = text.split('\r\n\r\n');
        if (rest.length === 0) return;
        const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
        received = body.length;
        hash.update(body);
        return;
      }
      received += data.length;
      hash.update(data);
    });
    socket.resume();
    await until('all of it', () => received >= size, 30_000);
    t.equal(received, size);
    const whole = createHash('sha256');
    for await (const chunk of fileOf(size).read(0, size - 1)) whole.update(chunk);
    t.equal(hash.digest('hex'), whole.digest('hex'));
  },
);

t.test(
  'a file that breaks off, and a reader that leaves, end their connection and nothing else',
  async (t) => {
    let closed = 0;
    const under = await startGateway(t, {
      recordings: {
        open: async (_, callId) => ({
          ...fileOf(10_000_000),
          read: async function* () {
            try {
              yield new Uint8Array(1_000);
              if (callId === CALL) throw new Error('disk is gone');
              if (callId === QUEUED_CALL) return;
              for (;;) yield new Uint8Array(CHUNK);
            } finally {
              closed += 1;
            }
          },
        }),
      },
    });
    const links = createRecordingLinks('secret-of-a-test', () => under.url, Date.now);
    for (const callId of [CALL, QUEUED_CALL]) {
      const whole = fetch(links.sign(BUSINESS, callId).recordingUrl).then((response) =>
        response.arrayBuffer(),
      );
      await t.rejects(whole, 'the reader sees that something is missing');
    }
    t.match(under.logged.join(''), 'disk is gone');
    const abort = new AbortController();
    await fetch(links.sign(BUSINESS, NOBODY).recordingUrl, { signal: abort.signal });
    abort.abort();
    await until('the file is closed', () => closed === 3);
    t.equal((await fetch(`${under.url}/healthz`)).status, 200);
  },
);
