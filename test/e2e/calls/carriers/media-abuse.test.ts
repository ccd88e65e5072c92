/**
 * Which sockets may stream a call, and what happens if they stream rubbish: every bound closes the socket that exceeds
 * it, and no other call is affected. The test holds the carrier's end of the socket while the phone still rings.
 */
import t from 'tap';
import { createMediaTokens } from '../../../../media/host/media-token.js';
import type { Step } from '../../../../simulators/phone-network/callee.js';
import { isSettled } from '../../../../testkit/api/client.js';
import { spokenLines } from '../../../../testkit/api/transcript.js';
import { concurrent } from '../../../../testkit/concurrent.js';
import { AGENT } from '../../../../testkit/demo-script.js';
import { SILERO_DETECTOR, startWorld } from '../../../../testkit/service/world.js';
import {
  type CarrierStream,
  openCarrierStream,
  refusal,
} from '../../../../testkit/simulators/carrier-stream.js';
import { isUndisturbed } from '../../../../testkit/simulators/network-client.js';
import { until } from '../../../../testkit/until.js';
import { CALL_MS, heard, holdSockets, mediaSecretOf, streamAgain } from './held-sockets.js';

const HOUR_MS = 3_600_000;
const UNKNOWN_ID = '22222222-2222-4222-8222-222222222222';
/** RFC 6455 section 7.4.1. */
const NORMAL = 1000;
const GOING_AWAY = 1001;
const UNSUPPORTED = 1003;
const POLICY = 1008;
const ABNORMAL = 1006;

t.setTimeout(120_000);
t.jobs = 24;

const world = await startWorld(t, SILERO_DETECTOR);
const client = world.client();
const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
const { base, dial, ringing, streaming, cancelled } = holdSockets(world, agent.id);

/** Messages whose parts have wrong types. */
const INVALID: readonly (readonly [string, object])[] = [
  ['media', { track: 'inbound', timestamp: '0', payload: 7 }],
  ['media', { track: 'inbound', timestamp: '-20', payload: '' }],
  ['media', { track: 'inbound', timestamp: 'soon', payload: '' }],
  ['mark', { name: null }],
  ['dtmf', { digit: 1 }],
];

const repeat = (times: number, work: (index: number) => void): void => {
  for (let index = 0; index < times; index += 1) work(index);
};

t.test('an invalid token is refused at the upgrade', concurrent(CALL_MS), async (t) => {
  const [first, second] = await Promise.all([ringing(), ringing()]);
  const mediaToken = await mediaSecretOf(world);
  const [payload = '', signature = ''] = first.token.split('.');
  const [, otherSignature = ''] = second.token.split('.');
  const signed = (business: string, callId: string, ageMs = 0): string =>
    createMediaTokens(mediaToken, () => Date.now() - ageMs).sign(business, callId);
  const bad: Readonly<Record<string, string>> = {
    'without a signature': payload,
    'an empty signature': `${payload}.`,
    'no payload': `.${signature}`,
    truncated: first.token.slice(0, -1),
    lengthened: `${first.token}A`,
    'with the signature of another call': `${payload}.${otherSignature}`,
    'with another payload': `${Buffer.from('["a","b",9e15]').toString('base64url')}.${signature}`,
    'made with another secret': createMediaTokens('guess', Date.now).sign(world.businessId, first.callId),
    expired: signed(world.businessId, first.callId, 6 * HOUR_MS),
    'full of percent signs': '%00%ff%2e',
    long: 'x'.repeat(3_000),
  };
  for (const [name, token] of Object.entries(bad)) {
    const refused = await refusal(`${base}/${token}`);
    t.equal(refused?.status, 401, name);
    t.match(JSON.parse(refused?.text ?? '{}'), {
      ok: false,
      error: { code: 'media_token_invalid', category: 'authentication', retryable: false },
    });
  }
  t.equal(
    (await refusal(`${base.replace('loopback', 'twilio')}/${first.token}`))?.status,
    401,
    'no such carrier',
  );
  t.equal(
    (await refusal(`${base}/${signed(world.businessId, first.callId, HOUR_MS)}`))?.status,
    undefined,
    'an hour old and still valid',
  );
  for (const { callId } of [first, second]) await cancelled(callId);
});

