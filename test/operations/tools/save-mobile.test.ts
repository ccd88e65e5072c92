/** An agent saves a customer's mobile number to their contact. */
import pino from 'pino';
import t from 'tap';
import { business } from '../../../actors/business/index.js';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { conversation } from '../../../actors/conversation/index.js';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import { getFrom } from '../../../actors/runtime/persistent-map.js';
import { registerParticipant } from '../../../operations/effects/conversation/register-participant.js';
import {
  ANY_DESTINATION,
  type DestinationDeps,
  type InstalledDestinations,
} from '../../../operations/outreach/destination-rule.js';
import type { LimitRule } from '../../../operations/outreach/limit-alarm.js';
import { createSealer } from '../../../operations/sealing.js';
import { saveMobile } from '../../../operations/tools/save-mobile.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { contactIdIn, partitionOfContact, partitionOfMobile } from '../../../schemas/ids.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { anyDestination } from '../../support/views/destinations.js';

const BUSINESS = 'b1';
const CALLED = '+14155550101';
const NEW_MOBILE = '+14155550102';
const ANN = contactIdIn(partitionOfMobile(CALLED), 'ann');

/** Contacts with these numbers, a call to {@link CALLED}, and a conversation that starts with `write`. */
const createWorld = (
  contacts: Readonly<Record<string, string>>,
  called: { readonly contactId?: string | null; readonly destination?: string } = { contactId: null },
  dialling: {
    readonly views?: Partial<DestinationDeps['views']>;
    readonly destinations?: Partial<InstalledDestinations>;
  } = {},
) => {
  const alarms: LimitRule[] = [];
  const { actors, foldOf } = foldedActors();
  foldOf(business, BUSINESS).apply(
    { type: 'create', name: 'B', lines: 1, prices: STANDARD_PRICES, microcredits: 0 },
    0,
  );
  const partition = (id: string) => foldOf(contactPartition, id);
  for (const [contactId, mobile] of Object.entries(contacts))
    partition(partitionOfContact(contactId)).apply(
      { type: 'create', contactId, facts: { name: 'N', mobile, categoryIds: ['k1'], fields: {} } },
      0,
    );
  const logged: string[] = [];
  const asker: ActorClient = {
    ask: actors.ask,
    // Only the call is made up: its only query is for its callee.
    query: async (actor, target, name, ...args) =>
      actor.kind === 'call'
        ? { answer: { destination: CALLED, ...called } as never, shard: 0, seq: 0 }
        : actors.query(actor, target, name, ...args),
  };
  const deps = {
    actors: asker,
    sealer: createSealer('secret'),
    views: { ...anyDestination, ...dialling.views },
    destinations: { ...ANY_DESTINATION, ...dialling.destinations },
    limitAlarm: (_: string, rule: LimitRule) => void alarms.push(rule),
    logger: pino({}, { write: (line) => void logged.push(line) }),
  };
  const foldedConversation = foldOf(conversation, 'v1');
  return {
    logged,
    alarms,
    foldedConversation,
    numberOf: (contactId: string) =>
      getFrom(partition(partitionOfContact(contactId)).state.contacts, contactId)?.mobile,
    holderOf: (mobile: string) => getFrom(partition(partitionOfMobile(mobile)).state.mobiles, mobile),
    contact: (contactId: string) =>
      getFrom(partition(partitionOfContact(contactId)).state.contacts, contactId),
    partition,
    /** Delivers a customer's first message on the channel. */
    write: (channel: 'whatsapp' | 'instagram', mobile: string | null) =>
      foldedConversation.apply(
        {
          type: 'receive',
          channel,
          accountId: '106',
          address: 'them',
          messageId: 'm1',
          providerMessageId: 'p1',
          sentAt: 1,
          customer: { mobile, whatsappId: null, userId: null, username: null, name: 'Ida' },
          content: { type: 'text', text: 'Hi', media: null, details: null },
          opensWindow: true,
          automated: true,
        },
        1,
      ),
    /** Runs the pending registrations of the customer. */
    settle: async () => {
      for (const effect of Object.values(conversation.effects(foldedConversation.state)))
        if (effect.kind === 'register_participant')
          foldedConversation.apply(
            await registerParticipant(actors, { kind: 'conversation', business: BUSINESS, id: 'v1' }, effect),
            2,
          );
      return foldedConversation.state.contactId;
    },
    save: (type: 'call' | 'conversation' | 'agent_test' | 'trial', mobile: unknown, useId = 'use-1') =>
      saveMobile(deps, {
        businessId: BUSINESS,
        context: { type, id: type === 'call' ? 'c1' : 'v1' },
        useId,
        arguments: { mobile },
      }),
  };
};

