/**
 * An actor notifies another actor that does not exist yet. In any order of steps, the notification arrives, or nothing
 * waits for it.
 */
import { pino } from 'pino';
import t from 'tap';
import type { BusinessEffect } from '../../actors/business/commands.js';
import { business } from '../../actors/business/index.js';
import type { BusinessState } from '../../actors/business/state.js';
import { call } from '../../actors/call/index.js';
import { conversation } from '../../actors/conversation/index.js';
import { iteration } from '../../actors/iteration/index.js';
import type { Work } from '../../actors/recipients/events.js';
import { recipients } from '../../actors/recipients/index.js';
import { acceptCall } from '../../operations/calls/calls.js';
import { activityIdOf } from '../../operations/campaigns/contacting.js';
import { conversationIdOf } from '../../operations/conversations/conversation-ids.js';
import { inboundOperations } from '../../operations/conversations/inbound.js';
import { businessEffects } from '../../operations/effects/business.js';
import { recipientsEffects } from '../../operations/effects/recipients/index.js';
import { ANY_DESTINATION } from '../../operations/outreach/destination-rule.js';
import { createSealer } from '../../operations/sealing.js';
import { STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import { DEFAULT_VOICEMAIL } from '../../schemas/agents/voicemail.js';
import { ANY_CALLING_HOURS } from '../../schemas/campaigns/calling-hours.js';
import { settledSettings } from '../../schemas/campaigns/iteration-settings.js';
import { DomainError } from '../../schemas/errors.js';
import { stub } from '../../testkit/stub.js';
import type { ViewStore } from '../../views/views.js';
import { fold } from '../support/actors/fold.js';
import { foldedActors } from '../support/actors/folded-actors.js';
import { anyDestination } from '../support/views/destinations.js';
import { agentOf, contactOf, ownerOf } from '../support/views/resources.js';

const BUSINESS = 'b1';
const MINUTE = 60_000;

/** Real actors that run one command after another. `before` runs before a command reaches its actor. */
const createWorld = (before: Parameters<typeof foldedActors>[0]) => {
  const time = { now: 1_000 };
  return { time, ...foldedActors(before, () => time.now) };
};

const agent = agentOf({ contactCategoryIds: ['k1'] });
const callee = { contactId: null, contactName: null, destination: '+14155550123', values: {}, callData: {} };
const context = <Fx extends BusinessEffect>(effect: Fx) => ({
  ref: { kind: 'business', business: BUSINESS, id: BUSINESS },
  key: 'k',
  effect,
  resumed: false,
  attempt: 1,
  signal: new AbortController().signal,
  assertOurs: () => undefined,
});

/** The pending check of whether a call of the business is alive. */
const checkOwed = (state: BusinessState) => {
  const effect = Object.values(business.effects(state)).find(({ kind }) => kind === 'check_call');
  if (effect?.kind !== 'check_call') throw new Error('no check of a call is pending');
  return context(effect);
};

/** A business with one line, which call `c1` holds. */
const withBusyLine = (before: Parameters<typeof createWorld>[0] = () => undefined) => {
  const world = createWorld(before);
  const folded = world.foldOf(business, BUSINESS);
  folded.apply({ type: 'create', name: 'B', lines: 1, prices: STANDARD_PRICES, microcredits: 1_000_000 }, 0);
  folded.apply({ type: 'admit_call', callId: 'c1', source: null }, 0);
  const views = stub<ViewStore>({
    silenceMinutesOf: () => null,
    agentVersionOf: () => 1,
    runningSplit: () => null,
    voicemailOf: () => DEFAULT_VOICEMAIL,
    timeZoneOf: () => null,
    ...anyDestination,
    contactOfMobile: () => null,
    callingHoursOf: () => ANY_CALLING_HOURS,
  });
  const deps = {
    actors: world.actors,
    carrier: 'loopback',
    views,
    sealer: createSealer('secret'),
    installationTimeZone: 'UTC',
    destinations: ANY_DESTINATION,
  };
  const accept = (callId: string) =>
    acceptCall(deps, { businessId: BUSINESS, callId, agent, callee, at: world.time.now });
  const free = () =>
    folded.apply(
      { type: 'settle_call', callId: 'c1', blocks: 0, carrierCostMicrocredits: 0 },
      world.time.now,
    );
  return { ...world, business: folded, accept, free, handlers: businessEffects(world.actors) };
};

t.test('a line freed between the admission of a call and its start reaches the call', async (t) => {
  let isFreed = false;
  const world = withBusyLine(async (kind, { type }) => {
    if (kind !== 'call' || type !== 'start' || isFreed) return;
    isFreed = true;
    world.free();
    t.same(world.business.effects(), ['notify:c2']);
    const early = world.handlers.notify_line(context({ kind: 'notify_line', callId: 'c2' }));
    await t.rejects(early, 'a call that does not exist cannot be notified');
  });
  await world.accept('c2');
  t.equal(world.foldOf(call, 'c2').state.line, 'waiting');
  t.same(world.business.effects(), ['notify:c2'], 'still pending');
  t.match(await world.handlers.notify_line(context({ kind: 'notify_line', callId: 'c2' })), {
    type: 'line_notified',
  });
  t.same([world.foldOf(call, 'c2').state.line, world.foldOf(call, 'c2').effects()], ['leased', ['clear']]);
});

t.test('a call that missed the notification of its line gets it with the liveness check', async (t) => {
  const world = withBusyLine();
  await world.accept('c2');
  world.free();
  world.business.apply({ type: 'line_notified', callId: 'c2' }, world.time.now);
  t.equal(world.foldOf(call, 'c2').state.line, 'waiting', 'as an older version left it');
  world.time.now += 6 * MINUTE;
  world.business.advance(world.time.now);
  t.match(await world.handlers.check_call(checkOwed(world.business.state)), { type: 'call_alive' });
  t.same([world.foldOf(call, 'c2').state.line, world.foldOf(call, 'c2').effects()], ['leased', ['clear']]);
});

t.test('a call that takes so long to start that its line is released does not start on it', async (t) => {
  let late = 6 * MINUTE;
  const world = withBusyLine((kind, { type }) => {
    if (kind !== 'call' || type !== 'start') return;
    world.time.now += late;
    late = 0;
  });
  world.free();
  await t.rejects(world.accept('c2'), new DomainError('not_ready'));
  t.equal(world.foldOf(call, 'c2').state.accepted, null, 'no call is placed without credit and a line');
  world.business.advance(world.time.now);
  const answer = await world.handlers.check_call(checkOwed(world.business.state));
  if (answer !== null) world.business.apply(answer, world.time.now);
  t.match(await world.accept('c2'), { result: { callId: 'c2' } }, 'the repeated request starts the call');
  t.same([world.foldOf(call, 'c2').state.line, world.foldOf(call, 'c2').effects()], ['leased', ['clear']]);
});

t.test('a request delayed until its call has ended reserves nothing', async (t) => {
  let isFirst = true;
  const world = withBusyLine(async (kind, { type }) => {
    if (kind !== 'business' || type !== 'admit_call' || !isFirst) return;
    isFirst = false;
    // The client has repeated its request elsewhere, and that call ends before this request goes on.
    await world.accept('c2');
    const end = { type: 'settle_call', callId: 'c2', blocks: 0, carrierCostMicrocredits: 0 } as const;
    world.business.apply(end, world.time.now);
  });
  world.free();
  t.match(await world.accept('c2'), { result: { callId: 'c2' } }, 'it gets the same response');
  t.match(world.business.state, { leased: 0, reservedMicrocredits: 0 });
});

t.test('a campaign call that was withdrawn before it existed does not wait for a line', async (t) => {
  let isPaused = false;
  const world = withBusyLine((kind, { type }) => {
    if (kind !== 'call' || type !== 'start' || isPaused) return;
    isPaused = true;
    block.apply(
      { type: 'direct', gate: { seq: 1, is: 'closed' }, grant: { seq: 1, count: 1 } },
      world.time.now,
    );
    t.ok(block.effects().includes('withdraw:0:1'));
  });
  const link = { campaignId: 'k', campaignName: 'K', iterationId: 'i', block: 0 };
  const work: Work = {
    channel: 'voice',
    agentId: 'a1',
    messageText: null,
    templateName: null,
    maxRetries: 0,
    retryDelayMs: MINUTE,
  };
  const block = world.foldOf(recipients, 'i-0');
  block.apply({ type: 'create', link, work, members: [{ contactId: 'p1', skip: null }], cursor: null }, 0);
  block.apply({ type: 'direct', gate: { seq: 0, is: 'open' }, grant: { seq: 1, count: 1 } }, 0);
  const views = stub<ViewStore>({
    silenceMinutesOf: () => null,
    agent: () => agent,
    agentVersionOf: () => 1,
    runningSplit: () => null,
    voicemailOf: () => DEFAULT_VOICEMAIL,
    timeZoneOf: () => null,
    callingHoursOf: () => ANY_CALLING_HOURS,
    iterationSettings: () => settledSettings(),
    ...anyDestination,
    currentContactId: (id) => id,
    isDuplicateMember: () => false,
    currentContact: () => null,
    contact: () => contactOf({ mobile: '+14155550123', categories: [{ id: 'k1', name: 'K' }] }),
    instagramIdentities: () => [],
    whatsAppNumbers: () => [],
  });
  const handlers = recipientsEffects({
    actors: world.actors,
    views,
    sealer: createSealer('secret'),
    installationTimeZone: 'UTC',
    carrier: 'loopback',
    destinations: ANY_DESTINATION,
    now: () => world.time.now,
    observe: () => undefined,
    logger: pino({ level: 'silent' }),
  });
  const claim = { index: 0, revision: 1 };
  const callId = activityIdOf('i', 'p1', 1);
  const started = {
    ref: { kind: 'recipients', business: BUSINESS, id: 'i-0' },
    key: 'k',
    resumed: false,
    attempt: 1,
    signal: new AbortController().signal,
    assertOurs: () => undefined,
  };
  const dispatching = handlers.dispatch({
    ...started,
    effect: { kind: 'dispatch', link, work, contactId: 'p1', claim },
  });
  await dispatching;
  t.match(world.foldOf(call, callId).state.ended, { status: 'cancelled' });
});

t.test('a report from a block that its iteration does not know yet is accepted on retry', async (t) => {
  const folded = fold(iteration, 'i');
  const audience = {
    contactIds: ['p1'],
    categoryIds: [],
    excludeContactIds: [],
    fromIterationIds: [],
    outcomes: [],
    recommendedBySummaryRunId: null,
  };
  const plan = { campaignId: 'k', campaignName: 'K', ordinal: 1, agentId: 'a1', audience, startAt: null };
  folded.apply({ type: 'create', channel: 'voice', settings: settledSettings({}), ...plan }, 0);
  const report = { report: 1, returned: 0, wanted: 0, finished: true, grantSeq: 0 };
  t.throws(() => folded.apply({ type: 'block_report', block: 0, report }, 1), new DomainError('not_ready'));
  folded.apply({ type: 'block_loaded', block: 0, size: 2, eligible: 0, cursor: null }, 2);
  t.match(folded.apply({ type: 'block_report', block: 0, report }, 3), [
    { type: 'iteration.block_reported' },
  ]);
});

t.test('a read report that arrives before the commit of its message is not lost', async (t) => {
  const views = stub<ViewStore>({
    silenceMinutesOf: () => null,
    accountOwner: () => ownerOf(BUSINESS),
    conversationKnownAs: () => null,
  });
  let reports = 0;
  let isAnswered = true;
  const world = createWorld((kind, { type }) => {
    if (kind !== 'conversation' || type !== 'report') return;
    reports += 1;
    if (!isAnswered || reports !== 3) return;
    const outcome = { is: 'accepted', providerMessageId: 'mid.1' } as const;
    folded.apply({ type: 'send_ended', messageId: 'm1', attempt: 1, outcome }, 3);
  });
  const id = conversationIdOf(BUSINESS, 'instagram', 'a1', 'p1');
  const folded = world.foldOf(conversation, id);
  folded.apply(
    {
      type: 'receive',
      channel: 'instagram',
      accountId: 'a1',
      address: 'p1',
      messageId: 'r1',
      providerMessageId: 'r1',
      sentAt: 1,
      opensWindow: true,
      automated: false,
      customer: { mobile: null, whatsappId: null, userId: 'p1', username: null, name: null },
      content: { type: 'text', text: 'Hi', media: null, details: null },
    },
    1,
  );
  const send = (messageId: string) =>
    folded.apply(
      {
        type: 'send',
        messageId,
        author: 'api',
        recipient: 'p1',
        campaign: null,
        opens: null,
        content: { type: 'text', text: 'Hello' },
      },
      2,
    );
  send('m1');
  const inbound = inboundOperations({
    actors: world.actors,
    views,
    sealer: createSealer('secret'),
  });
  const read = (providerMessageId: string) =>
    inbound.receive('instagram', {
      messages: [],
      echoes: [],
      amendments: [],
      ignored: [],
      reports: [
        {
          accountId: 'a1',
          providerMessageId,
          correlation: null,
          address: 'p1',
          progress: 'read',
          at: 9,
          failure: null,
        },
      ],
    });
  await read('mid.1');
  t.match(folded.state.taken, [
    { messageId: 'm1', providerMessageId: 'mid.1', reported: { sent: 3, read: 9 } },
  ]);

  await read('mid.other');
  t.equal(reports, 4, 'a report while nothing is being sent is for a foreign message');
  isAnswered = false;
  send('m2');
  await t.rejects(read('mid.2'), new DomainError('not_ready'), 'the provider delivers it again');
});

t.test('a message finds an account that was connected a moment ago', async (t) => {
  let isVisible = false;
  const commands: string[] = [];
  const views = stub<ViewStore>({
    silenceMinutesOf: () => null,
    conversationKnownAs: () => null,
    accountOwner: () => (isVisible ? ownerOf(BUSINESS) : null),
    catchUp: async (businessId) => {
      t.equal(businessId, null, 'the owner is not known yet');
      isVisible = true;
    },
  });
  const world = createWorld((kind, { type }) => void commands.push(`${kind} ${type}`));
  const inbound = inboundOperations({
    actors: world.actors,
    views,
    sealer: createSealer('secret'),
  });
  const { unknownAccounts } = await inbound.receive('whatsapp', {
    messages: [
      {
        accountId: '1',
        address: '14155550123',
        providerMessageId: 'm1',
        sentAt: 1,
        opensWindow: true,
        customer: { name: null, username: null, mobile: null, whatsappId: null, userId: null },
        content: { type: 'text', text: 'Hi', media: null, details: null },
      },
    ],
    echoes: [],
    amendments: [],
    reports: [],
    ignored: [],
  });
  t.same(unknownAccounts, []);
  t.same(commands, ['conversation receive']);
});
