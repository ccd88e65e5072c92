/** Files of customers behind signed links: what is served, how browsers must treat it, and what is refused. */
import t from 'tap';
import {
  createMediaLinks,
  TIMELINE_LINK_MS,
  WEBHOOK_LINK_MS,
} from '../../../operations/media-assets/media-links.js';
import { deriveId } from '../../../schemas/ids.js';
import { until } from '../../../testkit/until.js';
import type { MediaRecord } from '../../../views/conversations/index.js';
import { BUSINESS, UNKNOWN_ID } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';

const ID = deriveId('media');
const CONTENT = Buffer.from('what the customer sent');
const ready: MediaRecord = {
  id: ID,
  status: 'ready',
  mimeType: 'image/png',
  fileName: null,
  sizeBytes: CONTENT.length,
  sha256: 'ab12',
  keptUntil: Date.UTC(2026, 2, 1),
  failure: null,
};

let clock = Date.UTC(2026, 0, 31);
/** The record of the file, its stored bytes, and whether the store is unavailable. */
let record: MediaRecord | null = ready;
let stored: Buffer | null = CONTENT;
let away = false;
let base = '';
const links = createMediaLinks(
  'secret-of-a-test',
  () => base,
  () => clock,
);
const under = await startGateway(t, {
  now: () => clock,
  mediaLinks: links,
  assets: {
    open: async (id) => {
      if (away) throw new Error('the store is unavailable');
      if (stored === null || id !== `received-${ID}`) return null;
      const bytes = stored;
      return {
        bytes: bytes.length,
        read: async function* () {
          yield bytes;
        },
      };
    },
  },
});
base = under.url;
/** How often the record was looked up. */
let looks = 0;
under.views.messageMedia = (businessId, id) => {
  looks += 1;
  return businessId === BUSINESS && id === ID ? record : null;
};
const urlOf = (lifeMs = TIMELINE_LINK_MS, businessId = BUSINESS): string =>
  links.resource(businessId, { ...ready, keptUntil: null }, lifeMs).url ?? '';
const refusal = async (url: string): Promise<string> => {
  const response = await fetch(url);
  const { error }: { error: { code: string } } = JSON.parse(await response.text());
  return `${response.status} ${error.code}`;
};

t.test('a file is served so that nothing in it runs in a browser', async (t) => {
  const response = await fetch(urlOf());
  t.equal(response.status, 200);
  t.ok(CONTENT.equals(Buffer.from(await response.arrayBuffer())));
  for (const [name, value] of [
    ['content-type', 'image/png'],
    ['content-disposition', `inline; filename="${ID}"`],
    ['x-content-type-options', 'nosniff'],
    ['content-security-policy', "default-src 'none'; sandbox"],
    ['cache-control', 'private, no-store'],
    ['etag', '"ab12"'],
  ] as const)
    t.equal(response.headers.get(name), value, name);
  const head = await fetch(urlOf(), { method: 'HEAD' });
  t.equal(head.headers.get('content-length'), String(CONTENT.length));
  for (const [mimeType, type, disposition] of [
    ['text/html', 'text/html', 'attachment'],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['application/pdf', 'application/pdf', 'attachment'],
    ['audio/ogg; codecs=opus', 'audio/ogg; codecs=opus', 'inline'],
    ['a\r\nSet-Cookie: b=c', 'application/octet-stream', 'attachment'],
    [null, 'application/octet-stream', 'attachment'],
  ] as const) {
    record = { ...ready, mimeType };
    const answer = await fetch(urlOf());
    t.equal(answer.headers.get('content-type'), type);
    t.match(answer.headers.get('content-disposition'), new RegExp(`^${disposition};`), String(mimeType));
    t.equal(answer.headers.get('set-cookie'), null);
    await answer.arrayBuffer();
  }
  record = ready;
});

t.test('a link waits for a pending file', async (t) => {
  record = { ...ready, status: 'pending' };
  const before = looks;
  const waiting = fetch(urlOf());
  await until('the pending file was looked up', () => looks > before);
  record = ready;
  t.equal((await waiting).status, 200);
});

t.test('a link to a missing file says why it is missing', async (t) => {
  record = { ...ready, status: 'failed', failure: { code: 'media_too_large', message: 'too large' } };
  t.equal(await refusal(urlOf()), '410 media_too_large');
  record = { ...record, failure: { code: 'dropped_by_operator', message: 'given up' } };
  t.equal(await refusal(urlOf()), '410 media_unavailable', 'internal codes are not shown');
  record = ready;
  t.equal(await refusal(urlOf(TIMELINE_LINK_MS, UNKNOWN_ID)), '410 media_unavailable');
  stored = null;
  t.equal(await refusal(urlOf()), '410 media_removed');
  stored = CONTENT;
  away = true;
  const response = await fetch(urlOf());
  t.match([response.status, response.headers.get('retry-after')], [503, '5']);
  away = false;
  record = { ...ready, keptUntil: clock };
  t.equal(await refusal(urlOf()), '410 media_removed');
  record = ready;
});

t.test('forged links, links to recordings and expired links are refused', async (t) => {
  const [payload = '', signature = ''] = urlOf().split('/files/')[1]?.split('.') ?? [];
  const forged = Buffer.from(JSON.stringify([UNKNOWN_ID, ID, clock + 60_000])).toString('base64url');
  for (const token of ['x', `${payload}.`, `${forged}.${signature}`, `${payload}.${signature.slice(2)}`])
    t.equal(await refusal(`${base}/files/${token}`), '403 signature_invalid', token);
  t.equal(await refusal(`${base}/recordings/${payload}.${signature}`), '403 signature_invalid');
  const [short, long] = [urlOf(), urlOf(WEBHOOK_LINK_MS)];
  clock += TIMELINE_LINK_MS + 1;
  t.equal(await refusal(short), '403 link_expired');
  t.equal((await fetch(long)).status, 200);
  clock += WEBHOOK_LINK_MS;
  t.equal(await refusal(long), '403 link_expired');
});

t.test('a resource has no link without a file, and none that outlives it', async (t) => {
  const failed: MediaRecord = { ...ready, status: 'failed', failure: { code: 'a', message: 'b' } };
  t.match(links.resource(BUSINESS, failed, 1_000), {
    url: null,
    urlExpiresAt: null,
    failure: { code: 'a' },
  });
  const soon = { ...ready, keptUntil: clock + 500 };
  t.match(links.resource(BUSINESS, soon, 1_000), {
    id: ID,
    status: 'ready',
    sizeBytes: CONTENT.length,
    sha256: 'ab12',
    urlExpiresAt: new Date(clock + 500).toISOString(),
  });
  const expired = { ...ready, keptUntil: clock - 1 };
  t.match(links.resource(BUSINESS, expired, 1_000), { status: 'failed', failure: { code: 'media_removed' } });
});
