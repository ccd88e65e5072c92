/** What a customer says in a call is known in the next one and in a chat, until it is erased. */
import t from 'tap';
import type { MemoryEntry } from '../../../schemas/contacts/memory.js';
import { isSettled } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const CALL_MS = 60_000;
const MAX_ATTEMPTS = 3;
const ACCOUNT = '106540352242933';
const MOBILE = '14155550176';
const STATED = 'a table for four please';
const ASKED = 'what do you know about me';

t.setTimeout(480_000);

const meta = await startTestMeta(t);
const world = await startWorld(t, { ...SILERO_DETECTOR, ...meta.env, PARLEY_DEVELOPMENT: '1' });
const { businessId, network, dataDir } = world;
const client = world.client();
await connectWhatsApp(world, businessId, ACCOUNT);
const admin = (group: string, command: string, ...args: readonly string[]) =>
  parley(['admin', group, command, '--business', businessId, '--data-dir', dataDir, ...args]);

const INSTRUCTIONS = [
  `When the customer says "${STATED}", say "We send you a confirmation.".`,
  `When the customer says "${ASKED}", say "I know this: {remembered}.".`,
  `When the customer says "${ASKED}", say "I know nothing.".`,
].join('\n');

/** What the offline model finds in a call, by the script in the criterion. */
const FOUND = JSON.stringify({
  summary: 'Books a table.',
  sentiment: 'positive',
  requests: [],
  criteria: { booked: { verdict: 'unknown', reason: 'Unclear.', turns: [] } },
  fields: {},
  facts: [{ fact: 'Comes with three others.', turns: [2] }],
  promises: [{ promise: 'Sends a confirmation.', by: 'business', turns: [3] }],
  kept: [],
});

const categoryIds = [await createCategory(client, 'Guests')];
const contactId = await createContact(client, { name: 'Grace', mobile: `+${MOBILE}`, categoryIds });
const agent = await createAgent(client, {
  channel: 'voice',
  name: 'Ann',
  instructions: INSTRUCTIONS,
  contactCategoryIds: categoryIds,
  voiceSettings: { firstGreeting: 'Hello.' },
});
const chatAgent = await createAgent(client, {
  channel: 'whatsapp',
  name: 'Ada',
  instructions: INSTRUCTIONS,
  assignment: { phoneNumberId: ACCOUNT },
});

/** The turns of a call in which the contact says the words. */
const call = async (words: string): Promise<readonly string[]> => {
  await network.callee(`+${MOBILE}`, {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 500, do: { type: 'say', audio: await world.say(words) } },
      { afterSilenceMs: 5_000, do: { type: 'hang_up' } },
    ],
  });
  const { callId } = await client.post<{ callId: string }>('/api/v1/voice/calls', {
    agentId: agent.id,
    contactId,
  });
  await client.callUntil(callId, isSettled, CALL_MS);
  const { transcript } = await client.get<{ transcript: readonly { text: string }[] }>(
    `/api/v1/voice/calls/${callId}`,
  );
  return transcript.map(({ text }) => text);
};
/** The turns of a call in which the agent answered; a stall of the machine may end a call before, which is then repeated. */
const answerTo = async (words: string): Promise<string> => {
  for (let attempt = 1; ; attempt += 1) {
    const turns = (await call(words)).join(' ');
    if (/I know (?:this: Sends a|nothing)/.test(turns) || attempt === MAX_ATTEMPTS) return turns;
  }
};
const write = async (text: string): Promise<string> => {
  const before = (await meta.sent()).sent.length;
  await meta.write({ accountId: ACCOUNT, from: MOBILE, text });
  await until('the agent has answered', async () => (await meta.sent()).sent.length > before, 20_000);
  return JSON.stringify((await meta.sent()).sent.slice(before));
};
const memory = async (): Promise<readonly MemoryEntry[]> =>
  (await client.get<{ entries: readonly MemoryEntry[] }>(`/api/v1/contacts/${contactId}/memory`)).entries;

t.test('an agent remembers nothing unless its memory is switched on', async (t) => {
  await admin('business', 'call-analysis', '--on');
  t.match(await admin('agent', 'memory', '--agent', agent.id), { memory: { enabled: false } });
  await call(STATED);
  t.same(await memory(), []);
  t.match(await write(ASKED), /I know nothing/);
});

t.test('the next call and a chat know what was said, until it is erased', async (t) => {
  const criteria = [{ key: 'booked', description: `A table is booked. Otherwise, say “${FOUND}”.` }];
  await client.post(`/api/v1/agents/${agent.id}/analysis`, { analysis: { criteria, fields: null } });
  t.match(await admin('agent', 'memory', '--agent', agent.id, '--on'), { memory: { enabled: true } });
  await client.post(`/api/v1/agents/${chatAgent.id}/memory`, { memory: { enabled: true } });
  await call(STATED);
  await until('the call is remembered', async () => (await memory()).length > 0);
  const entries = await memory();
  t.match(
    entries.map(({ kind, text, promisedBy }) => ({ kind, text, promisedBy })),
    [
      { kind: 'promise', text: 'Sends a confirmation.', promisedBy: 'business' },
      { kind: 'fact', text: 'Comes with three others.', promisedBy: null },
      { kind: 'summary', text: 'Books a table.', promisedBy: null },
    ],
  );
  t.match(entries[1]?.source, { type: 'call', evidence: [{ turn: 1, atMs: Number }] });

  await client.post(`/api/v1/agents/${agent.id}/analysis`, { analysis: { criteria: [], fields: null } });
  const KNOWN = /I know this: Sends a confirmation\.; Comes with three others\.; Books a table\./;
  t.match(await answerTo(ASKED), /I know this: Sends a/);
  t.match(await write(ASKED), KNOWN);

  const fact = (await memory()).find(({ kind }) => kind === 'fact');
  const erase = (body: object) =>
    client.request<{ erased: number }>('DELETE', `/api/v1/contacts/${contactId}/memory`, {
      businessId,
      ...body,
    });
  t.match(await erase({ entryIds: [fact?.id] }), { erased: 1 });
  t.notMatch(await write(ASKED), /three others/);
  await erase({});
  t.same(await memory(), []);
  t.match(await write(ASKED), /I know nothing/);
  t.match(await answerTo(ASKED), /I know nothing/);
});
