/** The websocket of a browser's leg: a valid page, strangers, expired tokens, malformed messages and floods. */
import { pino } from 'pino';
import t from 'tap';
import { type Admitted, BrowserLeg } from '../../../media/legs/leg.js';
import type { LegSide, SideEvents } from '../../../media/legs/leg-side.js';
import { createLegTokens } from '../../../media/legs/leg-token.js';
import type { RelayedLeg, RelayRequest } from '../../../providers/legs/leg-relay.js';
import type { LegPurpose } from '../../../schemas/calls/leg.js';
import type { LegEndReason, LegServerMessage } from '../../../schemas/calls/leg-signalling.js';
import { DomainError } from '../../../schemas/errors.js';
import { until } from '../../../testkit/until.js';

const SECRET = 'secret-of-a-test';
const tokens = createLegTokens(SECRET, () => 1_000);
const claimOf = (purpose: LegPurpose) =>
  ({ businessId: 'b1', callId: 'c1', purpose, by: { type: 'key', keyId: 'k1' } }) as const;
const FACTS = { id: 't', iceParameters: {}, iceCandidates: [], dtlsParameters: {} };
const RTP = {
  codecs: [{ mimeType: 'audio/PCMU', clockRate: 8_000, payloadType: 0 }],
  encodings: [{ ssrc: 1 }],
};

interface Records {
  readonly messages: readonly LegServerMessage[];
  readonly codes: readonly number[];
  readonly ends: readonly LegEndReason[];
  readonly actions: readonly string[];
}

/** `unreachable`: the error if its call cannot be reached. */
const openLeg = (
  purpose: LegPurpose,
  now: () => number = () => 0,
  unreachable: DomainError | null = null,
) => {
  const messages: LegServerMessage[] = [];
  const codes: number[] = [];
  const ends: LegEndReason[] = [];
  const actions: string[] = [];
  let events: SideEvents | null = null;
  let request: RelayRequest | null = null;
  const used = new Set<string>();
  const side: LegSide = {
    codec: 'pcmu',
    voices: ['customer', 'agent'],
    speaks: purpose !== 'listen',
    open: async (sideEvents) => {
      if (unreachable !== null) throw unreachable;
      events = sideEvents;
      sideEvents.onSpeaker('agent');
    },
    listening: () => void actions.push('listening'),
    heard: (timestampMs) => void actions.push(`heard ${timestampMs}`),
    setPlayout: (delayMs) => void actions.push(`playout ${delayMs}`),
    takeOver: async () => {
      if (purpose === 'listen') throw new DomainError('leg_purpose_wrong');
      throw new DomainError('call_taken_over');
    },
    handBack: async (note) => void actions.push(`back ${note}`),
    pressKey: (digit) => void actions.push(`key ${digit}`),
    close: (inOrder) => void actions.push(`closed ${inOrder}`),
  };
  const relayed: RelayedLeg = {
    rtpCapabilities: {},
    receive: FACTS,
    send: purpose === 'listen' ? null : FACTS,
    connect: async () => undefined,
    produce: async () => {
      actions.push('produced');
      return 'p1';
    },
    consume: async () => [{ id: 'x', producerId: 'y', voice: 'agent', rtpParameters: {} }],
    resume: async () => void actions.push('resumed'),
    say: (voice) => void actions.push(`played ${voice}`),
    roundTripMs: async () => 40,
    close: () => void actions.push('relay closed'),
  };
  const leg = new BrowserLeg(
    {
      send: (text) => {
        messages.push(JSON.parse(text));
        return true;
      },
      close: (code) => void codes.push(code),
    },
    {
      now,
      logger: pino({ level: 'silent' }),
      relay: {
        open: async (relayRequest) => {
          request = relayRequest;
          return relayed;
        },
      },
      admit: async (_, token): Promise<Admitted> => {
        const claim = tokens.verify(token);
        if (used.has(claim.nonce)) throw new DomainError('leg_token_invalid');
        used.add(claim.nonce);
        return { claim, side };
      },
      onEnded: (_, reason) => void ends.push(reason),
    },
  );
  const records: Records = { messages, codes, ends, actions };
  const say = (message: object): void => leg.onText(JSON.stringify(message));
  const answer = (id: number) =>
    until(
      `an answer to ${id}`,
      () => messages.find((message) => 'id' in message && message.id === id) ?? null,
      2_000,
    );
  return {
    leg,
    records,
    say,
    answer,
    welcome: async () => {
      say({ type: 'authenticate', token: tokens.sign(claimOf(purpose)).token });
      return until('a welcome', () => messages.find(({ type }) => type === 'welcome') ?? null, 2_000);
    },
    events: () => events,
    request: () => request,
  };
};

const ended = ({ messages }: Records) =>
  until('the end', () => messages.find((message) => message.type === 'ended') ?? null, 2_000);

