/** The exported CSV, as spreadsheets and other programs read it. */
import { parse } from 'csv-parse/sync';
import t from 'tap';
import { type ExportedOutcomes, exportCsv } from '../../../operations/campaigns/export.js';
import type { CallAnalysis } from '../../../schemas/analysis/call-analysis.js';
import { ASSESSMENT_FAILURES } from '../../../schemas/campaigns/summary-run.js';
import type { Conclusion } from '../../../views/campaigns/index.js';

const evidence = [{ turn: 1, atMs: 900 }];
const ANALYSIS: CallAnalysis = {
  status: 'completed',
  success: true,
  findings: {
    summary: '=1+1',
    sentiment: 'positive',
    requests: [{ request: 'call_back', at: '2026-05-05T08:00:00.000Z', evidence }],
    criteria: [{ key: 'renewed', verdict: 'met', reason: 'Said so.', evidence }],
    fields: [{ key: 'guests', value: 4, evidence }],
  },
  failure: null,
  analysisRunId: null,
  analyzedAt: null,
  chargedMicrocredits: 0,
};

const write = async (
  rows: readonly {
    readonly name: string | null;
    readonly conclusion: string | null;
    readonly nextAction?: string;
    readonly failure?: string;
  }[],
  outcomes: ExportedOutcomes | null = null,
): Promise<string> => {
  const all = rows.map(({ name, conclusion, nextAction = null, failure = '' }, index): Conclusion => {
    const id = `c${String(index).padStart(6, '0')}`;
    const contact = { contactId: id, assessedAs: id, mobile: '+14155550100', name };
    return conclusion === null
      ? { ...contact, conclusion, nextAction: null, failure }
      : { ...contact, conclusion, nextAction, failure: null };
  });
  const views = {
    conclusions: (_: string, after: string, limit: number) =>
      all.filter(({ assessedAs }) => assessedAs > after).slice(0, limit),
    analysedCallOf: (_: string, campaignId: string, contactId: string) =>
      campaignId === 'k' && contactId === 'c000000' ? 'call' : null,
    analysisOf: (): CallAnalysis => ANALYSIS,
  };
  let text = '';
  for await (const piece of exportCsv(views, 'run', outcomes)) text += piece;
  return text;
};

t.test('an export has a byte order mark, a header, and a line for each contact', async (t) => {
  const text = await write([
    { name: 'José "Pepe", Jr.', conclusion: 'Renews.\nIn May.', nextAction: 'Call' },
    { name: null, conclusion: null, failure: 'model_failed' },
    { name: null, conclusion: null, failure: 'of_a_newer_build' },
  ]);
  t.ok(text.startsWith('\uFEFF'));
  t.same(parse(text, { bom: true }), [
    ['Contact', 'AI Summary', 'Next Action'],
    ['José "Pepe", Jr. (+14155550100)', 'Renews.\nIn May.', 'Call'],
    ['c000001', '(not assessed: model_failed)', ASSESSMENT_FAILURES.model_failed],
    ['c000002', '(not assessed: of_a_newer_build)', ASSESSMENT_FAILURES.reason_not_kept],
  ]);
});

t.test('the outcome of the last call follows in further columns if it is requested', async (t) => {
  const rows = [
    { name: 'Grace', conclusion: 'Renews.', nextAction: 'Call' },
    { name: 'Ada', conclusion: 'Unsure.', nextAction: 'Wait' },
  ];
  const outcomes = { businessId: 'b1', campaignId: 'k', criteria: ['renewed'], fields: ['guests'] };
  t.same(parse(await write(rows, outcomes), { bom: true }), [
    [
      'Contact',
      'AI Summary',
      'Next Action',
      'success',
      'sentiment',
      'requests',
      'callBackAt',
      'summary',
      'renewed',
      'guests',
    ],
    [
      'Grace (+14155550100)',
      'Renews.',
      'Call',
      'true',
      'positive',
      'call_back',
      '2026-05-05T08:00:00.000Z',
      "'=1+1",
      'met',
      '4',
    ],
    ['Ada (+14155550100)', 'Unsure.', 'Wait', '', '', '', '', '', '', ''],
  ]);
});

t.test('no cell begins like a formula', async (t) => {
  const evil = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'];
  const text = await write(evil.map((name) => ({ name, conclusion: name, nextAction: name })));
  const lines: string[][] = parse(text, { bom: true });
  for (const cell of lines.flat()) t.notMatch(cell, /^[=+\-@\t\r]/, JSON.stringify(cell));
});

t.test('many contacts are exported in pieces', async (t) => {
  const text = await write(
    Array.from({ length: 2_501 }, (_, index) => ({ name: `N${index}`, conclusion: 'x' })),
  );
  const lines: string[][] = parse(text, { bom: true });
  t.equal(lines.length, 2_502);
  t.equal(new Set(lines.map(([contact]) => contact)).size, 2_502);
});
