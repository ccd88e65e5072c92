/** The contract of every carrier, tested in its own protocol against the simulated network in a separate process. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Logger, pino } from 'pino';
import t, { type Test } from 'tap';
import type { CallbackRequest, Carrier, CarrierReport } from '../../../providers/carriers/carrier.js';
import type { MediaMessage } from '../../../providers/carriers/media-dialect.js';
import { createPlivoCarrier } from '../../../providers/carriers/plivo/index.js';
import { createTelnyxCarrier } from '../../../providers/carriers/telnyx/index.js';
import { createTwilioCarrier } from '../../../providers/carriers/twilio/index.js';
import type { StreamIds, StreamProtocol } from '../../../simulators/phone-network/audio/stream-protocol.js';
import { plivoProtocol } from '../../../simulators/phone-network/plivo/stream-protocol.js';
import { startNetworkProcess } from '../../../simulators/phone-network/process.js';
import { telnyxPublicKey } from '../../../simulators/phone-network/telnyx/keys.js';
import { telnyxProtocol } from '../../../simulators/phone-network/telnyx/stream-protocol.js';
import { twilioProtocol } from '../../../simulators/phone-network/twilio/stream-protocol.js';
import { listening } from '../../../simulators/support/listening.js';
import { createNetworkClient } from '../../../testkit/simulators/network-client.js';
import { until } from '../../../testkit/until.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';
import { readableLog } from '../../support/readable-log.js';

const ACCOUNT = 'ACconformance';
const TOKEN = 'token-of-a-test';
const FROM = '+15005550006';
/** Another number of the account. */
const OTHER_NUMBER = '+15005550007';

type Make = (apiBaseUrl: string, logger?: Logger, token?: string) => Carrier;
const silent: Logger = pino({ level: 'silent' });

interface Subject {
  readonly carrier: Carrier;
  readonly make: Make;
  readonly words: (ids: StreamIds) => StreamProtocol;
}

type Promised = (t: Test, subject: Subject) => Promise<void>;

const twilio: Make = (apiBaseUrl, logger = silent, authToken = TOKEN) =>
  createTwilioCarrier({ accountSid: ACCOUNT, authToken, from: FROM, apiBaseUrl }, logger);
const telnyx: Make = (apiBaseUrl, logger = silent, apiKey = TOKEN) =>
  createTelnyxCarrier(
    {
      apiKey,
      publicKey: telnyxPublicKey(apiKey),
      connectionId: '1684641123236054244',
      from: FROM,
      apiBaseUrl: `${apiBaseUrl}/v2`,
      machineDetection: false,
    },
    logger,
    Date.now,
  );
const plivo: Make = (apiBaseUrl, logger = silent, authToken = TOKEN) =>
  createPlivoCarrier({ authId: ACCOUNT, authToken, from: FROM, apiBaseUrl, machineDetection: false }, logger);

const CARRIERS: readonly Omit<Subject, 'carrier'>[] = [
  { make: twilio, words: twilioProtocol },
  { make: telnyx, words: telnyxProtocol },
  { make: plivo, words: plivoProtocol },
];

/** `numbers`: the numbers that the account may call from. */
const startNetwork = (...numbers: readonly string[]) =>
  startNetworkProcess({ accountSid: ACCOUNT, authToken: TOKEN, numbers });
const network = await startNetwork(FROM, OTHER_NUMBER);
t.teardown(() => network.stop());
const client = createNetworkClient(network.url);
const { signal } = new AbortController();

/** The callbacks that the network has sent, in order. */
const callbacks: (CallbackRequest & { readonly path: string })[] = [];
let carrierOfCallbacks: Carrier | null = null;
const receiver = createServer(async (request, response) => {
  const body = await buffer(request);
  const path = request.url ?? '';
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
  );
  const callback = { url: `${base}${path}`, headers, body, path };
  callbacks.push(callback);
  if (path.startsWith('/document') && carrierOfCallbacks !== null) {
    const document = await carrierOfCallbacks.document(callback, 'ws://127.0.0.1:1/media');
    response.writeHead(200, { 'content-type': document.contentType }).end(document.body);
    return;
  }
  response.writeHead(204).end();
});
const base = `http://127.0.0.1:${await listening(receiver)}`;
t.teardown(() => receiver.close());

let numbers = 0;
const nextNumber = (): string => {
  numbers += 1;
  return `+1415555${String(1_000 + numbers)}`;
};

