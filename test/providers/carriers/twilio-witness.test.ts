/** What users of Twilio's library try first, against the simulated network: each through the library itself. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import t from 'tap';
import twilio from 'twilio';
import { WebSocketServer } from 'ws';
import { startNetwork } from '../../../simulators/phone-network/network.js';
import { listening } from '../../../simulators/support/listening.js';
import { encodeMulaw } from '../../../simulators/support/mulaw.js';
import { toneSamples } from '../../../simulators/support/tones.js';
import { createNetworkClient } from '../../../testkit/simulators/network-client.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = 'ACwitness';
const TOKEN = 'token-of-a-test';
const FROM = '+15005550006';
/** Keeps a callee on the line for longer than a test. */
const STAYS = { atMs: 60_000, do: { type: 'hang_up' } } as const;

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly isSigned: boolean;
}

const network = await startNetwork({ port: 0, accountSid: ACCOUNT, authToken: TOKEN });
const client = createNetworkClient(network.url);
const sdk = twilio(ACCOUNT, TOKEN);
sdk.api.baseUrl = network.url;

const received: Received[] = [];
/** TwiML by path. */
const documents = new Map<string, string>();
const receiver = createServer(async (request, response) => {
  const body = (await buffer(request)).toString();
  const url = new URL(request.url ?? '/', base);
  const fields = Object.fromEntries(request.method === 'GET' ? url.searchParams : new URLSearchParams(body));
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const signature = headers['x-twilio-signature'] ?? '';
  const isSigned = twilio.validateRequest(TOKEN, signature, url.href, request.method === 'GET' ? {} : fields);
  received.push({ method: request.method ?? '', path: url.pathname, headers, fields, isSigned });
  const document = documents.get(url.pathname);
  response
    .writeHead(document === undefined ? 404 : 200, { 'content-type': 'text/xml' })
    .end(document === undefined ? '' : `<Response>${document}</Response>`);
});
const base = `http://127.0.0.1:${await listening(receiver)}`;
t.teardown(() => {
  network.close();
  receiver.close();
});

const requestAt = (path: string): Promise<Received> =>
  until(`a request at ${path}`, () => received.find((request) => request.path === path));
const statusOf = async (sid: string): Promise<string> => (await sdk.calls(sid).fetch()).status;
const untilStatus = (sid: string, status: string): Promise<boolean> =>
  until(`call ${sid} is ${status}`, async () => (await statusOf(sid)) === status);

t.test('list() filters by status, number and caller', async (t) => {
  const [busy, live] = ['+14155550201', '+14155550202'] as const;
  await client.callee(busy, { outcome: 'busy', ringMs: 20 });
  await client.callee(live, { ringMs: 20, stream: 'never', steps: [STAYS] });
  const twiml = '<Response><Pause length="60"/></Response>';
  const first = await sdk.calls.create({ to: busy, from: FROM, twiml });
  const second = await sdk.calls.create({ to: live, from: '+15005550007', twiml });
  await untilStatus(first.sid, 'busy');
  await untilStatus(second.sid, 'in-progress');
  const sids = async (filter: Parameters<typeof sdk.calls.list>[0]): Promise<readonly string[]> =>
    (await sdk.calls.list(filter)).map(({ sid }) => sid);
  t.same(await sids({ status: 'busy' }), [first.sid]);
  t.same(await sids({ status: 'in-progress' }), [second.sid]);
  t.same(await sids({ status: 'failed' }), []);
  t.same(await sids({ status: 'busy', to: live }), []);
  t.same(await sids({ from: '+15005550007' }), [second.sid]);
  const ended = await sdk.calls(second.sid).update({ status: 'completed' });
  t.equal(ended.status, 'completed');
  t.ok(ended.endTime !== null && ended.startTime !== null);
});

t.test('create({ url }) fetches signed documents, which say, gather, redirect and hang up', async (t) => {
  const to = '+14155550203';
  await client.callee(to, {
    ringMs: 20,
    steps: [
      { afterHearingMs: 100, do: { type: 'dtmf', digit: '4' } },
      { do: { type: 'dtmf', digit: '2' } },
      { do: { type: 'dtmf', digit: '#' } },
      STAYS,
    ],
  });
  documents.set(
    '/menu',
    '<Gather action="digits" timeout="20"><Say>Press a key.</Say></Gather><Say>Nothing was pressed.</Say>',
  );
  documents.set('/digits', '<Say loop="2">Thank you.</Say><Redirect method="GET">/last?a=1</Redirect>');
  documents.set('/last', '<Pause length="1"/><Hangup/>');
  const call = await sdk.calls.create({ to, from: FROM, url: `${base}/menu` });
  const menu = await requestAt('/menu');
  t.match(menu, {
    method: 'POST',
    isSigned: true,
    fields: { CallSid: call.sid, To: to, CallStatus: 'in-progress' },
  });
  t.match(await requestAt('/digits'), {
    method: 'POST',
    isSigned: true,
    fields: { Digits: '42', CallSid: call.sid },
  });
  t.match(await requestAt('/last'), { method: 'GET', isSigned: true, fields: { a: '1', CallSid: call.sid } });
  await untilStatus(call.sid, 'completed');
  t.equal((await client.history(call.sid)).endedBy, 'document');
  const heardMs = (await client.heard(call.sid)).reduce((sum, { audio }) => sum + audio.length / 8, 0);
  t.ok(heardMs > 500, `the callee heard ${heardMs} ms`);
  t.same(await sdk.calls(call.sid).notifications.list(), []);
});