t.test('the called contact gets the number that the customer gives', async (t) => {
  t.not(partitionOfMobile(NEW_MOBILE), partitionOfMobile(CALLED), 'the number belongs to another partition');
  for (const contactId of [ANN, null, contactIdIn(partitionOfMobile(CALLED), 'gone')]) {
    const { save, numberOf, holderOf, partition } = createWorld({ [ANN]: CALLED }, { contactId });
    t.same(await save('call', '(415) 555-0102'), { outcome: 'done', result: `Saved: ${NEW_MOBILE}.` });
    t.equal(numberOf(ANN), NEW_MOBILE);
    t.equal(holderOf(NEW_MOBILE), ANN);
    t.equal(holderOf(CALLED), undefined, 'their former number is free');
    // Saving again, with the same use id or another, leaves no further number lent.
    const { lent } = partition(partitionOfMobile(NEW_MOBILE)).state;
    t.match(await save('call', NEW_MOBILE), { outcome: 'done' });
    t.match(await save('call', NEW_MOBILE, 'use-2'), { outcome: 'done' });
    t.same(partition(partitionOfMobile(NEW_MOBILE)).state.lent, lent);
  }
});

t.test('saves the number of a call that has no contact id, and of a call to an unknown number', async (t) => {
  const older = createWorld({ [ANN]: CALLED }, {});
  t.match(await older.save('call', NEW_MOBILE), { outcome: 'done' });
  t.equal(older.numberOf(ANN), NEW_MOBILE);

  const { save, holderOf, contact } = createWorld({});
  t.match(await save('call', NEW_MOBILE), { outcome: 'done' });
  const newContactId = holderOf(NEW_MOBILE) ?? '';
  t.match(contact(newContactId), { name: NEW_MOBILE, mobile: NEW_MOBILE, categoryIds: { length: 1 } });
  t.match(await save('call', NEW_MOBILE), { outcome: 'done' });
  t.match(await save('call', NEW_MOBILE, 'use-2'), { outcome: 'done' });
  t.equal(holderOf(NEW_MOBILE), newContactId, 'only one contact is created');
});

t.test('an invalid number is requested again, and a number of another country is refused', async (t) => {
  const { save, numberOf } = createWorld({ [ANN]: CALLED }, { contactId: ANN });
  for (const text of ['', 'my number', '555-0102', '+1 415 555', undefined, 4155550102])
    t.match(await save('call', text), { outcome: 'failed', result: /Ask the customer for it again/ });
  t.equal(numberOf(ANN), CALLED);
  t.match(await save('call', '+49 30 901820'), { outcome: 'failed', result: /numbers from United States/ });
  t.equal(numberOf(ANN), CALLED);
});

t.test('a number of another contact stays with it, and the answer does not reveal this', async (t) => {
  const bob = contactIdIn(partitionOfMobile(NEW_MOBILE), 'bob');
  const { save, numberOf, holderOf, logged } = createWorld(
    { [ANN]: CALLED, [bob]: NEW_MOBILE },
    { contactId: ANN },
  );
  const { outcome, result } = await save('call', NEW_MOBILE);
  t.equal(outcome, 'failed');
  t.notMatch(result, /contact|another|taken|bob/i);
  t.same([numberOf(ANN), numberOf(bob), holderOf(NEW_MOBILE)], [CALLED, NEW_MOBILE, bob]);
  t.match(logged.join(''), /"tool.mobile_refused".*"contact_exists"/);
  t.notMatch(logged.join(''), NEW_MOBILE);
});

