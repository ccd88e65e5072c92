/** Each kind of debt that fails for ever, on a real journal: seen, tried again once its cause is mended, or dropped for good. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import t from 'tap';
import { business } from '../../../actors/business/index.js';
import type { CallCommand } from '../../../actors/call/commands.js';
import { call } from '../../../actors/call/index.js';
import { channelAccount } from '../../../actors/channel-account/index.js';
import { contactImport } from '../../../actors/contact-import/index.js';
import type { ConversationCommand } from '../../../actors/conversation/commands.js';
import { conversation } from '../../../actors/conversation/index.js';
import { watchConnection } from '../../../actors/runtime/connection.js';
import { openJournal } from '../../../actors/runtime/journal.js';
import { type ActorSystem, createActorSystem } from '../../../actors/runtime/system.js';
import type { Trouble } from '../../../actors/runtime/trouble.js';
import { openTroubleBook, type TroubleBook } from '../../../actors/runtime/trouble-book.js';
import type { Letter } from '../../../actors/subscription/events.js';
import { subscription } from '../../../actors/subscription/index.js';
import { businessEffects, callBillingEffects } from '../../../operations/call-effects.js';
import { conversationEffects } from '../../../operations/conversation-effects.js';
import { MEDIA_SLOTS } from '../../../operations/fetch-media.js';
import {
  openTroubleDesk,
  registerDebtors,
  type TroubleDesk,
} from '../../../operations/trouble/trouble-desk.js';
import {
  DEAD_LETTERS,
  deadLettersOf,
  resendDeadLetters,
  settleDeadLetters,
} from '../../../operations/webhooks/dead-letters.js';
import { lettersOf, OUTBOX, openOutbox } from '../../../operations/webhooks/outbox.js';
import { createFairSlots } from '../../../providers/fair-slots.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import { createScriptedModel } from '../../../providers/llm/scripted.js';
import type { AgentResource } from '../../../schemas/agent.js';
import type { ContactResource } from '../../../schemas/contact.js';
import { DomainError } from '../../../schemas/errors.js';
import { deriveId } from '../../../schemas/ids.js';
import { STANDARD_PRICES } from '../../../schemas/prices.js';
import { observeTrouble } from '../../../src/node-metrics.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../testkit/nats.js';
import { until } from '../../../testkit/until.js';
import type { ViewStore } from '../../../views/views.js';
import { START } from '../../actors/call/call-script.js';

t.setTimeout(120_000);

const BUSINESS = 'b1';
const CALL = { business: BUSINESS, id: 'c1' };
const DROP = { reason: 'agreed with the customer', by: 'ops' };

interface World {
  readonly nc: NatsConnection;
  readonly actors: ActorSystem;
  readonly book: TroubleBook;
  readonly desk: TroubleDesk;
  /** The log's lines about trouble. */
  readonly log: readonly { readonly event: string; readonly kind?: string; readonly what?: string }[];
  /** As `/metrics` shows it. */
  metric(): Promise<string>;
  leave(): Promise<void>;
}

const startWorld = async (
  t: Lifetime,
  nats: TestNats,
  register: (actors: ActorSystem) => void,
): Promise<World> => {
  const log: { readonly event: string }[] = [];
  const logger = pino(
    { level: 'info' },
    {
      write: (line) => {
        const told: { readonly event: string } = JSON.parse(line);
        if (told.event.startsWith('trouble.')) log.push(told);
      },
    },
  );
  const nc = await connect({ servers: nats.url });
  const connection = watchConnection(nc);
  const book = await openTroubleBook({ nc, logger, now: Date.now });
  const registry = new Registry();
  observeTrouble(registry, book);
  const actors = await createActorSystem({
    nc,
    shards: 1,
    now: Date.now,
    logger,
    trouble: book,
    random: () => 0,
    watchdogMs: 1_000,
    patience: { refusedMs: 0, failedMs: 0, wakeTries: 2 },
  });
  registerDebtors(actors);
  register(actors);
  await actors.start();
  await actors.tend();
  const journal = await openJournal(connection, 1);
  let isThere = true;
  const leave = async (): Promise<void> => {
    if (!isThere) return;
    isThere = false;
    await actors.drain();
    connection.release();
    await nc.close();
  };
  t.teardown(leave);
  return {
    nc,
    actors,
    book,
    log,
    leave,
    metric: () => registry.metrics(),
    desk: openTroubleDesk({ actors, journal, book, now: Date.now }),
  };
};

const only = ({ desk }: World): Promise<Trouble> =>
  until('there is trouble', async () => (await desk.list())[0], 20_000);
const none = ({ desk }: World) =>
  until('there is no trouble', async () => (await desk.list()).length === 0, 20_000);

