/** Jobs over many contacts: what they select, and what their start and their cancellation answer. */
import t from 'tap';
import { contactJobOperations } from '../../../operations/contacts/contact-jobs.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { ContactJob, ContactJobStart } from '../../../schemas/contacts/selection.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';

const BUSINESS = 'b1';
const CALLER = { businessId: BUSINESS, operationId: 'o', idempotencyKey: 'k', at: 1 };
const KNOWN = stub<ContactJob>({ action: 'block', dryRun: true, finishedAt: null });

const createWorld = () => {
  const asked: { readonly kind: string; readonly type: string }[] = [];
  const actors = stubActors((kind, _, request) => {
    asked.push({ kind, ...request });
    if (kind === 'business') return { categories: { c1: 'Leads' } };
    return {
      status: 'running',
      partitions: {},
      counts: { matched: 4, changed: 2, skipped: 1 },
      createdAt: 1,
      isCancelling: false,
    };
  });
  let caughtUp = false;
  const views = stub<ViewStore>({
    catchUp: async () => {
      caughtUp = true;
    },
    // The job is known once the views have caught up.
    contactJob: (_, id) => (id === 'j1' && caughtUp ? KNOWN : null),
  });
  return { jobs: contactJobOperations(stub<OperationsDeps>({ actors, views })), asked };
};

const body = (more: Partial<ContactJobStart>): ContactJobStart => ({
  businessId: BUSINESS,
  action: 'block',
  ...more,
});

t.test('a job selects by name, by filter or everything', async (t) => {
  for (const [selected, selection] of [
    [{ contactIds: ['p1'] }, { type: 'named', contactIds: ['p1'] }],
    [{ filter: { categoryId: 'c1' } }, { type: 'filter', filter: { categoryId: 'c1' } }],
    [{ all: true }, { type: 'all' }],
  ] satisfies readonly (readonly [Partial<ContactJobStart>, object])[]) {
    const { jobs, asked } = createWorld();
    const { result } = await jobs.start(CALLER, body(selected));
    t.same(asked.at(-1), {
      kind: 'contact-job',
      type: 'start',
      request: { action: 'block', categoryIds: [], selection, dryRun: false, by: null },
    });
    t.match(result, {
      action: 'block',
      dryRun: false,
      status: 'running',
      counts: { matched: 4, changed: 2, skipped: 1 },
      createdAt: '1970-01-01T00:00:00.001Z',
      finishedAt: null,
    });
  }
});

t.test('a job remembers the user or the key that started it', async (t) => {
  const { jobs, asked } = createWorld();
  const user = { type: 'session', sessionId: 's1', userId: 'u1' } as const;
  await jobs.start({ ...CALLER, by: user }, body({ all: true, dryRun: true }));
  t.match(asked.at(-1), { request: { dryRun: true, by: { type: 'user', id: 'u1' } } });
  await jobs.start({ ...CALLER, by: { type: 'key', keyId: 'k1' } }, body({ all: true }));
  t.match(asked.at(-1), { request: { by: { type: 'key', id: 'k1' } } });
});

t.test('refuses a job without one selection, and categories where none belong', async (t) => {
  const { jobs, asked } = createWorld();
  const one = { path: '/', message: 'set exactly one of contactIds, filter and all' };
  const needed = { path: '/categoryIds', message: 'name the categories of add_categories' };
  const useless = { path: '/categoryIds', message: /^only add_categories and remove_categories/ };
  for (const [more, details] of [
    [{}, [one]],
    [{ all: true, contactIds: ['p1'] }, [one]],
    [{ action: 'add_categories' }, [one, needed]],
    [{ action: 'add_categories', all: true }, [needed]],
    [{ all: true, categoryIds: ['c1'] }, [useless]],
  ] satisfies readonly (readonly [Partial<ContactJobStart>, readonly object[]])[])
    await t.rejects(
      jobs.start(CALLER, body(more)),
      { code: 'validation_failed', details },
      JSON.stringify(more),
    );
  await t.rejects(
    jobs.start(CALLER, body({ action: 'remove_categories', all: true, categoryIds: ['c1', 'c2'] })),
    { code: 'category_not_found', details: [{ path: '/categoryIds/1' }] },
  );
  await t.rejects(jobs.start(CALLER, body({ filter: { categoryId: 'c3' } })), {
    code: 'category_not_found',
    details: [{ path: '/filter/categoryId/0' }],
  });
  t.notOk(asked.some(({ kind }) => kind === 'contact-job'));
});

t.test('a job is cancelled as what it was started', async (t) => {
  const { jobs, asked } = createWorld();
  const { result } = await jobs.cancel(CALLER, 'j1');
  t.match(result, { jobId: 'j1', action: 'block', dryRun: true, status: 'running' });
  t.match(asked, [{ kind: 'contact-job', type: 'cancel' }]);
  await t.rejects(jobs.cancel(CALLER, 'j2'), { code: 'job_not_found' });
});