t.test('a number that is being reserved for another contact is not saved', async (t) => {
  const bob = contactIdIn(partitionOfMobile('+14155550103'), 'bob');
  const { save, numberOf, partition } = createWorld({ [ANN]: CALLED }, { contactId: ANN });
  partition(partitionOfMobile(NEW_MOBILE)).apply(
    { type: 'reserve_mobile', mobile: NEW_MOBILE, contactId: bob, reservation: 'theirs' },
    1,
  );
  t.match(await save('call', NEW_MOBILE), { outcome: 'failed' });
  t.equal(numberOf(ANN), CALLED);
});

t.test('a contact who writes gets the number they give, and the conversation records it', async (t) => {
  const { write, settle, save, numberOf, foldedConversation } = createWorld({ [ANN]: CALLED });
  write('whatsapp', CALLED);
  t.match(await save('conversation', NEW_MOBILE), { outcome: 'failed', result: /not identified yet/ });
  t.equal(await settle(), ANN);
  t.match(await save('conversation', '0102'), { outcome: 'failed', result: /country code/ });
  t.same(await save('conversation', NEW_MOBILE), { outcome: 'done', result: `Saved: ${NEW_MOBILE}.` });
  t.equal(numberOf(ANN), NEW_MOBILE);
  t.same(
    foldedConversation.events.filter(({ type }) => type === 'mobile.saved'),
    [{ type: 'mobile.saved', contactId: ANN, mobile: NEW_MOBILE }],
  );
});

t.test(
  'a customer without a number on the channel is registered by the saved number, as without the tool',
  async (t) => {
    const { write, settle, save, holderOf, foldedConversation } = createWorld({});
    write('instagram', null);
    await settle();
    t.equal(foldedConversation.state.contactId, null);
    t.match(await save('conversation', NEW_MOBILE), { outcome: 'done' });
    t.match(await save('conversation', NEW_MOBILE), { outcome: 'done' }, 'repeated before the registration');
    const contactId = await settle();
    t.equal(contactId, holderOf(NEW_MOBILE));
    t.equal(foldedConversation.events.filter(({ type }) => type === 'mobile.given').length, 1);
    t.match(foldedConversation.state, { isClaimed: true });
  },
);

t.test('a customer identified only by a typed number cannot change the contact', async (t) => {
  const { write, settle, save, numberOf } = createWorld({ [ANN]: CALLED });
  write('instagram', null);
  await settle();
  await save('conversation', CALLED);
  t.equal(await settle(), ANN);
  t.match(await save('conversation', NEW_MOBILE, 'use-2'), { outcome: 'failed', result: /cannot be saved/ });
  t.match(await save('conversation', CALLED, 'use-3'), { outcome: 'done' });
  t.equal(numberOf(ANN), CALLED);
});

t.test('the tool does not recreate a contact that was deleted in the meantime', async (t) => {
  const { write, settle, save, partition, holderOf } = createWorld({ [ANN]: CALLED });
  write('whatsapp', CALLED);
  await settle();
  partition(partitionOfContact(ANN)).apply({ type: 'delete', contactIds: [ANN] }, 3);
  t.match(await save('conversation', NEW_MOBILE), { outcome: 'failed', result: /deleted/ });
  t.equal(holderOf(NEW_MOBILE), undefined);
});

t.test('a test has no customer to save a number for', async (t) => {
  const { save } = createWorld({});
  for (const type of ['agent_test', 'trial'] as const)
    t.match(await save(type, NEW_MOBILE), { outcome: 'failed', result: /no customer/ });
});

