/** Each kind of permanent failure, on a real journal: reported, retried once its cause is fixed, or dropped. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { business } from '../../../actors/business/index.js';
import type { CallCommand } from '../../../actors/call/commands.js';
import { call } from '../../../actors/call/index.js';
import { channelAccount } from '../../../actors/channel-account/index.js';
import { contactImport } from '../../../actors/contact-import/index.js';
import { contactPoint } from '../../../actors/contact-point/index.js';
import type { ConversationCommand } from '../../../actors/conversation/commands.js';
import { conversation } from '../../../actors/conversation/index.js';
import type { ActorSystem } from '../../../actors/runtime/system.js';
import type { WebhookEvent } from '../../../actors/subscription/events.js';
import { subscription } from '../../../actors/subscription/index.js';
import { businessEffects } from '../../../operations/effects/business.js';
import { callBillingEffects } from '../../../operations/effects/call/billing.js';
import { contactPointEffects } from '../../../operations/effects/contact-point.js';
import { MEDIA_SLOTS } from '../../../operations/effects/conversation/fetch-media.js';
import { conversationEffects } from '../../../operations/effects/conversation/index.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import { createSealer } from '../../../operations/sealing.js';
import {
  DEAD_LETTERS,
  deadLettersOf,
  resendDeadLetters,
  settleDeadLetters,
} from '../../../operations/webhooks/dead-letters.js';
import { openWebhookQueue, subjectsOf, WEBHOOK_STREAM } from '../../../operations/webhooks/queue.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import { createScriptedModel } from '../../../providers/llm/scripted.js';
import { createFairSlots } from '../../../providers/scheduling/fair-slots.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { DomainError } from '../../../schemas/errors.js';
import { deriveId } from '../../../schemas/ids.js';
import { startNats } from '../../../testkit/nats/server.js';
import { stub } from '../../../testkit/stub.js';
import { noTools } from '../../../testkit/stubs/no-tools.js';
import { until } from '../../../testkit/until.js';
import type { ViewStore } from '../../../views/views.js';
import { START } from '../../actors/call/call-script.js';
import { agentOf, contactOf } from '../../support/views/resources.js';
import { DROP, dropForGood, none, only, startWorld, type World } from './trouble-world.js';

t.setTimeout(120_000);

const BUSINESS = 'b1';
const CALL = { business: BUSINESS, id: 'c1' };

const cleared = (): CallCommand => ({
  type: 'clear_result',
  result: { outcome: 'cleared', at: Date.now(), rules: [] },
});

/** Registers the actors of a call. `record` finishes its recording. */
const callsOn = (record: () => Promise<void>) => (actors: ActorSystem) => {
  actors.register(contactPoint, contactPointEffects(actors, Date.now));
  actors.register(business, businessEffects(actors));
  actors.register(call, {
    ...callBillingEffects({ actors, sealer: createSealer('secret') }),
    clear: async () => null,
    place: async () => null,
    hang_up: async () => null,
    transfer: async () => null,
    check: async () => null,
    finish_recording: async (): Promise<CallCommand> => {
      await record();
      return { type: 'recording_result', recording: null };
    },
  });
};
/** A call that ended before it was placed, and whose settlement is pending at a business that does not know it. */
const forgottenCall = async ({ actors }: World): Promise<void> => {
  const target = { business: BUSINESS, id: BUSINESS };
  await actors.ask(business, target, {
    type: 'create',
    name: 'B',
    lines: 1,
    prices: STANDARD_PRICES,
    microcredits: 1_000_000,
  });
  await actors.ask(call, CALL, START);
  await actors.ask(call, CALL, cleared());
  const result = { outcome: 'refused', reason: 'rejected_by_carrier' } as const;
  await actors.ask(call, CALL, { type: 'placement_result', result });
};
const isSettled = async ({ actors }: World): Promise<boolean> =>
  (await actors.query(call, CALL, 'get')).answer.settled;

