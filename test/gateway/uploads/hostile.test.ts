/** Hostile and slow uploads: they only cost their own sender. */
import t from 'tap';
import { BUSINESS, CATEGORY } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';
import { rawUpload } from './raw-upload.js';

const OTHER_BUSINESS = '7d2c5f0a-5b0e-4f43-9a53-2a3f2ad9c0b1';

const upload = (businessId: string): string =>
  JSON.stringify({
    businessId,
    categoryIds: [CATEGORY],
    fileName: 'people.csv',
    contentBase64: Buffer.from('name,mobile\nZoë,+14155552671\n').toString('base64'),
  });

const whole = async (url: string, apiKey: string, body: string | Uint8Array) => {
  const raw = rawUpload({ url, apiKey, length: Buffer.byteLength(body) });
  await raw.send(body);
  const answer = await raw.answer;
  raw.end();
  return answer;
};

t.test('deeply nested bodies are refused, and the next upload is accepted', async (t) => {
  const { url, apiKey } = await startGateway(t);
  const nested = `{"fileName":${'['.repeat(4_000)}${']'.repeat(4_000)}}`;
  for (let n = 0; n < 5; n += 1)
    t.match(await whole(url, apiKey, nested), { status: 400, code: 'upload_refused' });
  t.match(await whole(url, apiKey, upload(BUSINESS)), { status: 202 });
});

t.test('sixty megabytes of brackets are refused in bounded memory', async (t) => {
  const { url, apiKey } = await startGateway(t);
  const body = Buffer.from(`{"a":[${'[],'.repeat(20 * 1024 * 1024)}[]]}`);
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  t.match(await whole(url, apiKey, body), { status: 400 });
  clearInterval(watch);
  t.ok(most - before < 200 * 1024 * 1024, `${Math.round((most - before) / 1024 / 1024)} MiB more`);
});

t.test('slow senders do not keep other businesses from uploading, and their own has to wait', async (t) => {
  const { url, apiKey, views } = await startGateway(t);
  const slow = Array.from({ length: 8 }, () => rawUpload({ url, apiKey, length: 1024 * 1024 }));
  for (const raw of slow) await raw.send('{');
  const { apiKey: others } = views.newKey(undefined, OTHER_BUSINESS);
  t.match(await whole(url, others, upload(OTHER_BUSINESS)), { status: 202 });
  t.match(await whole(url, apiKey, upload(BUSINESS)), {
    status: 429,
    code: 'uploads_limited',
    retryAfter: /^\d+$/,
  });
  for (const raw of slow) raw.end();
});

t.test('a sender that is too slow is refused and disconnected', async (t) => {
  const { url, apiKey } = await startGateway(t);
  const raw = rawUpload({ url, apiKey, length: 1024 * 1024 });
  const began = performance.now();
  const trickle = setInterval(() => void raw.send('     '), 100);
  t.match(await raw.answer, { status: 408, code: 'upload_too_slow' });
  clearInterval(trickle);
  t.ok(performance.now() - began < 14_000);
  raw.end();
});