t.test('a premium rate number that a stranger gives is not saved, and the attempt is reported', async (t) => {
  const world = createWorld({ [ANN]: CALLED });
  world.write('whatsapp', CALLED);
  await world.settle();
  for (const mobile of ['+19005551234', '+870773111632', '+8816212345678', '+979123456789'])
    t.match(
      await world.save('conversation', mobile),
      { outcome: 'failed', result: /Nothing was saved/ },
      mobile,
    );
  t.equal(world.numberOf(ANN), CALLED);
  t.same(world.alarms, ['number_type'], 'numbers without a country are already refused by the country check');
  t.notMatch(world.logged.join(''), /9005551234/);

  const unknown = createWorld({});
  unknown.write('instagram', null);
  await unknown.settle();
  for (const mobile of ['+19005551234', '+449098790000', '+870773111632', '+979123456789'])
    t.match(await unknown.save('conversation', mobile), { outcome: 'failed' }, mobile);
  t.equal(unknown.foldedConversation.state.givenMobile, null);
  t.equal(unknown.alarms.length, 4);
});

t.test('a number of the country of the conversation is saved, unconfirmed', async (t) => {
  const german = '+4915112345678';
  const writes = createWorld({ [ANN]: CALLED });
  writes.write('whatsapp', CALLED);
  await writes.settle();
  t.match(await writes.save('conversation', german), { outcome: 'failed', result: /United States/ });
  t.match(await writes.save('conversation', NEW_MOBILE, 'use-2'), { outcome: 'done' });
  t.match(writes.contact(ANN), { mobile: NEW_MOBILE, mobileUnconfirmed: true });

  const called = createWorld({ [ANN]: CALLED }, { contactId: ANN });
  t.match(await called.save('call', NEW_MOBILE), { outcome: 'done' });
  t.match(called.contact(ANN), { mobile: NEW_MOBILE, mobileUnconfirmed: true });

  const stranger = createWorld({}, { contactId: null });
  t.match(await stranger.save('call', NEW_MOBILE), { outcome: 'done' });
  t.match(stranger.contact(stranger.holderOf(NEW_MOBILE) ?? ''), { mobileUnconfirmed: true });
});

t.test('on a channel without numbers, the country is that of the numbers of the business', async (t) => {
  const own = { destinations: { ownNumbers: ['+4930123456'] } };
  const { write, settle, save, contact } = createWorld({}, {}, own);
  write('instagram', null);
  await settle();
  t.match(await save('conversation', NEW_MOBILE), { outcome: 'failed', result: /Germany/ });
  t.match(await save('conversation', '+4915112345678'), { outcome: 'done' });
  t.match(contact((await settle()) ?? ''), { mobile: '+4915112345678', mobileUnconfirmed: true });
});

t.test('a number of a country that the business does not call is not saved', async (t) => {
  const { write, settle, save, alarms } = createWorld(
    {},
    {},
    { views: { destinationsOf: () => ({ countries: ['DE'], types: [], isSet: true }) } },
  );
  write('instagram', null);
  await settle();
  t.match(await save('conversation', NEW_MOBILE), { outcome: 'failed' });
  t.same(alarms, ['country']);
});

t.test('a number that the channel states or the business confirms counts as confirmed', async (t) => {
  const { write, settle, contact, save, partition } = createWorld({});
  write('whatsapp', CALLED);
  const known = (await settle()) ?? '';
  t.equal(contact(known)?.mobileUnconfirmed, undefined);
  t.match(await save('conversation', NEW_MOBILE), { outcome: 'done' });
  t.equal(contact(known)?.mobileUnconfirmed, true);
  const home = partition(partitionOfContact(known));
  t.same(
    home.apply({ type: 'confirm_mobile', contactId: known, mobile: CALLED }, 5),
    [],
    'no other number is confirmed',
  );
  home.apply({ type: 'confirm_mobile', contactId: known, mobile: NEW_MOBILE }, 6);
  t.equal(contact(known)?.mobileUnconfirmed, undefined);
  t.same(home.apply({ type: 'confirm_mobile', contactId: known, mobile: NEW_MOBILE }, 7), [], 'only once');
});
