/**
 * The carriers' own libraries against the simulated network and its signatures, as independent readings of the
 * protocols. Plivo's library connects only to Plivo's own address, so only its signature check is used.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import t from 'tap';
import Telnyx from 'telnyx';
import twilio from 'twilio';
import { dialXml, streamXml } from '../../../providers/carriers/plivo/document.js';
import { createTwilioCarrier, twilioAddress } from '../../../providers/carriers/twilio/index.js';
import { dialTwiml } from '../../../providers/carriers/twilio/twiml.js';
import { startNetwork } from '../../../simulators/phone-network/network.js';
import { telnyxPublicKey } from '../../../simulators/phone-network/telnyx/keys.js';
import { listening } from '../../../simulators/support/listening.js';
import { createNetworkClient } from '../../../testkit/simulators/network-client.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = 'ACwitness';
const TOKEN = 'token-of-a-test';
const FROM = '+15005550006';

/** The package has no types. */
const plivo: {
  validateV3Signature(
    method: string,
    uri: string,
    nonce: string,
    authToken: string,
    signature: string,
    params: Readonly<Record<string, string>>,
  ): boolean;
} = createRequire(import.meta.url)('plivo');

/** The fields that are checked of a request of Twilio's library. */
interface LibraryRequest {
  readonly uri: string;
  readonly username?: string;
  readonly password?: string;
}

const network = await startNetwork({ port: 0, accountSid: ACCOUNT, authToken: TOKEN });
const client = createNetworkClient(network.url);
const received: { readonly path: string; readonly headers: Record<string, string>; readonly body: string }[] =
  [];
const receiver = createServer(async (request, response) => {
  const body = (await buffer(request)).toString();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  received.push({ path: request.url ?? '', headers, body });
  response.writeHead(200, { 'content-type': 'text/xml' }).end('<Response><Hangup/></Response>');
});
const base = `http://127.0.0.1:${await listening(receiver)}`;
t.teardown(() => {
  network.close();
  receiver.close();
});

const callbackOn = (path: string) =>
  until('a callback', () => received.find((each) => each.path.startsWith(path)));
const fieldsOf = (body: string): Record<string, string> => Object.fromEntries(new URLSearchParams(body));

t.test("Twilio's library places, redirects, finds and ends calls, and accepts the callbacks", async (t) => {
  const sdk = twilio(ACCOUNT, TOKEN);
  sdk.api.baseUrl = network.url;
  const to = '+14155550131';
  await client.callee(to, {
    ringMs: 100,
    stream: 'never',
    steps: [{ atMs: 20_000, do: { type: 'hang_up' } }],
  });
  const call = await sdk.calls.create({
    to,
    from: FROM,
    twiml: '<Response><Connect><Stream url="ws://127.0.0.1:1/x"/></Connect></Response>',
    statusCallback: `${base}/twilio`,
  });
  t.match(call.sid, /^CA/);
  await until('an answered call', async () => (await sdk.calls(call.sid).fetch()).status === 'in-progress');
  t.equal((await sdk.calls.list({ to }))[0]?.sid, call.sid);
  const transfer = { to: '+14155550132', documentUrl: `${base}/after?a=1`, ringTimeoutMs: 5_000 };
  await client.callee(transfer.to, { outcome: 'busy', ringMs: 100 });
  await sdk.calls(call.sid).update({ twiml: dialTwiml(FROM, transfer) });
  const followed = await callbackOn('/after');
  t.match(fieldsOf(followed.body), { DialCallStatus: 'busy', CallSid: call.sid });
  for (const { path, headers, body } of [await callbackOn('/twilio'), followed])
    t.ok(
      twilio.validateRequest(TOKEN, headers['x-twilio-signature'] ?? '', `${base}${path}`, fieldsOf(body)),
      path,
    );
  await until('the call to end', async () => (await sdk.calls(call.sid).fetch()).status === 'completed');
  await t.rejects(sdk.calls(call.sid).update({ status: 'completed' }), { code: 21_220 });
  t.match(await sdk.incomingPhoneNumbers.list({ phoneNumber: FROM }), [{ phoneNumber: FROM }]);
  t.same(await sdk.outgoingCallerIds.list({ phoneNumber: FROM }), []);
});