t.test('a Gather without a key continues, and create() accepts a URL by GET', async (t) => {
  const to = '+14155550204';
  await client.callee(to, { ringMs: 20, steps: [STAYS] });
  documents.set('/quiet', '<Gather action="/never" timeout="1" numDigits="1"/><Hangup/>');
  const call = await sdk.calls.create({ to, from: FROM, url: `${base}/quiet`, method: 'GET' });
  t.match(await requestAt('/quiet'), { method: 'GET', isSigned: true });
  await untilStatus(call.sid, 'completed');
  t.notOk(received.some(({ path }) => path === '/never'));
});

t.test('what is not executed is refused with the codes of Twilio, or noted on the call', async (t) => {
  const to = '+14155550205';
  await client.callee(to, { ringMs: 20, steps: [STAYS] });
  const create = (options: { readonly twiml: string } | { readonly url: string }) =>
    sdk.calls.create({ to, from: FROM, ...options });
  await t.rejects(create({ twiml: '<Response><Play>x.mp3</Play></Response>' }), {
    code: 12_200,
    message: /<Play>/,
  });
  await t.rejects(create({ twiml: '<Response><Gather><Play/></Gather></Response>' }), { code: 12_200 });
  await t.rejects(create({ twiml: '<Response><Say>' }), { code: 12_100 });
  await t.rejects(create({ twiml: 'hello' }), { code: 12_100 });
  await t.rejects(create({ twiml: '<Response><Connect><Stream url="x"/></Connect></Response>' }), {
    code: 12_200,
    message: /Stream/,
  });
  await t.rejects(create({ url: 'https://example.org/voice' }), { code: 21_205 });
  await t.rejects(create({ url: 'nowhere' }), { code: 21_205 });
  documents.set('/bad', '<Enqueue>x</Enqueue>');
  for (const [path, code] of [
    ['/bad', '12200'],
    ['/missing', '11200'],
  ] as const) {
    const call = await create({ url: `${base}${path}` });
    await untilStatus(call.sid, 'completed');
    const [notice, ...others] = await sdk.calls(call.sid).notifications.list();
    t.match(notice, { errorCode: code, callSid: call.sid });
    t.same(others, []);
  }
  documents.set('/loop', '<Redirect>/loop</Redirect>');
  const endless = await create({ url: `${base}/loop` });
  await untilStatus(endless.sid, 'completed');
  t.equal(
    (await sdk.calls(endless.sid).notifications.list()).length,
    1,
    'a document cannot redirect for ever',
  );
});

t.test('update() gives a live call another document or ends it', async (t) => {
  const to = '+14155550206';
  await client.callee(to, { ringMs: 20, steps: [STAYS] });
  const twiml = '<Response><Pause length="60"/></Response>';
  const call = await sdk.calls.create({ to, from: FROM, twiml });
  await untilStatus(call.sid, 'in-progress');
  documents.set('/updated', '<Pause length="60"/>');
  await sdk.calls(call.sid).update({ url: `${base}/updated`, method: 'POST' });
  t.match(await requestAt('/updated'), { isSigned: true, fields: { CallSid: call.sid } });
  await t.rejects(sdk.calls(call.sid).update({ twiml: '<Response><Record/></Response>' }), { code: 12_200 });
  await t.rejects(sdk.calls(call.sid).update({ status: 'canceled' }), { code: 21_220 });
  await sdk.calls(call.sid).update({ twiml: '<Response><Say>Goodbye.</Say></Response>' });
  await untilStatus(call.sid, 'completed');
  await t.rejects(sdk.calls(call.sid).update({ twiml }), { code: 21_220 });
  await client.callee(to, { ringMs: 5_000 });
  const ringing = await sdk.calls.create({ to, from: FROM, twiml });
  await untilStatus(ringing.sid, 'ringing');
  t.equal((await sdk.calls(ringing.sid).update({ status: 'canceled' })).status, 'canceled');
});