t.test('serves a page with a valid token until it leaves', async (t) => {
  const { leg, records, say, answer, welcome, events, request } = openLeg('take_over');
  t.match(await welcome(), { purpose: 'take_over', callId: 'c1', send: FACTS });
  t.match(records.messages.at(-1), { type: 'state', speaker: 'agent' });
  say({ type: 'consume', id: 1, rtpCapabilities: { codecs: [] } });
  t.match(await answer(1), { type: 'done', answer: { consumers: [{ voice: 'agent' }] } });
  say({ type: 'produce', id: 2, rtpParameters: RTP });
  t.match(await answer(2), { type: 'done', answer: { producerId: 'p1' } });
  say({ type: 'take_over', id: 3 });
  t.match(await answer(3), { type: 'refused', error: { code: 'call_taken_over' } });
  say({ type: 'hand_back', id: 4, note: 'They want a table.' });
  t.match(await answer(4), { type: 'done' });
  say({ type: 'resume' });
  say({ type: 'playout', delayMs: 60 });
  say({ type: 'press_key', digit: '7' });
  await until('a key', () => (records.actions.includes('key 7') ? true : null), 2_000);
  request()?.onAudio(20, new Uint8Array(160));
  events()?.say('customer', null);
  events()?.onSpeaker('other');
  t.match(records.messages.at(-1), { type: 'state', speaker: 'other' });
  t.same(records.actions, [
    'produced',
    'back They want a table.',
    'resumed',
    'listening',
    'playout 80',
    'key 7',
    'heard 20',
    'played customer',
  ]);
  say({ type: 'leave' });
  t.match(await ended(records), { reason: 'left' });
  t.same(records.actions.slice(-2), ['relay closed', 'closed true']);
  t.same(records.codes, [1000]);
  leg.onClose();
  leg.end('lost');
  t.same(records.ends, ['left'], 'reported once');
});

t.test('a listener cannot speak, whatever the page requests', async (t) => {
  const { records, say, answer, welcome } = openLeg('listen');
  t.match(await welcome(), { purpose: 'listen', send: null });
  say({ type: 'produce', id: 1, rtpParameters: RTP });
  t.match(await answer(1), { type: 'refused', error: { code: 'leg_purpose_wrong' } });
  say({ type: 'take_over', id: 2 });
  t.match(await answer(2), { type: 'refused', error: { code: 'leg_purpose_wrong' } });
  t.notOk(records.actions.includes('produced'));
});

t.test('refuses forged and expired tokens, and any other first message', async (t) => {
  const stranger = async (message: object) => {
    const { records, say } = openLeg('listen');
    say(message);
    const end = await ended(records);
    t.same(records.codes, [1008]);
    return end;
  };
  const invalid = { reason: 'refused', error: { code: 'leg_token_invalid' } };
  t.match(await stranger({ type: 'authenticate', token: 'guessed' }), invalid);
  const foreignToken = createLegTokens('another secret', () => 1_000).sign(claimOf('listen')).token;
  t.match(
    await stranger({ type: 'authenticate', token: foreignToken }),
    invalid,
    'signed with another secret',
  );
  const old = createLegTokens(SECRET, () => 1_000 - 60_001).sign(claimOf('listen')).token;
  t.match(await stranger({ type: 'authenticate', token: old }), invalid, 'older than a minute');
  t.match(await stranger({ type: 'resume' }), invalid, 'not authenticated');
  t.match(await stranger({ type: 'shout' }), { reason: 'refused', error: { code: 'leg_message_invalid' } });
});

t.test('a token carries its claim, and a modified one is invalid', async (t) => {
  const { token, expiresAt } = tokens.sign(claimOf('listen'));
  t.match(tokens.verify(token), { ...claimOf('listen'), nonce: /^[\w-]{22}$/ });
  t.equal(expiresAt, 61_000);
  const [payload = '', mac = ''] = token.split('.');
  const forged = Buffer.from(
    Buffer.from(payload, 'base64url').toString().replace('listen', 'take_over'),
  ).toString('base64url');
  t.throws(() => tokens.verify(`${forged}.${mac}`), { code: 'leg_token_invalid' });
});

t.test('tolerates a few malformed messages, but no flood of messages', async (t) => {
  const bad = openLeg('listen');
  await bad.welcome();
  for (let count = 0; count < 4; count += 1) bad.leg.onText('{');
  bad.leg.onText(JSON.stringify({ type: 'playout', delayMs: 'long' }));
  t.match(await ended(bad.records), { reason: 'refused', error: { code: 'leg_message_invalid' } });

  const flood = openLeg('listen');
  await flood.welcome();
  for (let count = 0; count < 40; count += 1) flood.say({ type: 'playout', delayMs: 1 });
  t.match(await ended(flood.records), { reason: 'refused', error: { code: 'rate_limited' } });
  t.ok(flood.records.actions.filter((what) => what.startsWith('playout')).length < 30);

  let now = 0;
  const steady = openLeg('listen', () => now);
  await steady.welcome();
  for (let count = 0; count < 100; count += 1) {
    now += 50;
    steady.say({ type: 'playout', delayMs: 1 });
  }
  t.same(steady.records.ends, [], 'twenty a second for five seconds are allowed');
});

for (const [code, reason] of [
  ['call_not_live', 'call_ended'],
  ['not_ready', 'lost'],
  ['journal_unavailable', 'lost'],
  ['listeners_limited', 'refused'],
] as const)
  t.test(`a call that cannot be reached because of ${code} ends the leg with ${reason}`, async (t) => {
    const { records, say } = openLeg('listen', () => 0, new DomainError(code));
    say({ type: 'authenticate', token: tokens.sign(claimOf('listen')).token });
    t.match(await ended(records), { reason, error: { code } });
  });

t.test('a leg ends when its socket closes, its call ends, or its audio is lost', async (t) => {
  const lost = openLeg('test');
  await lost.welcome();
  lost.leg.onClose();
  t.same(lost.records.ends, ['lost']);
  t.same(lost.records.actions, ['relay closed', 'closed false'], 'its socket may return');

  const endedCall = openLeg('listen');
  await endedCall.welcome();
  endedCall.events()?.onEnd('call_ended');
  t.match(await ended(endedCall.records), { reason: 'call_ended' });
  t.same(endedCall.records.codes, [1000]);

  const unheard = openLeg('listen');
  await unheard.welcome();
  unheard.request()?.onLost('disconnected');
  t.match(await ended(unheard.records), { reason: 'lost' });
});
