/** Jobs that change or delete many contacts in the background. */
import type { ContactSelection } from '../../actors/contact-job/events.js';
import { type ContactJobStanding, contactJob } from '../../actors/contact-job/index.js';
import type { ContactJob, ContactJobStart } from '../../schemas/contacts/selection.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { progressPercent } from '../../views/contacts/jobs.js';
import { readThrough } from '../../views/kernel/read-through.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { suppressedBy } from '../outreach/suppressing.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { categoryNames } from './categories.js';

interface ContactJobOperations {
  /** @throws DomainError validation_failed, category_not_found */
  start(caller: Caller, body: ContactJobStart): Promise<Written<ContactJob>>;
  /** Ends the job after the contacts that it is at; a finished job stays as it is. @throws DomainError job_not_found */
  cancel(caller: Caller, jobId: string): Promise<Written<ContactJob>>;
}

export const contactJobOperations = (deps: OperationsDeps): ContactJobOperations => ({
  start: async (caller, body) => {
    const { businessId } = caller;
    const { action, categoryIds = [], dryRun = false } = body;
    const selection = selectionOf(body);
    const changesCategories = action === 'add_categories' || action === 'remove_categories';
    const problems = [
      ...(changesCategories && categoryIds.length === 0
        ? [{ path: '/categoryIds', message: `name the categories of ${action}` }]
        : []),
      ...(!changesCategories && categoryIds.length > 0
        ? [{ path: '/categoryIds', message: 'only add_categories and remove_categories have categories' }]
        : []),
    ];
    if (selection === null)
      throw new DomainError('validation_failed', undefined, [ONE_SELECTION, ...problems]);
    refuseProblems(problems);
    if (changesCategories) await categoryNames(deps, businessId, categoryIds);
    const filtered = selection.type === 'filter' ? selection.filter.categoryId : undefined;
    if (filtered !== undefined) await categoryNames(deps, businessId, [filtered], '/filter/categoryId');
    const jobId = commandIdOf(caller);
    const by = suppressedBy(caller);
    const request = {
      action,
      categoryIds,
      selection,
      dryRun,
      by: by === null || by.type === 'agent' ? null : { type: by.type, id: by.id },
    };
    const { answer, shard, seq } = await deps.actors.ask(
      contactJob,
      { business: businessId, id: jobId },
      { type: 'start', request },
    );
    return { result: resourceOf(jobId, { action, dryRun }, answer), shard, seq };
  },

  cancel: async (caller, jobId) => {
    const { businessId } = caller;
    const { views } = deps;
    const job = await readThrough(views, businessId, () => views.contactJob(businessId, jobId));
    if (job === null) throw new DomainError('job_not_found');
    const { answer, shard, seq } = await deps.actors.ask(
      contactJob,
      { business: businessId, id: jobId },
      { type: 'cancel' },
    );
    return { result: { ...resourceOf(jobId, job, answer), finishedAt: job.finishedAt }, shard, seq };
  },
});

const ONE_SELECTION: ErrorDetail = { path: '/', message: 'set exactly one of contactIds, filter and all' };

/** Null unless the body selects contacts in exactly one way. */
const selectionOf = ({ contactIds, filter, all }: ContactJobStart): ContactSelection | null => {
  const found: readonly ContactSelection[] = [
    ...(contactIds === undefined ? [] : [{ type: 'named', contactIds } as const]),
    ...(filter === undefined ? [] : [{ type: 'filter', filter } as const]),
    ...(all === undefined ? [] : [{ type: 'all' } as const]),
  ];
  const [selection = null, ...others] = found;
  return others.length > 0 ? null : selection;
};

const resourceOf = (
  jobId: string,
  { action, dryRun }: Pick<ContactJob, 'action' | 'dryRun'>,
  { status, partitions, counts, createdAt }: ContactJobStanding,
): ContactJob => ({
  jobId,
  action,
  dryRun,
  status,
  progressPercent: progressPercent(partitions),
  counts: { ...counts },
  createdAt: new Date(createdAt).toISOString(),
  finishedAt: null,
});
