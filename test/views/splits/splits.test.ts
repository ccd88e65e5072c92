/** What the versions of a split achieve is counted once, in whatever order the views learn of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import type { AgentEvent, AgentProfile } from '../../../actors/agent/events.js';
import type { AnalysisEvent } from '../../../actors/analysis/events.js';
import type { CallEvent } from '../../../actors/call/events.js';
import type { ConversationEvent } from '../../../actors/conversation/events.js';
import type { ConversationAnalysisEvent } from '../../../actors/conversation-analysis/events.js';
import type { Findings } from '../../../schemas/analysis/call-analysis.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { openForWriting } from '../../../views/kernel/database.js';
import { createProjection } from '../../../views/kernel/projection.js';
import { registry } from '../../../views/registry.js';
import { accepted, ended } from '../journal.js';

type Event = AgentEvent | AnalysisEvent | CallEvent | ConversationEvent | ConversationAnalysisEvent;
type Commit = readonly [kind: string, id: string, ...events: readonly Event[]];

/** Views that have applied the commits. */
const viewsAfter = (t: Lifetime, ...commits: readonly Commit[]) => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-splits-'));
  const { db } = openForWriting(join(directory, 'views.sqlite'), registry);
  t.teardown(() => {
    db.close();
    rmSync(directory, { recursive: true });
  });
  const projection = createProjection(db, registry);
  projection.begin(0, { journal: 'j', lineage: '' });
  const stored = commits.map(([kind, id, ...events], index) => ({
    kind,
    id,
    businessId: 'b1',
    at: 1_000 * (index + 1),
    events,
    seq: index + 1,
    mark: '',
    version: 1,
    bytes: 0,
  }));
  projection.apply(0, stored, ({ reason }) => {
    throw new Error(reason);
  });
  return registry.queries(db);
};

const profile: AgentProfile = {
  channel: 'voice',
  name: 'Ann',
  instructions: 'Help.',
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [],
  dataSourceVariables: [],
  voiceSettings: {},
  instagramCollectMobileEnabled: true,
};
const created: AgentEvent = {
  type: 'agent.created',
  referenceName: 'ann-1',
  profile,
  contactContextRequired: false,
};
const updated: AgentEvent = {
  type: 'agent.updated',
  profile,
  contactContextRequired: false,
  note: 'Shorter.',
  restored: 1,
};

const callOf = (splitId: string | null, version: number): CallEvent => {
  const event = accepted({ agentId: 'a1' });
  if (event.type !== 'call.accepted') throw new Error('it is not accepted');
  const agent = { ...event.agent, version, ...(splitId === null ? {} : { splitId }) };
  return { ...event, agent };
};
/** An answer that the customer heard after so many ms. */
const answer = (firstPlayedMs: number): CallEvent => ({
  type: 'call.turn',
  turn: {
    turnId: `t${firstPlayedMs}`,
    speaker: 'assistant',
    text: 'Yes.',
    at: 2_000,
    audioOffsetMs: null,
    audioEndOffsetMs: null,
    interrupted: false,
    heard: 'acked',
    latencies: {
      finalTranscriptMs: 0,
      firstTokenMs: 0,
      firstAudioMs: 0,
      firstFrameMs: 0,
      firstPlayedMs,
    },
  },
});
const answered: CallEvent = { type: 'call.answered', answeredAt: 2_000 };
const settled: CallEvent = { type: 'call.settled', blocks: 1, chargedMicrocredits: 250 };
const findings = (verdict: 'met' | 'not_met'): Findings => ({
  summary: '',
  sentiment: 'neutral',
  requests: [],
  criteria: [
    { key: 'booked', verdict, reason: '', evidence: [] },
    { key: 'polite', verdict: 'unknown', reason: '', evidence: [] },
  ],
  fields: [],
});
const analysed = (verdict: 'met' | 'not_met'): AnalysisEvent => ({
  type: 'analysis.repeated',
  analysisRunId: 'r1',
  settingsId: 'x',
  findings: findings(verdict),
  chargedMicrocredits: 1,
});

