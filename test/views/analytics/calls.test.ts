/** Calls are counted under their outcome, agent, version, campaign and time, in whatever order the views learn of them. */
import t from 'tap';
import type { AnalysisEvent } from '../../../actors/analysis/events.js';
import type { CallEvent } from '../../../actors/call/events.js';
import type { ContactEvent } from '../../../actors/contact-partition/events.js';
import type { ConversationEvent } from '../../../actors/conversation/events.js';
import type { Findings } from '../../../schemas/analysis/call-analysis.js';
import { seeded, seedOfRun } from '../../../testkit/seeded.js';
import { analytics } from '../../../views/analytics/index.js';
import { SLOTS } from '../../../views/analytics/slots.js';
import { addTally } from '../../../views/analytics/tally.js';
import { accepted, ended, turn } from '../journal.js';
import {
  ANSWERED,
  acceptedBy,
  type Commit,
  type Counted,
  callsOf,
  counted,
  HOUR,
  journalOf,
  NOON,
  settled,
} from './counted.js';

const spoken = (turnId: string, ms: number, overrides = {}): CallEvent =>
  turn(turnId, {
    speaker: 'assistant',
    latencies: {
      finalTranscriptMs: ms,
      firstTokenMs: 2 * ms,
      firstAudioMs: 3 * ms,
      firstFrameMs: 4 * ms,
      firstPlayedMs: null,
    },
    ...overrides,
  });
const tool = (id: string, outcome: 'done' | 'failed'): readonly CallEvent[] => [
  { type: 'call.tool_begun', use: { id, name: 'look_up', arguments: {}, at: 0 } },
  { type: 'call.tool_ended', id, end: { result: '', outcome, durationMs: 5 } },
];
const found = (verdict: 'met' | 'not_met', runId?: string): AnalysisEvent => {
  const findings: Findings = {
    summary: 'A table.',
    sentiment: 'neutral',
    requests: [],
    criteria: [{ key: 'booked', verdict, reason: '', evidence: [] }],
    fields: [],
  };
  return runId === undefined
    ? { type: 'analysis.ended', settingsId: 's1', result: { type: 'completed', findings } }
    : { type: 'analysis.repeated', analysisRunId: runId, settingsId: 's2', findings, chargedMicrocredits: 1 };
};
const PREPARED: AnalysisEvent = { type: 'analysis.prepared', agentId: 'a1' };
const analysisCharged = (chargedMicrocredits: number): AnalysisEvent => ({
  type: 'analysis.settled',
  chargedMicrocredits,
});
const voicemail: CallEvent = {
  type: 'call.ended',
  status: 'completed',
  endedBy: 'customer',
  endReason: 'voicemail',
  durationSeconds: 9,
  carrierCostMicrocredits: 0,
};

/** Each list is one actor's, in its order. */
const actors: readonly (readonly Commit[])[] = [
  [
    {
      kind: 'call',
      id: 'c1',
      at: NOON,
      events: [acceptedBy('a1', { version: 2, campaignId: 'k1' }), ANSWERED, spoken('t1', 100)],
    },
    {
      kind: 'call',
      id: 'c1',
      at: NOON + 1,
      events: [
        turn('t2', { interrupted: true }),
        spoken('t3', 200, { interrupted: true }),
        spoken('t4', 1_000, { nudge: true }),
        ...tool('u1', 'failed'),
        ...tool('u2', 'done'),
      ],
    },
    { kind: 'call', id: 'c1', at: NOON + 2, events: [ended('completed')] },
    { kind: 'call', id: 'c1', at: NOON + 3, events: [settled(500)] },
    // The transcript of the last words arrives late.
    { kind: 'call', id: 'c1', at: NOON + 4, events: [spoken('t5', 1_000)] },
  ],
  [
    {
      kind: 'analysis',
      id: 'c1',
      at: NOON + 5,
      events: [PREPARED, found('met'), analysisCharged(30)],
    },
    { kind: 'analysis', id: 'c1', at: NOON + 6, events: [found('not_met', 'r1')] },
  ],
  [
    {
      kind: 'call',
      id: 'c2',
      at: NOON,
      events: [acceptedBy('a1', { version: 2 }), ended('busy'), settled(0)],
    },
  ],
  [
    {
      kind: 'call',
      id: 'c3',
      at: NOON + HOUR,
      events: [acceptedBy('a2'), ANSWERED, voicemail, settled(100)],
    },
  ],
  [{ kind: 'call', id: 'live', at: NOON, events: [acceptedBy('a1'), ANSWERED, spoken('t1', 1)] }],
  [
    {
      kind: 'call',
      id: 'asked',
      at: NOON,
      events: [accepted({ consultationOf: 'c1' }), ANSWERED, ended('completed'), settled(7)],
    },
  ],
  [
    {
      kind: 'call',
      businessId: 'b2',
      id: 'other',
      at: NOON,
      events: [acceptedBy('a1'), ended('busy'), settled(7)],
    },
  ],
];
const inOrder = actors.flat();

