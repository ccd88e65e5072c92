/** Jobs that change many contacts: their progress and result as the API shows them. */
import t from 'tap';
import type { ContactJobEvent } from '../../../actors/contact-job/events.js';
import { CONTACT_PARTITIONS } from '../../../schemas/ids.js';
import { CONTACT_JOB_TABLES, contactJobQueries, projectContactJobs } from '../../../views/contacts/jobs.js';
import { projecting, tablesOf } from '../projected.js';

const accepted = (dryRun = false): ContactJobEvent => ({
  type: 'job.accepted',
  action: 'block',
  categoryIds: [],
  selection: { type: 'all' },
  dryRun,
  by: null,
});

t.test('a job reports how far it has come, and its result', async (t) => {
  const db = tablesOf(CONTACT_JOB_TABLES);
  const show = projecting(db, projectContactJobs);
  const { contactJob } = contactJobQueries(db);
  t.equal(contactJob('b1', 'j1'), null);
  show('j1', 1_000, accepted());
  t.same(contactJob('b1', 'j1'), {
    jobId: 'j1',
    action: 'block',
    dryRun: false,
    status: 'queued',
    progressPercent: 0,
    counts: { matched: 0, changed: 0, skipped: 0 },
    createdAt: '1970-01-01T00:00:01.000Z',
    finishedAt: null,
  });
  const counts = { matched: 7, changed: 5, skipped: 2 };
  show('j1', 2_000, { type: 'job.progressed', partitions: CONTACT_PARTITIONS / 2 + 1, counts });
  t.match(contactJob('b1', 'j1'), { status: 'running', progressPercent: 50, counts, finishedAt: null });
  show('j1', 2_500, { type: 'job.cancellation_requested' });
  t.equal(contactJob('b1', 'j1')?.status, 'running', 'it ends at the next partition');
  show('j1', 3_000, { type: 'job.finished', status: 'cancelled', partitions: CONTACT_PARTITIONS, counts });
  t.match(contactJob('b1', 'j1'), {
    status: 'cancelled',
    progressPercent: 100,
    finishedAt: '1970-01-01T00:00:03.000Z',
  });
  t.equal(contactJob('b2', 'j1'), null, 'of another business');
});

t.test('jobs are listed newest first', async (t) => {
  const db = tablesOf(CONTACT_JOB_TABLES);
  const show = projecting(db, projectContactJobs);
  const { contactJobs } = contactJobQueries(db);
  for (const [index, id] of ['j1', 'j2', 'j3'].entries()) show(id, index, accepted(true));
  const first = contactJobs('b1', { limit: 2, cursor: null });
  t.match(first.items, [
    { jobId: 'j3', dryRun: true },
    { jobId: 'j2', dryRun: true },
  ]);
  t.match(contactJobs('b1', { limit: 2, cursor: first.nextCursor }), {
    items: [{ jobId: 'j1' }],
    nextCursor: null,
  });
  t.same(contactJobs('b2', { limit: 2, cursor: null }).items, []);
});
