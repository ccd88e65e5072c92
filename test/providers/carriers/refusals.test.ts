/** What a carrier's answers mean: only a definite one ends or refuses a call, and any other leaves its state unknown. */
import { pino } from 'pino';
import t, { type Test } from 'tap';
import type { Carrier, TransferRequest } from '../../../providers/carriers/carrier.js';
import { createPlivoCarrier } from '../../../providers/carriers/plivo/index.js';
import { createTelnyxCarrier } from '../../../providers/carriers/telnyx/index.js';
import { createTwilioCarrier } from '../../../providers/carriers/twilio/index.js';
import { telnyxPublicKey } from '../../../simulators/phone-network/telnyx/keys.js';
import { NOWHERE, type Received, startScriptedApi } from '../scripted-api.js';

const silent = pino({ level: 'silent' });
const FROM = '+15005550006';
const TO = '+15005550101';

const plivo = (apiBaseUrl: string): Carrier =>
  createPlivoCarrier(
    { authId: 'MA1', authToken: 'x', from: FROM, apiBaseUrl, machineDetection: true },
    silent,
  );
const telnyx = (apiBaseUrl: string): Carrier =>
  createTelnyxCarrier(
    {
      apiKey: 'x',
      publicKey: telnyxPublicKey('x'),
      connectionId: '7',
      from: FROM,
      apiBaseUrl,
      machineDetection: true,
    },
    silent,
    Date.now,
  );
const twilio = (apiBaseUrl: string): Carrier =>
  createTwilioCarrier({ accountSid: 'AC1', authToken: 'x', from: FROM, apiBaseUrl }, silent);

const CARRIERS = { plivo, telnyx, twilio };

type Answer = Parameters<typeof startScriptedApi>[1];

const at = async (t: Test, make: (url: string) => Carrier, answer: Answer) => {
  const api = await startScriptedApi(t, answer);
  return { carrier: make(api.url), received: api.received };
};

const signal = (): AbortSignal => AbortSignal.timeout(10_000);
const TRANSFER: TransferRequest = {
  carrierCallId: 'call-1',
  to: TO,
  documentUrl: 'https://voice.example.org/doc/1',
  ringTimeoutMs: 30_000,
};
const LOOK_UP = { callId: 'c1', carrierCallId: null, to: TO, placedAfter: Date.UTC(2026, 2, 4, 12) };
const PLACE = {
  callId: 'c1',
  businessId: 'b1',
  to: TO,
  mediaUrl: 'wss://voice.example.org/media/1',
  statusUrl: 'https://voice.example.org/status/1',
  documentUrl: 'https://voice.example.org/doc/1',
  ringTimeoutMs: 30_000,
  timeLimitMs: 600_000,
};

for (const [name, make] of Object.entries(CARRIERS)) {
  t.test(`${name}: a transfer is refused only by a definite answer`, async (t) => {
    for (const [answer, outcome] of [
      [{ status: 200 }, 'accepted'],
      [{ status: 404 }, 'refused'],
      [{ status: 422 }, 'refused'],
      // A proxy may have passed the request on before it gave up.
      [{ status: 408 }, 'unknown'],
      [{ status: 500 }, 'unknown'],
      ['lost', 'unknown'],
    ] as const) {
      const { carrier } = await at(t, make, () => answer);
      t.equal(await carrier.transfer(TRANSFER, signal()), outcome, JSON.stringify(answer));
    }
    t.equal(await make(NOWHERE).transfer(TRANSFER, signal()), 'refused', 'it was never sent');
  });

  t.test(`${name}: a call is hung up, is gone, or has to be hung up later`, async (t) => {
    for (const [status, outcome] of [
      [200, 'accepted'],
      [503, 'failed'],
      [401, 'failed'],
    ] as const) {
      const { carrier } = await at(t, make, () => ({ status }));
      t.equal(await carrier.hangUp('call-1', signal()), outcome, `${status}`);
    }
    const lost = await at(t, make, () => 'lost');
    t.equal(await lost.carrier.hangUp('call-1', signal()), 'failed');
  });

  t.test(`${name}: a look-up without a usable answer leaves the call unknown`, async (t) => {
    for (const answer of [{ status: 500 }, { status: 200, body: [] }, 'lost'] as const) {
      const { carrier } = await at(t, make, () => answer);
      for (const carrierCallId of ['call-1', null])
        t.same(
          await carrier.lookUp({ ...LOOK_UP, carrierCallId }, signal()),
          { outcome: 'unknown' },
          `${JSON.stringify(answer)} for ${carrierCallId}`,
        );
    }
  });

  t.test(`${name}: a placement without an answer is not repeated`, async (t) => {
    const { carrier, received } = await at(t, make, () => 'lost');
    t.same(await carrier.place(PLACE, signal()), { outcome: 'unknown' });
    t.equal(received.length, 1);
    t.match(decodeURIComponent(received[0]?.body ?? ''), name === 'plivo' ? /15005550101/ : /\+15005550101/);
  });
}

