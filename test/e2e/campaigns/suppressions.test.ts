/** Suppressions, end to end: nothing calls a suppressed number, and no carrier gets a request. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ApiError } from '../../../testkit/api/client.js';
import { createCategory, createContact } from '../../../testkit/api/resources.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(120_000);

const world = await startWorld(t);
const client = world.client();
const categoryId = await createCategory(client, 'Leads');
const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello.' });

/** The code with which a call is refused; null: it was accepted. */
const refusal = async (target: { readonly contactId: string } | { readonly toNumber: string }) => {
  try {
    await client.post('/api/v1/voice/calls', { agentId: agent.id, ...target });
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
};

const dialled = async (number: string): Promise<number> =>
  (await world.network.calls()).filter(({ to }) => to === number).length;

t.test('a blocked contact is called neither by its id nor by its number', async (t) => {
  const number = '+14155550123';
  await world.network.callee(number, { outcome: 'answer', ringMs: 100, steps: [] });
  const contactId = await createContact(client, {
    name: 'Cleo',
    mobile: number,
    categoryIds: [categoryId],
  });
  await client.patch(`/api/v1/contacts/${contactId}`, { communicationBlocked: true });
  t.equal(await refusal({ contactId }), 'contact_blocked');
  t.equal(await refusal({ toNumber: number }), 'suppressed');
  await client.patch(`/api/v1/contacts/${contactId}`, { communicationBlocked: false });
  t.equal(await refusal({ toNumber: number }), null, 'until the block is lifted');
  await until('only that call is placed', async () => (await dialled(number)) === 1, 10_000);
});

t.test('a suppressed number is called again once its suppression is removed', async (t) => {
  const number = '+14155550124';
  await world.network.callee(number, { outcome: 'answer', ringMs: 100, steps: [] });
  const { suppressions } = await client.post<{ suppressions: readonly { readonly id: string }[] }>(
    '/api/v1/suppressions',
    { suppressions: [{ address: number, purpose: 'service' }] },
  );
  t.equal(await refusal({ toNumber: number }), 'suppressed');
  t.equal(await dialled(number), 0);
  const [suppression] = suppressions;
  await client.request('DELETE', `/api/v1/suppressions/${suppression?.id}`, { businessId: world.businessId });
  t.equal(await refusal({ toNumber: number }), null);
});

t.test('the command line adds, lists, exports, imports and removes suppressions', async (t) => {
  const admin = (...words: readonly string[]) =>
    parley([
      ...['admin', 'suppression', ...words],
      ...['--business', world.businessId, '--data-dir', world.dataDir],
    ]);
  const number = '+14155550125';
  const [exported, imported] = ['exported.csv', 'imported.csv'].map((name) => join(world.dataDir, name));
  t.match(await admin('add', '--address', number, '--reason', 'requested on paper'), {
    address: number,
    callsAtCarrier: [],
  });
  t.equal(await refusal({ toNumber: number }), 'suppressed');
  t.match(await admin('list'), {
    suppressions: [
      { address: number, source: 'operator', reason: 'requested on paper', status: 'suppressed' },
    ],
  });
  await admin('export', '--file', exported ?? '');
  t.match(readFileSync(exported ?? '', 'utf8'), /\+14155550125,phone,service,requested on paper/);
  await t.rejects(admin('export', '--file', exported ?? ''), 'an existing file is not replaced');
  t.match(await admin('remove', '--address', number), { removed: ['operator'] });
  await t.rejects(admin('remove', '--address', number), /no such suppression/);
  writeFileSync(
    imported ?? '',
    `address,channel,purpose,reason\n${number},,,from a file\n0123,,,not E.164\n`,
  );
  t.match(await admin('import', '--file', imported ?? ''), { rows: 2, suppressed: 1, failed: 1 });
  t.equal(await refusal({ toNumber: number }), 'suppressed');
  await t.rejects(admin('add', '--address', '0123'), /E\.164/);
});