t.test(
  'a settlement unknown to the business is reported, and settled once when the business knows the call',
  async (t) => {
    const nats = await startNats(t);
    const world = await startWorld(
      t,
      nats,
      callsOn(async () => undefined),
    );
    await forgottenCall(world);
    const seen = await only(world);
    t.match(seen, { kind: 'effect', what: 'call-settle', ref: CALL, code: 'settlement_unknown' });
    t.match(await world.metric(), /parley_trouble\{kind="effect",sort="call-settle"\} 1/);
    t.match(world.log, [{ event: 'trouble.noted', kind: 'effect', what: 'call-settle' }]);
    t.notOk(await isSettled(world));

    const target = { business: BUSINESS, id: BUSINESS };
    await world.actors.ask(business, target, { type: 'admit_call', callId: CALL.id, source: null });
    await world.desk.retry(seen.id);
    await none(world);
    t.ok(await isSettled(world));
    const { answer } = await world.actors.query(business, target, 'get');
    t.match(answer, { availableMicrocredits: 1_000_000, reservedMicrocredits: 0, leasedLines: 0 });
    t.notMatch(await world.metric(), /parley_trouble\{/);
  },
);

t.test('a dropped settlement charges nothing and never returns', async (t) => {
  const nats = await startNats(t);
  const register = callsOn(async () => undefined);
  const world = await startWorld(t, nats, register);
  await forgottenCall(world);
  const after = await dropForGood(t, nats, world, register);
  t.ok(await isSettled(after));
});

t.test(
  'a recording that cannot be uploaded delays no bill, and is made once when the store is back',
  async (t) => {
    const nats = await startNats(t);
    let isAway = true;
    let finished = 0;
    const register = callsOn(async () => {
      if (isAway) throw Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
      finished += 1;
    });
    const world = await startWorld(t, nats, register);
    const { actors, desk } = world;
    const target = { business: BUSINESS, id: BUSINESS };
    const opening = { name: 'B', lines: 1, prices: STANDARD_PRICES, microcredits: 1_000_000 };
    await actors.ask(business, target, { type: 'create', ...opening });
    await actors.ask(business, target, { type: 'admit_call', callId: CALL.id, source: null });
    await actors.ask(call, CALL, START);
    await actors.ask(call, CALL, cleared());
    await actors.ask(call, CALL, { type: 'attach_media', attachmentId: 'm1', carrierCallId: 'CA1' });
    await actors.ask(call, CALL, { type: 'detach_media', attachmentId: 'm1' });
    const report = { carrierCallId: 'CA1', progress: 'completed', durationSeconds: 5 } as const;
    await actors.ask(call, CALL, { type: 'carrier_report', report });
    const seen = await only(world);
    t.match(seen, { kind: 'effect', what: 'call-finish_recording', code: 'econnrefused' });
    await until('the call is billed', () => isSettled(world));
    isAway = false;
    await desk.retry(seen.id);
    await none(world);
    t.equal(finished, 1);
    t.ok((await actors.query(call, CALL, 'get')).answer.recordingFinished);
  },
);

t.test('an import that cannot finish is reported, and fails when it is dropped', async (t) => {
  const nats = await startNats(t);
  const register = (actors: ActorSystem): void =>
    actors.register(contactImport, {
      import_contacts: async () => {
        throw new Error('a partition that cannot be read');
      },
    });
  const world = await startWorld(t, nats, register);
  const job = { business: BUSINESS, id: 'j1' };
  const request = { fileName: 'guests.csv', assetId: 'j1', categoryIds: [], mapping: {} };
  await world.actors.ask(contactImport, job, { type: 'start', request });
  t.match(await only(world), { kind: 'effect', what: 'contact-import-import_contacts', code: 'unexpected' });
  const after = await dropForGood(t, nats, world, register);
  const { answer } = await after.actors.ask(contactImport, job, { type: 'start', request });
  t.equal(answer.status, 'failed');
});

const ACCOUNT_ID = '106540352242922';

/** Registers a conversation that uses `model`, and records the messages it sends in `sent`. */
const talkingOn = (model: LanguageModel, sent: string[]) => (actors: ActorSystem) => {
  const agent = agentOf({
    channel: 'whatsapp',
    instructions: 'When the customer says "hello", say "Hello yourself.".',
  });
  const effects = conversationEffects({
    destinations: ANY_DESTINATION,
    actors,
    views: stub<ViewStore>({
      agentVersionOf: () => 1,
      runningSplit: () => null,
      agentRemembers: () => false,
      agent: () => agent,
      currentContact: () => contactOf(),
      contactOfMobile: () => null,
      instagramIdentities: () => [],
      whatsAppNumbers: () => [],
      conversationMessages: () => [{ direction: 'inbound', type: 'text', text: 'hello' }],
      catchUp: async () => undefined,
      automationOf: () => null,
      knowledge: () => [],
      timeZoneOf: () => null,
    }),
    channels: new Map(),
    reconcileMs: 1_000,
    tools: noTools,
    modelOf: () => model,
    sealer: { seal: () => '', open: () => '', pseudonym: () => 'p' },
    installationTimeZone: 'UTC',
    pace: { slot: async () => undefined },
    media: {
      listenersOf: stub({}),
      noteSlots: stub({}),
      countNote: () => undefined,
      assets: { keep: async () => undefined, open: async () => null },
      slots: createFairSlots(MEDIA_SLOTS),
      now: Date.now,
      hasRoom: () => true,
      count: () => undefined,
    },
    logger: pino({ level: 'silent' }),
  });
  actors.register(contactPoint, contactPointEffects(actors, Date.now));
  actors.register(conversation, {
    ...effects,
    register_participant: async (): Promise<ConversationCommand> => ({ type: 'registered', contactId: 'p1' }),
    send_message: async ({ effect }): Promise<ConversationCommand> => {
      const { messageId, attempt, content } = effect;
      sent.push('text' in content ? content.text : content.type);
      const outcome = { is: 'accepted', providerMessageId: `wamid.${messageId}` } as const;
      return { type: 'send_ended', messageId, attempt, outcome };
    },
  });
};

/** Connects the account and assigns an agent that answers automatically. */
const staffAccount = async ({ actors }: World): Promise<void> => {
  const account = { business: BUSINESS, id: deriveId('channel-account', 'whatsapp', ACCOUNT_ID) };
  await actors.ask(channelAccount, account, {
    type: 'connect',
    claim: 1,
    channel: 'whatsapp',
    accountId: ACCOUNT_ID,
    displayName: 'B',
    username: null,
    sealedToken: '',
  });
  const assignment = { agentId: 'a1', autoReplyEnabled: true, humanHandoffActive: false };
  await actors.ask(channelAccount, account, { type: 'assign', assignment });
};

/** Delivers a customer's message. */
const receive = ({ actors }: World, messageId: string) =>
  actors.ask(
    conversation,
    { business: BUSINESS, id: 'v1' },
    {
      type: 'receive',
      channel: 'whatsapp',
      accountId: ACCOUNT_ID,
      address: '14155550101',
      messageId,
      providerMessageId: messageId,
      sentAt: Date.now(),
      opensWindow: true,
      automated: true,
      customer: { mobile: '+14155550101', whatsappId: null, userId: null, username: null, name: null },
      content: { type: 'text', text: 'hello', media: null, details: null },
    },
  );

t.test('an agent whose model fails is reported, and answers once the model works', async (t) => {
  const nats = await startNats(t);
  const talks = createScriptedModel();
  let works = false;
  const model: LanguageModel = {
    name: 'mute',
    respond: (...args) => {
      if (!works) throw new DomainError('model_failed');
      return talks.respond(...args);
    },
  };
  const sent: string[] = [];
  const register = talkingOn(model, sent);
  const world = await startWorld(t, nats, register);
  await staffAccount(world);
  await receive(world, 'm1');
  const seen = await only(world);
  t.match(seen, { what: 'conversation-compose_reply', code: 'model_failed', key: 'reply-1' });
  works = true;
  await world.desk.retry(seen.id);
  await until('the agent answers', () => sent.length > 0);
  t.same(sent, ['Hello yourself.']);
  await none(world);

  works = false;
  await receive(world, 'm2');
  t.match(await only(world), { key: 'reply-2' });
  const after = await dropForGood(t, nats, world, register);
  t.equal(sent.length, 1, 'the second message is never answered');
  await after.leave();
});

const webhookEvent = (eventId: string): WebhookEvent => ({
  eventId,
  eventType: 'whatsapp.message.received',
  conversationId: 'v1',
  occurredAt: '',
  payload: {},
});

t.test(
  'dead letters of a subscription are one trouble entry: all are sent again, or all are discarded',
  async (t) => {
    const nats = await startNats(t);
    const setUp = await connect({ servers: nats.url });
    const webhookQueue = await openWebhookQueue(setUp);
    t.teardown(() => setUp.close());
    const world = await startWorld(t, nats, (actors) =>
      actors.onTrouble('webhook', DEAD_LETTERS, resendDeadLetters({ actors, webhookQueue })),
    );
    const target = { business: BUSINESS, id: 's1' };
    await world.actors.ask(subscription, target, {
      type: 'create',
      channel: 'whatsapp',
      accountId: '1',
      callbackUrl: 'https://example.org/',
      events: [],
      sealedSecret: '',
      secretLast4: '',
    });
    const deadLetter = async (...eventIds: readonly string[]): Promise<void> => {
      for (const eventId of eventIds) {
        await world.actors.ask(subscription, target, {
          type: 'dead_letter',
          event: webhookEvent(eventId),
          attempts: 25,
        });
        const facts = { attempts: 1, since: Date.now(), retriesAutomatically: false };
        const error = Object.assign(new Error('the subscriber answers 500'), { code: 'http_500' });
        await world.book.note(deadLettersOf(BUSINESS, 's1'), error, facts);
      }
    };
    const dead = async () => Object.keys((await world.actors.query(subscription, target, 'get')).answer.dead);
    await deadLetter('e1', 'e2');
    const seen = await only(world);
    t.match(seen, { kind: 'webhook', what: 'dead-letters', attempts: 2, code: 'http_500', nextTryAt: null });
    await world.desk.retry(seen.id);
    await none(world);
    t.same(await dead(), []);
    const { state } = await (await jetstreamManager(setUp)).streams.info(WEBHOOK_STREAM, {
      subjects_filter: subjectsOf(BUSINESS, 's1'),
    });
    t.same(Object.values(state.subjects ?? {}), [2], 'each event is queued once');

    await deadLetter('e3', 'e4');
    const again = await only(world);
    t.same(await world.desk.drop(again.id, DROP), { id: again.id, dropped: true });
    t.same(await world.desk.drop(again.id, DROP), { id: again.id, dropped: true });
    t.same(await dead(), []);
    await deadLetter('e5');
    await only(world);
    t.pass('a later dead letter is reported as well');
    await world.actors.ask(subscription, target, { type: 'note_resent', eventId: 'e5' });
    await settleDeadLetters({ actors: world.actors, trouble: world.book }, BUSINESS, 's1');
    await none(world);
  },
);

t.test('unknown trouble can be neither retried nor dropped', async (t) => {
  const nats = await startNats(t);
  const { desk } = await startWorld(t, nats, () => undefined);
  await t.rejects(desk.retry('00000000-0000-4000-8000-000000000000'), new DomainError('trouble_not_found'));
  await t.rejects(
    desk.drop('00000000-0000-4000-8000-000000000000', DROP),
    new DomainError('trouble_not_found'),
  );
});