t.test('counts what settled calls know', async (t) => {
  const { read } = counted(t, inOrder);
  const calls = callsOf((await read()).totals);
  t.match(calls, {
    calls: 3,
    answered: 1,
    answerRate: 1 / 3,
    analyzed: 1,
    succeeded: 0,
    notSucceeded: 1,
    successRate: 0,
    durationSeconds: 15,
    chargedMicrocredits: 600,
    analysisCostMicrocredits: 31,
    agentTurns: 4,
    interruptions: 1,
    silences: 1,
    silenceEnds: 0,
    toolUses: 2,
    toolFailures: 1,
  });
  const isAbout = (value: number | null, exact: number): boolean =>
    value !== null && Math.abs(value - exact) <= exact / 20;
  t.ok(isAbout(calls.callSeconds.p50, 6), 'the length of the call that a person answered');
  t.ok(isAbout(calls.latencies.finalTranscriptMs.p50, 200));
  t.ok(isAbout(calls.latencies.finalTranscriptMs.p95, 1_000));
  t.ok(isAbout(calls.latencies.firstFrameMs.p95, 4_000));
  t.same(calls.latencies.firstPlayedMs, { p50: null, p95: null });
});

const groups = async ({ read }: Counted, request: Parameters<Counted['read']>[0]) =>
  (await read(request)).groups.map(({ key, version, figures }) => [key, version, callsOf(figures).calls]);

t.test('groups and filters by outcome, agent, version and campaign', async (t) => {
  const file = counted(t, inOrder);
  t.same(await groups(file, { groupBy: 'outcome' }), [
    ['busy', null, 1],
    ['completed', null, 1],
    ['voicemail', null, 1],
  ]);
  t.same(await groups(file, { groupBy: 'agent' }), [
    ['a1', null, 2],
    ['a2', null, 1],
  ]);
  t.same(await groups(file, { groupBy: 'version' }), [
    ['a1', 2, 2],
    ['a2', null, 1],
  ]);
  t.same(await groups(file, { groupBy: 'campaign' }), [
    [null, null, 2],
    ['k1', null, 1],
  ]);
  t.same(await groups(file, { groupBy: 'agent', campaignId: 'k1' }), [['a1', null, 1]]);
  t.same(await groups(file, { groupBy: 'outcome', agentId: 'a1', version: 2 }), [
    ['busy', null, 1],
    ['completed', null, 1],
  ]);
  t.same(await groups(file, { groupBy: 'outcome', agentId: 'a1', version: 1 }), []);
  t.same(await groups(file, { outcome: 'busy' }), [], 'no groups unless they are requested');
  t.equal(callsOf((await file.read({ outcome: 'busy' })).totals).calls, 1);
});

interface StoredTally {
  readonly key: string;
  readonly tally: Buffer;
}

/** Everything that is counted, by what it is counted under. */
const contentOf = ({ db }: Counted): readonly string[] => {
  const sums = new Map<string, Float64Array>();
  const rows = db.prepare<[], StoredTally>(
    `SELECT business_id || subject || week || agent_id || version || campaign_id || outcome AS key, tally
     FROM analytics_series s JOIN analytics_tallies t ON t.series = s.row
     UNION ALL SELECT 'times ' || business_id || subject || week || outcome, tally
     FROM analytics_time_series s JOIN analytics_waiting t ON t.series = s.row`,
  );
  for (const { key, tally } of rows.all())
    addTally(tally, (quarter) => {
      const of = `${key} ${quarter}`;
      const slots = sums.get(of) ?? new Float64Array(SLOTS);
      sums.set(of, slots);
      return slots;
    });
  return [...sums]
    .filter(([, slots]) => slots.some((count) => count !== 0))
    .map(([key, slots]) => `${key} ${JSON.stringify([...slots])}`)
    .sort();
};

