/**
 * Twilio's wire format, tested with Twilio's own vectors (docs/reference/protocols/twilio.md "Signature") and with arbitrary
 * input.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { pino } from 'pino';
import t from 'tap';
import { createLoopbackCarrier, LOOPBACK_ACCOUNT } from '../../../providers/carriers/loopback/index.js';
import { createTwilioCarrier } from '../../../providers/carriers/twilio/index.js';
import { twilioDialect } from '../../../providers/carriers/twilio/media-dialect.js';
import { signRequest, verifyRequest } from '../../../providers/carriers/twilio/signature.js';
import { dialTwiml, streamTwiml } from '../../../providers/carriers/twilio/twiml.js';
import { startNetwork } from '../../../simulators/phone-network/network.js';
import { listening } from '../../../simulators/support/listening.js';
import { readableLog } from '../../support/readable-log.js';

const TOKEN = 'tw-token-1';
const silent = pino({ level: 'silent' });

const formBody = (params: readonly (readonly [string, string])[]): Buffer =>
  Buffer.from(new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])).toString());

const twilio = createTwilioCarrier(
  { accountSid: 'AC1', authToken: TOKEN, from: '+15005550006', apiBaseUrl: 'http://127.0.0.1:9' },
  silent,
);

/** Reads a message as the first one of a socket. */
const read = (text: string) => twilioDialect.reader()(Buffer.from(text));

t.test('signatures match the vectors of the protocol', async (t) => {
  const params = [
    ['CallSid', 'CA1'],
    ['CallStatus', 'completed'],
    ['To', '+15005550101'],
  ] as const;
  const url = 'https://voice.example.org/twilio/status?run=7';
  t.equal(signRequest(TOKEN, url, params), 'mc/9WNfuWjnC3xs1JFfwTBgOh7s=');
  t.equal(signRequest(TOKEN, 'wss://voice.example.org/media/twilio', []), '37VcjWvnk7Tjri4RBXJQtQrTGwI=');
  const body = formBody(params);
  const signature = 'mc/9WNfuWjnC3xs1JFfwTBgOh7s=';
  t.ok(verifyRequest(TOKEN, { url, body, signature }));
  const withPort = signRequest(TOKEN, 'https://voice.example.org:443/twilio/status?run=7', params);
  t.ok(verifyRequest(TOKEN, { url, body, signature: withPort }), 'with the default port written out');
  t.notOk(verifyRequest('another', { url, body, signature }));
  t.notOk(verifyRequest(TOKEN, { url: `${url}8`, body, signature }));
  t.notOk(verifyRequest(TOKEN, { url, body: formBody([...params, ['X', '1']]), signature }));
  t.notOk(verifyRequest(TOKEN, { url, body, signature: '' }));
});

t.test('a body other than a form is signed by its hash', async (t) => {
  const body = Buffer.from('{"CallSid":"CA1"}');
  const hash = createHash('sha256').update(body).digest('hex');
  const url = `https://voice.example.org/twilio/status?bodySHA256=${hash}`;
  const signature = signRequest(TOKEN, url, []);
  t.ok(verifyRequest(TOKEN, { url, body, signature }));
  t.notOk(verifyRequest(TOKEN, { url, body: Buffer.from('{"CallSid":"CA2"}'), signature }));
});

t.test('reads statuses, seconds and prices from callbacks', async (t) => {
  const carrier = createTwilioCarrier(
    { accountSid: 'AC1', authToken: TOKEN, from: '+15005550006', apiBaseUrl: 'http://127.0.0.1:1' },
    silent,
  );
  const read = (form: string) =>
    carrier.parseCallback({ url: 'https://x/', headers: {}, body: Buffer.from(form) });
  t.same(read('CallSid=CA1&CallStatus=completed&CallDuration=42&Duration=1'), {
    carrierCallId: 'CA1',
    progress: 'completed',
    durationSeconds: 42,
  });
  for (const [status, progress] of [
    ['initiated', 'queued'],
    ['ringing', 'ringing'],
    ['in-progress', 'answered'],
    ['no-answer', 'no_answer'],
    ['canceled', 'cancelled'],
    ['busy', 'busy'],
  ]) {
    t.match(read(`CallSid=CA1&CallStatus=${status}`), { progress });
  }
  t.match(read('CallSid=CA1&CallStatus=failed&SipResponseCode=404'), { failure: 'invalid_number' });
  t.match(read('CallSid=CA1&CallStatus=busy&Price=-0.03'), { costMicrocredits: 30_000 });
  t.same(read('CallSid=CA1&AnsweredBy=machine_start&MachineDetectionDuration=2100'), {
    carrierCallId: 'CA1',
    progress: 'answered',
    answeredBy: 'machine',
  });
  t.match(read('CallSid=CA1&AnsweredBy=human'), { answeredBy: 'human' });
  t.same(read('CallSid=CA1&AnsweredBy=unknown'), { carrierCallId: 'CA1', progress: 'answered' });
  t.equal(read('CallSid=CA1&CallStatus=strange'), null);
  t.equal(read('CallStatus=busy'), null);
});

