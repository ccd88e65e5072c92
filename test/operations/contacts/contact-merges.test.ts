/** Merges of contacts, with real partitions, participants and conversations. */
import t from 'tap';
import { business } from '../../../actors/business/index.js';
import type { ContactRecord } from '../../../actors/contact-partition/commands.js';
import { mobilesIn } from '../../../actors/contact-partition/held-numbers.js';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { contactPoint } from '../../../actors/contact-point/index.js';
import { conversation } from '../../../actors/conversation/index.js';
import { participant } from '../../../actors/participant/index.js';
import { getFrom } from '../../../actors/runtime/persistent-map.js';
import { contactMergeOperations } from '../../../operations/contacts/contact-merges.js';
import { contactOperations } from '../../../operations/contacts/contacts.js';
import { contactOfMobile, holderOrNewContact } from '../../../operations/contacts/holder-of-mobile.js';
import { conversationIdOf } from '../../../operations/conversations/conversation-ids.js';
import { inboundOperations } from '../../../operations/conversations/inbound.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { contactPartitionEffects } from '../../../operations/effects/contact-partition.js';
import { registerParticipant } from '../../../operations/effects/conversation/register-participant.js';
import { contactPointOf } from '../../../operations/outreach/contact-point-of.js';
import { createSealer } from '../../../operations/sealing.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import { contactIdIn, partitionOfContact, partitionOfMobile } from '../../../schemas/ids.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { contactOf, ownerOf } from '../../support/views/resources.js';

const BUSINESS = 'b1';
const MAIN = '+14155550101';
const OTHER = '+4915112345670';
const THIRD = '+33612345678';
const idOf = (mobile: string): string => contactIdIn(partitionOfMobile(mobile), 'test', mobile);

interface Facts {
  readonly name?: string;
  readonly categoryIds?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly timeZone?: string;
}

const createWorld = () => {
  let isRunning = false;
  const touched = new Set<string>();
  const { actors, foldOf } = foldedActors(async (kind, { type }) => {
    // A request that waits for the end of a merge finds that its effects have run meanwhile.
    if (kind === contactPartition.kind && type === 'merge' && !isRunning) await runEffects();
  });
  const sealer = createSealer('secret');
  const handlers = contactPartitionEffects({ actors, sealer });
  const partition = (id: string) => {
    touched.add(id);
    return foldOf(contactPartition, id);
  };
  const runEffects = async (): Promise<void> => {
    isRunning = true;
    for (let round = 0; round < 10; round += 1)
      for (const id of touched)
        for (const [key, effect] of Object.entries(contactPartition.effects(partition(id).state))) {
          const ref = { kind: contactPartition.kind, business: BUSINESS, id };
          // The handler of an effect's kind takes that effect.
          const handle = handlers[effect.kind] as (context: object) => ReturnType<typeof handlers.take_over>;
          const signal = new AbortController().signal;
          const context = {
            ref,
            key,
            effect,
            resumed: false,
            attempt: 1,
            signal,
            assertOurs: () => undefined,
          };
          const command = await handle(context);
          if (command !== null) partition(id).apply(command, 1_000);
        }
    isRunning = false;
  };
  const recordOf = (contactId: string): ContactRecord | undefined =>
    getFrom(partition(partitionOfContact(contactId)).state.contacts, contactId);
  const shown = (contactId: string): ContactResource | null => {
    const record = recordOf(contactId);
    if (record === undefined) return null;
    const { name, mobile, fields, communicationBlocked, timeZone } = record;
    const [, ...others] = mobilesIn(record);
    const facts = { id: contactId, name, mobile, fields: { ...fields }, communicationBlocked, timeZone };
    return contactOf({ ...facts, ...(others.length === 0 ? {} : { otherMobiles: others }) });
  };
  const views = stub<ViewStore>({
    waitFor: () => Promise.resolve(),
    catchUp: () => Promise.resolve(),
    contact: (_, contactId) => shown(contactId),
    conversationKnownAs: () => null,
    accountOwner: () => ownerOf(BUSINESS),
    silenceMinutesOf: () => null,
  });
  const deps = stub<OperationsDeps>({ actors, views, sealer });
  foldOf(business, BUSINESS).apply(
    { type: 'create', name: 'B', lines: 1, prices: STANDARD_PRICES, microcredits: 0 },
    0,
  );
  let requests = 0;
  const caller = (operationId: string, idempotencyKey?: string) => {
    requests += 1;
    return {
      businessId: BUSINESS,
      operationId,
      idempotencyKey: idempotencyKey ?? String(requests),
      at: 1_000,
    };
  };
  const merges = contactMergeOperations(deps);
  return {
    actors,
    deps,
    foldOf,
    recordOf,
    runEffects,
    contacts: contactOperations(deps),
    caller,
    create: (
      mobile: string,
      { name = 'Ann', categoryIds = ['k1'], fields = {}, timeZone }: Facts = {},
    ): string => {
      const facts = { name, mobile, categoryIds, fields, ...(timeZone === undefined ? {} : { timeZone }) };
      partition(partitionOfMobile(mobile)).apply({ type: 'create', contactId: idOf(mobile), facts }, 1);
      return idOf(mobile);
    },
    merge: async (contactId: string, otherContactId: string, key?: string) =>
      (await merges.merge(caller('mergeContacts', key), contactId, { businessId: BUSINESS, otherContactId }))
        .result,
    update: async (contactId: string, body: object) =>
      contactOperations(deps).update(caller('updateContact'), contactId, { businessId: BUSINESS, ...body }),
    suppressionsOf: (mobile: string) =>
      foldOf(contactPoint, contactPointOf({ sealer }, BUSINESS, { channel: 'phone', address: mobile }).id)
        .state.suppressions,
    holderOf: (mobile: string) => contactOfMobile({ actors }, BUSINESS, mobile),
  };
};

