/** Creates, changes, deletes and links contacts (spec section 4.6). */
import type { ContactDetails, ContactPartitionCommand } from '../../actors/contact-partition/commands.js';
import type { ContactChanges } from '../../actors/contact-partition/events.js';
import { mobilesIn } from '../../actors/contact-partition/held-numbers.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import { recordTag } from '../../actors/contact-partition/tag.js';
import { conversation } from '../../actors/conversation/index.js';
import { participant } from '../../actors/participant/index.js';
import type { AskOptions } from '../../actors/runtime/actor-client.js';
import {
  type ContactCreate,
  type ContactResource,
  type ContactsDelete,
  type ContactUpdate,
  type LinkContact,
  MAX_FIELDS,
  NO_ROLLUP,
  type ParticipantResource,
} from '../../schemas/contacts/contact.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { contactIdIn, partitionOfContact, partitionOfMobile } from '../../schemas/ids.js';
import { onlyIf } from '../../schemas/tag.js';
import { withoutHidden } from '../../schemas/text.js';
import { readThrough } from '../../views/kernel/read-through.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { inParallel } from '../in-parallel.js';
import { mobileProblems, parseMobile, requireMobile } from '../mobile.js';
import { suppressedBy } from '../outreach/suppressing.js';
import { cleanName, nameProblems, refuseProblems, timeZoneProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { categoryNames } from './categories.js';
import { followBlock } from './contact-block.js';
import { contactNotFound, livingContact } from './living-contact.js';
import { blockOf, reserveMobile } from './mobile-of-contact.js';

type Category = ContactResource['categories'][number];

/** Partitions that one request uses at a time. */
const CONCURRENCY = 16;

interface LinkedContact {
  readonly participant: ParticipantResource;
  readonly contact: ContactResource;
}

interface ContactOperations {
  /** @throws DomainError validation_failed, category_not_found, contact_exists */
  create(caller: Caller, body: ContactCreate): Promise<Written<ContactResource>>;
  /**
   * Omitted fields stay unchanged. `expected`: tags of which one must be current; null or absent: not checked.
   * @throws DomainError validation_failed, contact_not_found, category_not_found, contact_exists, resource_changed
   */
  update(
    caller: Caller,
    contactId: string,
    body: ContactUpdate,
    expected?: readonly string[] | null,
  ): Promise<Written<ContactResource>>;
  /** Contacts that no longer exist are ignored. @throws DomainError category_not_found */
  delete(caller: Caller, body: ContactsDelete): Promise<Written<{ readonly deleted: number }>>;
  /** @throws DomainError validation_failed, participant_not_found, participant_linked, category_not_found */
  link(caller: Caller, participantId: string, body: LinkContact): Promise<Written<LinkedContact>>;
}

export const contactOperations = (deps: OperationsDeps): ContactOperations => ({
  create: createContact(deps),
  update: updateContact(deps),
  delete: deleteContacts(deps),
  link: linkContact(deps),
});

const createContact =
  (deps: OperationsDeps): ContactOperations['create'] =>
  async (caller, body) => {
    const parsed = parseMobile(body.mobile);
    refuseProblems([
      ...nameProblems(body.name),
      ...(parsed === null ? mobileProblems(body.mobile) : []),
      ...timeZoneProblems(body.timeZone),
    ]);
    const mobile = parsed ?? requireMobile(body.mobile);
    const name = cleanName(body.name);
    const categories = await categoryNames(deps, caller.businessId, body.categoryIds);
    const { categoryIds, fields = {}, timeZone } = body;
    const facts = {
      name,
      mobile,
      categoryIds,
      fields: fieldsAfter({}, fields),
      ...(timeZone === undefined ? {} : { timeZone }),
    };
    return create(deps, caller, facts, categories);
  };

const updateContact =
  (deps: OperationsDeps): ContactOperations['update'] =>
  async (caller, contactId, body, expected = null) => {
    const { businessId } = caller;
    const partition = partitionOfContact(contactId);
    const target = { business: businessId, id: partition };
    const { answer: before } = await deps.actors.query(contactPartition, target, 'get', contactId);
    if (before === null) throw await missingContact(deps, businessId, contactId);
    const fields = body.fields === undefined ? undefined : fieldsAfter(before.fields, body.fields);
    refuseProblems([
      ...(body.name === undefined ? [] : nameProblems(body.name)),
      ...(body.mobile === undefined ? [] : mobileProblems(body.mobile)),
      ...(body.otherMobiles ?? []).flatMap((mobile, index) =>
        mobileProblems(mobile, `/otherMobiles/${index}`),
      ),
      ...(fields === undefined ? [] : fieldsProblems(fields)),
      ...timeZoneProblems(body.timeZone ?? undefined),
    ]);
    if (body.categoryIds !== undefined) await categoryNames(deps, businessId, body.categoryIds);
    const newMobile = body.mobile === undefined ? undefined : requireMobile(body.mobile);
    // The number it already has is no change: by the time of the commit it may have another one.
    const mobile = newMobile === before.mobile ? undefined : newMobile;
    const changes: ContactChanges = {
      ...(body.name === undefined ? {} : { name: cleanName(body.name) }),
      ...(mobile === undefined ? {} : { mobile }),
      ...(body.otherMobiles === undefined
        ? {}
        : { otherMobiles: [...new Set(body.otherMobiles.map(requireMobile))] }),
      ...(body.categoryIds === undefined ? {} : { categoryIds: body.categoryIds }),
      ...(fields === undefined ? {} : { fields }),
      ...(body.communicationBlocked === undefined ? {} : { communicationBlocked: body.communicationBlocked }),
      ...(body.timeZone === undefined ? {} : { timeZone: body.timeZone }),
    };
    const reserved =
      mobile === undefined || mobilesIn(before).includes(mobile)
        ? {}
        : await reserveMobile(deps.actors, businessId, contactId, mobile, commandIdOf(caller));
    const command: ContactPartitionCommand = {
      type: 'change',
      contactId,
      changes,
      ...reserved,
      ...onlyIf(expected),
    };
    const outcome = await askPartition(deps, businessId, partition, command, {
      commandId: commandIdOf(caller),
    });
    // A repeated request finds the contact already changed, and completes what the first one left undone.
    const movesBlock = before.communicationBlocked && (body.mobile ?? body.otherMobiles) !== undefined;
    if (body.communicationBlocked !== undefined || movesBlock) {
      const { answer: after } = await deps.actors.query(contactPartition, target, 'get', contactId);
      const [from, to] = [blockOf(before), blockOf(after ?? before)];
      await followBlock(deps, businessId, from, to, suppressedBy(caller), commandIdOf(caller));
    }
    return committedContact(deps, businessId, contactId, outcome);
  };

/** The error for a contact that its partition does not have. */
export const missingContact = async (
  { actors }: Pick<OperationsDeps, 'actors'>,
  businessId: string,
  contactId: string,
): Promise<DomainError> =>
  contactNotFound((await livingContact(actors, businessId, contactId))?.contactId ?? null);

const deleteContacts =
  (deps: OperationsDeps): ContactOperations['delete'] =>
  async (caller, body) => {
    const { views } = deps;
    const { businessId } = caller;
    await views.catchUp(businessId);
    const last = { shard: 0, seq: 0 };
    const send = async (partition: string, command: ContactPartitionCommand): Promise<void> => {
      const { shard, seq } = await askPartition(deps, businessId, partition, command);
      last.shard = shard;
      last.seq = Math.max(last.seq, seq);
    };
    if (body.categoryId !== undefined) {
      const { categoryId } = body;
      const category = views.category(businessId, categoryId);
      if (category === null) throw new DomainError('category_not_found');
      await inParallel(views.partitionsOfCategory(categoryId), CONCURRENCY, (partition) =>
        send(partition, { type: 'delete_category', categoryId }),
      );
      return { result: { deleted: category.contactCount }, ...last };
    }
    const found = (body.contactIds ?? []).filter((id) => views.contact(businessId, id) !== null);
    const byPartition = new Map<string, string[]>();
    for (const id of found)
      byPartition.set(partitionOfContact(id), [...(byPartition.get(partitionOfContact(id)) ?? []), id]);
    await inParallel(byPartition, CONCURRENCY, ([partition, contactIds]) =>
      send(partition, { type: 'delete', contactIds }),
    );
    return { result: { deleted: found.length }, ...last };
  };

const linkContact =
  (deps: OperationsDeps): ContactOperations['link'] =>
  async (caller, participantId, body) => {
    const { actors, views } = deps;
    const { businessId } = caller;
    const target = { business: businessId, id: participantId };
    const { answer: before } = await actors.query(participant, target, 'get');
    const mobile = requireMobile(body.mobile);
    await views.catchUp(businessId);
    const holder = views.contactOfMobile(businessId, mobile);
    const contact =
      holder === null
        ? (await create(deps, caller, ...(await newContact(deps, caller, body, mobile, before.displayName))))
            .result
        : await readThrough(views, businessId, () => views.contact(businessId, holder));
    if (contact === null) throw new DomainError('contact_not_found');
    const instead = await formerContact(deps, businessId, participantId, before.contactId, contact.id);
    const command = { type: 'link', contactId: contact.id, instead } as const;
    const { answer } = await actors.ask(participant, target, command);
    // The conversation belongs to the participant: its messages so far become part of the contact's history.
    const linkCommand = { type: 'link', contactId: contact.id } as const;
    const { shard, seq } = await actors.ask(conversation, target, linkCommand);
    const { channel, displayName, contactId } = answer;
    const shownContact =
      contact.mobileUnconfirmed === true
        ? await confirmMobile(deps, businessId, contact.id, mobile)
        : contact;
    return {
      result: {
        participant: { id: participantId, channel, displayName, contactId },
        contact: shownContact,
      },
      shard,
      seq,
    };
  };

/**
 * The contact that a participant may be linked away from, because it is gone or was merged into `contactId`; null: none.
 * A link to a contact that was merged into a third one becomes a link to that one.
 */
const formerContact = async (
  { actors, views }: OperationsDeps,
  businessId: string,
  participantId: string,
  linked: string | null,
  contactId: string,
): Promise<string | null> => {
  if (linked === null || views.contact(businessId, linked) !== null) return null;
  const living = await livingContact(actors, businessId, linked);
  if (living === null || living.contactId === contactId) return linked;
  const target = { business: businessId, id: participantId };
  await actors.ask(participant, target, { type: 'link', contactId: living.contactId, instead: linked });
  return null;
};

/** Confirms the contact's number for a user of the business; returns the contact. @throws DomainError contact_not_found */
const confirmMobile = async (
  deps: OperationsDeps,
  businessId: string,
  contactId: string,
  mobile: string,
): Promise<ContactResource> => {
  const command = { type: 'confirm_mobile', contactId, mobile } as const;
  const outcome = await askPartition(deps, businessId, partitionOfContact(contactId), command);
  return (await committedContact(deps, businessId, contactId, outcome)).result;
};

const askPartition = (
  { actors }: OperationsDeps,
  businessId: string,
  partition: string,
  command: ContactPartitionCommand,
  options: AskOptions = {},
) => actors.ask(contactPartition, { business: businessId, id: partition }, command, options);

/** The contact as the views show it once they hold the commit. @throws DomainError contact_not_found, not_ready */
export const committedContact = async (
  deps: OperationsDeps,
  businessId: string,
  contactId: string,
  { shard, seq }: { readonly shard: number; readonly seq: number },
): Promise<Written<ContactResource>> => {
  const { views } = deps;
  await views.waitFor(shard, seq);
  const result = views.contact(businessId, contactId);
  if (result === null) throw await missingContact(deps, businessId, contactId);
  return { result, shard, seq };
};

/** A contact that no one can have contacted yet, as the views will show it (views/contacts/resources.ts). */
const newContactResource = (contact: ContactDetails, categories: readonly Category[]): ContactResource => ({
  id: contact.contactId,
  name: contact.name,
  mobile: contact.mobile,
  fields: contact.fields,
  categories: categories.toSorted(byName),
  communicationBlocked: contact.communicationBlocked,
  timeZone: contact.timeZone,
  rollups: { voice: NO_ROLLUP, whatsapp: NO_ROLLUP, instagram: NO_ROLLUP },
  createdAt: new Date(contact.createdAt).toISOString(),
  updatedAt: new Date(contact.updatedAt).toISOString(),
  tag: recordTag(contact),
});

/** Compares names by their bytes, as SQLite does. */
const byName = (left: Category, right: Category): number =>
  Buffer.compare(Buffer.from(left.name), Buffer.from(right.name)) || (left.id < right.id ? -1 : 1);

/** Creates a contact, or finds the one that this request created before. */
const create = async (
  deps: OperationsDeps,
  caller: Caller,
  facts: Extract<ContactPartitionCommand, { type: 'create' }>['facts'],
  categories: readonly Category[],
): Promise<Written<ContactResource>> => {
  const partition = partitionOfMobile(facts.mobile);
  const { businessId, operationId, idempotencyKey } = caller;
  const contactId = contactIdIn(partition, businessId, operationId, idempotencyKey);
  const command = { type: 'create', contactId, facts } as const;
  const outcome = await deps.actors.ask(contactPartition, { business: businessId, id: partition }, command);
  const { answer, shard, seq } = outcome;
  // An earlier run of the request created it: it may have been contacted since, which the views show.
  if (answer === undefined || answer.createdAt < caller.at)
    return committedContact(deps, businessId, contactId, outcome);
  return { result: newContactResource(answer, categories), shard, seq };
};

/** @throws DomainError validation_failed, category_not_found */
const newContact = async (
  deps: OperationsDeps,
  caller: Caller,
  body: { readonly name?: string; readonly categoryIds?: readonly string[] },
  mobile: string,
  displayName: string | null,
) => {
  const { categoryIds = [] } = body;
  refuseProblems([
    ...(body.name === undefined ? [] : nameProblems(body.name)),
    ...(categoryIds.length === 0
      ? [
          {
            path: '/categoryIds',
            message: 'no contact has this mobile number yet; set the categories of the new contact',
          },
        ]
      : []),
  ]);
  const categories = await categoryNames(deps, caller.businessId, categoryIds);
  // A person's display name on a channel may be white space only.
  const name =
    [body.name, displayName].map((text) => cleanName(text ?? '')).find((text) => text !== '') ?? mobile;
  return [{ name, mobile, categoryIds, fields: {} }, categories] as const;
};

const fieldsAfter = (
  before: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> => {
  const after: Record<string, string> = { ...before };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete after[key];
    else after[key] = withoutHidden(value);
  }
  return after;
};

const fieldsProblems = (fields: Readonly<Record<string, string>>): readonly ErrorDetail[] =>
  Object.keys(fields).length <= MAX_FIELDS
    ? []
    : [
        {
          path: '/fields',
          message: `a contact has at most ${MAX_FIELDS} fields; set some to null to remove them`,
        },
      ];
