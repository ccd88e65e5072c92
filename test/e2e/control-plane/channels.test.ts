/** Channels: connected by an operator, assigned and disconnected over the API. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startTestMeta } from '../../../testkit/service/meta.js';
import { until } from '../../../testkit/until.js';
import { openDesk, passwordFile, visitorOf } from './desk.js';

const WHATSAPP = '106540352242922';
const INSTAGRAM = '17841400000000001';

t.setTimeout(90_000);

const meta = await startTestMeta(t);
const desk = await openDesk(t, { ...meta.env, PARLEY_DEVELOPMENT: '1' });
const { admin, api, businessId, q } = desk;
const token = join(desk.world.dataDir, 'token');
writeFileSync(token, 'EAAG-secret\n');

const connect = (channel: string, account: string, ...more: readonly string[]) =>
  admin(
    ...['channel', 'connect', '--business', businessId, '--channel', channel, '--account', account],
    ...['--name', 'Support', '--token-file', token, ...more],
  );
const assign = (body: object) =>
  api.ask('PATCH', '/api/v1/channels/assignments', { businessId, channel: 'whatsapp', ...body });

t.test('a channel is live once an operator has connected an account', async (t) => {
  t.match(await assign({ aiAgentId: null }), { status: 422, code: 'channel_not_connected' });
  await connect('whatsapp', WHATSAPP);
  await connect('instagram', INSTAGRAM, '--username', 'acme');
  await until('the channel is there', async () => (await assign({ aiAgentId: null })).status === 200);
  t.match((await api.ask('GET', `/api/v1/channels?${q}`)).data, {
    channels: [
      { channel: 'whatsapp', readiness: 'live', connectedAccounts: 1 },
      { channel: 'voice', readiness: 'live' },
      { channel: 'instagram', readiness: 'live' },
      { channel: 'sms', readiness: 'unavailable' },
      {},
    ],
  });
});

t.test('an agent is assigned to an account of its channel, and a human may take over', async (t) => {
  const helper = { businessId, channel: 'whatsapp', name: 'Helper', instructions: 'Help.', assignment: {} };
  const created = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', helper);
  t.match(created.data, { channelReadiness: 'live', assignment: { autoReplyEnabled: true } });
  const aiAgentId = created.data.agent.id;
  const assignments = await api.ask('GET', `/api/v1/channels/assignments?${q}&channel=whatsapp`);
  t.match(assignments.data, {
    phoneNumberId: WHATSAPP,
    assignments: [{ aiAgentId }],
    assignableAgents: [{ id: aiAgentId }],
  });
  t.match(await assign({ aiAgentId, humanHandoffActive: true }), {
    data: { assignment: { aiAgentId, humanHandoffActive: true } },
  });
  t.match(await assign({ channel: 'sms', aiAgentId }), {
    status: 422,
    code: 'channel_assignment_not_supported',
  });
  t.match(await assign({ channel: 'instagram', aiAgentId }), { code: 'agent_channel_mismatch' });
  t.match(await assign({ phoneNumberId: '1' }), { code: 'channel_account_not_found' });
});

t.test('an account belongs to one business, and is disconnected over the API', async (t) => {
  const instagram = await api.ask('GET', `/api/v1/channels/instagram?${q}`);
  t.match(instagram.data, { connected: true, connections: [{ username: 'acme' }] });
  t.notMatch(instagram.text, /secret|token/i);
  const { businessId: other } = await admin('business', 'create', '--name', 'Other');
  await t.rejects(
    admin(
      ...['channel', 'connect', '--business', String(other), '--channel', 'whatsapp', '--name', 'Thief'],
      ...['--account', WHATSAPP, '--token-file', token],
    ),
    /connected to another business/,
  );
  t.match((await api.ask('DELETE', '/api/v1/channels/instagram', { businessId })).data, {
    disconnected: [INSTAGRAM],
  });
  t.match(await api.ask('DELETE', '/api/v1/channels/instagram', { businessId }), {
    code: 'channel_not_connected',
  });
});

t.test('if two owners connect one number at the same moment, one gets 201, the other 409', async (t) => {
  const ownerOf = async (name: string) => {
    const { businessId: id } = await admin('business', 'create', '--name', name);
    const email = `${name}@example.org`;
    await admin(
      ...['user', 'create', '--business', String(id), '--email', email, '--name', name],
      ...['--password-file', passwordFile(desk)],
    );
    const client = await desk.clientWith(await (await visitorOf(desk, email)).session());
    return (accountId: string) =>
      client.ask('POST', '/api/v1/console/channel-accounts', {
        businessId: id,
        channel: 'whatsapp',
        accountId,
        accessToken: 'EAAG-secret',
      });
  };
  const [first, second] = [await ownerOf('one'), await ownerOf('two')];
  for (let round = 0; round < 30; round += 1) {
    const accountId = String(200_000_000 + round);
    const answers = await Promise.all([first(accountId), second(accountId)]);
    const seen = answers.map(({ status, code }) => `${status} ${code ?? ''}`.trim()).toSorted();
    if (seen.join() !== '201,409 channel_account_taken') {
      t.fail(`round ${round}: ${seen.join()}`);
      return;
    }
  }
  t.pass('30 rounds');
});