t.test('a split is shown with its versions until the next publication ends it', (t) => {
  const views = viewsAfter(
    t,
    ['agent', 'a1', created, updated],
    [
      'agent',
      'a1',
      {
        type: 'agent.split_started',
        splitId: 's1',
        version: 1,
        percent: 20,
        campaignId: null,
        by: { type: 'key', keyId: 'k1' },
      },
      { type: 'agent.split_started', splitId: 's2', version: 1, percent: 50, campaignId: 'c1' },
    ],
    ['agent', 'a1', { type: 'agent.split_ended', splitId: 's2', reason: 'dropped', winner: null }],
  );
  t.match(views.runningSplit('b1', 'a1', null), {
    splitId: 's1',
    published: 2,
    version: 1,
    percent: 20,
    startedBy: { type: 'key', id: 'k1' },
    endedAt: null,
  });
  t.equal(views.runningSplit('b1', 'a1', 'c1'), null, 'it has ended');
  t.equal(views.runningSplit('b2', 'a1', null), null, 'of another business');
  t.equal(views.agentSplit('b1', 'a2', 's1'), null, 'of another agent');
  const page = views.agentSplits('b1', 'a1', { limit: 1, cursor: null });
  t.match(page.items, [{ splitId: 's2', end: { reason: 'dropped', winner: null } }]);
  t.match(views.agentSplits('b1', 'a1', { limit: 1, cursor: page.nextCursor }).items, [{ splitId: 's1' }]);
  t.match(views.agentVersion('b1', 'a1', 2), { version: 2, note: 'Shorter.', restored: 1 });
  t.notOk('note' in (views.agentVersion('b1', 'a1', 1) ?? {}));
  t.equal(views.agentVersion('b1', 'a1', 3), null);
  t.end();
});

t.test('calls of a split are counted by version, as they end and are analysed', (t) => {
  const calls: readonly Commit[] = [
    ['call', 'c1', callOf('s1', 1), answered, answer(900), ended('completed'), answer(500), settled],
    ['call', 'c2', callOf('s1', 1), ended('busy')],
    ['call', 'c3', callOf('s1', 2), answered, answer(1_200)],
    ['call', 'c4', callOf(null, 2), answered, ended('completed')],
  ];
  const analyses: readonly Commit[] = [
    ['analysis', 'c1', analysed('not_met')],
    ['analysis', 'c1', analysed('met')],
    ['analysis', 'c4', analysed('met')],
  ];
  const counted = [
    { version: 1, name: 'answerMs', count: 700 },
    { version: 1, name: 'answerMsSquares', count: 490_000 },
    { version: 1, name: 'answered', count: 1 },
    { version: 1, name: 'answering', count: 1 },
    { version: 1, name: 'calls', count: 2 },
    { version: 1, name: 'chargedMicrocredits', count: 250 },
    { version: 1, name: 'chargedSquares', count: 62_500 },
    { version: 1, name: 'durationSeconds', count: 6 },
    { version: 1, name: 'ended', count: 2 },
    { version: 1, name: 'met:booked', count: 1 },
    { version: 1, name: 'succeeded', count: 0 },
    { version: 2, name: 'answerMs', count: 1_200 },
    { version: 2, name: 'answerMsSquares', count: 1_440_000 },
    { version: 2, name: 'answering', count: 1 },
    { version: 2, name: 'calls', count: 1 },
  ];
  for (const order of [
    [...calls, ...analyses],
    [...analyses, ...calls],
  ]) {
    const found = viewsAfter(t, ...order).splitTallies('b1', 's1');
    const kept = found.filter(({ count }) => count !== 0);
    t.same(
      kept,
      counted.filter(({ count }) => count !== 0),
    );
  }
  t.same(viewsAfter(t, ...calls).splitTallies('b2', 's1'), [], 'another business has its own');
  t.end();
});

t.test('a conversation is counted once for each version that answered in it', (t) => {
  const opened: ConversationEvent = {
    type: 'conversation.opened',
    channel: 'whatsapp',
    accountId: '106',
    address: '14155550101',
  };
  const reply = (messageId: string, splitId: string | null): ConversationEvent => ({
    type: 'message.queued',
    messageId,
    author: 'agent',
    recipient: '+14155550101',
    content: { type: 'text', text: 'Yes.' },
    campaign: null,
    agent: { agentId: 'a1', version: 1, ...(splitId === null ? {} : { splitId }) },
  });
  const asked: ConversationEvent = {
    type: 'message.received',
    messageId: 'm0',
    providerMessageId: 'p0',
    content: { type: 'text', text: 'Hello?', media: null, details: null },
    sentAt: 1_000,
    customer: { mobile: '+14155550101', whatsappId: null, userId: null, username: null, name: null },
    opensWindow: true,
    replyAt: null,
  };
  const episode = { conversationId: 'v1', firstMessageId: 'm0', lastMessageId: 'm2' };
  const views = viewsAfter(
    t,
    ['conversation', 'v1', opened, asked, reply('m1', 's1'), reply('m2', 's1')],
    ['conversation', 'v2', opened, reply('m3', null)],
    [
      'conversation-analysis',
      'e1',
      {
        type: 'analysis.repeated',
        analysisRunId: 'r1',
        settingsId: 'x',
        chargedMicrocredits: 1,
        episode,
        findings: {
          summary: '',
          sentiment: 'neutral',
          requests: [],
          criteria: [{ key: 'booked', verdict: 'not_met', reason: '', evidence: [] }],
          fields: [],
        },
      },
    ],
  );
  t.same(views.splitTallies('b1', 's1'), [
    { version: 1, name: 'conversations', count: 1 },
    { version: 1, name: 'failed', count: 1 },
    { version: 1, name: 'missed:booked', count: 1 },
  ]);
  t.end();
});