const place = (carrier: Carrier, to: string, callId = 'call-1', until = signal, from?: string) =>
  carrier.place(
    {
      callId,
      businessId: 'b',
      to,
      ...(from === undefined ? {} : { from }),
      mediaUrl: 'ws://127.0.0.1:1/media',
      statusUrl: `${base}/status/${callId}`,
      documentUrl: `${base}/document/${callId}`,
      ringTimeoutMs: 20_000,
      timeLimitMs: 60_000,
    },
    until,
  );

const comesFromItsNumber: Promised = async (t, { carrier }) => {
  for (const [from, expected] of [
    [undefined, FROM],
    [OTHER_NUMBER, OTHER_NUMBER],
  ] as const) {
    const to = nextNumber();
    await client.callee(to, { ringMs: 5_000 });
    const placed = await place(carrier, to, `from-${expected}-${carrier.name}`, signal, from);
    const id = placed.outcome === 'placed' ? placed.carrierCallId : '';
    t.equal((await client.history(id)).from, expected);
    await carrier.hangUp(id, signal);
  }
};

const reportsOf = (carrier: Carrier, callId: string): readonly CarrierReport[] =>
  callbacks
    .filter(({ path }) => path === `/status/${callId}`)
    .flatMap((callback) => carrier.parseCallback(callback) ?? []);

const isPlaced: Promised = async (t, { carrier }) => {
  const to = nextNumber();
  await client.callee(to, { ringMs: 5_000 });
  const since = Date.now();
  const callId = `found-${carrier.name}`;
  const placed = await place(carrier, to, callId);
  t.match(placed, { outcome: 'placed', carrierCallId: /.+/ });
  const id = placed.outcome === 'placed' ? placed.carrierCallId : '';
  const lookUp = (carrierCallId: string | null, number = to) =>
    carrier.lookUp({ callId, carrierCallId, to: number, placedAfter: since }, signal);
  t.match(await lookUp(id), { outcome: 'found', report: { carrierCallId: id } });
  t.match(await lookUp(null), { outcome: 'found', report: { carrierCallId: id } }, 'found without its id');
  t.match(await lookUp('unknown'), { outcome: 'not_found' });
  const otherCall = { callId: 'other', carrierCallId: null, to: nextNumber(), placedAfter: since };
  t.match(await carrier.lookUp(otherCall, signal), { outcome: 'not_found' });
  t.equal(await carrier.hangUp(id, signal), 'accepted');
  await until('the call to end', async () => (await client.history(id)).endedAt !== null);
  t.equal(await carrier.hangUp(id, signal), 'gone');
  t.equal(await carrier.hangUp('unknown', signal), 'gone');
};

const isRefused: Promised = async (t, { carrier }) => {
  for (const [rest, outcome] of [
    ['refuse', { outcome: 'refused', reason: 'rejected_by_carrier' }],
    ['error_after_create', { outcome: 'unknown' }],
    ['reset_after_create', { outcome: 'unknown' }],
  ] as const) {
    const to = nextNumber();
    await client.callee(to, { rest, ringMs: 5_000 });
    t.match(await place(carrier, to, `${rest}-${carrier.name}`), outcome, rest);
  }
  const to = nextNumber();
  await client.callee(to, { rest: 'invalid_number' });
  t.match(await place(carrier, to), { outcome: 'refused', reason: /invalid_number|rejected_by_carrier/ });
};

/** How long placing a call may take here, ms: until it is abandoned, and for an answer that arrives letter by letter. */
const PATIENCE_MS = { unknown: 1_500, placed: 15_000 } as const;

const isAnsweredBadly: Promised = async (t, { carrier }) => {
  for (const [rest, outcome] of [
    ['stall_in_answer', 'unknown'],
    ['cut_in_answer', 'unknown'],
    ['rubbish_answer', 'unknown'],
    ['silent_after_create', 'unknown'],
    ['drip_answer', 'placed'],
  ] as const) {
    const to = nextNumber();
    const callId = `${rest}-${carrier.name}`;
    await client.callee(to, { rest, ringMs: 5_000 });
    const since = Date.now();
    const placed = await place(carrier, to, callId, AbortSignal.timeout(PATIENCE_MS[outcome]));
    t.equal(placed.outcome, outcome, rest);
    const tookMs = Date.now() - since;
    t.ok(tookMs < PATIENCE_MS[outcome] + 5_000, `${rest}: ${tookMs} ms`);
    const request = { callId, carrierCallId: null, to, placedAfter: since };
    t.match(await carrier.lookUp(request, signal), { outcome: 'found' }, `${rest}: the call is found`);
    t.equal((await client.calls()).filter((call) => call.to === to).length, 1, `${rest}: placed once`);
  }
};

