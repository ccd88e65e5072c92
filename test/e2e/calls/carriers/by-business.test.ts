/** A business whose calls use its own carriers and numbers, and then those of the installation again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isSettled } from '../../../../testkit/api/client.js';
import { parley } from '../../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../../testkit/simulators/model-server.js';

const CALL_MS = 60_000;
const CUSTOMER = '+14155550171';
const SUPPORT = '+14155550170';
const OWN = '+14155550160';

t.setTimeout(120_000);

const model = await startOpenAiServer(t);
/** An unreachable carrier: calls have to fall back to the next one. */
const elsewhere = {
  TELNYX_API_URL: 'http://127.0.0.1:1/v2',
  TELNYX_API_KEY: 'key-of-unknown',
  TELNYX_PUBLIC_KEY: Buffer.alloc(32, 7).toString('base64'),
  TELNYX_CONNECTION_ID: '1',
  TELNYX_FROM: '+15005550006',
  PARLEY_CARRIER: 'telnyx,plivo',
};
const env = {
  ...SILERO_DETECTOR,
  ...elsewhere,
  PARLEY_MODEL: 'openai-compatible:gpt-simulated',
  OPENAI_API_KEY: 'sk-of-a-test',
  OPENAI_BASE_URL: model.url,
};
const world = await startWorld(t, env, { carrier: 'plivo' });
const client = world.client();
const { businessId } = world;
const AT = ['--business', businessId, '--data-dir', world.dataDir];
/** The accounts of the service; for Plivo it only matters that there is one. */
const accounts = {
  ...elsewhere,
  PARLEY_PUBLIC_URL: 'http://127.0.0.1:1',
  PLIVO_AUTH_ID: 'MA',
  PLIVO_AUTH_TOKEN: 'token-of-a-test',
  PLIVO_FROM: '+15005550006',
};
const carrier = (...choice: readonly string[]) =>
  parley(['admin', 'business', 'carrier', ...AT, ...choice], accounts);
const tool = join(t.testdir({}), 'tool.json');
writeFileSync(
  tool,
  JSON.stringify({ name: 'to_support', description: 'Puts the customer through.', transferTo: SUPPORT }),
);
await parley(['admin', 'tool', 'set', ...AT, '--file', tool], accounts);
const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
const call = async () => {
  const callId = await client.startCall(agent.id, CUSTOMER);
  const { call: ended, diagnostics } = await client.callUntil(callId, isSettled, CALL_MS);
  const known = (await world.network.calls()).find(({ statusCallback }) => statusCallback.includes(callId));
  return { ended, diagnostics, history: await world.network.history(known?.sid ?? '') };
};

t.test('impossible choices are refused with what to write instead', async (t) => {
  t.same(await carrier(), { businessId, carriers: null });
  await t.rejects(carrier('--carrier', 'twilio'), {
    message: /not a carrier with an account here: use telnyx or plivo/,
  });
  await t.rejects(carrier('--from', 'plivo=4155550160'), { message: /a number in E.164, like plivo=\+1/ });
  await t.rejects(carrier('--carrier', 'plivo', '--from', `telnyx=${OWN}`), { message: /not in --carrier/ });
  t.same(await carrier(), { businessId, carriers: null });
});

t.test('calls and transfers of the business use its carrier and its number', async (t) => {
  const carriers = { carriers: ['plivo'], from: { plivo: OWN } };
  t.same(await carrier('--carrier', 'plivo', '--from', `plivo=${OWN}`), { businessId, carriers });
  await world.network.callee(SUPPORT, { ringMs: 300, steps: [{ atMs: 1_500, do: { type: 'hang_up' } }] });
  await world.network.callee(CUSTOMER, {
    ringMs: 200,
    steps: [{ afterSilenceMs: 500, do: { type: 'say', audio: await world.say('yes please') } }],
  });
  model.answer({
    text: ['I will put you through. '],
    tools: [{ id: 'c1', name: 'to_support', arguments: '{}' }],
  });
  const { ended, diagnostics, history } = await call();
  t.match(ended, { status: 'completed', endReason: 'completed' });
  t.match(diagnostics.attempts, [{ carrier: 'plivo', outcome: 'completed' }]);
  t.equal(diagnostics.attempts.length, 1, 'no other carrier was tried');
  t.equal(history.from, OWN);
  t.match(history.dialled, [{ number: SUPPORT, from: OWN }]);
});

t.test('without a choice its calls use the carriers of the installation', async (t) => {
  t.same(await carrier('--usual'), { businessId, carriers: null });
  await world.network.callee(CUSTOMER, {
    ringMs: 200,
    steps: [{ afterSilenceMs: 500, do: { type: 'hang_up' } }],
  });
  const { diagnostics, history } = await call();
  t.match(diagnostics.attempts, [
    { carrier: 'telnyx', outcome: 'failed' },
    { carrier: 'plivo', outcome: 'completed' },
  ]);
  t.equal(history.from, '+15005550006');
});
