/** Calls are exported with their outcomes, safe to open in a spreadsheet. */
import { parse } from 'csv-parse/sync';
import t from 'tap';
import { exportCalls, exportColumnsOf } from '../../../operations/calls/export.js';
import type { CallAnalysis, Findings } from '../../../schemas/analysis/call-analysis.js';
import type { VoiceCallSummary } from '../../../schemas/calls/voice-call.js';

const AT = '2026-01-02T03:04:05.000Z';
const call: VoiceCallSummary = {
  id: 'c1',
  status: 'completed',
  agentName: 'Ann',
  campaignName: null,
  contactId: null,
  contactName: '=1+1',
  sourceName: null,
  callData: {},
  calleeNumber: '+14155550100',
  durationSeconds: 21,
  startedAt: AT,
  endedAt: AT,
  recordingAvailable: false,
  transcriptAvailable: true,
  createdAt: AT,
  chargedMicrocredits: 20_000,
  endedBy: 'customer',
  endReason: 'customer_hangup',
  disclosure: { status: 'none', heardAtMs: null, proof: null },
  outcome: { status: 'completed', success: false, sentiment: 'mixed', requests: ['call_back', 'human'] },
};
const findings: Findings = {
  summary: '-5 % was offered.',
  sentiment: 'mixed',
  requests: [
    { request: 'call_back', at: AT, evidence: [] },
    { request: 'human', at: null, evidence: [] },
  ],
  criteria: [{ key: 'booked', verdict: 'not_met', reason: 'No.', evidence: [] }],
  fields: [{ key: 'guests', value: 4, evidence: [] }],
};
const analysis: CallAnalysis = {
  status: 'completed',
  success: false,
  findings,
  failure: null,
  analysisRunId: null,
  analyzedAt: AT,
  chargedMicrocredits: 2_000,
};

const exported = async (calls: readonly VoiceCallSummary[], withSettings: boolean, columns?: string) => {
  const views: Parameters<typeof exportCalls>[0] = {
    calls: (_, { cursor }) =>
      cursor === null
        ? { items: calls.slice(0, 1), nextCursor: calls.length > 1 ? 'next' : null }
        : { items: calls.slice(1), nextCursor: null },
    analysisOf: () => analysis,
  };
  const settings = {
    criteria: [{ key: 'booked', description: 'A table is booked.' }],
    fields: {
      type: 'object' as const,
      properties: { guests: { type: 'integer' as const }, area: { type: 'string' as const } },
    },
  };
  let text = '';
  const options = { settings: withSettings ? settings : null, columns: exportColumnsOf(columns) };
  for await (const piece of exportCalls(views, 'b1', {}, options)) text += piece;
  const rows: Readonly<Record<string, string>>[] = parse(text, { columns: true, bom: true });
  return rows;
};

t.test('a call has a row with its outcome, and a column for each criterion and field', async (t) => {
  const { outcome: _, ...without } = call;
  const reviewed = { ...call, tags: ['=refund', 'vip'], score: 2 };
  const rows = await exported([reviewed, { ...without, id: 'c2' }], true);
  t.match(rows, [
    {
      id: 'c1',
      contact: "'=1+1",
      number: '+14155550100',
      durationSeconds: '21',
      success: 'false',
      sentiment: 'mixed',
      requests: 'call_back; human',
      callBackAt: AT,
      summary: "'-5 % was offered.",
      analysis: 'completed',
      tags: "'=refund; vip",
      score: '2',
      booked: 'not_met',
      guests: '4',
      area: '',
    },
    {
      id: 'c2',
      success: '',
      sentiment: '',
      requests: '',
      callBackAt: '',
      summary: '',
      analysis: '',
      tags: '',
      score: '',
      booked: '',
      guests: '',
    },
  ]);
});

t.test('calls of several agents have no columns of criteria and fields', async (t) => {
  const [row] = await exported([call], false);
  t.equal(row?.success, 'false');
  t.notOk(row !== undefined && 'booked' in row);
});

t.test('a file has the columns that were requested, in their order', async (t) => {
  const slow = { ...call, slowestAnswer: { ms: 2_400, atMs: null }, reviewed: true };
  const [row] = await exported([slow], true, 'slowestAnswerMs,contact,reviewed,success,agentVersion');
  t.same(Object.entries(row ?? {}), [
    ['slowestAnswerMs', '2400'],
    ['contact', "'=1+1"],
    ['reviewed', 'true'],
    ['success', 'false'],
    ['agentVersion', ''],
    ['booked', 'not_met'],
    ['guests', '4'],
    ['area', ''],
  ]);
  for (const columns of ['id,price', 'id,id', 'id,'])
    t.throws(() => exportColumnsOf(columns), { code: 'validation_failed' });
});