/** What is promised of whatever is dropped. */
const dropForGood = async (
  t: Tap,
  nats: TestNats,
  world: World,
  register: (actors: ActorSystem) => void,
): Promise<World> => {
  const { id } = await only(world);
  t.same(await world.desk.drop(id, DROP), { id, dropped: true });
  t.same(await world.desk.drop(id, DROP), { id, dropped: true }, 'again it changes nothing');
  t.same(await world.desk.list(), []);
  await world.leave();
  const after = await startWorld(t, nats, register);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  t.same(await after.desk.list(), [], 'nor after a restart');
  return after;
};
type Tap = Lifetime & Pick<typeof t, 'same'>;

/** A call that has ended unplaced and owes its settlement to a business that does not know it. */
const callsOn = (record: () => Promise<void>) => (actors: ActorSystem) => {
  actors.register(business, businessEffects(actors));
  actors.register(call, {
    ...callBillingEffects(actors),
    place: async () => null,
    hang_up: async () => null,
    check: async () => null,
    finish_recording: async (): Promise<CallCommand> => {
      await record();
      return { type: 'recording_result', recording: null };
    },
  });
};
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
  const result = { outcome: 'refused', reason: 'rejected_by_carrier' } as const;
  await actors.ask(call, CALL, { type: 'placement_result', result });
};
const isSettled = async ({ actors }: World): Promise<boolean> =>
  (await actors.ask(call, CALL, { type: 'status' })).answer.settled;

t.test(
  'a settlement that the business has forgotten is seen, and settled once when it knows the call',
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
    const { answer } = await world.actors.ask(business, target, { type: 'status' });
    t.match(answer, { availableMicrocredits: 1_000_000, reservedMicrocredits: 0, leasedLines: 0 });
    t.notMatch(await world.metric(), /parley_trouble\{/);
  },
);

t.test('a settlement that is dropped charges nothing and never comes back', async (t) => {
  const nats = await startNats(t);
  const register = callsOn(async () => undefined);
  const world = await startWorld(t, nats, register);
  await forgottenCall(world);
  const after = await dropForGood(t, nats, world, register);
  t.ok(await isSettled(after));
});

t.test(
  'a recording that cannot be uploaded holds up no bill, and is made once when the store is back',
  async (t) => {
    const nats = await startNats(t);
    let isAway = true;
    let made = 0;
    const register = callsOn(async () => {
      if (isAway) throw Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
      made += 1;
    });
    const world = await startWorld(t, nats, register);
    const { actors, desk } = world;
    const target = { business: BUSINESS, id: BUSINESS };
    const opening = { name: 'B', lines: 1, prices: STANDARD_PRICES, microcredits: 1_000_000 };
    await actors.ask(business, target, { type: 'create', ...opening });
    await actors.ask(business, target, { type: 'admit_call', callId: CALL.id, source: null });
    await actors.ask(call, CALL, START);
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
    t.equal(made, 1);
    t.ok((await actors.ask(call, CALL, { type: 'status' })).answer.recordingFinished);
  },
);

t.test('an import that cannot be finished is seen, and fails with a reason when it is dropped', async (t) => {
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
  const counts = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  const { answer } = await after.actors.ask(contactImport, job, { type: 'progress', counts });
  t.equal(answer.status, 'failed');
});

