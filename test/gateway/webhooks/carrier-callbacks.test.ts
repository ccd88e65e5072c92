/** Carriers' reports: they are signed for their address, and committed before they are acknowledged. */
import { pino } from 'pino';
import t from 'tap';
import { documentPath, statusPath } from '../../../gateway/webhooks/carrier-callbacks.js';
import { createTwilioCarrier } from '../../../providers/carriers/twilio/index.js';
import { signRequest } from '../../../providers/carriers/twilio/signature.js';
import { DomainError } from '../../../schemas/errors.js';
import { BUSINESS, CALL, UNKNOWN_ID } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';

const AUTH_TOKEN = 'token-of-a-test';
const PUBLIC_URL = 'https://voice.example.org/parley';
const REPORT = { CallSid: 'CA1', CallStatus: 'ringing', To: '+14155552671', Note: 'a b+c&d=é' };

t.test('a report must be signed for its address, and is acknowledged once it is committed', async (t) => {
  const carrier = createTwilioCarrier(
    { accountSid: 'AC1', authToken: AUTH_TOKEN, from: '+15005550006', apiBaseUrl: 'http://127.0.0.1:9' },
    pino({ level: 'silent' }),
  );
  const under = await startGateway(t, {
    publicUrl: PUBLIC_URL,
    carriers: new Map([[carrier.name, carrier]]),
  });
  const post = async (
    path: string,
    {
      signedFor = path,
      report = REPORT,
      signature,
    }: { signedFor?: string; report?: Record<string, string>; signature?: string } = {},
  ): Promise<string> => {
    const response = await fetch(`${under.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature':
          signature ?? signRequest(AUTH_TOKEN, `${PUBLIC_URL}${signedFor}`, Object.entries(REPORT)),
      },
      body: new URLSearchParams(report).toString(),
    });
    const text = await response.text();
    if (text === '') return String(response.status);
    const { error }: { error: { code: string } } = JSON.parse(text);
    return `${response.status} ${error.code}`;
  };
  const path = statusPath('twilio', BUSINESS, CALL);

  t.equal(await post(path), '204');
  t.equal(await post(`${path}?attempt=1&x=%20`), '204', 'the query is signed, too');
  t.same(under.operations.performed, [`report ${CALL} ringing`, `report ${CALL} ringing`]);

  const before = under.operations.performed.length;
  t.equal(await post(path, { signature: 'bm8=' }), '403 signature_invalid');
  t.equal(await post(path, { signature: '' }), '403 signature_invalid');
  t.equal(await post(path, { report: { ...REPORT, CallStatus: 'completed' } }), '403 signature_invalid');
  t.equal(
    await post(path, { signedFor: statusPath('twilio', BUSINESS, UNKNOWN_ID) }),
    '403 signature_invalid',
  );
  t.equal(await post(`${path}?x=1`, { signedFor: path }), '403 signature_invalid');
  t.equal(await post(statusPath('other', BUSINESS, CALL)), '404 route_not_found');
  t.equal(await post(statusPath('twilio', 'x', CALL)), '404 route_not_found');
  t.equal(await post(path, { report: { a: 'x'.repeat(70_000) } }), '413 body_too_large');
  t.equal((await fetch(`${under.url}${path}`)).status, 405);
  t.equal(await post(statusPath('twilio', UNKNOWN_ID, CALL)), '404 call_not_found');
  t.equal(under.operations.performed.length, before, 'none of these was reported');

  under.operations.next({ error: new DomainError('journal_unavailable') });
  t.equal(await post(path), '503 journal_unavailable', 'not acknowledged unless committed');
  under.operations.next({ error: new Error('unexpected') });
  t.equal(await post(path), '500 internal');

  let commit = (): void => undefined;
  under.operations.next({
    wait: new Promise((resolve) => {
      commit = resolve;
    }),
  });
  let answered = false;
  const answer = post(path).then((status) => {
    answered = true;
    return status;
  });
  t.equal((await fetch(`${under.url}/healthz`)).status, 200);
  t.equal(answered, false, 'it waits for the commit');
  commit();
  t.equal(await answer, '204');
});

t.test('the carrier learns what follows a transfer', async (t) => {
  const carrier = createTwilioCarrier(
    { accountSid: 'AC1', authToken: AUTH_TOKEN, from: '+15005550006', apiBaseUrl: 'http://127.0.0.1:9' },
    pino({ level: 'silent' }),
  );
  const under = await startGateway(t, {
    publicUrl: PUBLIC_URL,
    carriers: new Map([[carrier.name, carrier]]),
  });
  const path = documentPath('twilio', BUSINESS, CALL);
  const ask = async (status: string, signature?: string) => {
    const params: [string, string][] = [
      ['CallSid', 'CA1'],
      ['DialCallStatus', status],
    ];
    const response = await fetch(`${under.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature ?? signRequest(AUTH_TOKEN, `${PUBLIC_URL}${path}`, params),
      },
      body: new URLSearchParams(params).toString(),
    });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: await response.text(),
    };
  };
  t.match(await ask('completed'), { status: 200, type: 'text/xml', body: /<Hangup\/>/ });
  t.match(await ask('busy'), {
    body: new RegExp(`<Stream url="wss://media.example.org/twilio/${BUSINESS}/${CALL}"/>`),
  });
  t.match(await ask('busy', 'bm8='), { status: 403, body: /signature_invalid/ });
  t.same(under.operations.performed, [], 'nothing is reported');
});
