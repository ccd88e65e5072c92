/** An agent saves a customer's mobile number to their contact. */
import pino from 'pino';
import t from 'tap';
import { business } from '../../../actors/business/index.js';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { conversation } from '../../../actors/conversation/index.js';
import type { ActorAsker } from '../../../actors/runtime/asking.js';
import { getFrom } from '../../../actors/runtime/persistent-map.js';
import { makeKnown } from '../../../operations/effects/conversation/making-known.js';
import {
  ANY_DESTINATION,
  type DestinationDeps,
  type InstalledDestinations,
} from '../../../operations/outreach/destination-rule.js';
import type { LimitRule } from '../../../operations/outreach/limit-alarm.js';
import { createSealer } from '../../../operations/sealing.js';
import { saveMobile } from '../../../operations/tools/save-mobile.js';
import { contactIdIn, partitionOfContact, partitionOfMobile } from '../../../schemas/ids.js';
import { STANDARD_PRICES } from '../../../schemas/prices.js';
import { anyDestination } from '../../support/destinations.js';
import { foldedActors } from '../../support/folded-actors.js';

const BUSINESS = 'b1';
const CALLED = '+14155550101';
const GIVEN = '+14155550102';
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
  foldOf(business, BUSINESS).tell(
    { type: 'create', name: 'B', lines: 1, prices: STANDARD_PRICES, microcredits: 0 },
    0,
  );
  const partition = (id: string) => foldOf(contactPartition, id);
  for (const [contactId, mobile] of Object.entries(contacts))
    partition(partitionOfContact(contactId)).tell(
      { type: 'create', contactId, facts: { name: 'N', mobile, categoryIds: ['k1'], fields: {} } },
      0,
    );
  const logged: string[] = [];
  const asker: ActorAsker = {
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
  const one = foldOf(conversation, 'v1');
  return {
    logged,
    alarms,
    one,
    numberOf: (contactId: string) =>
      getFrom(partition(partitionOfContact(contactId)).state.contacts, contactId)?.mobile,
    holderOf: (mobile: string) => getFrom(partition(partitionOfMobile(mobile)).state.mobiles, mobile),
    contact: (contactId: string) =>
      getFrom(partition(partitionOfContact(contactId)).state.contacts, contactId),
    partition,
    /** Delivers a customer's first message on the channel. */
    write: (channel: 'whatsapp' | 'instagram', mobile: string | null) =>
      one.tell(
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
      for (const effect of Object.values(conversation.effects(one.state)))
        if (effect.kind === 'register_participant')
          one.tell(
            await makeKnown(actors, { kind: 'conversation', business: BUSINESS, id: 'v1' }, effect),
            2,
          );
      return one.state.contactId;
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
  t.not(partitionOfMobile(GIVEN), partitionOfMobile(CALLED), 'the number belongs to another partition');
  for (const contactId of [ANN, null, contactIdIn(partitionOfMobile(CALLED), 'gone')]) {
    const { save, numberOf, holderOf, partition } = createWorld({ [ANN]: CALLED }, { contactId });
    t.same(await save('call', '(415) 555-0102'), { outcome: 'done', result: `Saved: ${GIVEN}.` });
    t.equal(numberOf(ANN), GIVEN);
    t.equal(holderOf(GIVEN), ANN);
    t.equal(holderOf(CALLED), undefined, 'their former number is free');
    // Saving again, with the same use id or another, leaves no further number lent.
    const { lent } = partition(partitionOfMobile(GIVEN)).state;
    t.match(await save('call', GIVEN), { outcome: 'done' });
    t.match(await save('call', GIVEN, 'use-2'), { outcome: 'done' });
    t.same(partition(partitionOfMobile(GIVEN)).state.lent, lent);
  }
});

t.test('saves the number of a call that has no contact id, and of a call to an unknown number', async (t) => {
  const older = createWorld({ [ANN]: CALLED }, {});
  t.match(await older.save('call', GIVEN), { outcome: 'done' });
  t.equal(older.numberOf(ANN), GIVEN);

  const { save, holderOf, contact } = createWorld({});
  t.match(await save('call', GIVEN), { outcome: 'done' });
  const made = holderOf(GIVEN) ?? '';
  t.match(contact(made), { name: GIVEN, mobile: GIVEN, categoryIds: { length: 1 } });
  t.match(await save('call', GIVEN), { outcome: 'done' });
  t.match(await save('call', GIVEN, 'use-2'), { outcome: 'done' });
  t.equal(holderOf(GIVEN), made, 'only one contact is created');
});

t.test('an invalid number is requested again, and a number of another country is refused', async (t) => {
  const { save, numberOf } = createWorld({ [ANN]: CALLED }, { contactId: ANN });
  for (const text of ['', 'my number', '555-0102', '+1 415 555', undefined, 4155550102])
    t.match(await save('call', text), { outcome: 'failed', result: /Ask the customer for it once more/ });
  t.equal(numberOf(ANN), CALLED);
  t.match(await save('call', '+49 30 901820'), { outcome: 'failed', result: /number of United States/ });
  t.equal(numberOf(ANN), CALLED);
});

t.test('a number of another contact stays with it, and the answer does not reveal this', async (t) => {
  const bob = contactIdIn(partitionOfMobile(GIVEN), 'bob');
  const { save, numberOf, holderOf, logged } = createWorld(
    { [ANN]: CALLED, [bob]: GIVEN },
    { contactId: ANN },
  );
  const { outcome, result } = await save('call', GIVEN);
  t.equal(outcome, 'failed');
  t.notMatch(result, /contact|another|taken|bob/i);
  t.same([numberOf(ANN), numberOf(bob), holderOf(GIVEN)], [CALLED, GIVEN, bob]);
  t.match(logged.join(''), /"tool.mobile_refused".*"contact_exists"/);
  t.notMatch(logged.join(''), GIVEN);
});

t.test('a number that is being reserved for another contact is not saved', async (t) => {
  const bob = contactIdIn(partitionOfMobile('+14155550103'), 'bob');
  const { save, numberOf, partition } = createWorld({ [ANN]: CALLED }, { contactId: ANN });
  partition(partitionOfMobile(GIVEN)).tell(
    { type: 'reserve_mobile', mobile: GIVEN, contactId: bob, reservation: 'theirs' },
    1,
  );
  t.match(await save('call', GIVEN), { outcome: 'failed' });
  t.equal(numberOf(ANN), CALLED);
});

t.test('a contact who writes gets the number they give, and the conversation records it', async (t) => {
  const { write, settle, save, numberOf, one } = createWorld({ [ANN]: CALLED });
  write('whatsapp', CALLED);
  t.match(await save('conversation', GIVEN), { outcome: 'failed', result: /not known yet/ });
  t.equal(await settle(), ANN);
  t.match(await save('conversation', '0102'), { outcome: 'failed', result: /country code/ });
  t.same(await save('conversation', GIVEN), { outcome: 'done', result: `Saved: ${GIVEN}.` });
  t.equal(numberOf(ANN), GIVEN);
  t.same(
    one.events.filter(({ type }) => type === 'mobile.saved'),
    [{ type: 'mobile.saved', contactId: ANN, mobile: GIVEN }],
  );
});

t.test(
  'a customer without a number on the channel is registered by the saved number, as without the tool',
  async (t) => {
    const { write, settle, save, holderOf, one } = createWorld({});
    write('instagram', null);
    await settle();
    t.equal(one.state.contactId, null);
    t.match(await save('conversation', GIVEN), { outcome: 'done' });
    t.match(await save('conversation', GIVEN), { outcome: 'done' }, 'repeated before the registration');
    const contactId = await settle();
    t.equal(contactId, holderOf(GIVEN));
    t.equal(one.events.filter(({ type }) => type === 'mobile.given').length, 1);
    t.match(one.state, { isClaimed: true });
  },
);

t.test('a customer identified only by a typed number cannot change the contact', async (t) => {
  const { write, settle, save, numberOf } = createWorld({ [ANN]: CALLED });
  write('instagram', null);
  await settle();
  await save('conversation', CALLED);
  t.equal(await settle(), ANN);
  t.match(await save('conversation', GIVEN, 'use-2'), { outcome: 'failed', result: /cannot be saved/ });
  t.match(await save('conversation', CALLED, 'use-3'), { outcome: 'done' });
  t.equal(numberOf(ANN), CALLED);
});

t.test('the tool does not recreate a contact that was deleted in the meantime', async (t) => {
  const { write, settle, save, partition, holderOf } = createWorld({ [ANN]: CALLED });
  write('whatsapp', CALLED);
  await settle();
  partition(partitionOfContact(ANN)).tell({ type: 'delete', contactIds: [ANN] }, 3);
  t.match(await save('conversation', GIVEN), { outcome: 'failed', result: /deleted/ });
  t.equal(holderOf(GIVEN), undefined);
});

t.test('a test has no customer to save a number for', async (t) => {
  const { save } = createWorld({});
  for (const type of ['agent_test', 'trial'] as const)
    t.match(await save(type, GIVEN), { outcome: 'failed', result: /no customer/ });
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
  t.equal(unknown.one.state.givenMobile, null);
  t.equal(unknown.alarms.length, 4);
});

t.test('a number of the country of the conversation is saved, unconfirmed', async (t) => {
  const german = '+4915112345678';
  const writes = createWorld({ [ANN]: CALLED });
  writes.write('whatsapp', CALLED);
  await writes.settle();
  t.match(await writes.save('conversation', german), { outcome: 'failed', result: /United States/ });
  t.match(await writes.save('conversation', GIVEN, 'use-2'), { outcome: 'done' });
  t.match(writes.contact(ANN), { mobile: GIVEN, mobileUnconfirmed: true });

  const called = createWorld({ [ANN]: CALLED }, { contactId: ANN });
  t.match(await called.save('call', GIVEN), { outcome: 'done' });
  t.match(called.contact(ANN), { mobile: GIVEN, mobileUnconfirmed: true });

  const stranger = createWorld({}, { contactId: null });
  t.match(await stranger.save('call', GIVEN), { outcome: 'done' });
  t.match(stranger.contact(stranger.holderOf(GIVEN) ?? ''), { mobileUnconfirmed: true });
});

t.test('on a channel without numbers, the country is that of the numbers of the business', async (t) => {
  const own = { destinations: { ownNumbers: ['+4930123456'] } };
  const { write, settle, save, contact } = createWorld({}, {}, own);
  write('instagram', null);
  await settle();
  t.match(await save('conversation', GIVEN), { outcome: 'failed', result: /Germany/ });
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
  t.match(await save('conversation', GIVEN), { outcome: 'failed' });
  t.same(alarms, ['country']);
});

t.test('a number that the channel states or the business confirms counts as confirmed', async (t) => {
  const { write, settle, contact, save, partition } = createWorld({});
  write('whatsapp', CALLED);
  const known = (await settle()) ?? '';
  t.equal(contact(known)?.mobileUnconfirmed, undefined);
  t.match(await save('conversation', GIVEN), { outcome: 'done' });
  t.equal(contact(known)?.mobileUnconfirmed, true);
  const home = partition(partitionOfContact(known));
  t.same(
    home.tell({ type: 'confirm_mobile', contactId: known, mobile: CALLED }, 5),
    [],
    'no other number is confirmed',
  );
  home.tell({ type: 'confirm_mobile', contactId: known, mobile: GIVEN }, 6);
  t.equal(contact(known)?.mobileUnconfirmed, undefined);
  t.same(home.tell({ type: 'confirm_mobile', contactId: known, mobile: GIVEN }, 7), [], 'only once');
});