t.test('counts the same in any order of the actors', async (t) => {
  const seed = seedOfRun();
  t.comment(`PARLEY_TEST_SEED=${seed}`);
  const random = seeded(seed);
  const expected = contentOf(counted(t, inOrder));
  for (let run = 0; run < 10; run += 1) {
    const waiting = actors.map((commits) => [...commits]);
    const mixed: Commit[] = [];
    while (waiting.some((commits) => commits.length > 0)) {
      const next = waiting[Math.floor(random() * waiting.length)]?.shift();
      if (next !== undefined) mixed.push(next);
    }
    t.same(contentOf(counted(t, mixed)), expected);
  }
});

t.test('counts an event once, however often it is applied', async (t) => {
  const file = counted(t, inOrder);
  const expected = contentOf(file);
  const journal = journalOf(inOrder);
  file.projection.apply(0, journal, () => t.fail('skipped'));
  const projections = analytics.projections.map(({ kind, prepare }) => ({ kind, apply: prepare(file.db) }));
  for (const { kind, id, businessId, events } of journal)
    for (const { apply } of projections.filter((projection) => projection.kind === kind))
      for (const event of events) apply({ businessId, id, shard: 0, seq: 1, index: 0, at: NOON, event });
  t.same(contentOf(file), expected);
});

t.test('counts an archived call as the same call, also when its analysis comes first', async (t) => {
  const expected = contentOf(counted(t, inOrder));
  const [call = [], analysis = [], ...others] = actors;
  const file = counted(t, [...analysis, ...others.flat()]);
  const archived = journalOf(call);
  const seq = journalOf(inOrder).length + 1;
  const archive = { kind: 'call', businessId: 'b1', id: 'c1', seq, mark: '', at: NOON, version: 1, bytes: 0 };
  file.projection.apply(0, [{ ...archive, events: [], archived }], ({ reason }) => t.fail(reason));
  t.same(contentOf(file), expected);
  const again = { ...archive, kind: 'analysis', seq: seq + 1, events: [found('met', 'r2')] };
  file.projection.apply(0, [again], ({ reason }) => t.fail(reason));
  t.match(callsOf((await file.read()).totals), { agentTurns: 4, succeeded: 1, notSucceeded: 0 });
});

const writtenTo = (contactId: string): readonly ConversationEvent[] => [
  { type: 'conversation.opened', channel: 'whatsapp', accountId: '106', address: '4915112345678' },
  { type: 'conversation.registered', contactId },
  {
    type: 'message.queued',
    messageId: 'm1',
    author: 'agent',
    recipient: '+4915112345678',
    content: { type: 'text', text: 'words' },
    campaign: null,
  },
];

t.test('a deleted contact leaves its numbers in the roll-ups, and nothing else', async (t) => {
  const contact = 'contact-1';
  const spokenBy = (id: string): Commit => ({
    kind: 'call',
    id,
    at: NOON,
    events: [accepted({ contactId: contact }), ANSWERED, turn('words', {}), ended('completed'), settled(1)],
  });
  // Enough calls for tallies that are closed and merged.
  const ids = Array.from({ length: 600 }, (_, n) => `call-${n}`);
  const file = counted(t, [
    ...ids.map(spokenBy),
    {
      kind: 'conversation',
      id: 'v1',
      at: NOON,
      events: writtenTo(contact),
    },
  ]);
  const figures = async () => [
    (await file.read()).totals,
    (await file.read({ subject: 'conversations' })).totals,
    (await file.read({ groupBy: 'hour' })).groups,
  ];
  const before = await figures();
  const deleted: ContactEvent = { type: 'contact.deleted', contactId: contact };
  const commit = {
    kind: 'contacts',
    businessId: 'b1',
    id: '0cd',
    seq: 1_000,
    mark: '',
    at: NOON,
    version: 1,
  };
  const deletion = { ...commit, bytes: 0, events: [deleted] };
  file.projection.apply(0, [deletion], ({ reason }) => t.fail(reason));
  t.same(await figures(), before, 'figures stay');
  const tables = file.db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'analytics%'")
    .pluck()
    .all();
  t.equal(tables.length, 7);
  const personal = ['Grace', contact, '4915112345678', 'Kyoto', 'words', 'call-', 'm1'];
  for (const table of tables) {
    const rows = file.db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all();
    t.ok(rows.length > 0, `${table} has rows`);
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join(' ');
    for (const word of personal) t.notOk(text.includes(word), `${table} has no ${word}`);
  }
});
