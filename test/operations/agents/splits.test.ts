/** Splits start with versions that can be compared, and end with one of them. */
import t from 'tap';
import { newProfile } from '../../../operations/agents/agent-profile.js';
import { resultsOf, splitOperations } from '../../../operations/agents/splits.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { SplitResource } from '../../../schemas/agents/split.js';
import type { AgentVersion } from '../../../schemas/agents/version.js';
import type { CampaignResource } from '../../../schemas/campaigns/campaign.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';

const BUSINESS = 'b1';
const CALLER = { businessId: BUSINESS, operationId: 'o', idempotencyKey: 'k', at: 1 };
const BODY = { businessId: BUSINESS, channel: 'voice', name: 'Ann', instructions: 'Help.' } as const;
const SPLIT: SplitResource = {
  splitId: 's1',
  agentId: 'a1',
  campaignId: null,
  published: 3,
  version: 1,
  percent: 20,
  startedAt: '',
  startedBy: null,
  endedAt: null,
  end: null,
};

/** An agent at version 3 with two earlier ones, of which the first is for messages, and a campaign of each channel. */
const createWorld = () => {
  const sent: { readonly type: string }[] = [];
  const published = newProfile(BODY);
  const details = { agentId: 'a1', status: 'active', revision: 3, profile: published };
  const actors = stubActors((_kind, _id, request) => {
    if (request.type === 'get') return details;
    if (request.type === 'edited') return { agent: details, draft: null, splits: [] };
    sent.push(request);
    return null;
  });
  const versionOf = (version: number): AgentVersion => ({
    version,
    createdAt: '',
    by: null,
    ...published,
    channel: version === 1 ? 'whatsapp' : 'voice',
    dataSourceIds: [],
    contactCategoryIds: [],
    dataSourceVariables: [],
  });
  const views = stub<ViewStore>({
    catchUp: async () => undefined,
    waitFor: async () => undefined,
    channelAccounts: () => [],
    campaignOfAgent: () => null,
    agent: () => stub({}),
    agentVersion: (_business, _id, version) => (version > 3 ? null : versionOf(version)),
    agentSplit: (_business, _agent, id) => (sent.length > 0 || id === 's1' ? SPLIT : null),
    campaign: (_business, id) =>
      id === 'unknown'
        ? null
        : stub<CampaignResource>({
            agentId: id === 'foreign' ? 'a2' : 'a1',
            channel: id === 'written' ? 'whatsapp' : 'voice',
          }),
  });
  const voicesOf = async () => [{ id: 'flite:slt', name: 'Slt', language: 'en', gender: 'female' }] as const;
  const splits = splitOperations(stub<OperationsDeps>({ actors, views, voicesOf }));
  const last = () => sent.at(-1);
  return { splits, sent, last };
};

t.test('only an earlier version on the same channel is compared, and campaigns that call', async (t) => {
  const { splits, sent, last } = createWorld();
  const body = { businessId: BUSINESS, version: 2, percent: 20 };
  await t.rejects(splits.start(CALLER, 'a1', { ...body, version: 3 }), {
    code: 'validation_failed',
    details: [{ path: '/version', message: 'is published; choose one before 3' }],
  });
  await t.rejects(splits.start(CALLER, 'a1', { ...body, version: 4 }), { code: 'agent_version_not_found' });
  await t.rejects(splits.start(CALLER, 'a1', { ...body, version: 1 }), { code: 'agent_channel_mismatch' });
  for (const campaignId of ['unknown', 'foreign'])
    await t.rejects(splits.start(CALLER, 'a1', { ...body, campaignId }), { code: 'campaign_not_found' });
  await t.rejects(splits.start(CALLER, 'a1', { ...body, campaignId: 'written' }), {
    code: 'agent_not_voice',
  });
  t.same(sent, []);
  await splits.start(CALLER, 'a1', { ...body, campaignId: 'called' });
  t.match(last(), { type: 'start_split', version: 2, percent: 20, campaignId: 'called', published: 3 });
});

t.test('a winner is one of the two, and is published if it is not', async (t) => {
  const { splits, sent, last } = createWorld();
  await t.rejects(splits.end(CALLER, 'a1', 's1', { businessId: BUSINESS, winner: 2 }), {
    code: 'validation_failed',
    details: [{ path: '/winner', message: 'is not of the split; choose 3 or 1' }],
  });
  await t.rejects(splits.end(CALLER, 'a1', 's9', { businessId: BUSINESS }), { code: 'split_not_found' });
  t.same(sent, []);
  await splits.end(CALLER, 'a1', 's1', { businessId: BUSINESS });
  t.match(last(), { type: 'end_split', splitId: 's1', winner: null, publication: null });
  await splits.end(CALLER, 'a1', 's1', { businessId: BUSINESS, winner: 3 });
  t.match(last(), { winner: 3, publication: null });
  await splits.end(CALLER, 'a1', 's1', { businessId: BUSINESS, winner: 1 });
  t.match(last(), {
    winner: 1,
    publication: { profile: { channel: 'whatsapp' }, contactContextRequired: false },
  });
});

t.test('outcomes stand side by side, and criteria under their keys', (t) => {
  const tally = (version: number, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, count]) => ({ version, name, count }));
  const results = resultsOf(SPLIT, [
    ...tally(1, {
      calls: 80,
      ended: 70,
      answered: 56,
      succeeded: 9,
      failed: 1,
      'met:booked:now': 5,
      durationSeconds: 700,
      chargedMicrocredits: 1_400,
      chargedSquares: 40_000,
      answering: 2,
      answerMs: 1_000,
      answerMsSquares: 520_000,
    }),
    ...tally(3, {
      calls: 90,
      ended: 80,
      answered: 48,
      succeeded: 3,
      failed: 7,
      'missed:booked:now': 2,
      'met:polite': 4,
      answering: 2,
      answerMs: 4_000,
      answerMsSquares: 8_020_000,
    }),
  ]);
  t.match(results.version, {
    version: 1,
    calls: 80,
    conversations: 0,
    answered: { count: 56, of: 70, share: 0.8 },
    success: { count: 9, of: 10 },
    criteria: [
      { key: 'booked:now', met: { count: 5, of: 5 } },
      { key: 'polite', met: { count: 0, of: 0, share: null } },
    ],
    durationSeconds: 700,
    chargedMicrocredits: 1_400,
    answerMs: { count: 2, mean: 500 },
    microcreditsPerCall: { count: 70, mean: 20 },
  });
  t.match(results.differences.answerMs, { difference: -1_500, isConclusive: true });
  t.match(results.differences.microcreditsPerCall, { difference: 20, isConclusive: true });
  t.match(results.published, { version: 3, calls: 90, answered: { count: 48, of: 80 } });
  t.equal(results.confidence, 0.95);
  t.match(results.differences.answered, { isConclusive: true });
  t.ok(
    Math.abs((results.differences.answered?.difference ?? 0) - 0.2) < 1e-9,
    'of the version, minus the published one',
  );
  t.match(results.differences.criteria, [
    { key: 'booked:now', met: { difference: 1 } },
    { key: 'polite', met: null },
  ]);
  t.end();
});
