/** The views derive from the journal alone: once deleted, they show the same again, byte for byte. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { timelineOf } from '../../../testkit/api/resources.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { startTestMeta } from '../../../testkit/service/meta.js';
import { until } from '../../../testkit/until.js';
import { openDesk } from './desk.js';
import {
  populateCalls,
  populateCampaigns,
  populateChannels,
  populateConsole,
  populateContacts,
  populateConversations,
  populateSources,
} from './populate.js';

t.setTimeout(150_000);

const meta = await startTestMeta(t);
const receiver = await startReceiver(t);
const desk = await openDesk(t, { ...meta.env, PARLEY_DEVELOPMENT: '1' });
const { api, businessId, q, world } = desk;

const people = await populateContacts(desk);
await populateSources(desk);
await populateChannels(desk);
const caller = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', {
  businessId,
  channel: 'voice',
  name: 'Caller',
  instructions: 'Help.',
  contactCategoryIds: [people.leads],
  voiceSettings: { firstGreeting: 'Hello there.' },
});
const agentId = caller.data.agent.id;
const callId = await populateCalls(desk, agentId, people);
const { messageId, subscriptionId } = await populateConversations(desk, meta, receiver);
const campaign = await populateCampaigns(desk, agentId, people);
const reader = await populateConsole(desk);
const trial = await reader.ask<{ testId: string }>('POST', '/api/v1/console/agent-tests', {
  businessId,
  agentId,
});

const inbox = `/api/v1/console/conversations`;
const { conversations } = (
  await reader.ask<{ conversations: readonly { readonly id: string }[] }>('GET', `${inbox}?${q}`)
).data;
const conversation = `${inbox}/${conversations[0]?.id}`;

const contact = `/api/v1/contacts/${people.jose.id}`;
const hooks = `/api/v1/console/webhook-subscriptions/${subscriptionId}`;
/** Paths of every operation that reads, with pages if there are any. */
const PATHS: readonly string[] = [
  `/api/v1/agents?${q}`,
  `/api/v1/voices?${q}`,
  `/api/v1/contacts?${q}&limit=3`,
  `/api/v1/contacts?${q}&search=j`,
  `/api/v1/contacts/categories?${q}&limit=1`,
  `${contact}?${q}`,
  `${contact}/timeline?${q}&limit=2`,
  `/api/v1/contacts/imports?${q}`,
  `/api/v1/contacts/jobs?${q}`,
  `/api/v1/contacts/export?${q}`,
  `/api/v1/data-sources?${q}`,
  `/api/v1/data-sources/ingestions?${q}`,
  `/api/v1/channels?${q}`,
  `/api/v1/channels/instagram?${q}`,
  `/api/v1/channels/assignments?${q}&channel=whatsapp`,
  `/api/v1/voice/calls?${q}&limit=1`,
  `/api/v1/voice/calls/${callId}?${q}`,
  `/api/v1/voice/calls/${callId}/transcript?${q}`,
  `/api/v1/voice/calls/resolve?${q}&agentId=${agentId}&contactId=${people.jose.id}`,
  '/api/v1/contracts/whatsapp-automation',
  `/api/v1/campaigns?${q}`,
  ...['', '/iterations', '/memberships', '/activities', '/summary-runs'].map(
    (part) => `${campaign.path}${part}?${q}`,
  ),
  `${campaign.path}/exports?${q}&summaryRunId=${campaign.summaryRunId}`,
  `${contact}?${q}&campaignId=${campaign.id}`,
  `/api/v1/webhook-subscriptions?${q}`,
  `/api/v1/messages/${messageId}?${q}`,
  `${hooks}/deliveries?${q}`,
  `${hooks}/dead-letters?${q}`,
  `${inbox}?${q}&limit=1`,
  ...['', '/messages', '/templates'].map((part) => `${conversation}${part}?${q}`),
  `/api/v1/console/channel-accounts?${q}`,
  `/api/v1/console/campaigns/${campaign.id}/series?${q}`,
  `/api/v1/console/agents/${agentId}/versions?${q}&limit=1`,
  `/api/v1/suppressions?${q}`,
  `/api/v1/suppressions/export?${q}`,
  ...['ledger', 'ledger/summary', 'team', 'invitations', 'settings', 'quotas'].map(
    (part) => `/api/v1/console/${part}?${q}`,
  ),
  '/api/v1/console/sessions',
  '/api/v1/console/session',
  `/api/v1/console/overview?${q}`,
  `/api/v1/console/providers?${q}`,
  `/api/v1/console/keys?${q}`,
  `/api/v1/console/agent-tests/${trial.data.testId}?${q}`,
];

/** Not compared: a stream has no end, a dead letter comes from its actor, templates from Meta, and reading adds to the audit log. */
const APART: ReadonlySet<string> = new Set([
  ...['followLive', 'listTemplates', 'readDeadLetter'],
  ...['listAuditEntries', 'exportAuditCsv', 'exportAuditNdjson'],
]);

/** Without the request id, the bytes that reading added to the audit log, and signed links, which change with time. */
const normalised = (text: string): string =>
  text
    .replace(/"requestId":"[^"]+"/, '')
    .replace(/("item":"stored_bytes","used":)\d+/, '$1')
    .replace(/"((?:recording|recordingDownload|sample)Url)":"[^"]+"/g, '"$1":""');

/** Every answer to every path, page by page. @throws Error if a request is refused */
const everything = async (): Promise<readonly string[]> => {
  const answers: string[] = [];
  for (const first of PATHS) {
    let path: string | null = first;
    while (path !== null) {
      const answer: { status: number; text: string } = await reader.ask('GET', path);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      answers.push(`${path} ${normalised(answer.text)}`);
      const next = /"nextCursor":"([^"]+)"/.exec(answer.text)?.[1];
      path = next === undefined ? null : `${first}&cursor=${next}`;
    }
  }
  return answers;
};

t.test('the timeline of a contact holds what was said', async (t) => {
  const timeline = JSON.stringify(await timelineOf(world.client(), people.jose.id));
  t.ok(timeline.includes('Hello there.'));
});

t.test('every answer is the same after the views are deleted', async (t) => {
  await until('the attempt is in the log', async () =>
    (await reader.ask('GET', `${hooks}/deliveries?${q}`)).text.includes('wamid'),
  );
  const before = await everything();
  const reads = reader.operations('GET').map(({ operationId }) => operationId);
  t.same(
    reads.filter((operationId) => !APART.has(operationId) && !reader.requested.has(operationId)),
    [],
    'every operation that reads was called',
  );
  const gone = world.service().ended;
  world.service().kill('SIGTERM');
  await gone;
  for (const suffix of ['', '-wal', '-shm'])
    await rm(join(world.dataDir, `views.sqlite${suffix}`), { force: true });
  await world.restart();
  await until('the views are ready', async () => (await fetch(`${world.service().url}/readyz`)).ok, 30_000);
  t.same(await everything(), before, 'byte for byte');
});
