/** Destinations and limits, end to end: the API, the command line, campaigns and the alarm. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ApiError, isSettled } from '../../../testkit/api/client.js';
import { createCategory, createContact } from '../../../testkit/api/resources.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(300_000);

const METRICS_TOKEN = 'metrics-of-a-test-0001';
const world = await startWorld(t, { PARLEY_METRICS_TOKEN: METRICS_TOKEN });
const client = world.client();
const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello.' });
const files = t.testdir({});

const admin = (...words: readonly string[]) =>
  parley([
    'admin',
    'business',
    'destinations',
    ...words,
    '--business',
    world.businessId,
    '--data-dir',
    world.dataDir,
  ]);

/** Waits until the operator sees trouble that mentions all of these. */
const troubleOf = (...words: readonly string[]): Promise<unknown> =>
  until(
    'the trouble',
    async () => {
      const { trouble } = await parley(['admin', 'trouble', '--data-dir', world.dataDir]);
      const text = JSON.stringify(trouble);
      return words.every((word) => text.includes(word));
    },
    60_000,
  );

/** The answer to a start, with its Retry-After. */
const start = async (toNumber: string) => {
  const response = await fetch(`${world.service().url}/api/v1/voice/calls`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ businessId: world.businessId, agentId: agent.id, toNumber }),
  });
  const body: { data?: { callId: string }; error?: { code: string; message: string } } = JSON.parse(
    await response.text(),
  );
  return {
    status: response.status,
    code: body.error?.code,
    message: body.error?.message,
    callId: body.data?.callId,
    retryAfter: Number(response.headers.get('retry-after')),
  };
};

t.test('premium rate, satellite and international premium numbers are refused with 422', async (t) => {
  for (const number of [
    '+19005551234',
    '+449098790000',
    '+499001234567',
    '+870773111632',
    '+8816212345678',
    '+979123456789',
    '+882161234567',
  ])
    t.match(
      await start(number),
      { status: 422, code: 'destination_not_allowed', message: /does not call/ },
      number,
    );
  const counted = await (
    await fetch(`${world.service().url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text();
  t.match(counted, /parley_call_limit_hits_total\{[^}]*rule="number_type"[^}]*\} 7/);
  await troubleOf('number_type');
});

t.test('the command line sets countries, types, limits and prices', async (t) => {
  await t.rejects(admin('allow', '--countries', 'DE,XX'), { message: /XX/ });
  await t.rejects(admin('allow', '--types', 'gold'), { message: /gold/ });
  await t.rejects(admin('allow'), { message: /--countries/ });
  t.match(await admin('allow', '--countries', 'us,DE', '--types', 'premium_rate'), {
    countries: ['DE', 'US'],
    types: ['premium_rate'],
  });
  t.match(await start('+5355123456'), { status: 422, message: /Cuba \(CU\)/ });
  t.match(
    await start('+19005551234'),
    { status: 422, message: /price by prefix/ },
    'an allowed type without a price',
  );

  const path = join(files, 'prices.csv');
  writeFileSync(path, 'prefix,microcredits\n1,20000\n1900,3000000\n+4930,15000\n');
  t.match(await admin('prices', '--file', path), { prefixes: 3 });
  t.match(await admin('show'), { pricesByPrefix: { '1': 20_000, '1900': 3_000_000, '4930': 15_000 } });
  for (const invalid of ['1,a\n', 'x,1\n', '1,2,3\n', '1,1\n+1,2\n']) {
    writeFileSync(path, invalid);
    await t.rejects(admin('prices', '--file', path), { message: /price \d/ }, invalid);
  }
  await world.network.callee('+19005551234', {
    ringMs: 50,
    steps: [{ afterSilenceMs: 200, do: { type: 'hang_up' } }],
  });
  const { callId = '', status } = await start('+19005551234');
  t.equal(status, 202);
  const { call } = await client.callUntil(callId, isSettled, 60_000);
  t.equal(call.chargedMicrocredits, 3_000_000, 'one block at the price of its prefix');
  t.match(await admin('allow', '--usual', '--types', 'none'), { countries: null, types: [] });
});

t.test('as many parallel calls are admitted as the rate limit allows', async (t) => {
  t.match(await admin('limits', '--calls-per-minute', '4'), { callsPerMinute: 4 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => start('+14155550123')));
  t.equal(answers.filter(({ status }) => status === 202).length, 4);
  const refused = answers.filter(({ status }) => status !== 202);
  for (const { status, code, retryAfter } of refused) {
    t.same([status, code], [429, 'call_rate_exceeded']);
    t.ok(retryAfter >= 1 && retryAfter <= 60, `${retryAfter} s`);
  }
  t.match(await admin('limits', '--calls-per-minute', 'none'), { callsPerMinute: null });
});

t.test('no more parallel calls are admitted than the spend limit covers', async (t) => {
  t.match(await admin('limits', '--spend-per-day', '100000'), { spendPerDayMicrocredits: 100_000 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => start('+14155550123')));
  t.equal(answers.filter(({ status }) => status === 202).length, 5, 'five blocks at 20,000');
  for (const { status, code } of answers.filter((answer) => answer.status !== 202))
    t.same([status, code], [402, 'spend_limit_reached']);
  t.match(await admin('limits', '--spend-per-day', 'none'), { spendPerDayMicrocredits: null });
  await troubleOf('call_rate_exceeded', 'spend_limit_reached');
});

t.test('a campaign skips a premium rate number of its list, and calls the others', async (t) => {
  const categoryIds = [await createCategory(client, 'Leads')];
  const premium = await createContact(client, { name: 'Ivy', mobile: '+19005551235', categoryIds });
  const called = await createContact(client, { name: 'Joe', mobile: '+14155550171', categoryIds });
  const seller = await client.post<{ agent: { id: string } }>('/api/v1/agents', {
    channel: 'voice',
    name: 'Seller',
    instructions: 'You sell.',
    languageCode: 'en',
    contactCategoryIds: categoryIds,
  });
  const { campaign } = await client.post<{ campaign: { id: string } }>('/api/v1/campaigns', {
    name: 'Spring',
    objective: 'Say hello.',
    channel: 'voice',
    agentId: seller.agent.id,
    audience: { contactIds: [premium, called] },
    settings: { maxRetries: 0 },
  });
  await client.patch(`/api/v1/campaigns/${campaign.id}`, { action: 'start' });
  const members = async () =>
    (
      await client.get<{
        memberships: readonly { contactId: string; outcome: string | null; skipReason: string | null }[];
      }>(`/api/v1/campaigns/${campaign.id}/memberships?limit=200`)
    ).memberships;
  await until(
    'the end of both',
    async () => (await members()).every(({ outcome }) => outcome !== null),
    60_000,
  );
  const byContact = new Map((await members()).map((member) => [member.contactId, member]));
  t.match(byContact.get(premium), { outcome: 'skipped', skipReason: 'destination_not_allowed' });
  t.not(byContact.get(called)?.outcome, 'skipped');
});

t.test('an idempotent repetition of a refused start is refused again', async (t) => {
  const key = randomUUID();
  for (let time = 0; time < 2; time += 1)
    await client.startCall(agent.id, '+979123456789', key).then(
      () => t.fail('it was accepted'),
      (error: unknown) => t.ok(error instanceof ApiError && error.code === 'destination_not_allowed'),
    );
});