t.test('the dialect reads the documented messages, with numbers or strings', async (t) => {
  const parse = read;
  t.same(parse('{"event":"connected","protocol":"Call","version":"1.0.0"}'), { type: 'connected' });
  t.match(
    parse(
      '{"event":"start","sequenceNumber":"1","streamSid":"MZ1","start":{"streamSid":"MZ1","callSid":"CA1","mediaFormat":{"encoding":"audio/x-mulaw","sampleRate":8000,"channels":1}}}',
    ),
    { type: 'start', carrierCallId: 'CA1', encoding: 'mulaw' },
  );
  t.match(
    parse(
      '{"event":"media","sequenceNumber":7,"streamSid":"MZ1","media":{"track":"inbound","chunk":"6","timestamp":"120","payload":"fn5+"}}',
    ),
    { type: 'media', timestampMs: 120 },
  );
  t.match(parse('{"event":"mark","sequenceNumber":"9","streamSid":"MZ1","mark":{"name":"u3:s2"}}'), {
    type: 'mark',
    name: 'u3:s2',
  });
  t.match(
    parse(
      '{"event":"dtmf","sequenceNumber":"9","streamSid":"MZ1","dtmf":{"track":"inbound_track","digit":"5"}}',
    ),
    { type: 'dtmf', digit: '5' },
  );
  t.match(parse('{"event":"stop","sequenceNumber":"9","streamSid":"MZ1","stop":{"callSid":"CA1"}}'), {
    type: 'stop',
  });
  t.match(
    parse(
      '{"event":"start","sequenceNumber":"1","streamSid":"MZ1","start":{"callSid":"CA1","mediaFormat":{"encoding":"audio/x-l16","sampleRate":16000}}}',
    ),
    { type: 'invalid' },
  );
});

t.test(
  'reading never throws, whatever arrives, and the other side can read the written messages',
  async (t) => {
    const writer = twilioDialect.writer('MZ1');
    fc.assert(fc.property(fc.string(), (text) => typeof read(text).type === 'string'));
    fc.assert(fc.property(fc.json(), (text) => typeof read(text).type === 'string'));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (payload) => {
        const written: { media: { payload: string } } = JSON.parse(
          Buffer.from(writer.media(payload)).toString(),
        );
        return Buffer.from(written.media.payload, 'base64').equals(Buffer.from(payload));
      }),
    );
    t.same(JSON.parse(writer.mark('a:1:200')), {
      event: 'mark',
      streamSid: 'MZ1',
      mark: { name: 'a:1:200' },
    });
    t.same(JSON.parse(writer.clear()), { event: 'clear', streamSid: 'MZ1' });
  },
);

t.test('the document reopens the stream by itself, and escapes its values', async (t) => {
  const twiml = streamTwiml('wss://voice.example.org/media/twilio/a"b&c');
  t.match(twiml, /<Pause length="1"\/>/);
  t.match(twiml, /a&quot;b&amp;c/);
});

t.test(
  'a call survives twelve losses of its stream, and reconnects at once after the first six',
  async (t) => {
    // A token has 170 characters (media-token.ts).
    const twiml = streamTwiml(`wss://voice.example.org/media/twilio/${'t'.repeat(170)}`);
    t.equal(twiml.match(/<Connect>/g)?.length, 13);
    const [connected = ''] = twiml.split('<Pause');
    t.equal(connected.match(/<Connect>/g)?.length, 7, 'no pause before retries that another node can take');
    const seconds = [...twiml.matchAll(/<Pause length="(\d)"/g)].map(([, length]) => Number(length));
    t.same(seconds, [1, 1, 1, 2, 2, 2], 'nine seconds for a node to come back');
  },
);