t.test('the request that opens a stream is signed, and carries the parameters of the document', async (t) => {
  const to = '+14155550207';
  await client.callee(to, { ringMs: 20, steps: [STAYS] });
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  t.teardown(() => server.close());
  await once(server, 'listening');
  const opened = new Promise<{ readonly signature: string; readonly start: string }>((resolve) => {
    server.on('connection', (socket, request) => {
      const signature = String(request.headers['x-twilio-signature']);
      socket.on('message', (data) => {
        if (data.toString().includes('"start"')) resolve({ signature, start: data.toString() });
      });
    });
  });
  const address = server.address();
  const url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/media/x`;
  const call = await sdk.calls.create({
    to,
    from: FROM,
    twiml: `<Response><Connect><Stream url="${url}"><Parameter name="order" value="4711"/></Stream></Connect></Response>`,
  });
  const { signature, start } = await opened;
  t.ok(twilio.validateRequest(TOKEN, signature, url, {}), 'the library accepts the signature');
  t.notOk(twilio.validateRequest('another token', signature, url, {}));
  t.notOk(twilio.validateRequest(TOKEN, signature, `${url}y`, {}));
  t.match(JSON.parse(start), { start: { callSid: call.sid, customParameters: { order: '4711' } } });
  await sdk.calls(call.sid).update({ status: 'completed' });
});

t.test('recordings are listed, fetched and downloaded', async (t) => {
  const to = '+14155550208';
  const audio = Buffer.from(encodeMulaw(toneSamples('good morning', 8_000))).toString('base64');
  await client.callee(to, { ringMs: 20, steps: [{ atMs: 200, do: { type: 'say', audio } }, STAYS] });
  const twiml =
    '<Response><Say>This call is recorded.</Say><Say>Really.</Say><Pause length="60"/></Response>';
  const call = await sdk.calls.create({ to, from: FROM, twiml, record: true });
  const [live] = await until('a recording', async () => {
    const found = await sdk.calls(call.sid).recordings.list();
    return found.length > 0 && found;
  });
  t.match(live, { callSid: call.sid, status: 'in-progress' });
  t.match(await sdk.calls(call.sid).recordings.create(), { callSid: call.sid }, 'a further one');
  await until('speech', async () => (await client.heard(call.sid)).length > 0);
  await new Promise((resolve) => setTimeout(resolve, 600));
  await sdk.calls(call.sid).update({ status: 'completed' });
  t.equal((await sdk.calls(call.sid).recordings.list()).length, 2);
  t.equal((await sdk.recordings.list({ callSid: call.sid })).length, 2);
  t.equal((await sdk.recordings.list({ callSid: 'CAnone' })).length, 0);
  const fetched = await sdk.recordings(live?.sid ?? '').fetch();
  t.match(fetched, { status: 'completed', channels: 1 });
  t.ok(Number(fetched.duration) >= 1, fetched.duration);
  const authorization = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;
  const media = await fetch(`${network.url}${fetched.uri.replace('.json', '.wav')}`, {
    headers: { authorization },
  });
  const wav = Buffer.from(await media.arrayBuffer());
  t.equal(wav.subarray(0, 4).toString(), 'RIFF');
  t.equal(wav.length, 44 + wav.readUInt32LE(40));
  const loud = Array.from({ length: (wav.length - 44) / 2 }, (_, index) => wav.readInt16LE(44 + 2 * index));
  t.ok(loud.filter((sample) => Math.abs(sample) > 3_000).length > 1_000, 'it is not silent');
  await t.rejects(sdk.recordings('RE0').fetch(), { code: 20_404 });
  await t.rejects(sdk.calls(call.sid).recordings.create(), { code: 21_220 });
});

t.test('machine detection reports what the callee is', async (t) => {
  const [machine, person] = ['+14155550209', '+14155550210'] as const;
  await client.callee(machine, { ringMs: 20, answeredBy: 'machine_end_beep', steps: [STAYS] });
  await client.callee(person, { ringMs: 20, steps: [STAYS] });
  documents.set('/detected', '<Pause length="60"/>');
  const twiml = '<Response><Pause length="60"/></Response>';
  const synchronous = await sdk.calls.create({
    to: machine,
    from: FROM,
    url: `${base}/detected`,
    machineDetection: 'DetectMessageEnd',
    statusCallback: `${base}/sync-status`,
  });
  t.match(await requestAt('/detected'), { isSigned: true, fields: { AnsweredBy: 'machine_end_beep' } });
  t.equal((await sdk.calls(synchronous.sid).fetch()).answeredBy, 'machine_end_beep');
  await sdk.calls(synchronous.sid).update({ status: 'completed' });
  const last = await until('the last status', () =>
    received.find(({ path, fields }) => path === '/sync-status' && fields.CallStatus === 'completed'),
  );
  t.match(last, { isSigned: true, fields: { AnsweredBy: 'machine_end_beep' } });
  const detect = async (to: string, path: string): Promise<Received> => {
    const call = await sdk.calls.create({
      to,
      from: FROM,
      twiml,
      machineDetection: 'Enable',
      asyncAmd: 'true',
      asyncAmdStatusCallback: `${base}${path}`,
    });
    const verdict = await requestAt(path);
    t.equal(verdict.fields.CallSid, call.sid);
    await sdk.calls(call.sid).update({ status: 'completed' });
    return verdict;
  };
  t.match(await detect(machine, '/machine'), { isSigned: true, fields: { AnsweredBy: 'machine_start' } });
  t.match(await detect(person, '/person'), { isSigned: true, fields: { AnsweredBy: 'human' } });
  const plain = await sdk.calls.create({ to: machine, from: FROM, twiml });
  await untilStatus(plain.sid, 'in-progress');
  t.equal((await sdk.calls(plain.sid).fetch()).answeredBy, null, 'only on request');
});