const isRateLimited: Promised = async (t, { carrier }) => {
  const soon = nextNumber();
  await client.callee(soon, { rest: 'too_many_once', ringMs: 5_000 });
  const since = performance.now();
  t.match(await place(carrier, soon), { outcome: 'placed' });
  t.ok(performance.now() - since >= 990, 'retried after the second that Retry-After asks for');
  const late = nextNumber();
  await client.callee(late, { rest: 'too_many_for_long' });
  const startedAt = performance.now();
  t.match(await place(carrier, late), { outcome: 'refused', reason: 'carrier_failed' });
  t.ok(performance.now() - startedAt < 30_000, 'no wait of an hour: another carrier may take the call');
};

const isUnreachable: Promised = async (t, { make }) => {
  const unreachable = make('http://127.0.0.1:1');
  t.match(await place(unreachable, nextNumber()), { outcome: 'refused', reason: 'carrier_failed' });
  t.equal(await unreachable.hangUp('x', signal), 'failed');
  const request = { carrierCallId: 'x', to: nextNumber(), documentUrl: base, ringTimeoutMs: 1_000 };
  t.equal(await unreachable.transfer(request, signal), 'refused');
  const wanted = { callId: 'x', carrierCallId: null, to: nextNumber(), placedAfter: 0 };
  t.match(await unreachable.lookUp(wanted, signal), { outcome: 'unknown' });
};

const isUnauthorized: Promised = async (t, { make }) => {
  const { logger, lines } = readableLog();
  const stranger = make(network.url, logger, 'another-token');
  const to = nextNumber();
  t.match(await place(stranger, to), { outcome: 'refused', reason: 'carrier_failed' });
  t.ok(lines.length > 0);
  t.notMatch(JSON.stringify(lines), new RegExp(`${to.slice(1)}|another-token`));
};

const reportsByCallbacks: Promised = async (t, { carrier, make }) => {
  for (const [outcome, progress] of [
    ['busy', 'busy'],
    ['no_answer', 'no_answer'],
    ['failed', 'failed'],
  ] as const) {
    const to = nextNumber();
    const callId = `${outcome}-${carrier.name}`;
    await client.callee(to, { outcome, ringMs: 100 });
    const placed = await place(carrier, to, callId);
    const id = placed.outcome === 'placed' ? placed.carrierCallId : '';
    await until('the report of its end', () =>
      reportsOf(carrier, callId).some((report) => report.progress === progress),
    );
    t.ok(
      reportsOf(carrier, callId).every(({ carrierCallId }) => carrierCallId === id),
      outcome,
    );
  }
  const answered = `answered-${carrier.name}`;
  const to = nextNumber();
  await client.callee(to, {
    ringMs: 100,
    stream: 'never',
    steps: [{ atMs: 1_200, do: { type: 'hang_up' } }],
  });
  await place(carrier, to, answered);
  const last = await until('the report of its end', () =>
    reportsOf(carrier, answered).find(({ progress }) => progress === 'completed' || progress === 'ended'),
  );
  if (last.durationSeconds !== undefined) t.ok(last.durationSeconds >= 1, `${last.durationSeconds} s`);

  const [callback] = callbacks.filter(({ path }) => path === `/status/${answered}`);
  if (callback === undefined) throw new Error('no callback arrived');
  t.ok(carrier.verifyCallback(callback));
  t.notOk(carrier.verifyCallback({ ...callback, body: Buffer.concat([callback.body, Buffer.from('&x=1')]) }));
  t.notOk(carrier.verifyCallback({ ...callback, headers: {} }));
  t.notOk(make(network.url, silent, 'another-token').verifyCallback(callback));
  for (const rubbish of ['', '{', 'null', '[]', '{"data":{}}', 'a=b'])
    t.equal(carrier.parseCallback({ ...callback, body: Buffer.from(rubbish) }), null, rubbish);
};