t.test('the document never exceeds the limit of Twilio, and always opens the stream', async (t) => {
  for (let length = 10; length < 3_000; length += 37) {
    const twiml = streamTwiml(`wss://${'h'.repeat(length)}/media/twilio/token`);
    t.ok(twiml.length <= 4_000, `${twiml.length} characters for an address of ${length}`);
    t.match(twiml, /<Connect>/);
  }
});

t.test('a transfer document dials, and then requests the document that follows', async (t) => {
  const documentUrl = 'https://voice.example.org/after?a=1&b=2';
  t.equal(
    dialTwiml('+15005550006', { to: '+14155550199', documentUrl, ringTimeoutMs: 30_000 }),
    '<?xml version="1.0" encoding="UTF-8"?><Response><Dial action="https://voice.example.org/after?a=1&amp;b=2" method="POST" callerId="+15005550006" timeout="30"><Number>+14155550199</Number></Dial></Response>',
  );
  const after = async (status: string): Promise<string> => {
    const request = { url: '', headers: {}, body: formBody([['DialCallStatus', status]]) };
    return (await twilio.document(request, 'wss://voice.example.org/media/x')).body;
  };
  for (const talked of ['completed', 'answered']) t.match(await after(talked), /<Hangup\/>/, talked);
  for (const status of ['busy', 'no-answer', 'failed', 'canceled', ''])
    t.match(await after(status), /<Connect><Stream url="wss:\/\/voice/, status);
});

t.test('maps every outcome of the network to one of ours', async (t) => {
  const network = await startNetwork({ port: 0, accountSid: LOOPBACK_ACCOUNT, authToken: TOKEN });
  t.teardown(() => network.close());
  const carrier = createLoopbackCarrier(network.url, TOKEN, silent);
  const { signal } = new AbortController();
  const script = async (number: string, change: object): Promise<void> => {
    await fetch(`${network.url}/control/callees/${encodeURIComponent(number)}`, {
      method: 'PUT',
      body: JSON.stringify(change),
    });
  };
  const place = (to: string) =>
    carrier.place(
      {
        callId: 'c',
        businessId: 'b',
        to,
        mediaUrl: 'ws://127.0.0.1:1/x',
        statusUrl: 'http://127.0.0.1:1/s',
        documentUrl: 'http://127.0.0.1:1/d',
        ringTimeoutMs: 5_000,
        timeLimitMs: 60_000,
      },
      signal,
    );
  const since = Date.now();

  const placed = await place('+14155550150');
  t.match(placed, { outcome: 'placed' });
  const sid = placed.outcome === 'placed' ? placed.carrierCallId : '';
  t.match(await carrier.lookUp({ callId: 'c', carrierCallId: sid, to: '', placedAfter: since }, signal), {
    outcome: 'found',
    report: { carrierCallId: sid },
  });
  const transfer = { carrierCallId: sid, to: '+14155550199', documentUrl: '', ringTimeoutMs: 1_000 };
  t.equal(await carrier.transfer(transfer, signal), 'refused', 'no answer yet');
  t.equal(await carrier.transfer({ ...transfer, carrierCallId: 'CAnone' }, signal), 'refused');
  t.equal(await carrier.hangUp(sid, signal), 'accepted');
  t.equal(await carrier.hangUp(sid, signal), 'gone', 'a call that has ended');
  t.equal(await carrier.hangUp('CAnone', signal), 'gone');
  t.same(await carrier.lookUp({ callId: 'c', carrierCallId: 'CAnone', to: '', placedAfter: since }, signal), {
    outcome: 'not_found',
  });

  for (const [number, rest, outcome] of [
    ['+14155550151', 'invalid_number', { outcome: 'refused', reason: 'invalid_number' }],
    ['+14155550152', 'refuse', { outcome: 'refused', reason: 'rejected_by_carrier' }],
    ['+14155550153', 'error_after_create', { outcome: 'unknown' }],
    ['+14155550154', 'reset_after_create', { outcome: 'unknown' }],
    ['+14155550155', 'too_many_once', { outcome: 'placed' }],
  ] as const) {
    await script(number, { rest });
    t.match(await place(number), outcome, rest);
  }
  const lookUp = (to: string, placedAfter = since) =>
    carrier.lookUp({ callId: 'c', carrierCallId: null, to, placedAfter }, signal);
  t.match(await lookUp('+14155550153'), { outcome: 'found' }, 'the only candidate');
  t.same(await lookUp('+14155550151'), { outcome: 'not_found' }, 'nothing was placed');
  t.same(
    await lookUp('+14155550153', Date.now() + 60_000),
    { outcome: 'not_found' },
    'an earlier call is not this call',
  );
  await place('+14155550155');
  t.same(await lookUp('+14155550155'), { outcome: 'unknown' }, 'two candidates are ambiguous');
  const stranger = createLoopbackCarrier(network.url, 'wrong', silent);
  t.match(await stranger.hangUp(sid, signal), 'failed');
});

t.test('logs how the carrier refused a call, without the number', async (t) => {
  const network = await startNetwork({ port: 0, accountSid: LOOPBACK_ACCOUNT, authToken: TOKEN });
  t.teardown(() => network.close());
  const { logger, lines } = readableLog();
  const carrier = createLoopbackCarrier(network.url, TOKEN, logger);
  const { signal } = new AbortController();
  const to = '+14155550161';
  await fetch(`${network.url}/control/callees/${encodeURIComponent(to)}`, {
    method: 'PUT',
    body: JSON.stringify({ rest: 'invalid_number' }),
  });
  const request = {
    callId: 'c1',
    businessId: 'b',
    to,
    mediaUrl: 'ws://127.0.0.1:1/x',
    statusUrl: 'http://127.0.0.1:1/s',
    documentUrl: 'http://127.0.0.1:1/d',
    ringTimeoutMs: 5_000,
    timeLimitMs: 60_000,
  };
  t.match(await carrier.place(request, signal), { outcome: 'refused', reason: 'invalid_number' });
  t.match(lines, [
    { event: 'carrier.request_failed', asked: 'place', callId: 'c1', status: 400, code: 21_211 },
  ]);
  t.notMatch(JSON.stringify(lines), '4155550161');

  const elsewhere = readableLog();
  const unreachable = createLoopbackCarrier('http://127.0.0.1:1', TOKEN, elsewhere.logger);
  t.equal(await unreachable.hangUp('CA1', signal), 'failed');
  const transfer = { carrierCallId: 'CA1', to: '+14155550199', documentUrl: '', ringTimeoutMs: 1_000 };
  t.equal(await unreachable.transfer(transfer, signal), 'refused', 'the request was never sent');
  t.match(elsewhere.lines, [
    {
      event: 'carrier.no_answer',
      outcome: 'not_sent',
      code: 'ECONNREFUSED',
      err: { message: /ECONNREFUSED/ },
    },
  ]);
});

t.test('Twilio detects machines only if configured, and asynchronously', async (t) => {
  const forms: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    forms.push(new URLSearchParams(await text(request)));
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"CA1"}');
  });
  const apiBaseUrl = `http://127.0.0.1:${await listening(server)}`;
  t.teardown(() => server.close());
  const { signal } = new AbortController();
  for (const machineDetection of [true, false]) {
    const account = { accountSid: 'AC1', authToken: TOKEN, from: '+15005550006', apiBaseUrl };
    await createTwilioCarrier({ ...account, machineDetection }, silent).place(
      {
        callId: 'c',
        businessId: 'b',
        to: '+14155550150',
        mediaUrl: 'wss://voice.example.org/media/x',
        statusUrl: 'https://voice.example.org/s',
        documentUrl: 'https://voice.example.org/d',
        ringTimeoutMs: 5_000,
        timeLimitMs: 60_000,
      },
      signal,
    );
  }
  t.match(Object.fromEntries(forms[0] ?? []), {
    MachineDetection: 'Enable',
    AsyncAmd: 'true',
    AsyncAmdStatusCallback: 'https://voice.example.org/s',
  });
  t.notOk(forms[1]?.has('MachineDetection'));
});
