/** The mobile that a customer gives, as an agent saves it to their contact. */
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

/** Contacts with these numbers; a call to {@link CALLED}, and a conversation on the channel that began with it. */
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
    // The call alone is made up: all that is asked of it is whom it called.
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
    /** Somebody writes on the channel for the first time. */
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
    /** Does what the conversation owes for the person. */
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

t.test('the contact who was called has the number that they give', async (t) => {
  t.not(partitionOfMobile(GIVEN), partitionOfMobile(CALLED), 'a number that another partition lends');
  for (const contactId of [ANN, null, contactIdIn(partitionOfMobile(CALLED), 'gone')]) {
    const { save, numberOf, holderOf, partition } = createWorld({ [ANN]: CALLED }, { contactId });
    t.same(await save('call', '(415) 555-0102'), { outcome: 'done', result: `Saved: ${GIVEN}.` });
    t.equal(numberOf(ANN), GIVEN);
    t.equal(holderOf(GIVEN), ANN);
    t.equal(holderOf(CALLED), undefined, 'their former number is free');
    // Once more under the same use, and under another: neither keeps a number that nobody gives back.
    const { lent } = partition(partitionOfMobile(GIVEN)).state;
    t.match(await save('call', GIVEN), { outcome: 'done' });
    t.match(await save('call', GIVEN, 'use-2'), { outcome: 'done' });
    t.same(partition(partitionOfMobile(GIVEN)).state.lent, lent);
  }
});

t.test('a call by a build that is older than its contact, and one to nobody whom it knows', async (t) => {
  const older = createWorld({ [ANN]: CALLED }, {});
  t.match(await older.save('call', GIVEN), { outcome: 'done' });
  t.equal(older.numberOf(ANN), GIVEN);

  const { save, holderOf, contact } = createWorld({});
  t.match(await save('call', GIVEN), { outcome: 'done' });
  const made = holderOf(GIVEN) ?? '';
  t.match(contact(made), { name: GIVEN, mobile: GIVEN, categoryIds: { length: 1 } });
  t.match(await save('call', GIVEN), { outcome: 'done' });
  t.match(await save('call', GIVEN, 'use-2'), { outcome: 'done' });
  t.equal(holderOf(GIVEN), made, 'a contact once');
});

t.test('an invalid number is requested again, and a number of another country is refused', async (t) => {
  const { save, numberOf } = createWorld({ [ANN]: CALLED }, { contactId: ANN });
  for (const text of ['', 'my number', '555-0102', '+1 415 555', undefined, 4155550102])
    t.match(await save('call', text), { outcome: 'failed', result: /Ask the customer for it once more/ });
  t.equal(numberOf(ANN), CALLED);
  t.match(await save('call', '+49 30 901820'), { outcome: 'failed', result: /number of United States/ });
  t.equal(numberOf(ANN), CALLED);
});

t.test('a number that another contact has stays theirs, and nobody is told so', async (t) => {
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

t.test('a number that is being lent to somebody else at this moment is tried again later', async (t) => {
  const bob = contactIdIn(partitionOfMobile('+14155550103'), 'bob');
  const { save, numberOf, partition } = createWorld({ [ANN]: CALLED }, { contactId: ANN });
  partition(partitionOfMobile(GIVEN)).tell(
    { type: 'reserve_mobile', mobile: GIVEN, contactId: bob, reservation: 'theirs' },
    1,
  );
  t.match(await save('call', GIVEN), { outcome: 'failed' });
  t.equal(numberOf(ANN), CALLED);
});

t.test('the contact who writes has the number that they give, and their conversation says so', async (t) => {
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
  'somebody whom the channel names without a number is made known by it, as without the tool',
  async (t) => {
    const { write, settle, save, holderOf, one } = createWorld({});
    write('instagram', null);
    await settle();
    t.equal(one.state.contactId, null);
    t.match(await save('conversation', GIVEN), { outcome: 'done' });
    t.match(await save('conversation', GIVEN), { outcome: 'done' }, 'asked again before it is settled');
    const contactId = await settle();
    t.equal(contactId, holderOf(GIVEN));
    t.equal(one.events.filter(({ type }) => type === 'mobile.given').length, 1);
    t.match(one.state, { isClaimed: true });
  },
);

t.test('whoever is a contact by its mobile alone changes nothing of it', async (t) => {
  const { write, settle, save, numberOf } = createWorld({ [ANN]: CALLED });
  write('instagram', null);
  await settle();
  await save('conversation', CALLED);
  t.equal(await settle(), ANN);
  t.match(await save('conversation', GIVEN, 'use-2'), { outcome: 'failed', result: /cannot be saved/ });
  t.match(await save('conversation', CALLED, 'use-3'), { outcome: 'done' });
  t.equal(numberOf(ANN), CALLED);
});

t.test('a contact that was deleted meanwhile is not made again by the tool', async (t) => {
  const { write, settle, save, partition, holderOf } = createWorld({ [ANN]: CALLED });
  write('whatsapp', CALLED);
  await settle();
  partition(partitionOfContact(ANN)).tell({ type: 'delete', contactIds: [ANN] }, 3);
  t.match(await save('conversation', GIVEN), { outcome: 'failed', result: /deleted/ });
  t.equal(holderOf(GIVEN), undefined);
});

t.test('there is nobody whose number it is in a test', async (t) => {
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
  t.same(world.alarms, ['number_type'], 'those of no country are refused by their country already');
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

t.test('a number that the channel says, and one that the business sets, is confirmed', async (t) => {
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
    'not another number',
  );
  home.tell({ type: 'confirm_mobile', contactId: known, mobile: GIVEN }, 6);
  t.equal(contact(known)?.mobileUnconfirmed, undefined);
  t.same(home.tell({ type: 'confirm_mobile', contactId: known, mobile: GIVEN }, 7), [], 'once');
});
