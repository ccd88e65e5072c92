/** The mobile number that a customer gives to an agent is saved to their contact, end to end. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isSettled } from '../../../testkit/api/client.js';
import {
  contactsWith,
  createAgent,
  createCategory,
  createContact,
  timelineOf,
} from '../../../testkit/api/resources.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242933';
const CALL_MS = 60_000;

t.setTimeout(120_000);

const model = await startOpenAiServer(t);
const meta = await startTestMeta(t);
const env = {
  ...meta.env,
  PARLEY_MODEL: 'openai-compatible:gpt-simulated',
  OPENAI_API_KEY: 'sk-of-a-test',
  OPENAI_BASE_URL: model.url,
};
const world = await startWorld(t, env);
const client = world.client();
await connectWhatsApp(world, world.businessId, ACCOUNT);
const path = join(t.testdir({}), 'tool.json');

const admin = (command: string, ...options: readonly string[]) =>
  parley(
    ['admin', 'tool', command, '--business', world.businessId, '--data-dir', world.dataDir, ...options],
    env,
  );
const set = (tool: object) => {
  writeFileSync(path, JSON.stringify(tool));
  return admin('set', '--file', path);
};

t.test('the mobile that a customer gives is saved to their contact, on a call and in writing', async (t) => {
  const customer = '14155550186';
  const categoryIds = [await createCategory(client, 'Callers')];
  await createContact(client, { name: 'Di', mobile: `+${customer}`, categoryIds });
  const [before] = await contactsWith(client, `+${customer}`);
  const saves = {
    name: 'save_mobile',
    description: 'Saves the number at which the customer is to be called.',
  };
  await t.rejects(set({ ...saves, savesMobile: false }), { message: /savesMobile/ });
  await t.rejects(set({ ...saves, savesMobile: true, sendsDigits: true }), { message: /exactly one of/ });
  t.match(await set({ ...saves, savesMobile: true }), { tool: 'save_mobile', isNew: true });
  const tried = [
    '--name',
    'save_mobile',
    '--agent',
    randomUUID(),
    '--arguments',
    '{"mobile":"+14155550185"}',
  ];
  t.match(await admin('try', ...tried), { outcome: 'failed', result: /no customer here/ });
  const uses = (mobile: string) => ({
    tools: [{ id: 'call_1', name: 'save_mobile', arguments: JSON.stringify({ mobile }) }],
  });

  await createAgent(client, {
    channel: 'whatsapp',
    name: 'Ada',
    instructions: 'You are Ada.',
    assignment: { phoneNumberId: ACCOUNT },
  });
  model.answer(uses('+1 415 555 0185'), { text: ['I have written it down.'] });
  await meta.write({ accountId: ACCOUNT, from: customer, text: 'Call me at 415 555 0185 from now on.' });
  await until(
    'the answer',
    async () => JSON.stringify(await meta.sent()).includes('written it down'),
    20_000,
  );
  const [after] = await contactsWith(client, '+14155550185');
  t.equal(after?.id, before?.id);
  t.same(await contactsWith(client, `+${customer}`), []);
  t.match(
    (await timelineOf(client, after?.id ?? '')).filter(({ type }) => type === 'mobile_given'),
    [{ mobile: '+14155550185', created: false }],
  );

  const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
  model.answer(uses('(415) 555-0184'), { text: ['It is saved.'] });
  await world.network.callee('+14155550185', {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 500, do: { type: 'say', audio: await world.say('yes please') } },
      { afterSilenceMs: 3_000, do: { type: 'hang_up' } },
    ],
  });
  const callId = await client.startCall(agent.id, '+14155550185');
  const { diagnostics } = await client.callUntil(callId, isSettled, CALL_MS);
  t.match(diagnostics.toolUses, [
    {
      name: 'save_mobile',
      outcome: 'done',
      result: 'Saved: +14155550184.',
      arguments: { mobile: '(415) 555-0184' },
    },
  ]);
  t.match(await contactsWith(client, '+14155550184'), [{ id: before?.id }]);
});