t.test(
  "Twilio's library derives the same address from region and edge, and sends a key in the same way",
  async (t) => {
    const key = { sid: 'SKwitness', secret: 'secret-of-a-key' };
    for (const [region, edge] of [
      ['us1', 'ashburn'],
      ['us1', 'sao-paulo'],
      ['ie1', 'dublin'],
      ['au1', 'sydney'],
      ['jp1', 'tokyo'],
    ] as const) {
      const requests: string[] = [];
      const sdk = twilio(key.sid, key.secret, {
        accountSid: ACCOUNT,
        region,
        edge,
        httpClient: new (class extends twilio.RequestClient {
          override request = async ({ uri, username, password }: LibraryRequest): Promise<never> => {
            requests.push(uri, `${username}:${password}`);
            throw new Error('nothing leaves');
          };
        })(),
      });
      await t.rejects(sdk.calls('CA1').fetch(), { message: 'nothing leaves' });
      const path = `/2010-04-01/Accounts/${ACCOUNT}/Calls/CA1.json`;
      t.same(requests, [`${twilioAddress(region, edge)}${path}`, `${key.sid}:${key.secret}`]);
    }
    const shown: string[] = [];
    const server = createServer((request, response) => {
      shown.push(request.headers.authorization ?? '');
      response.writeHead(404).end('{}');
    });
    t.teardown(() => server.close());
    const account = {
      accountSid: ACCOUNT,
      authToken: TOKEN,
      from: FROM,
      apiBaseUrl: `http://127.0.0.1:${await listening(server)}`,
    };
    const silent = pino({ level: 'silent' });
    const { signal } = new AbortController();
    const keyed = createTwilioCarrier({ ...account, apiKey: key }, silent);
    await keyed.hangUp('CA1', signal);
    await createTwilioCarrier(account, silent).hangUp('CA1', signal);
    t.same(
      shown.map((basic) => Buffer.from(basic.replace('Basic ', ''), 'base64').toString()),
      [`${key.sid}:${key.secret}`, `${ACCOUNT}:${TOKEN}`],
    );
    const url = 'https://voice.example.org/status';
    const signature = twilio.getExpectedTwilioSignature(TOKEN, url, { CallSid: 'CA1' });
    const callback = { url, headers: { 'x-twilio-signature': signature }, body: Buffer.from('CallSid=CA1') };
    t.ok(keyed.verifyCallback(callback), 'callbacks are signed with the token, even if a key opens the API');
  },
);

t.test("Telnyx's library places, streams, transfers and ends calls, and accepts the events", async (t) => {
  const sdk = new Telnyx({
    apiKey: TOKEN,
    baseURL: `${network.url}/v2`,
    publicKey: telnyxPublicKey(TOKEN),
    maxRetries: 0,
  });
  const to = '+14155550133';
  const target = '+14155550134';
  await client.callee(to, { ringMs: 100, steps: [{ atMs: 20_000, do: { type: 'hang_up' } }] });
  await client.callee(target, { outcome: 'busy', ringMs: 100 });
  const { data } = await sdk.calls.dial({
    connection_id: '1684641123236054244',
    to,
    from: FROM,
    webhook_url: `${base}/telnyx`,
    stream_url: 'ws://127.0.0.1:1/x',
    stream_bidirectional_mode: 'rtp',
    stream_bidirectional_codec: 'PCMU',
    client_state: Buffer.from('c1').toString('base64'),
  });
  const { data: application } = await sdk.callControlApplications.retrieve('1684641123236054244');
  t.equal(application?.id, '1684641123236054244');
  const { data: numbers } = await sdk.phoneNumbers.list({ filter: { phone_number: FROM } });
  t.match(numbers, [{ phone_number: FROM }]);
  const id = data?.call_control_id ?? '';
  t.match(id, /^v3:/);
  await until('an answered call', () =>
    received.some(({ path, body }) => path === '/telnyx' && body.includes('call.answered')),
  );
  t.match(await sdk.calls.retrieveStatus(id), { data: { is_alive: true, call_control_id: id } });
  t.match(await sdk.calls.actions.stopStreaming(id, {}), { data: { result: 'ok' } });
  const again = { stream_url: 'ws://127.0.0.1:1/y', stream_track: 'inbound_track' } as const;
  t.match(await sdk.calls.actions.startStreaming(id, again), { data: { result: 'ok' } });
  await sdk.calls.actions.transfer(id, { to: target, webhook_url: `${base}/leg` });
  for (const { headers, body } of [await callbackOn('/telnyx'), await callbackOn('/leg')]) {
    const event = await sdk.webhooks.unwrap(body, { headers });
    t.match(JSON.stringify(event), /call\./);
    const changed = body.replace('call.', 'cull.');
    await t.rejects(async () => sdk.webhooks.unwrap(changed, { headers }), 'a modified event is refused');
  }
  t.match(await sdk.calls.actions.hangup(id, {}), { data: { result: 'ok' } });
  await until('the call to end', async () => (await client.history(id)).endedAt !== null);
  await t.rejects(sdk.calls.actions.hangup(id, {}), { status: 422, message: /90018/ });
});

t.test("Plivo's library accepts the callbacks", async (t) => {
  const to = '14155550135';
  await client.callee(`+${to}`, { ringMs: 100 });
  const placed = await fetch(`${network.url}/v1/Account/${ACCOUNT}/Call/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}` },
    body: JSON.stringify({
      from: FROM.slice(1),
      to,
      answer_url: `${base}/plivo-answer?step=answer&a=1`,
      hangup_url: `${base}/plivo-hangup`,
      ring_url: `${base}/plivo-ring`,
    }),
  });
  t.equal(placed.status, 201);
  for (const part of ['/plivo-answer', '/plivo-hangup', '/plivo-ring']) {
    const { path, headers, body } = await callbackOn(part);
    const nonce = headers['x-plivo-signature-v3-nonce'] ?? '';
    const signature = headers['x-plivo-signature-v3'] ?? '';
    const believes = (params: Record<string, string>): boolean =>
      plivo.validateV3Signature('POST', `${base}${path}`, nonce, TOKEN, signature, params);
    t.ok(believes(fieldsOf(body)), part);
    t.notOk(believes({ ...fieldsOf(body), CallStatus: 'changed' }), part);
  }
  t.match(
    streamXml('wss://voice.example.org/media/plivo/x'),
    /<Stream bidirectional="true" keepCallAlive="true"/,
  );
  t.match(dialXml(FROM, { to: '+14155550136', seconds: 30 }, `${base}/a`), /<Number>14155550136<\/Number>/);
});