t.test(
  'a token of a call that is not live opens a socket that is closed at once',
  concurrent(CALL_MS),
  async (t) => {
    const [ringingCall, endedCall] = await Promise.all([ringing(), ringing()]);
    const mediaToken = await mediaSecretOf(world);
    const tokens = createMediaTokens(mediaToken, Date.now);
    const ended = await cancelled(endedCall.callId);
    for (const [name, url] of [
      ['that does not exist', `${base}/${tokens.sign(world.businessId, UNKNOWN_ID)}`],
      ['of another business', `${base}/${tokens.sign(UNKNOWN_ID, ringingCall.callId)}`],
      ['that has ended', endedCall.url],
    ] as const) {
      const stream = await openCarrierStream(url);
      stream.begin();
      for (let at = 0; at < 200; at += 20) stream.frame(at);
      t.equal(await stream.closed, POLICY, `a call ${name}`);
      t.same(stream.received, [], `a call ${name} says nothing`);
    }
    t.equal((await client.call(ringingCall.callId)).call.status, 'ringing', 'the other call is unchanged');
    const { call, transcript } = await client.call(endedCall.callId);
    t.same(call, ended.call, 'the ended call is unchanged');
    t.same(transcript, []);
    await cancelled(ringingCall.callId);
  },
);

t.test('a media address serves no page', concurrent(CALL_MS), async (t) => {
  const { callId, token } = await ringing();
  const page = await fetch(`${world.service().url}/media/loopback/${token}`);
  t.equal(page.status, 404);
  t.match(JSON.parse(await page.text()), { ok: false, error: { code: 'route_not_found' } });
  await cancelled(callId);
});

t.test('a call has one socket, however many connect at once', concurrent(CALL_MS), async (t) => {
  const { callId, url } = await ringing();
  const stream = await openCarrierStream(url);
  stream.begin();
  // A socket that is silent for a second yields to another, and a busy machine takes longer than that to greet.
  const line = setInterval(() => stream.frame(0), 20);
  const refused = await heard(stream, 'the greeting')
    .then(() => refusal(url))
    .finally(() => clearInterval(line));
  t.equal(refused?.status, 409);
  t.match(JSON.parse(refused?.text ?? '{}'), { error: { code: 'media_token_in_use' } });
  t.ok(stream.isOpen(), 'the first socket stays open');
  await cancelled(callId, stream);

  const raced = await ringing();
  const sockets = await Promise.allSettled(Array.from({ length: 6 }, () => openCarrierStream(raced.url)));
  const opened = sockets.flatMap((settled) => (settled.status === 'fulfilled' ? [settled.value] : []));
  for (const stream of opened) stream.begin();
  await until('one socket to be greeted', () => opened.some(({ received }) => received.length > 0));
  await until('the others to be closed', () => opened.filter((stream) => stream.isOpen()).length === 1);
  t.equal(opened.filter(({ received }) => received.length > 0).length, 1, 'only one hears the agent');
  await cancelled(
    raced.callId,
    opened.find((stream) => stream.isOpen()),
  );
});

t.test('an open but silent socket yields to the next one', concurrent(CALL_MS), async (t) => {
  // The agent has something to say whenever the next socket comes.
  const talkative = await client.createAgent('Talkative', AGENT.instructions, {
    firstGreeting: `${AGENT.greeting} ${AGENT.greeting}`,
    nudgeAfterSilenceSeconds: 5,
  });
  const { callId, url, stream } = await streaming(talkative.id);
  const again = await until('another socket to be accepted', () => openCarrierStream(url).catch(() => null));
  t.equal(await stream.closed, GOING_AWAY);
  again.begin();
  await heard(again, 'the session to continue');
  await cancelled(callId, again);
  t.equal(await again.closed, NORMAL);
});