t.test('machine detection is requested where it is switched on', async (t) => {
  const ofPlivo = await at(t, plivo, () => ({ status: 201, body: { request_uuid: 'p1' } }));
  t.same(await ofPlivo.carrier.place(PLACE, signal()), { outcome: 'placed', carrierCallId: 'p1' });
  t.match(JSON.parse(ofPlivo.received[0]?.body ?? ''), {
    machine_detection: 'true',
    machine_detection_url: PLACE.statusUrl,
  });
  const ofTelnyx = await at(t, telnyx, () => ({ status: 200, body: { data: { call_control_id: 't1' } } }));
  t.same(await ofTelnyx.carrier.place(PLACE, signal()), { outcome: 'placed', carrierCallId: 't1' });
  t.match(JSON.parse(ofTelnyx.received[0]?.body ?? ''), { answering_machine_detection: 'detect' });
});

t.test('plivo: the document of a transfer dials from the number that was requested', async (t) => {
  const { carrier, received } = await at(t, plivo, () => ({ status: 202 }));
  await carrier.transfer({ ...TRANSFER, from: '+15005550007' }, signal());
  await carrier.transfer(TRANSFER, signal());
  const documents = [];
  for (const { body } of received) {
    const { aleg_url: url }: { readonly aleg_url: string } = JSON.parse(body);
    documents.push((await carrier.document({ url, headers: {}, body: Buffer.of() }, PLACE.mediaUrl)).body);
  }
  t.match(documents[0], /callerId="\+?15005550007"/);
  t.match(documents[1], /callerId="\+?15005550006"/, 'the usual number');
  for (const document of documents) t.match(document, /15005550101/);
});

t.test('plivo: the customer returns to the agent unless they have talked to the other phone', async (t) => {
  const url = 'https://voice.example.org/doc/1?step=after';
  const document = async (form: string, of = url): Promise<string> =>
    (await plivo(NOWHERE).document({ url: of, headers: {}, body: Buffer.from(form) }, PLACE.mediaUrl)).body;
  t.match(await document('DialStatus=busy'), /<Stream/);
  t.match(await document('DialStatus=completed&DialBLegDuration=12'), /<Hangup/);
  t.match(
    await document('', 'https://voice.example.org/doc/1?step=other'),
    /<Hangup/,
    'not one of our addresses',
  );
});

const ended = (uuid: string, facts: object = {}) => ({
  call_uuid: uuid,
  initiation_time: '2026-03-04 12:00:01',
  end_time: '2026-03-04 12:01:00',
  hangup_cause_code: 4_000,
  bill_duration: 42,
  total_amount: '0.01',
  ...facts,
});

t.test('plivo: finds a call without an ID only if it is the only one to the number', async (t) => {
  const look = async (live: readonly string[], objects: readonly object[]) => {
    const { carrier } = await at(t, plivo, ({ path }: Received) => {
      if (path.includes('/Call/?status=live')) return { status: 200, body: { calls: live } };
      if (path.includes('/Call/?')) return { status: 200, body: { objects } };
      return {
        status: 200,
        body: { to: path.includes('other') ? '15005550999' : '15005550101', call_status: 'ringing' },
      };
    });
    return carrier.lookUp(LOOK_UP, signal());
  };
  t.same(await look([], [ended('a')]), {
    outcome: 'found',
    report: { carrierCallId: 'a', progress: 'completed', durationSeconds: 42, costMicrocredits: 10_000 },
  });
  t.match(await look(['b'], []), { outcome: 'found', report: { carrierCallId: 'b', progress: 'ringing' } });
  t.same(await look(['b'], [ended('a')]), { outcome: 'unknown' }, 'two calls');
  t.same(await look(['other'], []), { outcome: 'not_found' }, 'a call to another number');
  t.same(
    await look([], [ended('a', { initiation_time: '2026-03-04 11:59:00' })]),
    { outcome: 'not_found' },
    'earlier',
  );
  t.same(
    await look([], [ended('a', { end_time: null })]),
    { outcome: 'not_found' },
    'its record is not complete',
  );
  const many = Array.from({ length: 21 }, (_, index) => `other-${index}`);
  t.same(await look(many, []), { outcome: 'unknown' }, 'too many to examine');
});

t.test('plivo: an ended call has a record', async (t) => {
  const { carrier } = await at(t, plivo, ({ path }: Received) =>
    path.includes('status=live')
      ? { status: 404 }
      : { status: 200, body: ended('a', { hangup_cause_code: 3_000 }) },
  );
  t.match(await carrier.lookUp({ ...LOOK_UP, carrierCallId: 'a' }, signal()), {
    outcome: 'found',
    report: { carrierCallId: 'a', progress: 'no_answer' },
  });
});

