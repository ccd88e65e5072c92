/** The usage of a business and its own quotas, as derived from the journal. */
import t from 'tap';
import { contactsSourceId } from '../../../schemas/ids.js';
import { created } from '../journal.js';
import { openViews } from '../store-support.js';

const profile = {
  channel: 'voice',
  name: 'Ann',
  instructions: 'x'.repeat(10_000),
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [],
  dataSourceVariables: [],
  voiceSettings: {},
  instagramCollectMobileEnabled: true,
} as const;
const agentCreated = { type: 'agent.created', referenceName: 'ann', profile, contactContextRequired: false };

t.test('stored bytes count the messages of the business, each once', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [created('One')]);
  await show('business', 'b2', 'b2', [created('Two')]);
  const before = store.usage('b1', 'stored_bytes');
  t.ok(before > 50 && before < 1_000, `a new business stores ${before} bytes`);
  await show('agent', 'b1', 'a1', [agentCreated]);
  const grown = store.usage('b1', 'stored_bytes') - before;
  t.ok(grown > 10_000 && grown < 11_000, `an agent of 10,000 characters took ${grown} bytes`);
  t.equal(store.usage('b2', 'stored_bytes'), before, 'the other business is unchanged');
  t.equal(store.usage('unknown', 'stored_bytes'), 0);
});

const MB = 1_000_000;

/** Whole megabytes of files: the journal's messages add far less than one. */
const megabytes = (bytes: number): number => Math.round(bytes / MB);

t.test('uploaded files count while they are stored', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [created('One')]);
  const stored = () => megabytes(store.usage('b1', 'stored_bytes'));
  const request = { fileName: 'a.csv', assetId: 'i1', categoryIds: [], mapping: {} };
  await show('contact-import', 'b1', 'i1', [{ type: 'import.accepted', ...request, bytes: 7 * MB }]);
  t.equal(stored(), 7);
  t.equal(megabytes(store.usage('b2', 'stored_bytes')), 0, 'the file belongs to one business');
  const counts = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  const finished = { type: 'import.finished', status: 'completed', counts, issues: [] };
  await show('contact-import', 'b1', 'i1', [finished]);
  t.equal(stored(), 0, 'an import that has finished has removed its file');
  await show('contact-import', 'b1', 'i1', [finished]);
  t.equal(stored(), 0, 'once');

  const source = { type: 'source.created', class: 'structured', name: 'Orders', description: null };
  const received = { fileName: 'a.csv', assetId: 'v1' };
  await show('data-source', 'b1', 's1', [
    source,
    { type: 'version.received', versionId: 'v1', ...received, bytes: 2 * MB },
  ]);
  t.equal(stored(), 2);
  await show('data-source', 'b1', 's1', [{ type: 'version.failed', versionId: 'v1', issues: [] }]);
  t.equal(stored(), 2, 'the file of a failed version stays in the store');
  await show('data-source', 'b1', 's2', [
    { ...source, class: 'unstructured' },
    { type: 'document.received', versionId: 'v3', ...received, bytes: 4 * MB },
  ]);
  t.equal(stored(), 6);
});

t.test('files without a recorded size count as nothing', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [created('One')]);
  const request = { fileName: 'a.csv', assetId: 'i1', categoryIds: [], mapping: {} };
  const counts = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  await show('contact-import', 'b1', 'i1', [
    { type: 'import.accepted', ...request },
    { type: 'import.finished', status: 'completed', counts, issues: [] },
  ]);
  await show('data-source', 'b1', 's1', [
    { type: 'source.created', class: 'structured', name: 'Orders', description: null },
    { type: 'version.received', versionId: 'v1', fileName: 'a.csv', assetId: 'v1' },
    { type: 'version.fetched', versionId: 'v1', rows: 1 },
  ]);
  const used = store.usage('b1', 'stored_bytes');
  t.ok(used > 0 && used < 2_000, `only the messages count: ${used} bytes`);
});

t.test('data that the business did not request does not count', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [created('One')]);
  const before = store.usage('b1', 'stored_bytes');
  const recording = { filename: 'k1.opus', bytes: 8 * MB, durationMs: 60_000 };
  await show('call', 'b1', 'k1', [{ type: 'call.recording_finished', recording }]);
  t.equal(store.usage('b1', 'stored_bytes'), before, 'recordings and other messages of calls');
  const kept = { messageId: 'm1', mimeType: 'image/jpeg', sha256: 'ab', keptUntil: 5 };
  await show('conversation', 'b1', 'c1', [{ type: 'media.kept', ...kept, sizeBytes: 6 * MB }]);
  t.equal(megabytes(store.usage('b1', 'stored_bytes')), 0, 'files of customers');
});

t.test('resources count while they exist', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [created('One')]);
  const agents = () => store.usage('b1', 'agents');
  await show('agent', 'b1', 'a1', [agentCreated]);
  await show('agent', 'b1', 'a2', [agentCreated]);
  t.equal(agents(), 2);
  await show('agent', 'b1', 'a1', [{ type: 'agent.archived' }]);
  t.equal(agents(), 1, 'an archived agent does not count');
  const key = { type: 'key.created', keyId: 'k1', name: 'One', secretHash: '00', scopes: [] };
  await show('business', 'b1', 'b1', [key, { type: 'category.created', categoryId: 'c1', name: 'Guests' }]);
  t.equal(store.usage('b1', 'api_keys'), 1);
  t.equal(store.usage('b1', 'contact_categories'), 1);
  await show('business', 'b1', 'b1', [
    { type: 'key.revoked', keyId: 'k1' },
    { type: 'category.deleted', categoryId: 'c1' },
  ]);
  t.equal(store.usage('b1', 'api_keys'), 0);
  t.equal(store.usage('b1', 'contact_categories'), 0);
  t.equal(store.usage('b1', 'data_sources'), 0, `${contactsSourceId('b1')} is built in`);
});

t.test('webhook subscriptions and their hosts are counted', async (t) => {
  const { store, show } = await openViews(t);
  const subscribed = (callbackUrl: string) => ({
    type: 'subscription.created',
    channel: 'voice',
    accountId: null,
    callbackUrl,
    events: ['voice.call.completed'],
    sealedSecret: 'sealed',
    secretLast4: '1234',
  });
  await show('subscription', 'b1', 's1', [subscribed('https://one.example.org/a')]);
  await show('subscription', 'b1', 's2', [subscribed('https://one.example.org/b')]);
  await show('subscription', 'b1', 's3', [subscribed('https://two.example.org:8443/')]);
  t.equal(store.usage('b1', 'webhook_subscriptions'), 3);
  t.equal(store.usage('b1', 'webhook_hosts'), 2);
  t.same([...store.webhookHosts('b1')].sort(), ['one.example.org', 'two.example.org:8443']);
  await show('subscription', 'b1', 's3', [{ type: 'subscription.revoked' }]);
  t.equal(store.usage('b1', 'webhook_subscriptions'), 2);
  t.equal(store.usage('b1', 'webhook_hosts'), 1);
});

t.test('a business can have its own quotas', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [created('One'), { type: 'quota.set', item: 'agents', limit: 3 }]);
  t.same(store.quotasOf('b1'), { agents: 3 });
  await show('business', 'b1', 'b1', [{ type: 'quota.set', item: 'agents', limit: 0 }]);
  t.same(store.quotasOf('b1'), { agents: 0 });
  await show('business', 'b1', 'b1', [{ type: 'quota.set', item: 'agents', limit: null }]);
  t.same(store.quotasOf('b1'), {});
});
