import t from 'tap';
import { changedProfile, newProfile } from '../../../operations/agents/agent-profile.js';
import type { AgentUpdate } from '../../../schemas/agents/agent.js';

const businessId = '7b0f3c86-3a53-4d4c-9a42-000000000001';
const agentId = '7b0f3c86-3a53-4d4c-9a42-000000000002';
const sourceId = '7b0f3c86-3a53-4d4c-9a42-000000000003';

const required = { channel: 'voice', name: 'Ann', instructions: 'Help.' } as const;
const full = newProfile({
  businessId,
  ...required,
  languageCode: 'de',
  dataSourceIds: [sourceId],
  contactCategoryIds: [sourceId],
  instagramCollectMobileEnabled: false,
  dataSourceVariables: [{ sourceId, fieldKey: 'order', alias: 'order' }],
  voiceSettings: { firstGreeting: 'Hello.', allowGreetingInterrupt: false, maxCallDurationSeconds: 60 },
});
const change = (fields: Partial<AgentUpdate>) =>
  changedProfile(full, { businessId, agentId, ...required, ...fields });

t.test('omitted fields keep their values', async (t) => {
  t.same(change({}), full);
  t.same(change({ name: 'Bea', instructions: 'Help more.' }), {
    ...full,
    name: 'Bea',
    instructions: 'Help more.',
  });
  t.same(change({ voiceSettings: {} }), full);
});

t.test('a disclosure is kept on one line, and an empty disclosure is removed', async (t) => {
  const cleaned = (disclosure: string | null) =>
    change({ voiceSettings: { disclosure } }).voiceSettings.disclosure;
  t.equal(cleaned('  This call\n\tis made by\u0007 an AI. '), 'This call is made by an AI.');
  t.equal(cleaned(' \n'), undefined);
  const before = newProfile({ businessId, ...required, voiceSettings: { disclosure: 'I am an AI.' } });
  const after = (fields: Partial<AgentUpdate>) =>
    changedProfile(before, { businessId, agentId, ...required, ...fields }).voiceSettings.disclosure;
  t.equal(after({}), 'I am an AI.');
  t.equal(after({ voiceSettings: { disclosure: null } }), undefined);
  t.equal(after({ voiceSettings: { disclosure: '' } }), undefined);
});

t.test('listening words are replaced as a whole, and ducking can be switched off', async (t) => {
  const before = newProfile({
    businessId,
    ...required,
    voiceSettings: { backchannels: ['roger'], bargeInDuck: false },
  });
  const after = (voiceSettings: NonNullable<AgentUpdate['voiceSettings']>) =>
    changedProfile(before, { businessId, agentId, ...required, voiceSettings }).voiceSettings;
  t.same(after({}), { backchannels: ['roger'], bargeInDuck: false });
  t.same(after({ backchannels: ['copy that', 'aye'] }).backchannels, ['copy that', 'aye']);
  t.same(after({ backchannels: null, bargeInDuck: null }), {});
});

t.test('null resets a field to the default of a new agent', async (t) => {
  const plain = newProfile({ businessId, ...required });
  const cleared = change({
    languageCode: null,
    dataSourceIds: null,
    contactCategoryIds: null,
    dataSourceVariables: null,
    voiceSettings: null,
    instagramCollectMobileEnabled: null,
  });
  t.same(cleared, plain);
  for (const field of ['languageCode', 'dataSourceIds', 'contactCategoryIds', 'dataSourceVariables'] as const)
    t.same(change({ [field]: null }), { ...full, [field]: plain[field] }, field);
});

t.test('each voice setting changes independently', async (t) => {
  t.same(change({ voiceSettings: { firstGreeting: 'Hi.' } }).voiceSettings, {
    ...full.voiceSettings,
    firstGreeting: 'Hi.',
  });
  t.same(change({ voiceSettings: { firstGreeting: null, agentGender: 'male' } }).voiceSettings, {
    allowGreetingInterrupt: false,
    maxCallDurationSeconds: 60,
    agentGender: 'male',
  });
  t.same(change({ voiceSettings: { allowGreetingInterrupt: true } }).voiceSettings, {
    ...full.voiceSettings,
    allowGreetingInterrupt: true,
  });
});

t.test('an empty list and false are values, not omissions', async (t) => {
  t.same(change({ dataSourceIds: [], dataSourceVariables: [] }), {
    ...full,
    dataSourceIds: [],
    dataSourceVariables: [],
  });
  t.equal(change({ instagramCollectMobileEnabled: true }).instagramCollectMobileEnabled, true);
  t.equal(change({ instagramCollectMobileEnabled: false }).instagramCollectMobileEnabled, false);
});

t.test('each chat setting changes independently, and none is stored without a value', async (t) => {
  t.notOk('chatSettings' in change({}));
  t.same(change({ chatSettings: { images: false } }).chatSettings, { images: false });
  const before = { ...full, chatSettings: { images: false, voiceNotes: false } };
  const next = (chatSettings: AgentUpdate['chatSettings']) =>
    changedProfile(before, {
      businessId,
      agentId,
      ...required,
      ...(chatSettings === undefined ? {} : { chatSettings }),
    }).chatSettings;
  t.same(next(undefined), { images: false, voiceNotes: false });
  t.same(next({ images: null, typingIndicator: false }), { voiceNotes: false, typingIndicator: false });
  t.equal(next({ images: null, voiceNotes: null }), undefined);
  t.equal(next(null), undefined);
});