t.test('an agent whose model says nothing is seen; it answers once the model does', async (t) => {
  const nats = await startNats(t);
  const talks = createScriptedModel();
  let works = false;
  const model: LanguageModel = {
    name: 'mute',
    respond: (...asked) => {
      if (!works) throw new DomainError('model_failed');
      return talks.respond(...asked);
    },
  };
  const agent = {
    id: 'a1',
    status: 'active',
    channel: 'whatsapp',
    name: 'Ann',
    languageCode: 'en',
    instructions: 'When the customer says "hello", say "Hello yourself.".',
    contactContextRequired: false,
    dataSourceIds: [],
    contactCategoryIds: [],
    dataSourceVariables: [],
  } as unknown as AgentResource;
  const contact = { id: 'p1', name: 'P', mobile: '+14155550101', communicationBlocked: false };
  const views = {
    agent: () => agent,
    contact: () => contact as unknown as ContactResource,
    conversationMessages: () => [{ direction: 'inbound', type: 'text', text: 'hello' }],
    catchUp: async () => undefined,
    automationOf: () => null,
    knowledge: () => [],
  } as unknown as ViewStore;
  const accountId = '106540352242922';
  const sent: string[] = [];
  const register = (actors: ActorSystem): void => {
    const effects = conversationEffects({
      actors,
      views,
      channels: new Map(),
      reconcileMs: 1_000,
      model,
      sealer: { seal: () => '', open: () => '' },
      pace: { slot: async () => undefined },
      media: {
        assets: { keep: async () => undefined },
        slots: createFairSlots(MEDIA_SLOTS),
        now: Date.now,
        hasRoom: () => true,
        count: () => undefined,
        logger: pino({ level: 'silent' }),
      },
    });
    actors.register(conversation, {
      ...effects,
      register_participant: async (): Promise<ConversationCommand> => ({
        type: 'registered',
        contactId: 'p1',
      }),
      send_message: async ({ effect }): Promise<ConversationCommand> => {
        const { messageId, attempt, content } = effect;
        sent.push('text' in content ? content.text : content.type);
        const outcome = { is: 'accepted', providerMessageId: `wamid.${messageId}` } as const;
        return { type: 'send_ended', messageId, attempt, outcome };
      },
    });
  };
  const world = await startWorld(t, nats, register);
  const account = { business: BUSINESS, id: deriveId('channel-account', 'whatsapp', accountId) };
  await world.actors.ask(channelAccount, account, {
    type: 'connect',
    channel: 'whatsapp',
    accountId,
    displayName: 'B',
    username: null,
    sealedToken: '',
  });
  const assignment = { agentId: 'a1', autoReplyEnabled: true, humanHandoffActive: false };
  await world.actors.ask(channelAccount, account, { type: 'assign', assignment });
  const receive = (id: string, messageId: string) =>
    world.actors.ask(
      conversation,
      { business: BUSINESS, id },
      {
        type: 'receive',
        channel: 'whatsapp',
        accountId,
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
  await receive('v1', 'm1');
  const seen = await only(world);
  t.match(seen, { what: 'conversation-compose_reply', code: 'model_failed', key: 'reply-1' });
  works = true;
  await world.desk.retry(seen.id);
  await until('it answers', () => sent.length > 0);
  t.same(sent, ['Hello yourself.']);
  await none(world);

  works = false;
  await receive('v1', 'm2');
  t.match(await only(world), { key: 'reply-2' });
  const after = await dropForGood(t, nats, world, register);
  t.equal(sent.length, 1, 'it is never answered');
  await after.leave();
});

const letter = (eventId: string): Letter => ({
  eventId,
  eventType: 'whatsapp.message.received',
  conversationId: 'v1',
  occurredAt: '',
  payload: {},
});

t.test(
  'dead letters of a subscription are one trouble: all are sent again, or all are discarded',
  async (t) => {
    const nats = await startNats(t);
    const setUp = await connect({ servers: nats.url });
    const outbox = await openOutbox(setUp);
    t.teardown(() => setUp.close());
    const world = await startWorld(t, nats, (actors) =>
      actors.onTrouble('webhook', DEAD_LETTERS, resendDeadLetters({ actors, outbox })),
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
    const bury = async (...eventIds: readonly string[]): Promise<void> => {
      for (const eventId of eventIds) {
        await world.actors.ask(subscription, target, { type: 'bury', letter: letter(eventId), attempts: 25 });
        const facts = { attempts: 1, since: Date.now(), byItself: false };
        const error = Object.assign(new Error('the subscriber answers 500'), { code: 'http_500' });
        await world.book.note(deadLettersOf(BUSINESS, 's1'), error, facts);
      }
    };
    const dead = async () =>
      Object.keys((await world.actors.ask(subscription, target, { type: 'look' })).answer.dead);
    await bury('e1', 'e2');
    const seen = await only(world);
    t.match(seen, { kind: 'webhook', what: 'dead-letters', attempts: 2, code: 'http_500', nextTryAt: null });
    await world.desk.retry(seen.id);
    await none(world);
    t.same(await dead(), []);
    const { state } = await (await jetstreamManager(setUp)).streams.info(OUTBOX, {
      subjects_filter: lettersOf(BUSINESS, 's1'),
    });
    t.same(Object.values(state.subjects ?? {}), [2], 'each is on its way once');

    await bury('e3', 'e4');
    const again = await only(world);
    t.same(await world.desk.drop(again.id, DROP), { id: again.id, dropped: true });
    t.same(await world.desk.drop(again.id, DROP), { id: again.id, dropped: true });
    t.same(await dead(), []);
    await bury('e5');
    await only(world);
    t.pass('what dies later is seen all the same');
    await world.actors.ask(subscription, target, { type: 'note_resent', eventId: 'e5' });
    await settleDeadLetters({ actors: world.actors, trouble: world.book }, BUSINESS, 's1');
    await none(world);
  },
);

t.test('what never was can be neither retried nor dropped', async (t) => {
  const nats = await startNats(t);
  const { desk } = await startWorld(t, nats, () => undefined);
  await t.rejects(desk.retry('00000000-0000-4000-8000-000000000000'), new DomainError('trouble_not_found'));
  await t.rejects(
    desk.drop('00000000-0000-4000-8000-000000000000', DROP),
    new DomainError('trouble_not_found'),
  );
});