t.test('a contact takes over another one: its data fill the gaps, its number stays known', async (t) => {
  const { create, merge, update, recordOf, holderOf, contacts, caller, deps } = createWorld();
  const main = create(MAIN, { name: MAIN, fields: { city: 'Kyoto', note: '' } });
  const facts = { fields: { city: 'Osaka', note: 'VIP', plan: 'gold' }, timeZone: 'Asia/Tokyo' };
  const other = create(OTHER, { name: 'Ben', categoryIds: ['k1', 'k2'], ...facts });
  t.not(partitionOfContact(main), partitionOfContact(other), 'two partitions');
  t.match(await merge(main, other, 'key'), {
    id: main,
    name: 'Ben',
    mobile: MAIN,
    otherMobiles: [OTHER],
    fields: { city: 'Kyoto', note: 'VIP', plan: 'gold' },
    timeZone: 'Asia/Tokyo',
  });
  t.same(recordOf(main)?.categoryIds, ['k1', 'k2']);
  t.equal(await holderOf(OTHER), main);
  t.equal(await holderOf(MAIN), main);
  const gone = { code: 'contact_not_found', details: [{ message: `merged into contact ${main}` }] };
  await t.rejects(update(other, { name: 'Cid' }), gone);
  await t.rejects(merge(main, other), gone);
  t.match(await merge(main, other, 'key'), { id: main }, 'a repeated request returns the contact');
  const body = { businessId: BUSINESS, name: 'Dan', mobile: OTHER, categoryIds: [] };
  const exists = { code: 'contact_exists', details: [{ message: `contact ${main} has this mobile` }] };
  await t.rejects(contacts.create(caller('createContact'), body), exists);
  const wanted = { mobile: OTHER, name: 'Eve', newContactId: other, gone: null };
  t.equal(await holderOrNewContact(deps.actors, BUSINESS, wanted), main);
});

t.test('a block of either contact survives, for all numbers', async (t) => {
  const { create, merge, update, suppressionsOf } = createWorld();
  const main = create(MAIN);
  const other = create(OTHER);
  await update(other, { communicationBlocked: true });
  t.match(suppressionsOf(OTHER), [{ source: 'contact_block' }]);
  t.match(await merge(main, other), { communicationBlocked: true });
  t.match(suppressionsOf(OTHER), [{ source: 'contact_block' }], 'was not lifted');
  t.match(suppressionsOf(MAIN), [{ source: 'contact_block' }]);
  await update(main, { otherMobiles: [] });
  t.same(suppressionsOf(OTHER), [], 'the block stays with the contact');
  const third = create(THIRD);
  t.match(await merge(third, main), { communicationBlocked: true, otherMobiles: [MAIN] });
  t.match(suppressionsOf(THIRD), [{ source: 'contact_block' }]);
  await update(third, { communicationBlocked: false });
  for (const mobile of [MAIN, THIRD]) t.same(suppressionsOf(mobile), []);
});

t.test('impossible merges are refused, and change nothing', async (t) => {
  const { create, merge, recordOf, foldOf } = createWorld();
  const main = create(MAIN, {
    fields: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`a${n}`, 'x'])),
  });
  const other = create(OTHER, {
    fields: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`b${n}`, 'x'])),
  });
  await t.rejects(merge(main, main), { code: 'validation_failed', details: [{ path: '/otherContactId' }] });
  await t.rejects(merge(main, idOf(THIRD)), { code: 'contact_not_found' });
  await t.rejects(merge(idOf(THIRD), main), { code: 'contact_not_found' });
  await t.rejects(merge(main, other), { code: 'contact_merge_too_large', details: [{ path: '/fields' }] });
  const third = create(THIRD);
  // A merge whose effects have not run yet.
  const started = { contactId: third, otherContactId: idOf('+33612345679'), mergeId: 'm', by: null };
  foldOf(contactPartition, partitionOfContact(third)).apply({ type: 'merge', ...started }, 1);
  foldOf(contactPartition, partitionOfContact(main)).apply(
    { type: 'give_up', contactId: 'unknown', to: main, mergeId: 'n' },
    1,
  );
  t.throws(
    () =>
      foldOf(contactPartition, partitionOfContact(third)).apply(
        { type: 'merge', ...started, mergeId: 'o' },
        1,
      ),
    { code: 'contact_changing' },
  );
  for (const id of [main, other, third]) t.ok(recordOf(id));
});

