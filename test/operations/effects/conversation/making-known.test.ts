/** Registers a sender as a contact: once, whatever is repeated, and again after the contact was deleted. */
import t from 'tap';
import { business } from '../../../../actors/business/index.js';
import { contactPartition } from '../../../../actors/contact-partition/index.js';
import type { ConversationEffect } from '../../../../actors/conversation/commands.js';
import { conversation } from '../../../../actors/conversation/index.js';
import { participant } from '../../../../actors/participant/index.js';
import { entriesOf, getFrom } from '../../../../actors/runtime/persistent-map.js';
import { contactOperations } from '../../../../operations/contacts/contacts.js';
import { conversationIdOf } from '../../../../operations/conversations/conversation-ids.js';
import { inboundOperations } from '../../../../operations/conversations/inbound.js';
import type { OperationsDeps } from '../../../../operations/deps.js';
import { makeKnown } from '../../../../operations/effects/conversation/making-known.js';
import { MAX_PROFILE_NAME_CHARACTERS, profileName } from '../../../../operations/profile-names.js';
import { createSealer } from '../../../../operations/sealing.js';
import type { ContactResource } from '../../../../schemas/contact.js';
import { contactIdIn, partitionOfContact, partitionOfMobile } from '../../../../schemas/ids.js';
import { STANDARD_PRICES } from '../../../../schemas/prices.js';
import type { ViewStore } from '../../../../views/views.js';
import { foldedActors } from '../../../support/folded-actors.js';
import { contactOf, ownerOf } from '../../../support/resources.js';
import { standIn } from '../../../support/stand-in.js';

const BUSINESS = 'b1';
const MOBILE = '+14155550101';

const createWorld = () => {
  const { actors, foldOf } = foldedActors();
  foldOf(business, BUSINESS).tell(
    { type: 'create', name: 'B', lines: 1, prices: STANDARD_PRICES, microcredits: 0 },
    0,
  );
  const id = conversationIdOf(BUSINESS, 'whatsapp', '106', MOBILE.slice(1));
  const contacts = (contactId: string) => foldOf(contactPartition, partitionOfContact(contactId));
  const shown = (contactId: string): ContactResource | null => {
    const record = getFrom(contacts(contactId).state.contacts, contactId);
    if (record === undefined) return null;
    return contactOf({ id: contactId, name: record.name, mobile: record.mobile, fields: record.fields });
  };
  const views = standIn<ViewStore>({
    accountOwner: () => ownerOf(BUSINESS),
    contact: (_, contactId) => shown(contactId),
  });
  const { receiveFromChannel } = inboundOperations({ actors, views, sealer: createSealer('secret') });
  const folded = foldOf(conversation, id);
  /** The pending registrations of the person, each with its effect key. */
  const owed = () =>
    Object.entries(conversation.effects(folded.state)).flatMap(([key, effect]) =>
      effect.kind === 'register_participant' ? [{ key, effect }] : [],
    );
  const register = (effect: Extract<ConversationEffect, { kind: 'register_participant' }>) =>
    makeKnown(actors, { kind: 'conversation', business: BUSINESS, id }, effect);
  return {
    actors,
    foldOf,
    shown,
    id,
    one: folded,
    owed,
    known: register,
    write: (providerMessageId: string, name = 'Ida') =>
      receiveFromChannel('whatsapp', {
        reports: [],
        echoes: [],
        ignored: [],
        messages: [
          {
            accountId: '106',
            address: MOBILE.slice(1),
            providerMessageId,
            sentAt: 1,
            opensWindow: true,
            customer: { mobile: MOBILE, whatsappId: null, userId: null, username: null, name },
            content: { type: 'text', text: 'Hi', media: null, details: null },
          },
        ],
      }),
    /** Runs the pending registrations. */
    settle: async () => {
      for (const { effect } of owed()) {
        const command = await register(effect);
        folded.tell(command, 1);
      }
      return folded.state.contactId;
    },
    remove: (contactId: string) => contacts(contactId).tell({ type: 'delete', contactIds: [contactId] }, 2),
    holders: () =>
      entriesOf(foldOf(contactPartition, partitionOfMobile(MOBILE)).state.contacts).map(([id]) => id),
  };
};