t.test('a socket that drops can reconnect with the same token', concurrent(CALL_MS), async (t) => {
  const { callId, url, stream } = await streaming();
  stream.drop();
  await stream.closed;
  const again = await streamAgain(url);
  await cancelled(callId, again);
  t.equal(await again.closed, NORMAL);
});

for (const [name, abuse, code] of [
  ['binary data', (stream: CarrierStream) => stream.raw(Buffer.alloc(4_096)), UNSUPPORTED],
  [
    'a message larger than 64 KiB',
    (stream: CarrierStream) => stream.raw(`{"event":"${'x'.repeat(64 * 1024)}"}`),
    ABNORMAL,
  ],
  [
    '20 malformed messages',
    (stream: CarrierStream) => repeat(20, () => stream.raw('{"event":"media",')),
    POLICY,
  ],
  [
    '20 frames of another stream',
    (stream: CarrierStream) => repeat(20, (index) => stream.frame(index * 20, 'MZother')),
    POLICY,
  ],
  ['20 starts', (stream: CarrierStream) => repeat(20, () => stream.begin()), POLICY],
  [
    '20 messages of wrong types',
    (stream: CarrierStream) =>
      repeat(4, () => {
        for (const [event, body] of INVALID) stream.event(event, body);
      }),
    POLICY,
  ],
  [
    '20 invalid digits',
    (stream: CarrierStream) => repeat(20, () => stream.event('dtmf', { digit: 'x'.repeat(1_000) })),
    POLICY,
  ],
  [
    'a flood of frames',
    (stream: CarrierStream) => repeat(5_000, (index) => stream.frame(index * 20)),
    POLICY,
  ],
  [
    'a flood of marks',
    (stream: CarrierStream) => repeat(5_000, (index) => stream.event('mark', { name: `m${index}` })),
    POLICY,
  ],
  [
    'a flood of digits',
    (stream: CarrierStream) => repeat(5_000, () => stream.event('dtmf', { digit: '1' })),
    POLICY,
  ],
  [
    'a flood of unknown events',
    (stream: CarrierStream) => repeat(5_000, () => stream.event('weather', {})),
    POLICY,
  ],
  [
    'few frames that claim hours of silence between them',
    (stream: CarrierStream) => repeat(300, (index) => stream.frame(index * 9_000)),
    POLICY,
  ],
  [
    'few frames with minutes of audio in them',
    (stream: CarrierStream) =>
      repeat(20, (index) =>
        stream.event('media', {
          track: 'inbound',
          timestamp: String(index * 5_000),
          payload: Buffer.alloc(40_000, 0xff).toString('base64'),
        }),
      ),
    POLICY,
  ],
] as const) {
  t.test(`${name}: the socket is closed, and the call can continue`, concurrent(CALL_MS), async (t) => {
    const { callId, url, stream } = await streaming();
    abuse(stream);
    t.equal(await stream.closed, code);
    const again = await streamAgain(url);
    const detail = await cancelled(callId, again);
    t.match(detail.call, { endedBy: 'operator' });
    t.notMatch(JSON.stringify(detail.diagnostics), /x{100}/, 'none of it is stored');
    t.ok(detail.diagnostics.notes.length <= 100, `${detail.diagnostics.notes.length} notes`);
  });
}