t.test('numbers change places, and a removed one is free', async (t) => {
  const { create, merge, update, holderOf, runEffects, recordOf } = createWorld();
  const main = create(MAIN);
  await merge(main, create(OTHER));
  await update(main, { mobile: OTHER });
  t.match(recordOf(main), { mobile: OTHER, otherMobiles: [{ mobile: MAIN, reservation: null }] });
  await t.rejects(update(main, { otherMobiles: [THIRD] }), {
    code: 'validation_failed',
    details: [{ path: '/otherMobiles/0' }],
  });
  await update(main, { mobile: THIRD, otherMobiles: [OTHER] });
  t.match(recordOf(main), { mobile: THIRD, otherMobiles: [{ mobile: OTHER }] });
  t.equal(await holderOf(MAIN), null);
  await update(main, { otherMobiles: [] });
  await runEffects();
  t.equal(await holderOf(OTHER), null);
  t.not(idOf(MAIN), create(OTHER), 'another contact takes it');
});

t.test('a message from a merged contact reaches the one that stays', async (t) => {
  const { create, merge, foldOf, deps, actors, contacts, caller } = createWorld();
  const main = create(MAIN);
  const other = create(OTHER);
  const inbound = inboundOperations(deps);
  const id = conversationIdOf(BUSINESS, 'whatsapp', '106', OTHER.slice(1));
  const write = (providerMessageId: string) =>
    inbound.receive('whatsapp', {
      reports: [],
      echoes: [],
      amendments: [],
      ignored: [],
      messages: [
        {
          accountId: '106',
          address: OTHER.slice(1),
          providerMessageId,
          sentAt: 1,
          opensWindow: true,
          customer: { mobile: OTHER, whatsappId: null, userId: null, username: null, name: 'Ben' },
          content: { type: 'text', text: 'Hi', media: null, details: null },
        },
      ],
    });
  const register = async (): Promise<void> => {
    for (const effect of Object.values(conversation.effects(foldOf(conversation, id).state)))
      if (effect.kind === 'register_participant') {
        const ref = { kind: 'conversation', business: BUSINESS, id };
        foldOf(conversation, id).apply(await registerParticipant(actors, ref, effect), 1);
      }
  };
  await write('m1');
  await register();
  t.equal(foldOf(conversation, id).state.contactId, other);
  await merge(main, other);
  await write('m2');
  t.equal(foldOf(conversation, id).state.contactId, main);
  const link = { businessId: BUSINESS, mobile: OTHER };
  const views = { ...deps.views, contactOfMobile: () => main };
  const linked = await contactOperations({ ...deps, views }).link(caller('linkContact'), id, link);
  t.equal(linked.result.participant.contactId, main, 'the participant follows');
  t.equal(foldOf(participant, id).state.participant?.contactId, main);
  await contacts.update(caller('updateContact'), main, { businessId: BUSINESS, name: 'Ann' });
});

t.test(
  'an import neither creates a contact for a further number nor changes the one that has it',
  async (t) => {
    const { create, merge, foldOf, recordOf } = createWorld();
    const main = create(MAIN, { fields: { city: 'Kyoto' } });
    await merge(main, create(OTHER));
    const rows = (mobile: string, n: number) =>
      [[contactIdIn(partitionOfMobile(mobile), 'import', String(n)), mobile, 'Row', 'Rome']] as const;
    const layout = { type: 'import', importId: 'i', categoryIds: ['k1'], columns: ['city'] } as const;
    const keeper = foldOf(contactPartition, partitionOfMobile(OTHER));
    keeper.apply({ ...layout, part: '1', rows: rows(OTHER, 1) }, 1);
    const [elsewhere] = keeper.state.imports.i?.parts['1']?.elsewhere ?? [];
    t.equal(elsewhere?.[0], main);
    const home = foldOf(contactPartition, partitionOfContact(main));
    home.apply({ ...layout, part: '2', rows: elsewhere === undefined ? [] : [elsewhere] }, 1);
    t.match(home.state.imports.i?.parts['2'], { created: 0, updated: 0, skipped: 1 });
    t.match(recordOf(main), { name: 'Ann', mobile: MAIN, fields: { city: 'Kyoto' } });
  },
);