const speaksOnStreams: Promised = async (t, { carrier, words }) => {
  const ids = { accountSid: ACCOUNT, callSid: 'call', streamSid: 'stream', parameters: {} };
  const network = words(ids);
  const read = carrier.media.reader();
  const hear = (message: object | string): MediaMessage =>
    read(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)));
  const start = network.opening.map(hear).find(({ type }) => type === 'start');
  t.same(start, {
    type: 'start',
    sequence: 1,
    streamId: 'stream',
    carrierCallId: 'call',
    encoding: 'mulaw',
    sampleRate: 8_000,
  });
  const audio = Buffer.alloc(160, 0x2a);
  const media = hear(network.media(2, 1, 20, audio.toString('base64')));
  t.match(media, { type: 'media', streamId: 'stream', timestampMs: 20 });
  t.same(media.type === 'media' ? Buffer.from(media.payload) : null, audio);
  t.match(hear(network.dtmf(3, '#', 40)), { type: 'dtmf', digit: '#' });
  t.match(hear(network.played(4, 'u1:0:20')), { type: 'mark', name: 'u1:0:20' });
  const stop = network.stop(5);
  if (stop !== null) t.match(hear(stop), { type: 'stop' });
  const cleared = network.cleared(6);
  if (cleared !== null) t.match(hear(cleared), { type: 'ignored' });
  t.match(
    hear({
      event: 'something_new',
      sequenceNumber: 7,
      sequence_number: '7',
      streamSid: 's',
      stream_id: 's',
      streamId: 's',
    }),
    {
      type: 'ignored',
    },
  );
  for (const rubbish of ['', '{', 'null', '{"event":3}', '{"event":"media"}', '{"event":"start"}'])
    t.equal(hear(rubbish).type, 'invalid', rubbish);

  const writer = carrier.media.writer('stream');
  const readBack = (message: string | Uint8Array) =>
    network.read(JSON.parse(Buffer.from(message).toString()));
  t.same(readBack(writer.media(audio)), { type: 'media', payload: audio.toString('base64') });
  t.same(readBack(writer.mark('u1:0:20')), { type: 'mark', name: 'u1:0:20' });
  t.same(readBack(writer.clear()), { type: 'clear' });
};

const looksAtItsAccount: Promised = async (t, { carrier, make }) => {
  t.equal(await carrier.checkAccount(signal), 'accepted');
  t.equal(await make(network.url, silent, 'token-of-unknown').checkAccount(signal), 'refused');
  t.equal(await make('http://127.0.0.1:1').checkAccount(signal), 'unknown');
  const elsewhere = await startNetwork('+15005550007');
  t.teardown(() => elsewhere.stop());
  t.equal(await make(elsewhere.url).checkAccount(signal), 'number_unknown');
  const broken = createServer((_request, response) => response.writeHead(503).end('busy'));
  t.teardown(() => broken.close());
  t.equal(await make(`http://127.0.0.1:${await listening(broken)}`).checkAccount(signal), 'unknown');
};

const PROMISES: readonly (readonly [string, Promised])[] = [
  ['places, finds and ends a call', isPlaced],
  ['calls from the default number of the account, or from a chosen one', comesFromItsNumber],
  ['distinguishes refusals from unknown outcomes', isRefused],
  ['treats stalled, cut or malformed answers as unknown, and finds the call by look-up', isAnsweredBadly],
  ['waits as long as Retry-After says when throttled, or refuses if that is too long', isRateLimited],
  ['reports that nothing was done if it cannot connect', isUnreachable],
  ['logs a rejected key without the key and the number', isUnauthorized],
  ['checks its account without placing a call', looksAtItsAccount],
  ['verifies signed callbacks and reads the progress of a call from them', reportsByCallbacks],
  ['reads and writes the messages of its media stream', speaksOnStreams],
];

for (const [index, subject] of CARRIERS.entries()) {
  const carrier = subject.make(network.url);
  t.test(carrier.name, async (t) => {
    carrierOfCallbacks = carrier;
    for (const [name, promised] of PROMISES) {
      // All carriers connect through the same code, which retries for seconds.
      const skip = index > 0 && promised === isUnreachable && ONLY_IN_FULL_RUN;
      await t.test(name, { skip }, (t) => promised(t, { ...subject, carrier }));
    }
  });
}

t.test('reports a Telnyx application that does not exist', async (t) => {
  const account = {
    apiKey: TOKEN,
    publicKey: telnyxPublicKey(TOKEN),
    connectionId: 'of-unknown',
    from: FROM,
    apiBaseUrl: `${network.url}/v2`,
    machineDetection: false,
  };
  t.equal(await createTelnyxCarrier(account, silent, Date.now).checkAccount(signal), 'application_unknown');
});
