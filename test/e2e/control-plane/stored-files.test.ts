/** Files that a business uploads count towards its storage quota, in the real service. */
import t from 'tap';
import { seededBytes } from '../../../testkit/seeded.js';
import { until } from '../../../testkit/until.js';
import { openDesk, passwordFile, visitorOf } from './desk.js';
import { ingestionsOf } from './ingestions.js';

t.setTimeout(120_000);

const MIB = 1024 ** 2;

const desk = await openDesk(t);
const { admin, api, businessId, q } = desk;
const leads = await desk.category('Leads');
const { create, read, upload } = ingestionsOf(desk);

const email = 'ann@example.org';
const user = ['--email', email, '--name', 'Ann', '--password-file', passwordFile(desk)];
await admin('user', 'create', '--business', businessId, ...user);
const reader = await desk.clientWith(await (await visitorOf(desk, email)).session());

interface Quota {
  readonly item: string;
  readonly used: number;
  readonly limit: number;
}
const stored = async (): Promise<number> => {
  const { data } = await reader.ask<{ quotas: readonly Quota[] }>('GET', `/api/v1/console/quotas?${q}`);
  const found = data.quotas.find(({ item }) => item === 'stored_bytes');
  if (found === undefined) throw new Error('stored bytes are not listed');
  return found.used;
};
/** Waits until the service reads the new limit. */
const limitTo = async (limit: number): Promise<void> => {
  const args = ['--item', 'stored_bytes', '--limit', String(limit)];
  await admin('business', 'quota', '--business', businessId, ...args);
  await until('the limit holds', async () => {
    const { data } = await reader.ask<{ quotas: readonly Quota[] }>('GET', `/api/v1/console/quotas?${q}`);
    return data.quotas.some((quota) => quota.item === 'stored_bytes' && quota.limit === limit);
  });
};
/** A file that is no table: its import fails, and leaves nothing in the journal. */
const importOf = (bytes: number) => {
  const form = new FormData();
  form.set('businessId', businessId);
  form.set('categoryIds', JSON.stringify([leads]));
  form.set('file', new Blob([seededBytes(1, bytes)]), 'people.xlsx');
  return api.ask<{ job: { jobId: string } }>('POST', '/api/v1/contacts/imports', form);
};
const importEnds = (jobId: string): Promise<unknown> =>
  until('the import ends', async () => {
    const { data } = await api.ask<{ jobs: readonly { status: string }[] }>(
      'GET',
      `/api/v1/contacts/imports?${q}&jobId=${jobId}`,
    );
    return data.jobs.some(({ status }) => status === 'failed' || status === 'completed');
  });

t.test('an upload beyond the quota is refused, and one within it is accepted', async (t) => {
  const created = await create({ class: 'unstructured', name: 'Handbook' });
  const before = await stored();
  const version = await upload(created.data.dataSource.id, 'handbook.txt', 'word '.repeat(MIB / 5));
  await read(version);
  const grown = (await stored()) - before;
  t.ok(grown > 0.99 * MIB, `a file of 1 MiB took ${grown} bytes`);

  const used = await stored();
  await limitTo(used + 1.5 * MIB);
  const refused = await importOf(2 * MIB);
  t.match(refused, { status: 409, code: 'quota_exceeded', details: [{ path: 'stored_bytes' }] });
  t.match(refused.text, /The file has 2097152 bytes, and the business has room for \d+/);
  const taken = await importOf(MIB);
  t.equal(taken.status, 202);
  await importEnds(taken.data.job.jobId);
  t.ok((await stored()) - used < 0.1 * MIB, 'the file of an import is freed when it ends');
  t.equal((await importOf(MIB)).status, 202, 'there is room again');
});