t.test('telnyx: searches all pages of live calls for the one with our ID', async (t) => {
  const state = (id: string): string => Buffer.from(id).toString('base64');
  const pages =
    (last: string) =>
    ({ path }: Received) =>
      path.includes('after%5D=p2') || path.includes('after]=p2')
        ? {
            status: 200,
            body: { data: [{ call_control_id: 't2', client_state: state(last) }], meta: { cursors: {} } },
          }
        : {
            status: 200,
            body: {
              data: [{ call_control_id: 't1', client_state: state('another') }],
              meta: { cursors: { after: 'p2' } },
            },
          };
  const found = await at(t, telnyx, pages('c1'));
  t.match(await found.carrier.lookUp(LOOK_UP, signal()), {
    outcome: 'found',
    report: { carrierCallId: 't2' },
  });
  t.equal(found.received.length, 2);
  const absent = await at(t, telnyx, pages('c9'));
  t.same(await absent.carrier.lookUp(LOOK_UP, signal()), { outcome: 'not_found' });
  const endless = await at(t, telnyx, () => ({
    status: 200,
    body: { data: [], meta: { cursors: { after: 'x' } } },
  }));
  t.same(await endless.carrier.lookUp(LOOK_UP, signal()), { outcome: 'unknown' });
  t.equal(endless.received.length, 20, 'at most twenty pages');
});

t.test('telnyx: a call that has ended is found as ended, and a missing one is not', async (t) => {
  const withId = { ...LOOK_UP, carrierCallId: 't1' };
  const dead = await at(t, telnyx, () => ({ status: 200, body: { data: { is_alive: false } } }));
  t.match(await dead.carrier.lookUp(withId, signal()), { outcome: 'found', report: { progress: 'ended' } });
  const absent = await at(t, telnyx, () => ({ status: 404 }));
  t.same(await absent.carrier.lookUp(withId, signal()), { outcome: 'not_found' });
});

const event = (type: string, facts: object = {}) => ({
  url: 'https://voice.example.org/doc/1',
  headers: {},
  body: Buffer.from(
    JSON.stringify({ data: { event_type: type, payload: { call_control_id: 't1', ...facts } } }),
  ),
});
const putThrough = Buffer.from('put_through').toString('base64');

t.test('telnyx: a lost stream is started again, except that of a transferred call', async (t) => {
  const { carrier, received } = await at(t, telnyx, () => ({ status: 200 }));
  await carrier.afterCallback(event('streaming.failed'), PLACE.mediaUrl);
  await carrier.afterCallback(event('streaming.stopped'), PLACE.mediaUrl);
  await carrier.afterCallback(event('streaming.started'), PLACE.mediaUrl);
  await carrier.afterCallback(event('streaming.stopped', { client_state: putThrough }), PLACE.mediaUrl);
  await carrier.afterCallback({ ...event(''), body: Buffer.from('{}') }, PLACE.mediaUrl);
  t.same(
    received.map(({ path }) => path),
    Array.from({ length: 2 }, () => '/calls/t1/actions/streaming_start'),
  );
  t.match(JSON.parse(received[0]?.body ?? ''), { stream_url: PLACE.mediaUrl });
});

t.test('telnyx: the customer returns to the agent if the other phone was not answered', async (t) => {
  const { carrier, received } = await at(t, telnyx, () => ({ status: 200 }));
  const ofCustomer = { client_state: Buffer.from('customer-leg').toString('base64') };
  await carrier.document(event('call.hangup', { ...ofCustomer, hangup_cause: 'timeout' }), PLACE.mediaUrl);
  await carrier.document(
    event('call.hangup', { ...ofCustomer, hangup_cause: 'normal_clearing' }),
    PLACE.mediaUrl,
  );
  await carrier.document(event('call.answered', ofCustomer), PLACE.mediaUrl);
  await carrier.document(event('call.hangup', { hangup_cause: 'timeout' }), PLACE.mediaUrl);
  t.same(
    received.map(({ path }) => path),
    ['/calls/customer-leg/actions/streaming_start'],
  );
});

t.test('telnyx: a transfer whose stream cannot be stopped is accepted all the same', async (t) => {
  const { carrier, received } = await at(t, telnyx, ({ path }: Received) => ({
    status: path.endsWith('streaming_stop') ? 500 : 200,
  }));
  t.equal(await carrier.transfer(TRANSFER, signal()), 'accepted');
  t.match(JSON.parse(received[0]?.body ?? ''), {
    to: TO,
    from: FROM,
    timeout_secs: 30,
    client_state: putThrough,
  });
  t.match(received[1]?.path, /streaming_stop$/);
});

t.test('twilio: several candidates or further pages leave the call unknown', async (t) => {
  const call = (sid: string) => ({
    sid,
    direction: 'outbound-api',
    to: TO,
    status: 'ringing',
    date_created: 'Wed, 04 Mar 2026 12:00:01 +0000',
  });
  const look = async (body: object) => {
    const { carrier } = await at(t, twilio, () => ({ status: 200, body }));
    return carrier.lookUp(LOOK_UP, signal());
  };
  t.match(await look({ calls: [call('CA1')] }), { outcome: 'found', report: { carrierCallId: 'CA1' } });
  t.same(await look({ calls: [call('CA1'), call('CA2')] }), { outcome: 'unknown' });
  t.same(await look({ calls: [call('CA1')], next_page_uri: '/next' }), { outcome: 'unknown' });
  t.same(await look({ calls: [{ ...call('CA1'), date_created: null }] }), { outcome: 'not_found' });
  t.same(await look({}), { outcome: 'unknown' });
});