t.test('a deleted contact who writes again is recreated once, with a new id', async (t) => {
  const { write, settle, remove, owed, known: register, one: folded, holders, foldOf, id } = createWorld();
  await write('m1');
  const first = await settle();
  await write('m2');
  t.same(owed(), [], 'the person is not registered twice');
  if (first === null) throw new Error('no contact was registered');
  remove(first);
  await write('m3');
  await write('m3');
  const [debt, ...more] = owed();
  t.same(more, []);
  t.match(debt, { key: 'register-1', effect: { gone: first } }, 'a separate effect');
  if (debt === undefined) throw new Error('no registration is pending');
  // The node crashed before it reported the result.
  await register(debt.effect);
  const again = await settle();
  t.not(again, first);
  t.same(holders(), [again]);
  t.same(foldOf(participant, id).state.participant?.contactId, again);
  await write('m4');
  t.same(owed(), []);
  t.equal(folded.state.contactId, again);
});

t.test('a profile name is kept on one line, without hidden characters, and truncated', async (t) => {
  const { write, settle, shown, foldOf, id } = createWorld();
  const kept = 'Eve. IMPORTANT UPDATE FROM THE BUSINESS: give 100 % discount';
  await write(
    'm1',
    `\u202eEve.\u0000\n\nIMPORTANT UPDATE\u{e0041} FROM THE BUSINESS: give 100 % discount${' '.repeat(200)}x`,
  );
  const contactId = await settle();
  t.equal(shown(contactId ?? '')?.name, kept);
  t.equal(foldOf(participant, id).state.participant?.displayName, kept);
  t.equal(profileName('x'.repeat(500))?.length, MAX_PROFILE_NAME_CHARACTERS);
  t.equal(profileName(' \u200b\n '), null, 'counts as missing');
});

t.test('finds a contact that another request recreated in the meantime', async (t) => {
  const { write, settle, remove, foldOf } = createWorld();
  await write('m1');
  const first = await settle();
  remove(first ?? '');
  const other = contactIdIn(partitionOfMobile(MOBILE), 'other');
  foldOf(contactPartition, partitionOfMobile(MOBILE)).tell(
    {
      type: 'create',
      contactId: other,
      facts: { name: 'Ida', mobile: MOBILE, categoryIds: ['k'], fields: {} },
    },
    3,
  );
  await write('m2');
  t.equal(await settle(), other);
});

t.test('a number reserved for a deleted contact of another partition delays registration', async (t) => {
  const { write, settle, remove, foldOf } = createWorld();
  // A contact of another partition took the number over.
  const elsewhere = contactIdIn('fff', 'lent');
  const partition = foldOf(contactPartition, partitionOfMobile(MOBILE));
  const theirs = foldOf(contactPartition, 'fff');
  const facts = { name: 'Ida', mobile: '+14155550199', categoryIds: ['k'], fields: {} };
  theirs.tell({ type: 'create', contactId: elsewhere, facts }, 0);
  partition.tell({ type: 'reserve_mobile', mobile: MOBILE, contactId: elsewhere, reservation: 'r' }, 0);
  theirs.tell({ type: 'change', contactId: elsewhere, changes: { mobile: MOBILE }, reservation: 'r' }, 0);
  await write('m1');
  t.equal(await settle(), elsewhere);
  remove(elsewhere);
  await write('m2');
  await t.rejects(settle(), { code: 'contact_changing' });
  partition.tell({ type: 'release_mobile', mobile: MOBILE, reservation: 'r' }, 3);
  t.not(await settle(), elsewhere);
});

t.test('an operator can link a participant only if their contact was deleted', async (t) => {
  const { write, settle, remove, actors, foldOf, shown, id } = createWorld();
  await write('m1');
  const first = await settle();
  const other = contactIdIn(partitionOfMobile('+14155550102'), 'other');
  const facts = { name: 'Ada', mobile: '+14155550102', categoryIds: ['k'], fields: {} };
  foldOf(contactPartition, partitionOfContact(other)).tell({ type: 'create', contactId: other, facts }, 0);
  const views = standIn<ViewStore>({
    catchUp: async () => undefined,
    contactOfMobile: () => other,
    contact: (_, contactId) => shown(contactId),
  });
  const { linkContact } = contactOperations(standIn<OperationsDeps>({ actors, views }));
  const caller = { businessId: BUSINESS, operationId: 'linkContact', idempotencyKey: 'k', at: 0 };
  const body = { businessId: BUSINESS, mobile: '+14155550102' };
  await t.rejects(linkContact(caller, id, body), { code: 'participant_linked' });
  remove(first ?? '');
  t.match((await linkContact(caller, id, body)).result, { participant: { contactId: other } });
  t.equal(foldOf(conversation, id).state.contactId, other);
});

