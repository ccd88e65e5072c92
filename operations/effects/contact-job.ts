/** Effects of contact jobs: changing the selected contacts, partition by partition. A resumed run counts nothing twice. */
import type { Logger } from 'pino';
import type { ContactJobProgress, ContactSelection } from '../../actors/contact-job/events.js';
import { type ContactJobCommand, type ContactJobEffect, contactJob } from '../../actors/contact-job/index.js';
import type { ContactEdit, EditCounts } from '../../actors/contact-partition/commands.js';
import { mobilesIn } from '../../actors/contact-partition/held-numbers.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { EffectContext, EffectHandlers } from '../../actors/runtime/actor.js';
import { CONTACT_PARTITIONS, deriveId, partitionName, partitionOfContact } from '../../schemas/ids.js';
import type { ViewStore } from '../../views/views.js';
import { followBlock } from '../contacts/contact-block.js';
import { filterOf } from '../contacts/contact-filter.js';
import { inParallel } from '../in-parallel.js';
import type { SuppressingDeps } from '../outreach/suppressing.js';

export interface ContactJobDeps extends SuppressingDeps {
  readonly views: Pick<ViewStore, 'catchUp' | 'contactsInPartition'>;
  readonly logger: Logger;
}

/** Partitions that are finished together; a resumed run begins with an unfinished group. */
const GROUP = 64;
/** Partitions processed at a time. */
const CONCURRENCY = 16;
/** Contacts blocked or unblocked at a time in one partition. */
const BLOCK_CONCURRENCY = 4;
/** Contacts that one command changes. */
const EDITED = 2_000;
const ASK_TIMEOUT_MS = 30_000;

type Context = EffectContext<ContactJobEffect>;

/** The ids of the contacts of a partition that the job selects. */
type ContactsIn = (partition: string) => readonly string[];

export const contactJobEffects = (
  deps: ContactJobDeps,
): EffectHandlers<ContactJobEffect, ContactJobCommand> => ({
  run_contact_job: async (context) => {
    const { actors, views, logger } = deps;
    const { ref, effect, signal } = context;
    const { answer: before } = await actors.query(contactJob, ref, 'get');
    // The filter applies to all that was written before the job.
    await views.catchUp(ref.business);
    const contactsIn = selector(deps, ref.business, effect);
    let progress: ContactJobProgress = before;
    let isCancelling = before.isCancelling;
    while (!isCancelling && progress.partitions < CONTACT_PARTITIONS) {
      signal.throwIfAborted();
      progress = await runGroup(deps, context, contactsIn, progress);
      const { partitions, counts } = progress;
      const { answer } = await actors.ask(contactJob, ref, { type: 'progress', partitions, counts });
      isCancelling = answer.isCancelling;
    }
    const { partitions, counts } = progress;
    const status = partitions < CONTACT_PARTITIONS ? 'cancelled' : 'completed';
    const { action, dryRun } = effect;
    const { business: businessId, id: jobId } = ref;
    logger.info({ event: 'contacts.edited', businessId, jobId, action, dryRun, status, ...counts });
    return { type: 'finish', status, partitions, counts };
  },
});

const selector = (
  { views }: ContactJobDeps,
  businessId: string,
  { selection, acceptedAt }: { readonly selection: ContactSelection; readonly acceptedAt: number },
): ContactsIn => {
  if (selection.type === 'named') {
    const byPartition = new Map<string, string[]>();
    for (const contactId of selection.contactIds) {
      const partition = partitionOfContact(contactId);
      byPartition.set(partition, [...(byPartition.get(partition) ?? []), contactId]);
    }
    return (partition) => byPartition.get(partition) ?? [];
  }
  const filter = selection.type === 'filter' ? filterOf(selection.filter) : {};
  return (partition) => views.contactsInPartition(businessId, partition, filter, acceptedAt);
};

const runGroup = async (
  deps: ContactJobDeps,
  context: Context,
  contactsIn: ContactsIn,
  { partitions: first, counts }: ContactJobProgress,
): Promise<ContactJobProgress> => {
  const end = Math.min(first + GROUP, CONTACT_PARTITIONS);
  let { matched, changed, skipped } = counts;
  const numbers = Array.from({ length: end - first }, (_, index) => first + index);
  await inParallel(numbers, CONCURRENCY, async (number) => {
    const partition = partitionName(number);
    const contactIds = contactsIn(partition);
    if (context.effect.dryRun) {
      matched += contactIds.length;
      return;
    }
    const done = await runPartition(deps, context, partition, contactIds);
    matched += done.changed + done.skipped;
    changed += done.changed;
    skipped += done.skipped;
  });
  return { partitions: end, counts: { matched, changed, skipped } };
};

/** Returns what the job has done in the partition, including what an earlier run did. */
const runPartition = async (
  deps: ContactJobDeps,
  { ref, effect, resumed }: Context,
  partition: string,
  contactIds: readonly string[],
): Promise<EditCounts> => {
  const { actors } = deps;
  const { business, id: editId } = ref;
  const target = { business, id: partition };
  let done: EditCounts = { changed: 0, skipped: 0 };
  // An earlier run may have deleted the contacts, and the views no longer show them.
  if (contactIds.length === 0 && resumed)
    done = (await actors.query(contactPartition, target, 'edited', editId)).answer;
  for (let from = 0; from < contactIds.length; from += EDITED) {
    const some = contactIds.slice(from, from + EDITED);
    // First, so that a resumed run, whose filter may no longer find the contact, has nothing left to do.
    if (effect.action === 'block' || effect.action === 'unblock')
      await followBlocks(deps, { ref, effect }, partition, some);
    // The part is named by its first contact: once that one is done, a resumed run begins with another.
    const part = some[0] ?? '';
    const command = { type: 'edit', editId, part, contactIds: some, edit: editOf(effect) } as const;
    const options = { commandId: deriveId(editId, partition, part), timeoutMs: ASK_TIMEOUT_MS };
    done = (await actors.ask(contactPartition, target, command, options)).answer;
  }
  return done;
};

const followBlocks = async (
  deps: ContactJobDeps,
  { ref: { business, id: jobId }, effect: { action, by } }: Pick<Context, 'ref' | 'effect'>,
  partition: string,
  contactIds: readonly string[],
): Promise<void> => {
  const target = { business, id: partition };
  await inParallel(contactIds, BLOCK_CONCURRENCY, async (contactId) => {
    const { answer: contact } = await deps.actors.query(contactPartition, target, 'get', contactId);
    if (contact === null) return;
    const mobiles = mobilesIn(contact);
    const before = { mobiles, communicationBlocked: contact.communicationBlocked };
    const after = { mobiles, communicationBlocked: action === 'block' };
    await followBlock(deps, business, before, after, by, deriveId(jobId, contactId));
  });
};

const editOf = ({ action, categoryIds }: ContactJobEffect): ContactEdit => {
  if (action === 'delete') return { type: 'delete' };
  return {
    type: 'change',
    addCategoryIds: action === 'add_categories' ? categoryIds : [],
    removeCategoryIds: action === 'remove_categories' ? categoryIds : [],
    communicationBlocked: action === 'block' || action === 'unblock' ? action === 'block' : null,
  };
};
