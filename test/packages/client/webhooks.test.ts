/** Webhooks: both schemes are verified, and hostile input always ends in a typed error. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import { ParleyError } from '../../../packages/client/src/errors.js';
import { verifyWebhook } from '../../../packages/client/src/webhooks.js';

const SECRET = '4f1c2a9be07d4a53b1c6d8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3';
const STANDARD_SECRET = `whsec_${Buffer.from(SECRET).toString('base64')}`;
const NOW_S = 1_772_535_600;
const now = NOW_S * 1_000;
const BODY = '{"eventId":"e1:ended","eventType":"voice.call.ended","text":"Für Sie – 早い"}';
const ID = 'e1:ended';

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);

const ours = (body = BODY, at: number | string = NOW_S, secret = SECRET) => ({
  'X-Service-Timestamp': String(at),
  'X-Service-Signature': hmac(secret, `${at}.${body}`).digest('hex'),
});

const standard = (body = BODY, at: number | string = NOW_S, secret = SECRET) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(at),
  'webhook-signature': `v1,${hmac(secret, `${ID}.${at}.${body}`).digest('base64')}`,
});

/** The code of the error. @throws any error of another class */
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof ParleyError) return error.code;
    throw error;
  }
};

t.test('verifies both schemes, whatever holds the headers and the body', async (t) => {
  for (const headers of [ours(), standard(), { ...ours(), ...standard() }])
    for (const secret of [SECRET, STANDARD_SECRET, ['former', SECRET]]) {
      const event = await verifyWebhook(BODY, headers, secret, { now });
      t.equal(event.eventId, ID);
      await verifyWebhook(Buffer.from(BODY), new Headers(headers), secret, { now });
      const lower = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      await verifyWebhook(new TextEncoder().encode(BODY).buffer, lower, secret, { now });
    }
  const event = await verifyWebhook(BODY, ours(), SECRET, { now });
  if (event.eventType === 'voice.call.ended') t.pass('the type tells the events apart');
});

t.test('verifies the published test vectors', async (t) => {
  const page = readFileSync(new URL('../../../../docs/how-to/webhooks.md', import.meta.url), 'utf8');
  const vectors = [...page.matchAll(/^\| `(.+)` \| `(\d+)` \| `(.+)` \| `([0-9a-f]{64})` \|$/gm)];
  t.ok(vectors.length >= 3);
  for (const [, secret = '', timestamp = '', body = '', signature = ''] of vectors) {
    const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': signature };
    const options = { now: Number(timestamp) * 1_000 };
    const isEvent = body.includes('eventType');
    t.equal(
      await codeOf(verifyWebhook(body, headers, secret, options)),
      isEvent ? 'none' : 'webhook_body_invalid',
    );
    t.equal(await codeOf(verifyWebhook(`${body} `, headers, secret, options)), 'webhook_signature_invalid');
  }
});

t.test('accepts the signatures of former secrets during a rotation', async (t) => {
  const both = `v1a,abc ${standard(BODY, NOW_S, 'new')['webhook-signature']} ${standard()['webhook-signature']}`;
  t.equal(
    await codeOf(verifyWebhook(BODY, { ...standard(), 'webhook-signature': both }, SECRET, { now })),
    'none',
  );
  const headers = {
    ...ours(BODY, NOW_S, 'new'),
    'x-service-signature-previous': `${'0'.repeat(64)} ${ours()['X-Service-Signature']}`,
  };
  t.equal(await codeOf(verifyWebhook(BODY, headers, SECRET, { now })), 'none');
});

t.test('refuses other secrets, other bodies and other times', async (t) => {
  for (const signed of [ours, standard]) {
    const verify = (body: string, headers: object, options = {}) =>
      codeOf(verifyWebhook(body, { ...headers }, SECRET, { now, ...options }));
    t.equal(await verify(`${BODY} `, signed()), 'webhook_signature_invalid');
    t.equal(await verify(BODY, signed(BODY, NOW_S, 'other')), 'webhook_signature_invalid');
    for (const [seconds, code] of [
      [300, 'none'],
      [301, 'webhook_timestamp_outside_tolerance'],
      [-300, 'none'],
      [-301, 'webhook_timestamp_outside_tolerance'],
    ] as const)
      t.equal(await verify(BODY, signed(), { now: now + seconds * 1_000 }), code, `${seconds} s later`);
    t.equal(
      await verify(BODY, signed(), { now: now + 5_000, toleranceS: 2 }),
      'webhook_timestamp_outside_tolerance',
    );
    t.equal(await verify(BODY, signed(), { toleranceS: Number.NaN }), 'webhook_timestamp_outside_tolerance');
    for (const time of ['NaN', 'Infinity', '-1', '1e9', ' 1', '1.5', `${NOW_S} `, '٣', '1'.repeat(13)])
      t.equal(await verify(BODY, signed(BODY, time)), 'webhook_headers_invalid', `timestamp "${time}"`);
  }
});

t.test('hostile headers, bodies and secrets end in typed errors', async (t) => {
  const verify = (headers: object, body = BODY, secret = SECRET) =>
    codeOf(verifyWebhook(body, { ...headers }, secret, { now }));
  t.equal(await verify({}), 'webhook_headers_invalid');
  for (const signature of [
    '',
    'ä'.repeat(64),
    'A'.repeat(64),
    '0'.repeat(63),
    '0x',
    'v1,',
    'v1,====',
    '\u0000',
  ])
    for (const headers of [
      { ...ours(), 'X-Service-Signature': signature },
      { ...standard(), 'webhook-signature': signature === '' ? ' ' : signature },
    ])
      t.match(await verify(headers), /^webhook_(signature|headers)_invalid$/, JSON.stringify(signature));
  const { 'webhook-id': _id, ...withoutId } = standard();
  t.equal(await verify(withoutId), 'webhook_headers_invalid');
  t.equal(
    await verify({ ...ours(), 'X-Service-Signature': ['a', 'b'] }),
    'webhook_headers_invalid',
    'repeated',
  );
  t.equal(await verify({ ...ours(), 'X-Service-Signature': '0'.repeat(5_000) }), 'webhook_headers_invalid');
  const large = JSON.stringify({ eventType: 'x', text: 'x'.repeat(1024 * 1024) });
  t.equal(await verify(ours(large), large), 'webhook_body_invalid');
  const wide = JSON.stringify({ eventType: 'x', text: '早'.repeat(400 * 1024) });
  t.equal(await verify(ours(wide), wide), 'webhook_body_invalid', 'bytes count, not characters');
  for (const body of ['', '[]', 'null', '7', '{', '{"eventType":7}', '{}'])
    t.equal(await verify(ours(body), body), 'webhook_body_invalid', body);
  for (const secret of ['', 'whsec_', 'whsec_!', 'whsec_a', 'whsec_====='])
    t.equal(await verify(ours(), BODY, secret), 'webhook_secret_invalid', secret);
  t.equal(
    await codeOf(verifyWebhook(BODY, ours(), [], { now })),
    'webhook_signature_invalid',
    'no secret at all',
  );
});

t.test('no input at all ends in another error', async (t) => {
  let refused = 0;
  const header = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(String(NOW_S), 'v1,AAAA', '0'.repeat(64)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...Object.keys({ ...ours(), ...standard() })), header),
      fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array()),
      fc.string(),
      async (headers, body, secret) => {
        const code = await codeOf(verifyWebhook(body, headers, secret, { now }));
        t.match(code, /^webhook_/);
        refused += 1;
      },
    ),
    { numRuns: 500 },
  );
  t.ok(refused >= 500);
});