for (const [name, abuse] of [
  ['19 malformed messages', (stream: CarrierStream) => repeat(19, () => stream.raw('nonsense'))],
  [
    'frames out of order, duplicated, long past and far ahead',
    (stream: CarrierStream) => {
      for (const at of [40, 0, 60, 20, 20, 60, 0, 1e15, 80, 0.5, 3_600_000, 100]) stream.frame(at);
    },
  ],
  [
    'an hour that passes in one frame',
    (stream: CarrierStream) => {
      stream.frame(0);
      stream.frame(HOUR_MS);
    },
  ],
  [
    'empty audio and audio that is not base64',
    (stream: CarrierStream) => {
      for (const payload of ['', '*', '=', '\u0000'])
        stream.event('media', { track: 'inbound', timestamp: '20', payload });
    },
  ],
] as const) {
  t.test(`${name}: tolerated`, concurrent(CALL_MS), async (t) => {
    const { callId, stream } = await streaming();
    abuse(stream);
    const before = stream.received.length;
    await until('more of the greeting', () => stream.received.length > before + 20);
    t.ok(stream.isOpen());
    const { call, diagnostics } = await cancelled(callId, stream);
    t.match(call, { endedBy: 'operator' });
    t.same(
      diagnostics.notes.filter(({ code }) => code !== 'receipts_missing'),
      [],
    );
    t.equal(await stream.closed, NORMAL);
  });
}

t.test('a socket that never starts is closed', concurrent(CALL_MS), async (t) => {
  const { callId, url } = await ringing();
  const stream = await openCarrierStream(url);
  stream.raw(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }));
  t.equal(await stream.closed, POLICY);
  t.same(stream.received, [], 'it heard nothing');
  t.equal((await client.call(callId)).call.status, 'ringing', 'and the call is unaffected');
  await cancelled(callId);
});

t.test('a socket that the carrier leaves open after the call is closed', concurrent(CALL_MS), async (t) => {
  const brief = await client.createAgent('Brief', 'Otherwise, say "Yes.".', {
    firstGreeting: 'Hello.',
    nudgeAfterSilenceSeconds: 5,
  });
  const { callId, stream } = await streaming(brief.id);
  await client.cancel(callId);
  t.equal(await stream.closed, NORMAL);
  const detail = await client.callUntil(callId, isSettled, CALL_MS);
  t.match(detail.call, { endedBy: 'operator' });
});

t.test('receipts for audio that was never sent prove nothing', concurrent(CALL_MS), async (t) => {
  const { callId, stream } = await streaming();
  const first = stream.received.find(({ event }) => event === 'mark')?.mark?.name ?? '';
  const [id = '', generation = ''] = first.split(':');
  for (const ms of ['999999', '-1', '0', 'NaN', 'Infinity', '1e9', '']) {
    stream.event('mark', { name: `${id}:${generation}:${ms}` });
    stream.event('mark', { name: `${id}:99:${ms}` });
    stream.event('mark', { name: `:${ms}` });
  }
  stream.event('stop', {});
  await stream.closed;
  const detail = await cancelled(callId);
  const sentMs = stream.received.filter(({ event }) => event === 'media').length * 20;
  const [greeting, ...more] = detail.transcript;
  t.same(more, []);
  const claimed = (greeting?.audioEndOffsetMs ?? 0) - (greeting?.audioOffsetMs ?? 0);
  t.ok(claimed <= sentMs, `it claims ${claimed} of the ${sentMs} ms that were sent`);
  t.ok((greeting?.text.length ?? 0) < AGENT.greeting.length, `"${greeting?.text}"`);
});

t.test('an ordinary call next to all of that is unharmed', concurrent(CALL_MS), async (t) => {
  const politely = async (text: string): Promise<Step> => ({
    afterSilenceMs: 600,
    do: { type: 'say', audio: await world.say(text) },
  });
  const callId = await dial(200, [
    await politely('what are your opening hours'),
    await politely('thank you goodbye'),
  ]);
  const detail = await client.callUntil(callId, isSettled, CALL_MS);
  t.match(detail.call, { status: 'completed', endedBy: 'agent' });
  t.same(spokenLines(detail), [
    `assistant: ${AGENT.greeting}`,
    'customer: what are your opening hours',
    'assistant: We are open from noon to midnight. Can I do anything else?',
    'customer: thank you goodbye',
    'assistant: Thank you for calling. Goodbye!',
  ]);
  const stats = (await world.network.callsOf(callId))[0]?.stats;
  t.ok(stats !== undefined && isUndisturbed(stats), JSON.stringify(stats));
});