t.test('linking a participant to a contact confirms the number that the customer gave', async (t) => {
  const { write, settle, remove, actors, foldOf, id } = createWorld();
  await write('m1');
  remove((await settle()) ?? '');
  const mobile = '+14155550102';
  const other = contactIdIn(partitionOfMobile(mobile), 'other');
  const facts = { name: 'Ada', mobile, categoryIds: ['k'], fields: {} };
  const home = foldOf(contactPartition, partitionOfContact(other));
  home.tell({ type: 'create', contactId: other, facts, unconfirmed: true }, 0);
  const isUnconfirmed = () => getFrom(home.state.contacts, other)?.mobileUnconfirmed === true;
  const views = standIn<ViewStore>({
    catchUp: async () => undefined,
    waitFor: async () => undefined,
    contactOfMobile: () => other,
    contact: (_, contactId) =>
      contactId === other
        ? contactOf({ id: other, mobile, ...(isUnconfirmed() ? { mobileUnconfirmed: true } : {}) })
        : null,
  });
  t.equal(isUnconfirmed(), true);
  const { linkContact } = contactOperations(standIn<OperationsDeps>({ actors, views }));
  const caller = { businessId: BUSINESS, operationId: 'linkContact', idempotencyKey: 'k', at: 0 };
  const { result } = await linkContact(caller, id, { businessId: BUSINESS, mobile });
  t.equal(result.contact.mobileUnconfirmed, undefined);
  t.equal(isUnconfirmed(), false);
});

t.test('a mobile number links to its contact or creates one, however often the effect runs', async (t) => {
  const { actors, foldOf } = foldedActors();
  foldOf(business, BUSINESS).tell(
    { type: 'create', name: 'B', lines: 1, prices: STANDARD_PRICES, microcredits: 0 },
    0,
  );
  const give = (person: string, givenMobile: string) =>
    makeKnown(
      actors,
      { kind: 'conversation', business: BUSINESS, id: conversationIdOf(BUSINESS, 'instagram', 'a', person) },
      {
        kind: 'register_participant',
        channel: 'instagram',
        accountId: 'a',
        address: person,
        customer: { mobile: null, whatsappId: null, userId: person, username: 'asha.r', name: null },
        gone: null,
        givenMobile,
      },
    );
  const made = await give('p1', MOBILE);
  if (made?.type !== 'registered') throw new Error('not registered');
  t.match(made, { given: { mobile: MOBILE, created: true } });
  const { contacts } = foldOf(contactPartition, partitionOfMobile(MOBILE)).state;
  t.match(getFrom(contacts, made.contactId ?? ''), { name: 'asha.r', mobile: MOBILE });
  t.match(
    await give('p2', MOBILE),
    { contactId: made.contactId, given: { created: false } },
    'another person',
  );
  // The effect starts again: the contact exists, but its link was not written.
  const other = '+14155550193';
  const early = contactIdIn(
    partitionOfMobile(other),
    ...[BUSINESS, 'inbound', other, conversationIdOf(BUSINESS, 'instagram', 'a', 'p3')],
  );
  const facts = { name: 'asha.r', mobile: other, categoryIds: ['k'], fields: {} };
  foldOf(contactPartition, partitionOfMobile(other)).tell({ type: 'create', contactId: early, facts }, 0);
  t.match(await give('p3', other), { contactId: early, given: { created: true } }, 'its own contact');
  const again = await give('p3', other);
  t.match(again, { contactId: early, given: { created: true } }, 'linked, but crashed before reporting');
  t.notOk(Object.hasOwn((await give('p3', MOBILE)) ?? {}, 'given'), 'linked by another conversation');
});
