/** An agent transfers a customer, takes them back if the transfer is not answered, and presses keys. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isSettled } from '../../../testkit/api/client.js';
import { spokenLines } from '../../../testkit/api/transcript.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';

const CALL_MS = 60_000;
const SUPPORT = '+14155550170';
const CUSTOMER = '+14155550171';

t.setTimeout(120_000);

const model = await startOpenAiServer(t);
const env = {
  ...SILERO_DETECTOR,
  PARLEY_MODEL: 'openai-compatible:gpt-simulated',
  OPENAI_API_KEY: 'sk-of-a-test',
  OPENAI_BASE_URL: model.url,
};
const world = await startWorld(t, env);
const client = world.client();
const files = t.testdir({});

const admin = (...command: readonly string[]) =>
  parley(['admin', 'tool', ...command, '--business', world.businessId, '--data-dir', world.dataDir], env);
const set = (tool: object) => {
  const path = join(files, 'tool.json');
  writeFileSync(path, JSON.stringify(tool));
  return admin('set', '--file', path);
};
const TOOL = {
  name: 'to_support',
  description: 'Puts the customer through to a person of the support.',
  transferTo: SUPPORT,
};
const KEYS = { name: 'press_keys', description: 'Presses keys of the telephone.', sendsDigits: true };

const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
const uses = (name: string, args: object) => [{ id: `call_${name}`, name, arguments: JSON.stringify(args) }];
const answerYes = async (...steps: readonly object[]) =>
  world.network.callee(CUSTOMER, {
    ringMs: 200,
    steps: [{ afterSilenceMs: 500, do: { type: 'say', audio: await world.say('yes please') } }, ...steps],
  } as Parameters<typeof world.network.callee>[1]);

t.test('an operator configures transfers and keys as tools', async (t) => {
  t.same(await set(TOOL), { businessId: world.businessId, tool: 'to_support', isNew: true });
  t.same(await set(KEYS), { businessId: world.businessId, tool: 'press_keys', isNew: true });
  t.match(await admin('list'), {
    tools: [
      { name: 'press_keys', server: 'built_in', action: { type: 'send_digits' } },
      { name: 'to_support', server: 'built_in', action: { type: 'transfer', to: SUPPORT } },
    ],
  });
  const refused: readonly (readonly [object, RegExp])[] = [
    [{ ...TOOL, transferTo: '0800' }, /\/transferTo .*E\.164/],
    [
      { ...TOOL, sendsDigits: true },
      /exactly one of url, transferTo, sendsDigits, looksUp, savesMobile and handsOver/,
    ],
    [{ name: 'x', description: 'x' }, /exactly one of/],
    [{ ...TOOL, parameters: {} }, /parameters and timeoutSeconds are for a tool with a url/],
    [{ name: 'x', description: 'x', url: 'https://x.example' }, /\/parameters: is required/],
  ];
  for (const [tool, message] of refused) await t.rejects(set(tool), { message }, message.source);
});

t.test('a transferred call continues after our stream, until its parties hang up', async (t) => {
  await world.network.callee(SUPPORT, { ringMs: 300, steps: [{ atMs: 2_000, do: { type: 'hang_up' } }] });
  await answerYes();
  model.answer({ text: ['I will put you through. '], tools: uses('to_support', {}) });
  const callId = await client.startCall(agent.id, CUSTOMER);
  const call = await client.callUntil(callId, isSettled, CALL_MS);
  t.same(spokenLines(call), [
    'assistant: Hello, Ada here.',
    'customer: yes please',
    'assistant: I will put you through.',
  ]);
  t.match(call.call, { status: 'completed', endReason: 'completed' });
  t.match(call.diagnostics.toolUses, [
    { name: 'to_support', outcome: 'done', result: 'The customer is being put through.' },
  ]);
  const events = call.diagnostics.timeline.map(({ event }) => event);
  const place = (event: string): number => events.indexOf(event);
  t.ok(place('call.tool_begun') < place('call.transfer_requested'));
  t.ok(place('call.transfer_requested') < place('call.transfer_answered'));
  const [known] = await world.network.callsOf(callId);
  const history = await world.network.history(known?.sid ?? '');
  t.match(history, { dialled: [{ number: SUPPORT, status: 'completed' }], endedBy: 'document' });
  t.equal(history.streams.length, 1);
  t.ok(call.call.durationSeconds >= 4, `${call.call.durationSeconds} s, including the transferred part`);
});

t.test('a customer whose transfer fails returns to the agent, which says so', async (t) => {
  await world.network.callee(SUPPORT, { outcome: 'busy', ringMs: 300 });
  await answerYes({ afterSilenceMs: 1_500, do: { type: 'hang_up' } });
  model.answer(
    { text: ['I will put you through. '], tools: uses('to_support', {}) },
    { text: ['Nobody is free there. I will have them call you.'] },
  );
  const callId = await client.startCall(agent.id, CUSTOMER);
  const call = await client.callUntil(callId, isSettled, CALL_MS);
  t.same(spokenLines(call), [
    'assistant: Hello, Ada here.',
    'customer: yes please',
    'assistant: I will put you through.',
    'assistant: Nobody is free there. I will have them call you.',
  ]);
  t.match(JSON.stringify(model.requests.at(-1)?.body), /was not answered/);
  const [known] = await world.network.callsOf(callId);
  const history = await world.network.history(known?.sid ?? '');
  t.match(history.dialled, [{ number: SUPPORT, status: 'busy' }]);
  t.equal(history.streams.length, 2);
  t.equal(call.call.endReason, 'customer_hangup');
});

t.test('the agent presses keys', async (t) => {
  await answerYes({ afterSilenceMs: 3_000, do: { type: 'hang_up' } });
  model.answer({ text: ['One moment. '], tools: uses('press_keys', { digits: '12#' }) }, { text: ['Done.'] });
  const callId = await client.startCall(agent.id, CUSTOMER);
  const call = await client.callUntil(callId, isSettled, CALL_MS);
  t.match(call.diagnostics.toolUses, [{ name: 'press_keys', outcome: 'done' }]);
  t.same(spokenLines(call).slice(2), ['assistant: One moment.', 'assistant: Done.']);
});
