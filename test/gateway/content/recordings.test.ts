/** Recordings behind signed links: whole, in ranges, and refused. */
import t from 'tap';
import { createRecordingLinks } from '../../../gateway/content/recording-links.js';
import { parseRange } from '../../../gateway/content/served-files.js';
import { BUSINESS, CALL, QUEUED_CALL, UNKNOWN_ID } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';
import { fileOf } from './numbered-file.js';

const expected = (start: number, end: number): Buffer =>
  Buffer.from(Array.from({ length: end - start + 1 }, (_, index) => (start + index) % 251));

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

t.test('the links of a call lead to its recording', async (t) => {
  const response = await fetch(`${under.url}/api/v1/voice/calls/${CALL}?businessId=${BUSINESS}`, {
    headers: { authorization: `Bearer ${under.apiKey}` },
  });
  const { data }: { data: { recordingUrl: string; recordingFilename: string } } = JSON.parse(
    await response.text(),
  );
  t.equal(data.recordingFilename, 'jose.opus');
  t.equal((await get({}, data.recordingUrl)).bytes.length, size);
});

t.test('the whole file is served inline or as a download', async (t) => {
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
  t.test(`a part of the file is served: ${range}`, async (t) => {
    const part = await get({ range });
    t.equal(part.status, 206);
    t.equal(part.header('content-range'), `bytes ${start}-${end}/${size}`);
    t.ok(part.bytes.equals(expected(start, end)));
  });
}

t.test('unsatisfiable ranges are refused, and malformed ranges are ignored', async (t) => {
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

t.test('a range is only served of the version that the client knows', async (t) => {
  const etag = (await get()).header('etag') ?? '';
  t.equal((await get({ range: 'bytes=0-9', 'if-range': etag })).status, 206);
  t.equal((await get({ range: 'bytes=0-9', 'if-range': '"another"' })).status, 200);
});

t.test('HEAD returns the length and no body', async (t) => {
  const head = await get({ range: 'bytes=0-9' }, recordingUrl, 'HEAD');
  t.equal(head.status, 200, 'ranges only apply to GET');
  t.equal(head.header('content-length'), String(size));
  t.equal(head.bytes.length, 0);
  t.equal((await get({}, recordingUrl, 'POST')).status, 405);
});

t.test('damaged, foreign, dangling and expired links are refused', async (t) => {
  const [base = '', token = ''] = recordingUrl.split('/recordings/');
  const [payload = '', signature = ''] = token.split('.');
  const forged = Buffer.from(JSON.stringify([UNKNOWN_ID, CALL, false, clock + 60_000])).toString('base64url');
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
  t.equal(await refusal(links.sign(UNKNOWN_ID, CALL).recordingUrl), '404 recording_not_found');
  t.equal(await refusal(links.sign(BUSINESS, QUEUED_CALL).recordingUrl), '404 recording_not_found');
  clock += 5 * 60_000;
  t.equal((await get()).status, 200, 'five minutes later');
  clock += 1;
  t.equal(await refusal(recordingUrl), '403 link_expired');
});
