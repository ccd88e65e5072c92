/** Bodies with a file: two ways to send it, what is refused, and the size limit. */
import t from 'tap';
import { UPLOAD_BYTES } from '../../../schemas/contacts/job.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';
import { BUSINESS, CATEGORY, SOURCE } from '../fakes/ids.js';
import { type GatewayUnderTest, startGateway } from '../gateway-under-test.js';

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly paths: readonly string[];
  readonly text: string;
}

let lastKey = 0;

const send = async (
  { url, apiKey }: GatewayUnderTest,
  body: FormData | string,
  { path = 'contacts/imports', key = '' } = {},
): Promise<Answer> => {
  lastKey += 1;
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': key === '' ? `key${lastKey}` : key,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body,
  });
  const text = await response.text();
  const { error }: { error?: { code: string; details?: readonly { path: string }[] } } = JSON.parse(text);
  const paths = error?.details?.map((detail) => detail.path) ?? [];
  return { status: response.status, code: error?.code ?? '', paths, text };
};

const form = (
  fields: Readonly<Record<string, string>>,
  file: Uint8Array | string,
  name = 'people.csv',
): FormData => {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  body.set('file', new Blob([file]), name);
  return body;
};

const FIELDS = { businessId: BUSINESS, categoryIds: JSON.stringify([CATEGORY]) };

t.test('JSON and multipart are equivalent', async (t) => {
  const under = await startGateway(t);
  const content = Buffer.from('name,mobile\nZoë,+14155552671\n');
  const json = JSON.stringify({
    businessId: BUSINESS,
    categoryIds: [CATEGORY],
    fileName: 'people.csv',
    contentBase64: content.toString('base64'),
  });
  const [first, second] = [await send(under, json), await send(under, form(FIELDS, content))];
  t.match(first, { status: 202, text: new RegExp(`people.csv of ${content.length} bytes`) });
  t.match(second, { status: 202, text: new RegExp(`people.csv of ${content.length} bytes`) });
  const mapped = form({ ...FIELDS, mapping: '{"mobile":7}' }, content);
  t.match(await send(under, mapped), { code: 'validation_failed', paths: ['/mapping/mobile'] });
  const replayed = [
    await send(under, form(FIELDS, content), { key: 'k' }),
    await send(under, form(FIELDS, content), { key: 'k' }),
  ];
  t.equal(replayed[0]?.text, replayed[1]?.text, 'the same file under the same key is the same request');
  t.match(await send(under, form(FIELDS, 'another'), { key: 'k' }), { code: 'idempotency_key_conflict' });
});

t.test('an invalid upload is refused', async (t) => {
  const under = await startGateway(t);
  const missing = new FormData();
  for (const [name, value] of Object.entries(FIELDS)) missing.set(name, value);
  t.match(await send(under, missing), { status: 400 });
  const twice = form(FIELDS, 'a');
  twice.append('file', new Blob(['b']), 'b.csv');
  t.match(await send(under, twice), { status: 400, code: 'upload_refused' });
  for (const contentBase64 of ['a', 'ab=c', 'a-_b', 7, null])
    t.match(
      await send(
        under,
        JSON.stringify({ businessId: BUSINESS, sourceId: SOURCE, fileName: 'a', contentBase64 }),
        {
          path: 'data-sources/upload',
        },
      ),
      { status: 400 },
      String(contentBase64),
    );
  const cut = await fetch(`${under.url}/api/v1/contacts/imports`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${under.apiKey}`,
      'idempotency-key': 'cut',
      'content-type': 'multipart/form-data; boundary=x',
    },
    body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  });
  t.match([cut.status, await cut.text()], [400, /upload_refused/], 'a body that ends in the middle');
  t.same(under.operations.performed, [], 'no operation ran');
});

t.test('a file name has no control characters, no path and a limited length', async (t) => {
  const under = await startGateway(t);
  const named = (fileName: string): string =>
    JSON.stringify({
      businessId: BUSINESS,
      categoryIds: [CATEGORY],
      fileName,
      contentBase64: Buffer.from('a').toString('base64'),
    });
  for (const invalid of ['a\u0000.csv', 'a\n.csv', 'a\u007f.csv', 'x'.repeat(256), ''])
    t.match(await send(under, named(invalid)), { code: 'validation_failed', paths: ['/fileName'] });
  t.match(await send(under, named('Gäste (März).csv')), { status: 202 });
  t.match(await send(under, form(FIELDS, 'a', '../../etc/passwd')), { text: /passwd of 1 bytes/ });
});

t.test(
  'an upload at the size limit is accepted, and one byte more is refused',
  { skip: ONLY_IN_FULL_RUN },
  async (t) => {
    const under = await startGateway(t);
    const base = form(FIELDS, '');
    const empty = (await new Response(base).arrayBuffer()).byteLength;
    // The boundary has the same length every time.
    const room = UPLOAD_BYTES - empty;
    t.match(await send(under, form(FIELDS, Buffer.alloc(room, 'x'))), { status: 202 });
    t.match(await send(under, form(FIELDS, Buffer.alloc(room + 1, 'x'))), {
      status: 413,
      code: 'body_too_large',
    });
  },
);
